"""The canonical view: where the field lies in it, and how strips are cut."""

import numpy as np
import pytest

from pi_companion.errors import ProfileError
from pi_companion.training.scenes import random_board
from pi_companion.vision.geometry import (
    CANVAS_PX,
    DEPTH_PX,
    PITCH_PX,
    BoardGeometry,
    Home,
    column_centres,
    cut_strips,
    cut_trays,
    field_corners,
    point_column,
    stretches,
    transform,
    tray_edge,
)

CORNERS = np.array([[300.0, 100.0], [900.0, 120.0], [1000.0, 600.0], [200.0, 580.0]])


def test_corners_land_on_the_corners_of_the_field() -> None:
    geometry = BoardGeometry(CORNERS, 0.08)
    assert np.allclose(geometry.canonical_from_picture(CORNERS), field_corners(0.08), atol=0.01)


def test_there_and_back_is_the_same_place() -> None:
    geometry = BoardGeometry(CORNERS, 0.08)
    points = np.array([[400.0, 300.0], [700.0, 500.0]])
    assert np.allclose(geometry.picture_from_canonical(geometry.canonical_from_picture(points)), points, atol=1e-3)


def test_board_coordinates_run_from_zero_to_one() -> None:
    geometry = BoardGeometry(CORNERS, 0.1)
    square = geometry.board_from_canonical(field_corners(0.1))
    assert np.allclose(square, [[0, 0], [1, 0], [1, 1], [0, 1]])


@pytest.mark.parametrize("bar", [0.03, 0.08, 0.2])
def test_the_scale_of_a_point_is_the_same_for_every_bar(bar: float) -> None:
    centres = column_centres(bar)
    assert np.allclose(np.diff(centres)[[0, 4, 6, 10]], PITCH_PX)
    assert np.isclose(centres.mean(), CANVAS_PX[0] / 2)


@pytest.mark.parametrize(
    ("point", "home", "expected"),
    [
        (6, Home.NEAR_RIGHT, (6, True)),
        (7, Home.NEAR_RIGHT, (5, True)),
        (13, Home.NEAR_RIGHT, (0, False)),
        (24, Home.NEAR_LEFT, (0, False)),
        (1, Home.NEAR_LEFT, (0, True)),
    ],
)
def test_points_lie_where_white_counts_them(point: int, home: Home, expected: tuple[int, bool]) -> None:
    assert point_column(point, home) == expected


def test_every_point_has_its_own_place() -> None:
    for home in Home:
        assert len({point_column(point, home) for point in range(1, 25)}) == 24


def test_a_strip_has_its_rail_at_the_top_on_both_sides() -> None:
    view = np.zeros((CANVAS_PX[1], CANVAS_PX[0], 1), np.uint8)
    top = (CANVAS_PX[1] - DEPTH_PX) // 2
    centre = round(column_centres(0.08)[3])
    view[top + 5, centre] = 200
    view[CANVAS_PX[1] - 1 - top - 5, centre] = 100
    strips = cut_strips(view, 0.08)
    assert strips[3, 25].max() == 200
    assert strips[15, 25].max() == 100


def test_turning_twice_is_no_turn() -> None:
    geometry = BoardGeometry(CORNERS, 0.08)
    assert np.allclose(geometry.turned().turned().corners_px, CORNERS)
    assert np.allclose(geometry.turned().corners_px[0], CORNERS[2])


@pytest.mark.parametrize(
    ("corners", "bar"),
    [
        (np.zeros((4, 2)), 0.08),
        (np.zeros((3, 2)), 0.08),
        (CORNERS[[0, 2, 1, 3]], 0.08),
        (np.full((4, 2), np.nan), 0.08),
        (CORNERS, 0.9),
    ],
)
def test_what_is_no_board_is_refused(corners: np.ndarray, bar: float) -> None:
    with pytest.raises(ProfileError, match="wanted"):
        BoardGeometry(corners, bar)


