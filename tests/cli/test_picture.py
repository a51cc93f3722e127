"""`picture`: the camera's picture in a file."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from pi_companion.devices import load_image


class Outcome(Protocol):
    """What `run` of conftest gives back."""

    status: int
    out: str
    err: str


Run = Callable[..., Outcome]
GAME = Path(__file__).parents[1] / "data" / "vision" / "game4"


def test_a_picture_is_taken_by_the_camera_that_is_named(run: Run, tmp_path: Path) -> None:
    outcome = run("picture", "start.png", "--camera", str(GAME))
    assert outcome.status == 0, outcome.err
    assert load_image(tmp_path / "start.png").shape == (720, 1280, 3)
    assert "1280×720" in outcome.out


def test_a_missing_camera_is_one_line(run: Run, tmp_path: Path) -> None:
    outcome = run("picture", "start.png", "--camera", "/dev/video99")
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1
    assert not (tmp_path / "start.png").exists()
