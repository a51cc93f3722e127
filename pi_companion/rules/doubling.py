"""Doubling: who may double, and what a take or a drop means."""

from dataclasses import dataclass

from pi_companion.errors import InputError
from pi_companion.rules.cube import HIGHEST_CUBE, Cube
from pi_companion.rules.match import MatchScore
from pi_companion.rules.scoring import GameResult, WinKind
from pi_companion.rules.side import Roll, Side


def why_not_double(cube: Cube, side: Side, score: MatchScore, roll: Roll | None = None) -> str | None:
    """Say in one sentence why the side whose turn it is may not double now; None when it may.

    >>> why_not_double(Cube(4, Side.WHITE), Side.WHITE, MatchScore(7, white=3))
    'White may not double, because the cube is dead: winning this game at 4 is already enough for the match.'

    Args:
        cube: The cube as it lies.
        side: The side that would double; it must be its turn.
        score: The score before this game.
        roll: What the side has rolled in this turn, if anything.
    """
    if score.crawford:
        return "There is no doubling in the Crawford game."
    if cube.owner is side.opponent:
        return f"{side.label} may not double, because {side.opponent.label} owns the cube."
    if roll is not None:
        return f"{side.label} has already rolled {roll}; doubling comes before the roll."
    if cube.value >= HIGHEST_CUBE:
        return f"The cube is at {cube.value} and goes no higher."
    if score.length and score.points(side) + cube.value >= score.length:
        return (
            f"{side.label} may not double, because the cube is dead: winning this game at {cube.value} "
            f"is already enough for the match."
        )
    return None


def can_double(cube: Cube, side: Side, score: MatchScore, roll: Roll | None = None) -> bool:
    """Tell whether the side whose turn it is may double now; `why_not_double` says why not."""
    return why_not_double(cube, side, score, roll) is None


@dataclass(frozen=True, slots=True)
class Offer:
    """A double that the other side has to answer."""

    cube: Cube
    """The cube before the double."""

    by: Side
    """The side that doubled."""

    @property
    def value(self) -> int:
        """What the game is played for if the double is taken."""
        return self.cube.value * 2

    def __post_init__(self) -> None:
        """Refuse a double by a side that does not have the cube."""
        if self.cube.owner is self.by.opponent:
            owner = self.by.opponent.label
            message = f"only the cube's owner may double, but {self.by.label} came; let {owner} double"
            raise InputError(message)

    def taken(self) -> Cube:
        """Take: play on at twice the value, with the taker owning the cube.

        >>> Offer(Cube(), Side.WHITE).taken()
        Cube(value=2, owner=<Side.BLACK: 'black'>)
        """
        return Cube(self.value, self.by.opponent)

    def dropped(self) -> GameResult:
        """Drop: the doubler wins what the cube showed before.

        >>> Offer(Cube(2, Side.BLACK), Side.BLACK).dropped().points
        2
        """
        return GameResult(self.by, self.cube.value, WinKind.DROP)

    def why_not_beaver(self, score: MatchScore) -> str | None:
        """Say why the other side may not double back at once and keep the cube; None when it may (money play)."""
        if score.length:
            return "There are no beavers in a match: a double is taken or dropped."
        if self.value >= HIGHEST_CUBE:
            return f"The cube would be at {self.value} and goes no higher."
        return None

    def beavered(self, score: MatchScore) -> Cube:
        """Beaver: take, double again at once, and keep the cube.

        Raises:
            InputError: It is a match, or the cube goes no higher.
        """
        if reason := self.why_not_beaver(score):
            message = f"{reason} Take or drop instead."
            raise InputError(message)
        return Cube(self.value * 2, self.by.opponent)
