"""From what a contact does to what a person meant: one press is one event, however the contact bounces.

Neither gpiozero's stand-in nor every version of its pin libraries evens out a bouncing contact, so it is done here,
with time as an argument.
"""

from dataclasses import dataclass, replace
from enum import Enum


class Press(Enum):
    """What a person did with a button."""

    DOWN = "down"
    """The button went down: nothing is meant yet, but the panel answers and a fresh picture is taken."""

    SHORT = "short"
    DOUBLE = "double"
    LONG = "long"
    STUCK = "stuck"
    """Down for longer than anybody presses: something lies on it, or its wires touch."""


@dataclass(frozen=True, slots=True)
class PressTiming:
    """How long is long."""

    settle_s: float = 0.03
    """A contact must keep its level for so long to be believed."""

    double_s: float = 0.3
    """The second press of a double one begins so soon after the end of the first."""

    long_s: float = 1.0
    stuck_s: float = 20.0


@dataclass(frozen=True, slots=True)
class PressReader:
    """One button's memory; a new value after every step."""

    timing: PressTiming = PressTiming()
    level: bool = False
    """What the contact last said, true or bounced."""

    level_since_s: float = 0.0
    down: bool = False
    """What is believed."""

    down_since_s: float = 0.0
    spent: bool = False
    """Whether what the button is held down for has been told."""

    again: bool = False
    """Whether it is down for the second time of a double press."""

    released_s: float | None = None
    """When a first short press ended that may become a double one."""

    stuck_told: bool = False

    @classmethod
    def starting(cls, now_s: float, timing: PressTiming, *, down: bool) -> "PressReader":
        """Begin; a button that is down already means nothing until it was let go, and is told when it stays."""
        return cls(timing, level=down, level_since_s=now_s, down=down, down_since_s=now_s, spent=down)

    def changed(self, now_s: float, *, down: bool, may_double: bool = True) -> tuple["PressReader", tuple[Press, ...]]:
        """Take in that the contact changed its level."""
        reader, told = self.passed(now_s, may_double=may_double)
        if down is not reader.level:
            reader = replace(reader, level=down, level_since_s=now_s)
        return reader, told

    def passed(self, now_s: float, *, may_double: bool = True) -> tuple["PressReader", tuple[Press, ...]]:
        """Take in that time has passed.

        Args:
            now_s: Monotonic seconds.
            may_double: Whether a double press could mean anything now; where not, a short one is told at once.
        """
        reader, told = self, list[Press]()
        if reader.level is not reader.down and now_s - reader.level_since_s >= reader.timing.settle_s:
            reader, press = reader._pressed() if reader.level else reader._released()
            told += press
        if reader.down and not reader.spent and now_s - reader.down_since_s >= reader.timing.long_s:
            # A short press before it was one of its own.
            told += [Press.SHORT, Press.LONG] if reader.again else [Press.LONG]
            reader = replace(reader, spent=True, again=False)
        if reader.down and not reader.stuck_told and now_s - reader.down_since_s >= reader.timing.stuck_s:
            reader = replace(reader, stuck_told=True)
            told.append(Press.STUCK)
        if reader.released_s is not None and not reader.down and not (may_double and reader.may_become_double(now_s)):
            reader = replace(reader, released_s=None)
            told.append(Press.SHORT)
        return reader, tuple(told)

    def may_become_double(self, now_s: float) -> bool:
        """Tell whether a second press may follow; one that has begun but is not yet believed is waited for."""
        begun_s = self.level_since_s if self.level else now_s
        return self.released_s is not None and begun_s - self.released_s <= self.timing.double_s

    def _pressed(self) -> tuple["PressReader", list[Press]]:
        first_s = self.released_s
        again = first_s is not None and self.level_since_s - first_s <= self.timing.double_s
        told = [Press.DOWN] if again or first_s is None else [Press.SHORT, Press.DOWN]
        reader = replace(
            self,
            down=True,
            down_since_s=self.level_since_s,
            spent=False,
            again=again,
            released_s=None,
            stuck_told=False,
        )
        return reader, told

    def _released(self) -> tuple["PressReader", list[Press]]:
        up = replace(self, down=False, spent=False, again=False, stuck_told=False)
        if self.spent:
            return up, []
        if self.again:
            return up, [Press.DOUBLE]
        return replace(up, released_s=self.level_since_s), []
