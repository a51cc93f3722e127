"""The thread in which the desk listens to the broker, and asks for what it has missed."""

import queue
import threading
import time
from collections.abc import Callable

from pi_companion.club.link import Arrived, Broker, BrokerLink, Joined, Left, Link, LinkEvent, Message
from pi_companion.club.messages import Heard, TableState, ask_text, read_item, read_state
from pi_companion.club.register import Register
from pi_companion.club.topics import ONLINE, Topics
from pi_companion.errors import InputError, JournalError

TURN_S = 0.1

GRACE_S = 0.5
"""What a table says it has told may be on its way for so long before it is asked for."""

ASK_EVERY_S = 1.0

SHOW_EVERY_S = 0.2
"""What has changed is shown so often at most."""


class Hearing:
    """Keeps what arrives, and asks for what is missing; knows nothing of threads or of the network.

    Args:
        topics: Where the tables tell.
        register: Where it is kept.
        link: Who carries it.
        say: Takes one sentence when the broker goes away, when it is back, and for a message that makes no sense.
        clock: Monotonic seconds.
    """

    def __init__(
        self, topics: Topics, register: Register, link: Link, say: Callable[[str], None], clock: Callable[[], float]
    ) -> None:
        self._topics = topics
        self._register = register
        self._link = link
        self._say = say
        self._clock = clock
        self._said_away = False
        self._nonsense: set[str] = set()
        self._wanted: dict[str, int] = {}
        """Up to which number each journal of which something is missing has told."""

        self._asked_s: dict[str, float] = {}
        """When each of them was last asked, or has last told something."""

        self.is_heard = False
        """Whether the broker is there."""

    def turn(self, patience_s: float) -> bool:
        """Wait so long for something to arrive, and tell whether anything has changed.

        Raises:
            JournalError: The disk refuses.
        """
        changed = False
        events = self._link.turn(patience_s)
        if events:
            with self._register.at_once():
                for event in events:
                    changed = self._take(event) or changed
        self._ask()
        return changed

    def forget(self, table: str) -> None:
        """Forget a table, and let the broker forget it."""
        self._register.forget(table)
        for topic in (self._topics.state(table), self._topics.online(table)):
            self._link.send(Message(topic, "", retain=True))

    def close(self) -> None:
        """Leave."""
        self._link.close()

    def _take(self, event: LinkEvent) -> bool:
        match event:
            case Joined():
                self.is_heard = True
                if self._said_away:
                    self._said_away = False
                    self._say("The club's broker is there again")
                return True
            case Left(why):
                was_heard, self.is_heard = self.is_heard, False
                if not self._said_away:
                    self._said_away = True
                    self._say(f"The club's broker is away ({why}); it is tried again every second")
                return was_heard
            case Arrived(topic, text):
                return self._hear(topic, text)
            case _:
                return False

    def _hear(self, topic: str, text: str) -> bool:
        table, word = self._topics.parts(topic)
        try:
            match word:
                case "online" if text:
                    self._register.set_online(table, online=text == ONLINE)
                case "state" if text:
                    self._hear_state(table, read_state(text))
                case "result" | "call":
                    return self._hear_item(read_item(text))
                case _:
                    return False
        except InputError as error:
            if topic not in self._nonsense:
                self._nonsense.add(topic)
                self._say(f"What came on {topic} makes no sense and is passed over: {error}")
            return False
        return True

    def _hear_state(self, table: str, state: TableState) -> None:
        self._register.set_state(table, state)
        if self._register.missing(state):
            self._want(state.journal, state.last)

    def _hear_item(self, heard: Heard) -> bool:
        is_new = self._register.take(heard)
        have = self._register.stream(heard.journal).have
        if have < heard.number:
            self._want(heard.journal, heard.number)
        elif have >= self._wanted.get(heard.journal, 0):
            self._wanted.pop(heard.journal, None)
        else:
            self._asked_s[heard.journal] = self._clock()  # what was asked for is coming
        return is_new

    def _want(self, journal: str, number: int) -> None:
        if journal not in self._wanted:
            self._asked_s[journal] = self._clock() - ASK_EVERY_S + GRACE_S
        self._wanted[journal] = max(number, self._wanted.get(journal, 0))

    def _ask(self) -> None:
        if not self.is_heard:
            return
        now_s = self._clock()
        for journal, number in list(self._wanted.items()):
            if now_s - self._asked_s[journal] < ASK_EVERY_S:
                continue
            have = self._register.stream(journal).have
            if have >= number:
                del self._wanted[journal]
                continue
            self._link.send(Message(self._topics.ask(journal), ask_text(have)))
            self._asked_s[journal] = now_s


class Listener:
    """Turns the hearing in a thread of its own.

    Args:
        topics: Where the tables tell.
        broker: Where they are heard.
        register: Where it is kept.
        say: Takes sentences for the person at the desk.
        changed: Called from the thread after something changed.
    """

    def __init__(
        self,
        topics: Topics,
        broker: Broker,
        register: Register,
        say: Callable[[str], None],
        changed: Callable[[], None],
    ) -> None:
        self._hearing = Hearing(topics, register, BrokerLink(broker, topics.of_tables()), say, time.monotonic)
        self._say = say
        self._changed = changed
        self._wanted: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        """Tables to forget; None where something else was changed and is to be shown."""

        self._over = threading.Event()
        self._said_fault = False
        self._is_new = True
        self._shown_s = -SHOW_EVERY_S
        self._thread: threading.Thread | None = None

    @property
    def is_heard(self) -> bool:
        """Whether the broker is there."""
        return self._hearing.is_heard

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Leave."""
        self._over.set()
        if self._thread is not None:
            self._thread.join(3.0)

    def forget(self, table: str) -> None:
        """Forget a table, and let the broker forget it; from any thread."""
        self._wanted.put(table)

    def refresh(self) -> None:
        """Show the register anew; from any thread."""
        self._wanted.put(None)

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._turn()
                self._said_fault = False
            except JournalError as error:
                # Joined anew, the broker says how all tables stand, and what was not kept is missed and asked for.
                self._hearing.close()
                if not self._said_fault:
                    self._said_fault = True
                    self._say(str(error))
                self._over.wait(ASK_EVERY_S)
        self._hearing.close()

    def _turn(self) -> None:
        self._is_new = self._hearing.turn(TURN_S) or self._is_new
        while not self._wanted.empty():
            self._is_new = True
            table = self._wanted.get()
            if table is not None:
                self._hearing.forget(table)
        now_s = time.monotonic()
        if self._is_new and now_s - self._shown_s >= SHOW_EVERY_S:
            self._is_new, self._shown_s = False, now_s
            self._changed()
