"""What may be told to the referee, beside sightings: buttons, rulings by people, and changes of the view."""

from dataclasses import dataclass
from enum import Enum

from pi_companion.referee.sighting import Sighting
from pi_companion.rules import Position, Side


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A player pressed the button (or the clock) at the end of the turn."""

    side: Side


@dataclass(frozen=True, slots=True)
class CubeOffered:
    """A player said that a double is offered."""

    side: Side


@dataclass(frozen=True, slots=True)
class CubeTaken:
    """The other player said that the double is taken."""


@dataclass(frozen=True, slots=True)
class CubeDropped:
    """The other player said that the double is dropped."""


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A player resigned."""

    side: Side
    times: int
    """1, 2 or 3 times the cube."""


@dataclass(frozen=True, slots=True)
class Adopted:
    """A person said what stands on the board and whose turn it is."""

    position: Position
    on_roll: Side


class ViewChange(Enum):
    """Something happened to the camera's view of the board."""

    COVERED = "covered"
    CLEAR = "clear"
    MOVED = "moved"
    """The board or the camera was moved; nothing is believed until it is found again."""

    FOUND = "found"


Input = Sighting | TurnEnded | CubeOffered | CubeTaken | CubeDropped | GaveUp | Adopted | ViewChange
