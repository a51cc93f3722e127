"""The one loop: whatever happens is put in one queue by those who see it, and handled here, one after the other."""

import queue
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol, assert_never

from pi_companion.coach.seat import Seat, SeatView
from pi_companion.coach.thinking import Thought
from pi_companion.config import ButtonSettings
from pi_companion.devices import Frame
from pi_companion.devices.buttons import Buttons, Edge, Pressed
from pi_companion.devices.camera import CameraChange, CameraHealth
from pi_companion.devices.feed import CameraFeed
from pi_companion.devices.notify import Notifier
from pi_companion.devices.panel.drawing import draw_panel
from pi_companion.devices.panel.keeper import PanelKeeper
from pi_companion.devices.presses import Press
from pi_companion.devices.wiring import PanelKind
from pi_companion.errors import DeviceError
from pi_companion.service.club import Club, NoClub, table_report
from pi_companion.service.match import MatchKeeper
from pi_companion.service.meaning import DirectorCalled, may_double, meaning
from pi_companion.service.panel import Ailments, panel_view, shown_move
from pi_companion.service.wishes import Desk, carry_out
from pi_companion.table import Told, Watcher
from pi_companion.vision import View
from pi_companion.vision.profile import BoardProfile
from pi_companion.web.live import TableNow
from pi_companion.web.orders import Asked
from pi_companion.web.page import Page

TICK_S = 0.05
"""The longest time in which nothing is looked at: long presses, hanging cameras, the watchdog."""

SOON_S = 0.01
"""The same while a contact has moved and is not yet believed: a finger is answered within a tenth of a second."""

CONDITION_S = 10.0
"""How often power and disk are looked at."""

FLASH_S = 0.15
"""How long the panel answers a press at least."""


class Stop:
    """Put in the queue, it ends the loop."""


Happening = Frame | CameraChange | Edge | Asked | Thought | Stop


class Teller(Protocol):
    """Tells people what happens."""

    def tell(self, told: Told) -> None:
        """Tell an event that stands in the journal."""
        ...

    def say(self, words: str) -> None:
        """Tell what ails the table, or that it is well again; one sentence."""
        ...

    def want(self, view: SeatView) -> None:
        """Tell what the companion, which plays, wants done."""
        ...


@dataclass(frozen=True, slots=True)
class ServiceParts:
    """What the loop works with."""

    feed: CameraFeed
    watcher: Watcher
    keeper: MatchKeeper
    panel: PanelKeeper
    buttons: Buttons | None
    notifier: Notifier
    teller: Teller
    meanings: ButtonSettings
    condition: Callable[[], Ailments]
    """Looks at power and disk; only those two are taken from it."""

    run: str
    """A name for this run of the program, which begins every moment's name."""

    page: Page
    """What the page knows of the table; nobody need be looking."""

    keep_profile: Callable[[BoardProfile], None]
    """Writes a board profile to where the next start reads it."""

    panel_kind: PanelKind = PanelKind.NONE
    """Which panel it is, for its picture on the page."""

    club: Club = field(default_factory=NoClub)
    """Who is told of this table beside those who sit at it."""

    seat: Seat | None = None
    """The companion as a player; None where it only watches."""


