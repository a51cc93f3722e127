"""What the club is to be told, in the journal itself: it waits there until it has been told, and is told once.

The events stay the truth: what is told of a match is computed from them, so that a crash between the two loses
nothing. Everything to tell has a number; numbers have no gap. Each carries a mark, which depends on all before it, so
that whoever listens can tell a journal that was put back to an older copy from one that only went on.
"""

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from pi_companion.record.faults import told_plainly
from pi_companion.record.journal import BUSY_TIMEOUT_S, Journal
from pi_companion.record.schema import migrate

TELLING = ("game_over", "match_over", "score", "score_set", "undone", "redone", "amended")
"""Events after which the results of a match may be others."""

_NAME_BYTES = 6
_MARK_LETTERS = 16


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to tell."""

    number: int
    """From 1 on, without a gap."""

    kind: str
    """What it is, such as "match"."""

    key: str
    """Names what it tells of, in all the world; a later revision takes the place of an earlier one."""

    revision: int
    text: str
    """What is told: the text of a JSON object."""

    mark: str
    """Depends on this item and on all before it."""


def next_mark(before: str, key: str, revision: int) -> str:
    """Give the mark of the item that follows one with the mark `before`; the first follows an empty mark.

    >>> next_mark("", "a", 1) == next_mark("", "a", 1) != next_mark("", "a", 2)
    True
    """
    return hashlib.sha256(f"{before} {key} {revision}".encode()).hexdigest()[:_MARK_LETTERS]


class Outbox:
    """The part of a journal that is told to others; it has a connection of its own, for a thread of its own."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        """Take a connection to a journal that has been checked, and give the journal a name where it has none."""
        self._connection = connection
        self._path = path
        self.book = Journal(connection, path)
        """The journal, through the same connection."""

        with self.changing():
            connection.execute(
                "INSERT OR IGNORE INTO club_journal (one, name, heard, sent) VALUES (1, ?, 0, 0)", (_new_name(),)
            )
        row = connection.execute("SELECT name, heard, sent FROM club_journal").fetchone()
        self.name: str = row[0]
        """What the club calls this journal."""

        self.heard: int = row[1]
        """The last event of the journal that was looked at."""

        self.sent: int = row[2]
        """All items up to this number have been taken by the broker."""

    @classmethod
    def open(cls, path: Path) -> "Outbox":
        """Open the outbox of a journal that is there; the table's own connection has looked whether it is whole.

        Raises:
            JournalError: It cannot be opened or written, or comes from a newer version.
        """
        with told_plainly("open", path):
            connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
            try:
                migrate(connection, path)
                connection.execute("PRAGMA synchronous = FULL")
                return cls(connection, path)
            except BaseException:
                connection.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.book.close()

    @contextmanager
    def changing(self) -> Iterator[None]:
        """One transaction: all that is put in is on disk at the end, or nothing.

        Raises:
            JournalError: The disk refuses.
        """
        with told_plainly("write to", self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def touched(self, source: str) -> tuple[int, tuple[int, ...]]:
        """Give the last event, and the matches from a source whose results may have changed since `heard`."""
        with told_plainly("read", self._path):
            last = int(self._connection.execute("SELECT coalesce(max(id), 0) FROM events").fetchone()[0])
            if last == self.heard:
                return last, ()
            rows = self._connection.execute(
                "SELECT DISTINCT e.match FROM events e JOIN matches m ON m.match = e.match WHERE e.id > ? AND e.id <= ?"
                " AND e.kind IN (SELECT value FROM json_each(?)) AND m.source = ? ORDER BY e.match",
                (self.heard, last, json.dumps(TELLING), source),
            ).fetchall()
        return last, tuple(int(match) for (match,) in rows)

    def hear(self, event: int, *, keep: bool) -> None:
        """Note the last event that was looked at; where it led to nothing, it may as well be looked at again."""
        if keep:
            self._connection.execute("UPDATE club_journal SET heard = ?", (event,))
        self.heard = event

    def match_name(self, match: int) -> str:
        """Give what the club calls a match; within `changing`, since a new one is written down."""
        self._connection.execute("INSERT OR IGNORE INTO club_matches (match, name) VALUES (?, ?)", (match, _new_name()))
        row = self._connection.execute("SELECT name FROM club_matches WHERE match = ?", (match,)).fetchone()
        return str(row[0])

    def told_of(self, match: int) -> dict[str, Item]:
        """Give what was told last of a match, by key."""
        rows = self._connection.execute(f"{_SELECT} WHERE match = ? ORDER BY revision", (match,))
        return {item.key: item for item in (Item(*row) for row in rows)}

    def put(self, kind: str, key: str, revision: int, text: str, match: int | None = None) -> None:
        """Add one thing to tell, within `changing`; the same revision of the same key is not added again."""
        number, mark = self.last()
        self._connection.execute(
            "INSERT OR IGNORE INTO outbox (number, match, kind, key, revision, json, mark)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number + 1, match, kind, key, revision, text, next_mark(mark, key, revision)),
        )

    def last(self) -> tuple[int, str]:
        """Give number and mark of the last item; 0 and an empty mark where there is none."""
        with told_plainly("read", self._path):
            row = self._connection.execute("SELECT number, mark FROM outbox ORDER BY number DESC LIMIT 1").fetchone()
        return (0, "") if row is None else (int(row[0]), str(row[1]))

    def after(self, number: int, most: int) -> tuple[Item, ...]:
        """Give the items that follow a number, at most so many."""
        with told_plainly("read", self._path):
            rows = self._connection.execute(
                f"{_SELECT} WHERE number > ? ORDER BY number LIMIT ?", (number, most)
            ).fetchall()
        return tuple(Item(*row) for row in rows)

    def note_sent(self, number: int) -> None:
        """Note that all items up to this number have been taken."""
        with self.changing():
            self._connection.execute("UPDATE club_journal SET sent = ?", (number,))
        self.sent = number


_SELECT = "SELECT number, kind, key, revision, json, mark FROM outbox"


def _new_name() -> str:
    return secrets.token_hex(_NAME_BYTES)
