"""What is said in a club, as values and as JSON; whatever comes from outside is checked where it is read."""

import json
import math
from dataclasses import dataclass
from enum import Enum

from pi_companion.errors import InputError
from pi_companion.record.fields import Fields, JsonObject
from pi_companion.record.outbox import Item
from pi_companion.rules import HIGHEST_CUBE, Side, WinKind

LONGEST_NAME = 80
MOST_POINTS = 10_000
LARGEST_NUMBER = 2**53
"""JSON's numbers are exact up to here."""


class Doing(Enum):
    """What goes on at a table."""

    SETTING_UP = "setting up"
    OPENING = "opening"
    PLAYING = "playing"
    DOUBLED = "doubled"
    """A double has to be taken or dropped."""

    RESIGNING = "resigning"
    """An offer to give up has to be answered."""

    OVER = "over"


class Trouble(Enum):
    """What ails a table."""

    CAMERA = "camera"
    """No picture, a black one, or one that never changes."""

    MOVED = "moved"
    """The board was moved and not found again."""

    OUT_OF_STEP = "out of step"
    """What lies on the board does not follow from the record."""

    DISK = "disk"
    POWER = "power"
    BUTTON = "button"


class Kind(Enum):
    """What is told once, and kept until it has been heard."""

    MATCH = "match"
    """A match has ended, or its end was taken back."""

    GAME = "game"
    CALL = "call"
    """Somebody calls the director."""


@dataclass(frozen=True, slots=True)
class TableState:
    """How a table stands."""

    table: str
    journal: str
    """What the club calls the journal at this table."""

    match: int
    """The journal's number of the match."""

    length: int
    """0 is money play."""

    white: str
    black: str
    white_points: int
    black_points: int
    game: int
    crawford: bool
    on_roll: Side | None
    doing: Doing
    cube_value: int
    cube_owner: Side | None
    winner: Side | None
    troubles: tuple[Trouble, ...]
    last: int
    """The number of the last thing that this journal has to tell."""

    mark: str
    """Its mark."""

    def name(self, side: Side | None) -> str:
        """Give a player's name; a dash for nobody."""
        if side is None:
            return "-"
        return self.white if side is Side.WHITE else self.black

    def to_wire(self) -> JsonObject:
        """Give it as JSON; `turn` and `score_text` are for those who show and do not reckon."""
        return {
            "table": self.table,
            "journal": self.journal,
            "match": self.match,
            "length": self.length,
            "white": self.white,
            "black": self.black,
            "white_points": self.white_points,
            "black_points": self.black_points,
            "score_text": f"{self.white_points}-{self.black_points}",
            "game": self.game,
            "crawford": self.crawford,
            "on_roll": None if self.on_roll is None else self.on_roll.value,
            "turn": self.name(self.on_roll),
            "doing": self.doing.value,
            "cube_value": self.cube_value,
            "cube_owner": None if self.cube_owner is None else self.cube_owner.value,
            "winner": None if self.winner is None else self.winner.value,
            "troubles": [trouble.value for trouble in self.troubles],
            "last": self.last,
            "mark": self.mark,
        }


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game or a match ended."""

    kind: Kind
    match: str
    """What the club calls the match."""

    game: int | None
    """The game's number; None for the match."""

    white: str
    black: str
    length: int
    winner: Side
    points: int
    """What the winner got: of a match, all its points."""

    how: WinKind | None
    """How a game was won; None for a match."""

    white_points: int
    """The score after it."""

    black_points: int
    wall_s: float | None
    """When, in seconds since 1970; None where no clock was known to be right."""

    withdrawn: bool = False
    """Whether it was taken back: the match or the game goes on."""

    @property
    def key(self) -> str:
        """Names this result in all the world."""
        return self.match if self.game is None else f"{self.match}/{self.game}"

    def name(self, side: Side) -> str:
        """Give a player's name."""
        return self.white if side is Side.WHITE else self.black

    def to_wire(self) -> JsonObject:
        """Give it as JSON."""
        return {
            "match": self.match,
            "game": self.game,
            "white": self.white,
            "black": self.black,
            "length": self.length,
            "winner": self.winner.value,
            "points": self.points,
            "how": None if self.how is None else self.how.value,
            "white_points": self.white_points,
            "black_points": self.black_points,
            "wall_s": self.wall_s,
            "withdrawn": self.withdrawn,
        }


@dataclass(frozen=True, slots=True)
class Call:
    """A call for the director."""

    key: str
    side: Side | None
    """Who calls; None where the table has one button."""

    name: str
    """The player's name; empty where it is not known who calls."""

    wall_s: float | None

    def to_wire(self) -> JsonObject:
        """Give it as JSON."""
        return {"side": None if self.side is None else self.side.value, "name": self.name, "wall_s": self.wall_s}


