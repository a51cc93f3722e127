"""What happened at the table, one value an event: the words that journal, page and `replay --json` share.

Field names are those of the contract's JSON; `record.wire` turns an event into JSON and back.
"""

from dataclasses import dataclass
from enum import Enum

from pi_companion.referee.terms import Terms
from pi_companion.rules import Breach, Position, Side, WinKind


@dataclass(frozen=True, slots=True)
class MatchStarted:
    length: int
    """Points to win; 0 is money play."""

    white: str = "White"
    black: str = "Black"
    jacoby: bool = True
    """Whether gammons count only after the cube was turned; money play only."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    game: int
    crawford: bool


@dataclass(frozen=True, slots=True)
class OpeningRoll:
    """The roll of the first turn; a tie is an event of its own and is rolled again."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Rolled:
    side: Side
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Played:
    side: Side
    dice: tuple[int, int]
    play: str
    position: Position


@dataclass(frozen=True, slots=True)
class IllegalPlay:
    side: Side
    dice: tuple[int, int]
    position: Position
    breaches: tuple[Breach, ...]
    explanation: str


@dataclass(frozen=True, slots=True)
class Corrected:
    side: Side
    play: str
    position: Position


@dataclass(frozen=True, slots=True)
class Stood:
    """The opponent rolled or doubled, so the illegal play stands."""

    side: Side


@dataclass(frozen=True, slots=True)
class NoMove:
    side: Side
    dice: tuple[int, int]
    position: Position


@dataclass(frozen=True, slots=True)
class Doubled:
    side: Side
    value: int
    """The cube's value if it is taken."""


@dataclass(frozen=True, slots=True)
class Taken:
    side: Side


@dataclass(frozen=True, slots=True)
class Dropped:
    side: Side


@dataclass(frozen=True, slots=True)
class Beavered:
    """The side that was doubled takes, doubles again at once and keeps the cube; a raccoon is the same in answer."""

    side: Side
    value: int
    """The cube's value from then on."""


@dataclass(frozen=True, slots=True)
class AutomaticDouble:
    """The opening dice were equal, so the cube in the middle goes up before they are thrown again; money play only."""

    value: int


@dataclass(frozen=True, slots=True)
class Resigned:
    side: Side
    points: int
    """1, 2 or 3 times the cube is conceded."""


@dataclass(frozen=True, slots=True)
class GameOver:
    winner: Side
    points: int
    kind: WinKind


@dataclass(frozen=True, slots=True)
class Scored:
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class MatchOver:
    winner: Side


@dataclass(frozen=True, slots=True)
class Unclear:
    """What was seen fits nothing well enough to say anything; never an accusation."""

    what: str


@dataclass(frozen=True, slots=True)
class BoardMoved:
    pass


@dataclass(frozen=True, slots=True)
class BoardFound:
    pass


@dataclass(frozen=True, slots=True)
class Covered:
    pass


@dataclass(frozen=True, slots=True)
class Clear:
    pass


class Person(Enum):
    """Who said something; the table is whoever stands at the page or the one button."""

    WHITE = "white"
    BLACK = "black"
    DIRECTOR = "director"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Said:
    """A person told the referee something; what came of it follows."""

    by: Person
    key: str
    """Names this word among all of the match, so that the same one given twice counts once."""

    words: str
    """What was said, for people."""


@dataclass(frozen=True, slots=True)
class Refused:
    """What a person asked for cannot be."""

    why: str
    """One sentence."""


@dataclass(frozen=True, slots=True)
class TermsAgreed:
    """What is played by from here on; where none was agreed, the usual terms hold."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class Undone:
    """The last acts were taken back, each with what followed from it by itself."""

    count: int


@dataclass(frozen=True, slots=True)
class Redone:
    """Acts that had been taken back hold again."""

    count: int


@dataclass(frozen=True, slots=True)
class Amended:
    """The last acts were wrong and others stand in their place; undoing it brings the first ones back."""

    back: int
    """How many acts no longer stand."""

    events: tuple["TableEvent", ...]
    """What stands instead."""


@dataclass(frozen=True, slots=True)
class CubeSet:
    """A person put the cube right."""

    value: int
    owner: Side | None


@dataclass(frozen=True, slots=True)
class ScoreSet:
    """A person put the score before this game right."""

    white: int
    black: int
    crawford: bool
    post_crawford: bool


@dataclass(frozen=True, slots=True)
class TurnSet:
    """A person said whose turn it is."""

    side: Side


@dataclass(frozen=True, slots=True)
class ResignOffered:
    """A side offers to give up; the other has to agree."""

    side: Side
    times: int
    """1, 2 or 3 times the cube."""


@dataclass(frozen=True, slots=True)
class ResignRefused:
    """The other side plays on; how much a game is worth is never claimed for a player."""

    side: Side
    """Who refused."""


class Cocked(Enum):
    """In which way a die does not lie flat on the board."""

    LEANING = "leaning"
    ON_CHECKER = "on checker"


@dataclass(frozen=True, slots=True)
class CockedDice:
    """A die does not lie flat on the board, so the roll does not count and is thrown again."""

    side: Side | None
    """Whose roll it is; None at the opening roll."""

    kind: Cocked | None = None
    """How the die lies; None in records from before this was kept."""


@dataclass(frozen=True, slots=True)
class RolledEarly:
    """A side rolled before the opponent's turn was over."""

    side: Side


@dataclass(frozen=True, slots=True)
class RollVoided:
    """A roll does not count and is thrown again."""

    side: Side


@dataclass(frozen=True, slots=True)
class Inferred:
    """The turns that follow were not seen; they are the one short way from the board before to the board now."""

    turns: int


@dataclass(frozen=True, slots=True)
class Clocked:
    """The clock was pressed, paused or started: what each side has left."""

    white_s: float
    black_s: float
    running: Side | None
    """Whose time runs; None between games."""

    paused: bool


@dataclass(frozen=True, slots=True)
class FlagFell:
    """A side's time is used up; what that means is for people to say."""

    side: Side


TableEvent = (
    MatchStarted
    | GameStarted
    | OpeningRoll
    | Rolled
    | Played
    | IllegalPlay
    | Corrected
    | Stood
    | NoMove
    | Doubled
    | Taken
    | Dropped
    | Beavered
    | AutomaticDouble
    | Resigned
    | GameOver
    | Scored
    | MatchOver
    | Unclear
    | BoardMoved
    | BoardFound
    | Covered
    | Clear
    | Said
    | Refused
    | TermsAgreed
    | Undone
    | Redone
    | Amended
    | CubeSet
    | ScoreSet
    | TurnSet
    | ResignOffered
    | ResignRefused
    | CockedDice
    | RolledEarly
    | RollVoided
    | Inferred
    | Clocked
    | FlagFell
)
