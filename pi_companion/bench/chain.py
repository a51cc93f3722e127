"""From the finger to the panel and the page: the whole service at a game, with everything in its own thread.

Real are the loop, the journal on disk, the reading of pictures, the camera's thread, the panel's thread, and the page
with its server and a reader at the other end of a connection. Made are what the camera sees, the contact of the button,
and the panel's lights, which only note when they are told what to show.
"""

import contextlib
import http.client
import json
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from pi_companion.coach.seat import SeatView
from pi_companion.config import ButtonSettings, MatchSettings, WebSettings
from pi_companion.devices import Frame
from pi_companion.devices.buttons import Buttons
from pi_companion.devices.feed import CameraFeed, FeedSettings
from pi_companion.devices.notify import Notifier
from pi_companion.devices.panel.keeper import Brightness, PanelKeeper
from pi_companion.devices.panel.view import PanelState, PanelView
from pi_companion.devices.pictures import Image, load_image
from pi_companion.devices.pins import Contact, pretended_pins
from pi_companion.devices.wiring import ButtonWiring
from pi_companion.errors import CompanionError, DeviceError
from pi_companion.record.journal import Journal, Stamp
from pi_companion.referee.events import IllegalPlay, NoMove, Played
from pi_companion.service import MatchKeeper, Service, ServiceParts
from pi_companion.service.loop import Happening, Stop
from pi_companion.service.panel import Ailments
from pi_companion.table import Told, Watcher
from pi_companion.vision.profile import BoardProfile
from pi_companion.web.access import Access
from pi_companion.web.host import PageHost
from pi_companion.web.page import Page

PIN = 17
HELD_S = 0.08
"""How long a finger holds the button down."""

HURRY_S = 0.2
"""The button is pressed so soon after the last checker lies, before the camera can have seen that it lies still."""

PATIENCE_S = 15.0
_RULINGS = ("play", "no_move", "illegal_play")
_STEP_S = 0.002


MOST_MISSED = 0.1
"""The share of the turns that may be read otherwise than by their press; more, and the median says nothing."""


@dataclass(frozen=True, slots=True)
class Staged:
    """One turn, as the camera is to see it: pictures on the disk."""

    before: tuple[Path, ...]
    """The roll, hands, what else is seen before the checkers lie; may be nothing."""

    played: Path
    """The checkers lie, the dice beside them: the button is pressed."""

    after: tuple[Path, ...]
    """The dice are lifted, or an illegal play is put right; may be nothing."""


@dataclass(frozen=True, slots=True)
class Chain:
    """What was measured, in milliseconds from the moment the finger came down."""

    turns: int
    missed: int
    """Turns that were not answered by their press: told before it, or read wrongly."""

    panel_ms: float
    """Until the panel answers the press; the median."""

    ruling_panel_ms: float
    """Until the panel shows what became of the turn; the median."""

    ruling_page_ms: float
    """Until a reader of the page has it; the median."""

    slowest_page_ms: float
    cpu_percent: float
    """Of one core, over the whole game, with what this measurement takes itself."""


class _StagedCamera:
    """Shows whatever is on the stage."""

    name = "stage"
    remarks = ()
    held = ()

    def __init__(self, stage: "_Stage") -> None:
        self._stage = stage
        self._number = 0

    def read(self, not_before_s: float) -> Frame:
        """See `Camera`."""
        self._number += 1
        return Frame(self._stage.image, max(time.monotonic(), not_before_s), f"stage {self._number}")

    def settle(self) -> None:
        """Do nothing: it is a rendered picture."""

    def close(self) -> None:
        """Do nothing."""


@dataclass(slots=True, eq=False)
class _Stage:
    """The table, and what was noted at its edges, each with its moment in monotonic seconds."""

    image: Image
    shown: list[tuple[float, PanelView]] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    on_page: list[tuple[float, str]] = field(default_factory=list)

    # What the panel's driver does.
    def show(self, view: PanelView, _t_s: float, _brightness: float) -> None:
        """See `PanelDriver`."""
        if not self.shown or self.shown[-1][1] != view:
            self.shown.append((time.monotonic(), view))

    def close(self) -> None:
        """See `PanelDriver`."""

    # What whoever tells people does.
    def tell(self, told: Told) -> None:
        """See `Teller`."""
        self.told.append(told)

    def say(self, words: str) -> None:
        """See `Teller`; what ails is to be seen in the figures."""

    def want(self, view: SeatView) -> None:
        """See `Teller`; here the companion only watches."""

    def rulings(self) -> int:
        """Count the turns that were told."""
        return sum(isinstance(told.event, Played | NoMove | IllegalPlay) for told in self.told)


def measure(folder: Path, profile: BoardProfile, start: Path, turns: Sequence[Staged], *, pause_s: float) -> Chain:
    """Play the turns and press the button at the end of each.

    Args:
        folder: An empty folder for the journal.
        profile: The board.
        start: A picture of the start position.
        turns: What is played.
        pause_s: How long everything lies still before the next thing happens.

    Raises:
        DeviceError: So many turns were not understood that there is nothing to measure.
        PictureError: A picture cannot be read.
    """
    stage = _Stage(load_image(start))
    with ExitStack() as stack:
        book = stack.enter_context(Journal.open(folder / "journal.sqlite"))
        pins = stack.enter_context(pretended_pins())
        service, page, happenings = _service(stage, book, profile)
        access, _ = Access.open(folder / "access.json", time.monotonic, time.time)
        host = PageHost(WebSettings(address="127.0.0.1", port=0), page, access, book.path)
        stack.callback(host.close)
        stack.enter_context(_reader(host.address, stage))
        director = _Director(stage, pins, happenings, pause_s)
        thread = threading.Thread(target=director.play, args=(turns,), daemon=True)
        cpu_s, begun_s = time.process_time(), time.monotonic()
        thread.start()
        # The journal belongs to this thread, so the loop runs here.
        service.run()
        thread.join()
        share = (time.process_time() - cpu_s) / (time.monotonic() - begun_s)
    if director.failure is not None:
        raise director.failure
    if len(director.missed) > MOST_MISSED * len(turns) or not director.measured:
        raise DeviceError(
            f"wanted to measure {len(turns)} turns, but of {len(director.missed)} this came: {director.missed[0]}; "
            "try another game, or a machine with less to do"
        )
    panel, ruling, page_ms = zip(*director.measured, strict=True)
    missed = len(director.missed)
    return Chain(len(panel), missed, median(panel), median(ruling), median(page_ms), max(page_ms), 100 * share)


