"""The cube's numbers: they differ, stay on the face, and are drawn alike by the same pen."""

from dataclasses import replace

import numpy as np
import pytest

from pi_companion.simulation.numerals import Lettering, draw_number, random_lettering

NUMBERS = (2, 4, 8, 16, 32, 64)
PLAIN = Lettering(weight=0.16, contrast=1.0, wide=0.62, serifs=False, slant=0.0, gap=0.08, bent=0.0, open_four=False)


@pytest.mark.parametrize("seed", range(20))
def test_every_pen_draws_six_different_numbers_within_the_face(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pen, share = random_lettering(rng), float(rng.uniform(0.32, 0.68))
    drawn = [draw_number(number, pen, 64, share) for number in NUMBERS]
    for ink in drawn:
        edge = np.concatenate([ink[0], ink[-1], ink[:, 0], ink[:, -1]])
        assert edge.max() == 0
        assert 0.02 < ink.mean() < 0.5
    for one in range(6):
        for other in range(one):
            assert np.abs(drawn[one] - drawn[other]).mean() > 0.01


def test_digits_are_as_high_as_wanted() -> None:
    rows = np.nonzero(draw_number(8, PLAIN, 100, 0.5).max(axis=1) > 0.5)[0]
    assert abs(rows[-1] - rows[0] + 1 - 50) <= 2


def test_a_bolder_pen_leaves_more_ink() -> None:
    bold = replace(PLAIN, weight=0.24)
    assert draw_number(16, bold, 64, 0.5).sum() > 1.2 * draw_number(16, PLAIN, 64, 0.5).sum()


def test_a_digit_that_no_cube_bears_is_refused() -> None:
    with pytest.raises(ValueError, match="'7'"):
        draw_number(7, PLAIN, 64, 0.5)
