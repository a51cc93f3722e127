"""The match at this table: taken up where the journal ends, written whatever the disk does, followed by the next."""

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pi_companion.config import MatchSettings
from pi_companion.devices import Frame
from pi_companion.errors import JournalError
from pi_companion.record.evidence import EvidenceRing
from pi_companion.record.journal import Journal, Stamp
from pi_companion.referee import State, Terms, resume
from pi_companion.referee.course import Phase
from pi_companion.referee.events import Corrected, IllegalPlay, NoMove, Played
from pi_companion.referee.inputs import Command, Input, Moment, TurnEnded
from pi_companion.referee.look import look_at
from pi_companion.referee.sighting import Sighting
from pi_companion.referee.tracker import SET_UP_FIT
from pi_companion.rules import Position
from pi_companion.service.memory import Memory
from pi_companion.table import Table, Told, Watcher, begin

TABLE = "table"
"""The journal's word for a match that was watched here, not read from a recording."""

RETRY_S = 2.0
"""How long a disk that refused is left alone."""

MOST_WAITING = 1000
"""So many things that happened are kept in memory while the disk refuses: about an hour of play."""

TICK_S = 1.0
"""How often a running match clock is looked at."""

SET_UP_SIGHTINGS = 3
"""The start position must be seen so often after a match before the next one begins."""

Stamper = Callable[[float, str], Stamp]

TURN_ENDS = (Played, NoMove, IllegalPlay, Corrected)
"""Events of which the picture is kept."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was agreed on beside the match's length and names."""

    terms: Terms | None = None
    """None where nothing was said, and the usual terms hold."""

    evidence: EvidenceRing | None = None
    """Where pictures of the turns are kept; None where none are."""


NOTHING_AGREED = Agreed()


@dataclass(frozen=True, slots=True)
class _Moment:
    """One thing that happened, until it is in the journal."""

    event: Input
    t_s: float
    name: str


