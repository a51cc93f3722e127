"""The cube's value and owner, weighed together."""

import numpy as np
import pytest

from pi_companion.rules import Side
from pi_companion.vision.cube import value_and_owner
from pi_companion.vision.nets import CUBE_VALUES
from pi_companion.vision.observation import CubeSeen

FACES = (*CUBE_VALUES, 1)


def seen(face: int, y: float, sure: float = 0.97) -> CubeSeen:
    chances = np.full(7, (1 - sure) / 6)
    chances[FACES.index(face)] = sure
    return CubeSeen(np.log(chances).astype(np.float32), (0.0, 0.0), (0.5, y))


@pytest.mark.parametrize(
    ("face", "y", "wanted"),
    [
        (64, 0.5, (1, None)),
        (1, 0.5, (1, None)),
        (64, 0.95, (64, Side.WHITE)),
        (16, 0.95, (16, Side.WHITE)),
        (4, 0.05, (4, Side.BLACK)),
        (2, 0.5, (2, None)),
    ],
)
def test_face_and_place_give_value_and_owner(face: int, y: float, wanted: tuple[int, Side | None]) -> None:
    assert value_and_owner(seen(face, y)) == wanted


def test_a_high_number_in_the_middle_is_rather_that_of_a_side_than_four_automatic_doubles() -> None:
    assert value_and_owner(seen(16, 0.5)) == (1, None)
