"""Heat maps: where their peaks are, and which of several places count."""

import numpy as np

from pi_companion.vision.heats import apart, peaks


def bump(rows: int, columns: int, middle: tuple[float, float], height: float = 1.0) -> np.ndarray:
    y, x = np.mgrid[0:rows, 0:columns]
    away = (x - middle[0]) ** 2 + (y - middle[1]) ** 2
    return np.asarray(height * np.exp(-away / 2), np.float32)


def test_a_peak_lies_in_the_middle_of_its_cell() -> None:
    places, heights = peaks(bump(12, 20, (7, 4)), 0.3, 5, stride=4)
    assert np.allclose(places, [[30, 18]], atol=1e-3)
    assert np.allclose(heights, [1.0])


def test_a_peak_leans_to_where_its_neighbours_are_higher() -> None:
    places, _ = peaks(bump(12, 20, (7.3, 4)), 0.3, 5, stride=4)
    assert 30.2 < places[0, 0] < 31.5


def test_a_peak_at_the_edge_leans_only_inward() -> None:
    places, heights = peaks(bump(12, 20, (0, 11)), 0.3, 5, stride=1)
    assert np.allclose(heights, [1.0])
    assert 0.5 < places[0, 0] < 1.5
    assert 10.5 < places[0, 1] < 11.5


def test_the_highest_come_first_and_no_more_than_wanted() -> None:
    bumps = [bump(12, 40, (5, 5), 0.5), bump(12, 40, (20, 5)), bump(12, 40, (33, 5), 0.8)]
    heat: np.ndarray = np.max(bumps, axis=0)
    places, heights = peaks(heat, 0.3, 2, stride=1)
    assert np.allclose(heights, [1.0, 0.8], atol=1e-5)
    assert np.allclose(places[:, 0], [20.5, 33.5], atol=0.01)


def test_what_is_lower_than_the_threshold_is_no_peak() -> None:
    places, heights = peaks(bump(12, 20, (7, 4), 0.2), 0.3, 5, stride=4)
    assert places.shape == (0, 2)
    assert heights.shape == (0,)


def test_a_place_too_near_to_a_better_one_is_left_out() -> None:
    assert apart(np.array([[0.0, 0.0], [3.0, 0.0], [9.0, 0.0]]), 5.0) == [0, 2]
