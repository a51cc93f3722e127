"""Scripts: a match told as what people do at the table, with what the referee must say.

A file holds many, each begun by a line `== title`. Then come lines of one word and what belongs to it:

    need: 4            the line of NEEDS.md that it shows; `fail: 6` for its second list
    match: 0           points to win, 5 where nothing is said
    terms: beavers yes what was agreed, parted by commas
    does: looks; opening 3-1; 8/5 6/5; lifts
    says: opening 3-1; play white 8/5 6/5
    hears:             what the players are told of it, where that is shown
    state: black on roll, cube 1 centre

Every `does` is followed by the `says` of all that the referee said meanwhile, empty where it must be silent.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from pi_companion.referee import Command, ViewChange, resume
from pi_companion.referee.events import (
    Amended,
    AutomaticDouble,
    Beavered,
    Clocked,
    CockedDice,
    Corrected,
    CubeSet,
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    IllegalPlay,
    Inferred,
    NoMove,
    OpeningRoll,
    Person,
    Played,
    Redone,
    Refused,
    Resigned,
    ResignOffered,
    Rolled,
    Said,
    Scored,
    ScoreSet,
    TableEvent,
    Taken,
    TermsAgreed,
    Unclear,
    Undone,
)
from pi_companion.referee.inputs import Moment, TurnEnded
from pi_companion.referee.speech import hints, spoken
from pi_companion.referee.spoken import parse_order, with_term
from pi_companion.referee.terms import Terms
from pi_companion.referee.tracker import start_match
from pi_companion.rules import Position, Side
from tests.referee.conftest import Table

_ORDER = re.compile(r"(again )?(white|black|director|table): ?(.*)")
_WORDY = (Unclear, Refused)


@dataclass(frozen=True)
class Exchange:
    does: str
    says: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    hears: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Script:
    title: str
    file: str
    need: str = ""
    length: int = 5
    terms: str = ""
    exchanges: tuple[Exchange, ...] = ()


def scripts(folder: Path) -> Iterator[Script]:
    """Read all scripts of a folder."""
    for path in sorted(folder.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").split("\n== ")[1:]:
            yield _script(path.stem, block)


def _script(file: str, block: str) -> Script:
    title, *lines = [line.strip() for line in block.splitlines() if line.strip() and not line.startswith("#")]
    told: dict[str, str] = {}
    exchanges: list[Exchange] = []
    for line in lines:
        word, _, rest = line.partition(":")
        rest = rest.strip()
        match word:
            case "does":
                exchanges.append(Exchange(rest))
            case "says":
                exchanges[-1] = replace(exchanges[-1], says=_parts(rest, ";"))
            case "state":
                exchanges[-1] = replace(exchanges[-1], state=_parts(rest, ","))
            case "hears":
                exchanges[-1] = replace(exchanges[-1], hears=_parts(rest, ";"))
            case "need" | "fail":
                told["need"] = f"{word} {rest}"
            case "match" | "terms":
                told[word] = rest
            case _:
                message = f"{file}: {title}: no line begins with {word!r}"
                raise ValueError(message)
    length = int(told.get("match", "5"))
    return Script(title, file, told.get("need", ""), length, told.get("terms", ""), tuple(exchanges))


def _parts(text: str, mark: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(mark) if part.strip())


@dataclass
class ScriptTable(Table):
    """A table at which people also speak."""

    terms: Terms | None = None
    spoken: int = 0
    before: Position = field(default_factory=Position.start)
    """The board when the dice last fell."""

    def __post_init__(self) -> None:
        super().__post_init__()
        started = start_match(self.length, terms=self.terms)
        self.state, self.events = started.state, list(started.effects)

    def do(self, script: str) -> list[TableEvent]:
        before = len(self.events)
        for deed in _parts(script, ";"):
            self.one(deed)
        return self.events[before:]

    def one(self, deed: str) -> None:  # noqa: C901, PLR0912 -- one flat case a deed
        said = _ORDER.fullmatch(deed)
        if said is not None:
            self.speak(Person(said[2]), said[3], again=said[1] is not None)
            return
        match deed.split():
            case ["rolls" | "opening", *_] if len(deed.split()) == 2:
                self.before = self.position
                self._do(deed)
            case ["rolls", dice, "cocked"]:
                self.leaning(dice, cocked=True)
            case ["rolls", dice, "on", "checker"]:
                self.leaning(dice, cocked=False)
            case ["rolls", dice, "early"]:
                lying = self.dice
                self.side = self.side.opponent
                self.throw(dice)
                self.dice = (*lying, *self.dice)
                self.look()
            case [("white" | "black") as whose, "lifts"]:
                self.lift(Side(whose))
            case ["takes", "back"]:
                self.position = self.before
                self.look()
            case ["misreads", *what]:
                self.misread(what)
            case ["stands", xgid]:
                self.position = Position.from_xgid(xgid, on_roll=Side.WHITE)
                self.look(6)
            case ["adopt", xgid, side]:
                self.adopt(xgid, Side(side))
            case ["presses"]:
                self.tell(TurnEnded(self.side, self.t_s))
            case ["waits", seconds]:
                self.t_s += float(seconds)
                self.tell(Moment(self.t_s))
            case ["view", change]:
                self.tell(ViewChange(change))
            case ["restarts"]:
                self.state = resume(self.events)
            case ["patience"]:
                self.look(8)
            case _:
                self._do(deed)

    def lift(self, side: Side) -> None:
        """Take one player's dice away, where both have thrown; whose turn it is stays as it was."""
        on_the_right = side is Side.WHITE
        self.dice = tuple(die for die in self.dice if (die[1][0] > 0.5) is not on_the_right)
        self.look()

    def misread(self, what: list[str]) -> None:
        """See once what is not there: other faces on the dice, or another number of checkers on one point."""
        position, dice = self.position, self.dice
        if what[0] == "dice":
            dice = tuple((int(face), at) for face, (_, at) in zip(what[1].split("-"), dice, strict=True))
        else:
            counts = {side: list(position.counts(side)) for side in Side}
            counts[Side(what[0])][int(what[1])] = int(what[2])
            position = Position(tuple(counts[Side.WHITE]), tuple(counts[Side.BLACK]))
        self.tell(self.eye.see(self.t_s, position, dice, self.cube))
        self.t_s += 0.5

    def leaning(self, dice: str, *, cocked: bool) -> None:
        """Throw dice of which one leans, or lies flat on a checker."""
        self.throw(dice)
        for _ in range(self.looks):
            seen = self.eye.see(self.t_s, self.position, self.dice, self.cube)
            first = replace(seen.dice[0], cocked=cocked, on_checker=not cocked)
            self.tell(replace(seen, dice=(first, *seen.dice[1:])))
            self.t_s += 0.5

    def speak(self, by: Person, text: str, *, again: bool) -> None:
        self.spoken += not again
        order = parse_order(text, self.state.course.terms)
        self.tell(Command(by, f"word {self.spoken}", order))


