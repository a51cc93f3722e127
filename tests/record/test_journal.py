"""The journal keeps what it was told, in order, once, and never changes it."""

import os
import sqlite3
import stat
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from pi_companion.errors import JournalError
from pi_companion.record.journal import Entry, Journal, Stamp
from pi_companion.record.schema import APPLICATION_ID, STEPS, migrate
from pi_companion.record.shelf import try_writing
from pi_companion.referee.events import (
    Covered,
    GameStarted,
    MatchStarted,
    OpeningRoll,
    Rolled,
    TableEvent,
    Taken,
    Unclear,
)
from pi_companion.rules import Side

EVENTS: tuple[TableEvent, ...] = (GameStarted(1, crawford=False), OpeningRoll(3, 1), Unclear("über"), Covered())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.sqlite"


def fill(path: Path, events: int = 100) -> int:
    """Write a match of many rolls and leave all of it in the file itself."""
    with Journal.open(path) as journal:
        match = journal.new_match(MatchStarted(5))
        for number in range(events):
            journal.append(match, Rolled(Side.WHITE, (number % 6 + 1, 3)))
    return match


def one_line(error: pytest.ExceptionInfo[JournalError]) -> str:
    text = str(error.value)
    assert "\n" not in text
    assert isinstance(error.value, OSError)
    return text


def write_until_it_fails(journal: Journal, match: int) -> tuple[int, str]:
    """How many events were written, and the line that then came."""
    for written in range(10_000):
        try:
            journal.append(match, Unclear("x" * 100))
        except JournalError as error:
            return written, str(error)
    pytest.fail("the disk was never full")


def test_events_come_back_in_their_order(path: Path) -> None:
    stamp = Stamp(12.5, wall_s=1.7e9, clock_synced=True, frame="f0001.jpg")
    with Journal.open(path) as journal:
        match = journal.new_match(MatchStarted(5, "Ann", "Bob"), Stamp(1.0), source="table 1")
        for event in EVENTS:
            entry = journal.append(match, event, stamp)
            assert entry.event == event
    with Journal.open(path) as journal:
        entries = journal.events(match)
    assert [entry.event for entry in entries] == [MatchStarted(5, "Ann", "Bob"), *EVENTS]
    assert [entry.seq for entry in entries] == [1, 2, 3, 4, 5]
    assert entries[0].stamp == Stamp(1.0)
    assert entries[1] == Entry(match, 2, stamp, EVENTS[0])


def test_matches_are_listed_with_their_source(path: Path) -> None:
    with Journal.open(path) as journal:
        assert journal.matches() == ()
        first = journal.new_match(MatchStarted(5), Stamp(0.0, 99.0), source="table 1")
        second = journal.new_match(MatchStarted(0), source="game1")
        journal.append(first, Covered())
        listed = journal.matches()
    assert [(m.match, m.source, m.events, m.wall_s) for m in listed] == [
        (first, "table 1", 2, 99.0),
        (second, "game1", 1, None),
    ]


