"""What people said, what was put right, what was agreed and how the clock stands: a line each."""

from typing import assert_never

from pi_companion.record.transcript import MatchRecord
from pi_companion.referee.events import (
    Amended,
    Clocked,
    Cocked,
    CockedDice,
    CubeSet,
    FlagFell,
    Inferred,
    Redone,
    Refused,
    ResignOffered,
    ResignRefused,
    RolledEarly,
    RollVoided,
    Said,
    ScoreSet,
    TermsAgreed,
    TurnSet,
    Undone,
)
from pi_companion.referee.words import terms_in_words
from pi_companion.rules import Side

LawEvent = (
    Said
    | Refused
    | TermsAgreed
    | Undone
    | Redone
    | Amended
    | CubeSet
    | ScoreSet
    | TurnSet
    | ResignOffered
    | ResignRefused
    | CockedDice
    | RolledEarly
    | RollVoided
    | Inferred
    | Clocked
    | FlagFell
)

_MINUTE_S = 60
_GAMES = {1: "a single game", 2: "a gammon", 3: "a backgammon"}


def tell_law(record: MatchRecord, event: LawEvent) -> str | None:  # noqa: C901, PLR0911, PLR0912 -- one flat case an event
    """Say what happened in a line; None where the line before said it."""
    match event:
        case Said(by=by, words=words):
            return f"{by.value.capitalize()} says: {words}"
        case Refused(why=why):
            return f"That cannot be: {why}"
        case TermsAgreed(terms=terms):
            return f"Agreed: {terms_in_words(terms)}"
        case Undone(count=count):
            return f"Taken back: {_acts(count)}"
        case Redone(count=count):
            return f"Holds again: {_acts(count)}"
        case Amended(back=back):
            return f"Put right: {_acts(back)}"
        case CubeSet(value=value, owner=owner):
            return f"The cube is at {value}, {'in the middle' if owner is None else f'with {record.name(owner)}'}"
        case ScoreSet(white=white, black=black):
            return f"The score is {record.name(Side.WHITE)} {white}, {record.name(Side.BLACK)} {black}"
        case TurnSet(side=side):
            return f"It is {record.name(side)}'s turn"
        case ResignOffered(side=side, times=times):
            return f"{record.name(side)} offers to give up {_GAMES.get(times, f'{times} times the cube')}"
        case ResignRefused(side=side):
            return f"{record.name(side)} plays on"
        case CockedDice(side=side, kind=kind):
            lies = "lies on a checker" if kind is Cocked.ON_CHECKER else "leans"
            return f"A die {lies}: {'both roll' if side is None else f'{record.name(side)} rolls'} again"
        case RolledEarly(side=side):
            return f"{record.name(side)} rolled before {record.name(side.opponent)}'s turn was over"
        case RollVoided(side=side):
            return f"{record.name(side)}'s roll does not count"
        case Inferred(turns=turns):
            return f"{turns} turn{'s' if turns > 1 else ''} passed unseen; the board leaves this way"
        case Clocked(white_s=white_s, black_s=black_s, paused=paused):
            return f"Clock: {_minutes(white_s)} and {_minutes(black_s)}{', held' if paused else ''}"
        case FlagFell(side=side):
            return f"{record.name(side)}'s time is used up"
        case _:
            assert_never(event)


def _acts(count: int) -> str:
    return "the last act" if count == 1 else f"the last {count} acts"


def _minutes(seconds_s: float) -> str:
    minutes, seconds = divmod(int(seconds_s), _MINUTE_S)
    return f"{minutes}:{seconds:02d}"
