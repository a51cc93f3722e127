"""The journal: every event of every match, on disk before anyone is told, and never changed after.

One SQLite file with a write-ahead log. What `append` has returned survives a kill, a crash and a power cut. State,
score and transcript are computed from the events, so that a restart is a replay.
"""

import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from pi_companion.errors import InputError, JournalError
from pi_companion.record import thoughts
from pi_companion.record.faults import is_damage, told_plainly
from pi_companion.record.salvage import Salvage, finish_salvage, keep_lone_log, salvage
from pi_companion.record.schema import APPLICATION_ID, check_version, migrate
from pi_companion.record.shelf import SYNCHRONOUS, open_to_read, open_to_write
from pi_companion.record.thoughts import Thought
from pi_companion.record.wire import dump_event, kind_of, load_event
from pi_companion.referee.events import MatchStarted, TableEvent

BUSY_TIMEOUT_S = 5.0
"""How long a write waits for another program before it gives up."""

HEADER = b"SQLite format 3\x00"
APPLICATION_ID_AT = 68
"""Where the application id stands in the header, four bytes, big end first."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """When and in which picture something was seen."""

    t_s: float
    """Monotonic seconds of the picture."""

    wall_s: float | None = None
    """Seconds since 1970 by the wall clock; None where there was none, as in a replay."""

    clock_synced: bool = False
    """Whether the wall clock was known to be right; a Pi without a network may wake up years ago."""

    frame: str = ""
    """The picture's name."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as it stands in the journal."""

    match: int
    seq: int
    """From 1 on within the match, without a gap."""

    stamp: Stamp
    event: TableEvent


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the journal lists it."""

    match: int
    source: str
    """Where it comes from: a table, a recording, a file."""

    events: int
    wall_s: float | None
    """The wall clock at its first event."""

    clock_synced: bool
    """Whether that clock was known to be right."""


_NO_TIME = Stamp(0.0)


class Journal:
    """An open journal; one of `open` (to write) and `read` (to read only) makes it."""

    def __init__(self, connection: sqlite3.Connection, path: Path, salvaged: Salvage | None = None) -> None:
        """Take a connection to a journal that has been checked."""
        self._connection = connection
        self.path = path
        self.salvaged = salvaged
        """What was saved from a damaged file when the journal was opened; None when nothing was wrong."""

    @classmethod
    def open(cls, path: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> "Journal":
        """Open the journal to write, and make it where there is none.

        A damaged journal is kept aside under another name, and what can be read of it goes into a new one: `salvaged`.

        Raises:
            JournalError: The file cannot be opened or written, is no journal, or comes from a newer version.
        """
        with told_plainly("open", path):
            path.parent.mkdir(parents=True, exist_ok=True)
            finish_salvage(path)
            lone_log = keep_lone_log(path)
            try:
                return cls(open_to_write(path, busy_timeout_s), path, lone_log)
            except sqlite3.DatabaseError as error:
                if not (is_damage(error) and _is_ours(path)):
                    raise
            salvaged = salvage(path, migrate)
            return cls(open_to_write(path, busy_timeout_s), path, salvaged)

    @classmethod
    def read(cls, path: Path) -> "Journal":
        """Open the journal to read only; it may lie on a read-only disk, and another program may be writing to it.

        Raises:
            JournalError: There is no such file, it cannot be read, is no journal, or comes from a newer version.
        """
        with told_plainly("read", path):
            if not path.exists():
                raise JournalError(
                    f"a journal was wanted, but there is none at {path}; record a match first, or give another path"
                )
            connection = open_to_read(path, BUSY_TIMEOUT_S)
            try:
                if check_version(connection, path):
                    connection.close()
                    # The tables of a journal that was cut off at its birth: the file itself is left as it is.
                    connection = sqlite3.connect(":memory:", isolation_level=None)
                    migrate(connection, path)
            except BaseException:
                connection.close()
                raise
            return cls(connection, path)

    def close(self) -> None:
        """Close the file; the journal cannot be used after."""
        with told_plainly("close", self.path):
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def new_match(
        self,
        started: MatchStarted,
        stamp: Stamp = _NO_TIME,
        *,
        then: Iterable[TableEvent] = (),
        source: str = "",
        key: str | None = None,
    ) -> int:
        """Begin a match with its first events, all or none, and give its number.

        Args:
            started: The first event.
            stamp: When.
            then: What follows at once.
            source: Where the match comes from, for people.
            key: The same key never begins a second match: its number is given again.
        """
        with self._writing():
            if key is not None:
                row = self._connection.execute("SELECT match FROM matches WHERE key = ?", (key,)).fetchone()
                if row is not None:
                    return int(row[0])
            cursor = self._connection.execute(
                "INSERT INTO matches (key, source) VALUES (?, ?)", (key, _storable(source))
            )
            match = int(cursor.lastrowid or 0)
            for seq, event in enumerate((started, *then), start=1):
                self._insert(match, seq, event, stamp, None)
        return match

    def append(self, match: int, event: TableEvent, stamp: Stamp = _NO_TIME, *, key: str | None = None) -> Entry:
        """Write one event to disk; when this returns it is there.

        Args:
            match: The match's number.
            event: What happened.
            stamp: When.
            key: Names the event within its match, such as its picture; a repeat after a crash is then written once.

        Returns:
            The entry, or the one that stands under that key already.

        Raises:
            JournalError: It could not be written, there is no such match, or another event has that key.
        """
        return self.append_all(match, [(event, key)], stamp)[0]

    def append_all(
        self,
        match: int,
        events: Iterable[tuple[TableEvent, str | None]],
        stamp: Stamp = _NO_TIME,
        thought: Thought | None = None,
    ) -> tuple[Entry, ...]:
        """Write what one picture told, events and their keys, all or none; otherwise as `append`.

        A thought is what the program thinks once these are told; it is there with them or not at all.
        """
        entries = []
        with self._writing():
            seq = self._last_seq(match)
            for event, key in events:
                standing = self._standing(match, event, key)
                if standing is None:
                    seq += 1
                    self._insert(match, seq, event, stamp, key)
                    standing = Entry(match, seq, stamp, event)
                entries.append(standing)
            if thought is not None:
                thoughts.write(self._connection, match, seq, thought)
        return tuple(entries)

    def keep_thought(self, match: int, seq: int, thought: Thought, *, forced: bool) -> float:
        """Keep what the program thinks after a match's last event, in the place of what it thought before.

        Args:
            match: The match's number.
            seq: The number of its last event.
            thought: What is thought.
            forced: Whether it is on the disk when this returns, and survives a power cut; a kill it always survives.

        Returns:
            How many seconds that took.

        Raises:
            JournalError: It could not be written.
        """
        begun_s = time.monotonic()
        if not forced:
            with told_plainly("write to", self.path):
                self._connection.execute("PRAGMA synchronous = NORMAL")
        try:
            with self._writing():
                thoughts.write(self._connection, match, seq, thought)
        finally:
            if not forced:
                with told_plainly("write to", self.path):
                    self._connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        return time.monotonic() - begun_s

    def thought(self, match: int, seq: int) -> Thought | None:
        """Give what was thought after that event of that match; None where that is not known.

        Raises:
            JournalError: The journal cannot be read.
        """
        with told_plainly("read", self.path):
            return thoughts.read(self._connection, match, seq)

    def events(self, match: int) -> tuple[Entry, ...]:
        """Give a match's events in their order.

        Raises:
            JournalError: There is no such match, or the journal cannot be read.
        """
        with told_plainly("read", self.path):
            rows = self._connection.execute(f"{_SELECT} WHERE match = ? ORDER BY seq", (match,)).fetchall()
        if not rows:
            raise self._no_match(match)
        return tuple(self._entry(row) for row in rows)

    def last_seq(self, match: int) -> int:
        """Give the number of a match's last event.

        Raises:
            JournalError: There is no such match, or the journal cannot be read.
        """
        with told_plainly("read", self.path):
            return self._last_seq(match)

    def matches(self) -> tuple[StoredMatch, ...]:
        """Give all matches, oldest first."""
        with told_plainly("read", self.path):
            rows = self._connection.execute(
                "SELECT m.match, m.source, (SELECT count(*) FROM events n WHERE n.match = m.match),"
                " e.wall_s, e.clock_synced"
                " FROM matches m JOIN events e ON e.match = m.match AND e.seq = 1 ORDER BY m.match"
            ).fetchall()
        return tuple(
            StoredMatch(match, source, events, wall_s, bool(synced)) for match, source, events, wall_s, synced in rows
        )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction: all of it on disk at the end, or none of it."""
        with told_plainly("write to", self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _last_seq(self, match: int) -> int:
        last = self._connection.execute("SELECT max(seq) FROM events WHERE match = ?", (match,)).fetchone()[0]
        if last is None:
            raise self._no_match(match)
        return int(last)

    def _standing(self, match: int, event: TableEvent, key: str | None) -> Entry | None:
        """Give the entry that has this key already."""
        if key is None:
            return None
        row = self._connection.execute(f"{_SELECT} WHERE match = ? AND key = ?", (match, key)).fetchone()
        if row is None:
            return None
        standing = self._entry(row)
        if standing.event != event:
            raise JournalError(
                f"the key {key!r} of match {match} wants the event {dump_event(standing.event)}, "
                f"but {dump_event(event)} came; give every event a key of its own"
            )
        return standing

    def _insert(self, match: int, seq: int, event: TableEvent, stamp: Stamp, key: str | None) -> None:
        self._connection.execute(
            "INSERT INTO events (match, seq, key, t_s, wall_s, clock_synced, frame, kind, json)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                match,
                seq,
                key,
                stamp.t_s,
                stamp.wall_s,
                int(stamp.clock_synced),
                _storable(stamp.frame),
                kind_of(event),
                dump_event(event),
            ),
        )

    def _entry(self, row: tuple[int, int, float, float | None, int, str, str]) -> Entry:
        match, seq, t_s, wall_s, synced, frame, text = row
        try:
            event = load_event(text)
        except InputError as error:
            raise JournalError(f"event {seq} of match {match} in {self.path} cannot be read: {error}") from error
        return Entry(match, seq, Stamp(t_s, wall_s, bool(synced), frame), event)

    def _no_match(self, match: int) -> JournalError:
        numbers = [row[0] for row in self._connection.execute("SELECT match FROM matches ORDER BY match")]
        there = f"matches {numbers[0]} to {numbers[-1]}" if numbers else "no match yet"
        return JournalError(
            f"match {match} was wanted, but {self.path} holds {there}; `pi-companion matches` lists them"
        )


_SELECT = "SELECT match, seq, t_s, wall_s, clock_synced, frame, json FROM events"


def _storable(name: str) -> str:
    """Give a name as text that can be stored: a file name may hold bytes that are no letters, and each becomes a ?."""
    return name.encode("utf-8", "replace").decode("utf-8")


def _is_ours(path: Path) -> bool:
    """Tell whether the file's header calls it a journal; another program's file is never touched."""
    with path.open("rb") as file:
        head = file.read(APPLICATION_ID_AT + 4)
    return head.startswith(HEADER) and head[APPLICATION_ID_AT:] == APPLICATION_ID.to_bytes(4, "big")
