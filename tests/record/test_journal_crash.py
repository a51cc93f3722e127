"""Kills, cuts and damage: nothing that was acknowledged is lost or doubled, and damage is told in one line."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pi_companion.errors import JournalError
from pi_companion.record.journal import Journal
from pi_companion.record.schema import APPLICATION_ID
from pi_companion.record.shelf import beside
from pi_companion.referee.events import Covered, MatchStarted, Unclear

KILLS = 30

WRITERS = """
import os, sys
from pathlib import Path
from pi_companion.record.journal import Journal
from pi_companion.referee.events import MatchStarted, Unclear

def write(path):
    with Journal.open(path) as journal:
        match = journal.new_match(MatchStarted(5), key="one match")
        # As the table does after a restart: the last event may have been told or not, so it is told again.
        number = max(0, len(journal.events(match)) - 2)
        while True:
            journal.append(match, Unclear(f"event {number}"), key=str(number))
            tell(number)
            number += 1

def tell(what):
    # In one write: two processes share the pipe.
    os.write(1, f"{what}\\n".encode())

# A writer for every line that comes; forked, since Python takes long to start.
for line in sys.stdin:
    writer = os.fork()
    if not writer:
        write(Path(sys.argv[1]))
    tell(f"writer {writer}")
    os.waitpid(writer, 0)
    tell("gone")
"""


def story(path: Path) -> list[str]:
    """What the journal holds, after a check that it has no gap."""
    with Journal.open(path) as journal:
        assert journal.salvaged is None
        matches = journal.matches()
        if not matches:
            return []
        assert len(matches) == 1
        entries = journal.events(matches[0].match)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    return [entry.event.what for entry in entries if isinstance(entry.event, Unclear)]


def test_a_killed_writer_loses_and_doubles_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    chance = random.Random(20)
    acknowledged = -1
    command = [sys.executable, "-c", WRITERS, str(path)]
    # One thread in the parent of the writers: Python warns when more are forked.
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as writers:
        assert writers.stdin is not None
        assert writers.stdout is not None
        for _ in range(KILLS):
            print("next", file=writers.stdin, flush=True)
            told = [next(writers.stdout)]
            while not told[-1].startswith("writer"):
                told.append(next(writers.stdout))
            writer = int(told[-1].split()[1])
            # By what it has told, not by a clock: a machine that is busy gets as far as another.
            told += [next(writers.stdout) for _ in range(chance.randrange(8))]
            os.kill(writer, signal.SIGKILL)
            while told[-1] != "gone\n":
                told.append(next(writers.stdout))
            acknowledged = max([acknowledged, *(int(line) for line in told if line[0].isdigit())])
    events = story(path)
    assert events == [f"event {number}" for number in range(len(events))]
    assert len(events) > acknowledged > KILLS


@pytest.fixture(scope="module")
def open_journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copies of a journal with 40 events in the file and 40 more in its log, as a power cut would find it."""
    folder = tmp_path_factory.mktemp("open")
    path = folder / "journal.sqlite"
    with Journal.open(path) as journal:
        match = journal.new_match(MatchStarted(5))
        for number in range(40):
            journal.append(match, Unclear(f"event {number}"))
    with Journal.open(path) as journal:
        for number in range(40, 80):
            journal.append(match, Unclear(f"event {number}"))
        copy = folder / "copy.sqlite"
        shutil.copyfile(path, copy)
        shutil.copyfile(beside(path, "-wal"), beside(copy, "-wal"))
    return copy


def copied(source: Path, folder: Path) -> Path:
    path = folder / "journal.sqlite"
    shutil.copyfile(source, path)
    shutil.copyfile(beside(source, "-wal"), beside(path, "-wal"))
    return path


