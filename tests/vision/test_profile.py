"""Profiles on disk."""

from pathlib import Path

import numpy as np
import pytest

from pi_companion.errors import ProfileError
from pi_companion.vision.colours import CheckerColour
from pi_companion.vision.geometry import BoardGeometry, Home
from pi_companion.vision.profile import BoardProfile

PROFILE = BoardProfile(
    geometry=BoardGeometry(np.array([[300.0, 100.0], [900.0, 120.0], [1000.0, 600.0], [200.0, 580.0]]), 0.08),
    white_home=Home.NEAR_LEFT,
    white=CheckerColour((220.0, 128.0, 130.0), 11.0),
    black=CheckerColour((40.0, 128.0, 126.0), 9.5),
    picture_px=(1280, 720),
    align_bias=(0.001, -0.002, 0.0, 0.0, 0.003, 0.001, 0.0, -0.001),
    corner_bias=(0.1, -0.2, 0.3, 0.0, 0.0, 0.5, -0.4, 0.1),
    hand_share=0.002,
    sharpness=0.09,
    burnt_share=0.01,
    quality=0.98,
)


def test_a_saved_profile_is_read_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    PROFILE.save(path)
    again = BoardProfile.load(path)
    assert np.allclose(again.geometry.corners_px, PROFILE.geometry.corners_px)
    assert (again.white_home, again.white, again.black) == (PROFILE.white_home, PROFILE.white, PROFILE.black)
    assert again.align_bias == pytest.approx(PROFILE.align_bias)
    assert again.corner_bias == pytest.approx(PROFILE.corner_bias)
    assert again.hand_share == pytest.approx(0.002)
    assert again.sharpness == pytest.approx(0.09)
    assert again.burnt_share == pytest.approx(0.01)
    assert again.picture_px == (1280, 720)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("version = 1", "version = 9", "version"),
        ('white_home = "near-left"', 'white_home = "left"', "wrong form"),
        ("bar = 0.08000", "bar = 7.0", "bar"),
        ("[white]", "[whyte]", "white"),
        ("lab = [220.0, ", "lab = [nan, ", "finite"),
        ("hand_share = 0.00200", "hand_share = inf", "finite"),
        ("picture_px = [1280, 720]", "picture_px = [0, -3]", "finite"),
        ("picture_px = [1280, 720]", "picture_px = [1e400, 3]", "wrong form"),
        ("corners_px = [[300.00, 100.00], ", "corners_px = [", "corners"),
        ("quality = ", "quality == ", "TOML"),
        ("align_bias = [0.00100, ", "align_bias = [", "8 numbers"),
    ],
)
def test_a_broken_profile_is_one_clear_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "board.toml"
    PROFILE.save(path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ProfileError, match=said) as caught:
        BoardProfile.load(path)
    assert "\n" not in str(caught.value)


def test_a_missing_profile_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="pi-companion calibrate"):
        BoardProfile.load(tmp_path / "none.toml")


def test_a_profile_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="wanted to write"):
        PROFILE.save(tmp_path / "no" / "such" / "folder.toml")
