"""Still boards and moving ones."""

import numpy as np

from pi_companion.vision.geometry import BoardGeometry
from pi_companion.vision.settle import Motion, Settling

GEOMETRY = BoardGeometry(np.array([[100.0, 50.0], [540.0, 50.0], [560.0, 330.0], [80.0, 330.0]]), 0.08)


def picture(seed: int = 0) -> np.ndarray:
    """A board of fixed texture with a camera's noise."""
    base = np.random.default_rng(1).integers(60, 180, (38, 64, 3)).astype(np.float32)
    board = np.kron(base, np.ones((10, 10, 1), np.float32))
    return np.clip(board + np.random.default_rng(seed).normal(0, 4, board.shape), 0, 255).astype(np.uint8)


def motions(pictures: list[np.ndarray]) -> list[Motion]:
    settling, out = Settling(), []
    for one in pictures:
        settling, motion = settling.step(one, GEOMETRY)
        out.append(motion)
    return out


def test_a_still_board_settles_once_and_stays() -> None:
    assert motions([picture(n) for n in range(4)]) == [
        Motion.MOVING,
        Motion.SETTLED,
        Motion.UNCHANGED,
        Motion.UNCHANGED,
    ]


def test_a_moved_checker_settles_again() -> None:
    changed = picture(5)
    changed[200:225, 300:325] = 250
    assert motions([picture(0), picture(1), changed, changed])[2:] == [Motion.MOVING, Motion.SETTLED]


def test_a_small_dark_die_is_noticed() -> None:
    changed = picture(5)
    changed[200:212, 300:312] = 0
    assert motions([picture(0), picture(1), changed])[-1] is Motion.MOVING


def test_what_passes_beside_the_board_does_not_count() -> None:
    passing = picture(5)
    passing[355:, :60] = 255
    assert motions([picture(0), picture(1), passing])[-1] is Motion.UNCHANGED


def test_a_lamp_that_dims_a_little_does_not_count() -> None:
    dimmed = np.clip(picture(5).astype(np.float32) - 5, 0, 255).astype(np.uint8)
    assert motions([picture(0), picture(1), dimmed])[-1] is Motion.UNCHANGED