@dataclass(frozen=True, slots=True)
class Heard:
    """An item as it comes over the wire."""

    table: str
    journal: str
    number: int
    mark: str
    revision: int
    kind: Kind
    told: Ending | Call

    @property
    def key(self) -> str:
        """Names in all the world what it tells of."""
        return self.told.key


def item_to_wire(item: Item, table: str, journal: str) -> JsonObject:
    """Give an item of the outbox as it goes over the wire."""
    head: JsonObject = {"table": table, "journal": journal, "number": item.number, "mark": item.mark}
    told: JsonObject = json.loads(item.text)
    return {**head, "kind": item.kind, "key": item.key, "revision": item.revision, **told}


def read_item(text: str) -> Heard:
    """Read what `item_to_wire` gave.

    Raises:
        InputError: It is something else.
    """
    fields = _fields(text)
    kind = fields.choice("kind", Kind)
    key = _name(fields, "key")
    told: Ending | Call
    if kind is Kind.CALL:
        told = _call(fields, key)
    else:
        told = _ending(fields, kind)
        if told.key != key:
            raise InputError(f"the key of a result wants to be {told.key!r}, but {key!r} came; correct it")
    return Heard(
        _name(fields, "table"),
        _name(fields, "journal"),
        _count(fields, "number", LARGEST_NUMBER),
        _name(fields, "mark"),
        _count(fields, "revision", LARGEST_NUMBER),
        kind,
        told,
    )


def read_ending(text: str, kind: Kind) -> Ending:
    """Read the JSON of a result alone.

    Raises:
        InputError: It is something else.
    """
    return _ending(_fields(text), kind)


def read_call(key: str, text: str) -> Call:
    """Read the JSON of a call alone.

    Raises:
        InputError: It is something else.
    """
    return _call(_fields(text), key)


def read_state(text: str) -> TableState:
    """Read a table's state.

    Raises:
        InputError: It is something else.
    """
    fields = _fields(text)
    troubles = fields.choices("troubles", Trouble)
    return TableState(
        table=_name(fields, "table"),
        journal=_name(fields, "journal"),
        match=_count(fields, "match", LARGEST_NUMBER),
        length=_count(fields, "length"),
        white=_name(fields, "white"),
        black=_name(fields, "black"),
        white_points=_count(fields, "white_points"),
        black_points=_count(fields, "black_points"),
        game=_count(fields, "game"),
        crawford=fields.flag("crawford"),
        on_roll=fields.optional("on_roll", Side),
        doing=fields.choice("doing", Doing),
        cube_value=_count(fields, "cube_value", HIGHEST_CUBE**2),
        cube_owner=fields.optional("cube_owner", Side),
        winner=fields.optional("winner", Side),
        troubles=tuple(dict.fromkeys(troubles)),
        last=_count(fields, "last", LARGEST_NUMBER),
        mark=_name(fields, "mark"),
    )


def read_ask(text: str) -> int:
    """Read up to which number a desk has everything.

    Raises:
        InputError: It is something else.
    """
    return _count(_fields(text), "have", LARGEST_NUMBER)


def ask_text(have: int) -> str:
    """Say up to which number a desk has everything."""
    return dump({"have": have})


def dump(value: JsonObject) -> str:
    """Write JSON in one line, always in the same way."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _ending(fields: Fields, kind: Kind) -> Ending:
    game = None if kind is Kind.MATCH else _count(fields, "game")
    return Ending(
        kind=kind,
        match=_name(fields, "match"),
        game=game,
        white=_name(fields, "white"),
        black=_name(fields, "black"),
        length=_count(fields, "length"),
        winner=fields.side("winner"),
        points=_count(fields, "points"),
        how=fields.optional("how", WinKind),
        white_points=_count(fields, "white_points"),
        black_points=_count(fields, "black_points"),
        wall_s=_wall_s(fields),
        withdrawn=fields.flag("withdrawn"),
    )


def _call(fields: Fields, key: str) -> Call:
    return Call(key, fields.optional("side", Side), _name(fields, "name"), _wall_s(fields))


def _fields(text: str) -> Fields:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"a message of the club wants a JSON object, but {text[:60]!r} came; drop it") from error
    if not isinstance(value, dict):
        raise InputError(f"a message of the club wants a JSON object, but {text[:60]!r} came; drop it")
    return Fields(value)


def _name(fields: Fields, name: str) -> str:
    """Read a short text without half letters, which could not be kept."""
    return fields.text(name)[:LONGEST_NAME].encode("utf-8", "replace").decode("utf-8")


def _count(fields: Fields, name: str, most: int = MOST_POINTS) -> int:
    value = fields.integer(name)
    if not 0 <= value <= most:
        raise InputError(f"the field {name!r} wants 0 to {most}, but {value} came; correct it")
    return value


def _wall_s(fields: Fields) -> float | None:
    value = fields.optional_number("wall_s")
    return value if value is None or math.isfinite(value) else None