def test_an_upright_piece_shows_its_place_in_the_middle() -> None:
    geometry = BoardGeometry(CORNERS, 0.08)
    picture = np.zeros((720, 1280, 3), np.uint8)
    pixel = np.array([500, 320])
    picture[pixel[1] - 3 : pixel[1] + 4, pixel[0] - 3 : pixel[0] + 4] = 255
    piece, matrix = geometry.upright(picture, geometry.canonical_from_picture(pixel[None])[0], 64, 3.0)
    rows, columns = np.nonzero(piece[..., 0] > 127)
    assert abs(rows.mean() - 31.5) < 0.6
    assert abs(columns.mean() - 31.5) < 0.6
    assert np.allclose(matrix @ (*pixel, 1), (31.5, 31.5), atol=0.01)


def test_an_upright_piece_is_turned_and_stretched_in_no_direction() -> None:
    geometry = BoardGeometry(CORNERS, 0.08).turned()
    _, matrix = geometry.upright(np.zeros((720, 1280, 3), np.uint8), np.array([200.0, 150.0]), 64, 3.0)
    assert matrix[0, 0] == matrix[1, 1] > 0
    assert matrix[0, 1] == matrix[1, 0] == 0


def test_an_upright_piece_has_the_same_scale_wherever_it_lies() -> None:
    """A point's width, which perspective shortens least here, is as many pixels at the far side as at the near."""
    geometry = BoardGeometry(CORNERS, 0.08)
    for y in (40.0, 300.0):
        place = np.array([250.0, y])
        _, matrix = geometry.upright(np.zeros((720, 1280, 3), np.uint8), place, 64, 3.0)
        ends = geometry.picture_from_canonical(place + np.array([[-PITCH_PX / 2, 0], [PITCH_PX / 2, 0]]))
        assert matrix[0, 0] * np.linalg.norm(ends[1] - ends[0]) == pytest.approx(3.0 * PITCH_PX, rel=0.05)


def test_the_distance_is_that_of_the_corner_farthest_off_by_the_boards_width() -> None:
    square = BoardGeometry(np.array([[100.0, 100.0], [900.0, 100.0], [900.0, 700.0], [100.0, 700.0]]), 0.08)
    moved = BoardGeometry(square.corners_px + np.array([[0, 0], [8, 0], [0, 16], [0, 0]]), 0.08)
    assert square.distance(square) == 0
    assert square.distance(moved) == pytest.approx(16 / 800)


@pytest.mark.parametrize("home", list(Home))
def test_trays_are_cut_with_the_field_on_their_left_and_the_rail_on_top(home: Home) -> None:
    edge = tray_edge(0.08)
    right = home is Home.NEAR_RIGHT
    view = np.zeros((352, 560, 1), np.uint8)
    view[5, edge + 10 if right else 559 - edge - 10] = 200  # beside the far home board: Black's
    view[351 - 7, edge + 20 if right else 559 - edge - 20] = 100  # and the near one
    white, black = cut_trays(view, 0.08, home)
    assert (black[5, 10, 0], white[7, 20, 0]) == (200, 100)
    assert int(black.sum()) + int(white.sum()) == 300


def test_what_stands_up_is_where_its_foot_is() -> None:
    errors = []
    for seed in range(40):
        rng = np.random.default_rng((5, seed))
        style, camera, _ = random_board(rng)
        table = style.geometry
        corners = np.array([table.to_world(x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))])
        geometry = BoardGeometry(camera.project_world(corners), table.bar / table.width)
        place = rng.uniform((0.0, 0.0), (table.width, table.depth))
        seen = camera.project_world(np.array([[*place, 0.45]]))
        true = np.array(table.to_board(*place))
        flat = geometry.board_from_canonical(geometry.canonical_from_picture(seen))[0]
        below = geometry.board_from_canonical(transform(geometry.at_height(camera.size, 0.45), seen))[0]
        errors.append([np.abs(flat - true).max(), np.abs(below - true).max()])
    flat_error, below_error = np.median(errors, axis=0)
    assert below_error < 0.5 * flat_error
    assert np.max(errors, axis=0)[1] < 0.04


def test_a_matrix_stretches_by_its_singular_values() -> None:
    rng = np.random.default_rng(4)
    for matrix in (*rng.normal(size=(20, 2, 2)), np.eye(2), np.array([[2.0, 4.0], [1.0, 2.0]])):
        assert stretches(matrix) == pytest.approx(tuple(np.linalg.svd(matrix, compute_uv=False)), abs=1e-7)
