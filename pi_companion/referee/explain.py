"""One turn by itself: which play was made, whether it was legal, or that it cannot be told."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pi_companion.referee.look import look_at, pooled
from pi_companion.referee.rolls import die_chances, roll_chances
from pi_companion.referee.sighting import DieReading, Sighting
from pi_companion.referee.verdict import CERTAIN, CERTAIN_ILLEGAL
from pi_companion.referee.weigh import Kind, Outcome, Shown, illegal_outcomes, legal_outcomes
from pi_companion.rules import Breach, Play, Position, Roll, Side, judge

_MOST_CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class Legal:
    """A legal play was made, or the roll could not be played and nothing was moved."""

    roll: Roll
    play: Play | None
    """The play; None when the roll could not be played."""

    position: Position
    share: float
    """How much of the weight of all explanations agrees on the position, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """The board that came after follows from no roll that the dice can show."""

    roll: Roll
    position: Position
    """What stands on the board."""

    breaches: tuple[Breach, ...]
    explanation: str
    """One sentence for a person."""

    share: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """One explanation that is not excluded."""

    roll: Roll
    position: Position
    legal: bool
    share: float


@dataclass(frozen=True, slots=True)
class Undecided:
    """What was seen does not decide; never an accusation."""

    candidates: tuple[Candidate, ...]
    """The likeliest explanations, the likeliest first."""


Explanation = Legal | Illegal | Undecided


def explain(
    before: Position, side: Side, sightings: Sequence[Sighting], dice: Sequence[DieReading] = ()
) -> Explanation:
    """Explain what a side did with its roll.

    Every legal play of every roll is weighed against the evidence of all places and of the dice. An illegal position
    starts with a handicap, so it is named only where one misread place or die cannot make it legal.

    Args:
        before: Where the checkers stood when the turn began.
        side: Who played.
        sightings: The board after the play, one or more times.
        dice: The dice, where they were read earlier; otherwise those of the last sighting count.
    """
    looks = [look_at(sighting) for sighting in sightings]
    readings = dice or sightings[-1].dice
    chances = roll_chances([die_chances(die.log_likelihoods) for die in readings])
    shown = Shown.of([pooled(looks)], [0.0], math.inf)
    legal = legal_outcomes(before, side, chances, shown, (before,))
    outcomes = [*legal, *illegal_outcomes(before, side, chances, shown, (before,))]
    outcomes.sort(key=lambda outcome: -outcome.weight)
    weights = [math.exp(outcome.weight - outcomes[0].weight) for outcome in outcomes]
    total = sum(weights)
    best = outcomes[0]
    share = sum(weight for outcome, weight in zip(outcomes, weights, strict=True) if _agree(outcome, best)) / total
    if best.kind is Kind.ILLEGAL and share >= CERTAIN_ILLEGAL:
        ruling = judge(before, side, best.roll, best.position)
        return Illegal(best.roll, best.position, ruling.breaches, ruling.explanation, share)
    if best.kind is not Kind.ILLEGAL and share >= CERTAIN:
        return Legal(best.roll, best.play, best.position, share)
    likeliest = zip(outcomes[:_MOST_CANDIDATES], weights, strict=False)
    return Undecided(tuple(_candidate(outcome, weight / total) for outcome, weight in likeliest))


def _agree(first: Outcome, second: Outcome) -> bool:
    return first.position == second.position and (first.kind is Kind.ILLEGAL) == (second.kind is Kind.ILLEGAL)


def _candidate(outcome: Outcome, share: float) -> Candidate:
    return Candidate(outcome.roll, outcome.position, outcome.kind is not Kind.ILLEGAL, share)
