"""Weighing what a side may have done with its turn against the looks that were had at the board meanwhile.

A turn is seen as a short row of looks: first perhaps the position it began from, then anything (trial moves, a hand
that held a checker), last the position it ended with. Legality enters here and nowhere else: legal plays weigh as
seen, illegal ones start with a handicap, so that a misread is not taken for a breach.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import repeat

import numpy as np

from pi_companion.referee.look import (
    BLACK_OFF,
    EMPTY,
    POINTS,
    VALUES,
    WHITE_OFF,
    Costs,
    Look,
    best_position,
    columns,
    pooled,
)
from pi_companion.referee.results import Results, results_of
from pi_companion.referee.rolls import ROLLS, RollChances
from pi_companion.rules import BAR, CHECKERS, OFF, Play, Position, Roll, Side
from pi_companion.rules.judge import breaches_of
from pi_companion.rules.position import HOME

STRAY = 6.0
"""What it costs, in nats, that a look shows neither the turn's beginning nor its end."""

ON_THE_WAY = 1.0
"""The same where what it shows can be a moment of that turn: a play half made, or one that was tried and taken back."""

UNSEEN_PLAY = 1.0
"""What it costs that the finished play was in no look of its turn, because the opponent rolled at once."""

UNSEEN_AFTER_LIFTING = 5.0
"""The same where the last look came after the dice were lifted, when the play should have been there."""

ILLEGAL = 4.0
"""Handicap of an illegal play against legal ones."""

FULL_ROW = 5
"""So many checkers fill a point; more lie on top of these."""

ODD = 8.0
"""Further handicap of what hardly ever happens and a misread looks like: a checker borne off while others are outside
(a stack that was read too low looks so)."""

TRAY_TELLS = 6.5
"""Nats between the best and the worst count of borne-off checkers from which a tray says how many there are; a
doubtful look into a tray, however often it is had, accuses nobody."""

MOST_MOVED = 4
"""Most checkers of the mover that an illegal play is believed to have moved."""

FURTHER_BREACH = 1.5
"""Further handicap for each breach beyond the first: who errs is nearest to the roll that the dice do show."""

PULL_TO_BEFORE = 1.5
"""What a place that differs from the position before costs when an illegal position is searched for."""

GOOD_FIT = 2.0
"""When the best legal play costs no more than this, rolls and positions that are less likely are not looked at."""

_LIKELY_DICE, _FEW_ROLLS = 2.0, 4
_LIKELY_ROLL = 3.5
_POSSIBLE_ROLL = 9.0
_LONGEST_END = 4
_MISREAD_PLACES = 2
"""Places in which two looks at the same position may contradict each other: one misread in each."""

_KEPT_WITHIN = 14.0
_KEPT_MOST = 60


