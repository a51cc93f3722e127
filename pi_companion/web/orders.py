"""What people ask for on the page: read from JSON, checked, and turned into the referee's own orders."""

import unicodedata
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field

from pi_companion.config import LONGEST_MATCH
from pi_companion.errors import InputError
from pi_companion.record.fields import Fields
from pi_companion.referee.events import Person, TableEvent
from pi_companion.referee.inputs import (
    Adopted,
    Answer,
    BeaverMade,
    ClockGoesOn,
    ClockHeld,
    Command,
    Condoned,
    CubeDropped,
    CubeOffered,
    CubePutRight,
    CubeTaken,
    Order,
    PlayReplaced,
    Redo,
    ResignationAnswered,
    ResignationOffered,
    RollCalledOff,
    RollReplaced,
    RollTold,
    ScorePutRight,
    SeenAdopted,
    TurnEnded,
    TurnPutRight,
    Undo,
)
from pi_companion.referee.terms import ClockTerms, IllegalPlays, Mode, Terms
from pi_companion.rules import CHECKERS, Position, Side
from pi_companion.vision.profile import BoardProfile
from pi_companion.web.access import Role

LONGEST_NAME = 40
LONGEST_PLAY = 60
LONGEST_KEY = 64
MOST_BACK = 50
_JOINERS = "\u200c\u200d"
"""They join or part letters in Persian and Hindi names, and make one picture of several."""

_DELAY_S, _POINT_S = range(61), range(601)


class FieldError(InputError):
    """Something typed on the page cannot be; the sentence stands by its field."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


@dataclass(frozen=True, slots=True)
class MatchWish:
    """The match that people want to begin."""

    white: str
    black: str
    length: int
    """0 is money play."""

    jacoby: bool
    terms: Terms
    key: str = ""
    """The same key begins one match, however often it comes; empty where every wish counts."""


@dataclass(frozen=True, slots=True, eq=False)
class ProfileWish:
    """The board stands as this profile says from now on."""

    profile: BoardProfile


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a wish."""

    events: tuple[TableEvent, ...] = ()
    refused: str = ""
    """Why it cannot be, in one sentence; empty where it was done."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A wish on its way through the table's queue."""

    wish: Command | MatchWish | ProfileWish
    upon: str = ""
    """The mark of the record as it was shown to whoever asks; empty where that does not matter."""

    reply: "Future[Reply]" = field(default_factory=Future)


def read_match_wish(body: Mapping[str, object]) -> MatchWish:
    """Read what a person filled in to start a match.

    Raises:
        InputError: A field has the wrong form, or says what cannot be.
    """
    fields = Fields(body)
    length = _whole(fields, "length")
    if not 0 <= length <= LONGEST_MATCH:
        raise FieldError("length", f"A match has 1 to {LONGEST_MATCH} points, or 0 for money play, not {length}.")
    return MatchWish(
        _name(fields, "white"),
        _name(fields, "black"),
        length,
        fields.flag("jacoby", usual=True),
        Terms(
            mode=fields.choice("mode", Mode),
            illegal_plays=fields.choice("illegal_plays", IllegalPlays),
            beavers=fields.flag("beavers", usual=False) and length == 0,
            pictures=fields.flag("pictures"),
            clock=_clock(fields),
        ),
        _key(fields.text("key")) if "key" in body else "",
    )


def read_command(body: Mapping[str, object], role: Role) -> Command:
    """Read an order.

    Raises:
        InputError: There is no such order, or a field has the wrong form.
        PermissionError: It is a director's to give.
    """
    fields = Fields(body)
    name, key = fields.text("order"), _key(fields.text("key"))
    if name not in _READERS:
        raise InputError(f"There is no order {name[:20]!r}; it is one of {', '.join(_READERS)}.")
    needed, read = _READERS[name]
    if role < needed:
        raise PermissionError(name)
    by = Person.DIRECTOR if role is Role.DIRECTOR else Person.TABLE
    return Command(by, f"page {key}", read(fields))


def needed_role(name: str) -> Role:
    """Give who may give an order."""
    return _READERS[name][0] if name in _READERS else Role.DIRECTOR


def _key(key: str) -> str:
    if not 1 <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise InputError(f"The key of an order has 1 to {LONGEST_KEY} plain letters and digits.")
    return key


