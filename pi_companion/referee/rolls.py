"""How likely each of the 21 rolls is, from the dice that lie on the board."""

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pi_companion.rules import Roll

ROLLS = tuple(Roll(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls, higher die first."""

DIE_MISREAD = 0.001
"""How often a die may be misread for no reason that its likelihoods know of."""

RollChances = NDArray[np.float64]
"""21 natural logarithms of probabilities, in the order of `ROLLS`."""

_HIGH = np.array([roll.dice[0] - 1 for roll in ROLLS])
_LOW = np.array([roll.dice[1] - 1 for roll in ROLLS])
_PRIOR = np.log([(1 if roll.is_double else 2) / 36 for roll in ROLLS])


def die_chances(log_likelihoods: Sequence[float]) -> tuple[float, ...]:
    """Turn the likelihoods of a die's six faces into log-probabilities with room for a misread."""
    highest = max(log_likelihoods)
    chances = [math.exp(value - highest) for value in log_likelihoods]
    total = sum(chances)
    return tuple(math.log((1 - DIE_MISREAD) * chance / total + DIE_MISREAD / 6) for chance in chances)


def roll_chances(dice: Sequence[Sequence[float]]) -> RollChances:
    """Weigh the rolls by what the dice show.

    Args:
        dice: For each die that was seen, 6 log-probabilities; with fewer than two dice the unseen ones may show
            anything, with more than two any pair of them may be the roll.
    """
    if not dice:
        return normalised(_PRIOR)
    if len(dice) == 1:
        return normalised(_pair(dice[0], (0.0,) * 6))
    pairs = [_pair(first, second) for first, second in combinations(dice, 2)]
    return normalised(np.logaddexp.reduce(pairs))


def certain(roll: Roll) -> RollChances:
    """Leave no doubt about a roll."""
    return np.array([0.0 if each.dice == roll.dice else -np.inf for each in ROLLS])


def _pair(first: Sequence[float], second: Sequence[float]) -> RollChances:
    a, b = np.asarray(first), np.asarray(second)
    either: RollChances = np.logaddexp(a[_HIGH] + b[_LOW], a[_LOW] + b[_HIGH]) - math.log(2) + _PRIOR
    return either


def normalised(logarithms: RollChances) -> RollChances:
    """Scale log-weights so that the probabilities add up to one."""
    scaled: RollChances = logarithms - np.logaddexp.reduce(logarithms)
    return scaled
