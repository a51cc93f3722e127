"""Saving what can be read of a damaged journal; the damaged file is kept aside and never deleted.

The new journal is complete on disk, under a name of its own, before the damaged one is touched. A crash in the middle
therefore leaves either the damaged file alone, or a finished new one that the next start puts in its place.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from pi_companion.errors import InputError
from pi_companion.record.shelf import beside
from pi_companion.record.wire import load_event

CAREFUL_TRIES = 256
"""So many rows are tried one by one behind a damaged place; then the steps double."""

LAST_ROW = 2**40
"""No journal has so many rows: the search for readable ones ends here."""

Migrate = Callable[[sqlite3.Connection, Path], None]


@dataclass(frozen=True, slots=True)
class Salvage:
    """What was saved."""

    kept: Path
    """The damaged file under its new name."""

    matches: int
    events: int
    cut: tuple[int, ...]
    """Matches of which a later part is known to be lost."""

    @property
    def message(self) -> str:
        """The whole story in one line."""
        lost = f"; of match {', '.join(map(str, self.cut))} a part is lost" if self.cut else ""
        return (
            f"the journal was damaged: {self.events} events of {self.matches} matches were saved{lost}; "
            f"what was last written may be missing, and the damaged file is kept as {self.kept}"
        )


@dataclass(frozen=True, slots=True)
class _Row:
    match: int
    seq: int
    values: tuple[object, ...]
    """The columns that a row of `events` is made of, `id` left out."""


@dataclass(frozen=True, slots=True)
class _Found:
    """All that could be read."""

    sources: dict[int, tuple[str | None, str]]
    """Key and source of each match."""

    names: dict[int, str]
    """What the club calls each match. What it was told is computed anew from the events, so the outbox may go."""

    rows: list[_Row]


def salvage(path: Path, migrate: Migrate) -> Salvage:
    """Save what can be read of the damaged journal at `path` and put it in its place.

    Args:
        path: The damaged journal.
        migrate: Makes the tables in an empty file, or brings an older journal's tables up to date.

    Raises:
        OSError: Files could not be copied or renamed; the damaged journal stands where it stood.
        sqlite3.Error: The new journal could not be written; likewise.
    """
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".salvage-") as folder:
        copy = Path(folder) / "journal.sqlite"
        shutil.copyfile(path, copy)
        if (log := beside(path, "-wal")).exists():
            shutil.copyfile(log, beside(copy, "-wal"))
        found = _read(copy)
        kept_rows, cut = _whole_beginnings(found.rows)
        new = Path(folder) / "new.sqlite"
        _write(new, found, kept_rows, migrate)
        new.replace(beside(path, ".salvaged"))
    _sync_folder(path.parent)
    kept = finish_salvage(path)
    return Salvage(kept or path, len({row.match for row in kept_rows}), len(kept_rows), cut)


def finish_salvage(path: Path) -> Path | None:
    """Put a finished new journal in the place of the damaged one, and give the name that one is kept under."""
    ready = beside(path, ".salvaged")
    if not ready.exists():
        return None
    kept = _free_name(path)
    for suffix in ("-wal", ""):
        if (damaged := beside(path, suffix)).exists():
            _second_name(damaged, beside(kept, suffix))
    _sync_folder(path.parent)
    # The old log must be gone before the new file stands: SQLite would read one into the other.
    for suffix in ("-wal", "-shm"):
        beside(path, suffix).unlink(missing_ok=True)
    ready.replace(path)
    _sync_folder(path.parent)
    return kept


def keep_lone_log(path: Path) -> Salvage | None:
    """Keep aside a write-ahead log whose journal is gone or empty: SQLite would delete it without a word."""
    log = beside(path, "-wal")
    if (path.exists() and path.stat().st_size) or not (log.exists() and log.stat().st_size):
        return None
    kept = beside(_free_name(path), "-wal")
    log.rename(kept)
    _sync_folder(path.parent)
    return Salvage(kept, 0, 0, ())


def _free_name(path: Path) -> Path:
    """Give a name for a damaged journal under which neither a file nor a log lies."""
    for number in count(1):
        name = beside(path, f".damaged-{number}")
        if not (name.exists() or beside(name, "-wal").exists()):
            return name
    raise AssertionError  # the numbers have no end


def _read(copy: Path) -> _Found:
    """Read all matches and events that can be read, and those behind a damaged place too."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.text_factory = bytes
        try:
            # Else SQLite refuses a file that is shorter than it should be as a whole.
            connection.execute("PRAGMA writable_schema = ON")
        except sqlite3.DatabaseError:
            return _Found({}, {}, [])
        sources: dict[int, tuple[str | None, str]] = {}
        for match, key, source in _scan(connection, "match", "match, key, source", "matches"):
            if isinstance(match, int):
                sources[match] = (_text(key), _text(source) or "")
        columns = "id, match, seq, key, t_s, wall_s, clock_synced, frame, kind, json"
        rows = [row for values in _scan(connection, "id", columns, "events") if (row := _row(values[1:])) is not None]
        told = _scan(connection, "match", "match, name", "club_matches")
        names = {match: name for match, text in told if isinstance(match, int) and (name := _text(text))}
        return _Found(sources, names, rows)


