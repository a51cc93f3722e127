"""Close-ups show what their labels say, whatever board and camera are drawn."""

import numpy as np
import pytest

from pi_companion.training.closeups import CloseShard, make_close_shard
from pi_companion.training.data import CORNER_STORE_PX, CUBE_STORE_PX, DICE_STORE_PX, NO_CUBE, NO_MARK


@pytest.fixture(scope="module")
def shard() -> CloseShard:
    return make_close_shard(3, 1)


def test_every_piece_has_its_label(shard: CloseShard) -> None:
    assert len(shard.dice) == len(shard.die_marks) > 5
    assert len(shard.cubes) == len(shard.cube_labels) > 1
    assert len(shard.corners) == len(shard.corner_places) > 5
    assert {piece.shape for piece in shard.dice} == {(DICE_STORE_PX, DICE_STORE_PX, 3)}
    assert {piece.shape for piece in shard.cubes} == {(CUBE_STORE_PX, CUBE_STORE_PX, 3)}
    assert {piece.shape for piece in shard.corners} == {(CORNER_STORE_PX, CORNER_STORE_PX, 3)}


def test_most_pieces_of_dice_have_one_in_their_middle(shard: CloseShard) -> None:
    middle = (DICE_STORE_PX - 1) / 2
    near = [
        any(np.hypot(x - middle, y - middle) < 8 for x, y, label in marks if label != NO_MARK)
        for marks in shard.die_marks
    ]
    assert np.mean(near) > 0.4


def test_a_corner_lies_where_its_label_says_within_the_middle_of_its_piece(shard: CloseShard) -> None:
    assert all(np.abs(place - (CORNER_STORE_PX - 1) / 2).max() <= 1.5 for place in shard.corner_places)


def test_cubes_have_a_number_or_are_none(shard: CloseShard) -> None:
    assert all(0 <= label <= NO_CUBE for label in shard.cube_labels)
    assert any(label < NO_CUBE for label in shard.cube_labels)


def test_the_same_seed_draws_the_same(shard: CloseShard) -> None:
    again = make_close_shard(3, 1)
    assert all(np.array_equal(one, other) for one, other in zip(shard.dice, again.dice, strict=True))
