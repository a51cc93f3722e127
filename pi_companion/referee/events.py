"""What happened at the table, one value an event: the words that journal, page and `replay --json` share.

Field names are those of the contract's JSON; `record.wire` turns an event into JSON and back.
"""

from dataclasses import dataclass

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
)
