"""What most likely happened when a play that is not legal was made.

Only the board after the play is known. A story says which checker went where with which die; every rule that it
breaks has a weight, and the story with the least weight is the nearest one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, permutations, product

from pi_companion.rules.breach import Breach
from pi_companion.rules.position import BAR, CHECKERS, HOME, OFF
from pi_companion.rules.side import Roll

_WEIGHTS = {
    Breach.MUST_PLAY_LARGER: 3,
    Breach.MUST_PLAY_BOTH: 3,
    Breach.DOUBLES_INCOMPLETE: 3,
    Breach.HIT_CHECKER_NOT_ON_BAR: 3,
    Breach.BAR_NOT_ENTERED: 4,
    Breach.BEAR_OFF_TOO_EARLY: 4,
    Breach.BEAR_OFF_EXACT_REQUIRED: 4,
    Breach.POINT_BLOCKED: 5,
    Breach.TOO_MANY_MOVES: 11,
    Breach.OPPONENT_CHECKER_MOVED: 6,
    Breach.WRONG_DISTANCE: 10,
    Breach.MOVED_BACKWARDS: 10,
    Breach.CHECKER_COUNT_WRONG: 12,
    Breach.NO_MOVE_MADE: 12,
}

_ROUNDABOUT = 4
"""Weight of two moves to bear off a checker that one die takes off: few people play so."""

_MOST_PAIRED = 5
"""With more checkers out of place than this, which went where is not worth trying out."""

_MOST_STORIES = 200

Way = tuple[int, int]
"""Where a checker was before the play and where it is after it, in the mover's numbering."""


@dataclass(frozen=True, slots=True)
class Step:
    """One checker moved by one die, or by no die that fits."""

    start: int
    end: int
    die: int | None


@dataclass(frozen=True, slots=True)
class Fault:
    """One rule that a story breaks, and when."""

    breach: Breach
    step: Step | None = None
    """The move that broke it; None where it is the play as a whole."""

    own: tuple[int, ...] = ()
    """The mover's counts just before that move, or after the whole play."""

    other: tuple[int, ...] = ()
    """The opponent's counts just before that move, or as they should be after the whole play."""

    dice_left: tuple[int, ...] = ()
    """The dice not yet played just before that move."""


@dataclass(frozen=True, slots=True)
class Story:
    """A way in which the play may have been made."""

    steps: tuple[Step, ...]
    faults: tuple[Fault, ...]

    @property
    def weight(self) -> int:
        """How far the story is from a legal play."""
        roundabout = sum(
            last.end == OFF and first.end == last.start and first.start <= max(first.die or 0, last.die or 0)
            for first, last in pairwise(self.steps)
        )
        return sum(_WEIGHTS[fault.breach] for fault in self.faults) + roundabout * _ROUNDABOUT


@dataclass(frozen=True, slots=True)
class Case:
    """What is known of a play that is not legal; counts as `Position` has them, the mover's and the opponent's."""

    own: tuple[int, ...]
    other: tuple[int, ...]
    roll: Roll
    own_after: tuple[int, ...]
    other_after: tuple[int, ...]
    must_play: int
    """How many dice a legal play uses."""

    must_use: tuple[int, ...]
    """The dice with which a legal play may be begun."""


def nearest_story(case: Case) -> Story:
    """Find the story that breaks the rules least; of equal ones the first found."""
    sides = ((case.own_after, case.own), (case.other_after, case.other))
    if sum(case.own_after) != CHECKERS:
        return Story((), (Fault(Breach.CHECKER_COUNT_WRONG, own=case.own_after, other=case.other_after),))
    if all(after == before for after, before in sides):
        return Story((), (Fault(Breach.NO_MOVE_MADE),))
    if case.own_after == case.own:
        faults = [*_opponent_faults(case, case.other, 0)]
        if case.must_play:
            faults.append(Fault(Breach.NO_MOVE_MADE))
        return Story((), tuple(faults))
    stories = (_told(case, steps) for steps in islice(_step_lists(case), _MOST_STORIES))
    return min(stories, key=lambda story: story.weight)


def _step_lists(case: Case) -> Iterator[tuple[Step, ...]]:
    """Give the ways in which the mover's checkers can have come to where they are now."""
    for ways in _pairings(case.own, case.own_after):
        options = [_ways_with_dice(start, end, case.roll) for start, end in ways]
        for choice in product(*options):
            steps = [step for way in choice for step in way]
            ordered = tuple(sorted(steps, key=lambda step: -step.start))
            yield ordered
            if len(steps) == 2 and steps[0].end != steps[1].start:  # noqa: PLR2004 with two dice either may be first
                yield ordered[::-1]


def _pairings(own: Sequence[int], own_after: Sequence[int]) -> Iterable[tuple[Way, ...]]:
    """Pair the places that checkers left with the places that they came to, in every way that differs."""
    left = [place for place in range(BAR, -1, -1) for _ in range(own[place] - own_after[place])]
    come = [place for place in range(BAR, -1, -1) for _ in range(own_after[place] - own[place])]
    if len(left) > _MOST_PAIRED:
        return [tuple(zip(left, come, strict=True))]
    return dict.fromkeys(tuple(sorted(zip(left, order, strict=True))) for order in permutations(come))