def test_a_repeated_key_is_written_once(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.new_match(MatchStarted(5), key="recording")
        first = journal.append(match, Covered(), Stamp(1.0), key="f1:0")
    with Journal.open(path) as journal:
        assert journal.new_match(MatchStarted(5), key="recording") == match
        assert journal.append(match, Covered(), Stamp(2.0), key="f1:0") == first
        assert len(journal.events(match)) == 2
        other = journal.new_match(MatchStarted(5))
        assert journal.append(other, Covered(), key="f1:0").match == other


def test_one_key_cannot_name_two_events(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.new_match(MatchStarted(5))
        journal.append(match, Covered(), key="f1:0")
        with pytest.raises(JournalError) as caught:
            journal.append(match, Taken(Side.WHITE), key="f1:0")
        assert "key of its own" in one_line(caught)
        assert len(journal.events(match)) == 2


def test_what_one_picture_told_is_written_all_or_none(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.new_match(MatchStarted(5))
        journal.append(match, Covered(), key="k")
        with pytest.raises(JournalError):
            journal.append_all(match, [(Taken(Side.WHITE), None), (Taken(Side.BLACK), "k")])
        assert [entry.event for entry in journal.events(match)] == [MatchStarted(5), Covered()]
        entries = journal.append_all(match, [(Taken(Side.WHITE), None), (Covered(), "k")])
        assert [entry.seq for entry in entries] == [3, 2]


@pytest.mark.parametrize("table", ["events", "matches"])
@pytest.mark.parametrize("change", ["UPDATE {} SET match = match + 1", "DELETE FROM {}"])
def test_nothing_that_stands_can_be_changed(path: Path, table: str, change: str) -> None:
    match = fill(path, 3)
    with closing(sqlite3.connect(path)) as raw, pytest.raises(sqlite3.IntegrityError, match="never"):
        raw.execute(change.format(table))
    with Journal.open(path) as journal:
        assert len(journal.events(match)) == 4


def test_a_commit_is_on_disk_before_it_returns(path: Path) -> None:
    with Journal.open(path) as journal:
        assert journal._connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert journal._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_an_unknown_match_is_named_with_those_there(path: Path) -> None:
    fill(path, 1)
    with Journal.open(path) as journal:
        with pytest.raises(JournalError) as caught:
            journal.append(9, Covered())
        assert "match 9 was wanted" in one_line(caught)
        with pytest.raises(JournalError) as caught:
            journal.events(9)
        assert "matches 1 to 1" in one_line(caught)
        assert journal.append(1, Covered()).seq == 3


def test_reading_goes_on_beside_a_writer(path: Path) -> None:
    with Journal.open(path) as writer:
        match = writer.new_match(MatchStarted(5))
        with Journal.read(path) as reader:
            assert len(reader.events(match)) == 1
            writer.append(match, Covered())
            assert len(reader.events(match)) == 2
            with pytest.raises(JournalError) as caught:
                reader.append(match, Covered())
            assert "read-only" in one_line(caught)


def test_reading_makes_no_file(path: Path) -> None:
    with pytest.raises(JournalError) as caught:
        Journal.read(path)
    assert "there is none" in one_line(caught)
    assert not path.exists()


def test_a_second_writer_waits_and_is_then_told(path: Path) -> None:
    with Journal.open(path) as journal, Journal.open(path, busy_timeout_s=0.05) as other:
        match = journal.new_match(MatchStarted(5))
        journal._connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError) as caught:
            other.append(match, Covered())
        assert "another program" in one_line(caught)
        journal._connection.execute("ROLLBACK")
        assert other.append(match, Covered()).seq == 2


def test_writers_at_the_same_time_lose_and_double_nothing(path: Path) -> None:
    errors: list[Exception] = []

    def write(name: str) -> None:
        try:
            with Journal.open(path, busy_timeout_s=60.0) as journal:
                match = journal.new_match(MatchStarted(5), key="shared")
                for number in range(20):
                    journal.append(match, Unclear(f"{name}{number}"))
        except Exception as error:  # noqa: BLE001 -- told by the assertion below
            errors.append(error)

    threads = [threading.Thread(target=write, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    with Journal.read(path) as journal:
        entries = journal.events(1)
    assert [entry.seq for entry in entries] == list(range(1, 62))
    told = [entry.event.what for entry in entries if isinstance(entry.event, Unclear)]
    assert sorted(told) == sorted(f"{name}{number}" for name in "abc" for number in range(20))


def test_a_newer_journal_is_refused_and_kept(path: Path) -> None:
    fill(path, 2)
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    for opener in (Journal.open, Journal.read):
        with pytest.raises(JournalError) as caught:
            opener(path)
        assert "version 99" in one_line(caught)
    assert path.read_bytes() == before


def test_an_older_journal_is_brought_up_to_date_whole_or_not_at_all(path: Path) -> None:
    fill(path, 2)

    def add_note(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE matches ADD COLUMN note TEXT")

    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE matches ADD COLUMN other TEXT")
        raise sqlite3.OperationalError

    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        with pytest.raises(sqlite3.OperationalError):
            migrate(raw, path, (*STEPS, add_note, fail))
        assert raw.execute("PRAGMA user_version").fetchone() == (len(STEPS),)
        migrate(raw, path, (*STEPS, add_note))
        assert raw.execute("PRAGMA user_version").fetchone() == (len(STEPS) + 1,)
        assert raw.execute("SELECT match, note FROM matches").fetchall() == [(1, None)]


def test_another_programs_database_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE music (title TEXT)")
    before = path.read_bytes()
    for opener in (Journal.open, Journal.read):
        with pytest.raises(JournalError) as caught:
            opener(path)
        assert "another program's database" in one_line(caught)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"shopping list\n" * 500, b"SQLite format 3\x00" + b"\xff" * 5000, b"\x00" * 300])
def test_what_is_no_database_is_left_alone(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    for opener in (Journal.open, Journal.read):
        with pytest.raises(JournalError) as caught:
            opener(path)
        assert "not a journal" in one_line(caught)
    assert path.read_bytes() == content


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    for opener in (Journal.open, Journal.read):
        with pytest.raises(JournalError) as caught:
            opener(tmp_path)
        assert str(tmp_path) in one_line(caught)


def test_a_file_where_the_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("x")
    with pytest.raises(JournalError) as caught:
        Journal.open(tmp_path / "state" / "journal.sqlite")
    assert "state" in one_line(caught)


def test_a_journal_that_is_full_loses_nothing_and_goes_on_when_there_is_room(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.new_match(MatchStarted(5))
        pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
        journal._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        written, told = write_until_it_fails(journal, match)
        assert "disk is full" in told
        assert 0 < written < 1000
        assert len(journal.events(match)) == written + 1
        journal._connection.execute("PRAGMA max_page_count = 100000")
        assert journal.append(match, Covered()).seq == written + 2


@contextmanager
def small_disk(folder: Path, options: str) -> Iterator[Path]:
    """A real little file system; only root may mount one."""
    folder.mkdir()
    command = ["/bin/mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("a small disk to fill can be mounted by root only")
    try:
        yield folder
    finally:
        subprocess.run(["/bin/umount", str(folder)], check=True)


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "size=256k") as disk:
        path = disk / "journal.sqlite"
        with Journal.open(path) as journal:
            match = journal.new_match(MatchStarted(5))
            written, told = write_until_it_fails(journal, match)
            assert "full" in told
        with Journal.read(path) as journal:
            assert len(journal.events(match)) == written + 1


def test_a_disk_that_is_full_from_the_start_is_told(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "size=64k") as disk:
        with pytest.raises(OSError, match="space"):
            (disk / "ballast").write_bytes(b"x" * 100_000)
        with pytest.raises(JournalError) as caught:
            Journal.open(disk / "journal.sqlite")
        assert "full" in one_line(caught)


def test_a_read_only_disk_refuses_writing_and_can_be_read(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "size=2m") as disk:
        path = disk / "journal.sqlite"
        match = fill(path, 5)
        subprocess.run(["/bin/mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(JournalError) as caught:
            Journal.open(path)
        assert "read-only" in one_line(caught)
        with Journal.read(path) as journal:
            assert len(journal.events(match)) == 6


def test_a_read_only_disk_with_an_open_log_can_be_read(tmp_path: Path) -> None:
    source = tmp_path / "journal.sqlite"
    with small_disk(tmp_path / "disk", "size=2m") as disk:
        with Journal.open(source) as journal:
            match = journal.new_match(MatchStarted(5))
            journal.append(match, Covered())
            for suffix in ("", "-wal"):
                (disk / f"journal.sqlite{suffix}").write_bytes(source.with_name(source.name + suffix).read_bytes())
        subprocess.run(["/bin/mount", "-o", "remount,ro", str(disk)], check=True)
        with Journal.read(disk / "journal.sqlite") as journal:
            assert len(journal.events(match)) == 2


def test_a_read_only_folder_is_told(tmp_path: Path) -> None:
    """As any user but root, whom no folder stops."""
    if os.geteuid() == 0:
        pytest.skip("root may write into a read-only folder; the read-only disk is tried instead")
    folder = tmp_path / "closed"
    folder.mkdir()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    with pytest.raises(JournalError) as caught:
        Journal.open(folder / "journal.sqlite")
    assert "journal.sqlite" in one_line(caught)


def test_the_header_names_the_program(path: Path) -> None:
    fill(path, 1)
    assert path.read_bytes()[68:72] == APPLICATION_ID.to_bytes(4, "big")


def test_a_file_that_may_only_be_read_is_told_when_it_is_opened_to_write(path: Path) -> None:
    """Beside a running service of another user, where SQLite grants even a transaction."""
    with Journal.open(path) as service:
        match = service.new_match(MatchStarted(5))
        reader = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
        with closing(reader), pytest.raises(sqlite3.OperationalError, match="readonly"):
            try_writing(reader)
        assert service.append(match, Covered()).seq == 2


@pytest.mark.parametrize("begun", [(), (f"PRAGMA application_id = {APPLICATION_ID}",)])
def test_a_journal_that_was_cut_off_at_its_birth_holds_no_match_and_is_left_as_it_is(
    tmp_path: Path, begun: tuple[str, ...]
) -> None:
    path = tmp_path / "journal.sqlite"
    path.touch()
    with closing(sqlite3.connect(path)) as connection:
        for statement in begun:
            connection.execute(statement)
    before = path.read_bytes()
    with Journal.read(path) as journal:
        assert journal.matches() == ()
        with pytest.raises(JournalError, match="no match yet"):
            journal.events(1)
    assert path.read_bytes() == before
    fill(path, 1)


def test_names_of_files_that_are_no_text_can_be_stored(path: Path) -> None:
    name = os.fsdecode(b"bad\xffname")
    with Journal.open(path) as journal:
        match = journal.new_match(MatchStarted(5), source=name)
        journal.append(match, Covered(), Stamp(1.0, frame=name))
        assert journal.matches()[0].source == "bad?name"
        assert journal.events(match)[1].stamp.frame == "bad?name"


def test_a_log_without_its_journal_is_kept_aside(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.new_match(MatchStarted(5))
        log = path.with_name("journal.sqlite-wal").read_bytes()
    path.write_bytes(b"")
    path.with_name("journal.sqlite-wal").write_bytes(log)
    for matches in (1, 2):
        with Journal.open(path) as journal:
            journal.new_match(MatchStarted(5))
            assert len(journal.matches()) == matches
            if matches == 1:
                assert journal.salvaged is not None
                assert "journal.sqlite.damaged-1-wal" in journal.salvaged.message
    assert path.with_name("journal.sqlite.damaged-1-wal").read_bytes() == log
