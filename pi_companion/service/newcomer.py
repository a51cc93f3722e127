"""A table whose board nobody has shown yet: camera and page are there, and the loop waits for a board profile."""

import contextlib
import math
import queue
from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from pi_companion.coach.thinking import Thought
from pi_companion.devices import Frame
from pi_companion.devices.buttons import Edge
from pi_companion.devices.camera import CameraChange, CameraHealth
from pi_companion.devices.feed import CameraFeed
from pi_companion.devices.notify import Notifier
from pi_companion.errors import CompanionError
from pi_companion.service.loop import TICK_S, Happening, Stop, look_after
from pi_companion.vision.profile import BoardProfile
from pi_companion.web.orders import Asked, ProfileWish, Reply
from pi_companion.web.page import Page

NO_BOARD = "No board profile yet"
"""How the service fares then, in a few words."""

FIRST_THE_BOARD = "The companion does not know its board yet; the director shows it in the view Calibrate first."


@dataclass(frozen=True, slots=True)
class NewcomerParts:
    """What the loop works with."""

    feed: CameraFeed
    notifier: Notifier
    page: Page
    keep_profile: Callable[[BoardProfile], None]
    """Writes the board profile to where the next start reads it."""

    say: Callable[[str], None]
    """Tells people what ails the camera; one sentence."""


class Newcomer:
    """Waits until a person has shown the board on the page.

    Args:
        parts: What it works with.
        happenings: Where the camera and the page put what happens.
        clock: Monotonic seconds.
    """

    def __init__(
        self, parts: NewcomerParts, happenings: "queue.SimpleQueue[Happening]", clock: Callable[[], float]
    ) -> None:
        self._parts = parts
        self._happenings = happenings
        self._clock = clock
        self._camera = CameraHealth.STARTING
        self._profile: BoardProfile | None = None
        self._stopped = False
        self._fed_s = -math.inf

    def run(self) -> BoardProfile | None:
        """Give the board that was shown; None where the process was told to stop before.

        Raises:
            DeviceError: The camera's library hangs for good; a new process may help.
        """
        parts = self._parts
        parts.feed.start()
        parts.page.wait_for_board(self._camera)
        parts.notifier.ready()
        parts.notifier.status(NO_BOARD)
        try:
            while self._profile is None and not self._stopped:
                self._turn()
        finally:
            parts.feed.stop()
            if self._stopped:
                parts.notifier.stopping()
        return self._profile

    def _turn(self) -> None:
        parts = self._parts
        with contextlib.suppress(queue.Empty):
            self._handle(self._happenings.get(timeout=TICK_S))
        look_after(parts.feed)
        if self._profile is None:
            parts.page.wait_for_board(self._camera)
        now_s, interval_s = self._clock(), parts.notifier.interval_s
        if interval_s is not None and now_s - self._fed_s >= interval_s:
            self._fed_s = now_s
            parts.notifier.alive()

    def _handle(self, thing: Happening) -> None:
        match thing:
            case Frame():
                self._parts.page.see(thing, None, None)
            case CameraChange(health, words):
                if health is not CameraHealth.LIVE or self._camera is not CameraHealth.STARTING:
                    self._parts.say(words)
                self._camera = health
            case Asked():
                self._answer(thing)
            case Stop():
                self._stopped = True
            case Edge() | Thought():
                pass
            case _:
                assert_never(thing)

    def _answer(self, asked: Asked) -> None:
        if not asked.reply.set_running_or_notify_cancel():
            return
        if not isinstance(asked.wish, ProfileWish):
            asked.reply.set_result(Reply(refused=FIRST_THE_BOARD))
            return
        try:
            self._parts.keep_profile(asked.wish.profile)
        except CompanionError as error:
            asked.reply.set_result(Reply(refused=str(error)))
            return
        self._profile = asked.wish.profile
        self._parts.page.board_is_shown()
        asked.reply.set_result(Reply())
