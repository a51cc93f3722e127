"""All matches in one file, and back again: a copy that is whole even while a service writes."""

import contextlib
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from pi_companion.errors import JournalError
from pi_companion.record.faults import told_plainly
from pi_companion.record.journal import BUSY_TIMEOUT_S, Journal
from pi_companion.record.shelf import beside, open_to_read


def back_up(journal: Path, target: Path) -> int:
    """Copy the journal as it stands into one file; gives the number of matches in it.

    Args:
        journal: The journal; a service may be writing to it.
        target: The copy, which must not exist; half of it is never left behind.

    Raises:
        JournalError: The journal cannot be read, or the copy cannot be written or is there already.
    """
    with Journal.read(journal) as book:
        count = len(book.matches())
    if target.exists():
        raise JournalError(f"wanted a new file for the copy, but {target} is there already; give another name")
    with told_plainly("copy", journal):
        _copy(journal, target)
    return count


def restore(copy: Path, journal: Path) -> tuple[int, Path | None]:
    """Put a copy in the place of the journal; gives its number of matches, and where the old journal was put.

    The caller makes sure that no service is writing.

    Raises:
        JournalError: The copy is no journal, or the place cannot be written.
    """
    with Journal.read(copy) as book:
        count = len(book.matches())
    with told_plainly("restore", journal):
        journal.parent.mkdir(parents=True, exist_ok=True)
        new = _free(journal, "restored")
        _copy(copy, new)
        aside = None
        if journal.exists():
            aside = _free(journal, "before-restore")
            # All of the old journal lies in its file and its log: with a copy, none has to follow it.
            _copy(journal, aside)
        for suffix in ("-wal", "-shm"):
            beside(journal, suffix).unlink(missing_ok=True)
        new.replace(journal)
        _sync(journal.parent)
    return count, aside


def _copy(source: Path, target: Path) -> None:
    """Copy through SQLite, so that what stands in the log is in it; the file appears only when it is whole."""
    part = target.with_name(f".{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        with closing(open_to_read(source, BUSY_TIMEOUT_S)) as there, closing(sqlite3.connect(part)) as here:
            there.backup(here)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
        _sync(target.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _free(journal: Path, word: str) -> Path:
    """Find a name beside the journal that nothing has yet."""
    number = 1
    while (path := journal.with_name(f"{journal.stem}.{word}-{number}{journal.suffix}")).exists():
        number += 1
    return path


def _sync(folder: Path) -> None:
    """Make sure that a new name in a folder survives a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
