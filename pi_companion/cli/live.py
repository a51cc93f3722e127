"""`run`: the live companion, as a service or by hand."""

import queue
import secrets
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

import cv2

from pi_companion.cli.broker import broker_of
from pi_companion.cli.feeding import buffers_of, feed_of
from pi_companion.cli.newcomer import require_page, shown_board
from pi_companion.cli.output import Form, Output, Status, complain
from pi_companion.cli.page import pin_lines, served
from pi_companion.cli.places import board_of
from pi_companion.cli.sparring import require_engine, seat_to_json
from pi_companion.cli.teaching import Lessons, lesson_lines, with_lesson
from pi_companion.cli.telling import tell, told_to_wire
from pi_companion.club.publisher import Publisher
from pi_companion.club.telling import Place
from pi_companion.club.topics import Topics
from pi_companion.coach.gnubg import Gnubg
from pi_companion.coach.seat import Seat, SeatView
from pi_companion.coach.sparring import Partner
from pi_companion.coach.thinking import BesideTheTable
from pi_companion.config import PanelSettings, Settings
from pi_companion.devices.buttons import Buttons
from pi_companion.devices.condition import DISK_CRITICAL_MB, clock_synced, disk_free_mb, under_voltage
from pi_companion.devices.lock import LOCK_NAME, only_one
from pi_companion.devices.notify import Notifier
from pi_companion.devices.panel.drivers import open_panel
from pi_companion.devices.panel.keeper import Brightness, PanelKeeper
from pi_companion.devices.pins import release_pins, use_pins
from pi_companion.devices.wiring import BARE, PanelKind, Wiring, load_wiring
from pi_companion.record.evidence import FOLDER_NAME, EvidenceRing
from pi_companion.record.journal import Journal, Stamp
from pi_companion.record.transcript import advance, transcribe
from pi_companion.referee.events import Amended, MatchStarted, Redone, Undone
from pi_companion.service import MatchKeeper, Service, ServiceParts
from pi_companion.service.club import NoClub
from pi_companion.service.loop import Happening, Stop
from pi_companion.service.match import TABLE, Agreed
from pi_companion.service.panel import Ailments
from pi_companion.table import Told, Watcher
from pi_companion.vision.profile import BoardProfile
from pi_companion.web.access import FILE_NAME, Access
from pi_companion.web.page import Page

_PERCENT = 100
_LIGHT_PANELS = (PanelKind.LEDS, PanelKind.DIGITS)


def run(settings: Settings, journal: Path, output: Output) -> Status:
    """Watch the table until the process is told to stop.

    Where nobody has shown the board yet, the page is served all the same and leads to the calibration; the match
    begins as soon as that is done.

    Raises:
        InputError: There is no board profile, and no page on which the board could be shown.
        ProfileError: The board's profile is broken.
        SettingsError: The wiring is broken.
        EngineError: The companion is to play, but has no engine.
        DeviceError: Another service runs here, the pins cannot be had, or the camera's library hangs for good.
        JournalError: The journal cannot be opened.
    """
    if settings.sparring.on:
        require_engine()
    # Relative paths end here: a library for pins may move the process to another folder.
    journal = journal.absolute()
    board = board_of(settings, journal).absolute()
    profile = BoardProfile.load(board) if board.exists() else None
    if profile is None:
        require_page(settings, board)
    wiring = BARE if settings.hardware.wiring is None else load_wiring(settings.hardware.wiring)
    # One core is enough for a board, and a Pi has other things to do.
    cv2.setNumThreads(1)
    happenings: queue.SimpleQueue[Happening] = queue.SimpleQueue()
    page = Page(secrets.token_hex(4), happenings.put, time.monotonic)
    _stop_when_told(happenings)
    with ExitStack() as stack:
        stack.enter_context(only_one(journal.with_name(LOCK_NAME)))
        book = stack.enter_context(Journal.open(journal))
        if book.salvaged is not None:
            complain(book.salvaged.message)
        if wiring.buttons or wiring.panel in _LIGHT_PANELS:
            use_pins(settings.hardware.gpio_chip)
            stack.callback(release_pins)
        address = stack.enter_context(_page_served(settings, page, journal, output)) if settings.web.on else None
        if profile is None:
            profile = shown_board(settings, board, page, address, happenings, complain)
        if profile is None:
            return Status.DONE
        live = _Live(settings, wiring, book, (profile, board), (page, happenings), output)
        stack.enter_context(live.engine_at_hand())
        stack.enter_context(live.club_told())
        live.run()
    return Status.DONE