def table_for(script: Script) -> ScriptTable:
    terms = None
    for each in _parts(script.terms, ","):
        name, _, value = each.rpartition(" ")
        terms = with_term(terms or Terms(), name.replace(" ", "_"), value)
    return ScriptTable(length=script.length, terms=terms)


def says(event: TableEvent) -> str:  # noqa: C901, PLR0911, PLR0912 -- one flat case an event
    """Write an event as scripts do."""
    match event:
        case OpeningRoll(white, black):
            return f"opening {white}-{black}"
        case Rolled(side, dice):
            return f"roll {side.value} {dice[0]}-{dice[1]}"
        case Played(side, _, play, _) | Corrected(side, play, _):
            word = "play" if isinstance(event, Played) else "corrected"
            return f"{word} {side.value} {play}".strip()
        case NoMove(side, dice, _):
            return f"no move {side.value} {dice[0]}-{dice[1]}"
        case IllegalPlay(side, _, _, breaches, _):
            return f"illegal {side.value} {' '.join(breach.value for breach in breaches)}"
        case Doubled(side, value) | Beavered(side, value):
            return f"{'double' if isinstance(event, Doubled) else 'beaver'} {side.value} {value}"
        case AutomaticDouble(value):
            return f"automatic double {value}"
        case Resigned(side, times) | ResignOffered(side, times):
            return f"{'resigned' if isinstance(event, Resigned) else 'offers resignation'} {side.value} {times}"
        case GameStarted(game, crawford):
            return f"game {game}{' crawford' if crawford else ''}"
        case GameOver(winner, points, kind):
            return f"won {winner.value} {points} {kind.value}"
        case Scored(white, black):
            return f"score {white}-{black}"
        case ScoreSet(white, black, crawford):
            return f"score set {white}-{black}{' crawford' if crawford else ''}"
        case CubeSet(value, owner):
            return f"cube set {value} {'centre' if owner is None else owner.value}"
        case Undone(count) | Redone(count):
            return f"{'undone' if isinstance(event, Undone) else 'redone'} {count}"
        case Amended(back, events):
            return f"amended {back} to {', '.join(says(each) for each in events)}"
        case Said(by, _, words):
            return f"{by.value} said {words}"
        case Unclear(text) | Refused(text):
            return f"{'unclear' if isinstance(event, Unclear) else 'refused'} {text}"
        case TermsAgreed():
            return "terms agreed"
        case CockedDice(_, kind):
            return "cocked" if kind is None else f"cocked {kind.value}"
        case Taken(side) | Dropped(side):
            return f"{'take' if isinstance(event, Taken) else 'drop'} {side.value}"
        case Inferred(turns):
            return f"inferred {turns}"
        case Clocked(white_s, black_s, running, paused):
            whose = "nobody" if running is None else running.value
            return f"clock {white_s:g} {black_s:g} {whose}{' held' if paused else ''}"
        case _:
            whom = getattr(event, "side", getattr(event, "winner", None))
            name = re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).lower()
            return f"{name} {whom.value}" if isinstance(whom, Side) else name


