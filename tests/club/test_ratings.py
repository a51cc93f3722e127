"""Ratings against figures worked out by hand from the formula of FIBS."""

import doctest

import pytest

from pi_companion.club import players, ratings
from pi_companion.club.ratings import Result, rate, upset_chance, weight


def result(winner: str, loser: str, length: int) -> Result:
    return Result(1, winner, loser, length, None)


def test_two_newcomers_in_a_one_point_match() -> None:
    # 4 * 5 * sqrt(1) * 0.5 = 10
    (step,) = rate([result("Ada", "Bo", 1)])
    assert (step.winner.rating, step.loser.rating) == (1010, 990)


def test_an_upset_after_a_nine_point_match() -> None:
    # First 4 * 5 * 3 * 0.5 = 30 each way: 1030 and 970. Then Bo, 60 lower, wins to 4. 60 * 2 / 2000 = 0.06 and
    # 10 ** 0.06 = 1.148154, so the upset has 1 / 2.148154 = 0.465516 and Bo's gain is 4 * 4.91 * 2 * 0.534484.
    _, step = rate([result("Ada", "Bo", 9), result("Bo", "Ada", 4)])
    assert step.winner_gain == pytest.approx(20.9945, abs=1e-4)
    assert step.winner.rating == pytest.approx(990.9945, abs=1e-4)
    assert step.loser.rating == pytest.approx(1009.0055, abs=1e-4)


def test_the_better_player_wins_again() -> None:
    # 1030 against 970 to 4: 4 * 4.91 * 2 * 0.465516 = 18.2855
    _, step = rate([result("Ada", "Bo", 9), result("Ada", "Bo", 4)])
    assert step.winner_gain == pytest.approx(18.2855, abs=1e-4)
    assert (step.winner.won, step.winner.lost, step.winner.experience) == (2, 0, 13)


@pytest.mark.parametrize(
    ("difference", "length", "chance"),
    # 10 ** 0.1 = 1.258925; 10 ** 0.5 = 3.162278; 10 ** 1 = 10
    [(0, 9, 0.5), (200, 1, 1 / 2.258925), (200, 25, 1 / 4.162278), (500, 16, 1 / 11)],
)
def test_the_chance_of_an_upset(difference: float, length: int, chance: float) -> None:
    assert upset_chance(difference, length) == pytest.approx(chance, abs=1e-6)


def test_a_newcomer_moves_more_than_a_settled_player() -> None:
    steps = rate([*(result("Old", f"P{number}", 25) for number in range(16)), result("New", "Old", 1)])
    last = steps[-1]
    assert last.loser.experience == 401
    assert last.winner_gain == pytest.approx(-5 * last.loser_gain)
    assert weight(399) == pytest.approx(1.01)


def test_a_rating_is_provisional_until_enough_was_played() -> None:
    steps = rate([result("Ada", "Bo", 7) for _ in range(8)])
    assert [step.winner.provisional for step in steps] == [True] * 7 + [False]


def test_examples_hold() -> None:
    for module in (ratings, players):
        failed, tried = doctest.testmod(module)
        assert tried
        assert not failed
