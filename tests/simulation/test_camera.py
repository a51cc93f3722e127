"""A camera projects what it is aimed at."""

from dataclasses import replace

import numpy as np
import pytest

from pi_companion.simulation.camera import Camera, aimed, random_pose
from pi_companion.simulation.geometry import Geometry, random_geometry


def test_the_aim_lies_in_the_middle(geometry: Geometry) -> None:
    camera = aimed(geometry, size=(640, 360), azimuth=30, elevation=55, distance=20, focal_px=600, aim=(0.3, 0.6))
    assert np.allclose(camera.project(np.array([[0.3, 0.6, 0.0]])), [[319.5, 179.5]])


@pytest.mark.parametrize(("azimuth", "corner"), [(0, 3), (180, 1)])
def test_near_left_corner_is_low_left_from_each_seat(geometry: Geometry, azimuth: float, corner: int) -> None:
    camera = aimed(geometry, size=(640, 360), azimuth=azimuth, elevation=60, distance=25, focal_px=600)
    corners = camera.project(np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float))
    x, y = corners[corner]
    assert x < 320
    assert y > 180


def test_a_closer_look_shows_its_aim_in_the_middle_as_large_as_before(camera: Camera, geometry: Geometry) -> None:
    place = np.array(geometry.to_world(0.8, 0.3, 0.0))
    beside = place + np.array([0.3, 0, 0])
    near = camera.closer(place, (200, 200))
    middle, end = near.project_world(np.stack([place, beside]))
    assert np.allclose(middle, [99.5, 99.5])
    before = camera.project_world(np.stack([place, beside]))
    assert np.linalg.norm(end - middle) == pytest.approx(np.linalg.norm(before[1] - before[0]), rel=0.15)


def test_height_rises_in_the_picture(camera: Camera) -> None:
    low, high = camera.project(np.array([[0.5, 0.5, 0.0], [0.5, 0.5, 1.0]]))
    assert high[1] < low[1]


@pytest.mark.parametrize("distortion", [(-0.2, 0.03), (0.1, 0.0), (0.0, 0.0)])
def test_the_undistorted_grid_undoes_the_lens(camera: Camera, distortion: tuple[float, float]) -> None:
    bent = replace(camera, distortion=distortion)
    x, y = bent.undistorted_grid()
    square = x**2 + y**2
    factor = 1 + distortion[0] * square + distortion[1] * square**2
    rows, columns = x.shape
    across = np.linspace(0, bent.size[0] - 1, columns)[None].repeat(rows, 0)
    assert np.allclose(x * factor * bent.focal_px + bent.middle[0], across, atol=0.05)


@pytest.mark.parametrize("seed", range(12))
def test_random_poses_see_the_whole_field_at_a_useful_size(seed: int) -> None:
    rng = np.random.default_rng(seed)
    board = random_geometry(rng)
    camera = random_pose(rng, board, (1280, 720))
    corners = camera.project(np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float))
    assert (corners >= 0).all()
    assert (corners < [1280, 720]).all()
    assert np.ptp(corners[:, 0]) > 0.3 * 1280


def test_a_nudge_moves_the_picture_a_little(camera: Camera) -> None:
    middle = np.array([[0.5, 0.5, 0.0]])
    moved = camera.nudged(np.random.default_rng(1), 0.5)
    shift = np.abs(moved.project(middle) - camera.project(middle)).max()
    assert 0.2 < shift < 40
    assert np.allclose(np.array(moved.rotation) @ np.array(moved.rotation).T, np.eye(3))
