"""Where each roll can lead: the results of the legal plays as rows to be weighed against a look, kept for reuse.

Of hundreds of results a handful is ever named, so positions and plays are made only when they are asked for.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pi_companion.referee.look import Columns, columns_of_counts
from pi_companion.rules import Play, Position, Roll, Side
from pi_companion.rules.outcomes import encode
from pi_companion.rules.plays import Turn, boards_after
from pi_companion.rules.position import PLACES


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Every way in which one roll can be played; where it cannot, the one way is to leave the board as it is."""

    before: Position
    side: Side
    roll: Roll
    legal: tuple[int, ...]
    """The board after each play, as `rules.outcomes` numbers them; empty when the roll cannot be played."""

    boards: frozenset[int]
    """The board after each way: those of the plays, or the board as it was."""

    rows: Columns
    """(n, 28): the positions as `Look.cost_of_all` wants them, in the order of `legal`."""

    def play(self, index: int) -> Play | None:
        """Give one of the plays; None when the roll cannot be played."""
        return Play(Turn(self.before, self.side, self.roll), self.legal[index]) if self.legal else None

    def position(self, index: int) -> Position:
        """Give the position after one of the plays."""
        play = self.play(index)
        return self.before if play is None else play.result

    def lead_to(self, position: Position) -> bool:
        """Say whether one of the ways leads to a position."""
        return encode(position.counts(self.side), position.counts(self.side.opponent)) in self.boards


@lru_cache(maxsize=2048)
def results_of(before: Position, side: Side, roll: Roll) -> Results:
    """List where a roll can lead."""
    boards = boards_after(before, side, roll)
    ways = boards or [encode(before.counts(side), before.counts(side.opponent))]
    counts = np.frombuffer(b"".join(board.to_bytes(2 * PLACES, "little") for board in ways), np.uint8)
    own, other = counts.reshape(-1, 2, PLACES).astype(np.int64).transpose(1, 0, 2)
    rows = columns_of_counts(own, other) if side is Side.WHITE else columns_of_counts(other, own)
    return Results(before, side, roll, tuple(boards), frozenset(ways), rows)
