"""`replay`: a recorded match through the whole companion, as fast as it can."""

import sys
from collections.abc import Iterable, Iterator, Sized
from pathlib import Path

from pi_companion.cli.output import Form, Output, Status, complain
from pi_companion.cli.places import program
from pi_companion.cli.telling import draw, tell, told_to_wire
from pi_companion.config import MatchSettings
from pi_companion.devices import Frame, open_source
from pi_companion.record.journal import Journal
from pi_companion.record.transcript import MatchRecord, advance, transcribe
from pi_companion.table import Table, Told, begin
from pi_companion.vision.profile import BoardProfile


def replay(source: Path, board: Path, match: MatchSettings, journal: Path, output: Output) -> Status:
    """Watch a recording; each event is in the journal before it is told.

    Raises:
        PictureError: The recording cannot be read; what came before is in the journal.
        ProfileError: The profile is broken, or is that of another camera.
        JournalError: The journal cannot be written.
    """
    frames = open_source(source)
    profile = BoardProfile.load(board)
    with Journal.open(journal) as book:
        if book.salvaged is not None:
            complain(book.salvaged.message)
        number, state, first = begin(book, match.length, match.white, match.black, str(source))
        record = transcribe([])
        for told in first:
            record = report(record, told, output)
        table = Table(profile, book, number, state)
        for told in table.watch(_with_progress(frames, output)):
            record = report(record, told, output)
    board_text = draw(record)
    if board_text is not None:
        output.text(f"\n{board_text}\n")
    output.text(f"The match is number {number} in {journal}. To read it:")
    output.text(f"  {program()} --journal {journal} show {number}")
    return Status.DONE


def report(record: MatchRecord, told: Told, output: Output) -> MatchRecord:
    """Tell one event, and give the record with it."""
    record = advance(record, told.event)
    output.json(told_to_wire(told))
    line = tell(record, told.event)
    if line is not None:
        output.text(line)
    return record


def _with_progress(frames: Iterable[Frame], output: Output) -> Iterator[Frame]:
    """Show on a terminal how far the recording has been watched."""
    shown = output.form is Form.PERSON and sys.stderr.isatty()
    total = len(frames) if isinstance(frames, Sized) else 0
    for number, frame in enumerate(frames, start=1):
        if shown:
            done = f"{100 * number // total:3d} %" if total else f"{number} frames"
            print(f"\r{done}  {frame.name}\033[K\r", end="", file=sys.stderr, flush=True)
        yield frame
    if shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
