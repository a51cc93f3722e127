"""What one table tells the club: how it stands, and from the outbox what is to be told once.

Nothing here knows of threads or of the network; `Publisher` turns it, and a link carries what it says.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

from pi_companion.club.discovery import discovery
from pi_companion.club.link import Arrived, Confirmed, Joined, Left, Link, LinkEvent, Message
from pi_companion.club.messages import Call, Doing, Kind, TableState, Trouble, dump, item_to_wire, read_ask
from pi_companion.club.results import fill
from pi_companion.club.topics import OFFLINE, ONLINE, Topics
from pi_companion.errors import InputError
from pi_companion.record.outbox import Outbox
from pi_companion.referee import State
from pi_companion.referee.course import Course, Phase
from pi_companion.referee.events import MatchStarted
from pi_companion.rules import Side

MOST_ON_THE_WAY = 20
"""So many things may be on their way before the first of them is confirmed."""

STATE_EVERY_S = 0.2
"""The state is told so often at most."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table of the club."""

    table: str
    """Its name, one word of a topic."""

    topics: Topics = Topics()  # noqa: RUF009 a frozen value
    discovery: str = ""
    """Where Home Assistant looks for it; empty where it is not told."""

    source: str = "table"
    """Which matches of the journal are this table's."""

    @property
    def will(self) -> Message:
        """What the broker says when the table is gone."""
        return Message(self.topics.online(self.table), OFFLINE, retain=True)


@dataclass(frozen=True, slots=True, eq=False)
class TableReport:
    """The table at this moment."""

    match: int
    """The journal's number of the match."""

    state: State
    troubles: tuple[Trouble, ...] = ()

    def looks_like(self, other: "TableReport | None") -> bool:
        """Tell quickly whether there can be a difference."""
        return (
            other is not None
            and self.state.course is other.state.course
            and self.state.history is other.state.history
            and (self.match, self.troubles) == (other.match, other.troubles)
        )


