"""How badly a picture fits a position: the evidence of 28 places as costs, and the position that fits best.

The places are White's points 1 to 24, White's bar, Black's bar, White's and Black's borne-off checkers. A cost is in
nats: 0 for what the picture shows most clearly, and never more than a misread place could cost, so that no single
place outvotes the rest however sure the eye was.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pi_companion.referee.sighting import Sighting
from pi_companion.rules import CHECKERS, Position, Side

POINTS = 24
WHITE_BAR, BLACK_BAR, WHITE_OFF, BLACK_OFF = 24, 25, 26, 27
PLACES = 28
VALUES = 31
EMPTY = 15
"""Column of an empty point; for bar and borne-off places the column is the count itself."""

PLACE_MISREAD = 0.02
"""How often a place may be misread for no reason that the likelihoods know of; sets the largest cost of one place."""

TEMPERATURE = 1.0
"""Divides the likelihoods' logarithms; more than 1 where vision is known to be surer than it should be."""

POOLED_CAP = 8.0
"""Largest cost of one place over several pictures of the same thing, which are not independent."""

HIT_SINCE = 1.0
"""What it costs that a blot was hit since a look, when a turn that nobody saw is sought."""

_NEVER = 1e6
_COLUMN_OFFSETS = np.arange(PLACES) * VALUES

Costs = NDArray[np.float64]
Columns = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one or several pictures of the same position say."""

    costs: Costs
    """(28, 31): cost of each value at each place; every row's least is 0."""

    def cost(self, position: Position) -> float:
        """Give the cost of one position."""
        return float(self.costs.ravel()[columns(position)].sum())

    def cost_of_all(self, rows: Columns) -> Costs:
        """Give the cost of many positions, (n, 28) as `columns_of_all` gives them."""
        totals: Costs = self.costs.ravel()[rows].sum(axis=1)
        return totals

    def places_unlike(self, other: "Look") -> int:
        """Count the places where the two looks contradict each other."""
        mine, theirs = self.costs.argmin(axis=1), other.costs.argmin(axis=1)
        rows = np.arange(PLACES)
        against = np.minimum(self.costs[rows, theirs], other.costs[rows, mine])
        return int((against > _CONTRADICTION).sum())


_CONTRADICTION = 1.0
"""Nats by which both looks must prefer their own value at a place."""


def look_at(sighting: Sighting) -> Look:
    """Turn a sighting into costs."""
    costs = np.full((PLACES, VALUES), _NEVER)
    for row, likelihoods in enumerate(sighting.points):
        costs[row] = place_costs(likelihoods)
    rest = (sighting.bar_white, sighting.bar_black, sighting.off_white, sighting.off_black)
    for row, likelihoods in enumerate(rest, start=POINTS):
        costs[row, : CHECKERS + 1] = place_costs(likelihoods)
    return Look(costs)


def place_costs(log_likelihoods: Sequence[float], misread: float = PLACE_MISREAD) -> Costs:
    """Turn log-likelihoods of one place into costs that never exceed what a misread may cost."""
    values = np.asarray(log_likelihoods, dtype=np.float64) / TEMPERATURE
    chances = np.exp(values - values.max())
    chances = (1 - misread) * chances / chances.sum() + misread / len(values)
    costs: Costs = np.log(chances.max()) - np.log(chances)
    return costs


def pooled(looks: Sequence[Look]) -> Look:
    """Join several looks at the same position."""
    if len(looks) == 1:
        return looks[0]
    costs = np.sum([look.costs for look in looks], axis=0)
    costs -= costs.min(axis=1, keepdims=True)
    unused = costs >= _NEVER
    costs = np.minimum(costs, POOLED_CAP)
    costs[unused] = _NEVER
    return Look(costs)


def averaged(first: Look, weight: int, second: Look) -> Look:
    """Join a look that stands for `weight` sightings of a still board with one more sighting of it."""
    costs = (first.costs * weight + second.costs) / (weight + 1)
    costs -= costs.min(axis=1, keepdims=True)
    return Look(costs)


@lru_cache(maxsize=1024)
def columns(position: Position) -> Columns:
    """Give the 28 places of a position in a flattened cost table."""
    only: Columns = columns_of_all([position])[0]
    return only


def columns_of_all(positions: Iterable[Position]) -> Columns:
    """Give for each position, (n, 28), its places in a flattened cost table."""
    listed = list(positions)
    white = np.array([position.white for position in listed], dtype=np.int64).reshape(-1, 26)
    black = np.array([position.black for position in listed], dtype=np.int64).reshape(-1, 26)
    return columns_of_counts(white, black)


def columns_of_counts(white: Columns, black: Columns) -> Columns:
    """Give for each position, (n, 28), its places in a flattened cost table.

    Args:
        white: White's counts, (n, 26), in its own numbering.
        black: Black's, in its own.
    """
    rows = np.empty((len(white), PLACES), dtype=np.int64)
    rows[:, :POINTS] = EMPTY + white[:, 1:25] - black[:, 24:0:-1]
    rows[:, WHITE_BAR], rows[:, BLACK_BAR] = white[:, 25], black[:, 25]
    rows[:, WHITE_OFF], rows[:, BLACK_OFF] = white[:, 0], black[:, 0]
    return rows + _COLUMN_OFFSETS


