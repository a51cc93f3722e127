"""What the desk has heard, in an SQLite file of its own: each result once, however often it was told."""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pi_companion.club.messages import Call, Ending, Heard, Kind, TableState, dump, read_call, read_ending, read_state
from pi_companion.club.players import UNNAMED, Players
from pi_companion.club.ratings import Result
from pi_companion.errors import JournalError
from pi_companion.record.outbox import next_mark

APPLICATION_ID = 0x42476A44
"""Marks an SQLite file as a desk's, in its header."""

VERSION = 1
BUSY_TIMEOUT_S = 5.0

_TABLES = """
CREATE TABLE streams (journal TEXT PRIMARY KEY, have INTEGER NOT NULL, mark TEXT NOT NULL);
CREATE TABLE items (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    revision INTEGER NOT NULL,
    place TEXT NOT NULL,
    json TEXT NOT NULL,
    heard_s REAL NOT NULL,
    UNIQUE (key, revision)
);
CREATE TABLE places (name TEXT PRIMARY KEY, online INTEGER NOT NULL, json TEXT, heard_s REAL NOT NULL);
CREATE TABLE answered (key TEXT PRIMARY KEY, at_s REAL NOT NULL);
CREATE TABLE renamed (name TEXT PRIMARY KEY, means TEXT NOT NULL);
"""

_STANDING = (
    "SELECT min(i.id) AS first, i.kind, i.key, n.place, n.json, min(i.heard_s)"
    " FROM items i JOIN items n ON n.key = i.key"
    " WHERE i.kind IN (SELECT value FROM json_each(?))"
    " AND n.revision = (SELECT max(revision) FROM items m WHERE m.key = i.key)"
)
"""Each key once: as it stands now, with the time at which it was first heard."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table as the desk knows it."""

    name: str
    online: bool
    state: TableState | None
    """None before it has told how it stands."""

    heard_s: float
    """When it was last heard, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Told:
    """A result as the desk has it now."""

    place: str
    ending: Ending
    heard_s: float


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call that nobody has answered."""

    place: str
    call: Call
    heard_s: float


@dataclass(frozen=True, slots=True)
class Stream:
    """How far the desk has heard a journal."""

    have: int = 0
    """Everything up to this number."""

    mark: str = ""


