"""`demo`: a match at a table that needs no hardware, watched through the same pipeline as a camera's frames."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from pi_companion.cli.compare import Comparison, compare
from pi_companion.cli.demo_page import DemoPage
from pi_companion.cli.output import Form, Output, Status, complain
from pi_companion.cli.page import pin_lines, served
from pi_companion.cli.places import program
from pi_companion.cli.screen import Screen
from pi_companion.cli.sparring import DemoSeat, require_engine, seat_to_json
from pi_companion.cli.teaching import Lessons, lesson_lines, with_lesson
from pi_companion.cli.telling import draw, tell, told_to_wire
from pi_companion.coach.gnubg import Gnubg
from pi_companion.coach.seat import SeatView
from pi_companion.coach.strength import Strength
from pi_companion.config import LONGEST_MATCH, WebSettings
from pi_companion.devices import Frame, FrameWriter
from pi_companion.devices.camera import CameraHealth
from pi_companion.devices.panel.drawing import draw_panel
from pi_companion.devices.wiring import PanelKind
from pi_companion.errors import InputError
from pi_companion.record.journal import Journal
from pi_companion.record.transcript import MatchRecord, advance, transcribe
from pi_companion.referee import Mode, State, Terms
from pi_companion.referee.events import Amended, Redone, Scored, TableEvent, Undone
from pi_companion.service.panel import Ailments, panel_view
from pi_companion.simulation.frames import demo_table, frames
from pi_companion.simulation.game import Moment, play_match
from pi_companion.simulation.sparring import SparringScript
from pi_companion.table import Table, Told, Watcher, begin
from pi_companion.vision import View
from pi_companion.vision.calibrate import Calibrator
from pi_companion.web.access import Access

STAY_S = 0.2
"""How often a page that stays is looked after, so that Ctrl-C is heard."""

ERROR_RATE = 0.08
"""Share of the turns in which a player errs, so that most matches show it."""


@dataclass(frozen=True, slots=True)
class DemoSettings:
    """What is played, and how it is shown."""

    seed: int
    """The same seed shows the same table and the same match."""

    length: int
    """Points to win."""

    speed: float
    """How many times as fast as at a real table; 0 is as fast as this machine can."""

    error_rate: float
    save_frames: Path | None
    """A new folder for all frames, which `replay` can read."""

    mode: Mode | None = None
    """How far the companion may speak; None where nothing was agreed, and the usual terms hold unsaid."""

    spar: Strength | None = None
    """How strongly the companion plays, Black's side, against a simulated person; None where it only watches."""

    panel: PanelKind = PanelKind.NONE
    """The panel whose picture is drawn on the terminal and the page."""

    web: WebSettings = field(default_factory=WebSettings)
    """Where the page is served, if at all; only people look at it, so not beside JSON."""

    stay: bool = False
    """Whether the page stays after the match until somebody interrupts the demo."""

    def __post_init__(self) -> None:
        """Refuse a length, a speed or a seed that makes no sense."""
        if not 1 <= self.length <= LONGEST_MATCH:
            raise InputError(f"--length wants 1 to {LONGEST_MATCH} points to win, but {self.length} came")
        if not 0 <= self.speed < float("inf"):
            raise InputError(f"--speed wants a number of 0 or more (0: as fast as it can), but {self.speed} came")
        if self.stay and not self.web.on:
            raise InputError("--stay wants a page that stays, but it is switched off; leave --no-page away")
        if self.seed < 0:
            raise InputError(f"--seed wants a whole number of 0 or more, but {self.seed} came")