def _name(fields: Fields, which: str) -> str:
    text = unicodedata.normalize("NFC", fields.text(which)).strip(_JOINERS)
    name = " ".join("".join(sign if sign.isprintable() or sign in _JOINERS else " " for sign in text).split())
    if not name:
        raise FieldError(which, "Each player needs a name; a first name will do.")
    if len(name) > LONGEST_NAME:
        raise FieldError(which, f"A name has at most {LONGEST_NAME} letters here.")
    return name


def _whole(fields: Fields, name: str) -> int:
    """Read a number that a person typed."""
    try:
        return fields.integer(name)
    except InputError as error:
        raise FieldError(name, "This is a whole number, written in digits.") from error


def _clock(fields: Fields) -> ClockTerms | None:
    if not fields.flag("clock", usual=False):
        return None
    delay_s, a_point_s = _whole(fields, "delay_s"), _whole(fields, "a_point_s")
    if delay_s not in _DELAY_S:
        raise FieldError("delay_s", f"The delay of a turn is 0 to {_DELAY_S.stop - 1} seconds, not {delay_s}.")
    if a_point_s not in _POINT_S or not a_point_s:
        raise FieldError("a_point_s", f"Each point has 1 to {_POINT_S.stop - 1} seconds, not {a_point_s}.")
    return ClockTerms(delay_s, a_point_s)


def _count(fields: Fields) -> int:
    count = fields.integer("count")
    if not 1 <= count <= MOST_BACK:
        raise FieldError("count", f"1 to {MOST_BACK} acts are taken back at once, not {count}.")
    return count


def _play(fields: Fields) -> str:
    play = fields.text("play").strip()
    if not play or len(play) > LONGEST_PLAY:
        raise FieldError("play", "A play is written as 8/5 6/5, with the place left and the place reached.")
    return play


def _position(fields: Fields) -> Position:
    position = fields.position("position")
    for side in Side:
        count = sum(position.counts(side))
        if count != CHECKERS:
            raise FieldError("position", f"{side.label} has {CHECKERS} checkers, but {count} stand there.")
    faults = position.faults()
    if faults:
        raise FieldError("position", faults[0])
    return position


_Reader = Callable[[Fields], Order]

_READERS: dict[str, tuple[Role, _Reader]] = {
    "end_turn": (Role.PLAYER, lambda f: TurnEnded(f.side("side"))),
    "double": (Role.PLAYER, lambda f: CubeOffered(f.side("side"))),
    "take": (Role.PLAYER, lambda _: CubeTaken()),
    "drop": (Role.PLAYER, lambda _: CubeDropped()),
    "beaver": (Role.PLAYER, lambda _: BeaverMade()),
    "resign": (Role.PLAYER, lambda f: ResignationOffered(f.side("side"), f.integer("times"))),
    "answer": (Role.PLAYER, lambda f: ResignationAnswered(f.choice("answer", Answer))),
    "condone": (Role.PLAYER, lambda _: Condoned()),
    "call_off": (Role.PLAYER, lambda _: RollCalledOff()),
    "undo": (Role.PLAYER, lambda f: Undo(_count(f))),
    "redo": (Role.PLAYER, lambda f: Redo(_count(f))),
    "roll": (Role.PLAYER, lambda f: RollTold(f.dice("dice"))),
    "dice": (Role.PLAYER, lambda f: RollReplaced(f.dice("dice"), f.integer("turns_back"))),
    "play": (Role.PLAYER, lambda f: PlayReplaced(_play(f))),
    "adopt": (Role.PLAYER, lambda f: Adopted(_position(f), f.side("side"))),
    "adopt_seen": (Role.PLAYER, lambda f: SeenAdopted(f.side("side"))),
    "turn": (Role.PLAYER, lambda f: TurnPutRight(f.side("side"))),
    "cube": (Role.PLAYER, lambda f: CubePutRight(f.integer("value"), f.optional("owner", Side))),
    "score": (
        Role.DIRECTOR,
        lambda f: ScorePutRight(f.integer("white"), f.integer("black"), f.flag("crawford", usual=False)),
    ),
    "hold_clock": (Role.PLAYER, lambda _: ClockHeld()),
    "go_on": (Role.PLAYER, lambda _: ClockGoesOn()),
}