class Kind(Enum):
    """What became of a turn."""

    PLAY = "play"
    NO_MOVE = "no move"
    ILLEGAL = "illegal"
    TIE = "tie"
    """Both players threw the same number for the first turn."""

    CORRECTED = "corrected"
    """An illegal play was put right."""

    STOOD = "stood"
    """The opponent rolled over an illegal play."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """One thing that may have become of a turn."""

    weight: float
    """Logarithm of how well it explains what was seen, before other outcomes are weighed against it."""

    kind: Kind
    side: Side
    roll: Roll
    position: Position
    """The position that it leads to."""

    play: Play | None = None
    """The play, where it was legal and could move."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The looks of one turn in their order, made ready for many outcomes to be weighed against them."""

    looks: tuple[Look, ...]
    best_costs: tuple[float, ...]
    """For each look, the cost of the position that fits it best."""

    ends: tuple[Look, ...]
    """The last look, the last two pooled, and so on, as far as they are alike; none from before the throw."""

    unseen: float
    """What it costs that none of the looks shows the end of the turn."""

    lead: int = 0
    """How many of the first looks came before the dice were thrown."""

    bests: tuple[Position, ...] = ()
    """For each look, the position that fits it best."""

    @classmethod
    def of(
        cls,
        looks: Sequence[Look],
        best_costs: Sequence[float],
        unseen: float,
        lead: int = 0,
        bests: Sequence[Position] = (),
    ) -> "Shown":
        """Make the looks of a turn ready."""
        thrown = list(looks[lead:] or looks)[-_LONGEST_END:]
        size = 1
        while size < len(thrown) and thrown[-1 - size].places_unlike(thrown[-1]) <= _MISREAD_PLACES:
            size += 1
        ends = tuple(pooled(thrown[-count:]) for count in range(1, size + 1))
        return cls(tuple(looks), tuple(best_costs), ends, unseen, lead, tuple(bests))

    def beginning(self, side: Side, starts: Sequence[Position], count: int) -> float:
        """Give the cost of the first `count` looks, each showing where the side's turn began or something on the way.

        The first of `starts` is where the turn began; the others may only be seen before the dice were thrown.
        """
        total = 0.0
        for index in range(count):
            look = self.looks[index]
            seen = starts if index < self.lead else starts[:1]
            stray = STRAY if not self.bests else stray_cost(starts[0], side, self.bests[index])
            total += min(self.best_costs[index] + stray, *(look.cost(start) for start in seen))
        return total

    def costs(
        self, rows: np.ndarray[tuple[int, int], np.dtype[np.int64]], side: Side, starts: Sequence[Position]
    ) -> Costs:
        """Give the cost of ending with each of many positions, after a turn begun at one of `starts`."""
        never_seen = self.beginning(side, starts, len(self.looks)) + self.unseen + np.log(len(rows))
        cheapest: Costs = np.minimum(never_seen, self.seen_costs(rows, side, starts))
        return cheapest

    def seen_costs(
        self, rows: np.ndarray[tuple[int, int], np.dtype[np.int64]], side: Side, starts: Sequence[Position]
    ) -> Costs:
        """Give the same where the end of the turn is in the last looks."""
        cheapest: Costs = np.full(len(rows), np.inf)
        count = len(self.looks)
        unmoved = (rows == columns(starts[0])).all(axis=1)
        for size, end in enumerate(self.ends, start=1):
            costs = end.cost_of_all(rows) + self.beginning(side, starts, count - size)
            if size > 1:  # earlier looks at the board as it was do not say that it is so still
                costs[unmoved] = np.inf
            cheapest = np.minimum(cheapest, costs)
        return cheapest


def legal_outcomes(
    before: Position, side: Side, chances: RollChances, shown: Shown, starts: Sequence[Position]
) -> list[Outcome]:
    """Weigh every legal way to play every roll that the dice allow; the likeliest first."""
    found: list[tuple[float, Results, int]] = []
    highest = float(chances.max())
    for least, most in ((0.0, _LIKELY_ROLL), (_LIKELY_ROLL, _POSSIBLE_ROLL)):
        for index in np.flatnonzero((highest - chances >= least) & (highest - chances < most)):
            results = results_of(before, side, ROLLS[index])
            weights = float(chances[index]) - shown.costs(results.rows, side, starts)
            may_be = np.flatnonzero(weights >= weights.max() - _KEPT_WITHIN)
            found += zip(weights[may_be].tolist(), repeat(results), may_be.tolist())
        if found and max(weight for weight, _, _ in found) > highest - GOOD_FIT:
            break
    found.sort(key=lambda each: -each[0])
    return [_outcome(*each) for each in found[:_KEPT_MOST] if each[0] >= found[0][0] - _KEPT_WITHIN]


def _outcome(weight: float, results: Results, index: int) -> Outcome:
    """Name one way in which a roll may have been played."""
    play = results.play(index)
    kind = Kind.NO_MOVE if play is None else Kind.PLAY
    return Outcome(weight, kind, results.side, results.roll, results.position(index), play)


