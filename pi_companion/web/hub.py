"""What the page's readers are told: the newest state, and every event since the one that each of them had last.

One writer (the table's loop), many readers (the server's event loop). A reader keeps nothing here but the number of
what it had last, so that a slow one costs no memory; whoever falls too far behind gets the whole state and goes on.
"""

import asyncio
import json
import threading
from collections import deque
from dataclasses import dataclass

from pi_companion.record.wire import JsonObject

KEPT = 500
"""How many events a reader may be behind and still be told each one."""


@dataclass(frozen=True, slots=True)
class News:
    """What one reader is told at once."""

    number: int
    """Of the last thing told; the reader gives it back when it comes again."""

    text: str
    """JSON: `seq`, `whole` (whether no event is missing), `events`, `state`."""


class Hub:
    """Keeps the newest state and the last events."""

    def __init__(self, run: str) -> None:
        self.run = run
        """Names this run of the program: numbers of another run mean nothing here."""

        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._arrived: asyncio.Event | None = None
        self._number = 0
        self._state = "null"
        self._events: deque[tuple[int, str]] = deque(maxlen=KEPT)
        self._forgotten = 0
        """The highest number of which an event is no longer kept."""

        self._last: tuple[int, News] | None = None
        self._open = True

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Say in which event loop the readers wait."""
        with self._lock:
            self._loop, self._arrived = loop, asyncio.Event()

    @property
    def number(self) -> int:
        """The number of the newest state."""
        return self._number

    def publish(self, state: JsonObject | None, events: list[JsonObject]) -> None:
        """Take a new state, and the events that led to it; called by the table's loop.

        Args:
            state: What is to be shown; None where there is nothing yet.
            events: What happened.
        """
        text = _dump(state)
        with self._lock:
            self._number += 1
            self._state, self._last = text, None
            for event in events:
                if len(self._events) == KEPT:
                    self._forgotten = self._events[0][0]
                self._events.append((self._number, _dump(event)))
            self._wake()

    def close(self) -> None:
        """Let every reader go."""
        with self._lock:
            self._open = False
            self._wake()

    def _wake(self) -> None:
        """Wake all who wait; those who come later wait for the next time."""
        if self._loop is None or self._arrived is None or self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._arrived.set)
        self._arrived = asyncio.Event()

    def news(self, after: int | None) -> News:
        """Give what is new since a number; with None the state alone."""
        with self._lock:
            if self._last is not None and self._last[0] == after:
                return self._last[1]
            whole = after is not None and after >= self._forgotten
            events = [text for number, text in self._events if after is not None and number > after]
            told = f'"events":[{",".join(events)}],"state":{self._state}'
            text = f'{{"seq":{self._number},"whole":{_dump(whole)},{told}}}'
            news = News(self._number, text)
            if after is not None:
                # Nearly all readers are equally far, so the text is made once for all of them.
                self._last = after, news
            return news

    async def wait(self, after: int, patience_s: float) -> News | None:
        """Wait for something new; None where nothing came in that time.

        Raises:
            EOFError: The hub has closed, and there is nothing more to tell.
        """
        with self._lock:
            arrived, is_new = self._arrived, self._number > after
        if not is_new and self._open and arrived is not None:
            try:
                await asyncio.wait_for(arrived.wait(), patience_s)
            except TimeoutError:
                return None
        if not self._open and self._number <= after:
            raise EOFError
        return self.news(after)

    def after(self, name: str) -> int | None:
        """Read the number that a reader gives back; None where it is of another run or no number at all."""
        run, _, number = name.partition("-")
        if run != self.run or not (number.isascii() and number.isdecimal()):
            return None
        known = int(number[:12])
        return known if known <= self._number else None


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
