"""Which legal play a turn of the record was: the exports write moves, and the record has boards.

A reader of an export has only what was written before. Where the board was set anew between two turns, no moves lead
on from there, and the board after the turn has to be written itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pi_companion.record.transcript import Action, GameRecord, Turn
from pi_companion.rules import Play, Position, Roll, judge, legal_plays


@dataclass(frozen=True, slots=True)
class Step:
    """An action of a game and the board that a reader of the export has before it."""

    action: Action
    board: Position


def steps_of(game: GameRecord) -> Iterator[Step]:
    """Give the actions of a game in their order."""
    board = Position.start()
    for action in game.actions:
        yield Step(action, board)
        if isinstance(action, Turn):
            board = action.after


def play_of(turn: Turn, board: Position) -> Play | None:
    """Give the play that leads from the reader's board to the one after a turn; None where no legal one does."""
    if turn.before != board or board.placing_faults():
        return None
    return judge(board, turn.side, Roll(*turn.dice), turn.after).play


def choices_of(turn: Turn, board: Position) -> tuple[Play, ...] | None:
    """List the plays that a reader holds for legal; None where the board has too many or too few checkers to say."""
    return None if board.placing_faults() else legal_plays(board, turn.side, Roll(*turn.dice))
