"""What a press means at this moment of the match."""

from dataclasses import dataclass
from typing import assert_never

from pi_companion.config import ButtonAction, ButtonSettings
from pi_companion.devices.buttons import Pressed
from pi_companion.devices.presses import Press
from pi_companion.referee.course import Course, Phase
from pi_companion.referee.inputs import CubeDropped, CubeOffered, CubeTaken, Input, TurnEnded
from pi_companion.rules import Side


@dataclass(frozen=True, slots=True)
class DirectorCalled:
    """Somebody wants a person to come to the table; it concerns people, not the match."""

    side: Side | None
    """Who calls; None where the table has one button."""


def action_of(press: Press, settings: ButtonSettings) -> ButtonAction:
    """Give what the settings make of a kind of press."""
    match press:
        case Press.SHORT:
            return settings.short
        case Press.DOUBLE:
            return settings.double
        case Press.LONG:
            return settings.long
        case Press.DOWN | Press.STUCK:
            return ButtonAction.NOTHING
        case _:
            assert_never(press)


def meaning(pressed: Pressed, course: Course, settings: ButtonSettings) -> Input | DirectorCalled | None:
    """Give what a press means to the referee; None where it means nothing now.

    A button of one player speaks for that player, and only when something is that player's to say. The table's button
    speaks for whoever has to decide.
    """
    side = pressed.button.player or course.deciding
    action = action_of(pressed.press, settings)
    if action is ButtonAction.DIRECTOR:
        return DirectorCalled(pressed.button.player)
    if course.phase is Phase.OPENING and course.on_roll is None and action is ButtonAction.END_TURN:
        # Whose first turn it is, the referee makes out when it has ended; until then it takes anybody's word.
        return TurnEnded(side or Side.WHITE)
    if side is None or side is not course.deciding:
        return None
    match action:
        case ButtonAction.NOTHING:
            return None
        case ButtonAction.END_TURN:
            return TurnEnded(side) if course.offer is None else None
        case ButtonAction.CUBE:
            return CubeOffered(side) if course.offer is None else CubeTaken()
        case ButtonAction.DROP:
            return None if course.offer is None else CubeDropped()
        case _:
            assert_never(action)


def may_double(course: Course, settings: ButtonSettings) -> bool:
    """Tell whether a double press could mean anything now; where not, a short one need not wait for a second."""
    if settings.double is ButtonAction.NOTHING:
        return False
    if settings.double is ButtonAction.CUBE:
        return course.offer is not None or (course.on_roll is not None and course.roll is None)
    return True
