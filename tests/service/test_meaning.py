"""What presses mean, and what the panel shows, by the moment of the match."""

from dataclasses import replace

import pytest

from pi_companion.config import ButtonAction, ButtonSettings
from pi_companion.devices.buttons import Pressed
from pi_companion.devices.camera import CameraHealth
from pi_companion.devices.panel.view import PanelState
from pi_companion.devices.presses import Press
from pi_companion.devices.wiring import ButtonWiring
from pi_companion.referee import State
from pi_companion.referee.course import Course, Dispute, Phase
from pi_companion.referee.inputs import CubeDropped, CubeOffered, CubeTaken, TurnEnded
from pi_companion.rules import Cube, MatchScore, Offer, Position, Roll, Side
from pi_companion.service.meaning import DirectorCalled, may_double, meaning
from pi_companion.service.panel import Ailments, panel_view

WHITE, BLACK, TABLE = ButtonWiring(17, Side.WHITE), ButtonWiring(27, Side.BLACK), ButtonWiring(22, None)
SETTINGS = ButtonSettings()
PLAYING = Course(MatchScore(5, 1, 2), phase=Phase.PLAYING, game=2, on_roll=Side.WHITE)
ROLLED = replace(PLAYING, roll=Roll(3, 5))
OFFERED = replace(PLAYING, offer=Offer(Cube(), Side.WHITE))
LIVE = Ailments(CameraHealth.LIVE)


@pytest.mark.parametrize(
    ("button", "press", "course", "meant"),
    [
        (WHITE, Press.SHORT, ROLLED, TurnEnded(Side.WHITE)),
        (BLACK, Press.SHORT, ROLLED, None),
        (TABLE, Press.SHORT, ROLLED, TurnEnded(Side.WHITE)),
        (WHITE, Press.DOUBLE, PLAYING, CubeOffered(Side.WHITE)),
        (BLACK, Press.DOUBLE, PLAYING, None),
        (BLACK, Press.DOUBLE, OFFERED, CubeTaken()),
        (WHITE, Press.DOUBLE, OFFERED, None),
        (TABLE, Press.DOUBLE, OFFERED, CubeTaken()),
        (BLACK, Press.SHORT, OFFERED, None),
        (BLACK, Press.LONG, ROLLED, DirectorCalled(Side.BLACK)),
        (TABLE, Press.LONG, OFFERED, DirectorCalled(None)),
        (WHITE, Press.DOWN, ROLLED, None),
        (TABLE, Press.SHORT, Course(MatchScore(5)), None),
        (TABLE, Press.SHORT, Course(MatchScore(5), phase=Phase.OPENING), TurnEnded(Side.WHITE)),
        (BLACK, Press.SHORT, Course(MatchScore(5), phase=Phase.OPENING), TurnEnded(Side.BLACK)),
    ],
)
def test_a_press_means_what_is_that_players_to_say_now(
    button: ButtonWiring, press: Press, course: Course, meant: object
) -> None:
    assert meaning(Pressed(button, press), course, SETTINGS) == meant


def test_what_a_press_means_is_a_setting() -> None:
    drops = ButtonSettings(long=ButtonAction.DROP, double=ButtonAction.NOTHING)
    assert meaning(Pressed(BLACK, Press.LONG), OFFERED, drops) == CubeDropped()
    assert meaning(Pressed(WHITE, Press.LONG), PLAYING, drops) is None
    assert meaning(Pressed(WHITE, Press.DOUBLE), PLAYING, drops) is None


def test_a_short_press_waits_for_a_second_only_where_that_could_mean_something() -> None:
    assert may_double(PLAYING, SETTINGS)
    assert may_double(OFFERED, SETTINGS)
    assert not may_double(ROLLED, SETTINGS)
    assert not may_double(PLAYING, ButtonSettings(double=ButtonAction.NOTHING))
    assert may_double(ROLLED, ButtonSettings(double=ButtonAction.END_TURN))


def test_the_panel_shows_the_match() -> None:
    view = panel_view(State(ROLLED), LIVE, pressed=False)
    assert (view.state, view.dice, view.turn, view.score) == (PanelState.READY, (5, 3), Side.WHITE, (1, 2))


def test_while_a_double_waits_the_panel_shows_its_value_and_who_decides() -> None:
    view = panel_view(State(OFFERED), LIVE, pressed=False)
    assert (view.cube_value, view.turn) == (2, Side.BLACK)


DISPUTED = State(replace(PLAYING, dispute=Dispute(Side.BLACK, Position.start(), Roll(2, 1))))
BETWEEN = State(replace(PLAYING, phase=Phase.SETTING_UP))


@pytest.mark.parametrize(
    ("state", "ailments", "shown"),
    [
        (DISPUTED, LIVE, PanelState.ILLEGAL),
        (replace(DISPUTED, moved=True), LIVE, PanelState.ILLEGAL),
        (State(PLAYING, moved=True), LIVE, PanelState.OUT_OF_STEP),
        (State(PLAYING, puzzled="what?"), LIVE, PanelState.OUT_OF_STEP),
        (DISPUTED, Ailments(CameraHealth.LOST), PanelState.NO_CAMERA),
        (DISPUTED, Ailments(CameraHealth.FROZEN), PanelState.NO_CAMERA),
        (DISPUTED, Ailments(CameraHealth.LOST, disk=True), PanelState.DISK),
        (State(PLAYING), Ailments(), PanelState.WAIT),
        (State(PLAYING), replace(LIVE, covered=True), PanelState.WAIT),
        (State(PLAYING), replace(LIVE, power=True), PanelState.POWER),
        (State(PLAYING), replace(LIVE, button=True), PanelState.BUTTON),
        (BETWEEN, LIVE, PanelState.SCORE),
        (State(replace(PLAYING, phase=Phase.MATCH_OVER)), LIVE, PanelState.SCORE),
        (State(Course(MatchScore(5))), LIVE, PanelState.READY),
    ],
)
def test_the_panel_shows_what_matters_most(state: State, ailments: Ailments, shown: PanelState) -> None:
    assert panel_view(state, ailments, pressed=False).state is shown
