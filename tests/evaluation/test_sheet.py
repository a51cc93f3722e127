"""The worst cases as pictures."""

import numpy as np

from pi_companion.evaluation.marks import Part
from pi_companion.evaluation.sheet import (
    HEADER_PX,
    MOST_ALIKE,
    TILE_PX,
    Heading,
    Subject,
    Tile,
    board_tile,
    close_tile,
    corners_tile,
    sheet,
    worst,
)
from pi_companion.vision import BoardGeometry

GEOMETRY = BoardGeometry(np.array([[300.0, 100.0], [900.0, 100.0], [1000.0, 600.0], [200.0, 600.0]]), 0.08)
GREY = np.full((720, 1280, 3), 128, np.uint8)
TRUE = (0,) * 23 + (2,)


HEADING = Heading(Part.GAMES, "board", "what was read")


def tile(level: int, badness: float, board: str = "board") -> Tile:
    picture = np.full((TILE_PX[1], TILE_PX[0], 3), level, np.uint8)
    return Tile(Heading(Part.GAMES, board, f"level {level}"), Subject.BOARD, badness, picture)


def test_the_worst_come_first_and_the_rest_is_left_out() -> None:
    page = sheet(worst([tile(10, 1), tile(20, 3), tile(30, 2), tile(40, 5)], most=3))
    assert page.shape == (TILE_PX[1] + HEADER_PX, 3 * TILE_PX[0], 3)
    middles = page[HEADER_PX + TILE_PX[1] // 2, TILE_PX[0] // 2 :: TILE_PX[0], 0]
    assert middles.tolist() == [40, 20, 30]


def test_one_bad_board_does_not_fill_the_sheet() -> None:
    chosen = worst([*(tile(10, 9, "bad") for _ in range(20)), tile(20, 1, "good")])
    assert [one.heading.board for one in chosen] == ["bad"] * MOST_ALIKE + ["good"]


def test_a_single_case_makes_a_small_sheet() -> None:
    assert sheet([tile(10, 1)]).shape == (TILE_PX[1] + HEADER_PX, TILE_PX[0], 3)


def test_both_counts_are_drawn_over_a_wrong_column_alone() -> None:
    right = board_tile(HEADING, GREY, GEOMETRY, TRUE, TRUE)
    wrong = board_tile(HEADING, GREY, GEOMETRY, (0,) * 23 + (3,), TRUE)
    assert np.array_equal(right.picture, GEOMETRY.rectify(GREY))
    changed = np.flatnonzero((wrong.picture != right.picture).any(axis=(0, 2)))
    assert changed.min() > TILE_PX[0] / 2
    assert (right.badness, wrong.badness) == (0, 1)


def test_a_die_is_shown_large_in_the_middle_of_its_close_view() -> None:
    picture = np.zeros((720, 1280, 3), np.uint8)
    picture[90:111, 90:111] = 255
    shown = close_tile(HEADING, Subject.DIE, picture, (100.0, 100.0), 20.0)
    bright = np.argwhere(shown.picture[:, : TILE_PX[1], 0] > 200)
    assert np.abs(bright.mean(axis=0) - TILE_PX[1] / 2).max() < 4
    assert len(bright) > 60**2


def test_corners_are_drawn_as_found_and_as_they_are() -> None:
    shown = corners_tile(HEADING, GREY, GEOMETRY.corners_px + 20, GEOMETRY.corners_px, 0.03)
    assert (shown.picture[..., 1] > 200).any()
    assert (shown.picture[..., 2] > 200).any()
