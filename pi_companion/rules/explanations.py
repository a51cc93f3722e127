"""One sentence for a beginner about a rule that was broken."""

from collections.abc import Sequence
from dataclasses import dataclass

from pi_companion.rules.breach import Breach
from pi_companion.rules.moves import Move, write_moves
from pi_companion.rules.outcomes import BLOCK
from pi_companion.rules.position import BAR, CHECKERS, HOME, OFF
from pi_companion.rules.side import Side
from pi_companion.rules.stories import Case, Fault, Step, Story

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


@dataclass(frozen=True, slots=True)
class Telling:
    """What an explanation can speak of."""

    side: Side
    case: Case
    story: Story
    example: str
    """A legal play of the roll as players write it; empty where there is none."""

    @property
    def name(self) -> str:
        """The side that played."""
        return self.side.label

    @property
    def rival(self) -> str:
        """The other side."""
        return self.side.opponent.label

    def point(self, place: int) -> str:
        """Name a place from the side of the player who moved."""
        return "the bar" if place == BAR else f"{self.name}'s {place}-point"

    def made(self) -> str:
        """Write the moves of the story."""
        return write_moves(Move(step.start, step.end) for step in self.story.steps)


def explain_fault(telling: Telling, fault: Fault) -> str:
    """Say in one sentence what was wrong, with points and dice."""
    match fault.breach:
        case Breach.MUST_PLAY_BOTH | Breach.MUST_PLAY_LARGER | Breach.DOUBLES_INCOMPLETE | Breach.NO_MOVE_MADE:
            return _too_little(telling, fault)
        case Breach.HIT_CHECKER_NOT_ON_BAR | Breach.OPPONENT_CHECKER_MOVED | Breach.CHECKER_COUNT_WRONG:
            return _wrong_at_the_end(telling, fault)
        case Breach.TOO_MANY_MOVES:
            return _too_much(telling)
        case _:
            return _wrong_move(telling, fault, fault.step or telling.story.steps[0])


def _too_much(telling: Telling) -> str:
    roll, made = telling.case.roll, len(telling.story.steps)
    count = _NUMBERS[made] if made < len(_NUMBERS) else str(made)
    return f"{telling.name} made {count} moves ({telling.made()}), but {roll} allows only {_NUMBERS[len(roll.steps)]}."


def _wrong_move(telling: Telling, fault: Fault, step: Step) -> str:
    name, move = telling.name, str(Move(step.start, step.end))
    match fault.breach:
        case Breach.BAR_NOT_ENTERED:
            return _bar_not_entered(telling, fault, move)
        case Breach.POINT_BLOCKED:
            return _blocked(telling, step, move)
        case Breach.BEAR_OFF_TOO_EARLY:
            outside = next(place for place in range(BAR, HOME.stop - 1, -1) if fault.own[place])
            return (
                f"{name} could not bear off {move} while a checker was still outside the home board, "
                f"on {telling.point(outside)}."
            )
        case Breach.BEAR_OFF_EXACT_REQUIRED:
            higher = next(place for place in range(HOME.stop, OFF, -1) if fault.own[place])
            return (
                f"{name} could not bear off {move} with the {step.die} while a checker stood on a higher point, "
                f"{telling.point(higher)}."
            )
        case Breach.MOVED_BACKWARDS:
            return _backwards(telling, step)
        case _:
            return _wrong_distance(telling, step, move)


def _backwards(telling: Telling, step: Step) -> str:
    name = telling.name
    if step.start == OFF:
        return f"{name} put a checker that was already off back on {telling.point(step.end)}, which is never allowed."
    return (
        f"{name} moved a checker backwards from {telling.point(step.start)} to {telling.point(step.end)}; "
        f"{name}'s checkers only move from higher points to lower ones."
    )


def _bar_not_entered(telling: Telling, fault: Fault, move: str) -> str:
    name, waiting = telling.name, fault.own[BAR]
    bar = "a checker on the bar" if waiting == 1 else f"{waiting} checkers on the bar"
    dice = sorted({die for die in fault.dice_left if fault.other[die] < BLOCK}, reverse=True)
    if not dice:
        return f"{name} had {bar} that could not enter with {telling.case.roll}, so {move} was not allowed."
    with_dice = " or ".join(f"the {die}" for die in dice)
    return (
        f"{name} had {bar} and had to enter {'it' if waiting == 1 else 'them'} with {with_dice} before moving {move}."
    )


