"""Where each roll can lead: the results of the legal plays as rows to be weighed against a look, kept for reuse."""

from dataclasses import dataclass
from functools import lru_cache

from pi_companion.referee.look import Columns, columns_of_all
from pi_companion.rules import Play, Position, Roll, Side, legal_plays


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Every way in which one roll can be played; where it cannot, the one way is to leave the board as it is."""

    plays: tuple[Play | None, ...]
    """The plays; a single None when the roll cannot be played."""

    positions: tuple[Position, ...]
    """The position after each play."""

    rows: Columns
    """(n, 28): the positions as `Look.cost_of_all` wants them."""


@lru_cache(maxsize=2048)
def results_of(before: Position, side: Side, roll: Roll) -> Results:
    """List where a roll can lead."""
    plays = legal_plays(before, side, roll)
    positions = tuple(play.result for play in plays) or (before,)
    return Results(plays or (None,), positions, columns_of_all(positions))
