"""The opening roll is known while it lies there, and only where it is sure who threw which die."""

import pytest

from pi_companion.referee.events import OpeningRoll
from pi_companion.referee.opening import opening_thrown
from tests.referee.conftest import Table


@pytest.mark.parametrize(("dice", "roll"), [("3-1", OpeningRoll(3, 1)), ("1-3", OpeningRoll(1, 3)), ("4-4", None)])
def test_each_throws_into_the_half_at_his_right_hand(dice: str, roll: OpeningRoll | None) -> None:
    table = Table()
    table.do(f"looks; opening {dice}")
    assert opening_thrown(table.state) == roll


def test_dice_in_one_half_say_nothing_of_whose_they_are() -> None:
    table = Table()
    table.do("looks")
    table.dice = ((3, (0.6, 0.45)), (1, (0.75, 0.5)))
    table.look()
    assert opening_thrown(table.state) is None


def test_dice_that_were_only_glimpsed_are_no_roll_yet() -> None:
    table = Table()
    table.do("looks")
    table.dice = ((3, (0.7, 0.45)), (1, (0.3, 0.5)))
    table.look(1)
    assert opening_thrown(table.state) is None


def test_after_the_first_turn_there_is_none() -> None:
    table = Table()
    table.do("looks; opening 3-1; 8/5 6/5; lifts; rolls 6-4")
    assert opening_thrown(table.state) is None