class MatchKeeper:
    """Keeps one match after the other.

    Args:
        watcher: The camera's side.
        journal: Where every event goes first.
        settings: What is played next.
        stamp: Makes the journal's stamp of a moment.
        clock: Monotonic seconds.
        agreed: The terms of the next match, and where its pictures are kept.

    Raises:
        JournalError: The journal cannot be read or written.
    """

    def __init__(
        self,
        watcher: Watcher,
        journal: Journal,
        settings: MatchSettings,
        stamp: Stamper,
        clock: Callable[[], float],
        agreed: Agreed = NOTHING_AGREED,
    ) -> None:
        self._memory = Memory(journal)
        self._watcher = watcher
        self._journal = journal
        self._settings = settings
        self._agreed = agreed
        self._stamp = stamp
        self._clock = clock
        self._waiting: deque[_Moment] = deque()
        self._retry_at_s = 0.0
        self._begun_by = ""
        self._set_up_seen = 0
        self._ticked_s = -math.inf
        self._ticks = 0
        self.trouble: JournalError | None = None
        """Why the disk does not take what happens; None while it does."""

        number, self.opening = unfinished(journal), tuple[Told, ...]()
        self.resumed = number is not None
        if number is None:
            number, self.opening = self._begin()
        self.number = number
        self._table = Table(watcher, journal, number, stamp, self._memory)
        if self.state.moved:
            watcher.expect_moved()

    @property
    def state(self) -> State:
        """What the referee knows."""
        return self._table.state

    @property
    def waiting(self) -> int:
        """How many things that happened are not in the journal yet."""
        return len(self._waiting)

    def see(self, frame: Frame) -> list[Told]:
        """Look at a frame; tell what is in the journal now."""
        for event in self._watcher.take(frame):
            self._put(_Moment(event, frame.t_s, frame.name))
        told = self.settle()
        self._keep_picture(told, frame)
        return told

    def _keep_picture(self, told: list[Told], frame: Frame) -> None:
        """Keep a picture where a turn ended with this frame, unless a player objects."""
        evidence = self._agreed.evidence
        if evidence is None:
            return
        if not self.state.course.terms.pictures:
            evidence.forget_last()
            return
        ended = [each for each in told if isinstance(each.event, TURN_ENDS) and each.frame == frame.name]
        if ended:
            evidence.keep(self.number, ended[-1].seq, frame.image)

    def hear(self, event: Input, t_s: float, name: str) -> list[Told]:
        """Take in what a person said; tell what is in the journal now.

        Args:
            event: What was said.
            t_s: Monotonic seconds.
            name: A name that nothing else has.
        """
        self._put(_Moment(_at(event, t_s), t_s, name))
        self._watcher.look_again()
        return self.settle()

    def begin(self, match: MatchSettings, agree: Callable[[Terms], Terms], key: str = "") -> list[Told]:
        """Begin another match at once; the one that is being played stays in the journal as it is.

        Args:
            match: What is played, and by whom; the matches after it too, until another is begun.
            agree: Makes of the terms that are usual here those that were agreed on.
            key: Names the wish; one that was granted last is not granted again.

        Raises:
            JournalError: The journal cannot be written; nothing has changed.
        """
        told = self.settle()
        if self.trouble is not None:
            raise self.trouble
        if key and key == self._begun_by:
            return told
        before = self._settings, self._agreed
        self._settings, self._agreed = match, replace(self._agreed, terms=agree(self._agreed.terms or Terms()))
        try:
            told += self._next_match()
        except JournalError:
            self._settings, self._agreed = before
            raise
        self._begun_by = key
        return told

    def tick(self) -> list[Told]:
        """Let a running match clock know how late it is, now and then; tell a flag that falls."""
        clock, now_s = self.state.clock, self._clock()
        if clock is None or clock.running is None or clock.paused or now_s - self._ticked_s < TICK_S:
            return []
        self._ticked_s = now_s
        self._ticks += 1
        return self.hear(Moment(now_s), now_s, f"tick {self.number} {now_s!r} {self._ticks}")

    def settle(self) -> list[Told]:
        """Write down what waits, in its order; after a refusal the disk is left alone for a while."""
        told: list[Told] = []
        if self.trouble is not None and self._clock() < self._retry_at_s:
            return told
        while self._waiting:
            try:
                # One by one: what stands in the journal is told even where the disk refuses what comes after it.
                for each in self._accept(self._waiting[0]):
                    told.append(each)  # noqa: PERF402 - `extend` would lose them
            except JournalError as error:
                self.trouble = error
                self._retry_at_s = self._clock() + RETRY_S
                return told
            self._waiting.popleft()
        self.trouble = None
        return told

    def _put(self, moment: _Moment) -> None:
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.popleft()
        self._waiting.append(moment)

    def _accept(self, moment: _Moment) -> Iterator[Told]:
        yield from self._table.take_up()
        if self.state.course.phase is Phase.MATCH_OVER and not isinstance(moment.event, Command):
            if not self._is_set_up_again(moment.event):
                return
            yield from self._next_match()
        yield from self._table.accept(moment.event, moment.t_s, moment.name)

    def _is_set_up_again(self, event: Input) -> bool:
        """Say whether the start position has been seen often enough for the next match."""
        if not isinstance(event, Sighting):
            return False
        self._set_up_seen = self._set_up_seen + 1 if _shows_start(event) else 0
        return self._set_up_seen >= SET_UP_SIGHTINGS

    def _next_match(self) -> tuple[Told, ...]:
        self.number, told = self._begin()
        self._set_up_seen = 0
        self._table = Table(self._watcher, self._journal, self.number, self._stamp, self._memory)
        return told

    def _begin(self) -> tuple[int, tuple[Told, ...]]:
        match = self._settings
        return begin(
            self._journal,
            match.length,
            match.white,
            match.black,
            jacoby=match.jacoby,
            source=TABLE,
            terms=self._agreed.terms,
        )


def _at(event: Input, t_s: float) -> Input:
    """Say when a turn ended, which presses the match clock."""
    match event:
        case TurnEnded(side=side, t_s=None):
            return TurnEnded(side, t_s)
        case Command(by=by, key=key, order=TurnEnded(side=side, t_s=None)):
            return Command(by, key, TurnEnded(side, t_s))
        case _:
            return event


def unfinished(journal: Journal) -> int | None:
    """Find the match that was being played here when the journal ends; None where the last one was finished.

    Raises:
        JournalError: The journal cannot be read.
    """
    here = [stored.match for stored in journal.matches() if stored.source == TABLE]
    if not here:
        return None
    state = resume(entry.event for entry in journal.events(here[-1]))
    return None if state.course.phase is Phase.MATCH_OVER else here[-1]


def _shows_start(sighting: Sighting) -> bool:
    return look_at(sighting).cost(Position.start()) <= SET_UP_FIT
