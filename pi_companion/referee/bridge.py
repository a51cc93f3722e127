"""The short way from one board to another by legal turns, for what passed while the view was covered."""

from collections.abc import Iterator
from dataclasses import dataclass

from pi_companion.referee.rolls import ROLLS
from pi_companion.rules import BAR, Position, Roll, Side, legal_plays

MOST_TURNS = 3
"""Turns of the longest way that is sought; longer ones are too many to be told apart."""

MOST_FIRST = 1500
"""First turns tried for the longest ways, the nearest to the board that is seen first."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the way."""

    side: Side
    roll: Roll
    play: str
    """Empty where the roll could not be played."""

    position: Position
    """The board after it."""


def short_way(before: Position, side: Side, after: Position) -> tuple[Turn, ...] | None:
    """Find a shortest way by legal turns; None where there is none.

    Of ways of one length the first found is given, rolls that are not doubles before doubles: the board tells what
    came of the turns, and seldom in which order they were played. Turns in which nothing could be moved are not sought.

    Args:
        before: The board as it was known.
        side: Whose turn it was then.
        after: The board as it is now, which is not `before`.
    """
    for length in range(1, MOST_TURNS + 1):
        way = next(_ways(before, side, after, length), None)
        if way is not None:
            return way
    return None


def _ways(before: Position, side: Side, after: Position, length: int) -> Iterator[tuple[Turn, ...]]:
    if length == 1:
        yield from ((turn,) for turn in _turns(before, side) if turn.position == after)
        return
    own, other = side, side.opponent
    last = side if length % 2 else side.opponent
    firsts = [turn for turn in _turns(before, side) if _may_lead(turn.position, after, own, other, length - 1)]
    if length == MOST_TURNS:
        firsts = sorted(firsts, key=lambda turn: _unlike(turn.position, after))[:MOST_FIRST]
    for turn in firsts:
        if length == 2 and not _done_by(turn.position, after, last):  # noqa: PLR2004 - two turns, one each
            continue
        yield from ((turn, *rest) for rest in _ways(turn.position, side.opponent, after, length - 1))


def _turns(before: Position, side: Side) -> Iterator[Turn]:
    """Give every turn that moves a checker, once for each roll and result."""
    for roll in _ROLLS:
        for play in legal_plays(before, side, roll):
            yield Turn(side, roll, str(play), play.result)


def _may_lead(position: Position, after: Position, own: Side, other: Side, turns: int) -> bool:
    """Say whether pips and checkers leave room for that many more turns; each side's pips fall but when it is hit."""
    for side, rolls in ((other, (turns + 1) // 2), (own, turns // 2)):
        pips = position.pip_count(side) - after.pip_count(side)
        hits = turns > 1 or rolls == 0
        if pips > _MOST_PIPS * rolls or (pips < 0 and not (hits and _blots(position, side))):
            return False
    return True


_MOST_PIPS = 24
_ROLLS = tuple(sorted(ROLLS, key=lambda roll: roll.is_double))


def _blots(position: Position, side: Side) -> int:
    return sum(1 for count in position.counts(side)[1:BAR] if count == 1)


def _done_by(position: Position, after: Position, last: Side) -> bool:
    """Say whether the last side alone can lead there: the other side's checkers stay, but for blots that are hit."""
    there, wanted = position.counts(last.opponent), after.counts(last.opponent)
    hit = wanted[BAR] - there[BAR]
    gone = [place for place in range(BAR) if there[place] != wanted[place]]
    return hit == len(gone) and all(there[place] == 1 and wanted[place] == 0 for place in gone)


def _unlike(position: Position, after: Position) -> int:
    return sum(
        abs(there - wanted)
        for side in Side
        for there, wanted in zip(position.counts(side), after.counts(side), strict=True)
    )
