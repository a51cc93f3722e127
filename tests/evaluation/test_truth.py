"""Labels become truth, or are refused with the line to mend."""

import json
from pathlib import Path

import numpy as np
import pytest

from pi_companion.errors import InputError, PictureError
from pi_companion.evaluation.truth import as_columns, load_photographs, load_recording, load_recordings, load_stills
from pi_companion.rules import Position
from pi_companion.vision import Home

START_FROM_WHITE = (5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2)
"""White sits near with the home board to the right."""

UPRIGHT = np.array([[100.0, 50.0], [900.0, 50.0], [1000.0, 600.0], [0.0, 600.0]])


def relabel(frames: Path, **changes: object) -> None:
    path = frames / "game4" / "labels.jsonl"
    first, *others = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(first), **changes}), *others]), encoding="utf-8")


def test_the_start_position_as_white_sits() -> None:
    assert as_columns(Position.start(), Home.NEAR_RIGHT) == START_FROM_WHITE


def test_with_the_home_to_the_left_the_columns_are_mirrored() -> None:
    far, near = START_FROM_WHITE[:12], START_FROM_WHITE[12:]
    assert as_columns(Position.start(), Home.NEAR_LEFT) == far[::-1] + near[::-1]


def test_a_recording_has_its_start_and_its_events(frames: Path) -> None:
    recording = load_recording(frames / "game4")
    assert recording.start.position == Position.start()
    assert recording.start.name == "game4/f0001.jpg"
    assert recording.events[0]["event"] == "opening_roll"
    assert any(die.rolled for truth in recording.pictures for die in truth.dice)


@pytest.mark.parametrize(("rolled", "from_black"), [(0, False), (2, True)])
def test_the_view_is_that_of_who_sits_near(frames: Path, rolled: int, *, from_black: bool) -> None:
    relabel(frames, corners_px=np.roll(UPRIGHT, rolled, axis=0).tolist(), white_home="near-right")
    start = load_recording(frames / "game4").start
    assert start.seen_from_black is from_black
    assert start.columns == (START_FROM_WHITE[::-1] if from_black else START_FROM_WHITE)
    assert np.array_equal(start.upright_px, UPRIGHT)


@pytest.mark.parametrize(("rolled", "from_black"), [(1, False), (3, True)])
def test_a_board_that_lies_sideways_is_turned_by_a_quarter(frames: Path, rolled: int, *, from_black: bool) -> None:
    relabel(frames, corners_px=np.roll(UPRIGHT, rolled, axis=0).tolist(), white_home="near-right")
    start = load_recording(frames / "game4").start
    assert start.seen_from_black is from_black
    assert np.array_equal(start.upright_px[0], UPRIGHT[3])


def test_the_light_of_a_recording_changes_at_the_picture_named(frames: Path) -> None:
    about = json.loads((frames / "game4" / "about.json").read_text(encoding="utf-8"))
    (frames / "game4" / "about.json").write_text(json.dumps({**about, "light_change": "f0003.jpg"}), encoding="utf-8")
    lights = [truth.light for truth in load_recording(frames / "game4").pictures]
    assert lights[:3] == ["at first", "at first", "changed"]
    assert set(lights[2:]) == {"changed"}


def test_photographs_lie_in_img_and_say_what_an_arm_hides(photos: Path) -> None:
    photographs = load_photographs(photos)
    assert photographs[0].columns == START_FROM_WHITE or photographs[0].columns == START_FROM_WHITE[::-1]
    assert [one.complete for one in photographs] == [one.columns is not None for one in photographs]
    assert {one.camera for one in photographs} == {"club"}
    assert all(one.path.exists() for one in photographs)


def test_a_folder_without_recordings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="wanted recordings"):
        list(load_recordings(tmp_path))


def test_a_folder_without_labels_says_how_to_name_it(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="--frames or --photos"):
        load_stills(tmp_path)


def test_a_broken_label_is_named(frames: Path) -> None:
    relabel(frames, white_home="upside down")
    with pytest.raises(InputError, match=r"f0001\.jpg.*mend"):
        load_recording(frames / "game4")


def test_a_line_that_is_no_json_is_named(photos: Path) -> None:
    path = photos / "labels.jsonl"
    path.write_text(path.read_text(encoding="utf-8") + "\n{", encoding="utf-8")
    with pytest.raises(InputError, match="line 5"):
        load_photographs(photos)


def test_a_recording_whose_start_is_not_labelled_is_refused(frames: Path) -> None:
    (frames / "game4" / "about.json").write_text('{"start": "f0999.jpg"}', encoding="utf-8")
    with pytest.raises(InputError, match="start picture"):
        load_recording(frames / "game4")
