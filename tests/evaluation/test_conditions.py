"""Where the camera stands, worked out from the corners; bands that a table can have for rows."""

import math

import numpy as np
import pytest

from pi_companion.evaluation.conditions import brightness, elevation_degrees, seat
from pi_companion.vision.geometry import field_corners

SIZE_PX = (1280, 720)
CORNERS = np.array([[300.0, 100.0], [900.0, 100.0], [1000.0, 600.0], [200.0, 600.0]])


def seen_from(elevation: float, azimuth: float, focal_share: float) -> np.ndarray:
    """The corners of a board as a camera sees it that looks at its middle from so high and from that side."""
    flat = field_corners(0.08)
    board = np.column_stack([flat - flat.mean(axis=0), np.zeros(4)])  # x to the right, y toward White, z into the table
    up, turn = math.radians(elevation), math.radians(azimuth)
    stand = 1200 * np.array([math.cos(up) * math.sin(turn), math.cos(up) * math.cos(turn), -math.sin(up)])
    forward = -stand / np.linalg.norm(stand)
    right = np.array([math.cos(turn), -math.sin(turn), 0.0])
    axes = np.stack([right, np.cross(forward, right), forward])
    seen = axes @ (board - stand).T
    return np.asarray(focal_share * SIZE_PX[0] * seen[:2] / seen[2]).T + np.array(SIZE_PX) / 2


@pytest.mark.parametrize("elevation", [42, 55, 70, 88])
@pytest.mark.parametrize("azimuth", [0, 90, 200])
@pytest.mark.parametrize("focal_share", [0.7, 1.2])
def test_the_elevation_is_found_from_any_side(elevation: float, azimuth: float, focal_share: float) -> None:
    found = elevation_degrees(seen_from(elevation, azimuth, focal_share), SIZE_PX)
    assert found == pytest.approx(elevation, abs=5)


@pytest.mark.parametrize(
    ("rolled", "name"),
    [(0, "White's side"), (1, "White's left hand"), (2, "Black's side"), (3, "White's right hand")],
)
def test_the_camera_stands_at_the_side_that_is_lowest_in_the_picture(rolled: int, name: str) -> None:
    assert seat(np.roll(CORNERS, rolled, axis=0)) == name


def test_only_the_field_counts_for_brightness() -> None:
    picture = np.full((720, 1280, 3), 255, np.uint8)
    picture[90:610, 190:1010] = 60
    assert brightness(picture, CORNERS) == pytest.approx(60, abs=1)
