"""What the players agree on before a match: how far the referee may speak, and the rules that are a choice."""

from dataclasses import dataclass
from enum import Enum


class Mode(Enum):
    """How far the companion may speak during a match; the players see which it is."""

    LOG = "log"
    """It keeps the record and says nothing of the plays."""

    MONITOR = "monitor"
    """It says that a play is not legal."""

    TEACH = "teach"
    """It explains as well, and may show legal plays and hints."""


class IllegalPlays(Enum):
    """What may become of an illegal play."""

    LEGAL_MOVES = "legal-moves"
    """It must be put right until the opponent has rolled or doubled; then it stands."""

    RESPONSIBLE_MOVES = "responsible-moves"
    """The opponent may also condone it at once."""


class EarlyRoll(Enum):
    """What becomes of a roll before the opponent's turn was over."""

    STANDS = "stands"
    CHOSEN = "chosen"
    """The player who had not finished lets it stand or has it thrown again."""


class DieOnChecker(Enum):
    """Whether a die counts that lies flat on a checker."""

    GOOD = "good"
    COCKED = "cocked"


class TurnEnd(Enum):
    """What ends a turn; the opponent's roll always does."""

    LIFTING = "lifting"
    """The dice are lifted."""

    BUTTON = "button"
    """The button, or the clock, is pressed; the dice may stay."""

    EITHER = "either"


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """A clock that counts down, with a delay before each turn counts."""

    delay_s: int = 12
    """Seconds of each turn that cost nothing."""

    a_point_s: int = 120
    """Seconds that each side has for every point of the match, once for all games."""

    def reserve_s(self, length: int) -> float:
        """Give what each side begins with; money play counts as a match to one point."""
        return float(self.a_point_s * max(1, length))


@dataclass(frozen=True, slots=True)
class Terms:
    """The choices of one match."""

    mode: Mode = Mode.MONITOR
    illegal_plays: IllegalPlays = IllegalPlays.LEGAL_MOVES
    early_roll: EarlyRoll = EarlyRoll.STANDS
    die_on_checker: DieOnChecker = DieOnChecker.COCKED
    turn_end: TurnEnd = TurnEnd.EITHER
    beavers: bool = False
    """Whether a side that is doubled may double back at once and keep the cube; money play only."""

    raccoons: bool = False
    """Whether a beaver may be answered in the same way; money play only."""

    automatic_doubles: int = 0
    """How many equal opening throws of a game double the cube; money play only."""

    pictures: bool = True
    """Whether pictures of the turns may be kept; a player may object, and the record goes on without."""

    clock: ClockTerms | None = None
    """The clock; None where the match is played without."""
