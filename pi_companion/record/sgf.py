"""A match as gnubg's own .sgf file: one tree a game, all in one file.

White is SGF's W (gnubg's player 0, as the left column of a .mat file), Black is B. Unlike .mat it says the Crawford
game, the Jacoby rule and automatic doubles, keeps a roll that was not played, has a board or a cube that a person put
right where that happened, and comments for what was corrected.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import assert_never

from pi_companion.record.made import choices_of, play_of, steps_of
from pi_companion.record.names import plain, short_name
from pi_companion.record.transcript import (
    Action,
    CubeAction,
    CubeVerb,
    GameRecord,
    MatchRecord,
    Outcome,
    Resignation,
    Turn,
)
from pi_companion.rules import BAR, OFF, Position, Side, WinKind

LETTERS = "abcdefghijklmnopqrstuvwx"
"""White's points 1 to 24."""

BAR_LETTER = "y"
OFF_LETTER = "z"

_COLOURS = {Side.WHITE: "W", Side.BLACK: "B"}
_CUBE_WORDS = {CubeVerb.DOUBLE: "double", CubeVerb.BEAVER: "double", CubeVerb.TAKE: "take", CubeVerb.DROP: "drop"}


def to_sgf(record: MatchRecord, played: date | None = None) -> str:
    """Write a match, finished or not; `played` is the day of it, where it is known."""
    return "".join(_game(record, game, place, played) for place, game in enumerate(record.games))


def _game(record: MatchRecord, game: GameRecord, place: int, played: date | None) -> str:
    nodes = [_root(record, game, place, played)]
    board = Position.start()
    for number, step in enumerate(steps_of(game)):
        nodes += _cubes_put(game, number)
        action, board = step.action, step.board
        if isinstance(action, Turn):
            if action.before != board:
                nodes.append(_board_put(action.side, action.before))
            board = action.after
        nodes += _nodes(action, game.actions[number + 1 :])
    nodes += _cubes_put(game, len(game.actions))
    if game.result is None and game.position != board:
        nodes.append(_board_put(game.turns[-1].side.opponent if game.turns else Side.WHITE, game.position))
    return "(" + "\n".join(f";{node}" for node in nodes) + ")\n"


def _cubes_put(game: GameRecord, number: int) -> Iterator[str]:
    """Write where a person put the cube right before an action; value and owner are nodes of their own."""
    for put in game.cubes_put:
        if put.after == number:
            yield f"CV[{put.cube.value}]"
            yield f"CP[{'c' if put.cube.owner is None else _COLOURS[put.cube.owner].lower()}]"


def _board_put(side: Side, position: Position) -> str:
    """Write a board that a person said to stand there, with the side whose turn it is."""
    return f"PL[{_COLOURS[side]}]AE[a:y]{_stones(position)}"


def _root(record: MatchRecord, game: GameRecord, place: int, played: date | None) -> str:
    length = record.started.length
    score = f"[ws:{game.white_before}][bs:{game.black_before}]"
    parts = ["FF[4]GM[6]CA[UTF-8]AP[pi-companion]", f"MI[length:{length}][game:{place}]{score}"]
    parts += [f"P{colour}[{_name(record, side)}]" for side, colour in _COLOURS.items()]
    if played is not None:
        parts.append(f"DT[{played:%Y-%m-%d}]")
    if length:
        parts.append("RU[Crawford:CrawfordGame]" if game.crawford else "RU[Crawford]")
    elif record.started.jacoby:
        parts.append("RU[Jacoby]")
    if game.cube_start > 1:
        parts.append(f"CV[{game.cube_start}]")
    if game.result is not None:
        resigned = "R" if game.result.kind is WinKind.RESIGN else ""
        parts.append(f"RE[{_COLOURS[game.result.winner]}+{game.result.points}{resigned}]")
    return "".join(parts)


def _name(record: MatchRecord, side: Side) -> str:
    """Give the player's name; gnubg does not undo the escape of a backslash, so none is written."""
    return _escape(short_name(record.name(side).replace("\\", "/"), side.label))


def _nodes(action: Action, following: Sequence[Action]) -> Iterator[str]:
    match action:
        case Turn() as turn:
            yield from _turn(turn)
        case CubeAction(side, verb):
            yield f"{_COLOURS[side]}[{_CUBE_WORDS[verb]}]"
            answered = following and (not isinstance(following[0], CubeAction) or following[0].verb is CubeVerb.DOUBLE)
            if verb is CubeVerb.BEAVER and answered:
                # gnubg wants a beaver to be taken; at the table play simply goes on.
                yield f"{_COLOURS[side.opponent]}[take]"
        case Resignation():
            # The result in the root says it.
            return
        case _:
            assert_never(action)


def _turn(turn: Turn) -> Iterator[str]:
    colour, dice = _COLOURS[turn.side], f"{turn.dice[0]}{turn.dice[1]}"
    match turn.outcome:
        case Outcome.UNPLAYED:
            yield f"PL[{colour}]DI[{dice}]"
            return
        case Outcome.NO_MOVE if turn.after == turn.before and choices_of(turn, turn.before) == ():
            yield f"{colour}[{dice}]"
            return
        case Outcome.PLAYED | Outcome.CORRECTED:
            play = play_of(turn, turn.before)
            if play is not None:
                ways = "".join(_letter(turn.side, move.start) + _letter(turn.side, move.end) for move in play.moves)
                yield f"{colour}[{dice}{ways}]{_comment(turn)}"
                return
    # Stood, still disputed, or a board that the rules do not lead to: the board itself is the truth.
    yield f"PL[{colour}]DI[{dice}]"
    yield f"{_board_put(turn.side, turn.after)}{_comment(turn)}"


def _comment(turn: Turn) -> str:
    if not turn.breaches and not turn.explanation:
        return ""
    ended = (
        "put right" if turn.outcome is Outcome.CORRECTED else "it stood" if turn.outcome is Outcome.STOOD else "open"
    )
    return f"C[{_escape(plain(f'Illegal play, {ended}: {turn.explanation}'))}]"


def _letter(side: Side, place: int) -> str:
    if place == BAR:
        return BAR_LETTER
    if place == OFF:
        return OFF_LETTER
    return LETTERS[place - 1 if side is Side.WHITE else BAR - 1 - place]


def _stones(position: Position) -> str:
    """List where each checker stands; those that are off are not named."""
    text = ""
    for side, colour in _COLOURS.items():
        counts = position.counts(side)
        places = "".join(f"[{_letter(side, place)}]" * counts[place] for place in range(1, BAR + 1))
        text += f"A{colour}{places}" if places else ""
    return text


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
