"""What may be said aloud, or shown without being asked, in each mode; the journal keeps everything in every mode."""

from pi_companion.referee.events import (
    BoardFound,
    BoardMoved,
    Cocked,
    CockedDice,
    FlagFell,
    IllegalPlay,
    MatchOver,
    Refused,
    RolledEarly,
    Scored,
    Stood,
    TableEvent,
    Unclear,
)
from pi_companion.referee.terms import Mode
from pi_companion.rules import Position, Roll, Side, legal_plays


def spoken(event: TableEvent, mode: Mode) -> str | None:
    """Give the sentence that players hear of an event; None where the mode keeps silent.

    In every mode the score is said, and what concerns the device or a person's own order. A third party speaks of
    plays only where both players agreed to it.
    """
    match event:
        case Refused(why=why):
            return why
        case Scored(white=white, black=black):
            return f"The score is {white}-{black}."
        case MatchOver(winner=winner):
            return f"{winner.label} wins the match."
        case FlagFell(side=side):
            return f"{side.label}'s time is used up."
        case BoardMoved():
            return "The board or the camera was moved."
        case BoardFound():
            return "The board is found again."
        case _:
            return None if mode is Mode.LOG else _of_play(event, mode)


def _of_play(event: TableEvent, mode: Mode) -> str | None:
    match event:
        case IllegalPlay(side=side, explanation=explanation):
            return explanation if mode is Mode.TEACH else f"{side.label}'s play is not legal."
        case Stood(side=side):
            return f"{side.label}'s play stands."
        case CockedDice(side=side, kind=kind):
            lies = "A die lies on a checker; " if kind is Cocked.ON_CHECKER else "A die is cocked; "
            return lies + ("both players roll again." if side is None else f"{side.label} rolls again.")
        case RolledEarly(side=side):
            return f"{side.label} rolled before {side.opponent.label}'s turn was over."
        case Unclear(what=what):
            return what
        case _:
            return None


def hints(position: Position, side: Side, roll: Roll, mode: Mode) -> tuple[str, ...]:
    """Give the legal plays of a roll where the mode allows hints; none in the others.

    >>> hints(Position.start(), Side.WHITE, Roll(6, 6), Mode.MONITOR)
    ()
    """
    if mode is not Mode.TEACH:
        return ()
    return tuple(str(play) for play in legal_plays(position, side, roll))
