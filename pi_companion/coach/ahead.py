"""One thing to think about before the roll, counted on the board, for the side whose turn it is."""

from pi_companion.coach.chances import ROLLS
from pi_companion.coach.features import Features, contact, features
from pi_companion.coach.words import counted, rolls_that
from pi_companion.rules import BAR, Position, Side
from pi_companion.rules.position import HOME

PIPS_OF_A_ROLL = 49 / 6
"""What a roll moves on average: two dice of 3 1/2, and doubles twice."""

_CLOSED = len(HOME)

_FAR_AHEAD = 3
"""Rolls by which a race is hardly open any more."""


def ahead(position: Position, side: Side) -> str:
    """Give one thing to think about before the roll, to the side whose turn it is.

    >>> ahead(Position.start(), Side.WHITE)
    'No roll of White can hit, and none of Black. Which point would White like to make next?'

    Raises:
        InputError: A side has more or fewer than fifteen checkers.
    """
    own, other = features(position, side), features(position, side.opponent)
    name, rival = side.label, side.opponent.label
    if own.on_bar:
        return _from_the_bar(own, other)
    if not contact(position):
        return _racing(own, other)
    if other.any_shot:
        rolls = rolls_that(other.any_shot, "lets", "let").capitalize()
        return f"{rolls} {name} hit {rival}. What would {name} do with the rest of such a roll?"
    if other.on_bar and len(own.home) == _CLOSED:
        return (
            f"{rival} cannot move while all of {name}'s home board is made. What can {name} do before it has to open?"
        )
    if own.any_shot:
        blots = "its blot" if len(own.blots) == 1 else "its blots"
        rolls = rolls_that(own.any_shot, "would let", "would let").capitalize()
        return f"{rolls} {rival} hit {name}. How can {name} make {blots} safe?"
    return _without_a_shot(position, own, other)


def _from_the_bar(own: Features, other: Features) -> str:
    name, rival = own.side.label, other.side.label
    if not own.entering:
        return f"{name} cannot enter until {rival} opens a point. Which one will {rival} have to open first?"
    rolls = rolls_that(own.entering, "brings", "bring").capitalize()
    free = [BAR - point for point in HOME if point not in other.home]
    if own.on_bar > 1:
        waiting = "both" if own.on_bar == 2 else f"all {own.on_bar}"  # noqa: PLR2004
        return f"{rolls} a checker of {name}'s in from the bar; {waiting} must be in before another one may move."
    if len(free) == 1:
        return f"{rolls} {name} in from the bar, all on its {free[0]}-point. What would {name} play with the other die?"
    return f"{rolls} {name} in from the bar. On which point would {name} rather enter?"


def _without_a_shot(position: Position, own: Features, other: Features) -> str:
    name, rival = own.side.label, other.side.label
    if other.prime is not None and other.prime.trapped:
        behind = counted(other.prime.trapped, "checker")
        return f"{name} has {behind} behind {rival}'s {other.prime.length} points in a row. How can they get past?"
    if own.prime is not None and own.prime.trapped:
        behind = counted(own.prime.trapped, "checker")
        row = f"{name}'s {own.prime.length} points in a row"
        return f"{row} stand in the way of {behind} of {rival}'s. How long can {name} keep them?"
    if not own.back and not any(position.counts(own.side)[HOME.stop :]):
        return f"{name} bears off past {rival}'s checkers. Which rolls would leave a blot?"
    return f"No roll of {name} can hit, and none of {rival}. Which point would {name} like to make next?"


def _racing(own: Features, other: Features) -> str:
    name = own.side.label
    if own.finishing:
        rolls = rolls_that(own.finishing, "bears", "bear").capitalize()
        missed = "" if own.finishing == ROLLS else " Which rolls do not?"
        return f"{rolls} off all that {name} has left.{missed}"
    ahead_of = other.pips - own.pips
    if not ahead_of:
        return f"The race is even at {counted(own.pips, 'pip')}. {name} has the turn: how much is that worth?"
    leader, trailer, pips = (own, other, ahead_of) if ahead_of > 0 else (other, own, -ahead_of)
    rolls_ahead = int(pips / PIPS_OF_A_ROLL)
    if rolls_ahead >= _FAR_AHEAD:
        lead = f"{leader.side.label} leads the race by {pips} pips, as much as {rolls_ahead} rolls bring on average."
        if trailer.off:
            return f"{lead} What could still go wrong?"
        return f"{lead} Will {trailer.side.label} bear off a checker in time to save the gammon?"
    share = 100 * pips / leader.pips
    return (
        f"{leader.side.label} leads the race by {counted(pips, 'pip')}, {share:.0f} % of its own {leader.pips}. "
        "A roll brings 8 pips on average: how safe is that lead?"
    )