def _scan(connection: sqlite3.Connection, key: str, columns: str, table: str) -> Iterator[tuple[object, ...]]:
    """Give a table's rows in the order of `key`, stepping over what cannot be read."""
    query = f"SELECT {columns} FROM {table} NOT INDEXED WHERE {key} >= ? ORDER BY {key}"  # noqa: S608 -- names of our own
    wanted, tries = 1, 0
    while wanted < LAST_ROW:
        try:
            for row in connection.execute(query, (wanted,)):
                if not isinstance(row[0], int) or row[0] < wanted:
                    break
                yield row
                wanted, tries = row[0] + 1, 0
            else:
                return
        except sqlite3.DatabaseError:
            pass
        tries += 1
        wanted += max(1, 2 ** (tries - CAREFUL_TRIES))


def _row(values: tuple[object, ...]) -> _Row | None:
    """Take a row only when all of it has the right form: a damaged page can hold anything."""
    match, seq, key, t_s, wall_s, synced, frame, kind, text = values
    story = _text(text)
    if not (isinstance(match, int) and isinstance(seq, int) and isinstance(t_s, float) and story is not None):
        return None
    if synced not in (0, 1) or not (wall_s is None or isinstance(wall_s, float)):
        return None
    try:
        load_event(story)
    except InputError:
        return None
    return _Row(match, seq, (match, seq, _text(key), t_s, wall_s, synced, _text(frame) or "", _text(kind) or "", story))


def _text(value: object) -> str | None:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else None


def _whole_beginnings(rows: list[_Row]) -> tuple[list[_Row], tuple[int, ...]]:
    """Keep each match up to its first gap: what follows a gap would be told wrongly."""
    by_match: dict[int, dict[int, _Row]] = {}
    for row in rows:
        by_match.setdefault(row.match, {}).setdefault(row.seq, row)
    kept, cut = [], []
    for match, by_seq in sorted(by_match.items()):
        whole = next(seq for seq in count(1) if seq not in by_seq)
        kept += [by_seq[seq] for seq in range(1, whole)]
        if len(by_seq) >= whole:
            cut.append(match)
    return kept, tuple(cut)


def _write(new: Path, found: _Found, rows: list[_Row], migrate: Migrate) -> None:
    with closing(sqlite3.connect(new, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = EXTRA")
        migrate(connection, new)
        connection.execute("BEGIN IMMEDIATE")
        # Match numbers that were given once are not given again, so empty matches keep their line.
        matches = {row.match for row in rows} | found.sources.keys()
        for match in sorted(matches):
            match_key, source = found.sources.get(match, (None, ""))
            connection.execute("INSERT INTO matches (match, key, source) VALUES (?, ?, ?)", (match, match_key, source))
        connection.executemany(
            "INSERT INTO events (match, seq, key, t_s, wall_s, clock_synced, frame, kind, json)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [row.values for row in rows],
        )
        names = [(match, name) for match, name in found.names.items() if match in matches]
        connection.executemany("INSERT OR IGNORE INTO club_matches (match, name) VALUES (?, ?)", names)
        connection.execute("COMMIT")


def _second_name(file: Path, name: Path) -> None:
    try:
        name.hardlink_to(file)
    except OSError:
        # Not every file system has second names.
        shutil.copyfile(file, name)


def _sync_folder(folder: Path) -> None:
    """Make renames in the folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
