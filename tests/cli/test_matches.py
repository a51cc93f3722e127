"""`matches`, `show` and `export` on journals that are whole, empty, missing, locked away or cut."""

import json
import os
import shutil
from pathlib import Path

import pytest

from pi_companion.record.journal import Journal, Stamp
from pi_companion.referee.events import (
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    Scored,
    Stood,
    TableEvent,
)
from pi_companion.rules import Breach, Position, Roll, Side, WinKind, parse_play
from tests.program import Outcome, Run

WHITE, BLACK = Side.WHITE, Side.BLACK


def short_match() -> list[TableEvent]:
    """A match to 1 point: White plays, Black errs and White lets it stand, Black resigns."""
    first = parse_play("8/5 6/5", Position.start(), WHITE, Roll(3, 1)).result
    wrong = parse_play("24/23", first, BLACK, None).result
    return [
        GameStarted(1, crawford=False),
        OpeningRoll(3, 1),
        Played(WHITE, (3, 1), "8/5 6/5", first),
        Rolled(BLACK, (6, 1)),
        IllegalPlay(BLACK, (6, 1), wrong, (Breach.MUST_PLAY_BOTH,), "Black left the 6 unplayed."),
        Stood(BLACK),
        Rolled(WHITE, (2, 1)),
        Resigned(BLACK, 1),
        GameOver(WHITE, 1, WinKind.RESIGN),
        Scored(1, 0),
        MatchOver(WHITE),
    ]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "state" / "pi-companion" / "journal.sqlite"
    with Journal.open(path) as book:
        match = book.new_match(MatchStarted(1, "Ada", "Bo"), source="a test")
        for number, event in enumerate(short_match()):
            book.append(match, event, Stamp(float(number), frame=f"f{number}"))
    return path


def refused(outcome: Outcome, *says: str) -> None:
    assert outcome.status == 2, outcome
    assert outcome.out == ""
    (line,) = outcome.err.splitlines()
    for part in says:
        assert part in line


def test_matches_are_listed(run: Run, journal: Path) -> None:
    assert journal.exists()
    assert "Ada won" in run("matches").out
    assert run("matches", "--json").lines == [
        {
            "match": 1,
            "source": "a test",
            "length": 1,
            "white": "Ada",
            "black": "Bo",
            "score": {"white": 1, "black": 0},
            "games": 1,
            "turns": 2,
            "illegal_plays": 1,
            "winner": "white",
        }
    ]


def test_a_match_is_told(run: Run, journal: Path) -> None:
    assert journal.exists()
    told = run("show", "1").out
    assert "8/5 6/5" in told
    assert "Black left the 6 unplayed." in told
    assert run("show", "last").out == told
    assert len(run("show", "1", "--boards").out) > len(told)


def test_a_match_is_told_as_its_events(run: Run, journal: Path) -> None:
    assert journal.exists()
    lines = run("show", "1", "--json").lines
    assert [line["event"] for line in lines][:3] == ["match_started", "game_started", "opening_roll"]
    assert lines[3]["frame"] == "f2"


@pytest.mark.parametrize(("form", "holds"), [("mat", "1 point match"), ("json", '"format": "pi-companion match"')])
def test_a_match_is_exported_to_a_file_and_to_standard_output(run: Run, journal: Path, form: str, holds: str) -> None:
    assert journal.exists()
    written = run("export", "1", "--format", form, "-o", f"match.{form}")
    assert written.status == 0
    assert Path(f"match.{form}").read_text(encoding="utf-8") == run("export", "1", "--format", form).out
    assert holds in Path(f"match.{form}").read_text(encoding="utf-8")


def test_an_export_to_nowhere_is_one_line(run: Run, journal: Path) -> None:
    assert journal.exists()
    refused(run("export", "1", "--format", "mat", "-o", "none/match.mat"), "none/match.mat", "another place")
    assert "invalid choice" in run("export", "1", "--format", "mta").err


@pytest.mark.parametrize(("name", "says"), [("7", "match 7"), ("first", "'first'"), ("9" * 50, "match 9")])
def test_a_match_that_is_not_there_is_one_line(run: Run, journal: Path, name: str, says: str) -> None:
    assert journal.exists()
    refused(run("show", name), says)


def test_a_journal_may_be_named_by_its_folder(run: Run, journal: Path) -> None:
    assert run("--journal", str(journal.parent), "matches").out == run("matches").out


def test_the_settings_may_name_the_journal(run: Run, journal: Path, tmp_path: Path) -> None:
    journal.rename(tmp_path / "mine.sqlite")
    settings = tmp_path / "config" / "pi-companion" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'[journal]\npath = "{tmp_path}/mine.sqlite"\n', encoding="utf-8")
    assert run("matches").status == 0
    settings.write_text('[jurnal]\npath = "x"\n', encoding="utf-8")
    refused(run("matches"), "did you mean journal?")


def test_no_journal_is_one_line(run: Run) -> None:
    refused(run("matches"), "a journal was wanted", "state/pi-companion")
    refused(run("show", "last"), "a journal was wanted")


def test_an_empty_journal_is_said(run: Run, tmp_path: Path) -> None:
    Journal.open(tmp_path / "empty.sqlite").close()
    assert "no match yet" in run("--journal", "empty.sqlite", "matches").out
    refused(run("--journal", "empty.sqlite", "show", "last"), "no match yet")


def test_another_file_is_no_journal(run: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a journal " * 100, encoding="utf-8")
    refused(run("--journal", "notes.txt", "matches"), "not a journal")


def test_a_journal_on_a_read_only_disk_can_be_read(run: Run, journal: Path) -> None:
    before = run("matches").out
    journal.chmod(0o444)
    journal.parent.chmod(0o555)
    try:
        assert run("matches").out == before
    finally:
        journal.parent.chmod(0o755)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_cut_journal_is_one_line_or_whole_transactions(run: Run, journal: Path, share: float) -> None:
    cut = journal.with_name("cut.sqlite")
    shutil.copyfile(journal, cut)
    os.truncate(cut, int(cut.stat().st_size * share))
    outcome = run("--journal", str(cut), "show", "1", "--json")
    if outcome.status:
        assert (outcome.status, len(outcome.err.splitlines())) == (2, 1)
    else:
        whole = [json.dumps(line) for line in run("show", "1", "--json").lines]
        assert whole[: len(outcome.lines)] == [json.dumps(line) for line in outcome.lines]
