"""Cheap looks at a view: dark, burnt out, blurred, covered."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_companion.vision.colours import CheckerColour
from pi_companion.vision.geometry import CANVAS_PX, DEPTH_PX, BoardGeometry, Home, field_corners
from pi_companion.vision.observation import View
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.readability import burnt_share, covered_share, field, sharpness, unreadable

BAR = 0.08
PLACE = BoardGeometry(field_corners(BAR), BAR)


def board(seed: int = 0) -> np.ndarray:
    """A view with the contrast and the grain of a real one: stripes, blobs and noise."""
    rng = np.random.default_rng(seed)
    view = np.full((CANVAS_PX[1], CANVAS_PX[0], 3), (60, 110, 70), np.uint8)
    for x in range(100, 460, 28):
        cv2.fillConvexPoly(view, np.array([[x, 32], [x + 24, 32], [x + 12, 150]]), (40, 40, 160))
    for _ in range(30):
        cv2.circle(view, tuple(int(axis) for axis in rng.integers((110, 40), (450, 310))), 12, (230, 230, 225), -1)
    return np.clip(view + rng.normal(0, 3, view.shape), 0, 255).astype(np.uint8)


@pytest.fixture
def profile() -> BoardProfile:
    view = board()
    return BoardProfile(
        geometry=BoardGeometry(field_corners(BAR), BAR),
        white_home=Home.NEAR_RIGHT,
        white=CheckerColour((230, 128, 128), 9),
        black=CheckerColour((40, 128, 128), 9),
        picture_px=CANVAS_PX,
        align_bias=(0.0,) * 8,
        corner_bias=(0.0,) * 8,
        hand_share=0.0,
        sharpness=sharpness(view, BAR),
        burnt_share=burnt_share(view, BAR),
        quality=1.0,
    )


def test_the_field_is_as_deep_as_it_should_be() -> None:
    assert field(board(), BAR).shape[0] == DEPTH_PX


@pytest.mark.parametrize("seed", range(4))
def test_other_checkers_are_as_sharp(profile: BoardProfile, seed: int) -> None:
    assert unreadable(board(seed), BAR, profile) is None


@pytest.mark.parametrize("gain", [0.4, 1.3])
def test_less_or_more_light_is_as_sharp(profile: BoardProfile, gain: float) -> None:
    view = np.clip(board(1) * gain, 0, 249).astype(np.uint8)
    assert unreadable(view, BAR, profile) is None


def test_a_picture_out_of_focus_is_blurred(profile: BoardProfile) -> None:
    soft = np.asarray(cv2.GaussianBlur(board(1), (0, 0), 3), np.uint8)
    assert unreadable(soft, BAR, profile) is View.BLURRED


def test_a_lamp_mirrored_on_the_board_is_glare(profile: BoardProfile) -> None:
    view = board(1)
    cv2.circle(view, (250, 170), 75, (255, 255, 255), -1)
    assert unreadable(view, BAR, profile) is View.GLARE


def test_glare_that_was_there_at_calibration_is_none(profile: BoardProfile) -> None:
    view = board(1)
    cv2.circle(view, (250, 170), 75, (255, 255, 255), -1)
    assert unreadable(view, BAR, replace(profile, burnt_share=burnt_share(view, BAR))) is None


def test_no_light_is_dark(profile: BoardProfile) -> None:
    assert unreadable((board(1) // 12).astype(np.uint8), BAR, profile) is View.DARK


def test_a_hand_covers_its_share_of_the_field() -> None:
    hand = np.zeros((88, 140), np.float32)
    assert covered_share(hand, PLACE, CANVAS_PX) == 0
    hand[:, :70] = 0.9
    assert covered_share(hand, PLACE, CANVAS_PX) == pytest.approx(0.5, abs=0.02)


def test_what_looks_like_a_hand_but_has_no_arm_covers_nothing() -> None:
    hand = np.zeros((88, 140), np.float32)
    hand[30:50, 40:60] = 0.9
    assert covered_share(hand, PLACE, CANVAS_PX) == 0
    hand[45:88, 48:52] = 0.9
    assert covered_share(hand, PLACE, CANVAS_PX) > 0.03


def test_an_arm_that_the_picture_cuts_off_at_the_field_s_edge_covers() -> None:
    hand = np.zeros((88, 140), np.float32)
    hand[8:60, 40:52] = 0.9
    assert covered_share(hand, PLACE, CANVAS_PX) == 0
    cut = BoardGeometry(field_corners(BAR) - (0, 30), BAR)  # the picture ends a little above the far edge
    assert covered_share(hand, cut, CANVAS_PX) > 0.05
