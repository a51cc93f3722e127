"""What is to be told waits in the journal, and is numbered without a gap."""

import doctest
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pi_companion.errors import JournalError
from pi_companion.record import outbox as module
from pi_companion.record.journal import Journal
from pi_companion.record.outbox import TELLING, Outbox, next_mark
from pi_companion.record.schema import STEPS, migrate
from pi_companion.record.wire import kind_of
from pi_companion.referee.events import (
    Amended,
    GameOver,
    GameStarted,
    MatchOver,
    MatchStarted,
    Redone,
    Scored,
    ScoreSet,
    Undone,
)
from pi_companion.rules import Side, WinKind


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as book:
        book.new_match(MatchStarted(1, "Ada", "Bo"), source="table", then=(GameStarted(1, crawford=False),))
        book.new_match(MatchStarted(1, "Ada", "Bo"), source="a file")
    return path


def end(path: Path, match: int) -> None:
    with Journal.open(path) as book:
        book.append_all(
            match,
            [(GameOver(Side.WHITE, 1, WinKind.SINGLE), None), (Scored(1, 0), None), (MatchOver(Side.WHITE), None)],
        )


def test_the_kinds_that_tell_are_the_words_of_the_journal() -> None:
    events = (
        GameOver(Side.WHITE, 1, WinKind.SINGLE),
        MatchOver(Side.WHITE),
        Scored(1, 0),
        ScoreSet(1, 0, crawford=False, post_crawford=False),
        Undone(1),
        Redone(1),
        Amended(1, ()),
    )
    assert tuple(kind_of(event) for event in events) == TELLING


def test_a_match_is_touched_when_its_result_may_have_changed(path: Path) -> None:
    with Outbox.open(path) as outbox:
        assert outbox.touched("table") == (3, ())
        end(path, 1)
        end(path, 2)
        last, matches = outbox.touched("table")
        assert matches == (1,)
        outbox.hear(last, keep=True)
        assert outbox.touched("table") == (last, ())
    with Outbox.open(path) as outbox:
        assert outbox.touched("table") == (last, ())


def test_items_are_numbered_without_a_gap_and_told_once(path: Path) -> None:
    with Outbox.open(path) as outbox:
        with outbox.changing():
            outbox.put("match", "a", 7, "{}", 1)
            outbox.put("match", "a", 7, "{}", 1)
            outbox.put("match", "a", 9, '{"x":1}', 1)
        items = outbox.after(0, 10)
        assert [(item.number, item.key, item.revision) for item in items] == [(1, "a", 7), (2, "a", 9)]
        assert items[1].mark == next_mark(next_mark("", "a", 7), "a", 9)
        assert outbox.told_of(1)["a"].revision == 9
        outbox.note_sent(1)
    with Outbox.open(path) as outbox:
        assert outbox.sent == 1
        assert [item.number for item in outbox.after(outbox.sent, 10)] == [2]


def test_a_failed_change_leaves_nothing(path: Path) -> None:
    with Outbox.open(path) as outbox:

        def fail() -> None:
            with outbox.changing():
                outbox.put("match", "a", 1, "{}", 1)
                raise OSError(5, "Input/output error")

        with pytest.raises(JournalError, match="see to the disk"):
            fail()
        assert outbox.last() == (0, "")


def test_names_stay(path: Path) -> None:
    with Outbox.open(path) as outbox, outbox.changing():
        name, match = outbox.name, outbox.match_name(1)
    with Outbox.open(path) as outbox, outbox.changing():
        assert (outbox.name, outbox.match_name(1)) == (name, match)
        assert outbox.match_name(2) != match


def test_a_journal_of_the_first_version_gets_an_outbox(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        migrate(raw, path, STEPS[:1])
    with Journal.open(path) as book:
        book.new_match(MatchStarted(1, "Ada", "Bo"), source="table")
    with Outbox.open(path) as outbox:
        assert outbox.last() == (0, "")


def test_a_salvaged_journal_keeps_the_names_of_its_matches(path: Path) -> None:
    with Outbox.open(path) as outbox, outbox.changing():
        name = outbox.match_name(1)
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'outbox_by_match'").fetchone()[0]
        size = raw.execute("PRAGMA page_size").fetchone()[0]
    data = bytearray(path.read_bytes())
    data[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(data)
    with Journal.open(path) as book:
        assert book.salvaged is not None
        assert len(book.events(1)) == 2
    with Outbox.open(path) as outbox, outbox.changing():
        assert outbox.match_name(1) == name


def test_examples_hold() -> None:
    assert doctest.testmod(module).failed == 0
