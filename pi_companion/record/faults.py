"""What SQLite complains about, as one line that a person can act on."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pi_companion.errors import JournalError

PRIMARY = 0xFF
"""An extended code of SQLite keeps its primary one in the lowest byte."""

_TOLD = {
    sqlite3.SQLITE_FULL: "the disk is full; nothing was lost of what was told, free some space and go on",
    sqlite3.SQLITE_READONLY: "the file or its folder is read-only; make it writable or give another path",
    sqlite3.SQLITE_BUSY: "another program is writing to it; stop the other one or wait, then try again",
    sqlite3.SQLITE_LOCKED: "another program is writing to it; stop the other one or wait, then try again",
    sqlite3.SQLITE_NOTADB: "it is not a journal; it is left as it is, give another path",
    sqlite3.SQLITE_CORRUPT: "the file is damaged; the next recording saves what can be read of it and keeps it aside",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; its folder must be there, writable and not on a read-only disk",
    sqlite3.SQLITE_PERM: "access is not allowed; change the owner or give another path",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written there (full, unplugged or broken?); see to the disk",
}


def code_of(error: sqlite3.Error) -> int:
    """Give the primary SQLite code of an error, or 0 where it has none."""
    code = getattr(error, "sqlite_errorcode", 0)
    return int(code) & PRIMARY


def is_damage(error: sqlite3.Error) -> bool:
    """Tell whether the error says that the file itself is broken."""
    return code_of(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextmanager
def told_plainly(doing: str, path: Path) -> Iterator[None]:
    """Turn what SQLite or the file system raises into a JournalError of one line.

    Args:
        doing: What was wanted, such as "open" or "write to".
        path: The journal.
    """
    try:
        yield
    except sqlite3.Error as error:
        why = _TOLD.get(code_of(error), f"SQLite says: {error}")
        raise JournalError(f"wanted to {doing} the journal {path}, but {why}") from error
    except OSError as error:
        if isinstance(error, JournalError):
            raise
        raise JournalError(
            f"wanted to {doing} the journal {path}, but the system says: {error.strerror or error}; "
            "see to the disk and its folder, or give another path"
        ) from error
