"""A board as Snowie writes it, in one line of fields with semicolons: how .mat files hold an edited board."""

import re

from pi_companion.errors import InputError
from pi_companion.record.transcript import GameRecord, MatchRecord, Turn, actions_with_cube
from pi_companion.rules import BAR, CHECKERS, OFF, Position, Side

_PLACES = 26
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_BOARD_AT = 12
"""The fields before the board: five of the match, two names, Crawford, both scores, the cube and its owner."""

_AFTER_NAMES = 5
_FIELDS = _BOARD_AT + _PLACES + 2
"""The dice come last."""


def snowie_line(record: MatchRecord, game: GameRecord, turn: Turn) -> str:
    """Write the board after a turn as Snowie does, seen by the side that played."""
    side = turn.side
    scores = (game.white_before, game.black_before)
    cube = next(cube for action, cube in actions_with_cube(game) if action is turn)
    owner = 0 if cube.owner is None else 1 if cube.owner is side else -1
    fields = [
        record.started.length,
        int(record.started.length == 0 and record.started.jacoby),
        0,
        0,
        _SNOWIE_TURN[side],
        # Names may hold the signs that part the fields; the colours do not.
        side.label,
        side.opponent.label,
        int(game.crawford),
        *(scores if side is Side.WHITE else scores[::-1]),
        cube.value,
        owner,
        *_snowie_board(turn.after, side),
        *turn.dice,
    ]
    return "".join(f"{value};" for value in fields)


_SNOWIE_TURN = {Side.WHITE: 1, Side.BLACK: 0}
"""Tried with gnubg 1.07: only so does it read the board the right way round, in either column."""


def _snowie_board(position: Position, side: Side) -> list[int]:
    """Give 26 numbers: the opponent's bar, the side's points 1 to 24, its bar; the opponent's checkers are negative."""
    own, other = position.counts(side), position.counts(side.opponent)
    points = [own[point] - other[BAR - point] for point in range(OFF + 1, BAR)]
    return [-other[BAR], *points, own[BAR]]


def read_snowie_board(text: str, side: Side, line: int) -> Position:
    """Read the board of a Snowie line as the side that played sees it; missing checkers are off.

    Args:
        text: The fields.
        side: The side that played.
        line: Where it stands in its file, for the error.

    Raises:
        InputError: It has no board, or more than fifteen checkers of a side.
    """
    board = _board_fields(text)
    if board is None:
        raise InputError(
            f"line {line}: wanted the 26 counts of a Snowie board in brackets, but `{text[:60]}` came; "
            "correct the line or take an undamaged file"
        )
    own = [OFF, *(max(0, count) for count in board[1:])]
    other = [OFF, *(max(0, -count) for count in board[BAR - 1 :: -1])]
    for counts in (own, other):
        if sum(counts) > CHECKERS:
            raise InputError(
                f"line {line}: wanted at most 15 checkers a side, but {sum(counts)} came in `{text[:60]}`; "
                "correct the line or take an undamaged file"
            )
        counts[OFF] = CHECKERS - sum(counts)
    return Position.from_counts(side, tuple(own), tuple(other))


def _board_fields(text: str) -> list[int] | None:
    """Find the board: at its place, or behind the names where a program writes more or fewer fields before them."""
    fields = [entry.strip() for entry in text.strip().removesuffix(";").split(";")]
    start = _BOARD_AT
    if len(fields) != _FIELDS:
        names = [place for place, entry in enumerate(fields) if not _NUMBER.fullmatch(entry)]
        start = names[-1] + 1 + _AFTER_NAMES if names else len(fields)
    board = fields[start : start + _PLACES]
    if len(board) < _PLACES or not all(map(_NUMBER.fullmatch, board)):
        return None
    return [int(entry) for entry in board]