def agrees(wanted: str, event: TableEvent) -> bool:
    """Compare; of a sentence only the words wanted need be in it."""
    said = says(event)
    if isinstance(event, _WORDY):
        word, _, rest = wanted.partition(" ")
        return said.startswith(word) and rest.lower() in said.lower()
    return said == wanted


def run(script: Script) -> None:
    """Play a script and compare all that was said."""
    table = table_for(script)
    for exchange in script.exchanges:
        events = [event for event in table.do(exchange.does) if not isinstance(event, Said)]
        told = [says(event) for event in events]
        matching = len(told) == len(exchange.says) and all(map(agrees, exchange.says, events))
        assert matching, f"{exchange.does}\n  wanted: {'; '.join(exchange.says)}\n  said:   {'; '.join(told)}"
        heard = tuple(filter(None, (spoken(event, table.state.course.terms.mode) for event in events)))
        assert exchange.hears in (None, heard), f"{exchange.does}\n  heard: {'; '.join(heard)}"
        for claim in exchange.state:
            assert claim in _state(table), f"{exchange.does}\n  wanted: {claim}\n  are:    {_state(table)}"
    again = resume(table.events)
    assert again.course == table.state.course
    assert again.history.events() == table.state.history.events()


def _state(table: ScriptTable) -> set[str]:
    """Give all that can be claimed of the state."""
    course, clock = table.state.course, table.state.clock
    claims = {
        f"score {course.score.white}-{course.score.black}",
        f"cube {course.cube.value} {'centre' if course.cube.owner is None else course.cube.owner.value}",
        f"{course.phase.value}",
        "nobody on roll" if course.on_roll is None else f"{course.on_roll.value} on roll",
        "nobody decides" if course.deciding is None else f"{course.deciding.value} decides",
        f"mode {course.terms.mode.value}",
        "roll none" if course.roll is None else f"roll {course.roll}",
        f"game {course.game}",
        "start position" if course.position == Position.start() else "no start position",
        "as the board" if course.position == table.position else "not as the board",
        "puzzled" if table.state.puzzled else "in step",
        "disputed" if course.dispute else "no dispute",
    }
    if course.score.crawford:
        claims.add("crawford")
    if course.on_roll is not None and course.roll is not None:
        shown = hints(course.position, course.on_roll, course.roll, course.terms.mode)
        claims.add(f"{len(shown)} hints")
    if clock is not None:
        claims |= {f"clock {clock.white_s:g} {clock.black_s:g}", "held" if clock.paused else "not held"}
    return claims