class Service:
    """The live companion.

    Args:
        parts: What it works with.
        happenings: Where camera and buttons put what happens.
        clock: Monotonic seconds.
    """

    def __init__(
        self, parts: ServiceParts, happenings: "queue.SimpleQueue[Happening]", clock: Callable[[], float]
    ) -> None:
        self._parts = parts
        self._happenings = happenings
        self._clock = clock
        self._desk = Desk(parts.keeper, parts.watcher, parts.keep_profile)
        self._ailments = Ailments()
        self._stopped = False
        self._presses = 0
        self._wishes = 0
        self._pressed_s = -FLASH_S
        self._fed_s: float | None = None
        self._condition_s: float | None = None
        self._said_trouble = False
        self._seat_orders = 0
        self._wanted: SeatView | None = None

    def run(self) -> None:
        """Work until it is told to stop.

        Raises:
            DeviceError: The camera's library hangs for good; a new process may help.
        """
        parts = self._parts
        parts.panel.start()
        parts.feed.start()
        self._tell(parts.keeper.opening)
        if parts.buttons is not None:
            for button in parts.buttons.held:
                self._stuck(button.label)
            parts.buttons.listen()
        parts.notifier.ready()
        try:
            while not self._stopped:
                self.turn(self._wait())
        finally:
            parts.notifier.stopping()
            parts.feed.stop()
            parts.panel.stop()
            if parts.buttons is not None:
                parts.buttons.close()

    def turn(self, happened: list[Happening]) -> None:
        """Handle what happened, then look at all that must be looked at again and again.

        Raises:
            DeviceError: The camera's library hangs for good.
        """
        parts = self._parts
        for thing in happened:
            self._handle(thing)
        if parts.buttons is not None:
            self._hear(parts.buttons.passed(may_double=self._may_double()))
        self._tell(parts.keeper.settle())
        self._tell(parts.keeper.tick())
        self._let_companion_play()
        look_after(parts.feed)
        self._look_at_condition()
        self._show()
        self._feed_watchdog()

    def _wait(self) -> list[Happening]:
        """Wait for something to happen, and take all there is; of several frames only the newest matters."""
        happened: list[Happening] = []
        try:
            buttons = self._parts.buttons
            soon = buttons is not None and buttons.unsettled
            happened.append(self._happenings.get(timeout=SOON_S if soon else TICK_S))
            while True:
                happened.append(self._happenings.get_nowait())
        except queue.Empty:
            pass
        frames = [thing for thing in happened if isinstance(thing, Frame)]
        return [thing for thing in happened if not isinstance(thing, Frame) or thing is frames[-1]]

    def _handle(self, thing: Happening) -> None:
        match thing:
            case Frame():
                self._see(thing)
            case CameraChange(health, words):
                if health is not CameraHealth.LIVE or self._ailments.camera is not CameraHealth.STARTING:
                    self._parts.teller.say(words)
                self._ailments = replace(self._ailments, camera=health)
            case Edge():
                if self._parts.buttons is not None:
                    self._hear(self._parts.buttons.take(thing, may_double=self._may_double()))
            case Asked():
                self._wishes += 1
                name = f"{self._parts.run}page {self._wishes}"
                self._tell(carry_out(thing, self._desk, self._clock(), name))
            case Thought():
                if self._parts.seat is not None:
                    self._parts.seat.take(thing, self._clock())
            case Stop():
                self._stopped = True
            case _:
                assert_never(thing)

    def _see(self, frame: Frame) -> None:
        parts = self._parts
        self._tell(parts.keeper.see(frame))
        parts.feed.pace(moving=parts.watcher.moving)
        self._ailments = replace(self._ailments, covered=parts.watcher.view is not View.CLEAR)
        parts.page.see(frame, parts.watcher.geometry, parts.watcher.observation, parts.watcher.home)

    def _hear(self, heard: list[Pressed]) -> None:
        for pressed in heard:
            if pressed.press is Press.DOWN:
                # Whatever it will mean, the board of now is wanted, and the finger an answer.
                self._pressed_s = self._clock()
                self._parts.feed.ask()
                continue
            if pressed.press is Press.STUCK:
                self._stuck(pressed.button.label)
                continue
            self._ailments = replace(self._ailments, button=False)
            self._mean(pressed)

    def _mean(self, pressed: Pressed) -> None:
        parts = self._parts
        meant = meaning(pressed, parts.keeper.state.course, parts.meanings)
        if meant is None:
            return
        if isinstance(meant, DirectorCalled):
            parts.teller.say(f"{'The table' if meant.side is None else meant.side.label} calls the director")
            parts.club.call(meant.side)
            return
        self._presses += 1
        self._tell(parts.keeper.hear(meant, self._clock(), f"{parts.run}press {self._presses}"))

    def _stuck(self, label: str) -> None:
        self._ailments = replace(self._ailments, button=True)
        self._parts.teller.say(
            f"{label[0].upper()}{label[1:]} is stuck: see what lies on it, or whether its wires touch"
        )

    def _let_companion_play(self) -> None:
        """Hear what the companion says as a player, and tell people what it wants, once."""
        parts, seat = self._parts, self._parts.seat
        if seat is None:
            return
        for command in seat.look(parts.keeper.state, self._clock()):
            self._seat_orders += 1
            self._tell(parts.keeper.hear(command, self._clock(), f"{parts.run}spar {self._seat_orders}"))
        view = seat.view
        if view != self._wanted and view.words:
            parts.teller.want(view)
        self._wanted = view

    def _may_double(self) -> bool:
        return may_double(self._parts.keeper.state.course, self._parts.meanings)

    def _tell(self, events: Iterable[Told]) -> None:
        for told in events:
            self._parts.teller.tell(told)
            self._parts.page.tell(told)
            if self._parts.seat is not None:
                self._parts.seat.told(told.event)
        trouble = self._parts.keeper.trouble
        if (trouble is not None) is not self._said_trouble:
            self._said_trouble = trouble is not None
            self._parts.teller.say(
                "The record is written again, nothing is missing" if trouble is None else str(trouble)
            )

    def _look_at_condition(self) -> None:
        now_s = self._clock()
        if self._condition_s is not None and now_s - self._condition_s < CONDITION_S:
            return
        self._condition_s = now_s
        found = self._parts.condition()
        if found.power and not self._ailments.power:
            self._parts.teller.say("The power is too weak: take the Pi's own power supply and a short cable")
        if found.disk and not self._ailments.disk:
            self._parts.teller.say("The disk is nearly full: free some space, or the record will stop")
        self._ailments = replace(self._ailments, power=found.power, disk=found.disk)

    def _show(self) -> None:
        parts = self._parts
        ailments = replace(self._ailments, disk=self._ailments.disk or parts.keeper.trouble is not None)
        pressed = self._clock() - self._pressed_s < FLASH_S
        move = shown_move(self._wanted, self._clock())
        view = panel_view(parts.keeper.state, ailments, pressed=pressed, move=move)
        parts.panel.show(view)
        if parts.page.is_looked_at and parts.panel_kind is not PanelKind.NONE:
            parts.page.show_panel(draw_panel(view, parts.panel_kind, self._clock()))
        now = TableNow(
            parts.keeper.number,
            parts.keeper.state,
            ailments.camera,
            covered=ailments.covered,
            disk=ailments.disk,
            power=ailments.power,
            button=ailments.button,
            seat=self._wanted,
        )
        parts.page.show(now)
        parts.club.show(table_report(parts.keeper.number, parts.keeper.state, ailments))

    def _feed_watchdog(self) -> None:
        """Tell systemd that the loop turns.

        This is reached only when no write to the journal hangs and the camera's reader either delivers or was given
        up; faults that are known and told are no reason to be restarted, since a restart mends neither a full disk
        nor a pulled cable, and ten of them in a row would end the service for good.
        """
        notifier, now_s = self._parts.notifier, self._clock()
        if notifier.interval_s is None or (self._fed_s is not None and now_s - self._fed_s < notifier.interval_s):
            return
        self._fed_s = now_s
        notifier.alive()


def look_after(feed: CameraFeed) -> None:
    """Notice a camera that hangs, and open it again when it is time.

    Raises:
        DeviceError: Its library hangs for good; a new process may help.
    """
    feed.check()
    if feed.hopeless:
        raise DeviceError("the camera's library hangs and cannot be stopped; this process ends, a new one may help")
