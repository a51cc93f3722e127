"""Costs of places, and the best position of fifteen a side."""

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_companion.referee.look import best_position, columns, look_at, place_costs, pooled
from pi_companion.referee.rolls import ROLLS, die_chances, roll_chances
from pi_companion.rules import Position, Roll, Side, legal_plays

if TYPE_CHECKING:
    from tests.referee.conftest import Eye


def wandered(seed: int, turns: int) -> Position:
    rng = random.Random(seed)
    position, side = Position.start(), Side.WHITE
    for _ in range(turns):
        plays = legal_plays(position, side, Roll(rng.randint(1, 6), rng.randint(1, 6)))
        position = rng.choice(plays).result if plays else position
        side = side.opponent
    return position


@pytest.mark.parametrize("seed", range(8))
def test_the_best_position_is_the_one_shown(new_eye: "type[Eye]", seed: int) -> None:
    position = wandered(seed, 10 * seed)
    best, cost = best_position(look_at(new_eye().see(0, position)).costs)
    assert best == position
    assert cost == pytest.approx(0)


@pytest.mark.parametrize("seed", range(4))
def test_the_best_position_has_fifteen_a_side_whatever_is_shown(seed: int) -> None:
    costs = np.random.default_rng(seed).uniform(0, 7, (28, 31))
    costs[24:, 16:] = 1e6
    best, cost = best_position(costs)
    assert sum(best.white) == sum(best.black) == 15
    assert not best.placing_faults()
    assert cost == pytest.approx(float(costs.ravel()[columns(best)].sum()))


def test_a_pull_decides_where_the_picture_does_not(new_eye: "type[Eye]") -> None:
    position = wandered(3, 20)
    flat = look_at(new_eye(sure=0.0).see(0, position)).costs
    assert best_position(flat, position, 1.0)[0] == position


def test_no_place_costs_more_than_a_misread() -> None:
    costs = place_costs([0.0, -1000.0, -5.0])
    assert costs[0] == 0
    assert costs.max() < 6


def test_two_looks_at_one_misread_outvote_it(new_eye: "type[Eye]") -> None:
    eye = new_eye()
    true, other = Position.start(), wandered(1, 1)
    looks = [look_at(eye.see(0, position)) for position in (true, true, other)]
    assert pooled(looks).cost(true) < pooled(looks).cost(other)


def test_clear_dice_make_one_roll_sure() -> None:
    dice = [die_chances([0.0 if n == value - 1 else -20.0 for n in range(6)]) for value in (3, 1)]
    chances = roll_chances(dice)
    assert ROLLS[int(chances.argmax())] == Roll(3, 1)
    assert float(np.exp(chances.max())) > 0.99


def test_no_dice_leave_the_odds_of_two_dice() -> None:
    chances = np.exp(roll_chances([]))
    assert chances.sum() == pytest.approx(1)
    assert chances[ROLLS.index(Roll(6, 5))] == pytest.approx(2 / 36)
