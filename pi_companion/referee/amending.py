"""Putting another roll, play or answer in the place of the one that was told, and judging anew what hangs on it."""

from collections.abc import Callable

from pi_companion.referee import telling
from pi_companion.referee.course import Course, course_of
from pi_companion.referee.events import (
    Amended,
    Corrected,
    Dropped,
    GameStarted,
    IllegalPlay,
    NoMove,
    OpeningRoll,
    Played,
    Rolled,
    TableEvent,
    Taken,
)
from pi_companion.referee.history import Act, History
from pi_companion.referee.inputs import Answer
from pi_companion.referee.refusal import OrderRefusedError, checked, wanted
from pi_companion.rules import Position, Roll, Side, judge, legal_plays, parse_play

MOST_TURNS_BACK = 20

Events = tuple[TableEvent, ...]


def other_answer(history: History, answer: Answer) -> Events:
    """Put the other answer to a double in the place of the one that was told.

    Raises:
        OrderRefusedError: The last act was no answer, or this very one.
    """
    act = history.last
    wrong = Taken if answer is Answer.NO else Dropped
    wanted(
        act is not None and isinstance(act.events[0], wrong),
        "The answer to a double can be replaced while nothing came after it; undo what did first.",
    )
    before = course_of(_before(history, 1))
    if before.offer is None:
        raise OrderRefusedError("There was no double to answer.")
    answered: Events = (Taken(before.offer.by.opponent),) if answer is Answer.YES else tuple(telling.dropped(before))
    return (Amended(1, answered),)


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


def other_roll(history: History, dice: tuple[int, int], turns_back: int) -> Events:
    """Put another roll in a told one's place, and judge its play by it.

    Raises:
        OrderRefusedError: There is no such roll, or what followed would not follow from it.
    """
    roll = checked(lambda: Roll(*dice))
    wanted(0 <= turns_back <= MOST_TURNS_BACK, f"A roll is put right at most {MOST_TURNS_BACK} turns later.")
    back = _find(history, _is_roll, turns_back)
    if back is None:
        raise OrderRefusedError("There was no such roll.")
    acts = list(history.acts())[:back][::-1]
    course = course_of(_before(history, back))
    events: list[TableEvent] = []
    for number, act in enumerate(acts):
        event = act.events[0]
        if number == 0:
            again: Events = (_roll_instead(event, roll),)
        elif number == 1 and isinstance(event, Played | NoMove | IllegalPlay):
            again = _judged_again(course, event, roll, act)
            wanted(
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
            wanted(not roll.is_double, "A game is not opened with equal dice; they are thrown again.")
            return OpeningRoll(*roll.dice) if white > black else OpeningRoll(*roll.dice[::-1])
        case Rolled(side=side):
            return Rolled(side, roll.dice)
        case _:
            raise OrderRefusedError("There was no such roll.")


def other_play(history: History, play: str) -> Events:
    """Put another play in the last one's place; it need not be legal.

    Raises:
        OrderRefusedError: The last act was no play, or the words are none.
    """
    act = history.last
    event = None if act is None else act.events[0]
    if not isinstance(event, Played | NoMove | IllegalPlay | Corrected):
        raise OrderRefusedError("A play can be replaced while nothing came after it; undo what did first.")
    before = course_of(_before(history, 1))
    if isinstance(event, Corrected):
        if before.dispute is None:
            raise OrderRefusedError("The board was adopted there and no play told; adopt it anew instead.")
        position, roll = before.dispute.before, before.dispute.roll
        other = checked(lambda: parse_play(play, position, event.side, roll))
        wanted(
            judge(position, event.side, roll, other.result).legal,
            "That play is not legal either, so it corrects nothing.",
        )
        end = telling.end_of_game(before, other.result)
        return (Amended(1, (Corrected(event.side, str(other), other.result), *end)),)
    position, roll = before.position, Roll(*event.dice)
    other = checked(lambda: parse_play(play, position, event.side, roll))
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
