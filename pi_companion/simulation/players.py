"""Two simulated players: quick and sensible, not strong; now and then one of them plays what is not legal."""

import numpy as np

from pi_companion.rules import (
    BAR,
    CHECKERS,
    OFF,
    Cube,
    MatchScore,
    Play,
    Position,
    Roll,
    Side,
    can_double,
    judge,
    legal_plays,
    winner_of,
)

_HIT_CHANCES = (0.0, 0.31, 0.33, 0.39, 0.42, 0.42, 0.47, 0.17, 0.17, 0.14, 0.08, 0.06, 0.08)
"""Chance to hit a blot 0 to 12 pips away, roughly: combinations out of 36, the ways by doubles included."""

_POINT_WORTH = (0.0, 0.3, 0.5, 0.9, 1.5, 2.0, 1.6, 1.5, 0.7, 0.3, 0.2, 0.2, 0.2)
"""What holding one's own points 0 to 12 is worth."""

_DOUBLE_FROM = 0.08
_DOUBLE_UP_TO = 0.22
"""A lead of this share of the pips and more would be dropped."""


def choose_play(position: Position, side: Side, roll: Roll, rng: np.random.Generator) -> Play | None:
    """Return the play that looks best after a quick look, with a little whim; None when the roll cannot be played."""
    plays = legal_plays(position, side, roll)
    if not plays:
        return None
    worth = [_worth(play.result, side) + float(rng.normal(0, 0.25)) for play in plays]
    return plays[int(np.argmax(worth))]


def _worth(position: Position, side: Side) -> float:
    own, other = position.counts(side), position.counts(side.opponent)
    pips, other_pips = position.pip_count(side), position.pip_count(side.opponent)
    total = 0.12 * (other_pips - pips) + 0.4 * own[OFF]
    if not _contact(own, other):
        return total
    held = [point for point in range(1, BAR) if own[point] > 1]
    total += sum(_POINT_WORTH[point] if point < len(_POINT_WORTH) else 0.5 for point in held)
    total += 1.2 * other[BAR] * sum(point <= 6 for point in held) / 3
    total -= 0.5 * sum(max(0, own[point] - 3) for point in range(1, BAR))
    threats = [BAR - place for place in range(1, BAR + 1) if other[place]]  # in the side's own numbering; bar is 0
    for point in range(1, BAR):
        if own[point] == 1:
            safe = 1.0
            for threat in threats:
                away = point - threat
                if 0 < away < len(_HIT_CHANCES):
                    safe *= 1 - _HIT_CHANCES[away]
            total -= (1 - safe) * (0.8 + 0.14 * (BAR - point))
    return total


def _contact(own: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return whether any checker still has to pass one of the other side."""
    last = max((place for place in range(1, BAR + 1) if own[place]), default=0)
    first = min((BAR - place for place in range(1, BAR + 1) if other[place]), default=BAR)
    return last > first


def wants_to_double(position: Position, side: Side, cube: Cube, score: MatchScore, rng: np.random.Generator) -> bool:
    """Return whether the side offers a double that the other will take.

    What a camera cannot see, these players do not do: a double that would be dropped is not offered.
    """
    if not can_double(cube, side, score) or rng.random() < 0.35:
        return False
    pips, other_pips = position.pip_count(side), position.pip_count(side.opponent)
    lead = (other_pips - pips) / max(pips, 1) + 0.05 * (
        position.counts(side.opponent)[BAR] - position.counts(side)[BAR]
    )
    return _DOUBLE_FROM <= lead < _DOUBLE_UP_TO


def slip(position: Position, side: Side, roll: Roll, rng: np.random.Generator) -> Position | None:
    """Return the position after a play that is not legal, as a tired player makes it; None when none was thought of.

    One of the dice is played alone, or a pip too far or too short, or while a checker waits on the bar.
    """
    own, other = position.counts(side), position.counts(side.opponent)
    found: list[Position] = []
    for start in range(1, BAR + 1):
        if not own[start] or (own[BAR] and start != BAR and rng.random() < 0.6):
            continue
        for step in {die + off for die in roll.dice for off in (-1, 0, 1)}:
            end = start - step
            if step < 1 or end < 1 or other[BAR - end] > 1:
                continue
            counts, others = list(own), list(other)
            counts[start] -= 1
            counts[end] += 1
            if others[BAR - end] == 1:
                others[BAR - end] = 0
                others[BAR] += 1
            after = Position.from_counts(side, tuple(counts), tuple(others))
            if not judge(position, side, roll, after).legal:
                found.append(after)
    kept = [after for after in found if winner_of(after) is None and sum(after.counts(side)) == CHECKERS]
    return kept[int(rng.integers(0, len(kept)))] if kept else None