def _ways_with_dice(start: int, end: int, roll: Roll) -> list[tuple[Step, ...]]:
    """Split a checker's way into moves of the dice; one move of no die where no single die fits."""
    if roll.is_double:
        orders: list[tuple[int, ...]] = [(roll.a,) * count for count in range(1, 7)]
    else:
        high, low = roll.dice
        orders = [(high,), (low,), (high, low), (low, high)]
    found = [steps for dice in orders if (steps := _walk(start, end, dice))]
    if roll.is_double and found:
        return found
    if all(len(steps) > 1 for steps in found):  # where the other die went elsewhere, this may be a miscount
        found.append((Step(start, end, None),))
    return found


def _walk(start: int, end: int, dice: tuple[int, ...]) -> tuple[Step, ...]:
    """Move a checker by each die in turn; nothing when that does not bring it from `start` to `end`."""
    steps = []
    place = start
    for die in dice:
        if place == OFF:
            return ()
        steps.append(Step(place, max(OFF, place - die), die))
        place = max(OFF, place - die)
    return tuple(steps) if place == end else ()


def _told(case: Case, steps: tuple[Step, ...]) -> Story:
    """Go through a story move by move and note the rules that it breaks."""
    own, other = list(case.own), list(case.other)
    dice_left = list(case.roll.steps)
    faults: list[Fault] = []
    hits = 0
    too_many = len(steps) > len(dice_left)
    for step in steps:
        breach = _breach_of(step, own, other)
        if breach is None and step.die not in dice_left and not too_many:
            breach = Breach.WRONG_DISTANCE
        if breach is not None:
            faults.append(Fault(breach, step, tuple(own), tuple(other), tuple(dice_left)))
        if step.die in dice_left:
            dice_left.remove(step.die)
        own[step.start] -= 1
        own[step.end] += 1
        if step.end not in (OFF, BAR) and other[BAR - step.end] == 1:
            other[BAR - step.end] = 0
            other[BAR] += 1
            hits += 1
    faults += _count_faults(case, steps, faults)
    faults += _opponent_faults(case, tuple(other), hits)
    return Story(steps, tuple(faults))


def _breach_of(step: Step, own: Sequence[int], other: Sequence[int]) -> Breach | None:
    """Name the rule that a single move breaks, if any."""
    breach = None
    if step.end > step.start or step.start == OFF:
        breach = Breach.MOVED_BACKWARDS
    elif step.die is None:
        breach = Breach.WRONG_DISTANCE
    elif own[BAR] and step.start != BAR:
        breach = Breach.BAR_NOT_ENTERED
    elif step.end == OFF:
        if any(own[HOME.stop :]):
            breach = Breach.BEAR_OFF_TOO_EARLY
        elif step.die > step.start and any(own[step.start + 1 :]):
            breach = Breach.BEAR_OFF_EXACT_REQUIRED
    elif other[BAR - step.end] > 1:
        breach = Breach.POINT_BLOCKED
    return breach


def _count_faults(case: Case, steps: tuple[Step, ...], faults: list[Fault]) -> list[Fault]:
    """Note when more or fewer dice were played than the roll has or the rules demand."""
    allowed = len(case.roll.steps)
    own = case.own_after
    if len(steps) > allowed:
        return [Fault(Breach.TOO_MANY_MOVES, own=own)]
    if any(fault.breach in (Breach.WRONG_DISTANCE, Breach.MOVED_BACKWARDS) for fault in faults):
        return []  # how many dice such a move used up, nobody can say
    if len(steps) < case.must_play:
        return [Fault(Breach.DOUBLES_INCOMPLETE if case.roll.is_double else Breach.MUST_PLAY_BOTH, own=own)]
    if len(steps) == 1 and steps[0].die not in case.must_use and not faults:
        return [Fault(Breach.MUST_PLAY_LARGER, steps[0], own)]
    return []


def _opponent_faults(case: Case, expected: tuple[int, ...], hits: int) -> list[Fault]:
    """Compare the opponent's checkers with where the story leaves them."""
    actual = case.other_after
    if actual == expected:
        return []
    faults = []
    excess = Counter(
        {place: actual[place] - expected[place] for place in range(BAR) if actual[place] > expected[place]}
    )
    lacking = Counter(
        {place: expected[place] - actual[place] for place in range(BAR) if expected[place] > actual[place]}
    )
    not_on_bar = min(hits, max(0, expected[BAR] - actual[BAR]))
    if not_on_bar:
        faults.append(Fault(Breach.HIT_CHECKER_NOT_ON_BAR, own=case.own_after, other=expected))
    missing = CHECKERS - sum(actual)
    if excess.total() > not_on_bar or lacking or actual[BAR] > expected[BAR]:
        faults.append(Fault(Breach.OPPONENT_CHECKER_MOVED, own=case.own_after, other=expected))
    if missing and not 0 < missing <= not_on_bar:
        faults = [fault for fault in faults if fault.breach is not Breach.OPPONENT_CHECKER_MOVED]
        faults.append(Fault(Breach.CHECKER_COUNT_WRONG, own=case.own_after, other=actual))
    return faults
