"""`backup` and `restore`: whole copies, and nothing overwritten."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest

from pi_companion.devices.lock import LOCK_NAME, only_one
from pi_companion.record.journal import Journal
from pi_companion.referee.events import MatchStarted, Unclear


class Outcome(Protocol):
    """What `run` of conftest gives back."""

    status: int
    out: str
    err: str


Run = Callable[..., Outcome]


def journal_with(path: Path, matches: int) -> Path:
    with Journal.open(path) as journal:
        for _ in range(matches):
            match = journal.new_match(MatchStarted(5))
            journal.append(match, Unclear("what?"))
    return path


def matches(path: Path) -> int:
    with Journal.read(path) as journal:
        return len(journal.matches())


def test_a_copy_is_whole_though_somebody_writes(run: Run, tmp_path: Path) -> None:
    """What stands only in the write-ahead log is in it too."""
    path = journal_with(tmp_path / "j.sqlite", 2)
    with Journal.open(path) as writing:
        writing.new_match(MatchStarted(7))
        outcome = run("--journal", str(path), "backup", "copy.sqlite")
    assert outcome.status == 0, outcome.err
    assert matches(tmp_path / "copy.sqlite") == 3


def test_a_copy_comes_back_and_what_was_there_is_kept(run: Run, tmp_path: Path) -> None:
    path = journal_with(tmp_path / "j.sqlite", 2)
    assert run("--journal", str(path), "backup", "copy.sqlite").status == 0
    journal_with(path, 3)
    outcome = run("--journal", str(path), "restore", "copy.sqlite")
    assert outcome.status == 0, outcome.err
    assert matches(path) == 2
    assert matches(tmp_path / "j.before-restore-1.sqlite") == 5
    assert "before-restore-1" in outcome.out


def test_a_copy_comes_back_where_there_was_nothing(run: Run, tmp_path: Path) -> None:
    copy = journal_with(tmp_path / "copy.sqlite", 1)
    assert run("--journal", str(tmp_path / "new" / "j.sqlite"), "restore", str(copy)).status == 0
    assert matches(tmp_path / "new" / "j.sqlite") == 1


def test_no_file_is_overwritten(run: Run, tmp_path: Path) -> None:
    path = journal_with(tmp_path / "j.sqlite", 1)
    (tmp_path / "copy.sqlite").write_text("mine")
    outcome = run("--journal", str(path), "backup", "copy.sqlite")
    assert outcome.status == 2
    assert "there already" in outcome.err
    assert (tmp_path / "copy.sqlite").read_text() == "mine"


@pytest.mark.parametrize("content", [b"", b"no journal", b"SQLite format 3\0" + b"\0" * 200])
def test_what_is_no_journal_is_not_put_in_its_place(run: Run, tmp_path: Path, content: bytes) -> None:
    path = journal_with(tmp_path / "j.sqlite", 1)
    (tmp_path / "copy.sqlite").write_bytes(content)
    run("--journal", str(path), "restore", "copy.sqlite")
    assert matches(path) == 1 or matches(tmp_path / "j.before-restore-1.sqlite") == 1


def test_nothing_is_restored_under_a_running_service(run: Run, tmp_path: Path) -> None:
    path = journal_with(tmp_path / "j.sqlite", 1)
    copy = journal_with(tmp_path / "copy.sqlite", 2)
    with only_one(path.with_name(LOCK_NAME)):
        outcome = run("--journal", str(path), "restore", str(copy))
    assert outcome.status == 2
    assert "systemctl stop" in outcome.err
    assert matches(path) == 1


def test_a_full_disk_leaves_no_half_of_a_copy(run: Run, tmp_path: Path) -> None:
    path = journal_with(tmp_path / "j.sqlite", 1)
    outcome = run("--journal", str(path), "backup", str(tmp_path / "missing" / "copy.sqlite"))
    assert outcome.status == 2
    assert not list(tmp_path.glob("**/*.part"))
