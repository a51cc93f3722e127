"""The cube's value and owner, weighed together."""

import numpy as np
import pytest

from pi_companion.rules import Side
from pi_companion.vision.cube import CubeFinder, tops_of, value_and_owner
from pi_companion.vision.geometry import BoardGeometry
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


def test_the_front_of_a_cube_is_not_its_top() -> None:
    geometry = BoardGeometry(np.array([[200.0, 100.0], [1000, 100], [1000, 600], [200, 600]]), 0.08)
    places = np.array([[280.0, 150], [280, 176], [100, 300]])
    assert tops_of(places, np.array([0.6, 0.5, 0.3], np.float32), geometry) == [0, 2]
    assert tops_of(places, np.array([0.5, 0.6, 0.3], np.float32), geometry) == [0, 1, 2]


def test_the_cube_is_read_by_all_its_looks() -> None:
    """The piece at the noticed place says 16, those beside it 64; two of three are believed."""
    finder = CubeFinder()
    answers = iter(([16], [64, 64]))

    def says(pieces: np.ndarray) -> np.ndarray:
        out = np.full((len(pieces), 8), -8.0, np.float32)
        for row, face in zip(out, next(answers), strict=True):
            row[FACES.index(face)] = 0
        return out

    finder._network = says  # type: ignore[assignment]
    geometry = BoardGeometry(np.array([[200.0, 100.0], [1000, 100], [1000, 600], [200, 600]]), 0.08)
    heat = np.zeros((88, 140), np.float32)
    heat[44, 70] = 0.9
    cube = finder.find(np.zeros((720, 1280, 3), np.uint8), geometry, heat)
    assert cube is not None
    assert value_and_owner(cube) == (1, None)
