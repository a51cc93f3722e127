"""What the table's loop and the web server share: the loop puts in what it knows, the server only reads and asks.

The loop never waits for the server. What the server wants done goes into the loop's queue as an `Asked`, like a press
of a button; nothing here changes what the table knows.
"""

from collections.abc import Callable
from dataclasses import dataclass

from pi_companion.devices.camera import CameraHealth
from pi_companion.devices.frames import Frame
from pi_companion.record.wire import JsonObject, to_wire
from pi_companion.referee import State, step
from pi_companion.referee.course import Phase
from pi_companion.referee.events import Corrected, IllegalPlay, Refused, Stood, TableEvent, Unclear
from pi_companion.referee.inputs import Command
from pi_companion.referee.terms import Mode
from pi_companion.table import Told
from pi_companion.vision import Observation
from pi_companion.vision.geometry import BoardGeometry, Home
from pi_companion.web.hub import Hub
from pi_companion.web.live import TableNow, boardless, record_mark, snapshot
from pi_companion.web.orders import Asked, Reply

OVERTAKEN = "The table went on meanwhile. Look again; nothing was done."

LOOKED_AT_S = 6.0
"""Pictures are kept for so long after somebody last looked at the camera's view."""

_RULINGS = (IllegalPlay, Corrected, Stood, Unclear)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A picture, and what was last read in one like it."""

    frame: Frame
    geometry: BoardGeometry | None
    """Where the board is in it; None before anybody has shown the board."""

    observation: Observation | None
    """None before the board was read for the first time."""

    home: Home = Home.NEAR_RIGHT
    """Where White's home lies; it matters only to what was read."""


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """What an order would come to."""

    upon: str
    """The mark of the record that it was worked out upon."""

    after: TableNow
    events: tuple[TableEvent, ...]


class Page:
    """The table as the page knows it.

    Args:
        run: Names this run of the program.
        submit: Puts a wish into the table's queue.
        clock: Monotonic seconds, the same as the frames' own.
    """

    def __init__(self, run: str, submit: Callable[[Asked], None], clock: Callable[[], float]) -> None:
        self.hub = Hub(run)
        self.submit = submit
        self._clock = clock
        self._now: TableNow | None = None
        self._waits_for_board: CameraHealth | None = None
        self._pending: list[TableEvent] = []
        self._shown_s = clock()
        self._seen_s: float | None = None
        self._looked_at_s = -LOOKED_AT_S
        self._look: Look | None = None
        self._panel = ""

    # The table's loop calls these.

    def wait_for_board(self, camera: CameraHealth) -> None:
        """Say that nobody has shown the board yet, and how the camera fares; readers hear of it where that is news."""
        if camera is not self._waits_for_board:
            self._waits_for_board = camera
            self.hub.publish(boardless(camera), [])

    def board_is_shown(self) -> None:
        """Say that the board is known now; the table itself comes in a moment."""
        self.hub.publish(None, [])

    def tell(self, told: Told) -> None:
        """Take an event that stands in the journal; it is shown with the next state."""
        self._pending.append(told.event)

    def show(self, now: TableNow) -> None:
        """Take the table as it is; readers hear of it only where something changed."""
        if not self._pending and now.looks_like(self._now):
            self._now = now
            return
        silent = now.state.course.terms.mode is Mode.LOG
        events = [to_wire(event) for event in self._pending if not (silent and isinstance(event, _RULINGS))]
        self._pending.clear()
        self._now, self._shown_s = now, self._clock()
        self.hub.publish(snapshot(now), events)

    def see(
        self,
        frame: Frame,
        geometry: BoardGeometry | None,
        observation: Observation | None,
        home: Home = Home.NEAR_RIGHT,
    ) -> None:
        """Take a picture; it is kept only while somebody looks at the camera's view."""
        self._seen_s = self._clock()
        self._look = Look(frame, geometry, observation, home) if self.is_looked_at else None

    def show_panel(self, picture: str) -> None:
        """Take what the panel on the table shows, drawn in letters."""
        self._panel = picture

    # The server calls these.

    @property
    def panel(self) -> str:
        """What the panel on the table shows, drawn in letters; empty where there is none."""
        return self._panel

    @property
    def is_looked_at(self) -> bool:
        """Whether somebody looks at the camera's view."""
        return self._clock() - self._looked_at_s < LOOKED_AT_S

    @property
    def now(self) -> TableNow | None:
        """The table as it was last shown; None before that."""
        return self._now

    @property
    def match(self) -> int | None:
        """The journal's number of the match that is being played."""
        return None if self._now is None else self._now.match

    @property
    def is_silent(self) -> bool:
        """Whether a match is being played that is only logged; once it is over nothing about it is kept back."""
        course = None if self._now is None else self._now.state.course
        return course is not None and course.terms.mode is Mode.LOG and course.phase is not Phase.MATCH_OVER

    def age_s(self) -> float | None:
        """Say how old the last picture is; None before the first one."""
        return None if self._seen_s is None else max(0.0, self._clock() - self._seen_s)

    def beat(self) -> JsonObject:
        """Say how old the last picture is and for how long the table has looked as it does, which its clocks run on."""
        return {"age_s": self.age_s(), "since_s": max(0.0, self._clock() - self._shown_s)}

    def look(self) -> Look | None:
        """Give the newest picture; asking for it keeps the next ones coming."""
        self._looked_at_s = self._clock()
        return self._look

    def preview(self, command: Command) -> Preview | None:
        """Work out what an order would come to; nothing is changed. None before the table is known."""
        now = self._now
        if now is None:
            return None
        done = step(now.state, command)
        return Preview(record_mark(now.match, now.state), TableNow(now.match, done.state), done.effects)


def is_overtaken(asked: Asked, match: int, state: State) -> bool:
    """Tell whether an order was given upon a record that is no longer so; one that was obeyed already is not."""
    wish = asked.wish
    if not asked.upon or not isinstance(wish, Command) or wish.key in state.history.keys:
        return False
    return asked.upon != record_mark(match, state)


def replied(events: tuple[TableEvent, ...]) -> Reply:
    """Give the reply that the events after a wish amount to."""
    return Reply(events, next((event.why for event in events if isinstance(event, Refused)), ""))


def wire_events(events: tuple[TableEvent, ...]) -> list[JsonObject]:
    """Give events as JSON."""
    return [to_wire(event) for event in events]
