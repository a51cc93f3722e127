"""A match as a .mat file, the text that gnubg, XG and most other programs read.

White stands in the left column and Black in the right. A play is written move by move (`24/18* 18/13`), so that no
reader has to guess its way. Comments stand before the header only: gnubg ends a game at a later one.

What the format cannot say:

- the Crawford rule (every reader infers the Crawford game) and Jacoby (gnubg takes the user's own setting);
- a play that was illegal at first and then put right: only the correction appears;
- a play that was illegal and stood is an edited board, `65: Illegal play (<Snowie position>)`, which gnubg reads;
  where it ends the game, gnubg takes that for given up, with the right winner and points;
- automatic doubles: gnubg counts such a game as without them, and goes on from the next score line; a comment keeps
  them for our own reader;
- a beaver that was dropped: it is written, but gnubg reads on as if it was taken;
- a roll after which a side resigned is `65: ????`; it is left out when only one play was legal, since gnubg would take
  that play as made.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import assert_never

from pi_companion.record.made import Step, choices_of, play_of, steps_of
from pi_companion.record.names import plain, short_name
from pi_companion.record.snowie import snowie_line
from pi_companion.record.transcript import (
    CubeAction,
    CubeVerb,
    GameRecord,
    MatchRecord,
    Outcome,
    Resignation,
    Turn,
)
from pi_companion.rules import Position, Side

LEFT_WIDTH = 28
"""Characters of a left cell; readers want the right one at column 31 or further right."""

AUTOMATIC_TAG = "AutomaticDoubles"
"""Names the comment that has, for each game with automatic doubles, its number and what the cube showed: `2: 4`."""

_CUBE_WORDS = {CubeVerb.TAKE: " Takes", CubeVerb.DROP: " Drops"}


@dataclass(frozen=True, slots=True)
class MatHeading:
    """What the comments before the header say, beside the players."""

    played: date | None = None
    event: str = ""
    site: str = ""
    round: str = ""


_NO_HEADING = MatHeading()


def to_mat(record: MatchRecord, heading: MatHeading = _NO_HEADING) -> str:
    """Write a match, finished or not."""
    blocks = [_comments(record, heading) + f" {record.started.length} point match\n"]
    blocks += [_game(record, game, number) for number, game in enumerate(record.games, 1)]
    return "\n".join(blocks)


def _comments(record: MatchRecord, heading: MatHeading) -> str:
    entries = {
        "Site": heading.site,
        "Event": heading.event,
        "Round": heading.round,
        "EventDate": f"{heading.played:%Y.%m.%d}" if heading.played else "",
        "Player 1": record.started.white,
        "Player 2": record.started.black,
        "Transcriber": "pi-companion",
    }
    if record.started.length:
        entries["Crawford"] = "On"
    else:
        entries["Jacoby"] = "On" if record.started.jacoby else "Off"
        cubes = enumerate((game.cube_start for game in record.games), 1)
        entries[AUTOMATIC_TAG] = ", ".join(f"{number}: {cube}" for number, cube in cubes if cube > 1)
    lines = [f'; [{name} "{plain(value).replace(chr(34), chr(39))}"]\n' for name, value in entries.items() if value]
    return "".join(lines)


def _game(record: MatchRecord, game: GameRecord, number: int) -> str:
    left = f" {_name(record, Side.WHITE)} : {game.white_before}"
    right = f"{_name(record, Side.BLACK)} : {game.black_before}"
    lines = [f" Game {number}", f"{left:<32}  {right}"]
    lines += _rows(list(_cells(record, game)))
    if game.result is not None:
        points = game.result.points
        text = f"Wins {points} point{'s' if points > 1 else ''}"
        lines.append(" " * (6 if game.result.winner is Side.WHITE else LEFT_WIDTH + 6) + text)
    return "\n".join(lines) + "\n"


def _rows(cells: list[tuple[Side, str]]) -> Iterator[str]:
    """Number the cells two by two; a side that acts twice running leaves the other's cell empty."""
    number, place = 0, 0
    while place < len(cells):
        number += 1
        left = right = ""
        if cells[place][0] is Side.WHITE:
            left = cells[place][1]
            place += 1
        if place < len(cells) and cells[place][0] is Side.BLACK:
            right = cells[place][1]
            place += 1
        # Two blanks at least: without a second colon gnubg finds the right cell by them. The blanks stay also where the
        # right cell is empty: in a line of less than 16 characters gnubg reads on into the line that it had before.
        yield f"{number:3d}) {left + '  ':<{LEFT_WIDTH}}{right}"


def _cells(record: MatchRecord, game: GameRecord) -> Iterator[tuple[Side, str]]:
    for step in steps_of(game):
        text = _cell(record, game, step)
        if text is not None:
            yield step.action.side, text


def _cell(record: MatchRecord, game: GameRecord, step: Step) -> str | None:
    """Write one action; None where the format has no cell for it."""
    match step.action:
        case Turn() as turn:
            return _turn(record, game, turn, step.board)
        case CubeAction(_, CubeVerb.DOUBLE, value):
            return f" Doubles => {value}"
        case CubeAction(_, CubeVerb.BEAVER, value):
            return f" Beavers => {value}"
        case CubeAction(_, verb, _):
            return _CUBE_WORDS[verb]
        case Resignation():
            # The points of the `Wins` line say it.
            return None
        case _:
            assert_never(step.action)


def _turn(record: MatchRecord, game: GameRecord, turn: Turn, board: Position) -> str | None:
    dice = f"{turn.dice[0]}{turn.dice[1]}:"
    plays = choices_of(turn, board)
    match turn.outcome:
        case Outcome.NO_MOVE if plays == () and turn.after == board:
            return dice
        case Outcome.UNPLAYED:
            return None if plays is not None and len(plays) == 1 else f"{dice} ????"
        case Outcome.PLAYED | Outcome.CORRECTED:
            play = play_of(turn, board)
            if play is not None:
                return f"{dice} {' '.join(map(str, play.moves))}"
    # Stood, still disputed, or a board that the rules do not lead to: the board itself is the truth.
    return f"{dice} Illegal play ({snowie_line(record, game, turn)})"


def _name(record: MatchRecord, side: Side) -> str:
    """Give the player's name as the format can hold it."""
    # A colon ends the name, and a comma before a number starts a rating.
    return short_name(re.sub(r",(?=\s*\d)", "", record.name(side).replace(":", " ")), side.label)
