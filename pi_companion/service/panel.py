"""What the panel is to show of a match and of what ails it."""

from dataclasses import dataclass

from pi_companion.coach.seat import SeatView
from pi_companion.devices.camera import CameraHealth
from pi_companion.devices.panel.view import PanelState, PanelView
from pi_companion.referee import State
from pi_companion.referee.course import Phase
from pi_companion.referee.terms import Mode
from pi_companion.rules import Side


@dataclass(frozen=True, slots=True)
class Ailments:
    """What is wrong beside the board."""

    camera: CameraHealth = CameraHealth.STARTING
    disk: bool = False
    power: bool = False
    button: bool = False
    covered: bool = False
    """Whether a hand or a glare hides the board just now."""


MOVE_S = 1.5
"""How long each move of the companion's play is shown, and the dice between."""


def shown_move(view: SeatView | None, now_s: float) -> tuple[int, int] | None:
    """Give the move of the companion's play that is shown at a moment; None while the dice are."""
    if view is None or view.play is None:
        return None
    number = int(now_s / MOVE_S) % (1 + len(view.play.moves))
    move = view.play.moves[number - 1] if number else None
    return None if move is None else (move.start, move.end)


def panel_view(state: State, ailments: Ailments, *, pressed: bool, move: tuple[int, int] | None = None) -> PanelView:
    """Give what the panel is to show."""
    course = state.course
    return PanelView(
        state=_state(state, ailments),
        dice=None if course.roll is None else course.roll.dice,
        cube_value=course.cube.value if course.offer is None else course.offer.value,
        cube_owner=course.cube.owner,
        turn=course.deciding,
        score=(course.score.points(Side.WHITE), course.score.points(Side.BLACK)),
        move=move,
        pressed=pressed,
    )


def _state(state: State, ailments: Ailments) -> PanelState:
    """Choose what matters most: what would lose the record first, then what the players must settle."""
    course = state.course
    if ailments.disk:
        return PanelState.DISK
    if ailments.camera is CameraHealth.STARTING:
        return PanelState.WAIT
    if ailments.camera is not CameraHealth.LIVE:
        return PanelState.NO_CAMERA
    if course.dispute is not None and course.terms.mode is not Mode.LOG:
        return PanelState.ILLEGAL
    if state.moved or state.puzzled:
        return PanelState.OUT_OF_STEP
    if ailments.power:
        return PanelState.POWER
    if ailments.button:
        return PanelState.BUTTON
    if course.phase is Phase.MATCH_OVER or (course.phase is Phase.SETTING_UP and course.game > 0):
        return PanelState.SCORE
    return PanelState.WAIT if ailments.covered else PanelState.READY
