"""Chances counted by playing all rolls, against what the literature and plain arithmetic know."""

import random
from itertools import product

import pytest

from pi_companion.coach.chances import ROLLS, all_rolls, blots, entering, finishing, shots
from pi_companion.rules import BAR, Position, Side
from tests.coach.boards import board

WHITE, BLACK = Side.WHITE, Side.BLACK


# How many rolls hit a blot so many pips away with nothing in between: the table in every book on the game.
BY_DISTANCE = {
    1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3,
    13: 0, 14: 0, 15: 1, 16: 1, 17: 0, 18: 1, 19: 0, 20: 1, 21: 0, 22: 0, 23: 0,
}  # fmt: skip


@pytest.mark.parametrize(("distance", "rolls"), BY_DISTANCE.items())
def test_a_blot_so_many_pips_away(distance: int, rolls: int) -> None:
    # Black's one checker stands on its 24-point, which is White's 1-point; White's blot is `distance` beyond.
    position = board({1 + distance: 1}, {24: 1})
    assert shots(position, WHITE) == ((rolls,), rolls)


ENTERING = {0: 36, 1: 35, 2: 32, 3: 27, 4: 20, 5: 11, 6: 0}
"""Rolls that enter, by how many points of the opponent's home board are made."""


@pytest.mark.parametrize(("made", "rolls"), ENTERING.items())
def test_entering_against_so_many_points(made: int, rolls: int) -> None:
    position = board({BAR: 1}, dict.fromkeys(range(1, made + 1), 2))
    assert entering(position, WHITE) == rolls
    two = board({BAR: 2}, dict.fromkeys(range(1, made + 1), 2))
    assert entering(two, WHITE) == rolls


TWO_LEFT = {
    (1, 1): 36, (1, 2): 36, (1, 3): 34, (1, 4): 29, (1, 5): 23, (1, 6): 15,
    (2, 2): 26, (2, 3): 25, (2, 4): 23, (2, 5): 19, (2, 6): 13,
    (3, 3): 17, (3, 4): 17, (3, 5): 14, (3, 6): 10,
    (4, 4): 11, (4, 5): 10, (4, 6): 8, (5, 5): 6, (5, 6): 6, (6, 6): 4,
}  # fmt: skip
"""Rolls that bear off the last two checkers, as the books have them."""


@pytest.mark.parametrize(("points", "rolls"), TWO_LEFT.items())
def test_bearing_off_the_last_two(points: tuple[int, int], rolls: int) -> None:
    placed = {points[0]: 2} if points[0] == points[1] else dict.fromkeys(points, 1)
    assert finishing(board(placed, {1: 15}), WHITE) == rolls


@pytest.mark.parametrize(("point", "rolls"), {1: 36, 2: 36, 3: 36, 4: 34, 5: 31, 6: 27}.items())
def test_bearing_off_the_last_one(point: int, rolls: int) -> None:
    assert finishing(board({point: 1}, {1: 15}), WHITE) == rolls


def test_all_rolls_are_36() -> None:
    assert sum(ways for _, ways in all_rolls()) == ROLLS
    assert len({roll.dice for roll, _ in all_rolls()}) == 21


def naive_shots(blot: int, hitters: list[int], blocked: set[int]) -> int:
    """Count hitting rolls with dice thrown one by one: distances and stops alone, no rules of play.

    All places are in the hitters' own numbering; none of them is on the bar, and none may bear off.
    """

    def reaches(start: int, dice: tuple[int, ...]) -> bool:
        if start == blot:
            return True
        return any(
            start - die >= blot and start - die not in blocked and reaches(start - die, dice[:n] + dice[n + 1 :])
            for n, die in enumerate(dice)
        )

    rolls = product(range(1, 7), repeat=2)
    return sum(any(reaches(hitter, (a,) * 4 if a == b else (a, b)) for hitter in hitters) for a, b in rolls)


@pytest.mark.parametrize("seed", range(40))
def test_shots_agree_with_a_count_by_hand(seed: int) -> None:
    """A blot, some hitters and some points in the way, at random; four checkers past it can play any other die."""
    chance = random.Random(seed)
    places = chance.sample(range(8, 25), 6)
    blot = places[0]
    hitters, blocks = places[1:3], places[3:]
    position = board(
        {BAR - blot: 1} | {BAR - block: 2 for block in blocks},
        dict.fromkeys(hitters, 2) | {7: 4},
    )
    expected = naive_shots(blot, hitters, set(blocks))
    assert blots(position, WHITE) == (BAR - blot,)
    assert shots(position, WHITE) == ((expected,), expected)


def test_a_checker_on_the_bar_must_enter_before_it_hits_elsewhere() -> None:
    # Black is on the bar against a five-point board: only a 6 enters, and only 6-5 and 6-6 do more.
    # Black's 6 enters on White's 6-point; from there White's blot on its 11-point is 5 away.
    position = board({1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 11: 1}, {BAR: 1})
    assert shots(position, WHITE) == ((2,), 2)


def test_both_sides_mirrored_agree() -> None:
    position = board({8: 1, 5: 1, 24: 2, 13: 3}, {24: 2, 20: 1, 6: 5})
    mirrored = Position(position.black, position.white)
    assert shots(position, WHITE) == shots(mirrored, BLACK)
