"""What a match has come to, in numbers and in the words of `matches` and `show`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import assert_never

from pi_companion.record.draw import Beside, draw_board
from pi_companion.record.journal import StoredMatch
from pi_companion.record.transcript import (
    Action,
    CubeAction,
    CubeVerb,
    GameRecord,
    MatchRecord,
    Outcome,
    Resignation,
    Turn,
    actions_with_cube,
)
from pi_companion.referee.events import GameOver
from pi_companion.rules import Position, Side, WinKind

_FAULTY = (Outcome.CORRECTED, Outcome.STOOD, Outcome.DISPUTED)
_RESIGNATIONS = {1: "a single game", 2: "a gammon", 3: "a backgammon"}
_ENDINGS = {
    WinKind.SINGLE: "",
    WinKind.GAMMON: " with a gammon",
    WinKind.BACKGAMMON: " with a backgammon",
    WinKind.DROP: " by a dropped double",
    WinKind.RESIGN: " by resignation",
}


class Boards(Enum):
    """Where `show_match` draws the board."""

    LAST = "last"
    """Once, as the record has it last."""

    EVERY_TURN = "every turn"


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match in numbers."""

    white: str
    """The player's name."""

    black: str
    length: int
    """0 is money play."""

    white_points: int
    black_points: int
    games: int
    turns: int
    illegal_plays: int
    """All illegal plays, corrected or not."""

    cube_value: int
    cube_owner: Side | None
    winner: Side | None
    """None while the match is being played."""


def summarise(record: MatchRecord) -> MatchSummary:
    """Add a match up."""
    turns = [turn for game in record.games for turn in game.turns]
    last = record.games[-1] if record.games else None
    return MatchSummary(
        white=record.started.white,
        black=record.started.black,
        length=record.started.length,
        white_points=record.white,
        black_points=record.black,
        games=len(record.games),
        turns=sum(turn.outcome is not Outcome.UNPLAYED for turn in turns),
        illegal_plays=sum(turn.outcome in _FAULTY for turn in turns),
        cube_value=last.cube_value if last else 1,
        cube_owner=last.cube_owner if last else None,
        winner=record.winner,
    )


