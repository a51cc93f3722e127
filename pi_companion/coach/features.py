"""The plain features of a position, as a teacher names them: each is counted, none is judged."""

from dataclasses import dataclass

from pi_companion.coach.chances import blots, entering, finishing, shots
from pi_companion.rules import BAR, OFF, Position, Side
from pi_companion.rules.position import CHECKERS, HOME, POINTS

MADE = 2
"""Checkers that make a point."""

SHORTEST_PRIME = 4
"""Points in a row that are called a prime; six are a full one."""

_MOST_FOR_ONE_ROLL = 4
"""Checkers that one roll can bear off at most."""


@dataclass(frozen=True, slots=True)
class Prime:
    """Points in a row that a side has made."""

    low: int
    """Its nearest point, as the side counts."""

    length: int

    trapped: int
    """Checkers of the opponent that still have to pass it, those on the bar among them."""

    @property
    def high(self) -> int:
        """Its farthest point."""
        return self.low + self.length - 1


@dataclass(frozen=True, slots=True)
class Features:
    """What one side has on the board; points are as this side counts them."""

    side: Side
    pips: int
    blots: tuple[int, ...]
    """Points with a single checker, highest first."""

    shots: tuple[int, ...]
    """For each blot, how many rolls of 36 let the opponent hit it if it were on roll."""

    any_shot: int
    """How many rolls of 36 let the opponent hit anything."""

    made: tuple[int, ...]
    """Points made, highest first."""

    home: tuple[int, ...]
    """Those of them in the home board."""

    anchors: tuple[int, ...]
    """Those of them in the opponent's home board."""

    prime: Prime | None
    """The longest prime; of equal ones the one nearest home."""

    back: int
    """Checkers in the opponent's home board or on the bar."""

    on_bar: int
    entering: int
    """Rolls of 36 that enter a checker from the bar; 36 where none waits there."""

    off: int
    finishing: int
    """Rolls of 36 that bear off everything left; 0 while more is left than one roll can bear off."""


def features(position: Position, side: Side) -> Features:
    """Count what one side has.

    >>> start = features(Position.start(), Side.WHITE)
    >>> start.made, start.anchors, start.pips
    ((24, 13, 8, 6), (24,), 167)

    Raises:
        InputError: A side has more or fewer than fifteen checkers.
    """
    counts = position.counts(side)
    made = tuple(point for point in reversed(POINTS) if counts[point] >= MADE)
    each, any_shot = shots(position, side)
    return Features(
        side=side,
        pips=position.pip_count(side),
        blots=blots(position, side),
        shots=each,
        any_shot=any_shot,
        made=made,
        home=tuple(point for point in made if point in HOME),
        anchors=tuple(point for point in made if BAR - point in HOME),
        prime=_longest_prime(position, side, made),
        back=sum(counts[BAR - point] for point in HOME) + counts[BAR],
        on_bar=counts[BAR],
        entering=entering(position, side),
        off=counts[OFF],
        finishing=finishing(position, side) if CHECKERS - counts[OFF] <= _MOST_FOR_ONE_ROLL else 0,
    )


def contact(position: Position) -> bool:
    """Tell whether a checker of one side still has to pass one of the other.

    >>> contact(Position.start())
    True
    """
    farthest = max((place for place in range(1, BAR + 1) if position.white[place]), default=OFF)
    others = max((place for place in range(1, BAR + 1) if position.black[place]), default=OFF)
    return farthest + others > BAR


def _longest_prime(position: Position, side: Side, made: tuple[int, ...]) -> Prime | None:
    best: Prime | None = None
    for low in POINTS:
        length = 0
        while low + length in made:
            length += 1
        if length >= SHORTEST_PRIME and (best is None or length > best.length):
            others = position.counts(side.opponent)
            trapped = sum(others[place] for place in range(BAR - low + 1, BAR + 1))
            best = Prime(low, length, trapped)
    return best