_STEP = np.arange(CHECKERS + 1)[:, None] - np.arange(CHECKERS + 1)[None, :]
"""[after, before]: checkers that a point adds."""


def best_position(costs: Costs, toward: Position | None = None, pull: float = 0.0) -> tuple[Position, float]:
    """Find the cheapest position with exactly fifteen checkers a side.

    Points are taken one after the other; the state is how many checkers of each side have been placed, since a
    point holds one colour only. Bar and borne-off checkers take the rest.

    Args:
        costs: The costs, (28, 31).
        toward: A position that is preferred where the picture does not decide.
        pull: What each place that differs from `toward` costs.
    """
    if toward is not None:
        keep = columns(toward)
        costs = costs + pull
        costs.ravel()[keep] -= pull
    at_once = _likeliest_everywhere(costs)
    if at_once is not None:
        return at_once
    tables = [np.full((CHECKERS + 1, CHECKERS + 1), np.inf)]
    tables[0][0, 0] = 0.0
    white_steps = np.where(_STEP >= 0, costs[:POINTS, EMPTY + np.maximum(_STEP, 0)], np.inf)
    black_steps = np.where(_STEP >= 0, costs[:POINTS, EMPTY - np.maximum(_STEP, 0)], np.inf)
    for point in range(POINTS):
        tables.append(_with_point(tables[-1], white_steps[point], black_steps[point]))
    white_bar, white_cost = _rest(costs[WHITE_BAR], costs[WHITE_OFF])
    black_bar, black_cost = _rest(costs[BLACK_BAR], costs[BLACK_OFF])
    total = tables[-1] + white_cost[:, None] + black_cost[None, :]
    white_left, black_left = (int(index) for index in np.unravel_index(int(total.argmin()), total.shape))
    cost = float(total[white_left, black_left])
    white, black = [0] * 26, [0] * 26
    white[25], black[25] = int(white_bar[white_left]), int(black_bar[black_left])
    white[0] = CHECKERS - white_left - white[25]
    black[0] = CHECKERS - black_left - black[25]
    for point in range(POINTS - 1, -1, -1):
        before, row = tables[point], costs[point]
        by_white = before[: white_left + 1, black_left] + row[EMPTY + np.arange(white_left, -1, -1)]
        by_black = before[white_left, : black_left + 1] + row[EMPTY - np.arange(black_left, -1, -1)]
        if by_white.min() <= by_black.min():
            kept = int(by_white.argmin())
            white[point + 1], white_left = white_left - kept, kept
        else:
            kept = int(by_black.argmin())
            black[24 - point], black_left = black_left - kept, kept
    return Position(tuple(white), tuple(black)), cost


def _likeliest_everywhere(costs: Costs) -> tuple[Position, float] | None:
    """Take what is cheapest at each place, where that makes fifteen checkers a side, as with most clear pictures.

    Borne-off checkers take the rest, if no other number of them is cheaper.
    """
    best = costs.argmin(axis=1)
    on_points = (best[:POINTS] - EMPTY).tolist()
    white = [0, *(max(0, count) for count in on_points), int(best[WHITE_BAR])]
    black = [0, *(max(0, -count) for count in reversed(on_points)), int(best[BLACK_BAR])]
    white[0], black[0] = CHECKERS - sum(white), CHECKERS - sum(black)
    for place, off in ((WHITE_OFF, white[0]), (BLACK_OFF, black[0])):
        if off < 0 or costs[place, off] > costs[place, best[place]]:
            return None
    return Position(tuple(white), tuple(black)), float(costs.min(axis=1).sum())


def _with_point(table: Costs, white: Costs, black: Costs) -> Costs:
    """Go one point further.

    Args:
        table: Least cost of each number of White's and Black's checkers on the points so far, (16, 16).
        white: What White's checkers on this point cost, [after, before].
        black: The same for Black.
    """
    by_white = (white[:, :, None] + table[None, :, :]).min(axis=1)
    by_black = (black[None, :, :] + table[:, None, :]).min(axis=2)
    joined: Costs = np.minimum(by_white, by_black)
    return joined


def _rest(bar: Costs, off: Costs) -> tuple[Columns, Costs]:
    """For each number of a side's checkers on points: how many of the rest are best on the bar, and the cost."""
    on_points = np.arange(CHECKERS + 1)[:, None]
    on_bar = np.arange(CHECKERS + 1)[None, :]
    left = CHECKERS - on_points - on_bar
    cost = np.where(left >= 0, bar[on_bar] + off[np.maximum(left, 0)], np.inf)
    return cost.argmin(axis=1), cost.min(axis=1)


def one_sided(look: Look, side: Side) -> Look:
    """Keep what a look says about one side's checkers, open to the other side having moved or hit one since."""
    costs = np.zeros((PLACES, VALUES))
    sign = 1 if side is Side.WHITE else -1
    counts = np.maximum(0, sign * (np.arange(VALUES) - EMPTY))
    points = look.costs[:POINTS]
    none = points[:, counts == 0].min(axis=1)
    costs[:POINTS] = points
    costs[:POINTS, counts == 0] = none[:, None]
    blot = EMPTY + sign
    costs[:POINTS, blot] = np.minimum(points[:, blot], none + HIT_SINCE)
    off = WHITE_OFF if side is Side.WHITE else BLACK_OFF
    costs[off] = look.costs[off]
    return Look(costs)