def matches_table(matches: Iterable[tuple[StoredMatch, MatchSummary]]) -> str:
    """List matches, a line each."""
    rows = [("match", "begun", "length", "White", "Black", "score", "games", "turns", "illegal", "state", "from")]
    for stored, summary in matches:
        state = f"{_name(summary, summary.winner)} won" if summary.winner else "under way"
        length = str(summary.length) if summary.length else "money"
        score = f"{summary.white_points}-{summary.black_points}"
        counts = (str(summary.games), str(summary.turns), str(summary.illegal_plays))
        begun = _begun(stored)
        rows.append(
            (str(stored.match), begun, length, summary.white, summary.black, score, *counts, state, stored.source)
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def show_match(record: MatchRecord, boards: Boards = Boards.LAST) -> str:
    """Tell a match turn by turn, with what the referee said."""
    started = record.started
    kind = (
        f"Match to {started.length}" if started.length else f"Money play, {'with' if started.jacoby else 'no'} Jacoby"
    )
    lines = [f"{kind}: {started.white} (White, O) against {started.black} (Black, X)"]
    for game in record.games:
        lines += ["", *_game_lines(record, game, boards)]
    if record.games and boards is Boards.LAST:
        lines += ["", _final_board(record)]
    if record.winner is not None:
        lines += ["", f"{record.name(record.winner)} wins the match, {_score(record.white, record.black)}."]
    return "\n".join(lines)


def _game_lines(record: MatchRecord, game: GameRecord, boards: Boards) -> Iterator[str]:
    crawford = ", the Crawford game" if game.crawford else ""
    yield f"Game {game.number} at {_score(game.white_before, game.black_before)}{crawford}"
    for white, black in game.openings:
        tie = ", a tie" if white == black else ""
        yield f"       opening roll: {record.started.white} {white}, {record.started.black} {black}{tie}"
    if game.cube_start > 1:
        yield f"       automatic doubles: the cube is at {game.cube_start}"
    number = 0
    for place, (action, cube) in enumerate(actions_with_cube(game)):
        yield from _cubes_put(record, game, place)
        if isinstance(action, Turn):
            number += 1
            lead = f"{number:4d}. "
        else:
            lead = " " * 6
        first, *others = action_lines(record, action)
        yield lead + first
        yield from (" " * 8 + line for line in others)
        if isinstance(action, Turn) and boards is Boards.EVERY_TURN:
            yield _board(record, game, action.after, cube.value, cube.owner)
    yield from _cubes_put(record, game, len(game.actions))
    if game.result is not None:
        yield f"      {_result(record, game.result)}"


def _cubes_put(record: MatchRecord, game: GameRecord, place: int) -> Iterator[str]:
    """Tell where a person put the cube right before an action."""
    for put in game.cubes_put:
        if put.after == place:
            where = "in the middle" if put.cube.owner is None else f"with {record.name(put.cube.owner)}"
            yield f"      the cube is put right: at {put.cube.value}, {where}"


def action_lines(record: MatchRecord, action: Action) -> list[str]:
    """Tell one action; an illegal play has a second line that says why."""
    name = record.name(action.side)
    match action:
        case Turn():
            return _turn_lines(name, action)
        case CubeAction(_, CubeVerb.DOUBLE, value):
            return [f"{name} doubles to {value}"]
        case CubeAction(_, CubeVerb.BEAVER, value):
            return [f"{name} beavers: the cube is at {value}"]
        case CubeAction(_, verb, _):
            return [f"{name} {verb.value}"]
        case Resignation(_, multiple):
            return [f"{name} resigns {_RESIGNATIONS.get(multiple, f'{multiple} times the cube')}"]
        case _:
            assert_never(action)


def _turn_lines(name: str, turn: Turn) -> list[str]:
    lead = f"{name} {turn.dice[0]}-{turn.dice[1]}: "
    match turn.outcome:
        case Outcome.PLAYED:
            return [lead + turn.play]
        case Outcome.NO_MOVE:
            return [lead + "no legal move"]
        case Outcome.UNPLAYED:
            return [lead + "not played"]
        case Outcome.CORRECTED:
            told = f"illegal, corrected to {turn.play}" if turn.play else "illegal, corrected"
        case Outcome.STOOD:
            told = "illegal, and it stood"
        case Outcome.DISPUTED:
            told = "illegal, not settled"
        case _:
            assert_never(turn.outcome)
    rules = ", ".join(breach.name.lower().replace("_", " ") for breach in turn.breaches)
    why = f"{turn.explanation} ({rules})" if rules else turn.explanation
    return [lead + told, why] if why else [lead + told]


def _result(record: MatchRecord, result: GameOver) -> str:
    points = f"{result.points} point{'s' if result.points > 1 else ''}"
    return f"{record.name(result.winner)} wins {points}{_ENDINGS[result.kind]}"


def _final_board(record: MatchRecord) -> str:
    game = record.games[-1]
    return _board(record, game, game.position, game.cube_value, game.cube_owner, (record.white, record.black))


def _board(
    record: MatchRecord,
    game: GameRecord,
    position: Position,
    cube_value: int,
    cube_owner: Side | None,
    score: tuple[int, int] | None = None,
) -> str:
    beside = Beside(
        white=record.started.white,
        black=record.started.black,
        score=score or (game.white_before, game.black_before),
        length=record.started.length,
        cube_value=cube_value,
        cube_owner=cube_owner,
    )
    return draw_board(position, beside)


def _score(white: int, black: int) -> str:
    return f"{white}-{black}"


def _name(summary: MatchSummary, side: Side) -> str:
    return summary.white if side is Side.WHITE else summary.black


def _begun(stored: StoredMatch) -> str:
    """Give the local time at which a match began; a clock that nobody had set is marked."""
    if stored.wall_s is None:
        return "-"
    moment = datetime.fromtimestamp(stored.wall_s).astimezone()
    return f"{moment:%Y-%m-%d %H:%M}{'' if stored.clock_synced else '?'}"
