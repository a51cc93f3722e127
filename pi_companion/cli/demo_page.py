"""The page beside the demo: as at a real table, but that the demo plays its own match."""

import queue
import secrets
import time
from collections.abc import Iterator

from pi_companion.devices import Frame
from pi_companion.devices.camera import CameraHealth
from pi_companion.errors import CompanionError
from pi_companion.referee.inputs import Command
from pi_companion.table import Table, Told, Watcher
from pi_companion.vision import View
from pi_companion.web.live import TableNow
from pi_companion.web.orders import Asked, Reply
from pi_companion.web.page import OVERTAKEN, Page, is_overtaken, replied

NOT_HERE = "The demo plays its own match at its own board; `pi-companion run` watches yours."


class DemoPage:
    """Tells the page of the demo's table, and does what is asked for there between two frames."""

    def __init__(self) -> None:
        self._asked: queue.SimpleQueue[Asked] = queue.SimpleQueue()
        self.page = Page(secrets.token_hex(4), self._asked.put, time.monotonic)
        self._orders = 0

    def see(self, frame: Frame, watcher: Watcher) -> None:
        """Take what the camera shows."""
        self.page.see(frame, watcher.geometry, watcher.observation, watcher.home)

    def show(self, table: Table, match: int, view: View) -> None:
        """Take the table as it is after a frame."""
        self.page.show(TableNow(match, table.state, CameraHealth.LIVE, covered=view is not View.CLEAR))

    def answer(self, table: Table, t_s: float, patience_s: float = 0.0) -> Iterator[Told]:
        """Do what was asked for meanwhile.

        Args:
            table: The table.
            t_s: The moment of the match.
            patience_s: How long to wait for something to be asked.
        """
        try:
            while True:
                asked = self._asked.get(timeout=patience_s) if patience_s else self._asked.get_nowait()
                patience_s = 0.0
                yield from self._done(asked, table, t_s)
        except queue.Empty:
            return

    def _done(self, asked: Asked, table: Table, t_s: float) -> tuple[Told, ...]:
        if not asked.reply.set_running_or_notify_cancel():
            return ()
        if not isinstance(asked.wish, Command):
            asked.reply.set_result(Reply(refused=NOT_HERE))
            return ()
        if is_overtaken(asked, self.page.match or 0, table.state):
            asked.reply.set_result(Reply(refused=OVERTAKEN))
            return ()
        self._orders += 1
        try:
            told = table.accept(asked.wish, t_s, f"page {self._orders}")
        except CompanionError as error:
            asked.reply.set_result(Reply(refused=str(error)))
            return ()
        asked.reply.set_result(replied(tuple(each.event for each in told)))
        return told
