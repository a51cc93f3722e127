"""How fast legal plays are found, beside a plain enumeration of the same plays."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from time import process_time

from pi_companion.rules import BAR, CHECKERS, OFF, Position, Roll, Side, legal_plays

ROLLS = tuple(Roll(a, b) for a, b in combinations_with_replacement(range(1, 7), 2))
"""The 21 rolls."""

Board = tuple[tuple[int, ...], tuple[int, ...]]
"""The mover's counts and the opponent's, each in its own numbering."""


@dataclass(frozen=True, slots=True)
class RulesSpeed:
    """What one run measured."""

    positions: int
    rolls: int
    plays: int
    """Distinct results of all positions and rolls; both ways of finding them must agree on it."""

    seconds: float
    """Best processor time for finding all of them with `legal_plays`."""

    plain_seconds: float
    """Best processor time for finding all of them with the plain enumeration."""

    @property
    def plays_per_second(self) -> float:
        """Speed of `legal_plays`."""
        return self.plays / self.seconds

    @property
    def plain_plays_per_second(self) -> float:
        """Speed of the plain enumeration."""
        return self.plays / self.plain_seconds

    @property
    def ratio(self) -> float:
        """How many times as fast as the plain enumeration `legal_plays` is."""
        return self.plain_seconds / self.seconds


def self_play_positions(count: int, seed: int) -> list[tuple[Position, Side]]:
    """Collect positions with the side to play from seeded games of careless play.

    Each play is the best of four drawn by lot, by pip counts and blots, so that games go on as games do.
    """
    rng = random.Random(seed)
    found: list[tuple[Position, Side]] = []
    while len(found) < count:
        position, side = Position.start(), rng.choice(list(Side))
        while not any(position.counts(each)[OFF] == CHECKERS for each in Side):
            found.append((position, side))
            plays = legal_plays(position, side, Roll(rng.randint(1, 6), rng.randint(1, 6)))
            if plays:
                drawn = rng.sample(plays, min(4, len(plays)))
                position = min((play.result for play in drawn), key=lambda result: _danger(result, side))
            side = side.opponent
    return rng.sample(found, count)


def _danger(position: Position, side: Side) -> int:
    blots = sum(5 for count in position.counts(side)[1:BAR] if count == 1)
    return position.pip_count(side) - position.pip_count(side.opponent) + blots


def plain_enumeration(position: Position, side: Side, roll: Roll) -> set[Board]:
    """Find the distinct results as the rules of the game are written: try every order, keep the longest plays."""
    own, other = position.counts(side), position.counts(side.opponent)
    ends: dict[int, set[Board]] = {}
    first_dice: dict[Board, set[int]] = {}
    for dice in {roll.steps, roll.steps[::-1]}:
        _play_out((own, other), dice, (), ends, first_dice)
    longest = max(ends)
    if longest == 0:
        return set()
    boards = ends[longest]
    larger = {board for board in boards if roll.dice[0] in first_dice[board]}
    return larger if longest == 1 and larger else boards


def _play_out(
    board: Board,
    dice: tuple[int, ...],
    played: tuple[int, ...],
    ends: dict[int, set[Board]],
    first_dice: dict[Board, set[int]],
) -> None:
    ends.setdefault(len(played), set()).add(board)
    first_dice.setdefault(board, set()).update(played[:1])
    if dice:
        for after in _plain_moves(board, dice[0]):
            _play_out(after, dice[1:], (*played, dice[0]), ends, first_dice)


def _plain_moves(board: Board, die: int) -> Iterator[Board]:
    own, other = board
    for start in range(1, BAR + 1):
        if not own[start] or (own[BAR] and start != BAR):
            continue
        end = start - die
        if end > OFF and other[BAR - end] > 1:
            continue
        if end <= OFF and (any(own[7:]) or (end < OFF and any(own[start + 1 :]))):
            continue
        counts, others = list(own), list(other)
        counts[start] -= 1
        counts[max(OFF, end)] += 1
        if end > OFF and others[BAR - end] == 1:
            others[BAR - end] = 0
            others[BAR] += 1
        yield tuple(counts), tuple(others)


def run(positions: int = 200, seed: int = 1, rounds: int = 3) -> RulesSpeed:
    """Measure both ways on the same positions and all 21 rolls; the best of some rounds counts."""
    cases = [(position, side, roll) for position, side in self_play_positions(positions, seed) for roll in ROLLS]
    fast = [len(legal_plays(*case)) for case in cases]
    plain = [len(plain_enumeration(*case)) for case in cases]
    if fast != plain:
        message = "the plain enumeration and legal_plays disagree; the rules are broken, so no speed is given"
        raise RuntimeError(message)
    return RulesSpeed(
        positions=positions,
        rolls=len(ROLLS),
        plays=sum(fast),
        seconds=min(_time(legal_plays, cases) for _ in range(rounds)),
        plain_seconds=min(_time(plain_enumeration, cases) for _ in range(rounds)),
    )


def _time(find: Callable[[Position, Side, Roll], object], cases: list[tuple[Position, Side, Roll]]) -> float:
    start = process_time()
    for position, side, roll in cases:
        find(position, side, roll)
    return process_time() - start


def report_lines(speed: RulesSpeed) -> list[str]:
    """Say in lines for a person what was measured.

    >>> report_lines(RulesSpeed(200, 21, 80_000, 0.2, 1.0))[0]
    'legal plays: 200 positions x 21 rolls, 80,000 distinct results'
    """
    return [
        f"legal plays: {speed.positions} positions x {speed.rolls} rolls, {speed.plays:,} distinct results",
        f"  legal_plays        {speed.plays_per_second:>10,.0f} plays a second",
        f"  plain enumeration  {speed.plain_plays_per_second:>10,.0f} plays a second",
        f"  ratio              {speed.ratio:>10.1f} times as fast",
    ]
