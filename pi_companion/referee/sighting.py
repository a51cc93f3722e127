"""What a settled picture says about the board, as evidence with its doubt: numbers in, no pixels."""

from dataclasses import dataclass
from enum import Enum

LogLikelihoods = tuple[float, ...]
"""Natural logarithms of P(picture | value), known up to a constant; larger is likelier; all equal says nothing."""


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die that lies on the playing field, flat or cocked."""

    log_likelihoods: LogLikelihoods
    """6 numbers, for the faces 1 to 6."""

    centre: tuple[float, float]
    """Where it lies, in board coordinates: x from left to right 0..1, y from far to near 0..1, as White sits."""

    cocked: bool = False
    on_checker: bool = False
    """Whether it lies flat on a checker; the players agree whether that counts."""


class CubePlace(Enum):
    """Whose side of the board the cube lies on."""

    WHITE = "white"
    BLACK = "black"
    CENTRE = "centre"


@dataclass(frozen=True, slots=True)
class CubeReading:
    """The doubling cube as seen."""

    values: LogLikelihoods
    """7 numbers, for the faces 2, 4, 8, 16, 32, 64, and 1 (a cube whose centred face is a blank or a 1)."""

    places: LogLikelihoods
    """3 numbers, in the order of `CubePlace`: White's side, Black's side, the centre."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A still board with no hand over it."""

    t_s: float
    frame: str
    points: tuple[LogLikelihoods, ...]
    """24 rows, White's points 1 to 24, of 31 numbers: index 15 + k is for k White checkers, and for -k Black ones."""

    bar_white: LogLikelihoods
    """16 numbers: 0 to 15 White checkers on the bar."""

    bar_black: LogLikelihoods
    off_white: LogLikelihoods
    """16 numbers; all zero where the tray is not in view."""

    off_black: LogLikelihoods
    dice: tuple[DieReading, ...]
    """Dice on the playing field only; the idle pair beside it is not here."""

    cube: CubeReading | None
