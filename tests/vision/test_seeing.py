"""Calibration and reading of real recordings' frames (a part of one is in tests/data), blamed by stage."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi_companion.errors import PictureError, ProfileError
from pi_companion.vision import (
    BoardProfile,
    Calibrator,
    Home,
    Observation,
    Reader,
    UnprofiledReader,
    View,
    read_position,
)
from pi_companion.vision.geometry import BoardGeometry

GAME = Path(__file__).parents[1] / "data" / "vision" / "game4"
LABELS = {label["image"]: label for label in map(json.loads, (GAME / "labels.jsonl").read_text().splitlines())}
START = "f0001.jpg"
CLEAR = [name for name, label in LABELS.items() if not label["covered"]]


def picture(name: str) -> np.ndarray:
    return np.asarray(cv2.imread(str(GAME / name)), np.uint8)


@pytest.fixture(scope="module")
def profile() -> BoardProfile:
    return Calibrator().calibrate(picture(START)).profile


@pytest.fixture(scope="module")
def observations(profile: BoardProfile) -> dict[str, Observation]:
    reader = Reader(profile)
    return {name: reader.observe(picture(name)) for name in LABELS}


def width_of(corners: np.ndarray) -> float:
    return float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2


def test_the_corners_are_found_without_help(profile: BoardProfile) -> None:
    truth = np.array(LABELS[START]["corners_px"])
    error = np.linalg.norm(profile.geometry.corners_px - truth, axis=1).max()
    assert error < 0.02 * width_of(truth)


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_places_that_show_the_start_the_one_where_the_corners_rest_is_taken(
    profile: BoardProfile, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = profile.geometry.corners_px
    wrong = right + np.array([[-10.0, -6.0], [0, 0], [0, 0], [-8.0, 7.0]])
    calibrator = Calibrator()
    bar = profile.geometry.bar
    monkeypatch.setattr(calibrator, "_guesses", lambda *_: [(right, wrong)[first], (wrong, right)[first]])
    monkeypatch.setattr(calibrator, "_place", lambda _picture, corners, **_: BoardGeometry(corners, bar))
    found = calibrator.calibrate(picture(START)).profile.geometry
    assert np.abs(found.corners_px - right).max() < 1


def test_white_sits_where_the_lighter_checkers_start(profile: BoardProfile) -> None:
    assert profile.white_home is Home(LABELS[START]["white_home"])
    assert profile.quality > 0.9


def test_the_other_checkers_are_white_where_told() -> None:
    from pi_companion.vision import WhiteIs  # noqa: PLC0415 - only here

    dark = Calibrator().calibrate(picture(START), white_is=WhiteIs.DARK).profile
    truth = np.roll(np.array(LABELS[START]["corners_px"]), 2, axis=0)
    assert np.linalg.norm(dark.geometry.corners_px - truth, axis=1).max() < 0.02 * width_of(truth)
    assert dark.white.lab[0] < dark.black.lab[0]


@pytest.mark.parametrize("name", CLEAR)
def test_every_point_is_read(observations: dict[str, Observation], name: str) -> None:
    assert observations[name].view is View.CLEAR
    position = read_position(observations[name]).position
    assert list(position.white) == LABELS[name]["position"]["white"]
    assert list(position.black) == LABELS[name]["position"]["black"]


def test_most_dice_are_read(observations: dict[str, Observation]) -> None:
    right = total = 0
    for name in CLEAR:
        for die in [die for die in LABELS[name]["dice"] if die["rolled"]]:
            total += 1
            right += any(near(seen, die) and seen.value == die["value"] for seen in observations[name].rolled)
    assert total == 12
    assert right >= 0.8 * total


def near(seen: Any, die: dict[str, Any]) -> bool:
    return bool(np.hypot(*np.subtract(seen.centre_px, die["center_px"])) < 1.2 * die["size_px"])


def test_idle_dice_are_not_on_the_field(observations: dict[str, Observation]) -> None:
    for name in CLEAR:
        idle = [die for die in LABELS[name]["dice"] if not die["rolled"]]
        assert not any(near(seen, die) for seen in observations[name].rolled for die in idle)


def test_the_cube_is_seen_in_the_middle(observations: dict[str, Observation]) -> None:
    for name in CLEAR:
        cube = observations[name].cube
        assert cube is not None
        assert cube.centre_board == pytest.approx((0.5, 0.5), abs=0.06)


def test_a_knocked_camera_is_noticed(profile: BoardProfile) -> None:
    knocked = cv2.warpAffine(
        picture("f0003.jpg"), np.array([[1, 0.01, 9.0], [-0.01, 1, -7.0]]), (1280, 720), borderMode=cv2.BORDER_REPLICATE
    )
    assert Reader(profile).observe(np.asarray(knocked, np.uint8)).view is View.MOVED


def test_a_lens_cap_is_dark(profile: BoardProfile) -> None:
    assert Reader(profile).observe(np.full((720, 1280, 3), 3, np.uint8)).view is View.DARK


def test_a_picture_of_another_size_is_refused(profile: BoardProfile) -> None:
    with pytest.raises(ProfileError, match="1280x720"):
        Reader(profile).observe(np.zeros((480, 640, 3), np.uint8))


def test_no_start_position_is_one_clear_line() -> None:
    noise = np.random.default_rng(0).normal(120, 30, (720, 1280, 3)).clip(0, 255).astype(np.uint8)
    with pytest.raises(PictureError, match="start position"):
        Calibrator().calibrate(noise)


def test_columns_are_read_without_a_profile() -> None:
    label = LABELS["f0003.jpg"]
    corners = np.array(label["corners_px"])
    reading = UnprofiledReader().read(picture("f0003.jpg"), corners[[2, 0, 3, 1]])
    seen = np.array([*reading.top, *reading.bottom])
    white, black = label["position"]["white"], label["position"]["black"]
    counts = {point: white[point] - black[25 - point] for point in range(1, 25)}
    # This camera stands on Black's side: its top left is White's near right, where White's point 1 lies.
    expected = np.array([counts[point] for point in [*range(1, 13), *range(24, 12, -1)]])
    assert (seen == expected).mean() >= 23 / 24


def test_the_tray_counts_in_a_reading(profile: BoardProfile) -> None:
    reader = Reader(profile)
    five = np.full((2, 17), -9.0, np.float32)
    five[:, 5] = 9.0
    reader.networks._tray = lambda _pieces: five  # type: ignore[assignment]
    off = reader.observe(picture("f0003.jpg")).off
    assert off.argmax(axis=1).tolist() == [5, 5]


def test_columns_have_fifteen_of_each_colour_at_most() -> None:
    reader = UnprofiledReader()
    told = reader._networks.points

    def one_more(stacked: np.ndarray, bar: float) -> np.ndarray:
        """Of each empty column a light checker is as good as seen."""
        chances = told(stacked, bar)
        empty = chances.argmax(axis=1) == 15
        chances[empty, 16] = chances[empty, 15] + 0.1
        return chances

    reader._networks.points = one_more  # type: ignore[method-assign]
    reading = reader.read(picture("f0003.jpg"), np.array(LABELS["f0003.jpg"]["corners_px"]))
    assert sum(count for count in (*reading.top, *reading.bottom) if count > 0) + reading.bar_light <= 15
