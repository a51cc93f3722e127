"""Ratings by the formula of FIBS, the First Internet Backgammon Server, from matches in the order they were played.

The better player's chance to lose a match to n points is 1 / (10 ** (d * sqrt(n) / 2000) + 1), where d is by how much
that player is rated higher. The winner gains 4 * k * sqrt(n) times the chance that this winner had to lose, and the
loser gives up the same with a k of its own: 5 for a newcomer, falling by 1 with every hundred points played, to 1
from four hundred on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import sqrt

FIRST_RATING = 1000.0
"""What everyone starts at."""

PROVISIONAL_UNTIL = 50
"""Points of match length that a player must have played before the rating is more than a first guess."""

_NEWCOMER = 5.0
_FALL_EACH = 100.0
_SETTLED = 1.0


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match."""

    match: int
    """Its number in the journal."""

    winner: str
    loser: str
    length: int
    wall_s: float | None
    """When it was played, in seconds since 1970; None where no clock was known to be right."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands."""

    name: str
    rating: float = FIRST_RATING
    experience: int = 0
    """The lengths of all matches played, added up."""

    won: int = 0
    lost: int = 0

    @property
    def provisional(self) -> bool:
        """Whether too little has been played for the rating to say much."""
        return self.experience < PROVISIONAL_UNTIL


@dataclass(frozen=True, slots=True)
class Step:
    """One match with the players' standings after it."""

    result: Result
    winner: Standing
    loser: Standing
    winner_gain: float
    loser_gain: float
    """Below 0."""


def upset_chance(difference: float, length: int) -> float:
    """Give the chance of the lower rated player to win a match.

    >>> round(upset_chance(200, 7), 4), upset_chance(0, 5)
    (0.3522, 0.5)

    Args:
        difference: By how much the other is rated higher, 0 or more.
        length: Points of the match.
    """
    return float(1 / (10 ** (difference * sqrt(length) / 2000) + 1))


def weight(experience: int) -> float:
    """Give how fast a player's rating moves.

    >>> weight(0), weight(150), weight(400), weight(9000)
    (5.0, 3.5, 1.0, 1.0)
    """
    return max(_SETTLED, _NEWCOMER - experience / _FALL_EACH)


def rate(results: Iterable[Result]) -> tuple[Step, ...]:
    """Rate players by their matches, oldest first.

    >>> step, = rate([Result(1, "Ada", "Bo", 1, None)])
    >>> step.winner.rating, step.loser.rating
    (1010.0, 990.0)
    """
    standings: dict[str, Standing] = {}
    steps = []
    for result in results:
        winner = standings.get(result.winner, Standing(result.winner))
        loser = standings.get(result.loser, Standing(result.loser))
        ahead = winner.rating - loser.rating
        upset = upset_chance(abs(ahead), result.length)
        chance_to_lose = upset if ahead >= 0 else 1 - upset
        stake = 4 * sqrt(result.length) * chance_to_lose
        gain, loss = stake * weight(winner.experience), stake * weight(loser.experience)
        winner = _after(winner, gain, result.length, won=1)
        loser = _after(loser, -loss, result.length, won=0)
        standings |= {winner.name: winner, loser.name: loser}
        steps.append(Step(result, winner, loser, gain, -loss))
    return tuple(steps)


def _after(standing: Standing, gain: float, length: int, won: int) -> Standing:
    return replace(
        standing,
        rating=standing.rating + gain,
        experience=standing.experience + length,
        won=standing.won + won,
        lost=standing.lost + 1 - won,
    )
