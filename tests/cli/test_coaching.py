"""`coach` from the command line."""

from pathlib import Path

import pytest

from pi_companion.coach.engine import EngineError
from pi_companion.coach.gnubg import Gnubg
from tests.program import Run

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


def test_a_position_is_told(run: Run) -> None:
    (told,) = run("coach", START, "--json").lines
    assert told["told"][0] == "Both sides have 167 pips to go."
    assert told["hint"].startswith("Of the 16 legal plays, 1 makes a new point")


def test_without_the_engine_a_hint_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise EngineError("the engine has died")

    monkeypatch.setattr(Gnubg, "plays", gone)
    outcome = run("coach", START, "--hint", "idea")
    assert outcome.status == 0
    assert "the engine has died" in outcome.err
    assert "No engine is here" in outcome.out


def test_an_illegal_play_is_explained_and_drawn(run: Run, tmp_path: Path) -> None:
    outcome = run("coach", START, "--play", "8/5", "-o", "why.html")
    assert outcome.status == 1
    assert "Play both dice." in outcome.out
    assert "<svg" in (tmp_path / "why.html").read_text(encoding="utf-8")
    assert run("coach", START, "--play", "8/5 6/5").status == 0


def test_a_hint_wants_dice(run: Run) -> None:
    outcome = run("coach", START.replace(":31:", ":00:"), "--hint", "play")
    assert outcome.status == 2
    assert "no dice" in outcome.err
