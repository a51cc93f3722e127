"""The journal's tables, their version, and the steps from one version to the next."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from pi_companion.errors import JournalError

APPLICATION_ID = 0x42476A31
"""Marks an SQLite file as a journal of this program, in its header."""

VERSION = 3

_TABLES = """
CREATE TABLE matches (
    match INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT UNIQUE,
    source TEXT NOT NULL
);
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches(match),
    seq INTEGER NOT NULL CHECK (seq >= 1),
    key TEXT,
    t_s REAL NOT NULL,
    wall_s REAL,
    clock_synced INTEGER NOT NULL CHECK (clock_synced IN (0, 1)),
    frame TEXT NOT NULL,
    kind TEXT NOT NULL,
    json TEXT NOT NULL,
    UNIQUE (match, seq),
    UNIQUE (match, key)
);
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER matches_stay BEFORE UPDATE ON matches BEGIN SELECT RAISE(ABORT, 'matches are never changed'); END;
CREATE TRIGGER matches_remain BEFORE DELETE ON matches BEGIN SELECT RAISE(ABORT, 'matches are never deleted'); END;
"""

_CLUB_TABLES = """
CREATE TABLE club_journal (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    name TEXT NOT NULL,
    heard INTEGER NOT NULL,
    sent INTEGER NOT NULL
);
CREATE TABLE club_matches (
    match INTEGER PRIMARY KEY REFERENCES matches(match),
    name TEXT NOT NULL UNIQUE
);
CREATE TABLE outbox (
    number INTEGER PRIMARY KEY,
    match INTEGER,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    revision INTEGER NOT NULL,
    json TEXT NOT NULL,
    mark TEXT NOT NULL,
    UNIQUE (key, revision)
);
CREATE INDEX outbox_by_match ON outbox (match);
"""
"""What the club is told: the journal's and the matches' names out there, and everything to tell, in its order."""

_THOUGHTS = """
CREATE TABLE thoughts (
    match INTEGER PRIMARY KEY REFERENCES matches(match),
    seq INTEGER NOT NULL,
    program TEXT NOT NULL,
    data BLOB NOT NULL
);
"""

Step = Callable[[sqlite3.Connection], None]


def _create(connection: sqlite3.Connection) -> None:
    for statement in _statements(_TABLES):
        connection.execute(statement)
    # Also here, for a journal that is written anew beside a damaged one.
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _add_outbox(connection: sqlite3.Connection) -> None:
    for statement in _statements(_CLUB_TABLES):
        connection.execute(statement)


def _add_thoughts(connection: sqlite3.Connection) -> None:
    for statement in _statements(_THOUGHTS):
        connection.execute(statement)


STEPS: tuple[Step, ...] = (_create, _add_outbox, _add_thoughts)
"""Step n brings a journal from version n to n + 1; a new version adds one, and none is ever changed."""


def migrate(connection: sqlite3.Connection, path: Path, steps: tuple[Step, ...] = STEPS) -> None:
    """Bring the journal to the version of this program, in one transaction.

    Raises:
        JournalError: The file belongs to another program, or to a newer version of this one; it is left as it is.
    """
    check_version(connection, path, len(steps))
    if _pragma(connection, "user_version") == len(steps):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Asked again inside the transaction: another process may have been first.
        version = _pragma(connection, "user_version")
        for step in steps[version:]:
            step(connection)
        connection.execute(f"PRAGMA user_version = {len(steps)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def check_version(connection: sqlite3.Connection, path: Path, newest: int = VERSION) -> bool:
    """Make sure that the file is a journal that this program knows, or is empty.

    Returns:
        Whether it is empty.

    Raises:
        JournalError: It is not.
    """
    # One statement sees one moment: another process may be making the journal just now.
    application, version, things = connection.execute(
        "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)"
        " FROM pragma_application_id, pragma_user_version"
    ).fetchone()
    empty = bool(things == 0)
    if application != APPLICATION_ID and not (empty and application == 0 and version == 0):
        raise JournalError(
            f"a journal of pi-companion was wanted, but {path} is another program's database; give another path"
        )
    if version > newest:
        raise JournalError(
            f"a journal of version {newest} or older was wanted, but {path} has version {version}; "
            "it is kept as it is: update pi-companion, or give another path"
        )
    return empty


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _statements(script: str) -> list[str]:
    """Cut a script into statements, since `executescript` would end the transaction."""
    found, rest = [], ""
    for line in script.strip().splitlines(keepends=True):
        rest += line
        if sqlite3.complete_statement(rest):
            found.append(rest)
            rest = ""
    return found
