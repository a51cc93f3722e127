"""What an order comes to: the events that carry it out, or a refusal that says why it cannot be."""

from dataclasses import dataclass, replace
from typing import assert_never

from pi_companion.referee import telling
from pi_companion.referee.amending import Events, other_answer, other_play, other_roll
from pi_companion.referee.course import Course, Phase
from pi_companion.referee.events import (
    Beavered,
    Corrected,
    CubeSet,
    Doubled,
    Person,
    Redone,
    ResignOffered,
    ResignRefused,
    Rolled,
    RollVoided,
    ScoreSet,
    Stood,
    Taken,
    TermsAgreed,
    TurnSet,
    Undone,
)
from pi_companion.referee.history import History
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
    RollTold,
    ScorePutRight,
    SeenAdopted,
    TermsChanged,
    TurnEnded,
    TurnPutRight,
    Undo,
)
from pi_companion.referee.refusal import OrderRefusedError, checked, wanted
from pi_companion.referee.terms import EarlyRoll, IllegalPlays, Mode, Terms
from pi_companion.rules import (
    CHECKERS,
    HIGHEST_CUBE,
    Cube,
    MatchScore,
    Position,
    Roll,
    Side,
    why_not_double,
)

_TIMES = range(1, 4)


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
            wanted(1 <= count <= standing.history.undoable, f"There is nothing so far back to undo: {count} is more.")
            return (Undone(count),)
        case Redo(count=count):
            wanted(1 <= count <= standing.history.redoable, "There is nothing that was undone to bring back.")
            return (Redone(count),)
        case RollReplaced() | RollTold() | PlayReplaced() | RollCalledOff() | Condoned():
            return _with_turn(standing, order)
        case ScorePutRight():
            return (_score_set(course, order),)
        case TurnPutRight(side=side):
            wanted(course.phase is Phase.PLAYING, "Whose turn it is can be said only in the middle of a game.")
            wanted(course.offer is None, "A double waits for an answer first.")
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
        case CubeOffered(side=spoken) | ResignationOffered(side=spoken):
            wanted(spoken is side, f"{side.label} cannot say that for {spoken.label}.")
        case GaveUp():
            raise OrderRefusedError("Nobody gives up alone; offer it, and the other player agrees or plays on.")
        case TermsChanged(terms=terms):
            wanted(
                _asks_for_less(course.terms, terms),
                "Terms are changed by both players at the table, or by the director; one alone may only ask the "
                "companion to say less and to keep no pictures.",
            )
        case RollCalledOff():
            wanted(
                course.rolled_early is not side or course.on_roll is not side,
                "Who rolled too early does not choose; the other player does.",
            )
        case CubeTaken() | CubeDropped() | ResignationAnswered():
            wanted(course.deciding is side, f"It is not {side.label}'s to answer.")
        case BeaverMade():
            answering = course.beavered if course.offer is None else course.offer.by.opponent
            wanted(answering is side, f"It is not {side.label}'s to answer.")
        case Condoned():
            wanted(
                course.dispute is None or course.dispute.side is side.opponent,
                "Only the opponent can let a play stand.",
            )
        case _:
            pass


_PLAYERS = {Person.WHITE: Side.WHITE, Person.BLACK: Side.BLACK}
_QUIETEST_FIRST = (Mode.LOG, Mode.MONITOR, Mode.TEACH)


def _asks_for_less(now: Terms, wish: Terms) -> bool:
    """Say whether one player alone may have these terms: they take back what only both can allow a third party."""
    quieter = _QUIETEST_FIRST.index(wish.mode) <= _QUIETEST_FIRST.index(now.mode)
    fewer = now.pictures or not wish.pictures
    return quieter and fewer and replace(wish, mode=now.mode, pictures=now.pictures) == now


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
            return other_answer(standing.history, answer)
        case CubePutRight(value=value, owner=owner):
            wanted(course.phase in (Phase.OPENING, Phase.PLAYING), "No game is being played.")
            wanted(1 <= value <= HIGHEST_CUBE, f"A cube shows 1 to {HIGHEST_CUBE}, not {value}.")
            checked(lambda: Cube(value, owner))
            return (CubeSet(value, owner),)


def _offered(course: Course, side: Side) -> Events:
    wanted(
        course.phase is Phase.PLAYING and course.offer is None and side is course.on_roll and course.resigning is None,
        f"{side.label} offered a double, but it is not {side.label}'s turn to do so.",
    )
    reason = why_not_double(course.cube, side, course.score, course.roll)
    wanted(reason is None, f"{side.label} offered a double, but that cannot be: {reason}")
    stood = () if course.dispute is None else (Stood(course.dispute.side),)
    return (*stood, Doubled(side, course.cube.value * 2))