def _service(
    stage: _Stage, book: Journal, profile: BoardProfile
) -> tuple[Service, Page, "queue.SimpleQueue[Happening]"]:
    happenings: queue.SimpleQueue[Happening] = queue.SimpleQueue()
    clock = time.monotonic
    watcher = Watcher(profile)
    page = Page("bench", happenings.put, clock)
    parts = ServiceParts(
        feed=CameraFeed(lambda: _StagedCamera(stage), happenings.put, FeedSettings(frozen_after_s=0.0), clock),
        watcher=watcher,
        keeper=MatchKeeper(watcher, book, MatchSettings(), lambda t_s, name: Stamp(t_s, frame=name), clock),
        panel=PanelKeeper(lambda: stage, Brightness(), clock, lambda: 12, stage.say),
        buttons=Buttons([ButtonWiring(PIN, None)], happenings.put, clock),
        notifier=Notifier({}),
        teller=stage,
        meanings=ButtonSettings(),
        condition=Ailments,
        run="bench:",
        page=page,
        keep_profile=lambda _: None,
    )
    return Service(parts, happenings, clock), page, happenings


@contextmanager
def _reader(address: str, stage: _Stage) -> Iterator[None]:
    """Look at the page from another thread, as a browser does."""
    where = urlsplit(address)
    connection = http.client.HTTPConnection(where.hostname or "127.0.0.1", where.port)
    connection.connect()
    line_to_server: socket.socket = connection.sock
    connection.request("GET", "/api/live")
    answer = connection.getresponse()

    def read() -> None:
        # The connection is cut in the middle of the stream, which has no end of its own.
        with contextlib.suppress(http.client.HTTPException, OSError):
            for line in answer:
                if line.startswith(b"data: ") and b'"events"' in line:
                    now_s = time.monotonic()
                    stage.on_page += [(now_s, event["event"]) for event in json.loads(line[6:])["events"]]

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            line_to_server.shutdown(socket.SHUT_RDWR)
        thread.join()
        answer.close()
        connection.close()


class _Director:
    """Lets the game happen, and notes how soon each press was answered."""

    def __init__(
        self, stage: _Stage, pins: Contact, happenings: "queue.SimpleQueue[Happening]", pause_s: float
    ) -> None:
        self._stage = stage
        self._pins = pins
        self._happenings = happenings
        self._pause_s = pause_s
        self.measured: list[tuple[float, float, float]] = []
        self.missed: list[str] = []
        self.failure: CompanionError | None = None

    def play(self, turns: Sequence[Staged]) -> None:
        """Play to the end; what is not understood is noted."""
        try:
            time.sleep(2 * self._pause_s)
            for number, turn in enumerate(turns, start=1):
                try:
                    self._turn(number, turn)
                except TimeoutError as error:
                    self.missed.append(str(error))
                self._lie(turn.after)
        except CompanionError as error:
            self.failure = error
        finally:
            self._happenings.put(Stop())

    def _lie(self, pictures: Iterable[Path]) -> None:
        """Let each thing be seen for a while."""
        for picture in pictures:
            self._stage.image = load_image(picture)
            time.sleep(self._pause_s)

    def _turn(self, number: int, turn: Staged) -> None:
        stage = self._stage
        self._lie(turn.before)
        told = stage.rulings()
        stage.image = load_image(turn.played)
        time.sleep(HURRY_S)
        if stage.rulings() > told:
            raise TimeoutError(f"turn {number} was told before the button was pressed")
        of_panel, of_page, before = len(stage.shown), len(stage.on_page), stage.shown[-1][1]
        down_s = time.monotonic()
        self._pins(PIN, down=True)
        time.sleep(HELD_S)
        self._pins(PIN, down=False)
        answered_s = self._until(
            number, lambda: next((at for at, view in stage.shown[of_panel:] if view.pressed), None)
        )
        ruled_s = self._until(
            number, lambda: next((at for at, view in stage.shown[of_panel:] if _rules(view, before)), None)
        )
        read_s = self._until(
            number, lambda: next((at for at, event in stage.on_page[of_page:] if event in _RULINGS), None)
        )
        self.measured.append((1000 * (answered_s - down_s), 1000 * (ruled_s - down_s), 1000 * (read_s - down_s)))
        time.sleep(self._pause_s / 2)

    def _until(self, number: int, look: Callable[[], float | None]) -> float:
        give_up_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < give_up_s:
            at_s = look()
            if at_s is not None:
                return at_s
            time.sleep(_STEP_S)
        raise TimeoutError(f"turn {number} was not answered within {PATIENCE_S:.0f} s")


def _rules(view: PanelView, before: PanelView) -> bool:
    """Whether the panel shows what became of the turn: the other's is on, something is illegal, or a game is over."""
    told = (PanelState.ILLEGAL, PanelState.SCORE)
    return view.turn is not before.turn or (view.state in told and before.state not in told)
