"""What stands on a simulated table at one moment."""

from dataclasses import dataclass

from pi_companion.rules import Side

Counts = tuple[int, ...]
"""26 counts in the side's own numbering: [0] off, [1..24] points, [25] bar."""

START: Counts = (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)
CENTRED = 1
"""Value of a cube that nobody has turned; it shows 64."""


@dataclass(frozen=True, slots=True)
class DieSpot:
    """A die and where it lies."""

    value: int
    owner: Side
    x: float
    """Board coordinates of its middle; outside 0..1 it lies in a tray, on a rail or on the table."""

    y: float
    z: float = 0.0
    """Height of what it lies on, in checker diameters over the felt."""

    yaw: float = 0.0
    """Radians."""

    tilt: float = 0.0
    """Radians; more than 0 is a cocked die."""

    rolled: bool = True
    """False for the pair that nobody uses now."""


@dataclass(frozen=True, slots=True)
class CubeSpot:
    """The doubling cube and where it lies."""

    value: int
    """1 for the centred cube, which shows 64."""

    owner: Side | None
    x: float
    y: float
    z: float
    yaw: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the board, an arm behind it."""

    x: float
    """Board coordinates of the fingertips."""

    y: float
    z: float
    """Height of the fingertips in checker diameters."""

    heading: float
    """Direction the arm points to, in radians; 0 is to the right, a quarter turn is away from White."""

    holding: Side | None
    seed: int
    """Skin, sleeve and fingers; keep it for one player."""

    pose: int = 0
    """Small changes of the fingers from picture to picture."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that can change from one picture to the next."""

    white: Counts
    black: Counts
    dice: tuple[DieSpot, ...] = ()
    cube: CubeSpot | None = None
    hand: Hand | None = None
    jitter_seed: int = 0
    """The same seed puts the checkers of an unchanged point at the same places."""

    clutter_seed: int | None = None
    """Cups, phones and papers round the board; None for a bare table."""

    def counts(self, side: Side) -> Counts:
        """Return that side's counts."""
        return self.white if side is Side.WHITE else self.black
