"""What a person is told to do better, on a picture that is made worse."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_companion.vision.advice import Advice, advise
from pi_companion.vision.arrays import Picture
from pi_companion.vision.calibrate import Calibrator
from pi_companion.vision.geometry import BoardGeometry
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.readability import sharpness

START = Path(__file__).parents[1] / "data" / "vision" / "game4" / "f0001.jpg"


@pytest.fixture(scope="module")
def picture() -> Picture:
    return np.asarray(cv2.imread(str(START)), np.uint8)


@pytest.fixture(scope="module")
def profile(picture: Picture) -> BoardProfile:
    return Calibrator().calibrate(picture).profile


def shaded(picture: Picture, profile: BoardProfile, axis: int, *, from_start: bool) -> Picture:
    """Darken the part of the picture on one side of the board's middle."""
    middle = int(profile.geometry.corners_px.mean(axis=0)[axis])
    dark = np.zeros(picture.shape[:2], bool)
    part = slice(None, middle) if from_start else slice(middle, None)
    dark[(slice(None), part) if axis == 0 else (part, slice(None))] = True
    return np.where(dark[..., None], picture // 3, picture).astype(np.uint8)


def moved(profile: BoardProfile, by: tuple[float, float], times: float = 1.0) -> BoardProfile:
    corners = profile.geometry.corners_px * times + np.array(by)
    return replace(profile, geometry=BoardGeometry(corners, profile.geometry.bar))


def test_a_good_picture_needs_nothing(picture: Picture, profile: BoardProfile) -> None:
    assert advise(picture, profile) == ()


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("axis", "from_start", "advice"),
    [
        (0, True, Advice.LIGHT_FROM_LEFT),
        (0, False, Advice.LIGHT_FROM_RIGHT),
        (1, True, Advice.LIGHT_FROM_ABOVE),
        (1, False, Advice.LIGHT_FROM_BELOW),
    ],
)
def test_light_is_asked_for_from_where_it_is_missing_in_the_picture(
    picture: Picture, profile: BoardProfile, axis: int, advice: Advice, *, from_start: bool, turned: bool
) -> None:
    """Whichever side of the board the camera is on."""
    if turned:
        profile = replace(profile, geometry=profile.geometry.turned())
    assert advise(shaded(picture, profile, axis, from_start=from_start), profile) == (advice,)


def test_a_dark_picture_wants_light(picture: Picture, profile: BoardProfile) -> None:
    assert Advice.DARK in advise((picture // 4).astype(np.uint8), profile)


def test_glare_is_named(picture: Picture, profile: BoardProfile) -> None:
    x, y = profile.geometry.corners_px.mean(axis=0).astype(int)
    burnt = picture.copy()
    cv2.circle(burnt, (int(x), int(y)), picture.shape[0] // 6, (255, 255, 255), -1)
    assert Advice.GLARE in advise(burnt, profile)


def test_a_blurred_picture_wants_focus(picture: Picture, profile: BoardProfile) -> None:
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 4), np.uint8)
    seen = replace(profile, sharpness=sharpness(profile.geometry.rectify(soft), profile.geometry.bar))
    assert advise(soft, seen) == (Advice.BLURRED,)


def test_a_board_at_the_edge_wants_the_camera_back(picture: Picture, profile: BoardProfile) -> None:
    corner = profile.geometry.corners_px.min(axis=0)
    assert Advice.FARTHER in advise(picture, moved(profile, (2.0 - float(corner[0]), 0.0)))


def test_a_small_board_wants_the_camera_near(picture: Picture, profile: BoardProfile) -> None:
    assert Advice.NEARER in advise(picture, moved(profile, (200.0, 200.0), 0.2))


def test_a_low_camera_is_to_be_raised(picture: Picture, profile: BoardProfile) -> None:
    low = BoardGeometry(np.array([[500, 300], [780, 300], [1100, 500], [180, 500]]), profile.geometry.bar)
    assert Advice.HIGHER in advise(picture, replace(profile, geometry=low))


def test_a_start_that_is_not_read_back_is_doubted(picture: Picture, profile: BoardProfile) -> None:
    assert advise(picture, replace(profile, quality=0.5)) == (Advice.UNSURE,)
