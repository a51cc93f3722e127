"""The matches of the journal, as the page lists, replays and hands them out; it only ever reads."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from pathlib import Path
from typing import assert_never

from pi_companion.errors import InputError
from pi_companion.paper.html import to_html
from pi_companion.paper.pages import Paper, set_pages
from pi_companion.paper.pdf import to_pdf
from pi_companion.record.evidence import FOLDER_NAME, When
from pi_companion.record.journal import Entry, Journal, StoredMatch
from pi_companion.record.json_export import to_json
from pi_companion.record.mat import MatHeading, to_mat
from pi_companion.record.sgf import to_sgf
from pi_companion.record.sheet import record_sheet
from pi_companion.record.summary import MatchSummary, show_match, summarise
from pi_companion.record.transcript import GameRecord, Turn, actions_with_cube, transcribe
from pi_companion.record.wire import JsonObject, JsonValue, position_to_wire
from pi_companion.rules import Position
from pi_companion.web.evidence import Evidence, ended_by, pictures_of
from pi_companion.web.live import actions, arrows

PAGE = 50
"""How many matches are listed at once."""


class NoSuchMatchError(InputError):
    """The journal holds no match of that number."""


class Download(Enum):
    """The forms in which a match is handed out."""

    MAT = "mat"
    SGF = "sgf"
    JSON = "json"
    TEXT = "txt"
    HTML = "html"
    """The record as a sheet, for any browser to print."""

    PDF = "pdf"
    """The same on A4."""


@dataclass(frozen=True, slots=True)
class Handout:
    """A match as a file."""

    name: str
    kind: str
    """Its media type."""

    data: bytes


class Library:
    """Reads the journal while the table writes it; the pictures of its turns lie beside it.

    Args:
        path: The journal.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._evidence = Evidence(path.with_name(FOLDER_NAME))
        self._summaries: dict[int, tuple[int, MatchSummary]] = {}

    def listed(self, before: int | None = None) -> JsonObject:
        """List matches, the newest first.

        Args:
            before: Only those with a lower number; None begins with the newest.

        Raises:
            JournalError: The journal cannot be read.
        """
        with self._open() as journal:
            stored = [match for match in reversed(journal.matches()) if before is None or match.match < before]
            lines = [self._line(journal, match) for match in stored[:PAGE]]
        return {"matches": lines, "more": len(stored) > PAGE}

    def match(self, number: int, *, silent: bool, pictures: bool) -> JsonObject:
        """Tell one match turn by turn.

        Args:
            number: The journal's number.
            silent: Whether illegal plays are kept back, since the match is still being played in silence.
            pictures: Whether the pictures of the turns are named.

        Raises:
            NoSuchMatchError: There is no such match.
            JournalError: The journal cannot be read.
        """
        stored, entries = self._read(number)
        record = transcribe(entry.event for entry in entries)
        summary = summarise(record)
        games = [_game(game, silent=silent) for game in record.games]
        if pictures:
            self._name_pictures(number, entries, games)
        return {**_summary_line(stored, summary), "silent": silent, "list": [*games]}

    def picture(self, number: int, seq: int, when: When) -> bytes | None:
        """Read the picture (JPEG) of a turn; None where there is none, or none any more."""
        return self._evidence.data(number, seq, when)

    def _name_pictures(self, number: int, entries: tuple[Entry, ...], games: list[JsonObject]) -> None:
        kept = self._evidence.of(number)
        for (game, place), seqs in ended_by(entries).items():
            lines = games[game]["actions"]
            line = lines[place] if isinstance(lines, list) else None
            if isinstance(line, dict):
                line["pictures"] = [*pictures_of(seqs, kept)]

    def handout(self, number: int, form: Download) -> Handout:
        """Write one match for another program.

        Raises:
            NoSuchMatchError: There is no such match.
            JournalError: The journal cannot be read.
        """
        stored, entries = self._read(number)
        kind, data = _KINDS[form], _written(stored, entries, form)
        return Handout(f"match-{number}.{form.value}", kind, data)

    @contextmanager
    def _open(self) -> Iterator[Journal]:
        with Journal.read(self._path) as journal:
            yield journal

    def _read(self, number: int) -> tuple[StoredMatch, tuple[Entry, ...]]:
        with self._open() as journal:
            for stored in journal.matches():
                if stored.match == number:
                    return stored, journal.events(number)
        raise NoSuchMatchError(f"There is no match {number}; the list shows those that are kept.")

    def _line(self, journal: Journal, stored: StoredMatch) -> JsonValue:
        known = self._summaries.get(stored.match)
        if known is None or known[0] != stored.events:
            record = transcribe(entry.event for entry in journal.events(stored.match))
            known = stored.events, summarise(record)
            self._summaries[stored.match] = known
        return _summary_line(stored, known[1])


