"""`replay`: a recorded match through the whole companion, as fast as it can."""

import sys
from collections.abc import Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from pi_companion.cli.boards import require_size
from pi_companion.cli.matches import match_number
from pi_companion.cli.output import Form, Output, Status, complain
from pi_companion.cli.places import program
from pi_companion.cli.teaching import Lessons, lesson_lines, with_lesson
from pi_companion.cli.telling import draw, tell, told_to_wire
from pi_companion.config import MatchSettings
from pi_companion.devices import Frame, FrameSource, open_source
from pi_companion.errors import CompanionError, PictureError, ProfileError
from pi_companion.record.journal import Journal
from pi_companion.record.transcript import MatchRecord, advance, transcribe
from pi_companion.referee import Mode, Terms
from pi_companion.referee.events import TableEvent
from pi_companion.table import Table, Told, Watcher, begin
from pi_companion.vision.profile import BoardProfile


def replay(
    source: Path, board: Path, match: MatchSettings, journal: Path, output: Output, mode: Mode | None = None
) -> Status:
    """Watch a recording as a new match; each event is in the journal before it is told.

    Args:
        source: The recording.
        board: The board's profile.
        match: What was played.
        journal: Where it is kept.
        output: Where to.
        mode: How far the companion may speak; None where nothing was agreed, and the usual terms hold unsaid.

    Raises:
        PictureError: The recording cannot be read; what came before is in the journal.
        ProfileError: The profile is broken, or is that of another camera.
        JournalError: The journal cannot be written.
    """
    recording = _Recording.open(source, board, output)
    with _opened(journal) as book:
        terms = None if mode is None else Terms(mode)
        number, first = begin(
            book, match.length, match.white, match.black, jacoby=match.jacoby, source=str(source), terms=terms
        )
        table = Table(recording.watcher, book, number)
        return recording.tell(chain(first, table.watch(recording.frames())), [], number, journal)


def resume(source: Path, board: Path, name: str, journal: Path, output: Output) -> Status:
    """Go on with a match whose recording was not watched to its end; what the journal holds is not told again.

    Raises:
        PictureError: The recording cannot be read; what came before is in the journal.
        ProfileError: The profile is broken, or is that of another camera.
        JournalError: The journal cannot be written, or has no such match.
        InputError: The match was not watched in this recording.
    """
    recording = _Recording.open(source, board, output)
    with _opened(journal) as book:
        number = match_number(book, name)
        before = [entry.event for entry in book.events(number)]
        table = Table(recording.watcher, book, number)
        frames = recording.frames()
        return recording.tell(chain(table.catch_up(frames), table.watch(frames)), before, number, journal)


@dataclass(frozen=True, slots=True)
class _Recording:
    """A recording that can be read, with all that is needed to watch it: nothing has to be found out in mid-match."""

    source: Path
    board: Path
    output: Output
    opened: FrameSource
    watcher: Watcher
    progress: "_Progress"

    @classmethod
    def open(cls, source: Path, board: Path, output: Output) -> "_Recording":
        """Load everything before the journal is touched, so that a mistake leaves no empty match there."""
        opened = open_source(source)
        profile = BoardProfile.load(board)
        watcher = Watcher(profile)
        first = next(iter(opened), None)
        if first is None:
            raise PictureError(f"wanted a recording, but no picture of {source} can be read; record or copy it again")
        require_size(profile, first.image, first.name)
        return cls(source, board, output, opened, watcher, _Progress(opened, output))

    def frames(self) -> Iterator[Frame]:
        """Give the frames, and show on a terminal how far they were watched."""
        return self.progress.follow(self.opened)

    def tell(self, events: Iterable[Told], before: Sequence[TableEvent], number: int, journal: Path) -> Status:
        """Tell each event as it comes, after those that were told before, and in the end where the match is kept."""
        record, lessons = transcribe(before), Lessons()
        for event in before:
            lessons.follow(event)
        try:
            for told in events:
                self.progress.clear()
                record = report(record, told, lessons, self.output)
        except (PictureError, ProfileError) as error:
            self.progress.clear()
            raise _with_place(error, number, journal) from error
        board_text = draw(record)
        if board_text is not None:
            self.output.text(f"\n{board_text}\n")
        self.output.text(f"The match is number {number} in {journal}. To read it:")
        self.output.text(f"  {program()} --journal {journal} show {number}")
        if any(game.openings or game.actions for game in record.games):
            return Status.DONE
        complain(
            f"wanted a match on the board of {self.board}, but no roll was seen in {self.source}; "
            "is it the profile of this board and this camera?"
        )
        return Status.NO


@contextmanager
def _opened(journal: Path) -> Iterator[Journal]:
    with Journal.open(journal) as book:
        if book.salvaged is not None:
            complain(book.salvaged.message)
        yield book


def _with_place(error: CompanionError, number: int, journal: Path) -> CompanionError:
    """Say also where that is kept which was seen before a picture failed."""
    return type(error)(f"{error}; what was seen before it is match {number} in {journal}")


def report(record: MatchRecord, told: Told, lessons: Lessons, output: Output) -> MatchRecord:
    """Tell one event, and give the record with it."""
    record = advance(record, told.event)
    lesson = lessons.after(told.event)
    output.json(with_lesson(told_to_wire(told), lesson))
    line = tell(record, told.event)
    if line is not None:
        output.text(line)
    for line in [] if lesson is None else lesson_lines(lesson):
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
