import pytest

from pi_companion.errors import InputError
from pi_companion.rules import Roll, Side


def test_the_opponents_opponent_is_oneself() -> None:
    assert Side.WHITE.opponent is Side.BLACK
    assert all(side.opponent.opponent is side for side in Side)


def test_a_roll_is_played_higher_die_first_but_kept_as_it_fell() -> None:
    roll = Roll(2, 5)
    assert (roll.a, roll.b) == (2, 5)
    assert roll.dice == roll.steps == (5, 2)
    assert not roll.is_double


def test_doubles_are_played_four_times() -> None:
    assert Roll(4, 4).steps == (4, 4, 4, 4)
    assert Roll(4, 4).is_double


@pytest.mark.parametrize(("a", "b"), [(0, 1), (7, 1), (1, 0), (1, 7), (-1, 3)])
def test_a_die_that_cannot_be_is_refused(a: int, b: int) -> None:
    with pytest.raises(InputError, match=f"1 to 6, but {a} and {b} came"):
        Roll(a, b)
