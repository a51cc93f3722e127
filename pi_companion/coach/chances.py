"""Chances out of 36, counted by playing every roll in every legal way: no table, no rule of thumb."""

from collections.abc import Iterator

from pi_companion.rules import BAR, OFF, Position, Roll, Side, legal_plays
from pi_companion.rules.position import CHECKERS, POINTS

ROLLS = 36
"""Ways in which two dice can fall."""


def all_rolls() -> Iterator[tuple[Roll, int]]:
    """Give the 21 rolls, each with how often it comes in 36."""
    for high in range(1, 7):
        for low in range(1, high + 1):
            yield Roll(high, low), 1 if high == low else 2


def blots(position: Position, side: Side) -> tuple[int, ...]:
    """Give the points, as `side` counts them, that hold one of its checkers alone; highest first.

    >>> blots(Position.start(), Side.WHITE)
    ()
    """
    counts = position.counts(side)
    return tuple(point for point in reversed(POINTS) if counts[point] == 1)


def shots(position: Position, side: Side) -> tuple[tuple[int, ...], int]:
    """Count the rolls of 36 that can hit `side`, were its opponent on roll.

    Returns:
        For each blot, as `blots` lists them, how many rolls can hit it; and how many can hit any.
    """
    own = blots(position, side)
    each, any_of_them = [0] * len(own), 0
    if own:
        for roll, ways in all_rolls():
            found = _hit(position, side, own, roll)
            any_of_them += ways * any(found)
            each = [count + ways * hit for count, hit in zip(each, found, strict=True)]
    return tuple(each), any_of_them


def _hit(position: Position, side: Side, points: tuple[int, ...], roll: Roll) -> list[bool]:
    """Tell which of the blots some legal play of the roll hits; a blot leaves its point by being hit alone."""
    found = [False] * len(points)
    before = position.counts(side)
    for play in legal_plays(position, side.opponent, roll):
        after = play.result.counts(side)
        if after != before:
            found = [seen or not after[point] for seen, point in zip(found, points, strict=True)]
        if all(found):
            break
    return found


def entering(position: Position, side: Side) -> int:
    """Count the rolls of 36 with which a checker on the bar can enter; 36 where none waits.

    >>> entering(Position.start(), Side.WHITE)
    36
    """
    waiting = position.counts(side)[BAR]
    if not waiting:
        return ROLLS
    return sum(
        ways
        for roll, ways in all_rolls()
        if any(play.result.counts(side)[BAR] < waiting for play in legal_plays(position, side, roll))
    )


def finishing(position: Position, side: Side) -> int:
    """Count the rolls of 36 that bear off all that `side` has left."""
    return sum(
        ways
        for roll, ways in all_rolls()
        if any(play.result.counts(side)[OFF] == CHECKERS for play in legal_plays(position, side, roll))
    )
