"""Everything the referee knows, and how an event changes it: the same way at the table and from the journal."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pi_companion.referee.clock import Clock
from pi_companion.referee.course import Course, Dispute, course_of
from pi_companion.referee.events import Amended, Redone, TableEvent, TermsAgreed, Unclear, Undone
from pi_companion.referee.history import History
from pi_companion.referee.sighting import Sighting
from pi_companion.referee.window import LyingDie, Scene, Window
from pi_companion.rules import MatchScore, Position


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """Everything the referee knows."""

    course: Course
    """Where the match stands, by its events."""

    window: Window = Window()  # noqa: RUF009 a frozen value
    """What was seen since the last turn that was told."""

    last: Sighting | None = None
    """The last sighting, to know a repeated one."""

    moved: bool = False
    """Whether the board was moved and not found again."""

    puzzled: str = ""
    """What was last said to be unclear; empty once something was clear again."""

    history: History = History()  # noqa: RUF009 a frozen value
    """Which acts stand, and what can be undone and redone."""

    clock: Clock | None = None
    """The match clock; None where the match is played without."""

    now_s: float | None = None
    """The latest moment that was told, monotonic seconds."""

    refrains: bool = False
    """Whether a person has just put the record right, so that what lies there is not told again until it changes."""

    aside: Scene | None = None
    """What lay there when the record was put right."""

    cocked: LyingDie | None = None
    """A die that was last said to lean."""

    said_of_cube: str = ""
    """What was last said of a cube that cannot be, so that it is said once."""

    turned: int = 0
    """Sightings in a row of a cube that lies turned before the roll; stays once it is no passing thing."""

    held_for: Dispute | None = None
    """The illegal play for which the clock was held, until it is settled; held once for each."""

    goes_on: bool = False
    """Whether the clock goes on by itself when that is settled; not where a person held it, or let it run already."""

    @property
    def seen(self) -> Position | None:
        """What the camera saw on the board last; None where it saw nothing lately."""
        return self.window.episodes[-1].scenes[-1].best if self.window.episodes else None


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """What one input leads to."""

    state: State
    effects: tuple[TableEvent, ...]
    """What happened, in order."""


def told(state: State, events: Iterable[TableEvent]) -> Step:
    """Let events happen."""
    done = tuple(events)
    for event in done:
        state = _after(state, event, state.now_s)
    clear = any(not isinstance(event, Unclear) for event in done)
    return Step(replace(state, puzzled="", turned=0) if clear else state, done)


def resume(events: Iterable[TableEvent]) -> State:
    """Give the state after the events of a journal."""
    state = State(Course(MatchScore(0)))
    for event in events:
        state = _after(state, event, None)
    if state.clock is None or state.course.dispute is None:
        return state
    return replace(state, held_for=state.course.dispute, goes_on=state.clock.paused)


def forget(state: State) -> State:
    """Forget what was seen of a turn that somebody settled, but for the dice that still lie there."""
    return replace(state, window=state.window.told_up_to(len(state.window.episodes)))


def _after(state: State, event: TableEvent, now_s: float | None) -> State:
    history = state.history.after(event)
    corrected = isinstance(event, Undone | Redone | Amended)
    course = course_of(history.events()) if corrected else state.course.after(event)
    clock = state.clock if state.clock is None else state.clock.after(event, now_s)
    if corrected or isinstance(event, TermsAgreed):
        clock = _clock_by_terms(clock, course)
    return replace(state, course=course, history=history, clock=clock)


def _clock_by_terms(clock: Clock | None, course: Course) -> Clock | None:
    terms = course.terms.clock
    if terms is None or (clock is not None and clock.terms == terms):
        return None if terms is None else clock
    return Clock.of(terms, course.score.length)