def test_a_log_cut_anywhere_keeps_every_complete_event(open_journal: Path, tmp_path: Path) -> None:
    size = beside(open_journal, "-wal").stat().st_size
    found = []
    for number, cut in enumerate([*range(0, size, size // 60), size]):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = copied(open_journal, folder)
        with beside(path, "-wal").open("r+b") as file:
            file.truncate(cut)
        events = story(path)
        assert events == [f"event {number}" for number in range(len(events))]
        found.append(len(events))
    assert found == sorted(found)
    assert (found[0], found[-1]) == (40, 80)


def test_a_log_damaged_anywhere_keeps_what_stands_before(open_journal: Path, tmp_path: Path) -> None:
    size = beside(open_journal, "-wal").stat().st_size
    chance = random.Random(21)
    for number in range(30):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = copied(open_journal, folder)
        with beside(path, "-wal").open("r+b") as file:
            file.seek(chance.randrange(size))
            file.write(chance.randbytes(64))
        events = story(path)
        assert events == [f"event {number}" for number in range(len(events))]
        assert len(events) >= 40


@pytest.fixture(scope="module")
def long_journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three matches, some 40 pages, all in the file."""
    path = tmp_path_factory.mktemp("long") / "journal.sqlite"
    with Journal.open(path) as journal:
        matches = [journal.new_match(MatchStarted(5), source=f"table {number}") for number in range(3)]
        for match in matches:
            journal.append_all(match, [(Unclear(f"event {number} " + "x" * 200), None) for number in range(150)])
    return path


def whole(path: Path) -> dict[int, int]:
    """Events of each match, after a check that each is whole from its beginning."""
    with Journal.read(path) as journal:
        found = {}
        for match in journal.matches():
            entries = journal.events(match.match)
            assert isinstance(entries[0].event, MatchStarted)
            texts = [entry.event.what.split()[1] for entry in entries[1:] if isinstance(entry.event, Unclear)]
            assert texts == [str(number) for number in range(len(entries) - 1)]
            found[match.match] = len(entries)
    return found


def opened_or_told(path: Path) -> dict[int, int] | None:
    """Open a damaged journal: its events, or None where one clear line refused it and left the file as it was."""
    before = path.read_bytes()
    try:
        journal = Journal.open(path)
    except JournalError as error:
        told = str(error)
    else:
        with journal:
            if journal.salvaged is not None:
                assert journal.salvaged.kept.read_bytes() == before
                assert "\n" not in journal.salvaged.message
                assert journal.salvaged.kept.name in journal.salvaged.message
            assert journal.append(journal.new_match(MatchStarted(1)), Covered()).seq == 2
        return whole_but_the_last(path)
    assert "\n" not in told
    assert str(path) in told
    assert path.read_bytes() == before
    return None


def whole_but_the_last(path: Path) -> dict[int, int]:
    with Journal.read(path) as journal:
        last = journal.matches()[-1].match
        shorter = {match.match for match in journal.matches()} - {last}
        assert len(journal.events(last)) == 2
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        counts = raw.execute("SELECT match, count(*), max(seq) FROM events GROUP BY match").fetchall()
    assert all(count == newest for _, count, newest in counts)
    return {match: count for match, count, _ in counts if match in shorter}


def test_a_file_cut_anywhere_gives_what_is_left_or_one_clear_line(long_journal: Path, tmp_path: Path) -> None:
    size = long_journal.stat().st_size
    saved = []
    for number, cut in enumerate(range(1, size, size // 25)):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "journal.sqlite"
        shutil.copyfile(long_journal, path)
        with path.open("r+b") as file:
            file.truncate(cut)
        found = opened_or_told(path)
        saved.append(sum(found.values()) if found else 0)
    assert saved[-1] > 400
    assert saved[len(saved) // 2] > 100


def test_a_damaged_page_costs_its_own_match_only(long_journal: Path, tmp_path: Path) -> None:
    size = long_journal.stat().st_size
    pages = size // 4096
    with closing(sqlite3.connect(long_journal)) as raw:
        roots = raw.execute("SELECT max(rootpage) FROM sqlite_master").fetchone()[0]
    whole_matches = 0
    # The page after the roots holds the beginnings of all three.
    damaged = range(roots + 1, pages, 3)
    for page in damaged:
        folder = tmp_path / str(page)
        folder.mkdir()
        path = folder / "journal.sqlite"
        shutil.copyfile(long_journal, path)
        with path.open("r+b") as file:
            file.seek(page * 4096)
            file.write(b"\xa5" * 4096)
        found = opened_or_told(path)
        assert found is not None
        whole_matches += sum(count == 151 for count in found.values())
        assert sum(count == 151 for count in found.values()) >= 1
    assert whole_matches >= 2 * len(damaged)


def test_random_damage_never_brings_a_traceback_or_a_lie(long_journal: Path, tmp_path: Path) -> None:
    size = long_journal.stat().st_size
    chance = random.Random(22)
    for number in range(25):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "journal.sqlite"
        shutil.copyfile(long_journal, path)
        with path.open("r+b") as file:
            for _ in range(chance.randrange(1, 4)):
                file.seek(chance.randrange(size))
                file.write(chance.randbytes(chance.choice([1, 16, 1024])))
        opened_or_told(path)


def test_reading_a_damaged_journal_tells_so_and_changes_nothing(long_journal: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    shutil.copyfile(long_journal, path)
    with path.open("r+b") as file:
        file.truncate(long_journal.stat().st_size // 2)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="damaged"):
        whole(path)
    assert path.read_bytes() == before
    # SQLite may leave its own two files beside it; nothing was put aside.
    assert {file.name for file in tmp_path.iterdir()} <= {path.name, path.name + "-wal", path.name + "-shm"}


def test_salvage_says_which_match_was_cut(long_journal: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    shutil.copyfile(long_journal, path)
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("DROP TRIGGER events_remain")
        raw.execute("DELETE FROM events WHERE match = 2 AND seq = 100")
        raw.commit()
    with path.open("r+b") as file:
        file.truncate(long_journal.stat().st_size - 4096)
    with Journal.open(path) as journal:
        assert journal.salvaged is not None
        assert 2 in journal.salvaged.cut
        assert "of match 2" in journal.salvaged.message
        assert journal.salvaged.kept.name == "journal.sqlite.damaged-1"
        assert len(journal.events(2)) == 99
        assert [match.source for match in journal.matches()] == ["table 0", "table 1", "table 2"]
    with Journal.open(path) as journal:
        assert journal.salvaged is None


def test_a_salvage_that_was_interrupted_is_finished(long_journal: Path, tmp_path: Path) -> None:
    """As a power cut leaves it between the finished new journal and its new name."""
    path = tmp_path / "journal.sqlite"
    shutil.copyfile(long_journal, beside(path, ".salvaged"))
    path.write_bytes(b"damaged")
    beside(path, "-wal").write_bytes(b"damaged too")
    assert sum(whole_after_open(path).values()) == 453
    assert beside(path, ".damaged-1").read_bytes() == b"damaged"
    assert beside(path, ".damaged-1-wal").read_bytes() == b"damaged too"
    assert not beside(path, ".salvaged").exists()


def whole_after_open(path: Path) -> dict[int, int]:
    Journal.open(path).close()
    return whole(path)


def test_another_programs_damaged_file_is_never_moved(tmp_path: Path) -> None:
    path = tmp_path / "music.sqlite"
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE music (title TEXT)")
        raw.executemany("INSERT INTO music VALUES (?)", [("x" * 500,)] * 100)
        raw.commit()
    with path.open("r+b") as file:
        file.truncate(9000)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="damaged"):
        Journal.open(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert before[68:72] != APPLICATION_ID.to_bytes(4, "big")
