"""The loop at a table without a board profile: nothing but showing the board is done, and a fault does not end it."""

import queue
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pi_companion.devices import Frame
from pi_companion.devices.feed import CameraFeed, FeedSettings
from pi_companion.devices.notify import Notifier
from pi_companion.errors import DeviceError, ProfileError
from pi_companion.referee.events import Person
from pi_companion.referee.inputs import Command, Undo
from pi_companion.service.loop import Happening, Stop
from pi_companion.service.newcomer import FIRST_THE_BOARD, Newcomer, NewcomerParts
from pi_companion.vision.profile import BoardProfile
from pi_companion.web.orders import Asked, ProfileWish, Reply
from pi_companion.web.page import Page
from tests.devices.fakes import ScriptedCamera, noisy
from tests.web.serving import until
from tests.web.test_calibration import PROFILE

WAIT_S = 30.0


@dataclass
class Table:
    """A new table with a scripted camera."""

    happenings: "queue.SimpleQueue[Happening]" = field(default_factory=queue.SimpleQueue)
    camera: ScriptedCamera = field(default_factory=ScriptedCamera)
    said: list[str] = field(default_factory=list)
    kept: list[BoardProfile] = field(default_factory=list)
    refuses: ProfileError | None = None
    came_to: BoardProfile | None = None

    def __post_init__(self) -> None:
        self.page = Page("run1", self.happenings.put, time.monotonic)
        settings = FeedSettings(None, 0.0, 0.01, 0.01)
        feed = CameraFeed(lambda: self.camera, self.happenings.put, settings, time.monotonic)
        parts = NewcomerParts(feed, Notifier({}), self.page, self.keep, self.said.append)
        self.newcomer = Newcomer(parts, self.happenings, time.monotonic)

    def keep(self, profile: BoardProfile) -> None:
        if self.refuses is not None:
            raise self.refuses
        self.kept.append(profile)

    def ask(self, wish: Any) -> Reply:
        asked = Asked(wish)
        self.happenings.put(asked)
        return asked.reply.result(WAIT_S)

    @property
    def state(self) -> Any:
        return self.page.hub.news(None).text

    def see(self) -> None:
        self.camera.give(Frame(noisy(), time.monotonic(), "f"))

    @contextmanager
    def running(self) -> Iterator["Table"]:
        def run() -> None:
            self.came_to = self.newcomer.run()

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.happenings.put(Stop())
            # A camera that is being read lets go of its reader with the next picture.
            self.see()
            thread.join(WAIT_S)
        assert not thread.is_alive()


def test_it_ends_with_the_board_that_is_shown() -> None:
    with Table().running() as table:
        table.see()
        until(lambda: '"sight":"clear"' in table.state)
        assert table.ask(ProfileWish(PROFILE)) == Reply()
        assert '"state":null' in table.state
    assert table.came_to is PROFILE
    assert table.kept == [PROFILE]
    assert table.said == []


def test_whatever_else_is_asked_for_waits_for_the_board() -> None:
    with Table().running() as table:
        assert table.ask(Command(Person.TABLE, "1", Undo())).refused == FIRST_THE_BOARD
        assert '"waiting":"board"' in table.state
    assert table.came_to is None


def test_a_profile_that_cannot_be_written_is_told_and_the_table_waits_on() -> None:
    with Table(refuses=ProfileError("wanted to write it, but the disk is full")).running() as table:
        assert "disk is full" in table.ask(ProfileWish(PROFILE)).refused
        table.refuses = None
        assert table.ask(ProfileWish(PROFILE)).refused == ""
    assert table.kept == [PROFILE]


def test_a_camera_that_is_lost_is_told_on_the_page_too() -> None:
    with Table().running() as table:
        table.camera.give(DeviceError("its cable is out"))
        until(lambda: '"sight":"camera"' in table.state)
        assert "its cable is out" in table.said[0]
        table.see()
        until(lambda: '"sight":"clear"' in table.state)
        assert table.said[1:] == ["The camera sees again"]


def test_the_wizard_has_pictures_before_anybody_knows_where_the_board_is() -> None:
    with Table().running() as table:
        look = None
        while look is None:
            table.see()
            look = table.page.look()
            time.sleep(0.01)
        assert look.geometry is None
        assert look.frame.image.dtype == np.uint8