def demo(settings: DemoSettings, journal: Path, output: Output) -> Status:
    """Let two players play, watch them, and say how many of their plays were recognised.

    Raises:
        InputError: The simulation refuses the length.
        PictureError: The frames cannot be kept, or the rendered board was not recognised.
        JournalError: The journal cannot be written.
    """
    table = demo_table(settings.seed)
    with ExitStack() as stack:
        if settings.spar is None:
            match = play_match(table[0], seed=settings.seed, length=settings.length, error_rate=settings.error_rate)
            game = _Game(match.moments, lambda: match.events)
        else:
            require_engine()
            seat = DemoSeat(settings.spar, stack.enter_context(Gnubg()))
            script = SparringScript(
                table[0], seat, seed=settings.seed, length=settings.length, error_rate=settings.error_rate
            )
            game = _Game(script.moments(), lambda: script.truth, seat)
        shots: Iterator[Frame] = (
            Frame(image, t_s, f"t{t_s:.1f}") for t_s, image, _ in frames(game.moments, table, seed=settings.seed)
        )
        if settings.save_frames is not None:
            shots = _kept(shots, FrameWriter(settings.save_frames))
        if settings.speed > 0:
            shots = paced(shots, settings.speed, time.monotonic, time.sleep)
        book = stack.enter_context(Journal.open(journal))
        if book.salvaged is not None:
            complain(book.salvaged.message)
        return _Show(output, game.seat).run(shots, book, game, settings)


@dataclass(frozen=True, slots=True)
class _Game:
    """What is played, and who plays along."""

    moments: Iterable[Moment]
    truth: Callable[[], Iterable[TableEvent]]
    """What has really happened so far."""

    seat: DemoSeat | None = None


class _Show:
    """One run of the demo, as it is told on one output."""

    def __init__(self, output: Output, seat: DemoSeat | None) -> None:
        self._output = output
        self._seat = seat
        self._wanted = ""
        self._screen = Screen(output.stream) if output.form is Form.PERSON else None
        self._page = DemoPage()
        self._record = transcribe([])
        self._lessons = Lessons()
        self._told: list[TableEvent] = []

    def run(self, shots: Iterator[Frame], book: Journal, game: _Game, settings: DemoSettings) -> Status:
        """Calibrate on the first frame, which shows the start position, and watch them all."""
        first = next(shots)
        watcher = Watcher(Calibrator().calibrate(first.image).profile)
        terms = None if settings.mode is None else Terms(mode=settings.mode)
        black = "Black" if settings.spar is None else f"Companion ({settings.spar.value})"
        number, opening = begin(book, settings.length, black=black, source=f"demo, seed {settings.seed}", terms=terms)
        table = Table(watcher, book, number)
        with ExitStack() as stack:
            if self._screen is not None:
                stack.callback(self._screen.close)
            if settings.web.on and self._screen is not None:
                stack.enter_context(self._served(settings.web, book.path))
            self._tell(opening)
            t_s = 0.0
            for frame in self._watched(chain([first], shots)):
                t_s = frame.t_s
                self._tell(table.watch([frame]))
                self._page.see(frame, watcher)
                self._tell(self._page.answer(table, t_s))
                if self._seat is not None:
                    self._tell(self._seat.attend(table, t_s))
                    self._show_seat(self._seat.view)
                self._page.show(table, number, watcher.view)
                self._show_panel(table, watcher.view, settings.panel, t_s)
            if settings.stay:
                self._stay(table, number, t_s)
        return self._conclude(tuple(game.truth()), number, book.path)

    @contextmanager
    def _served(self, web: WebSettings, journal: Path) -> Iterator[None]:
        """Serve the page meanwhile, with PINs that hold for this run."""
        access, pins = Access.new(time.monotonic, time.time)
        with served(self._page.page, web, access, journal, self._line) as address:
            if address is not None:
                self._line(f"The page is at {address}")
                for line in pin_lines(pins):
                    self._line(line)
            yield

    def _stay(self, table: Table, number: int, t_s: float) -> None:
        """Leave the page open until somebody has seen enough."""
        self._line("The match is over; the page stays until Ctrl-C.")
        with suppress(KeyboardInterrupt):
            while True:
                self._tell(self._page.answer(table, t_s, STAY_S))
                self._page.show(table, number, View.CLEAR)

    def _show_panel(self, table: Table, view: View, kind: PanelKind, t_s: float) -> None:
        """Draw what a panel on the table would show."""
        if kind is PanelKind.NONE:
            return
        picture = panel_picture(table.state, view, kind, t_s)
        self._page.page.show_panel(picture)
        if self._screen is not None:
            self._screen.panel(picture)

    def _show_seat(self, view: SeatView) -> None:
        """Say what the companion wants, once."""
        if view.words and view.words != self._wanted:
            self._output.json(seat_to_json(view))
            self._line(f"> {view.words}")
        self._wanted = view.words

    def _line(self, text: str) -> None:
        if self._screen is not None:
            self._screen.line(text)

    def _watched(self, shots: Iterable[Frame]) -> Iterator[Frame]:
        for frame in shots:
            if self._screen is not None:
                self._screen.status(f"({frame.t_s // 60:.0f}:{frame.t_s % 60:02.0f} of the match watched)")
            yield frame

    def _tell(self, events: Iterable[Told]) -> None:
        for told in events:
            self._page.page.tell(told)
            if self._seat is not None:
                self._seat.told(told.event)
            self._tell_one(told)

    def _tell_one(self, told: Told) -> None:
        self._told.append(told.event)
        corrected = isinstance(told.event, Undone | Redone | Amended)
        self._record = transcribe(self._told) if corrected else advance(self._record, told.event)
        lesson = self._lessons.after(told.event)
        self._output.json(with_lesson(told_to_wire(told), lesson))
        line = tell(self._record, told.event)
        if self._screen is None or line is None:
            return
        board = draw(self._record)
        if board is not None:
            self._screen.board(board)
        self._screen.line(line)
        for line in [] if lesson is None else lesson_lines(lesson):
            self._screen.line(line)

    def _conclude(self, truth: tuple[TableEvent, ...], number: int, journal: Path) -> Status:
        result = compare(truth, self._told)
        right_score = _score(truth) == _score(self._told)
        self._output.json(
            {
                "plays": result.plays,
                "recognised": result.recognised,
                "invented": len(result.invented),
                "score_right": right_score,
                "match": number,
                "journal": str(journal),
            }
        )
        for line in conclusion(self._record, result, right_score=right_score):
            self._output.text(line)
        self._output.text(f"The match is number {number} in {journal}. To read it, and to take it to GNU Backgammon:")
        self._output.text(f"  {program()} --journal {journal} show {number}")
        self._output.text(f"  {program()} --journal {journal} export {number} --format mat -o match.mat")
        return Status.DONE if result.perfect and right_score else Status.NO