def _blocked(telling: Telling, step: Step, move: str) -> str:
    name, rival = telling.name, telling.rival
    start = next(
        (each.start for each in telling.story.steps if each.end == step.start and each is not step), step.start
    )
    onward = next((each.end for each in telling.story.steps if each.start == step.end and each is not step), step.end)
    whole = {start, onward} != {step.start, step.end}
    dice = {each.die for each in telling.story.steps}
    stops = sorted({step.end, *(start - die for die in dice if die and whole)}, reverse=True)
    held = [place for place in stops if place > onward and telling.case.other[BAR - place] >= BLOCK]
    if whole and len(held) > 1:
        points = " and ".join(telling.point(place) for place in held)
        return (
            f"{name} could not move {Move(start, onward)} with {telling.case.roll}, because {rival} holds {points}, "
            f"where the checker would have to stop on the way."
        )
    return f"{name} could not move {move} with the {step.die}, because {rival} holds {telling.point(step.end)}."


def _wrong_distance(telling: Telling, step: Step, move: str) -> str:
    name, roll = telling.name, telling.case.roll
    if step.die is None:
        pips = step.start - step.end
        points = "one point" if pips == 1 else f"{pips} points"
        return f"{name} moved {move}, which is {points}, but that cannot be made with {roll}."
    same = [str(Move(each.start, each.end)) for each in telling.story.steps if each.die == step.die]
    return f"{name} played {' and '.join(same)} with a {step.die} each, but {roll} has only one {step.die}."


def _too_little(telling: Telling, fault: Fault) -> str:
    name, roll, example = telling.name, telling.case.roll, telling.example
    high, low = roll.dice
    steps = telling.story.steps
    match fault.breach:
        case Breach.NO_MOVE_MADE:
            return f"{name} made no move, but {roll} can be played, for example {example}."
        case Breach.DOUBLES_INCOMPLETE:
            made, must = _NUMBERS[len(steps)], _NUMBERS[telling.case.must_play]
            return (
                f"{name} played {made} of the four {high}s ({telling.made()}), but {must} can be played, "
                f"for example {example}."
            )
        case Breach.MUST_PLAY_LARGER:
            return (
                f"{name} can play either the {high} or the {low} but not both, and then the larger counts: "
                f"{example} with the {high}, not {telling.made()} with the {low}."
            )
        case _:
            played = steps[0].die
            left = low if played == high else high
            return (
                f"{name} played {telling.made()} with the {played} and left the {left} unplayed, but both dice "
                f"can be played, for example {example}."
            )


def _wrong_at_the_end(telling: Telling, fault: Fault) -> str:
    name, rival, case = telling.name, telling.rival, telling.case
    if fault.breach is Breach.CHECKER_COUNT_WRONG:
        who, total = (name, sum(fault.own)) if sum(fault.own) != CHECKERS else (rival, sum(fault.other))
        what = "too few: one is missing" if total == CHECKERS - 1 else "too few" if total < CHECKERS else "too many"
        return f"{who} has {total} checkers after the play, {what}; each side has {CHECKERS}, counting those off."
    changed = [place for place in range(BAR + 1) if case.other_after[place] != fault.other[place]]
    if fault.breach is Breach.HIT_CHECKER_NOT_ON_BAR:
        hit = [
            BAR - step.end for step in telling.story.steps if OFF < step.end < BAR and case.other[BAR - step.end] == 1
        ]
        where = next((place for place in hit if place in changed), hit[0])
        return f"{name} hit {rival}'s checker on {telling.point(BAR - where)}, so it had to be put on the bar."
    places = " and ".join(_change(telling, fault.other, place) for place in changed[:2])
    return f"{name} was to move, but {rival}'s checkers were moved too: {rival} has {places}."


def _change(telling: Telling, expected: Sequence[int], place: int) -> str:
    where = {OFF: "off", BAR: "on the bar"}.get(place, f"on {telling.point(BAR - place)}")
    return f"{telling.case.other_after[place]} {where} instead of {expected[place]}"
