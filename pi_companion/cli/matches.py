"""`matches`, `show` and `export`: what the journal holds, and in the forms that other programs read."""

from datetime import date, datetime
from enum import Enum
from pathlib import Path
from typing import assert_never

from pi_companion.cli.output import Output, Status, complain
from pi_companion.cli.writing import whole_file
from pi_companion.errors import InputError, JournalError
from pi_companion.record.journal import Entry, Journal, StoredMatch
from pi_companion.record.json_export import entry_to_wire, to_json
from pi_companion.record.losses import mat_losses, sgf_losses
from pi_companion.record.mat import MatHeading, to_mat
from pi_companion.record.sgf import to_sgf
from pi_companion.record.summary import Boards, MatchSummary, matches_table, show_match, summarise
from pi_companion.record.transcript import transcribe

LAST = "last"
"""Names the newest match."""


class ExportFormat(Enum):
    """The forms a match can be written in."""

    MAT = "mat"
    """For GNU Backgammon, XG and others."""

    SGF = "sgf"
    """GNU Backgammon's own; says more of a match than .mat can."""

    JSON = "json"


def matches(path: Path, output: Output) -> Status:
    """List the matches.

    Raises:
        JournalError: The journal cannot be read.
    """
    with Journal.read(path) as journal:
        listed = [(stored, _summary(journal, stored.match)) for stored in journal.matches()]
    for stored, summary in listed:
        output.json(
            {
                "match": stored.match,
                "source": stored.source,
                "length": summary.length,
                "white": summary.white,
                "black": summary.black,
                "score": {"white": summary.white_points, "black": summary.black_points},
                "games": summary.games,
                "turns": summary.turns,
                "illegal_plays": summary.illegal_plays,
                "winner": None if summary.winner is None else summary.winner.value,
            }
        )
    output.text(matches_table(listed) if listed else f"{path} holds no match yet; play or replay one first.")
    return Status.DONE


def show(path: Path, name: str, boards: Boards, output: Output) -> Status:
    """Tell one match turn by turn.

    Raises:
        JournalError: The journal cannot be read or has no such match.
        InputError: The match's name is no number and not `last`.
    """
    _, entries = read_match(path, name)
    for entry in entries:
        output.json(entry_to_wire(entry))
    output.text(show_match(transcribe(entry.event for entry in entries), boards))
    return Status.DONE


def export(path: Path, name: str, form: ExportFormat, target: Path | None, output: Output) -> Status:
    """Write one match for another program, to a file or to standard output.

    Raises:
        JournalError: The journal cannot be read or has no such match.
        InputError: The match's name is no number and not `last`, or the file cannot be written.
    """
    stored, entries = read_match(path, name)
    record = transcribe(entry.event for entry in entries)
    match form:
        case ExportFormat.MAT:
            text, losses = to_mat(record, MatHeading(played=_day(stored))), mat_losses(record)
        case ExportFormat.SGF:
            text, losses = to_sgf(record, _day(stored)), sgf_losses(record)
        case ExportFormat.JSON:
            text, losses = to_json(stored, entries), ()
        case _:
            assert_never(form)
    _write(text, stored, form, target, output)
    if losses:
        complain(f"a .{form.value} file cannot say all of match {stored.match}: {'; '.join(losses)}; JSON says it")
    return Status.DONE


def _write(text: str, stored: StoredMatch, form: ExportFormat, target: Path | None, output: Output) -> None:
    if target is None:
        output.stream.write(text)
        return
    with whole_file(target) as part:
        part.write_text(text, encoding="utf-8")
    output.json({"match": stored.match, "format": form.value, "file": str(target)})
    output.text(f"Wrote match {stored.match} to {target}.")


def read_match(path: Path, name: str) -> tuple[StoredMatch, tuple[Entry, ...]]:
    """Read the match that a person means by a number or by `last`.

    Raises:
        JournalError: The journal cannot be read or has no such match.
        InputError: The match's name is no number and not `last`.
    """
    with Journal.read(path) as journal:
        number = match_number(journal, name)
        entries = journal.events(number)
        return next(stored for stored in journal.matches() if stored.match == number), entries


def match_number(journal: Journal, name: str) -> int:
    """Find the match that a person means by a number or by `last`.

    Raises:
        JournalError: The journal holds no match at all, or cannot be read.
        InputError: The name is neither.
    """
    listed = journal.matches()
    if not listed:
        raise JournalError(f"wanted match {name}, but {journal.path} holds no match yet; play or replay one first")
    if name == LAST:
        return listed[-1].match
    if not (name.isascii() and name.isdecimal()):
        raise InputError(f"a match is its number, or {LAST}, but {name!r} came; `pi-companion matches` lists them")
    return int(name[:18])


def _summary(journal: Journal, match: int) -> MatchSummary:
    return summarise(transcribe(entry.event for entry in journal.events(match)))


def _day(stored: StoredMatch) -> date | None:
    """Give the day of the match where the clock was known to be right."""
    if stored.wall_s is None or not stored.clock_synced:
        return None
    return datetime.fromtimestamp(stored.wall_s).astimezone().date()
