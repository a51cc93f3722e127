"""`correct`: orders from the command line, by the journal alone."""

import json
from pathlib import Path

import pytest

from pi_companion.cli.main import main
from pi_companion.record.journal import Journal
from pi_companion.record.transcript import transcribe
from pi_companion.referee.events import MatchOver, MatchStarted, Played, Scored, TableEvent
from tests.referee.conftest import Table


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A match of which White has opened with 3-1."""
    table = Table()
    table.do("looks; opening 3-1; 8/5 6/5; lifts")
    first, *others = table.events
    assert isinstance(first, MatchStarted)
    path = tmp_path / "j.sqlite"
    with Journal.open(path) as book:
        book.new_match(first, then=others)
    return path


def events(path: Path) -> list[TableEvent]:
    with Journal.read(path) as book:
        return [entry.event for entry in book.events(1)]


def said(capsys: pytest.CaptureFixture[str], path: Path, *words: str) -> tuple[int, list[dict[str, object]]]:
    status = main(["--journal", str(path), "--json", "correct", "last", *words])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_undo_and_redo(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = said(capsys, journal, "undo")
    assert status == 0
    assert [line["event"] for line in lines] == ["said", "undone"]
    assert not any(turn.play for turn in transcribe(events(journal)).games[0].turns)
    said(capsys, journal, "redo")
    assert [turn.play for turn in transcribe(events(journal)).games[0].turns] == ["8/5 6/5"]


def test_the_first_events_stay_in_the_journal(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = events(journal)
    said(capsys, journal, "play", "24/23", "13/10")
    after = events(journal)
    assert after[: len(before)] == before
    assert any(isinstance(event, Played) for event in before)
    assert transcribe(after).games[0].turns[0].play == "24/23 13/10"


def test_the_same_key_counts_once(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, journal, "undo", "--key", "a")[0] == 0
    status, lines = said(capsys, journal, "undo", "--key", "a")
    assert (status, lines) == (0, [])


def test_who_said_it_is_in_the_journal(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, lines = said(capsys, journal, "resign", "white", "1", "--by", "white")
    assert lines[0]["by"] == "white"
    assert [line["event"] for line in lines[1:]] == ["resign_offered"]


def test_what_cannot_be_is_a_definite_no(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = said(capsys, journal, "undo", "9")
    assert status == 1
    assert lines[-1]["event"] == "refused"


@pytest.mark.parametrize("words", [("dance",), ("undo", "two"), ("cube", "2"), ("undo", "1", "2"), ("turn", "green")])
def test_what_is_no_order_is_wrong_usage(
    journal: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    before = events(journal)
    assert main(["--journal", str(journal), "correct", "last", *words]) == 2
    assert "the orders are" in capsys.readouterr().err
    assert events(journal) == before


def test_undoing_a_won_match_undoes_winner_and_score(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, journal, "score", "4-0")
    said(capsys, journal, "concede", "black", "1")
    assert any(isinstance(event, MatchOver) for event in events(journal))
    assert any(isinstance(event, Scored) for event in events(journal))
    said(capsys, journal, "undo")
    record = transcribe(events(journal))
    assert (record.winner, record.white) == (None, 4)
    assert record.games[-1].result is None


def test_a_person_reads_what_came_of_it(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--journal", str(journal), "correct", "1", "undo"]) == 0
    assert capsys.readouterr().out.splitlines() == ["Director says: undo", "Taken back: the last act"]
