"""From an outcome that is certain enough to the events that say it."""

from collections.abc import Iterator, Sequence

from pi_companion.referee.course import Course, Phase
from pi_companion.referee.cube import CubeSeen
from pi_companion.referee.events import (
    AutomaticDouble,
    Corrected,
    Doubled,
    Dropped,
    GameOver,
    IllegalPlay,
    MatchOver,
    NoMove,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    Scored,
    Stood,
    TableEvent,
    Taken,
    Unclear,
)
from pi_companion.referee.weigh import Kind, Outcome
from pi_companion.referee.window import LyingDie
from pi_companion.rules import (
    HIGHEST_CUBE,
    Cube,
    GameResult,
    Play,
    Position,
    Roll,
    Side,
    WinKind,
    finished_game,
    judge,
    legal_plays,
    resigned_game,
    why_not_double,
)

_MIDDLE = 0.5

CUBE_TURNED = 4.0
"""Nats by which a turned cube must fit better than the cube as it was."""


def events_of(course: Course, outcome: Outcome, dice: Sequence[LyingDie] = ()) -> Iterator[TableEvent]:
    """Say what became of a turn, with the game's and the match's end where it brings them.

    Args:
        course: Where the match stands before the outcome.
        outcome: What became of the turn.
        dice: The dice of the turn, where they were seen; for the first turn they tell who threw which.
    """
    side, roll = outcome.side, outcome.roll
    match outcome.kind:
        case Kind.STOOD:
            yield Stood(side)
        case Kind.CORRECTED:
            yield Corrected(side, _written(outcome.play), outcome.position)
        case Kind.TIE:
            yield OpeningRoll(roll.a, roll.b)
            yield from _automatic_double(course)
            return
        case Kind.PLAY:
            yield from _rolled(course, side, roll, dice)
            yield Played(side, roll.dice, _written(outcome.play), outcome.position)
        case Kind.NO_MOVE:
            yield from _rolled(course, side, roll, dice)
            yield NoMove(side, roll.dice, outcome.position)
        case Kind.ILLEGAL:
            ruling = judge(course.position, side, roll, outcome.position)
            yield from _rolled(course, side, roll, dice)
            yield IllegalPlay(side, roll.dice, outcome.position, ruling.breaches, ruling.explanation)
            return
    yield from end_of_game(course, outcome.position)


def _written(play: Play | None) -> str:
    return "" if play is None else str(play)


def _rolled(course: Course, side: Side, roll: Roll, dice: Sequence[LyingDie]) -> Iterator[TableEvent]:
    """Name a turn's roll, unless it has been told already."""
    if course.phase is Phase.OPENING:
        yield _opening_roll(side, roll, dice)
    elif course.roll != roll:
        yield Rolled(side, roll.dice)


def _opening_roll(side: Side, roll: Roll, dice: Sequence[LyingDie]) -> OpeningRoll:
    """Tell who threw which die for the first turn.

    Each player throws into the half at his right hand, so a die in either half says whose is whose, even where the
    wrong player began. Otherwise the side that played threw the higher die.
    """
    high, low = roll.dice
    if len(dice) == len(roll.dice):
        right, left = sorted(dice, key=lambda die: -die.centre[0])
        if right.centre[0] > _MIDDLE > left.centre[0]:
            high_right = right.chances[high - 1] + left.chances[low - 1]
            low_right = right.chances[low - 1] + left.chances[high - 1]
            return OpeningRoll(high, low) if high_right >= low_right else OpeningRoll(low, high)
    return OpeningRoll(high, low) if side is Side.WHITE else OpeningRoll(low, high)


def end_of_game(course: Course, position: Position) -> Iterator[TableEvent]:
    """Say that the game is over, where the last checker has been borne off."""
    jacoby = course.jacoby and not course.score.length
    result = finished_game(position, course.cube, jacoby=jacoby)
    if result is not None:
        yield from _ended(course, result)


def _automatic_double(course: Course) -> Iterator[TableEvent]:
    """Turn the cube in the middle where equal opening dice do so by the terms."""
    value = course.cube.value * 2
    if not course.score.length and course.automatic_doubles < course.terms.automatic_doubles and value <= HIGHEST_CUBE:
        yield AutomaticDouble(value)


def dropped(course: Course) -> Iterator[TableEvent]:
    """Say that the double, or the beaver, that waits for an answer is dropped."""
    if course.offer is not None:
        yield Dropped(course.offer.by.opponent)
        yield from _ended(course, course.offer.dropped())
    elif course.beavered is not None:
        yield Dropped(course.beavered)
        yield from _ended(course, GameResult(course.beavered.opponent, course.cube.value // 2, WinKind.DROP))


def resigned(course: Course, side: Side, times: int) -> Iterator[TableEvent]:
    """Say that a side gives the game up."""
    result = resigned_game(side, times, course.cube)
    yield Resigned(side, times)
    yield from _ended(course, result)


def _ended(course: Course, result: GameResult) -> Iterator[TableEvent]:
    over = GameOver(result.winner, result.points, result.kind)
    score = course.after(over).score
    yield over
    yield Scored(score.white, score.black)
    if score.winner is not None:
        yield MatchOver(score.winner)


def cube_before(course: Course, side: Side, seen: CubeSeen) -> Iterator[TableEvent]:
    """Say what the cube shows to have happened before the side rolled: a double that was taken, or nothing."""
    if course.phase is Phase.OPENING:
        return
    if course.offer is not None:
        if course.offer.by is side:
            yield Taken(side.opponent)  # the doubler rolled, so the double was taken
        return
    if not seen.sightings:
        return
    owner = course.cube.owner
    if owner is not None and seen.lies_with(owner) and seen.face(owner) != course.cube.value:
        face = seen.face(owner)
        if seen.cost(course.cube.value, owner) - seen.cost(face, owner) >= CUBE_TURNED:
            yield Unclear(
                f"The cube on {owner.label}'s side shows {face}, but the game is played for {course.cube.value}."
            )
            return
    if course.cube.value >= HIGHEST_CUBE:
        return
    turned = Cube(course.cube.value * 2, side.opponent)
    gain = seen.cost(course.cube.value, course.cube.owner) - seen.cost(turned.value, turned.owner)
    if gain < CUBE_TURNED or not seen.lies_with(side.opponent):
        return
    reason = why_not_double(course.cube, side, course.score)
    if reason is not None:
        yield Unclear(f"The cube seems to have been turned to {turned.value}, but that cannot be: {reason}")
        return
    yield Doubled(side, turned.value)
    yield Taken(side.opponent)


def shows_offer(course: Course, seen: CubeSeen) -> bool:
    """Say whether the cube lies turned in the middle or before the opponent, as the side on roll may turn it now."""
    side, value = course.on_roll, course.cube.value
    if side is None or course.phase is not Phase.PLAYING or course.offer is not None or not seen.sightings:
        return False
    if why_not_double(course.cube, side, course.score, course.roll) is not None:
        return False
    shown = min(seen.cost(2 * value, side.opponent), seen.cost(2 * value, None))
    return seen.cost(value, course.cube.owner) - shown >= CUBE_TURNED


def corrections(course: Course) -> list[Outcome]:
    """List the legal plays by which an illegal play that is in dispute may be put right."""
    dispute = course.dispute
    if dispute is None:
        return []
    side, roll = dispute.side, dispute.roll
    plays = legal_plays(dispute.before, side, roll)
    if not plays:
        return [Outcome(0.0, Kind.CORRECTED, side, roll, dispute.before)]
    return [Outcome(0.0, Kind.CORRECTED, side, roll, play.result, play) for play in plays]
