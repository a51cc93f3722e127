"""What a panel is to show, whatever it is made of."""

from dataclasses import dataclass
from enum import Enum

from pi_companion.rules import Side


class PanelState(Enum):
    """What the table should know at a glance; the later ones are faults, and their order is the order of the codes."""

    READY = "ready"
    WAIT = "wait"
    """Something is covered, is being read, or is just starting."""

    SCORE = "score"
    """A game is over: the score in place of dice."""

    ILLEGAL = "illegal"
    NO_CAMERA = "no camera"
    OUT_OF_STEP = "out of step"
    """The board and the record do not agree."""

    DISK = "disk"
    """The record cannot be written, or soon cannot."""

    POWER = "under-voltage"
    BUTTON = "button stuck"


FAULTS = (PanelState.NO_CAMERA, PanelState.OUT_OF_STEP, PanelState.DISK, PanelState.POWER, PanelState.BUTTON)
"""Faults, by their number from 1 on: a light blinks as often, a digit shows it."""


@dataclass(frozen=True, slots=True)
class PanelView:
    """One moment of a panel."""

    state: PanelState = PanelState.WAIT
    dice: tuple[int, int] | None = None
    cube_value: int = 1
    cube_owner: Side | None = None
    turn: Side | None = None
    """Whose turn it is, or who must decide."""

    score: tuple[int, int] = (0, 0)
    """White's and Black's points."""

    move: tuple[int, int] | None = None
    """A move that the companion, which plays, wants made, from place to place: 25 is the bar, 0 is off."""

    pressed: bool = False
    """Whether a button is down: the panel answers a finger before anything is known."""


def fault_number(state: PanelState) -> int | None:
    """Give a fault's number; None for what is no fault."""
    return FAULTS.index(state) + 1 if state in FAULTS else None
