"""Pictures of recordings: a knocked camera is followed, and what was wrong is blamed on its stage."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_companion.devices import load_image, save_image
from pi_companion.evaluation.games import corner_error, evaluate_games
from pi_companion.evaluation.marks import Mark, Measure, Part, Verdict
from pi_companion.evaluation.truth import Recording, load_recording
from pi_companion.vision import Calibrator

KNOCK_PX = np.array([22.0, -9.0])
KNOCKED = "f0005.jpg"


@pytest.fixture
def knocked(frames: Path) -> Recording:
    """Four moments of a game; before the last two the camera was knocked."""
    folder = frames / "game4"
    lines = []
    for label in map(json.loads, (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()):
        if label["image"] in ("f0001.jpg", "f0003.jpg"):
            lines.append(json.dumps(label))
        elif label["image"] in (KNOCKED, "f0006.jpg"):
            moved = np.column_stack([np.eye(2), KNOCK_PX])
            picture = load_image(folder / label["image"])
            size_px = (picture.shape[1], picture.shape[0])
            shifted = cv2.warpAffine(picture, moved, size_px, borderMode=cv2.BORDER_REPLICATE)
            save_image(folder / label["image"], np.asarray(shifted, np.uint8))
            lines.append(json.dumps({**label, "corners_px": (np.array(label["corners_px"]) + KNOCK_PX).tolist()}))
    (folder / "labels.jsonl").write_text("\n".join(lines), encoding="utf-8")
    about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
    (folder / "about.json").write_text(json.dumps({**about, "bump": KNOCKED}), encoding="utf-8")
    return load_recording(folder)


def marks(recording: Recording, part: Part) -> list[Mark]:
    return [mark for finding in evaluate_games([recording], (part,), Calibrator()) for mark in finding.marks]


def test_a_board_that_a_knock_has_moved_is_followed(knocked: Recording) -> None:
    found = marks(knocked, Part.GAMES)
    (again,) = [mark for mark in found if mark.measure is Measure.FOUND_AGAIN]
    assert again.picture == f"game4/{KNOCKED}"
    assert again.number is not None
    assert again.number < 0.03
    clear = [mark for mark in found if mark.measure is Measure.CLEAR]
    assert clear
    assert {mark.verdict for mark in clear} == {Verdict.RIGHT}


def test_with_the_true_corners_no_stage_of_finding_is_judged(knocked: Recording) -> None:
    found = marks(knocked, Part.CORNERS_GIVEN)
    assert not {mark.measure for mark in found} & {Measure.CALIBRATED, Measure.CORNERS, Measure.FOUND_AGAIN}
    points = [mark.verdict for mark in found if mark.measure is Measure.POINT]
    assert points.count(Verdict.RIGHT) > 0.97 * len(points)


def test_corners_are_as_far_off_as_the_worst_of_them_whoever_sits_where(frames: Path) -> None:
    truth = load_recording(frames / "game4").start
    found = np.roll(truth.corners_px, 2, axis=0)
    assert corner_error(found, truth) == pytest.approx(0)
    found = found + np.array([[0, 0], [0.03 * truth.width_px, 0], [0, 0], [0, 0]])
    assert corner_error(found, truth) == pytest.approx(0.03, abs=1e-6)
