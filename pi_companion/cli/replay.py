"""`replay`: a recorded match through the whole companion, as fast as it can."""

import sys
from collections.abc import Iterable, Iterator, Sized
from itertools import chain
from pathlib import Path

from pi_companion.cli.boards import require_size
from pi_companion.cli.output import Form, Output, Status, complain
from pi_companion.cli.places import program
from pi_companion.cli.telling import draw, tell, told_to_wire
from pi_companion.config import MatchSettings
from pi_companion.devices import Frame, FrameSource, open_source
from pi_companion.errors import CompanionError, PictureError, ProfileError
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
    # The first frame is looked at before the journal is touched, so that a mistake leaves no empty match there.
    first_frame = next(iter(frames))
    require_size(profile, first_frame.image, first_frame.name)
    progress = _Progress(frames, output)
    with Journal.open(journal) as book:
        if book.salvaged is not None:
            complain(book.salvaged.message)
        number, state, first = begin(book, match.length, match.white, match.black, str(source))
        record = transcribe([])
        table = Table(profile, book, number, state)
        try:
            for told in chain(first, table.watch(progress.follow(frames))):
                progress.clear()
                record = report(record, told, output)
        except (PictureError, ProfileError) as error:
            progress.clear()
            raise _with_place(error, number, journal) from error
    board_text = draw(record)
    if board_text is not None:
        output.text(f"\n{board_text}\n")
    output.text(f"The match is number {number} in {journal}. To read it:")
    output.text(f"  {program()} --journal {journal} show {number}")
    if any(game.openings or game.actions for game in record.games):
        return Status.DONE
    complain(
        f"wanted a match on the board of {board}, but no roll was seen in {source}; "
        "is it the profile of this board and this camera?"
    )
    return Status.NO


def _with_place(error: CompanionError, number: int, journal: Path) -> CompanionError:
    """Say also where that is kept which was seen before a picture failed."""
    return type(error)(f"{error}; what was seen before it is match {number} in {journal}")


def report(record: MatchRecord, told: Told, output: Output) -> MatchRecord:
    """Tell one event, and give the record with it."""
    record = advance(record, told.event)
    output.json(told_to_wire(told))
    line = tell(record, told.event)
    if line is not None:
        output.text(line)
    return record


class _Progress:
    """Shows on a terminal how far the recording has been watched, and gets out of the way of lines."""

    def __init__(self, frames: FrameSource, output: Output) -> None:
        self._total = len(frames) if isinstance(frames, Sized) else 0
        self._shown = output.form is Form.PERSON and sys.stderr.isatty()

    def follow(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """Hand the frames on."""
        for number, frame in enumerate(frames, start=1):
            share = f"{100 * number // self._total:3d} %" if self._total else f"{number} frames"
            self._write(f"\r{share}  {frame.name}\033[K")
            yield frame
        self.clear()

    def clear(self) -> None:
        """Leave an empty line."""
        self._write("\r\033[K")

    def _write(self, text: str) -> None:
        if self._shown:
            print(text, end="", file=sys.stderr, flush=True)
