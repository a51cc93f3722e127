"""Scripts of what players do, and the events that must follow."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from pi_companion.referee.events import (
    Corrected,
    Doubled,
    IllegalPlay,
    NoMove,
    OpeningRoll,
    Played,
    Rolled,
    TableEvent,
    Taken,
    Unclear,
)
from pi_companion.rules import Breach, Side

if TYPE_CHECKING:
    from tests.referee.conftest import Table

BEGUN = "looks; opening 3-1; 8/5 6/5; lifts"
"""White has opened with 3-1 and lifted the dice."""

CLOSED = "aBBBBBB------C-----eed----"
"""Black is on the bar against a closed board."""


def names(events: Sequence[TableEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_a_turn_is_not_told_while_its_dice_lie_there(table: "Table") -> None:
    assert table.do("looks; opening 3-1; 8/5 6/5") == []


def test_lifting_the_dice_ends_the_turn(table: "Table") -> None:
    opening, played = table.do(BEGUN)
    assert opening == OpeningRoll(3, 1)
    assert isinstance(played, Played)
    assert (played.side, played.dice, played.play, played.position) == (Side.WHITE, (3, 1), "8/5 6/5", table.position)


def test_the_button_ends_the_turn_though_the_dice_still_lie_there(table: "Table") -> None:
    assert names(table.do("looks; opening 3-1; 8/5 6/5; presses")) == ["OpeningRoll", "Played"]


def test_the_opponents_roll_ends_the_turn(table: "Table") -> None:
    events = table.do("looks; opening 3-1; 8/5 6/5; passes; rolls 5-2")
    assert names(events) == ["OpeningRoll", "Played", "Rolled"]


def test_one_look_without_dice_ends_nothing(table: "Table") -> None:
    table.looks = 1
    assert table.do("looks; opening 3-1; 8/5 6/5; lifts") == []


def test_dice_that_are_read_again_were_not_lifted(table: "Table") -> None:
    table.do("looks; opening 3-1; 8/5 6/5")
    dice, table.dice = table.dice, ()
    table.look(1)
    table.dice = dice
    table.look(3)
    assert names(table.events) == ["MatchStarted", "GameStarted"]


def test_black_opens_when_black_threw_the_higher_die(table: "Table") -> None:
    opening, played = table.do("looks; opening 2-4; 8/4 6/4; lifts")
    assert opening == OpeningRoll(2, 4)
    assert isinstance(played, Played)
    assert played.side is Side.BLACK


def test_a_tie_is_told_and_thrown_again(table: "Table") -> None:
    events = table.do("looks; opening 4-4; opening 3-1; 8/5 6/5; lifts")
    assert names(events) == ["OpeningRoll", "OpeningRoll", "Played"]
    assert events[0] == OpeningRoll(4, 4)


def test_two_ties_are_two_events(table: "Table") -> None:
    events = table.do("looks; opening 4-4; opening 2-2; opening 6-1; 13/7 8/7; lifts")
    assert events[:3] == [OpeningRoll(4, 4), OpeningRoll(2, 2), OpeningRoll(6, 1)]


def test_an_opening_roll_that_is_first_seen_with_its_play(table: "Table") -> None:
    table.do("looks; quietly 8/5 6/5")
    assert names(table.do("opening 3-1; lifts")) == ["OpeningRoll", "Played"]


def test_the_wrong_player_may_begin_and_the_dice_say_whose_is_whose(table: "Table") -> None:
    table.do("looks; opening 6-1")
    table.side = Side.BLACK
    opening, played = table.do("13/7 8/7; lifts")
    assert opening == OpeningRoll(6, 1)
    assert isinstance(played, Played)
    assert played.side is Side.BLACK


def test_roll_and_play_first_seen_together_are_two_events(table: "Table") -> None:
    table.do(BEGUN)
    table.do("quietly 24/22 13/8")
    assert names(table.do("rolls 5-2; lifts")) == ["Rolled", "Played"]


def test_a_quick_player_whose_play_is_only_seen_under_the_next_roll(table: "Table") -> None:
    table.do(BEGUN)
    events = table.do("rolls 5-2; quietly 24/22 13/8; passes; rolls 6-4")
    assert names(events) == ["Rolled", "Played", "Rolled"]
    assert isinstance(events[1], Played)
    assert events[1].position == table.position


def test_two_plays_at_once_are_told_in_order(table: "Table") -> None:
    table.do(BEGUN)
    events = table.do("rolls 5-2; quietly 24/22 13/8; passes; quietly 24/20 13/7; rolls 6-4; lifts")
    assert names(events) == ["Rolled", "Played", "Rolled", "Played"]
    assert [event.side for event in events if isinstance(event, Played)] == [Side.BLACK, Side.WHITE]


def test_trial_moves_are_ignored(table: "Table") -> None:
    table.do(BEGUN)
    before = table.position
    table.do("rolls 5-2; 13/8 13/11")
    table.position = before
    events = table.do("looks; 24/22 13/8; lifts")
    assert names(events) == ["Played"]
    assert isinstance(events[0], Played)
    assert events[0].play == "24/22 13/8"


def test_a_checker_moved_halfway_is_no_play(table: "Table") -> None:
    table.do(BEGUN)
    assert names(table.do("rolls 5-2; 13/8")) == ["Rolled"]


def test_dice_left_lying_are_no_new_roll(table: "Table") -> None:
    table.do("looks; opening 3-1; 8/5 6/5; presses; passes")
    assert table.do("looks; looks; looks") == []
    events = table.do("rolls 5-2; 24/22 13/8; lifts")
    assert names(events) == ["Rolled", "Played"]


def test_nudged_dice_are_no_new_roll(table: "Table") -> None:
    table.do(BEGUN)
    events = table.do("rolls 5-2; nudges; 24/22 13/8; lifts")
    assert names(events) == ["Rolled", "Played"]


def test_the_same_numbers_by_the_opponent_are_a_new_roll(table: "Table") -> None:
    table.do(BEGUN)
    events = table.do("rolls 5-2; 24/22 13/8; passes; rolls 5-2; 24/22 13/8; lifts")
    assert [event.side for event in events if isinstance(event, Played)] == [Side.BLACK, Side.WHITE]


def test_a_roll_that_cannot_be_played_is_no_move(table: "Table") -> None:
    table.adopt(CLOSED, Side.BLACK)
    events = table.do("rolls 5-2; lifts")
    assert events == [Rolled(Side.BLACK, (5, 2)), NoMove(Side.BLACK, (5, 2), table.position)]


def test_two_no_moves_in_a_row_need_no_look_between(table: "Table") -> None:
    table.adopt(CLOSED, Side.BLACK)
    assert names(table.do("rolls 5-2; passes; rolls 6-5")) == ["Rolled", "NoMove", "Rolled"]


def test_an_illegal_play_is_told_when_the_dice_are_lifted(table: "Table") -> None:
    table.do(BEGUN)
    events = table.do("rolls 5-2; 24/22 13/7; lifts")
    assert names(events) == ["Rolled", "IllegalPlay"]
    assert isinstance(events[1], IllegalPlay)
    assert events[1].breaches == (Breach.WRONG_DISTANCE,)
    assert events[1].position == table.position


BEARING_OFF = "-AACA------a-a---a-fabc---"


@pytest.mark.parametrize("sure", [7.0, 9.0])
def test_half_a_roll_borne_off_is_illegal_when_the_button_is_pressed(table: "Table", sure: float) -> None:
    table.eye.sure = sure
    table.adopt(BEARING_OFF, Side.WHITE)
    table.throw("4-1")
    assert "Played" not in names(table.do("quietly 1/off; looks; presses"))
    events = table.do("looks")
    assert names(events) in (["IllegalPlay"], ["Rolled", "IllegalPlay"])
    assert isinstance(events[-1], IllegalPlay)
    assert events[-1].breaches == (Breach.MUST_PLAY_BOTH,)


def test_a_legal_play_that_fits_ill_is_not_told_at_the_press_where_an_illegal_one_fits_well(table: "Table") -> None:
    table.eye.trays = False  # so the one point that tells is all that speaks against 4/off 1/off
    table.adopt(BEARING_OFF, Side.WHITE)
    table.throw("4-1")
    assert "Played" not in names(table.do("quietly 1/off; looks; presses; looks"))


@pytest.mark.parametrize("trays", [True, False])
@pytest.mark.parametrize("over", ["presses; looks", "lifts; looks"])
def test_half_of_a_roll_played_is_illegal_as_soon_as_the_turn_is_over(table: "Table", over: str, trays: bool) -> None:  # noqa: FBT001
    table.eye.trays = trays
    table.do(BEGUN)
    events = table.do(f"rolls 5-2; 13/8; {over}")
    assert names(events) == ["Rolled", "IllegalPlay"]
    assert isinstance(events[1], IllegalPlay)
    assert events[1].position == table.position


@pytest.mark.parametrize("thought_about", [3, 30])
def test_an_illegal_play_is_told_at_the_press_however_long_it_was_thought_about(
    table: "Table", thought_about: int
) -> None:
    table.do(BEGUN)
    table.do("rolls 5-2; 24/22 13/7")
    table.look(thought_about)
    table.do("presses")
    before = len(table.events)
    table.look(1)
    assert names(table.events[before:]) == ["IllegalPlay"]


def test_an_illegal_play_put_right_before_the_dice_are_lifted_is_none(table: "Table") -> None:
    table.do(BEGUN)
    before = table.position
    table.do("rolls 5-2; 24/22 13/7")
    table.position = before
    assert names(table.do("24/22 13/8; lifts")) == ["Played"]


def test_an_illegal_play_is_corrected(table: "Table") -> None:
    table.do(BEGUN)
    before = table.position
    table.do("rolls 5-2; 24/22 13/7; lifts; passes")
    table.position = before
    (corrected,) = table.do("24/22 13/8")
    assert isinstance(corrected, Corrected)
    assert (corrected.side, corrected.play, corrected.position) == (Side.BLACK, "24/22 13/8", table.position)


def test_an_illegal_play_stands_when_the_opponent_rolls(table: "Table") -> None:
    table.do(BEGUN)
    events = table.do("rolls 5-2; 24/22 13/7; lifts; rolls 6-4; 24/14; lifts")
    assert names(events) == ["Rolled", "IllegalPlay", "Stood", "Rolled", "Played"]


def test_a_correction_first_seen_under_the_opponents_roll(table: "Table") -> None:
    table.do(BEGUN)
    before = table.position
    table.do("rolls 5-2; 24/22 13/7; lifts; passes")
    table.position = before
    events = table.do("quietly 24/22 13/8; passes; rolls 6-4; 24/14; lifts")
    assert names(events) == ["Corrected", "Rolled", "Played"]


def test_only_half_of_a_roll_played_is_illegal(table: "Table") -> None:
    table.do(BEGUN)
    events = table.do("rolls 5-2; 13/8; passes; rolls 6-4; 24/14; lifts")
    assert names(events) == ["Rolled", "IllegalPlay", "Stood", "Rolled", "Played"]
    assert isinstance(events[1], IllegalPlay)
    assert events[1].breaches == (Breach.MUST_PLAY_BOTH,)


def test_nothing_moved_is_told_once_the_opponent_has_played_on(table: "Table") -> None:
    table.do(BEGUN)
    events = table.do("rolls 5-2; passes; rolls 6-4; 24/14; lifts")
    assert names(events) == ["Rolled", "IllegalPlay", "Stood", "Rolled", "Played"]
    assert isinstance(events[1], IllegalPlay)
    assert events[1].breaches == (Breach.NO_MOVE_MADE,)


def test_a_cube_that_changed_hands_was_offered_and_taken(table: "Table") -> None:
    table.do(BEGUN)
    events = table.do("cube 2 white; rolls 5-2; 24/22 13/8; lifts")
    assert events[:2] == [Doubled(Side.BLACK, 2), Taken(Side.WHITE)]
    assert names(events[2:]) == ["Rolled", "Played"]


def test_a_cube_on_the_doublers_own_side_is_no_double(table: "Table") -> None:
    table.do(BEGUN)
    events = table.do("cube 2 black; rolls 5-2; 24/22 13/8; lifts")
    assert names(events) == ["Rolled", "Played"]


def test_a_double_before_the_opening_roll_is_not_believed(table: "Table") -> None:
    assert names(table.do("looks; cube 2 black; opening 3-1; 8/5 6/5; lifts")) == ["OpeningRoll", "Played"]


def test_a_dead_cube_is_not_turned(new_table: "type[Table]") -> None:
    table = new_table(length=1)
    table.do(BEGUN)
    events = table.do("cube 2 white; rolls 5-2; 24/22 13/8; lifts")
    assert names(events) == ["Unclear", "Rolled", "Played"]
    assert isinstance(events[0], Unclear)
    assert "dead" in events[0].what
