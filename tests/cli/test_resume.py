"""`replay --resume`: a match goes on after its watching was cut off, by a kill or by a mistake."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from pi_companion.record.journal import Entry, Journal
from tests.program import Outcome, Run

GAME = Path(__file__).parents[1] / "data" / "vision" / "game4"
PROGRAM = (sys.executable, "-m", "pi_companion")


@pytest.fixture
def profile(run: Run, tmp_path: Path) -> Path:
    assert run("calibrate", "--start", str(GAME / "f0001.jpg"), "-o", "board.toml").status == 0
    return tmp_path / "board.toml"


def kept(folder: str) -> tuple[Entry, ...]:
    with Journal.read(Path(folder) / "journal.sqlite") as book:
        assert len(book.matches()) == 1
        return book.events(1)


def killed_after(lines: int, arguments: Sequence[str]) -> list[str]:
    """Start a replay, let it tell some events, and kill it as a power cut would."""
    with subprocess.Popen([*PROGRAM, *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(lines)]
        process.send_signal(signal.SIGKILL)
        told += process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL
    return told


def test_a_match_goes_on_after_kill_9(run: Run, profile: Path) -> None:
    """Killed at the first event, and in the middle of going on again: nothing is lost, nothing is there twice."""
    replay = ("replay", str(GAME), "--board", str(profile), "--json")
    assert run(*replay, "--record", "whole").status == 0
    whole = kept("whole")
    seen = len(killed_after(1, (*replay, "--record", "cut")))
    for lines in (1, 2):
        before = kept("cut")
        assert len(before) >= seen
        assert before == whole[: len(before)]
        seen = len(before) + len(killed_after(lines, (*replay, "--record", "cut", "--resume", "last")))
    last = run(*replay, "--record", "cut", "--resume", "1")
    assert kept("cut") == whole
    assert [line["seq"] for line in last.lines] == list(range(len(whole) - len(last.lines) + 1, len(whole) + 1))

    again = run(*replay, "--record", "cut", "--resume", "last")
    assert (again.status, again.lines) == (0, [])
    assert kept("cut") == whole


def one_line(outcome: Outcome, status: int) -> str:
    assert (outcome.status, outcome.out) == (status, ""), outcome
    (line,) = outcome.err.splitlines()
    return line


def test_what_cannot_go_on_is_one_line(run: Run, profile: Path, tmp_path: Path) -> None:
    replay = ("replay", str(GAME), "--board", str(profile))
    assert "no match yet" in one_line(run(*replay, "--resume", "last"), 2)
    assert "not allowed with" in one_line(run(*replay, "--resume", "last", "--length", "3"), 2)
    assert "--jacoby is for a new match" in one_line(run(*replay, "--resume", "last", "--jacoby"), 2)
    shutil.copytree(GAME, tmp_path / "short")
    lines = (GAME / "frames.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "short" / "frames.csv").write_text("".join(lines[:6]), encoding="utf-8")
    assert run("demo", "--length", "0").status == 2  # which leaves no match either
    run(*replay)
    other = ("replay", "short", "--board", str(profile), "--json")
    assert "give that recording" in one_line(run(*other, "--resume", "last"), 2)


def test_a_mistake_found_before_the_match_leaves_none(
    run: Run, profile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "weights").mkdir()
    with monkeypatch.context() as patch:
        patch.setattr("pi_companion.vision.nets.WEIGHTS", tmp_path / "weights")
        line = one_line(run("replay", str(GAME), "--board", str(profile), "--record", "kept"), 2)
    assert "install again" in line
    shutil.copytree(GAME, tmp_path / "gap")
    (tmp_path / "gap" / "f0003.jpg").unlink()
    line = one_line(run("replay", "gap", "--board", str(profile), "--record", "kept"), 1)
    assert "f0003.jpg" in line
    assert not (tmp_path / "kept").exists()


def test_money_play_is_kept_with_or_without_jacoby(run: Run, profile: Path) -> None:
    replay = ("replay", str(GAME / "f0001.jpg"), "--board", str(profile), "--json")
    assert "jacoby" not in run(*replay, "--length", "0").lines[0]
    assert run(*replay, "--length", "0", "--no-jacoby").lines[0]["jacoby"] is False
    Path("settings.toml").write_text("[match]\njacoby = false\nlength = 0\n", encoding="utf-8")
    told = run(*replay, "--settings", "settings.toml").lines[0]
    assert (told["length"], told["jacoby"]) == (0, False)
