"""The one thread that drives a panel: the newest picture is shown, and no fault of the panel reaches the match."""

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass

from pi_companion.devices.panel.drivers import PanelDriver
from pi_companion.devices.panel.view import PanelView

FRAME_S = 0.05
"""Time between two pictures: what blinks stays even, and a press is answered within it."""

RETRY_S = 10.0
"""After so long a panel that failed is tried again: it may have been plugged in."""

DAY_HOURS = 24


@dataclass(frozen=True, slots=True)
class Brightness:
    """How bright the panel is, by the hour."""

    day: float = 1.0
    night: float = 0.15
    night_from: int = 22
    """The hour at which night begins."""

    night_to: int = 7

    def at(self, hour: int) -> float:
        """Give the brightness at an hour of the day; a night may begin before midnight and end after it."""
        if self.night_from <= self.night_to:
            is_night = self.night_from <= hour < self.night_to
        else:
            is_night = hour >= self.night_from or hour < self.night_to
        return self.night if is_night else self.day


class PanelKeeper:
    """Drives a panel that may fail, be pulled, or be slow.

    Args:
        open_driver: Opens the panel anew.
        brightness: How bright it is.
        clock: Monotonic seconds.
        hour: The hour of the day by the wall clock.
        complain: Takes one sentence when the panel fails, and one when it is back.
    """

    def __init__(
        self,
        open_driver: Callable[[], PanelDriver | None],
        brightness: Brightness,
        clock: Callable[[], float],
        hour: Callable[[], int],
        complain: Callable[[str], None],
    ) -> None:
        self._open_driver = open_driver
        self._brightness = brightness
        self._clock = clock
        self._hour = hour
        self._complain = complain
        self._view = PanelView()
        self._driver: PanelDriver | None = None
        self._open_at_s: float | None = 0.0
        self._failed = False
        self._news = threading.Event()
        self._over = False
        self._thread: threading.Thread | None = None

    @property
    def failed(self) -> bool:
        """Whether the panel does not work just now."""
        return self._failed

    def show(self, view: PanelView) -> None:
        """Want this picture; returns at once."""
        if view != self._view:
            self._view = view
            self._news.set()

    def start(self) -> None:
        """Drive it in its own thread."""
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()

    def stop(self, patience_s: float = 1.0) -> None:
        """Go dark; a panel that hangs is left to the end of the process."""
        self._over = True
        self._news.set()
        if self._thread is not None:
            self._thread.join(patience_s)

    def turn(self) -> None:
        """Show what is wanted now, once; opens the panel when it is time."""
        now_s = self._clock()
        try:
            if self._driver is None:
                if self._open_at_s is None or now_s < self._open_at_s:
                    return
                self._driver = self._open_driver()
                if self._driver is None:
                    self._open_at_s = None  # there is no panel, and there will be none
                    return
            self._driver.show(self._view, now_s, self._brightness.at(self._hour()))
        except Exception as error:  # noqa: BLE001 - whatever a panel does, the match goes on
            self._fail(f"{type(error).__name__}: {error}")
            return
        if self._failed:
            self._failed = False
            self._complain("The panel works again")

    def _fail(self, why: str) -> None:
        self._close()
        self._open_at_s = self._clock() + RETRY_S
        if not self._failed:
            self._failed = True
            self._complain(f"The panel does not work ({why}): see to its plug; the match goes on without it")

    def _close(self) -> None:
        driver, self._driver = self._driver, None
        if driver is not None:
            with contextlib.suppress(Exception):  # a panel that was pulled cannot be closed
                driver.close()

    def _run(self) -> None:
        while not self._over:
            self.turn()
            self._news.wait(FRAME_S)
            self._news.clear()
        self._close()
