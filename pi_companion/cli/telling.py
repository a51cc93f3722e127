"""Events told to a person, a line each, and the board that stands after them."""

from pi_companion.cli.telling_law import tell_law
from pi_companion.record.draw import Beside, draw_board
from pi_companion.record.fields import JsonObject
from pi_companion.record.transcript import MatchRecord
from pi_companion.record.wire import to_wire
from pi_companion.referee.events import (
    AutomaticDouble,
    Beavered,
    BoardFound,
    BoardMoved,
    Clear,
    Corrected,
    Covered,
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
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
from pi_companion.rules import Side, WinKind
from pi_companion.table import Told

_KINDS = {
    WinKind.SINGLE: "",
    WinKind.GAMMON: " with a gammon",
    WinKind.BACKGAMMON: " with a backgammon",
    WinKind.DROP: ", the double was dropped",
    WinKind.RESIGN: " by resignation",
}
_MULTIPLES = {1: "a single game", 2: "a gammon", 3: "a backgammon"}


def tell(record: MatchRecord, event: TableEvent) -> str | None:
    """Say what happened in a line.

    Args:
        record: The match up to the event and with it.
        event: The event.

    Returns:
        The line, or None where the next event says it all (a roll before its play, a view that is clear again).
    """
    match event:
        case MatchStarted() | GameStarted() | GameOver() | Scored() | MatchOver():
            return _frame_of_play(record, event)
        case OpeningRoll() | Rolled() | Played() | IllegalPlay() | Corrected() | Stood() | NoMove():
            return _turn(record, event)
        case Doubled() | Taken() | Dropped() | Beavered() | AutomaticDouble():
            return _cube(record, event)
        case Resigned(side, points):
            return f"{record.name(side)} resigns {_MULTIPLES.get(points, f'{points} times the cube')}"
        case Unclear(what):
            return f"Unclear: {what}"
        case BoardMoved():
            return "The board or the camera was moved; nothing is claimed until it is found again"
        case BoardFound():
            return "The board is found again"
        case Covered() | Clear():
            return None
        case _:
            return tell_law(record, event)


def _frame_of_play(record: MatchRecord, event: MatchStarted | GameStarted | GameOver | Scored | MatchOver) -> str:
    match event:
        case MatchStarted(length, white, black):
            return f"{white} (White) against {black} (Black): {f'match to {length}' if length else 'money play'}"
        case GameStarted(game, crawford):
            return f"Game {game}{', Crawford: no doubling' if crawford else ''}"
        case GameOver(winner, points, kind):
            return f"{record.name(winner)} wins {points} point{'s' if points > 1 else ''}{_KINDS[kind]}"
        case Scored(white, black):
            return f"Score: {record.name(Side.WHITE)} {white}, {record.name(Side.BLACK)} {black}"
        case MatchOver(winner):
            return f"{record.name(winner)} wins the match"


def _turn(
    record: MatchRecord, event: OpeningRoll | Rolled | Played | IllegalPlay | Corrected | Stood | NoMove
) -> str | None:
    match event:
        case OpeningRoll(white, black) if white == black:
            return f"Opening roll {white}-{black}: a tie, both roll again"
        case OpeningRoll(white, black):
            first = Side.WHITE if white > black else Side.BLACK
            return f"Opening roll: White {white}, Black {black}; {record.name(first)} begins"
        case Rolled():
            return None
        case Played(side, dice, play):
            return f"{_roller(record, side, dice)} {play}"
        case IllegalPlay(side, dice, _, _, explanation):
            return f"{_roller(record, side, dice)} not legal: {explanation}"
        case Corrected(side, play):
            return f"{record.name(side):>8}  put right: {play}"
        case Stood(side):
            return f"{record.name(side):>8}  the play stands, since {record.name(side.opponent)} has gone on"
        case NoMove(side, dice):
            return f"{_roller(record, side, dice)} cannot move"


def _cube(record: MatchRecord, event: Doubled | Taken | Dropped | Beavered | AutomaticDouble) -> str:
    match event:
        case Doubled(side, value):
            return f"{record.name(side)} doubles to {value}"
        case Taken(side):
            return f"{record.name(side)} takes"
        case Dropped(side):
            return f"{record.name(side)} drops"
        case Beavered(side, value):
            return f"{record.name(side)} beavers: the cube is at {value}"
        case AutomaticDouble(value):
            return f"The opening dice are equal: the cube is at {value}, in the middle"


def _roller(record: MatchRecord, side: Side, dice: tuple[int, int]) -> str:
    return f"{record.name(side):>8}  {max(dice)}-{min(dice)}:"


def told_to_wire(told: Told) -> JsonObject:
    """Give an event as a line of `replay --json`."""
    return {"seq": told.seq, "t": told.t_s, "frame": told.frame, **to_wire(told.event)}


def draw(record: MatchRecord) -> str | None:
    """Draw the board as the record last has it; None before the first game."""
    if not record.games:
        return None
    game = record.games[-1]
    beside = Beside(
        white=record.name(Side.WHITE),
        black=record.name(Side.BLACK),
        score=(record.white, record.black),
        length=record.started.length,
        cube_value=game.cube_value,
        cube_owner=game.cube_owner,
    )
    return draw_board(game.position, beside)
