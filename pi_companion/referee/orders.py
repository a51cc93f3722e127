"""What an order comes to: the events that carry it out, or a refusal that says why it cannot be."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, assert_never

from pi_companion.errors import InputError
from pi_companion.referee import telling
from pi_companion.referee.course import Course, Phase, course_of
from pi_companion.referee.events import (
    Amended,
    Beavered,
    Corrected,
    CubeSet,
    Doubled,
    Dropped,
    GameStarted,
    IllegalPlay,
    NoMove,
    OpeningRoll,
    Person,
    Played,
    Redone,
    ResignOffered,
    ResignRefused,
    Rolled,
    RollVoided,
    ScoreSet,
    Stood,
    TableEvent,
    Taken,
    TermsAgreed,
    TurnSet,
    Undone,
)
from pi_companion.referee.history import Act, History
from pi_companion.referee.inputs import (
    Adopted,
    Answer,
    BeaverMade,
    ClockGoesOn,
    ClockHeld,
    Condoned,
    CubeAnswerReplaced,
    CubeDropped,
    CubeOffered,
    CubePutRight,
    CubeTaken,
    GaveUp,
    Order,
    PlayReplaced,
    Redo,
    ResignationAnswered,
    ResignationOffered,
    RollCalledOff,
    RollReplaced,
    ScorePutRight,
    SeenAdopted,
    TermsChanged,
    TurnEnded,
    TurnPutRight,
    Undo,
)
from pi_companion.referee.terms import EarlyRoll, IllegalPlays
from pi_companion.rules import (
    CHECKERS,
    HIGHEST_CUBE,
    Cube,
    MatchScore,
    Position,
    Roll,
    Side,
    judge,
    legal_plays,
    parse_play,
    why_not_double,
)

MOST_TURNS_BACK = 20
_TIMES = range(1, 4)

Events = tuple[TableEvent, ...]

Value = TypeVar("Value")


class OrderRefusedError(Exception):
    """An order cannot be carried out; the message says why in one sentence. It never leaves the referee."""


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """What an order is judged by."""

    course: Course
    history: History
    seen: Position | None
    """What the camera sees on the board; None where it saw nothing lately."""


def carried_out(standing: Standing, order: Order) -> Events:  # noqa: PLR0911, PLR0912 -- one flat case an order
    """Give the events that carry an order out; none where it changes nothing.

    Orders that concern what was seen or the clock (the end of a turn, a pause) are the tracker's.

    Raises:
        OrderRefusedError: It cannot be.
    """
    course = standing.course
    match order:
        case CubeOffered() | CubeTaken() | CubeDropped() | BeaverMade() | CubeAnswerReplaced() | CubePutRight():
            return _with_cube(standing, order)
        case ResignationOffered() | ResignationAnswered() | GaveUp():
            return _resigning(course, order)
        case Undo(count=count):
            _wanted(1 <= count <= standing.history.undoable, f"There is nothing so far back to undo: {count} is more.")
            return (Undone(count),)
        case Redo(count=count):
            _wanted(1 <= count <= standing.history.redoable, "There is nothing that was undone to bring back.")
            return (Redone(count),)
        case RollReplaced() | PlayReplaced() | RollCalledOff() | Condoned():
            return _with_turn(standing, order)
        case ScorePutRight():
            return (_score_set(course, order),)
        case TurnPutRight(side=side):
            _wanted(course.phase is Phase.PLAYING, "Whose turn it is can be said only in the middle of a game.")
            _wanted(course.offer is None, "A double waits for an answer first.")
            return () if side is course.on_roll else (TurnSet(side),)
        case Adopted(position=position, on_roll=on_roll):
            return _adopted(course, position, on_roll)
        case SeenAdopted(on_roll=on_roll):
            if standing.seen is None:
                raise OrderRefusedError("The camera has not seen the board since, so there is nothing to adopt.")
            return _adopted(course, standing.seen, on_roll)
        case TermsChanged(terms=terms):
            return () if terms == course.terms else (TermsAgreed(terms),)
        case TurnEnded() | ClockHeld() | ClockGoesOn():
            return ()
        case _:
            assert_never(order)


def require_right(course: Course, by: Person, order: Order) -> None:
    """Make sure that a player speaks for himself and when it is his to say; a director speaks for everybody.

    Raises:
        OrderRefusedError: He does not.
    """
    side = _PLAYERS.get(by)
    if side is None:
        return
    match order:
        case CubeOffered(side=spoken) | ResignationOffered(side=spoken) | GaveUp(side=spoken):
            _wanted(spoken is side, f"{side.label} cannot say that for {spoken.label}.")
        case CubeTaken() | CubeDropped() | ResignationAnswered():
            _wanted(course.deciding is side, f"It is not {side.label}'s to answer.")
        case BeaverMade():
            answering = course.beavered if course.offer is None else course.offer.by.opponent
            _wanted(answering is side, f"It is not {side.label}'s to answer.")
        case Condoned():
            _wanted(
                course.dispute is None or course.dispute.side is side.opponent,
                "Only the opponent can let a play stand.",
            )
        case _:
            pass


_PLAYERS = {Person.WHITE: Side.WHITE, Person.BLACK: Side.BLACK}


def _wanted(condition: bool, otherwise: str) -> None:  # noqa: FBT001 - it is what is asserted
    if not condition:
        raise OrderRefusedError(otherwise)


def _with_cube(
    standing: Standing,
    order: CubeOffered | CubeTaken | CubeDropped | BeaverMade | CubeAnswerReplaced | CubePutRight,
) -> Events:
    course = standing.course
    match order:
        case CubeOffered(side=side):
            return _offered(course, side)
        case CubeTaken():
            return () if course.offer is None else (Taken(course.offer.by.opponent),)
        case CubeDropped():
            return tuple(telling.dropped(course))
        case BeaverMade():
            return (_beaver(course),)
        case CubeAnswerReplaced(answer=answer):
            return _other_answer(standing, answer)
        case CubePutRight(value=value, owner=owner):
            _wanted(course.phase in (Phase.OPENING, Phase.PLAYING), "No game is being played.")
            _wanted(1 <= value <= HIGHEST_CUBE, f"A cube shows 1 to {HIGHEST_CUBE}, not {value}.")
            _checked(lambda: Cube(value, owner))
            return (CubeSet(value, owner),)


def _offered(course: Course, side: Side) -> Events:
    _wanted(
        course.phase is Phase.PLAYING and course.offer is None and side is course.on_roll and course.resigning is None,
        f"{side.label} offered a double, but it is not {side.label}'s turn to do so.",
    )
    reason = why_not_double(course.cube, side, course.score, course.roll)
    _wanted(reason is None, f"{side.label} offered a double, but that cannot be: {reason}")
    stood = () if course.dispute is None else (Stood(course.dispute.side),)
    return (*stood, Doubled(side, course.cube.value * 2))


def _beaver(course: Course) -> Beavered:
    """Double back after a double, or after a beaver."""
    if course.offer is not None:
        _wanted(course.terms.beavers, "No beavers were agreed on; the double is taken or dropped.")
        reason = course.offer.why_not_beaver(course.score)
        _wanted(reason is None, str(reason))
        return Beavered(course.offer.by.opponent, course.offer.value * 2)
    if course.beavered is None:
        raise OrderRefusedError("There is no double to answer.")
    _wanted(course.terms.raccoons, "No raccoons were agreed on; the beaver is taken or dropped.")
    _wanted(course.cube.value < HIGHEST_CUBE, f"The cube is at {course.cube.value} and goes no higher.")
    return Beavered(course.beavered, course.cube.value * 2)


def _other_answer(standing: Standing, answer: Answer) -> Events:
    """Put the other answer in the place of the last one, which must be the last act."""
    act = standing.history.last
    wrong = Taken if answer is Answer.NO else Dropped
    _wanted(
        act is not None and isinstance(act.events[0], wrong),
        "The answer to a double can be replaced while nothing came after it; undo what did first.",
    )
    before = course_of(_before(standing.history, 1))
    if before.offer is None:
        raise OrderRefusedError("There was no double to answer.")
    answered: Events = (Taken(before.offer.by.opponent),) if answer is Answer.YES else tuple(telling.dropped(before))
    return (Amended(1, answered),)


def _resigning(course: Course, order: ResignationOffered | ResignationAnswered | GaveUp) -> Events:
    playing = course.phase in (Phase.OPENING, Phase.PLAYING)
    match order:
        case ResignationOffered(side=side, times=times):
            _wanted(playing, "No game is being played that could be given up.")
            _wanted(times in _TIMES, f"A game is given up for 1, 2 or 3 times the cube, not {times}.")
            _wanted(course.resigning is None, "An offer to give up waits for its answer already.")
            return (ResignOffered(side, times),)
        case ResignationAnswered(answer=answer):
            if course.resigning is None:
                raise OrderRefusedError("Nobody has offered to give up.")
            offer = course.resigning
            if answer is Answer.NO:
                return (ResignRefused(offer.side.opponent),)
            return tuple(telling.resigned(course, offer.side, offer.times))
        case GaveUp(side=side, times=times):
            _wanted(course.phase is not Phase.MATCH_OVER, "The match is over; no game is being played.")
            _wanted(playing, "No game is being played that could be given up.")
            _wanted(times in _TIMES, f"A game is given up for 1, 2 or 3 times the cube, not {times}.")
            return tuple(telling.resigned(course, side, times))


def _with_turn(standing: Standing, order: RollReplaced | PlayReplaced | RollCalledOff | Condoned) -> Events:
    course = standing.course
    match order:
        case RollReplaced(dice=dice, turns_back=turns_back):
            return _other_roll(standing, dice, turns_back)
        case PlayReplaced(play=play):
            return _other_play(standing, play)
        case RollCalledOff():
            if course.roll is None or course.on_roll is None:
                raise OrderRefusedError("No roll is waiting to be played.")
            _wanted(
                course.rolled_early is None or course.terms.early_roll is EarlyRoll.CHOSEN,
                "By the terms of this match a roll that was thrown too early stands.",
            )
            return (RollVoided(course.on_roll),)
        case Condoned():
            if course.dispute is None:
                raise OrderRefusedError("There is no illegal play to let stand.")
            _wanted(
                course.terms.illegal_plays is IllegalPlays.RESPONSIBLE_MOVES,
                "By the legal-moves rule an illegal play is put right until the opponent has rolled or doubled.",
            )
            return (Stood(course.dispute.side),)


def _before(history: History, back: int) -> Events:
    """Give the events that stand without the last acts."""
    groups = [act.events for act in history.acts()][back:]
    return tuple(event for group in reversed(groups) for event in group)


def _find(history: History, wanted: Callable[[Act], bool], skip: int = 0) -> int | None:
    """Count the acts back to the one wanted, itself included; None where there is none in this game."""
    for back, act in enumerate(history.acts(), start=1):
        if wanted(act):
            if not skip:
                return back
            skip -= 1
    return None


def _is_roll(act: Act) -> bool:
    event = act.events[0]
    return isinstance(event, Rolled) or (isinstance(event, OpeningRoll) and event.white != event.black)


def _other_roll(standing: Standing, dice: tuple[int, int], turns_back: int) -> Events:
    roll = _checked(lambda: Roll(*dice))
    _wanted(0 <= turns_back <= MOST_TURNS_BACK, f"A roll is put right at most {MOST_TURNS_BACK} turns later.")
    back = _find(standing.history, _is_roll, turns_back)
    if back is None:
        raise OrderRefusedError("There was no such roll.")
    acts = list(standing.history.acts())[:back][::-1]
    course = course_of(_before(standing.history, back))
    events: list[TableEvent] = []
    for number, act in enumerate(acts):
        event = act.events[0]
        if number == 0:
            again: Events = (_roll_instead(event, roll),)
        elif number == 1 and isinstance(event, Played | NoMove | IllegalPlay):
            again = _judged_again(course, event, roll, act)
            _wanted(
                number == len(acts) - 1 or isinstance(again[0], IllegalPlay) is isinstance(event, IllegalPlay),
                "With those dice the play would be judged otherwise, and others followed it; undo those first.",
            )
        else:
            again = act.events
        for each in again:
            course = course.after(each)
        events += again
    return (Amended(back, tuple(events)),)


def _judged_again(course: Course, event: Played | NoMove | IllegalPlay, roll: Roll, act: Act) -> Events:
    """Judge a play by another roll; the next game goes on where this one still ends."""
    again = judged(course, event.side, roll, event.position)
    return (*again, *(each for each in act.events if isinstance(each, GameStarted) and len(again) > 1))


def _roll_instead(event: TableEvent, roll: Roll) -> TableEvent:
    match event:
        case OpeningRoll(white=white, black=black):
            _wanted(not roll.is_double, "A game is not opened with equal dice; they are thrown again.")
            return OpeningRoll(*roll.dice) if white > black else OpeningRoll(*roll.dice[::-1])
        case Rolled(side=side):
            return Rolled(side, roll.dice)
        case _:
            raise OrderRefusedError("There was no such roll.")


def _other_play(standing: Standing, play: str) -> Events:
    act = standing.history.last
    event = None if act is None else act.events[0]
    if not isinstance(event, Played | NoMove | IllegalPlay | Corrected):
        raise OrderRefusedError("A play can be replaced while nothing came after it; undo what did first.")
    before = course_of(_before(standing.history, 1))
    if isinstance(event, Corrected):
        if before.dispute is None:
            raise OrderRefusedError("The board was adopted there and no play told; adopt it anew instead.")
        position, roll = before.dispute.before, before.dispute.roll
        other = _checked(lambda: parse_play(play, position, event.side, roll))
        _wanted(
            judge(position, event.side, roll, other.result).legal,
            "That play is not legal either, so it corrects nothing.",
        )
        end = telling.end_of_game(before, other.result)
        return (Amended(1, (Corrected(event.side, str(other), other.result), *end)),)
    position, roll = before.position, Roll(*event.dice)
    other = _checked(lambda: parse_play(play, position, event.side, roll))
    return (Amended(1, judged(before, event.side, roll, other.result)),)


def judged(course: Course, side: Side, roll: Roll, position: Position) -> Events:
    """Say what a play comes to by the board after it, with the end of the game where it brings it."""
    ruling = judge(course.position, side, roll, position)
    if not ruling.legal:
        return (IllegalPlay(side, roll.dice, position, ruling.breaches, ruling.explanation),)
    if ruling.play is None:
        return (NoMove(side, roll.dice, position),)
    play = next((each for each in legal_plays(course.position, side, roll) if each.result == position), ruling.play)
    return (Played(side, roll.dice, str(play), position), *telling.end_of_game(course, position))


def _score_set(course: Course, order: ScorePutRight) -> ScoreSet:
    white, black, length = order.white, order.black, course.score.length
    _wanted(course.phase is not Phase.MATCH_OVER, "The match is over; undo its end first.")
    _wanted(min(white, black) >= 0, "A score is 0 or more.")
    _wanted(not length or max(white, black) < length, f"With {white}-{black} the match to {length} would be over.")
    near = bool(length) and length - max(white, black) == 1
    _wanted(near or not order.crawford, "The Crawford game is the first in which a side lacks one point.")
    post = near and not order.crawford
    _checked(lambda: MatchScore(length, white, black, crawford=order.crawford, post_crawford=post))
    return ScoreSet(white, black, order.crawford, post)


def _adopted(course: Course, position: Position, on_roll: Side) -> Events:
    _wanted(course.phase in (Phase.OPENING, Phase.PLAYING), "No game is being played.")
    _wanted(
        all(sum(position.counts(side)) == CHECKERS for side in Side), f"A board holds {CHECKERS} checkers of each side."
    )
    after = Corrected(on_roll.opponent, "", position)
    return (after, *telling.end_of_game(course.after(after), position))


def _checked(make: Callable[[], Value]) -> Value:
    """Make a value of the rules; what they refuse is refused."""
    try:
        return make()
    except InputError as error:
        raise OrderRefusedError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
