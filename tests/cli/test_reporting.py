"""`report` and `export` as HTML and PDF, with and without an engine."""

from pathlib import Path

import pytest

from pi_companion.record.journal import Journal
from pi_companion.referee.events import GameStarted, MatchStarted, OpeningRoll, Played
from pi_companion.rules import Position, Roll, Side, parse_play
from tests.program import Run


@pytest.fixture
def journal(tmp_path: Path) -> None:
    after = parse_play("8/5 6/5", Position.start(), Side.WHITE, Roll(3, 1)).result
    with Journal.open(tmp_path / "state" / "pi-companion" / "journal.sqlite") as book:
        book.new_match(
            MatchStarted(5, "Ada", "Bo"),
            then=(GameStarted(1, crawford=False), OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", after)),
        )


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_companion.cli.reporting.find_gnubg", lambda: None)


@pytest.mark.usefixtures("journal", "no_engine")
def test_without_an_engine_the_report_is_made_and_says_so(run: Run, tmp_path: Path) -> None:
    outcome = run("report", "last", "--json")
    assert outcome.status == 0
    assert "sudo apt install gnubg" in outcome.err
    assert outcome.lines == [
        {
            "match": 1,
            "file": "match-1.html",
            "judged": False,
            "error_rate": {"white": None, "black": None},
            "luck": {"white": None, "black": None},
        }
    ]
    assert "Ada against Bo" in (tmp_path / "match-1.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("journal", "no_engine")
@pytest.mark.parametrize(("form", "begins"), [("html", b"<!DOCTYPE html>"), ("pdf", b"%PDF")])
def test_it_is_exported(run: Run, tmp_path: Path, form: str, begins: bytes) -> None:
    assert run("export", "last", "--format", form, "-o", f"m.{form}").status == 0
    assert (tmp_path / f"m.{form}").read_bytes().startswith(begins)


@pytest.mark.usefixtures("journal")
def test_another_form_is_refused_before_anything_is_judged(run: Run) -> None:
    outcome = run("report", "last", "-o", "report.txt")
    assert outcome.status == 2
    assert ".txt came" in outcome.err
