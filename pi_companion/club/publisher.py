"""The thread that tells the club of one table: the table never waits for it, and no fault of it gets there."""

import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path

from pi_companion.club.link import Broker, BrokerLink, Link
from pi_companion.club.telling import Place, TableReport, Teller
from pi_companion.errors import JournalError
from pi_companion.record.outbox import Outbox
from pi_companion.rules import Side

TURN_S = 0.1
"""How long what happened may wait before it is told."""

RETRY_S = 5.0
"""After a fault that is not the broker's, such as a full disk."""

LAST_WORDS_S = 1.5
"""So long the end of the program may be held up to tell the last things."""


class Publisher:
    """Tells the club of one table, in a thread of its own.

    Args:
        place: Which table.
        broker: To whom.
        journal: The journal, which is there.
        say: Takes one sentence when the broker goes away, and one when it is back; called from the thread.
        wall: Seconds since 1970; None while no clock is known to be right.
        link: Makes the link; another than the network's only in tests.
    """

    def __init__(
        self,
        place: Place,
        broker: Broker,
        journal: Path,
        say: Callable[[str], None],
        wall: Callable[[], float | None],
        link: Callable[[Broker, tuple[str, ...], Place], Link] | None = None,
    ) -> None:
        self._place = place
        self._broker = broker
        self._journal = journal
        self._say = say
        self._wall = wall
        self._make_link = link or _broker_link
        self._now: TableReport | None = None
        self._calls: queue.SimpleQueue[Side | None] = queue.SimpleQueue()
        self._over = threading.Event()
        self._said_fault = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Tell the last things and leave; what cannot be told now waits in the journal for the next start."""
        self._over.set()
        if self._thread is not None:
            self._thread.join(2 * LAST_WORDS_S)

    def show(self, now: TableReport) -> None:
        """Take the table as it is; returns at once."""
        self._now = now

    def call(self, side: Side | None) -> None:
        """Call the director; returns at once.

        Args:
            side: Who calls; None where the table has one button.
        """
        self._calls.put(side)

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._tell()
            except Exception as error:  # noqa: BLE001 - whatever a broker or a disk does, the match goes on
                if not self._said_fault:
                    self._said_fault = True
                    self._say(f"The club is not told ({error}); the table goes on, and it is tried again")
                self._over.wait(RETRY_S)

    def _tell(self) -> None:
        with Outbox.open(self._journal) as outbox:
            topics = (self._place.topics.ask(outbox.name), self._place.topics.online(self._place.table))
            teller = Teller(
                self._place, outbox, self._make_link(self._broker, topics, self._place), self._say, time.monotonic
            )
            try:
                while not self._over.is_set():
                    self._turn(teller)
                    if self._said_fault:
                        self._said_fault = False
                        self._say("The club is told again")
                end_s = time.monotonic() + LAST_WORDS_S
                self._turn(teller)
                while teller.is_heard and not teller.idle and time.monotonic() < end_s:
                    self._turn(teller)
            finally:
                teller.close()

    def _turn(self, teller: Teller) -> None:
        while not self._calls.empty():
            side = self._calls.get()
            try:
                teller.call(side, self._now, self._wall())
            except JournalError:
                self._calls.put(side)
                raise
        teller.turn(self._now, TURN_S)


def _broker_link(broker: Broker, topics: tuple[str, ...], place: Place) -> Link:
    return BrokerLink(broker, topics, place.will)
