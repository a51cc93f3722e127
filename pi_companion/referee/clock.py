"""The match clock: it counts down, each turn after a delay. It knows no time but what it is told.

Its state is what the journal's `Clocked` events say, and since when it runs. After a restart it runs from the first
moment that it is told, so that an outage is charged to nobody.
"""

from dataclasses import dataclass, replace

from pi_companion.referee.events import Clocked, FlagFell, TableEvent
from pi_companion.referee.terms import ClockTerms
from pi_companion.rules import Side


@dataclass(frozen=True, slots=True)
class Clock:
    """What each side has left, and whose time runs."""

    terms: ClockTerms
    white_s: float
    black_s: float
    running: Side | None = None
    paused: bool = False
    since_s: float | None = None
    """The moment up to which time has been charged; None before the first one after a start or a pause."""

    delay_s: float = 0.0
    """What is left of this turn's delay."""

    fallen: tuple[Side, ...] = ()
    """The sides whose flag has been reported."""

    @classmethod
    def of(cls, terms: ClockTerms, length: int) -> "Clock":
        """Set the clock for a match."""
        reserve_s = terms.reserve_s(length)
        return cls(terms, reserve_s, reserve_s)

    def left_s(self, side: Side) -> float:
        """Give what a side has left, its delay not counted."""
        return self.white_s if side is Side.WHITE else self.black_s

    def at(self, t_s: float) -> "Clock":
        """Charge the time up to a moment; one that is earlier than the last is no news."""
        if self.running is None or self.paused:
            return self
        if self.since_s is None:
            return replace(self, since_s=t_s)
        passed_s = t_s - self.since_s
        if passed_s <= 0:
            return self
        free_s = min(passed_s, self.delay_s)
        charged_s = passed_s - free_s
        later = replace(self, since_s=t_s, delay_s=self.delay_s - free_s)
        left_s = max(0.0, self.left_s(self.running) - charged_s)
        return replace(later, white_s=left_s) if self.running is Side.WHITE else replace(later, black_s=left_s)

    def fell(self) -> Side | None:
        """Name the side whose time is used up and whose flag has not been reported yet."""
        return next((side for side in Side if self.left_s(side) <= 0 and side not in self.fallen), None)

    def pressed(self, side: Side) -> Clocked | None:
        """Say what a side's press does; None where the clock is held, or it is not this side's time that runs."""
        if self.paused or self.running is side.opponent:
            return None
        return Clocked(round(self.white_s, 3), round(self.black_s, 3), side.opponent, paused=False)

    def held(self) -> Clocked | None:
        """Say what a pause does; None where nothing runs."""
        if self.running is None or self.paused:
            return None
        return Clocked(round(self.white_s, 3), round(self.black_s, 3), self.running, paused=True)

    def going_on(self) -> Clocked | None:
        """Say what the end of a pause does; None where there is none."""
        if self.running is None or not self.paused:
            return None
        return Clocked(self.white_s, self.black_s, self.running, paused=False)

    def stopped(self) -> Clocked | None:
        """Say what the end of a game does; None where the clock stands still anyway."""
        if self.running is None:
            return None
        return Clocked(round(self.white_s, 3), round(self.black_s, 3), None, paused=False)

    def after(self, event: TableEvent, now_s: float | None = None) -> "Clock":
        """Give the clock after an event.

        Args:
            event: What happened.
            now_s: Monotonic seconds where it happens now; None where it is read from a journal.
        """
        match event:
            case Clocked(white_s=white_s, black_s=black_s, running=running, paused=paused):
                same_turn = running is self.running
                delay_s = self.delay_s if same_turn else float(self.terms.delay_s)
                return Clock(self.terms, white_s, black_s, running, paused, now_s, delay_s, self.fallen)
            case FlagFell(side=side):
                return replace(self, fallen=(*self.fallen, side))
            case _:
                return self