class Teller:
    """Tells the club of one table.

    Args:
        place: Which table.
        outbox: What is to be told once.
        link: Who carries it.
        say: Takes one sentence when the broker goes away, and one when it is back.
        clock: Monotonic seconds.
    """

    def __init__(
        self, place: Place, outbox: Outbox, link: Link, say: Callable[[str], None], clock: Callable[[], float]
    ) -> None:
        self._place = place
        self._outbox = outbox
        self._link = link
        self._say = say
        self._clock = clock
        self._joined = False
        self._said_away = False
        self._next = 0
        """The number of the next item to send."""

        self._flying: dict[int, int] = {}
        """Tickets of items on their way, and their numbers."""

        self._confirmed: set[int] = set()
        """Numbers that were confirmed before an earlier one."""

        self._now: TableReport | None = None
        self._told_state = ""
        self._told_last = (-1, "")
        self._state_at_s = 0.0

    @property
    def is_heard(self) -> bool:
        """Whether the broker is there."""
        return self._joined

    @property
    def idle(self) -> bool:
        """Whether nothing waits to be told once."""
        return self._outbox.sent == self._outbox.last()[0]

    def turn(self, now: TableReport | None, patience_s: float) -> None:
        """Tell what there is to tell, and wait so long for an answer.

        Args:
            now: The table; None before it is known.
            patience_s: The longest wait.

        Raises:
            JournalError: The journal cannot be read or written.
        """
        fill(self._outbox, self._place.source)
        if self._joined:
            self._tell_state(now)
            self._send_items()
        for event in self._link.turn(patience_s):
            self._take(event)
        self._note_sent()

    def call(self, side: Side | None, now: TableReport | None, wall_s: float | None) -> None:
        """Call the director.

        Args:
            side: Who calls; None where the table has one button.
            now: The table, which knows the players' names.
            wall_s: The time, where a clock is known to be right.

        Raises:
            JournalError: It cannot be written down.
        """
        name = "" if now is None or side is None else _name(started_of(now), side)
        call = Call(secrets.token_hex(8), side, name, wall_s)
        with self._outbox.changing():
            self._outbox.put(Kind.CALL.value, call.key, 1, dump(call.to_wire()))

    def close(self) -> None:
        """Leave in good order."""
        self._link.close(self._place.will)

    def _take(self, event: LinkEvent) -> None:
        match event:
            case Joined():
                self._join()
            case Left(why):
                self._leave(why)
            case Confirmed(ticket):
                number = self._flying.pop(ticket, None)
                if number is not None:
                    self._confirmed.add(number)
            case Arrived(topic, text):
                self._hear(topic, text)

    def _join(self) -> None:
        place = self._place
        self._joined = True
        self._next = self._outbox.sent + 1
        self._told_state, self._told_last = "", (-1, "")
        self._link.send(Message(place.topics.online(place.table), ONLINE, retain=True))
        if place.discovery:
            for message in discovery(place.discovery, place.table, place.topics, version("pi-companion")):
                self._link.send(message)
        if self._said_away:
            self._said_away = False
            self._say("The club's broker is there again, and is told what it missed")

    def _leave(self, why: str) -> None:
        self._joined = False
        self._flying.clear()
        self._confirmed.clear()
        if not self._said_away:
            self._said_away = True
            self._say(
                f"The club's broker is away ({why}): the table goes on, results are kept and told when it is back; "
                "if it stays away, see to the network and to [club] in the settings"
            )

    def _note_sent(self) -> None:
        """Note up to where all was confirmed; one write for all that came in one turn."""
        sent = self._outbox.sent
        while sent + 1 in self._confirmed:
            sent += 1
        self._confirmed = {number for number in self._confirmed if number > sent}
        if sent != self._outbox.sent:
            self._outbox.note_sent(sent)

    def _hear(self, topic: str, text: str) -> None:
        place = self._place
        if topic == place.topics.online(place.table):
            # An old connection's will may come late, after we have said that we are there.
            if text != ONLINE:
                self._link.send(Message(topic, ONLINE, retain=True))
            return
        try:
            have = read_ask(text)
        except InputError:
            return  # whoever else speaks there, it is no desk
        self._next = min(self._next, have + 1)

    def _send_items(self) -> None:
        room = MOST_ON_THE_WAY - len(self._flying)
        if room <= 0:
            return
        place = self._place
        for item in self._outbox.after(self._next - 1, room):
            topic = place.topics.call if item.kind == Kind.CALL.value else place.topics.result
            text = dump(item_to_wire(item, place.table, self._outbox.name))
            ticket = self._link.send(Message(topic(place.table), text))
            if ticket is None:
                return
            self._flying[ticket] = item.number
            self._next = item.number + 1

    def _tell_state(self, now: TableReport | None) -> None:
        """Tell the state where it has changed; the last item's number with it, so that a desk sees what it missed."""
        last, at_s = self._outbox.last(), self._clock()
        if now is None or at_s - self._state_at_s < STATE_EVERY_S:
            return
        if now.looks_like(self._now) and last == self._told_last and self._told_state:
            return
        self._now, self._told_last = now, last
        place = self._place
        text = dump(table_state(now, place.table, self._outbox.name, last).to_wire())
        if text != self._told_state:
            self._link.send(Message(place.topics.state(place.table), text, retain=True))
            self._told_state, self._state_at_s = text, at_s


def table_state(now: TableReport, table: str, journal: str, last: tuple[int, str]) -> TableState:
    """Give what the club is told of a table.

    Args:
        now: The table.
        table: Its name.
        journal: What the club calls its journal.
        last: Number and mark of the last item in the outbox.
    """
    course = now.state.course
    started = started_of(now)
    return TableState(
        table=table,
        journal=journal,
        match=now.match,
        length=course.score.length,
        white=started.white,
        black=started.black,
        white_points=course.score.white,
        black_points=course.score.black,
        game=course.game,
        crawford=course.score.crawford,
        on_roll=course.on_roll,
        doing=_doing(course),
        cube_value=course.cube.value,
        cube_owner=course.cube.owner,
        winner=course.score.winner if course.phase is Phase.MATCH_OVER else None,
        troubles=now.troubles,
        last=last[0],
        mark=last[1],
    )


def started_of(now: TableReport) -> MatchStarted:
    """Give the match that is played."""
    events = now.state.history.events()
    return next((event for event in events if isinstance(event, MatchStarted)), MatchStarted(length=0))


def _name(started: MatchStarted, side: Side) -> str:
    return started.white if side is Side.WHITE else started.black


def _doing(course: Course) -> Doing:
    if course.phase is Phase.MATCH_OVER:
        return Doing.OVER
    if course.phase is Phase.SETTING_UP:
        return Doing.SETTING_UP
    if course.resigning is not None:
        return Doing.RESIGNING
    if course.offer is not None:
        return Doing.DOUBLED
    return Doing.OPENING if course.phase is Phase.OPENING else Doing.PLAYING