def illegal_outcomes(
    before: Position, side: Side, chances: RollChances, shown: Shown, starts: Sequence[Position]
) -> list[Outcome]:
    """Weigh the few illegal positions that the looks suggest, each with every roll that the dice may well show."""
    suggested = {best_position(end.costs, before, PULL_TO_BEFORE)[0] for end in shown.ends[:2]} | {before}
    rolls = np.flatnonzero(chances.max() - chances < _LIKELY_DICE)
    if len(rolls) > _FEW_ROLLS:  # the dice say next to nothing
        rolls = np.array([chances.argmax()])
    found = []
    for position in suggested:
        handicap = illegal_handicap(before, side, position)
        if handicap is None:
            continue
        breaches = {int(index): _breaches(before, side, ROLLS[index], position, shown.ends[0]) for index in rolls}
        if not any(breaches.values()):
            continue
        cost = float(shown.seen_costs(columns(position)[None], side, starts)[0])
        for index, wrong in breaches.items():
            if wrong:
                weight = float(chances[index]) - cost - handicap - FURTHER_BREACH * (wrong - 1)
                found.append(Outcome(weight, Kind.ILLEGAL, side, ROLLS[index], position))
    return found


def _breaches(before: Position, side: Side, roll: Roll, after: Position, look: Look) -> int:
    """Count what is to be seen to be wrong with a play."""
    results = results_of(before, side, roll)
    if results.lead_to(after) or looks_legal(results, side, after, look):
        return 0
    return len(breaches_of(before, side, roll, after, results.legal))


def illegal_handicap(before: Position, side: Side, after: Position) -> float | None:
    """Give the handicap of an illegal play, or None where no one would play so."""
    handicap = ILLEGAL
    own, own_after = before.counts(side), after.counts(side)
    if sum(max(0, was - now) for was, now in zip(own, own_after, strict=True)) > MOST_MOVED:
        return None
    if own_after[OFF] > own[OFF] and sum(own[HOME.stop :]) > 0:
        handicap += ODD
    if own_after[OFF] < own[OFF] or own_after[BAR] > own[BAR]:
        handicap += ODD
    if _opponents_moved_oddly(before.counts(side.opponent), after.counts(side.opponent)):
        return None  # both sides moved: a turn was missed, which is no player's fault
    return handicap


def looks_legal(results: Results, side: Side, after: Position, look: Look) -> bool:
    """Say whether no eye can tell a position from one that a legal play leads to.

    Checkers that lie on a full row hardly show from above, and where no tray is in view a checker that is missing may
    as well lie there: a row of six and seven, or of seven and a checker borne off, are the same to a camera, however
    often it looks. Nobody is accused of such a difference.
    """
    legal, wanted = results.rows, columns(after)
    differ = legal != wanted
    counts, other = (places[..., :POINTS] % VALUES - EMPTY for places in (legal, wanted[None]))
    tall = (np.minimum(np.abs(counts), np.abs(other)) >= FULL_ROW) & (np.sign(counts) == np.sign(other))
    excused = np.zeros_like(differ)
    excused[:, :POINTS] = tall
    off = WHITE_OFF if side is Side.WHITE else BLACK_OFF
    excused[:, off] = np.ptp(look.costs[off, : CHECKERS + 1]) < TRAY_TELLS
    return bool((~(differ & ~excused).any(axis=1)).any())


def _opponents_moved_oddly(other: tuple[int, ...], other_after: tuple[int, ...]) -> int:
    """Count the opponent's checkers that went elsewhere than from a blot to the bar."""
    left = [place for place in range(BAR) for _ in range(other[place] - other_after[place])]
    came = sum(max(0, now - was) for was, now in zip(other[:BAR], other_after[:BAR], strict=True))
    no_blots = sum(1 for place in left if place == OFF or other[place] > 1)
    return max(came, no_blots, other[BAR] - other_after[BAR])


def stray_cost(before: Position, side: Side, seen: Position) -> float:
    """Give what it costs that a look during a side's turn shows another position than the one it began with."""
    return ON_THE_WAY if moved_few(before, side, seen) else STRAY


@lru_cache(maxsize=4096)
def moved_few(before: Position, side: Side, after: Position) -> bool:
    """Say whether a position can be a moment within a turn: few checkers on the way, nothing odd."""
    handicap = illegal_handicap(before, side, after)
    return handicap is not None and handicap <= ILLEGAL
