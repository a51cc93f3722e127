"""Ends of games and matches, the cube by button, and what people may tell the referee."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from pi_companion.referee import CubeDropped, CubeOffered, CubeTaken, GaveUp, Phase, ViewChange, resume
from pi_companion.referee.events import (
    BoardFound,
    BoardMoved,
    Clear,
    Covered,
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    MatchOver,
    Refused,
    Resigned,
    Scored,
    Stood,
    TableEvent,
    Taken,
)
from pi_companion.rules import Side, WinKind

if TYPE_CHECKING:
    from tests.referee.conftest import Table

BEGUN = "looks; opening 3-1; 8/5 6/5; lifts"
LAST_TWO = "-B-----------------eed----"
"""White has two checkers left on the ace point; Black has borne off one."""

GAMMON = "-B-----------------eee----"
"""As before, but Black has borne off none."""

BACKGAMMON = "aB-----------------eed----"
"""As before, but Black is on the bar."""


def names(events: Sequence[TableEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


@pytest.mark.parametrize(
    ("xgid", "points", "kind"),
    [(LAST_TWO, 1, WinKind.SINGLE), (GAMMON, 2, WinKind.GAMMON), (BACKGAMMON, 3, WinKind.BACKGAMMON)],
)
def test_the_last_checker_ends_the_game_at_once(table: "Table", xgid: str, points: int, kind: WinKind) -> None:
    table.adopt(xgid, Side.WHITE)
    events = table.do("rolls 2-1; 1/off(2)")
    assert names(events) == ["Rolled", "Played", "GameOver", "Scored"]
    assert events[2:] == [GameOver(Side.WHITE, points, kind), Scored(points, 0)]


def test_a_turned_cube_counts(table: "Table") -> None:
    table.adopt(LAST_TWO, Side.WHITE)
    events = table.do("cube 2 black; rolls 2-1; 1/off(2)")
    assert GameOver(Side.WHITE, 2, WinKind.SINGLE) in events


def test_a_match_ends(new_table: "type[Table]") -> None:
    table = new_table(length=3)
    table.adopt(BACKGAMMON, Side.WHITE)
    events = table.do("rolls 2-1; 1/off(2)")
    assert events[-2:] == [Scored(3, 0), MatchOver(Side.WHITE)]
    assert table.do("lifts; sets up; opening 3-1; 8/5 6/5; lifts") == []


def test_the_next_game_begins_when_the_start_position_is_set_up(table: "Table") -> None:
    table.adopt(LAST_TWO, Side.WHITE)
    table.do("rolls 2-1; 1/off(2); lifts")
    assert table.do("sets up") == [GameStarted(2, crawford=False)]
    assert names(table.do("opening 1-6; 13/7 8/7; lifts")) == ["OpeningRoll", "Played"]


def test_the_crawford_game_is_named_and_has_no_cube(new_table: "type[Table]") -> None:
    table = new_table(length=3)
    table.adopt(GAMMON, Side.WHITE)
    table.do("rolls 2-1; 1/off(2); lifts")
    assert table.do("sets up") == [GameStarted(2, crawford=True)]
    table.do("opening 3-1; 8/5 6/5; lifts")
    (said,) = table.tell(CubeOffered(Side.BLACK))
    assert isinstance(said, Refused)
    assert "Crawford" in said.why


def test_checkers_being_put_away_are_no_play(table: "Table") -> None:
    table.adopt(LAST_TWO, Side.WHITE)
    table.do("rolls 2-1; 1/off(2); lifts")
    table.position = type(table.position)(table.position.white, (15, *(0,) * 25))
    table.look()
    assert table.do("looks") == []


def test_a_last_play_that_was_cleared_away_unseen(table: "Table") -> None:
    table.adopt(LAST_TWO, Side.WHITE)
    table.do("rolls 2-1")
    events = table.do("sets up")
    assert names(events) == ["Played", "GameOver", "Scored", "GameStarted"]


def test_a_board_set_up_again_while_a_double_waits_is_a_drop(table: "Table") -> None:
    table.do(BEGUN)
    table.do("rolls 6-4; 24/14; lifts; rolls 6-5; 24/13; lifts")
    assert table.tell(CubeOffered(Side.BLACK)) == [Doubled(Side.BLACK, 2)]
    assert table.state.course.on_roll is Side.BLACK
    assert table.state.course.deciding is Side.WHITE
    events = table.do("sets up")
    assert events[:2] == [Dropped(Side.WHITE), GameOver(Side.BLACK, 1, WinKind.DROP)]
    assert names(events[2:]) == ["Scored", "GameStarted"]


def test_a_board_set_up_again_without_a_reason_is_unclear(table: "Table") -> None:
    table.do(BEGUN)
    table.do("rolls 6-4; 24/14; lifts; rolls 6-5; 24/13; lifts")
    assert names(table.do("sets up; looks")) == ["Unclear"]
    events = table.tell(GaveUp(Side.WHITE, 2))
    assert events == [Resigned(Side.WHITE, 2), GameOver(Side.BLACK, 2, WinKind.RESIGN), Scored(0, 2)]


def test_a_double_is_taken_by_button(table: "Table") -> None:
    table.do(BEGUN)
    assert table.tell(CubeOffered(Side.BLACK)) == [Doubled(Side.BLACK, 2)]
    assert table.tell(CubeTaken()) == [Taken(Side.WHITE)]
    assert names(table.do("cube 2 white; rolls 5-2; 24/22 13/8; lifts")) == ["Rolled", "Played"]


def test_a_double_is_dropped_by_button(table: "Table") -> None:
    table.do(BEGUN)
    table.tell(CubeOffered(Side.BLACK))
    events = table.tell(CubeDropped())
    assert events[:2] == [Dropped(Side.WHITE), GameOver(Side.BLACK, 1, WinKind.DROP)]


def test_a_doubler_who_rolls_was_taken(table: "Table") -> None:
    table.do(BEGUN)
    table.tell(CubeOffered(Side.BLACK))
    assert names(table.do("rolls 5-2; 24/22 13/8; lifts")) == ["Taken", "Rolled", "Played"]


def test_a_double_out_of_turn_is_refused(table: "Table") -> None:
    table.do(BEGUN)
    assert names(table.tell(CubeOffered(Side.WHITE))) == ["Refused"]


def test_a_double_lets_an_illegal_play_stand(table: "Table") -> None:
    table.do(BEGUN)
    table.do("rolls 5-2; 24/22 13/7; lifts")
    assert table.tell(CubeOffered(Side.WHITE)) == [Stood(Side.BLACK), Doubled(Side.WHITE, 2)]


def test_nothing_is_claimed_until_a_moved_board_is_found(table: "Table") -> None:
    table.do("looks; opening 3-1; 8/5 6/5")
    assert table.tell(ViewChange.MOVED) == [BoardMoved()]
    assert table.tell(ViewChange.MOVED) == []
    assert table.do("looks; lifts; looks") == []
    assert table.tell(ViewChange.FOUND) == [BoardFound()]
    assert names(table.do("looks")) == ["OpeningRoll", "Played"]


def test_hands_are_passed_on(table: "Table") -> None:
    assert table.tell(ViewChange.COVERED) == [Covered()]
    assert table.tell(ViewChange.CLEAR) == [Clear()]


def test_the_state_after_a_restart_is_what_the_events_say(table: "Table") -> None:
    table.do(BEGUN)
    table.do("rolls 5-2; 24/22 13/7; lifts")
    assert resume(table.events).course == table.state.course
    table.do("rolls 6-4; 24/14; lifts")
    assert resume(table.events).course == table.state.course
    assert table.state.course.phase is Phase.PLAYING
