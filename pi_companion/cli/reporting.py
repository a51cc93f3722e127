"""`report`, and `export` as HTML or PDF: a match judged by the engine, for its players."""

import sys
from datetime import datetime
from pathlib import Path

from pi_companion.cli.matches import read_match
from pi_companion.cli.output import Output, Status, complain
from pi_companion.cli.writing import whole_file
from pi_companion.coach.engine import Level
from pi_companion.coach.gnubg import Gnubg, find_gnubg
from pi_companion.coach.report import report
from pi_companion.coach.review import Review, review
from pi_companion.errors import InputError
from pi_companion.paper.blocks import Document
from pi_companion.paper.html import to_html
from pi_companion.paper.pages import Paper, set_pages
from pi_companion.paper.pdf import to_pdf
from pi_companion.record.journal import StoredMatch
from pi_companion.record.transcript import MatchRecord, transcribe
from pi_companion.rules import Side

LEVELS = {level.name.lower(): level for level in Level}
_NO_ENGINE = "GNU Backgammon is not installed (sudo apt install gnubg)."


def write_report(journal: Path, name: str, level: Level, paper: Paper, target: Path | None, output: Output) -> Status:
    """Judge a match and write its report to a file; the suffix, .html or .pdf, says the form.

    Raises:
        JournalError: The journal cannot be read or has no such match.
        InputError: The suffix is neither, or the file cannot be written.
    """
    if target is not None and target.suffix.lower() not in {".html", ".pdf"}:
        came = target.suffix or "no suffix"
        raise InputError(f"a report is written as .html or .pdf, but {came} came; name the file so")
    stored, entries = read_match(journal, name)
    record = transcribe(entry.event for entry in entries)
    found = _judge(record, level)
    target = target or Path(f"match-{stored.match}.html")
    content = _content(_document(stored, record, found), target.suffix.lower(), paper)
    with whole_file(target) as part:
        part.write_bytes(content)
    _tell(stored, record, found, target, output)
    return Status.DONE


def export_report(journal: Path, name: str, suffix: str, target: Path | None, output: Output) -> Status:
    """Write the report of a match, judged quickly, to a file or to standard output.

    Args:
        journal: Where the match is.
        name: The match.
        suffix: .html or .pdf.
        target: Where to; None is standard output.
        output: Says what was written.

    Raises:
        JournalError: The journal cannot be read or has no such match.
        InputError: The file cannot be written.
    """
    stored, entries = read_match(journal, name)
    record = transcribe(entry.event for entry in entries)
    found = _judge(record, Level.QUICK)
    content = _content(_document(stored, record, found), suffix, Paper.A4)
    if target is None:
        sys.stdout.buffer.write(content)
        return Status.DONE
    with whole_file(target) as part:
        part.write_bytes(content)
    output.json({"match": stored.match, "format": suffix.removeprefix("."), "file": str(target)})
    output.text(f"Wrote match {stored.match} to {target}.")
    return Status.DONE


def _judge(record: MatchRecord, level: Level) -> Review | None:
    """Let the engine judge the match; without it, or where it fails, the report is made all the same."""
    if find_gnubg() is None:
        complain(f"the report is without judgement: {_NO_ENGINE}")
        return None
    with Gnubg() as engine:
        found = review(record, engine, level, _progress if sys.stderr.isatty() else None)
    if found.stopped:
        complain(f"the report is not judged to its end: {found.stopped}")
    return found


def _progress(done: int, games: int) -> None:
    end = "\n" if done == games else ""
    print(f"\rjudged game {done} of {games}", end=end, file=sys.stderr, flush=True)


def _document(stored: StoredMatch, record: MatchRecord, found: Review | None) -> Document:
    day = ""
    if stored.wall_s is not None and stored.clock_synced:
        day = f"{datetime.fromtimestamp(stored.wall_s).astimezone():%Y-%m-%d}"
    return report(record, found, day, _NO_ENGINE if found is None else "")


def _content(document: Document, suffix: str, paper: Paper) -> bytes:
    if suffix == ".html":
        return to_html(document).encode()
    return to_pdf(set_pages(document, paper), document.title)


def _tell(stored: StoredMatch, record: MatchRecord, found: Review | None, target: Path, output: Output) -> None:
    rates = {side: None if found is None else found.error_rate(side) for side in Side}
    output.json(
        {
            "match": stored.match,
            "file": str(target),
            "judged": found is not None and not found.stopped,
            "error_rate": {side.value: rate for side, rate in rates.items()},
            "luck": {side.value: None if found is None else found.luck_of(side) for side in Side},
        }
    )
    for side, rate in rates.items():
        if found is not None and rate is not None:
            output.text(f"{record.name(side)}: error rate {rate:.1f}, luck {found.luck_of(side):+.2f}")
    output.text(f"Wrote the report of match {stored.match} to {target}.")
