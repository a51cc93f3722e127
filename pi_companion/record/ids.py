"""XGID and GNUBG ID of the turns of a match, to look at any of them in another program."""

from collections.abc import Iterator
from dataclasses import dataclass

from pi_companion.record.transcript import GameRecord, MatchRecord, Turn, actions_with_cube
from pi_companion.rules import Action, Cube, MatchId, Position, Roll, Side, Xgid, to_position_id


@dataclass(frozen=True, slots=True)
class Decision:
    """A turn with what stood when it had been rolled and not yet played."""

    game: GameRecord
    number: int
    """Of the turn in its game, from 1, as `show` counts."""

    turn: Turn
    cube: Cube


def decisions(record: MatchRecord) -> Iterator[Decision]:
    """Give all turns of a match in their order."""
    for game in record.games:
        number = 0
        for action, cube in actions_with_cube(game):
            if isinstance(action, Turn):
                number += 1
                yield Decision(game, number, action, cube)


def xgid_of(record: MatchRecord, decision: Decision) -> str:
    """Write the XGID of a turn; the side on roll is the one at the bottom, as every program reads it alike.

    Raises:
        InputError: The board before the turn cannot arise in a game.
    """
    turn, cube, game = decision.turn, decision.cube, decision.game
    own, other = turn.before.counts(turn.side), turn.before.counts(turn.side.opponent)
    owners = {turn.side: Side.WHITE, turn.side.opponent: Side.BLACK}
    scores = (game.white_before, game.black_before)
    own_score, other_score = scores if turn.side is Side.WHITE else scores[::-1]
    return str(
        Xgid(
            position=Position(own, other),
            cube=Cube(cube.value, None if cube.owner is None else owners[cube.owner]),
            on_roll=Side.WHITE,
            action=Action.ROLLED,
            roll=Roll(*turn.dice),
            white_score=own_score,
            black_score=other_score,
            length=record.started.length,
            crawford=game.crawford,
            jacoby=_jacoby(record),
        )
    )


def gnubg_id_of(record: MatchRecord, decision: Decision) -> str:
    """Write the GNUBG ID of a turn, Position ID and Match ID with a colon between them.

    Raises:
        InputError: The board before the turn cannot arise in a game.
    """
    turn, game = decision.turn, decision.game
    match_id = MatchId(
        cube=decision.cube,
        on_roll=turn.side,
        deciding=turn.side,
        length=record.started.length,
        white_score=game.white_before,
        black_score=game.black_before,
        roll=Roll(*turn.dice),
        crawford=game.crawford,
        jacoby=_jacoby(record),
    )
    return f"{to_position_id(turn.before, turn.side)}:{match_id}"


def _jacoby(record: MatchRecord) -> bool:
    return not record.started.length and record.started.jacoby