class Register:
    """The desk's file; every method may be called from any thread.

    Args:
        path: The file, made where there is none.
        wall: Seconds since 1970.

    Raises:
        JournalError: The file cannot be opened or is another program's.
    """

    def __init__(self, path: Path, wall: Callable[[], float]) -> None:
        self.path = path
        self._wall = wall
        self._lock = threading.RLock()
        with self._plainly("open"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
            )
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """All that is kept within is kept together, or none of it; one write for much is quicker than one for each.

        Raises:
            JournalError: The disk refuses.
        """
        with self._changing():
            yield

    def take(self, heard: Heard) -> bool:
        """Keep what was told once, and tell whether it is new; what the desk has already is dropped.

        Raises:
            JournalError: The disk refuses.
        """
        with self._changing():
            stream = self._stream(heard.journal)
            if heard.number == stream.have + 1:
                mark = next_mark(stream.mark, heard.key, heard.revision)
                # Another mark than ours means that the journal was put back to an older copy: all is wanted anew.
                self._set_stream(heard.journal, Stream(heard.number, mark) if mark == heard.mark else Stream())
            added = self._connection.execute(
                "INSERT OR IGNORE INTO items (kind, key, revision, place, json, heard_s) VALUES (?, ?, ?, ?, ?, ?)",
                (
                    heard.kind.value,
                    heard.key,
                    heard.revision,
                    heard.table,
                    dump(heard.told.to_wire()),
                    self._wall(),
                ),
            )
            return added.rowcount > 0

    def stream(self, journal: str) -> Stream:
        """Say how far a journal was heard."""
        with self._lock, self._plainly("read"):
            return self._stream(journal)

    def missing(self, state: TableState) -> bool:
        """Tell whether a table has told more than was heard; where both stories part, all is wanted anew.

        Raises:
            JournalError: The disk refuses.
        """
        with self._changing():
            stream = self._stream(state.journal)
            if state.last < stream.have or (state.last == stream.have and state.mark != stream.mark):
                stream = Stream()
                self._set_stream(state.journal, stream)
            return stream.have < state.last

    def set_state(self, name: str, state: TableState) -> None:
        """Keep how a table stands."""
        with self._changing():
            self._connection.execute(
                "INSERT INTO places (name, online, json, heard_s) VALUES (?, 1, ?, ?)"
                " ON CONFLICT (name) DO UPDATE SET json = excluded.json, heard_s = excluded.heard_s",
                (name, dump(state.to_wire()), self._wall()),
            )

    def set_online(self, name: str, *, online: bool) -> None:
        """Keep whether a table is there."""
        with self._changing():
            self._connection.execute(
                "INSERT INTO places (name, online, heard_s) VALUES (?, ?, ?)"
                " ON CONFLICT (name) DO UPDATE SET online = excluded.online, heard_s = excluded.heard_s",
                (name, int(online), self._wall()),
            )

    def forget(self, name: str) -> None:
        """Forget a table; its results stay."""
        with self._changing():
            self._connection.execute("DELETE FROM places WHERE name = ?", (name,))

    def places(self) -> tuple[Place, ...]:
        """Give all tables by name."""
        rows = self._rows("SELECT name, online, json, heard_s FROM places ORDER BY name")
        return tuple(
            Place(name, bool(online), None if text is None else read_state(text), heard_s)
            for name, online, text, heard_s in rows
        )

    def results(self, most: int) -> tuple[Told, ...]:
        """Give the newest results as they stand now, newest first; what was withdrawn is left out."""
        kinds = json.dumps([Kind.MATCH.value, Kind.GAME.value])
        rows = self._rows(
            f"{_STANDING} AND NOT json_extract(n.json, '$.withdrawn') GROUP BY i.key ORDER BY first DESC LIMIT ?",
            (kinds, most),
        )
        return tuple(Told(place, read_ending(text, Kind(kind)), heard_s) for _, kind, _, place, text, heard_s in rows)

    def calls(self) -> tuple[OpenCall, ...]:
        """Give the calls that nobody has answered, oldest first."""
        rows = self._rows(
            f"{_STANDING} AND i.key NOT IN (SELECT key FROM answered) GROUP BY i.key ORDER BY first",  # noqa: S608 -- words of our own
            (json.dumps([Kind.CALL.value]),),
        )
        return tuple(OpenCall(place, read_call(key, text), heard_s) for _, _, key, place, text, heard_s in rows)

    def answer(self, key: str) -> None:
        """Note that a call was answered."""
        with self._changing():
            self._connection.execute("INSERT OR IGNORE INTO answered (key, at_s) VALUES (?, ?)", (key, self._wall()))

    def matches(self) -> tuple[Result, ...]:
        """Give the finished matches between two named players, in the order in which they ended, for the ladder."""
        rows = self._rows(f"{_STANDING} GROUP BY i.key ORDER BY first", (json.dumps([Kind.MATCH.value]),))
        players = self.players()
        found = []
        for number, _, _, _, text, heard_s in rows:
            ending = read_ending(text, Kind.MATCH)
            winner, loser = (players.name(ending.name(side)) for side in (ending.winner, ending.winner.opponent))
            if ending.withdrawn or not ending.length or winner == loser or {winner, loser} & UNNAMED:
                continue
            ended_s = ending.wall_s if ending.wall_s is not None else heard_s
            found.append((ended_s, Result(number, winner, loser, ending.length, ending.wall_s)))
        return tuple(result for _, result in sorted(found, key=lambda each: each[0]))

    def count(self) -> int:
        """Give how much was heard in all: another number, another ladder."""
        return int(self._rows("SELECT count(*) FROM items")[0][0])

    def players(self) -> Players:
        """Give the renamings."""
        return Players(dict(self._rows("SELECT name, means FROM renamed")))

    def set_players(self, players: Players) -> None:
        """Keep the renamings."""
        with self._changing():
            self._connection.execute("DELETE FROM renamed")
            self._connection.executemany(
                "INSERT INTO renamed (name, means) VALUES (?, ?)", list(players.renamed.items())
            )

    def _prepare(self) -> None:
        application, version = self._connection.execute(
            "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version"
        ).fetchone()
        things = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application != APPLICATION_ID and (application or things):
            raise JournalError(
                f"wanted the desk's file {self.path}, but it is another program's database; give another path"
            )
        if version > VERSION:
            raise JournalError(
                f"wanted the desk's file {self.path} in version {VERSION} or older, but it has version {version}; "
                "update pi-companion, or give another path"
            )
        self._connection.execute("PRAGMA journal_mode = WAL")
        # A commit may be lost with the power, never half of one: what is lost with it is asked for again.
        self._connection.execute("PRAGMA synchronous = NORMAL")
        if version < VERSION:
            self._connection.executescript(
                f"BEGIN IMMEDIATE; {_TABLES} PRAGMA application_id = {APPLICATION_ID};"
                f" PRAGMA user_version = {VERSION}; COMMIT;"
            )

    def _stream(self, journal: str) -> Stream:
        row = self._connection.execute("SELECT have, mark FROM streams WHERE journal = ?", (journal,)).fetchone()
        return Stream() if row is None else Stream(*row)

    def _set_stream(self, journal: str, stream: Stream) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO streams (journal, have, mark) VALUES (?, ?, ?)",
            (journal, stream.have, stream.mark),
        )

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[Any]:
        with self._lock, self._plainly("read"):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._lock, self._plainly("write to"):
            if self._connection.in_transaction:
                yield  # a part of what is kept at once
                return
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _plainly(self, doing: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, JournalError):
                raise
            why = getattr(error, "strerror", None) or str(error)
            raise JournalError(
                f"wanted to {doing} the desk's file {self.path}, but the system says: {why}; see to the disk and its "
                "folder, or give another path"
            ) from error
