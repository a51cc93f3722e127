"""The likeliest whole position with exactly fifteen checkers a side, and how sure of it the evidence is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pi_companion.rules import CHECKERS, Position
from pi_companion.vision.arrays import Floats
from pi_companion.vision.observation import Observation

NEVER = -1e9
NONE_OFF = 0.75
"""Share of a match's positions in which a side has borne off no checker: what is not seen mostly lies on a stack."""


def off_prior(none: float) -> Floats:
    """Log probability (16,) of 0 to 15 borne-off checkers, where there are none with the probability `none`."""
    return np.log(np.array([none] + [(1 - none) / CHECKERS] * CHECKERS, np.float32))


OFF_PRIOR = off_prior(NONE_OFF)

UNLIKELY_NATS = 18.0
"""Counts so much less likely than a place's likeliest are tried last."""

DOUBTFUL = 0.9
"""A place whose likeliest count is less probable than this is named as doubtful."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole position read from one observation."""

    position: Position
    confidence: float
    """Probability that the whole position is right, given that the evidence is."""

    doubtful: tuple[str, ...]
    """Places that could well be otherwise, such as "white 13" or "black bar"."""


def read_position(observation: Observation) -> Reading:
    """Exact over all places at once: points, bar and borne off.

    The referee has a search of its own, for it leans toward the position it knows and needs no probabilities; neither
    room imports the other for a table.
    """
    counts, confidence = likeliest(observation.points, observation.bar, observation.off + OFF_PRIOR)
    white, black = [0] * 26, [0] * 26
    for point, (n_white, n_black) in enumerate(counts[:24], start=1):
        white[point], black[25 - point] = n_white, n_black
    white[25], black[25] = counts[24][0], counts[25][1]
    white[0], black[0] = counts[26][0], counts[27][1]
    return Reading(Position(tuple(white), tuple(black)), confidence, _doubtful(observation, counts))


def likeliest(points: Floats, bar: Floats, off: Floats) -> tuple[list[tuple[int, int]], float]:
    """The likeliest counts with fifteen checkers a side.

    A table over (White's checkers so far, Black's so far) is filled place by place, once with sums for the probability
    of all the evidence and once with maxima for the likeliest position.

    Args:
        points: (24, 31) log likelihoods of the signed counts.
        bar: (2, 16), of each side's checkers on the bar.
        off: (2, 16), of those borne off, with what is known of them beforehand.

    Returns:
        White's and Black's checkers on each of the points, the two bars and the two trays (28), and how probable the
        whole is.
    """
    places = [_point_options(row) for row in points]
    places += [_one_side(bar[0], white=True), _one_side(bar[1], white=False)]
    places += [_one_side(off[0], white=True), _one_side(off[1], white=False)]
    likely = [_likely(options) for options in places]
    best, total, choices = _run(likely)
    if best > NEVER / 2:
        places = likely
    else:  # fifteen a side cannot be had of what is likely alone
        best, total, choices = _run(places)
    return _trace(places, choices), float(np.exp(best - total))


_Options = list[tuple[int, int, float]]


def _point_options(row: Floats) -> _Options:
    return [(max(k - 15, 0), max(15 - k, 0), float(value)) for k, value in enumerate(row)]


def _one_side(row: Floats, *, white: bool) -> _Options:
    return [(k, 0, float(value)) if white else (0, k, float(value)) for k, value in enumerate(row)]


def _likely(options: _Options) -> _Options:
    """Without what is next to impossible: it costs time, and counts only where nothing else gives fifteen a side."""
    least = max(value for _, _, value in options) - UNLIKELY_NATS
    return [option for option in options if option[2] >= least]


def _run(places: list[_Options]) -> tuple[float, float, list[NDArray[np.int16]]]:
    size = CHECKERS + 1
    best = np.full((size, size), NEVER)
    total = np.full((size, size), NEVER)
    best[0, 0] = total[0, 0] = 0.0
    choices = []
    for options in places:
        new_best = np.full((size, size), NEVER)
        new_total = np.full((size, size), NEVER)
        choice = np.zeros((size, size), np.int16)
        for index, (white, black, value) in enumerate(options):
            target = (slice(white, None), slice(black, None))
            source = (slice(0, size - white), slice(0, size - black))
            candidate = best[source] + value
            better = candidate > new_best[target]
            new_best[target] = np.where(better, candidate, new_best[target])
            choice[target] = np.where(better, index, choice[target])
            new_total[target] = np.logaddexp(new_total[target], total[source] + value)
        best, total = new_best, new_total
        choices.append(choice)
    return float(best[CHECKERS, CHECKERS]), float(total[CHECKERS, CHECKERS]), choices


def _trace(places: list[_Options], choices: list[NDArray[np.int16]]) -> list[tuple[int, int]]:
    white = black = CHECKERS
    counts = []
    for options, choice in zip(reversed(places), reversed(choices), strict=True):
        n_white, n_black, _ = options[int(choice[white, black])]
        counts.append((n_white, n_black))
        white, black = white - n_white, black - n_black
    return counts[::-1]


def _doubtful(observation: Observation, counts: list[tuple[int, int]]) -> tuple[str, ...]:
    names = []
    for point, (row, (white, black)) in enumerate(zip(observation.points, counts[:24], strict=True), start=1):
        if _probability(row, 15 + white - black) < DOUBTFUL:
            names.append(f"black {25 - point}" if black else f"white {point}")
    for side, name in enumerate(("white bar", "black bar")):
        if _probability(observation.bar[side], counts[24 + side][side]) < DOUBTFUL:
            names.append(name)
    return tuple(names)


def _probability(row: Floats, index: int) -> float:
    return float(np.exp(row[index] - np.logaddexp.reduce(row)))