_KINDS = {
    Download.MAT: "text/plain; charset=utf-8",
    Download.SGF: "application/x-go-sgf; charset=utf-8",
    Download.JSON: "application/json",
    Download.TEXT: "text/plain; charset=utf-8",
    Download.HTML: "text/html; charset=utf-8",
    Download.PDF: "application/pdf",
}


def _written(stored: StoredMatch, entries: tuple[Entry, ...], form: Download) -> bytes:
    record = transcribe(entry.event for entry in entries)
    match form:
        case Download.MAT:
            return to_mat(record, MatHeading(played=_day(stored))).encode()
        case Download.SGF:
            return to_sgf(record, _day(stored)).encode()
        case Download.JSON:
            return to_json(stored, entries).encode()
        case Download.TEXT:
            return f"{show_match(record)}\n".encode()
        case Download.HTML:
            return to_html(record_sheet(record, _day(stored))).encode()
        case Download.PDF:
            sheet = record_sheet(record, _day(stored))
            return to_pdf(set_pages(sheet, Paper.A4), sheet.title)
        case _:
            assert_never(form)


def _summary_line(stored: StoredMatch, summary: MatchSummary) -> JsonObject:
    return {
        "match": stored.match,
        "source": stored.source,
        "begun": stored.wall_s,
        "clock_synced": stored.clock_synced,
        "length": summary.length,
        "names": {"white": summary.white, "black": summary.black},
        "score": {"white": summary.white_points, "black": summary.black_points},
        "games": summary.games,
        "turns": summary.turns,
        "winner": None if summary.winner is None else summary.winner.value,
    }


def _game(game: GameRecord, *, silent: bool) -> JsonObject:
    """Give a game's actions, each with the board and the cube after it, and the arrows of a play."""
    told = actions(game, silent=silent)
    # The cube after an action is the one before the next.
    cubes = [cube for _, cube in actions_with_cube(game)][1:]
    lines: list[JsonValue] = []
    board = Position.start()
    for place, (line, action) in enumerate(zip(told, game.actions, strict=True)):
        before = board
        if isinstance(action, Turn):
            board = action.after
        value = cubes[place].value if place < len(cubes) else game.cube_value
        owner = cubes[place].owner if place < len(cubes) else game.cube_owner
        lines.append(
            {
                **(line if isinstance(line, dict) else {}),
                "position": position_to_wire(board),
                "arrows": arrows(before, board, action.side) if isinstance(action, Turn) else [],
                "cube": {"value": value, "owner": None if owner is None else owner.value, "offered": None},
            }
        )
    return {
        "game": game.number,
        "crawford": game.crawford,
        "score": {"white": game.white_before, "black": game.black_before},
        "cube": game.cube_start,
        "winner": None if game.result is None else game.result.winner.value,
        "points": None if game.result is None else game.result.points,
        "kind": None if game.result is None else game.result.kind.value,
        "actions": lines,
    }


def _day(stored: StoredMatch) -> date | None:
    """Give the day of the match where the clock was known to be right."""
    if stored.wall_s is None or not stored.clock_synced:
        return None
    return datetime.fromtimestamp(stored.wall_s).astimezone().date()
