"""Colours under different light."""

import numpy as np
import pytest

from pi_companion.vision.colours import balance, likeness, measure
from pi_companion.vision.geometry import CANVAS_PX

WHITE_AT, BLACK_AT = np.array([[200.0, 100.0], [220.0, 100.0]]), np.array([[300.0, 200.0]])


def view(gain: tuple[float, float, float] = (1, 1, 1)) -> np.ndarray:
    """Green felt with two light checkers and a dark one."""
    out = np.full((CANVAS_PX[1], CANVAS_PX[0], 3), (60, 110, 50), np.float32)
    for x, y in WHITE_AT.astype(int):
        out[y - 9 : y + 10, x - 9 : x + 10] = (170, 190, 200)
    out[191:210, 291:310] = (30, 30, 90)
    return np.asarray(np.clip(out * gain, 0, 255), np.uint8)


def test_each_pixel_is_most_like_its_own_side() -> None:
    balanced = balance(view())
    white, black = measure(balanced, WHITE_AT), measure(balanced, BLACK_AT)
    assert white is not None
    assert black is not None
    like = likeness(balanced, white, black)
    assert like[100, 200, 0] > 200
    assert like[100, 200, 1] < 60
    assert like[200, 300, 1] > 200
    assert like[200, 300, 0] < 60
    assert like[50, 400].max() < 60


@pytest.mark.parametrize("gain", [(0.7, 0.85, 1.1), (1.2, 1.0, 0.8), (0.4, 0.4, 0.4)])
def test_another_light_leaves_the_likeness(gain: tuple[float, float, float]) -> None:
    balanced = balance(view())
    white, black = measure(balanced, WHITE_AT), measure(balanced, BLACK_AT)
    assert white is not None
    assert black is not None
    like = likeness(balance(view(gain)), white, black)
    assert like[100, 200, 0] > 180
    assert like[200, 300, 1] > 180


def test_no_checker_inside_the_view_has_no_colour() -> None:
    assert measure(balance(view()), np.array([[-20.0, 900.0]])) is None
