"""`import`: a match from another program's file into the journal, replayed by our own rules."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from pi_companion.cli.output import Output, Status, complain
from pi_companion.errors import InputError
from pi_companion.record.journal import Journal
from pi_companion.record.mat_import import ImportedMatch, import_mat
from pi_companion.record.mat_reader import decode_mat
from pi_companion.record.mat_replay import Remark
from pi_companion.record.transcript import transcribe

LARGEST_BYTES = 16_000_000
"""No match is so long; a larger file is something else."""


def import_match(source: Path, journal: Path, output: Output) -> Status:
    """Bring a .mat file into the journal, whole or not at all; the same file never twice.

    Raises:
        InputError: The file cannot be read, is no .mat file, or is damaged.
        JournalError: The journal cannot be written.
    """
    data = _read(source)
    try:
        imported = import_mat(decode_mat(data))
    except InputError as error:
        raise InputError(f"in {source}, {error}") from error
    with Journal.open(journal) as book:
        if book.salvaged is not None:
            complain(book.salvaged.message)
        known = {stored.match for stored in book.matches()}
        key = f"mat {sha256(data).hexdigest()}"
        number = book.new_match(imported.started, then=imported.events, source=str(source), key=key)
    output.json(
        {
            "match": number,
            "games": imported.games,
            "illegal_plays": len(imported.illegal_plays),
            "illegal": _lines(imported.illegal_plays),
            "remarks": _lines(imported.remarks),
        }
    )
    for line in _told(source, number, imported):
        output.text(line)
    if number in known:
        output.text(f"It was in the journal already, as match {number}; nothing was added.")
    return Status.DONE


def _read(source: Path) -> bytes:
    try:
        with source.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise InputError(
            f"wanted a .mat file, but {source} cannot be read: {error.strerror or error}; check the path"
        ) from error
    if len(data) > LARGEST_BYTES:
        raise InputError(f"wanted a .mat file, but {source} is larger than any match; give another file")
    return data


def _lines(remarks: Iterable[Remark]) -> list[dict[str, object]]:
    return [{"line": remark.line, "text": remark.text} for remark in remarks]


def _told(source: Path, number: int, imported: ImportedMatch) -> Iterable[str]:
    record = transcribe((imported.started, *imported.events))
    games = f"{imported.games} game{'s' if imported.games > 1 else ''}"
    score = f"{record.started.white} {record.white}, {record.started.black} {record.black}"
    yield f"{source} is match {number}: {games}, {score}."
    count = len(imported.illegal_plays)
    yield f"Illegal plays: {count}." if count else "Every play is legal."
    for remark in imported.illegal_plays:
        yield f"  line {remark.line}: {remark.text}"
    if imported.remarks:
        yield "What else the file has:"
    for remark in imported.remarks:
        yield f"  line {remark.line}: {remark.text}"
