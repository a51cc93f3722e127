import pytest

from pi_companion.errors import InputError
from pi_companion.rules import Cube, GameResult, MatchScore, Offer, Roll, Side, WinKind, can_double, why_not_double

MONEY = MatchScore(0)
OPEN = MatchScore(7, white=2, black=3)


def test_either_side_may_double_with_the_cube_in_the_centre() -> None:
    assert all(can_double(Cube(), side, OPEN) for side in Side)


def test_only_the_owner_may_redouble() -> None:
    cube = Cube(2, Side.BLACK)
    assert can_double(cube, Side.BLACK, OPEN)
    assert why_not_double(cube, Side.WHITE, OPEN) == "White may not double, because Black owns the cube."


def test_doubling_comes_before_the_roll() -> None:
    reason = why_not_double(Cube(), Side.WHITE, OPEN, Roll(3, 1))
    assert reason == "White has already rolled 3-1; doubling comes before the roll."


def test_nobody_doubles_in_the_crawford_game() -> None:
    crawford = MatchScore(5, white=4, black=2, crawford=True)
    for side in Side:
        assert why_not_double(Cube(), side, crawford) == "There is no doubling in the Crawford game."


def test_after_the_crawford_game_only_the_trailer_may_double() -> None:
    score = MatchScore(5, white=4, black=2, post_crawford=True)
    assert can_double(Cube(), Side.BLACK, score)
    assert "the cube is dead" in str(why_not_double(Cube(), Side.WHITE, score))


@pytest.mark.parametrize(
    ("cube", "away", "may"),
    [(1, 2, True), (2, 3, True), (2, 2, False), (4, 2, False), (4, 4, False), (4, 5, True), (1, 1, False)],
)
def test_a_cube_that_already_suffices_is_dead(cube: int, away: int, may: bool) -> None:  # noqa: FBT001 a table's column
    score = MatchScore(9, white=9 - away, post_crawford=True)
    owner = Side.WHITE if cube > 1 else None
    assert can_double(Cube(cube, owner), Side.WHITE, score) is may


def test_the_cube_ends_at_64() -> None:
    assert can_double(Cube(32, Side.WHITE), Side.WHITE, MONEY)
    assert why_not_double(Cube(64, Side.WHITE), Side.WHITE, MONEY) == "The cube is at 64 and goes no higher."


def test_a_take_gives_the_cube_to_the_taker_at_twice_the_value() -> None:
    offer = Offer(Cube(2, Side.WHITE), Side.WHITE)
    assert offer.value == 4
    assert offer.taken() == Cube(4, Side.BLACK)


def test_a_drop_gives_the_doubler_what_the_cube_showed() -> None:
    assert Offer(Cube(), Side.BLACK).dropped() == GameResult(Side.BLACK, 1, WinKind.DROP)
    assert Offer(Cube(4, Side.WHITE), Side.WHITE).dropped() == GameResult(Side.WHITE, 4, WinKind.DROP)


def test_a_double_by_a_side_without_the_cube_is_refused() -> None:
    with pytest.raises(InputError, match="only the cube's owner may double, but White came"):
        Offer(Cube(2, Side.BLACK), Side.WHITE)


def test_there_are_beavers_in_money_play_only() -> None:
    offer = Offer(Cube(), Side.WHITE)
    assert offer.beavered(MONEY) == Cube(4, Side.BLACK)
    assert offer.why_not_beaver(OPEN) == "There are no beavers in a match: a double is taken or dropped."
    with pytest.raises(InputError, match="no beavers in a match"):
        offer.beavered(OPEN)
    assert Offer(Cube(32, Side.WHITE), Side.WHITE).why_not_beaver(MONEY) is not None


@pytest.mark.parametrize("value", [0, -2, 3, 12])
def test_a_number_that_no_cube_shows_is_refused(value: int) -> None:
    with pytest.raises(InputError, match=f"but {value} came"):
        Cube(value)
