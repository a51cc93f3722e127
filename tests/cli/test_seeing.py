"""`calibrate`, `read` and `replay` on rendered pictures: what is read, and what another board's profile leads to."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_companion.devices import load_image, save_image
from pi_companion.rules import Position
from pi_companion.simulation.frames import demo_table
from pi_companion.simulation.scene import CENTRED, START, Scene, render
from pi_companion.simulation.staging import cube_spot
from tests.program import Outcome, Run


def start_picture(path: Path, seed: int, size: tuple[int, int] = (1280, 720)) -> Path:
    """A picture of the start position at the demo's table of that seed."""
    style, camera, light = demo_table(seed, size)
    rng = np.random.default_rng(seed)
    scene = Scene(START, START, cube=cube_spot(rng, style, CENTRED, None))
    save_image(path, render(style, camera, light, scene, rng).frame)
    return path


@pytest.fixture
def profile(run: Run, tmp_path: Path) -> Path:
    start_picture(tmp_path / "start.jpg", 1)
    outcome = run("calibrate", "--start", "start.jpg", "-o", "board.toml", "--json")
    assert (outcome.status, outcome.lines[0]["profile"], outcome.err) == (0, "board.toml", "")
    return tmp_path / "board.toml"


def one_line(outcome: Outcome, status: int) -> str:
    assert outcome.status == status, outcome
    (line,) = outcome.err.splitlines()
    return line


def test_the_start_position_is_read(run: Run, profile: Path) -> None:
    outcome = run("read", "start.jpg", "--board", str(profile), "--json")
    assert (outcome.status, outcome.lines[0]["view"]) == (0, "clear")
    assert outcome.lines[0]["position"] == Position.start().to_json()
    assert "BAR" in run("read", "start.jpg", "--board", str(profile)).out


def test_a_knocked_board_is_found_and_read_where_it_lies(run: Run, profile: Path) -> None:
    start = load_image(Path("start.jpg"))
    turn = np.array([[1, 0.012, 14.0], [-0.012, 1, 9.0]])
    save_image(Path("knocked.jpg"), np.asarray(cv2.warpAffine(start, turn, (1280, 720)), np.uint8))
    outcome = run("read", "start.jpg", "knocked.jpg", "knocked.jpg", "--board", str(profile), "--json")
    assert (outcome.status, [line["view"] for line in outcome.lines]) == (0, ["clear", "moved", "clear"])
    assert all(line["position"] == Position.start().to_json() for line in outcome.lines)
    assert "found" in run("read", "start.jpg", "knocked.jpg", "--board", str(profile)).out


def test_on_an_empty_board_nobody_has_borne_off_anything(run: Run, profile: Path) -> None:
    style, camera, light = demo_table(1)
    rng = np.random.default_rng(1)
    empty = render(style, camera, light, Scene((0,) * 26, (0,) * 26), rng)
    save_image(Path("empty.jpg"), empty.frame)
    outcome = run("read", "empty.jpg", "--board", str(profile), "--json")
    assert outcome.lines[0]["position"] == {"white": [0] * 26, "black": [0] * 26}


def test_a_bad_picture_does_not_keep_the_others_from_being_read(run: Run, profile: Path) -> None:
    Path("bad.jpg").write_text("no picture", encoding="utf-8")
    outcome = run("read", "bad.jpg", "start.jpg", "--board", str(profile), "--json")
    assert "is text" in one_line(outcome, 1)
    assert [line["image"] for line in outcome.lines] == ["start.jpg"]


def test_a_picture_without_a_board(run: Run, profile: Path, tmp_path: Path) -> None:
    noise = np.random.default_rng(3).normal(120, 40, (720, 1280, 3))
    save_image(tmp_path / "wall.jpg", np.clip(noise, 0, 255).astype(np.uint8))
    assert "wall.jpg" in one_line(run("read", "wall.jpg", "--board", str(profile), "--json"), 1)
    assert "start position" in one_line(run("calibrate", "--start", "wall.jpg", "-o", "wall.toml"), 1)
    assert not (tmp_path / "wall.toml").exists()


def test_a_dark_picture(run: Run, profile: Path, tmp_path: Path) -> None:
    save_image(tmp_path / "dark.jpg", np.full((720, 1280, 3), 4, dtype=np.uint8))
    assert "dark" in one_line(run("read", "dark.jpg", "--board", str(profile)), 1)


def test_a_profile_of_another_board(run: Run, profile: Path, tmp_path: Path) -> None:
    start_picture(tmp_path / "other.jpg", 2)
    outcome = run("read", "other.jpg", "--board", str(profile), "--json")
    assert "other.jpg" in one_line(outcome, 1)
    assert outcome.lines[0]["position"] is None


def test_a_profile_of_another_camera(run: Run, profile: Path, tmp_path: Path) -> None:
    start_picture(tmp_path / "other.jpg", 1, (640, 480))
    assert "1280x720" in one_line(run("read", "other.jpg", "--board", str(profile)), 2)
    (tmp_path / "game").mkdir()
    (tmp_path / "other.jpg").rename(tmp_path / "game" / "other.jpg")
    assert "1280x720" in one_line(run("replay", "game", "--board", str(profile)), 2)
    assert not (tmp_path / "state").exists()


def test_a_replay_in_which_nothing_is_played(run: Run, profile: Path, tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    for number in range(4):
        (tmp_path / "game" / f"f{number}.jpg").write_bytes((tmp_path / "start.jpg").read_bytes())
    assert "no roll was seen" in one_line(run("replay", "game", "--board", str(profile)), 1)


def test_a_picture_of_another_size_does_not_keep_the_others_from_being_read(
    run: Run, profile: Path, tmp_path: Path
) -> None:
    save_image(tmp_path / "small.png", np.full((96, 128, 3), 90, dtype=np.uint8))
    outcome = run("read", "small.png", "start.jpg", "none.jpg", "--board", str(profile), "--json")
    assert outcome.status == 2
    first, second = outcome.err.splitlines()
    assert "small.png has 128x96" in first
    assert "none.jpg" in second
    assert [line["image"] for line in outcome.lines] == ["start.jpg"]


def test_corners_outside_the_picture(run: Run, tmp_path: Path) -> None:
    save_image(tmp_path / "small.png", np.full((96, 128, 3), 90, dtype=np.uint8))
    for corner in ("9000,9000", "1e300,1"):
        outcome = run("read", "small.png", "--corners", "1,1", "100,1", "100,90", corner)
        assert "is outside" in one_line(outcome, 2)
        assert outcome.out == ""


def test_a_picture_that_fails_in_the_middle_of_a_replay(run: Run, profile: Path, tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (game / "f0.jpg").write_bytes((tmp_path / "start.jpg").read_bytes())
    (game / "f1.jpg").write_bytes((tmp_path / "start.jpg").read_bytes()[:-2000])
    line = one_line(run("replay", "game", "--board", str(profile), "--record", "kept"), 1)
    assert "f1.jpg is cut short" in line
    assert line.endswith("what was seen before it is match 1 in kept/journal.sqlite")
    assert len(run("--journal", "kept", "show", "1", "--json").lines) == 2


def test_a_profile_that_cannot_be_written_leaves_the_old_one(run: Run, profile: Path, tmp_path: Path) -> None:
    before = profile.read_bytes()
    (tmp_path / ".board.toml.part").mkdir()  # as good as a full disk
    assert "wanted to write board.toml" in one_line(run("calibrate", "--start", "start.jpg", "-o", "board.toml"), 2)
    assert profile.read_bytes() == before
