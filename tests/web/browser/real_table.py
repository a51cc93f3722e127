"""A table with the companion's own eyes, referee and journal, fed pictures of a recording as a test lets it."""

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pi_companion.config import MatchSettings
from pi_companion.devices import Frame
from pi_companion.devices.camera import CameraHealth
from pi_companion.record.evidence import FOLDER_NAME, EvidenceRing
from pi_companion.record.journal import Journal, Stamp
from pi_companion.service.match import Agreed, MatchKeeper
from pi_companion.service.wishes import Desk, carry_out
from pi_companion.table import Told, Watcher
from pi_companion.vision import View
from pi_companion.vision.profile import BoardProfile
from pi_companion.web.live import TableNow
from pi_companion.web.page import Page
from tests.devices.fakes import Clock

if TYPE_CHECKING:
    from pi_companion.web.orders import Asked


class RealTable:
    """One loop in a thread of its own, as the service has it, without buttons, panel and camera.

    Args:
        path: The journal.
        profile: The board in the pictures.
        frames: The recording.
    """

    def __init__(self, path: Path, profile: BoardProfile, frames: list[Frame]) -> None:
        self.path = path
        self.clock = Clock()
        self._profile = profile
        self._frames = iter(frames)
        self._asked: queue.SimpleQueue[Asked] = queue.SimpleQueue()
        self._allowed = threading.Semaphore(0)
        self._stopped = threading.Event()
        self.failure: BaseException | None = None
        self.page = Page("run1", self._asked.put, self.clock)

    def let(self, count: int) -> None:
        """Let so many more pictures come."""
        self._allowed.release(count)

    @contextmanager
    def running(self) -> Iterator["RealTable"]:
        """Run the loop."""
        thread = threading.Thread(target=self._run, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._stopped.set()
            thread.join(30)
        if self.failure is not None:
            raise self.failure

    def _run(self) -> None:
        try:
            # The journal's connection belongs to the thread that opened it.
            with Journal.open(self.path) as journal:
                self._loop(journal)
        except BaseException as error:  # noqa: BLE001 - told where the test ends
            self.failure = error

    def _loop(self, journal: Journal) -> None:
        watcher = Watcher(self._profile)
        pictures = EvidenceRing(self.path.with_name(FOLDER_NAME), 20)
        agreed = Agreed(evidence=pictures)
        keeper = MatchKeeper(watcher, journal, MatchSettings(), _stamp, self.clock, agreed)
        desk = Desk(keeper, watcher, lambda _: None)
        told: list[Told] = [*keeper.opening]
        wishes = 0
        while not self._stopped.is_set():
            try:
                wish = self._asked.get(timeout=0.02)
                wishes += 1
                told += carry_out(wish, desk, self.clock(), f"page {wishes}")
            except queue.Empty:
                pass
            if self._allowed.acquire(blocking=False):
                told += self._see(keeper, watcher)
            for each in told:
                self.page.tell(each)
            told.clear()
            covered = watcher.view is not View.CLEAR
            self.page.show(TableNow(keeper.number, keeper.state, CameraHealth.LIVE, covered=covered))

    def _see(self, keeper: MatchKeeper, watcher: Watcher) -> list[Told]:
        frame = next(self._frames)
        self.clock.now_s = frame.t_s
        told = keeper.see(frame)
        self.page.see(frame, watcher.geometry, watcher.observation, watcher.home)
        return told


def _stamp(t_s: float, frame: str) -> Stamp:
    return Stamp(t_s, frame=frame)
