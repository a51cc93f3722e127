"""Opening a journal's file: to write safely, or to read wherever it lies."""

import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from pi_companion.record.faults import code_of
from pi_companion.record.schema import APPLICATION_ID, check_version, migrate

SYNCHRONOUS = "FULL"
"""A commit is on the disk, not only with the system, before it returns."""


def beside(path: Path, suffix: str) -> Path:
    """Give the file that SQLite keeps beside a database, such as its "-wal"."""
    return path.with_name(path.name + suffix)


def open_to_write(path: Path, busy_timeout_s: float) -> sqlite3.Connection:
    """Open, check and migrate; SQLite's own errors come through as they are."""
    connection = sqlite3.connect(path, timeout=busy_timeout_s, isolation_level=None)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        # Nothing is written before all was found whole: a damaged file is kept as it is.
        new = check_version(connection, path)
        _check_pages(connection)
        if new:
            # First of all, so that even a file that is damaged while it is young is known as a journal.
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        _use_wal(connection, busy_timeout_s)
        connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        migrate(connection, path)
        try_writing(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _use_wal(connection: sqlite3.Connection, busy_timeout_s: float) -> None:
    """Switch to the write-ahead log; SQLite does not wait here for another that does the same, so this does."""
    give_up = time.monotonic() + busy_timeout_s
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.01)
        else:
            return


def try_writing(connection: sqlite3.Connection) -> None:
    """Find out now, not at the first event, that the file is read-only; nothing of this stays."""
    connection.execute("BEGIN IMMEDIATE")
    # A transaction alone is granted on a read-only file; only a change is refused.
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("ROLLBACK")


def _check_pages(connection: sqlite3.Connection) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        error = sqlite3.DatabaseError(str(found))
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


def open_to_read(path: Path, busy_timeout_s: float) -> sqlite3.Connection:
    """Open to read only, also beside a running service or on a read-only disk; SQLite's own errors come through."""
    try:
        return _open(f"{path.resolve().as_uri()}?mode=ro", busy_timeout_s)
    except sqlite3.OperationalError as error:
        if code_of(error) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
    # A write-ahead log wants a shared-memory file in the folder, and this folder takes none.
    log = beside(path, "-wal")
    if not log.exists() or log.stat().st_size == 0:
        return _open(f"{path.resolve().as_uri()}?immutable=1", busy_timeout_s)
    return _copy_in_memory(path, log)


def _open(uri: str, busy_timeout_s: float) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, timeout=busy_timeout_s, isolation_level=None)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _copy_in_memory(path: Path, log: Path) -> sqlite3.Connection:
    """Read file and log together, as they stand, through a copy that is gone when this returns."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "journal.sqlite"
            shutil.copyfile(path, copy)
            shutil.copyfile(log, beside(copy, "-wal"))
            with closing(sqlite3.connect(copy)) as source:
                source.backup(memory)
    except BaseException:
        memory.close()
        raise
    return memory