def _stop_when_told(happenings: "queue.SimpleQueue[Happening]") -> None:
    """Let a signal end the loop; without a handler Python would end at once, with the lights left on."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        happenings.put(Stop())

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)


@contextmanager
def _page_served(settings: Settings, page: Page, journal: Path, output: Output) -> Iterator[str | None]:
    """Serve the page meanwhile, and give its address; at the first start of all its PINs are told, and never again.

    Raises:
        SettingsError: The file with the PINs is broken or cannot be written.
    """

    def announce(words: str) -> None:
        """Tell what is neither an event nor a complaint; beside JSON it goes where complaints go."""
        if output.form is Form.JSON:
            complain(words)
        output.text(words)

    access, pins = Access.open(journal.with_name(FILE_NAME), time.monotonic, time.time)
    with served(page, settings.web, access, journal, announce) as address:
        if address is not None:
            announce(f"The page is at {address}")
        for line in () if pins is None else pin_lines(pins):
            announce(line)
        yield address


class _Live:
    """Puts the service together, and tells people what it says."""

    def __init__(
        self,
        settings: Settings,
        wiring: Wiring,
        book: Journal,
        board: tuple[BoardProfile, Path],
        page: "tuple[Page, queue.SimpleQueue[Happening]]",
        output: Output,
    ) -> None:
        profile, profile_path = board
        watcher = Watcher(profile)
        self._output = output
        self._settings = settings
        self._journal = book.path
        self._page, self._happenings = page
        clock = time.monotonic
        run_name = f"{secrets.token_hex(4)}:"
        pictures = EvidenceRing(book.path.with_name(FOLDER_NAME), settings.evidence.most_mb)
        agreed = Agreed(settings.terms.agreed(), pictures)
        match = settings.sparring.seated(settings.match)
        keeper = MatchKeeper(watcher, book, match, _stamp, clock, agreed)
        # A match that is taken up was told before; only its names and its score are wanted.
        events = (entry.event for entry in book.events(keeper.number)) if keeper.resumed else ()
        self._events = list(events)
        self._record = transcribe(self._events)
        self._lessons = Lessons()
        for event in self._events:
            self._lessons.follow(event)
        self._engine = Gnubg()
        self._thinking: BesideTheTable | None = None
        seat = self._seat(run_name) if settings.sparring.on else None
        self._notifier = Notifier()
        self._club = self._publisher() if settings.club.broker else None
        parts = ServiceParts(
            feed=feed_of(settings.camera, profile.picture_px, buffers_of(settings), run_name, self._happenings),
            watcher=watcher,
            keeper=keeper,
            panel=PanelKeeper(
                lambda: open_panel(wiring),
                _brightness(settings.panel),
                clock,
                lambda: time.localtime().tm_hour,
                self.say,
            ),
            panel_kind=wiring.panel,
            buttons=Buttons(wiring.buttons, self._happenings.put, clock) if wiring.buttons else None,
            notifier=self._notifier,
            teller=self,
            meanings=settings.button,
            condition=lambda: _condition(book.path),
            run=run_name,
            page=self._page,
            keep_profile=lambda new: new.save(profile_path),
            club=self._club or NoClub(),
            seat=seat,
        )
        self._service = Service(parts, self._happenings, clock)
        if keeper.resumed:
            self.say(f"Match {keeper.number} goes on where its record ends")

    def _publisher(self) -> Publisher:
        club = self._settings.club
        discovery = club.discovery if club.home_assistant else ""
        place = Place(club.table, Topics(club.prefix), discovery, TABLE)
        return Publisher(place, broker_of(club), self._journal, complain, _wall)

    def _seat(self, run_name: str) -> Seat:
        """Let the companion play; what it knows of the match so far it knows from the journal."""
        sparring = self._settings.sparring
        partner = Partner(sparring.side, sparring.strength, seed=1)
        self._thinking = BesideTheTable(partner, self._engine, self._happenings.put)
        seat = Seat(partner, self._thinking.ask, run_name, sparring.name)
        for event in self._events:
            seat.told(event)
        return seat

    @contextmanager
    def engine_at_hand(self) -> Iterator[None]:
        """End the engine afterwards, and whoever waits for its answer."""
        try:
            yield
        finally:
            self._engine.close()
            if self._thinking is not None:
                self._thinking.close()

    @contextmanager
    def club_told(self) -> Iterator[None]:
        """Tell the club meanwhile, where the settings name its broker."""
        if self._club is None:
            yield
            return
        self._club.start()
        try:
            yield
        finally:
            self._club.stop()

    def run(self) -> None:
        """Run until it is told to stop."""
        self._service.run()

    def tell(self, told: Told) -> None:
        """See `Teller`."""
        if isinstance(told.event, MatchStarted):
            self._events.clear()
            self._lessons = Lessons()
        self._events.append(told.event)
        corrected = isinstance(told.event, Undone | Redone | Amended)
        self._record = transcribe(self._events) if corrected else advance(self._record, told.event)
        lesson = self._lessons.after(told.event)
        self._output.json(with_lesson(told_to_wire(told), lesson))
        line = tell(self._record, told.event)
        if line is not None:
            self._output.text(line)
            self._notifier.status(line)
        for line in [] if lesson is None else lesson_lines(lesson):
            self._output.text(line)

    def say(self, words: str) -> None:
        """See `Teller`; what ails is no event of the match, so it goes where complaints go."""
        complain(words)
        self._notifier.status(words)

    def want(self, view: SeatView) -> None:
        """See `Teller`."""
        self._output.json(seat_to_json(view))
        self._output.text(f"> {view.words}")
        self._notifier.status(view.words)


def _brightness(panel: PanelSettings) -> Brightness:
    return Brightness(panel.day / _PERCENT, panel.night / _PERCENT, panel.night_from, panel.night_to)


def _stamp(t_s: float, frame: str) -> Stamp:
    return Stamp(t_s, time.time(), clock_synced(), frame)


def _wall() -> float | None:
    return time.time() if clock_synced() else None


def _condition(journal: Path) -> Ailments:
    try:
        full = disk_free_mb(journal) < DISK_CRITICAL_MB
    except OSError:
        full = True
    return Ailments(disk=full, power=bool(under_voltage()))