def panel_picture(state: State, view: View, kind: PanelKind, t_s: float) -> str:
    """Draw in letters what a panel of that kind shows at a table whose camera and buttons are well."""
    ailments = Ailments(CameraHealth.LIVE, covered=view is not View.CLEAR)
    return draw_panel(panel_view(state, ailments, pressed=False), kind, t_s)


def conclusion(record: MatchRecord, result: Comparison, *, right_score: bool) -> list[str]:
    """Say how many plays were recognised, which were not, and whether the score is right."""
    score = "the score is right" if right_score else "the score is WRONG"
    lines = [f"Recognised {result.recognised} of {result.plays} plays; {score}."]
    lines += [f"  missed: {(tell(record, event) or '').strip()}" for event in result.missed]
    lines += [f"  told, but not played so: {(tell(record, event) or '').strip()}" for event in result.invented]
    return lines


def paced(
    shots: Iterable[Frame], speed: float, clock: Callable[[], float], sleep: Callable[[float], None]
) -> Iterator[Frame]:
    """Hold each frame back until its moment has come, `speed` times as fast as it was taken."""
    begun = clock()
    for frame in shots:
        wait_s = frame.t_s / speed - (clock() - begun)
        if wait_s > 0:
            sleep(wait_s)
        yield frame


def _kept(shots: Iterable[Frame], writer: FrameWriter) -> Iterator[Frame]:
    for frame in shots:
        writer.write(frame.image, frame.t_s)
        yield frame


def _score(events: Iterable[TableEvent]) -> Scored | None:
    """Give the last score that was told."""
    last = None
    for event in events:
        if isinstance(event, Scored):
            last = event
    return last