def _beaver(course: Course) -> Beavered:
    """Double back after a double, or after a beaver."""
    if course.offer is not None:
        wanted(course.terms.beavers, "No beavers were agreed on; the double is taken or dropped.")
        reason = course.offer.why_not_beaver(course.score)
        wanted(reason is None, str(reason))
        return Beavered(course.offer.by.opponent, course.offer.value * 2)
    if course.beavered is None:
        raise OrderRefusedError("There is no double to answer.")
    wanted(course.terms.raccoons, "No raccoons were agreed on; the beaver is taken or dropped.")
    wanted(course.cube.value < HIGHEST_CUBE, f"The cube is at {course.cube.value} and goes no higher.")
    return Beavered(course.beavered, course.cube.value * 2)


def _resigning(course: Course, order: ResignationOffered | ResignationAnswered | GaveUp) -> Events:
    playing = course.phase in (Phase.OPENING, Phase.PLAYING)
    match order:
        case ResignationOffered(side=side, times=times):
            wanted(playing, "No game is being played that could be given up.")
            wanted(times in _TIMES, f"A game is given up for 1, 2 or 3 times the cube, not {times}.")
            wanted(course.resigning is None, "An offer to give up waits for its answer already.")
            return (ResignOffered(side, times),)
        case ResignationAnswered(answer=answer):
            if course.resigning is None:
                raise OrderRefusedError("Nobody has offered to give up.")
            offer = course.resigning
            if answer is Answer.NO:
                return (ResignRefused(offer.side.opponent),)
            return tuple(telling.resigned(course, offer.side, offer.times))
        case GaveUp(side=side, times=times):
            wanted(course.phase is not Phase.MATCH_OVER, "The match is over; no game is being played.")
            wanted(playing, "No game is being played that could be given up.")
            wanted(times in _TIMES, f"A game is given up for 1, 2 or 3 times the cube, not {times}.")
            return tuple(telling.resigned(course, side, times))


def _with_turn(standing: Standing, order: RollReplaced | RollTold | PlayReplaced | RollCalledOff | Condoned) -> Events:
    course = standing.course
    match order:
        case RollReplaced(dice=dice, turns_back=turns_back):
            return other_roll(standing.history, dice, turns_back)
        case RollTold(dice=dice):
            return _roll_told(course, dice)
        case PlayReplaced(play=play):
            return other_play(standing.history, play)
        case RollCalledOff():
            if course.roll is None or course.on_roll is None:
                raise OrderRefusedError("No roll is waiting to be played.")
            wanted(
                course.rolled_early is not course.on_roll or course.terms.early_roll is EarlyRoll.CHOSEN,
                "By the terms of this match a roll that was thrown too early stands.",
            )
            return (RollVoided(course.on_roll),)
        case Condoned():
            if course.dispute is None:
                raise OrderRefusedError("There is no illegal play to let stand.")
            wanted(
                course.terms.illegal_plays is IllegalPlays.RESPONSIBLE_MOVES,
                "By the legal-moves rule an illegal play is put right until the opponent has rolled or doubled.",
            )
            return (Stood(course.dispute.side), *telling.end_of_game(course, course.position))


def _roll_told(course: Course, dice: tuple[int, int]) -> Events:
    """Take a person's word for a roll; over an illegal play it lets that stand, as any roll does."""
    roll = checked(lambda: Roll(*dice))
    side = course.on_roll
    if course.phase is not Phase.PLAYING or side is None:
        raise OrderRefusedError("A roll is told in the middle of a game; the first one is seen with its play.")
    wanted(course.offer is None and course.resigning is None, "An offer waits for an answer first.")
    wanted(course.roll is None, "A roll waits to be played already; put that one right.")
    stood = () if course.dispute is None else (Stood(course.dispute.side),)
    return (*stood, Rolled(side, roll.dice))


def _score_set(course: Course, order: ScorePutRight) -> ScoreSet:
    white, black, length = order.white, order.black, course.score.length
    wanted(course.phase is not Phase.MATCH_OVER, "The match is over; undo its end first.")
    wanted(min(white, black) >= 0, "A score is 0 or more.")
    wanted(not length or max(white, black) < length, f"With {white}-{black} the match to {length} would be over.")
    near = bool(length) and length - max(white, black) == 1
    wanted(near or not order.crawford, "The Crawford game is the first in which a side lacks one point.")
    post = near and not order.crawford
    checked(lambda: MatchScore(length, white, black, crawford=order.crawford, post_crawford=post))
    return ScoreSet(white, black, order.crawford, post)


def _adopted(course: Course, position: Position, on_roll: Side) -> Events:
    wanted(course.phase in (Phase.OPENING, Phase.PLAYING), "No game is being played.")
    wanted(course.offer is None or course.offer.by is on_roll, "A double waits for an answer first.")
    wanted(
        all(sum(position.counts(side)) == CHECKERS for side in Side), f"A board holds {CHECKERS} checkers of each side."
    )
    after = Corrected(on_roll.opponent, "", position)
    return (after, *telling.end_of_game(course.after(after), position))
