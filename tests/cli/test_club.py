"""`ladder`: shown, written, and players renamed."""

from pathlib import Path

import pytest

from pi_companion.record.journal import Journal
from pi_companion.referee.events import GameOver, GameStarted, MatchOver, MatchStarted, Resigned, Scored
from pi_companion.rules import Side, WinKind
from tests.program import Run


@pytest.fixture(autouse=True)
def journal(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "state" / "pi-companion" / "journal.sqlite") as book:
        for white in ("Ada", "Adah"):
            book.new_match(
                MatchStarted(1, white, "Bo"),
                then=(
                    GameStarted(1, crawford=False),
                    Resigned(Side.BLACK, 1),
                    GameOver(Side.WHITE, 1, WinKind.RESIGN),
                    Scored(1, 0),
                    MatchOver(Side.WHITE),
                ),
            )


def test_it_is_shown(run: Run) -> None:
    first, *_ = run("ladder", "--json").lines
    assert (first["place"], first["player"], first["rating"], first["provisional"]) == (1, "Ada", 1010.0, True)
    assert "1010.0?" in run("ladder").out


def test_players_are_made_one_and_parted_again(run: Run) -> None:
    assert run("ladder", "--rename", "Adah", "Ada").status == 0
    assert [line["player"] for line in run("ladder", "--json").lines] == ["Ada", "Bo"]
    assert run("ladder", "--forget", "Adah").status == 0
    assert len(run("ladder", "--json").lines) == 3


def test_who_is_not_there_cannot_be_renamed(run: Run) -> None:
    outcome = run("ladder", "--rename", "Adda", "Zoe")
    assert outcome.status == 2
    assert "did you mean Ada?" in outcome.err


def test_it_is_written_as_a_page(run: Run, tmp_path: Path) -> None:
    assert run("ladder", "-o", "ladder.html").status == 0
    assert "Adah" in (tmp_path / "ladder.html").read_text(encoding="utf-8")
    assert run("ladder", "-o", "ladder.txt").status == 2
