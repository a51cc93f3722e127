"""Words for people: what an order asks for, and where a board differs from the one that is expected."""

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from typing import assert_never

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
from pi_companion.referee.terms import ClockTerms, Terms
from pi_companion.rules import BAR, OFF, Position, Side

MOST_DIFFERENCES = 4

_TIMES = {1: "a single game", 2: "a gammon", 3: "a backgammon"}
_FIXED = {
    CubeTaken: "the double is taken",
    CubeDropped: "the double is dropped",
    BeaverMade: "doubles back at once and keeps the cube",
    Condoned: "lets the illegal play stand",
    RollCalledOff: "the roll does not count",
    ClockHeld: "the clock stands still",
    ClockGoesOn: "the clock goes on",
}


def order_in_words(order: Order) -> str:  # noqa: C901, PLR0911, PLR0912 -- one flat case an order, and mypy sees that none is missing
    """Say what an order asks for."""
    match order:
        case TurnEnded(side=side):
            return f"{side.label}'s turn is over"
        case CubeOffered(side=side):
            return f"{side.label} doubles"
        case ResignationOffered(side=side, times=times):
            return f"{side.label} offers to give up {_TIMES.get(times, f'{times} times the cube')}"
        case ResignationAnswered(answer=answer):
            return "agrees to it" if answer is Answer.YES else "plays on"
        case GaveUp(side=side, times=times):
            return f"{side.label} gives up {_TIMES.get(times, f'{times} times the cube')}"
        case Adopted(on_roll=on_roll):
            return f"the board stands as said, with {on_roll.label} on roll"
        case SeenAdopted(on_roll=on_roll):
            return f"the board stands as it is seen, with {on_roll.label} on roll"
        case Undo(count=count):
            return "undo" if count == 1 else f"undo {count}"
        case Redo(count=count):
            return "redo" if count == 1 else f"redo {count}"
        case RollReplaced(dice=dice, turns_back=turns_back):
            ago = {0: "the roll", 1: "the roll before the last"}.get(turns_back, f"the roll {turns_back} turns ago")
            return f"{ago} was {dice[0]}-{dice[1]}"
        case RollTold(dice=dice):
            return f"the roll is {dice[0]}-{dice[1]}"
        case PlayReplaced(play=play):
            return f"the play was {play or 'none'}"
        case CubeAnswerReplaced(answer=answer):
            return f"the double was {'taken' if answer is Answer.YES else 'dropped'}"
        case CubePutRight(value=value, owner=owner):
            return f"the cube is at {value}, {'in the middle' if owner is None else f'with {owner.label}'}"
        case ScorePutRight(white=white, black=black, crawford=crawford):
            return f"the score is {white}-{black}{', the Crawford game' if crawford else ', not the Crawford game'}"
        case TurnPutRight(side=side):
            return f"it is {side.label}'s turn"
        case TermsChanged(terms=terms):
            return f"agreed: {terms_in_words(terms)}"
        case CubeTaken() | CubeDropped() | BeaverMade() | Condoned() | RollCalledOff() | ClockHeld() | ClockGoesOn():
            return _FIXED[type(order)]
        case _:
            assert_never(order)


def terms_in_words(terms: Terms) -> str:
    """Say what differs from the usual terms, and always the mode."""
    usual = Terms()
    said = [f"mode {terms.mode.value}"]
    for each in fields(Terms):
        value = getattr(terms, each.name)
        if each.name != "mode" and value != getattr(usual, each.name):
            said.append(f"{each.name.replace('_', ' ')} {_value_in_words(value)}")
    return ", ".join(said)


def _value_in_words(value: object) -> str:
    match value:
        case Enum():
            return str(value.value)
        case bool():
            return "yes" if value else "no"
        case ClockTerms():
            return f"{value.delay_s} s delay and {value.a_point_s} s a point"
        case _:
            return str(value)


def differences(expected: Position, seen: Position) -> str:
    """Say in a sentence where a board differs; empty where it does not.

    >>> differences(Position.start(), Position.start())
    ''
    """
    found = list(_differences(expected, seen))
    more = len(found) - MOST_DIFFERENCES
    text = ", ".join(found[:MOST_DIFFERENCES])
    return f"{text} and {more} more places" if more > 0 else text


def _differences(expected: Position, seen: Position) -> Iterator[str]:
    for side in Side:
        for place, (wanted, there) in enumerate(zip(expected.counts(side), seen.counts(side), strict=True)):
            if wanted != there:
                yield f"{side.label}'s {_place(place)} has {there} instead of {wanted}"


def _place(place: int) -> str:
    match place:
        case _ if place == OFF:
            return "tray"
        case _ if place == BAR:
            return "bar"
        case _:
            return f"{place} point"
