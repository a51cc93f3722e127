"""The short way from one board to another by legal turns, for what passed while the view was covered."""

from dataclasses import dataclass

from pi_companion.referee.rolls import ROLLS
from pi_companion.rules import BAR, Position, Roll, Side, legal_plays
from pi_companion.rules.outcomes import decode, encode, outcomes
from pi_companion.rules.position import PLACES

MOST_TURNS = 3
"""Turns of the longest way that is sought; longer ones are too many to be told apart."""

MOST_BOARDS = 150_000
"""Boards looked at before the search is given up, so that the table never waits for it."""

_MOST_PIPS = 24
_MOVERS = (1 << 8 * PLACES) - 1
"""The part of a board number that holds the mover's counts."""

_BOTH_LEFT = 2
_IN_ORDER = tuple(sorted(ROLLS, key=lambda roll: roll.is_double))


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the way."""

    side: Side
    roll: Roll
    play: str
    position: Position
    """The board after it."""


def short_way(before: Position, side: Side, after: Position) -> tuple[Turn, ...] | None:
    """Find a shortest way by legal turns; None where there is none, or it is not found in good time.

    Of ways of one length the first found is given, rolls that are not doubles before doubles: the board tells what
    came of the turns, and seldom in which order they were played. Turns in which nothing could be moved are not sought.

    Args:
        before: The board as it was known.
        side: Whose turn it was then.
        after: The board as it is now, which is not `before`.
    """
    search = _Search(after)
    for length in range(1, MOST_TURNS + 1):
        way = search.way(before, side, length)
        if way is not None:
            return way
    return None


@dataclass(slots=True)
class _Search:
    """One search, which knows when it has looked at enough."""

    after: Position
    left: int = MOST_BOARDS

    def way(self, before: Position, side: Side, length: int) -> tuple[Turn, ...] | None:
        """Find a way of exactly that many turns."""
        boards = self._boards(before, side)
        if length == 1:
            roll = boards.get(encode(self.after.counts(side), self.after.counts(side.opponent)))
            return None if roll is None else (_turn(before, side, roll, self.after),)
        for board in boards if length == _BOTH_LEFT else sorted(boards, key=lambda board: self._unlike(board, side)):
            roll = boards[board]
            if length == _BOTH_LEFT and not self._stays(board, side):
                continue
            position = _position(board, side)
            if length > _BOTH_LEFT and not self._in_reach(position, side):
                continue
            if self.left <= 0:
                return None
            rest = self.way(position, side.opponent, length - 1)
            if rest is not None:
                return (_turn(before, side, roll, position), *rest)
        return None

    def _boards(self, before: Position, side: Side) -> dict[int, Roll]:
        """Give every board that a turn can lead to, with the first roll that does."""
        own, other = before.counts(side), before.counts(side.opponent)
        found: dict[int, Roll] = {}
        for roll in _IN_ORDER:
            for board in outcomes(own, other, roll):
                found.setdefault(board, roll)
        self.left -= len(found)
        return found

    def _stays(self, board: int, side: Side) -> bool:
        """Say whether the mover's checkers stand as they do in the end, but for blots that the last turn hits."""
        wanted = self.after.counts(side)
        if board & _MOVERS == encode(wanted, (0,) * PLACES):
            return True
        if not wanted[BAR]:
            return False
        there, _ = decode(board)
        gone = [place for place in range(BAR) if there[place] != wanted[place]]
        hit = wanted[BAR] - there[BAR]
        return hit == len(gone) and all(there[place] == 1 and wanted[place] == 0 for place in gone)

    def _unlike(self, board: int, side: Side) -> int:
        """Count how far the mover's checkers are from how they stand in the end: the nearest boards come first."""
        there, _ = decode(board)
        return sum(abs(count - wanted) for count, wanted in zip(there, self.after.counts(side), strict=True))

    def _in_reach(self, position: Position, side: Side) -> bool:
        """Say whether each side's pips leave room for one more turn of it; they rise only where a blot is hit."""
        for each in (side, side.opponent):
            pips = position.pip_count(each) - self.after.pip_count(each)
            blots = 1 in position.counts(each)[1:BAR]
            if pips > _MOST_PIPS or (pips < 0 and not blots and not self.after.counts(each)[BAR]):
                return False
        return True


def _position(board: int, mover: Side) -> Position:
    own, other = decode(board)
    return Position(own, other) if mover is Side.WHITE else Position(other, own)


def _turn(before: Position, side: Side, roll: Roll, position: Position) -> Turn:
    play = next(play for play in legal_plays(before, side, roll) if play.result == position)
    return Turn(side, roll, str(play), position)
