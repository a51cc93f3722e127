"""What an export cannot say of a match: told to the person who exports, so that nothing is lost without a word."""

from collections.abc import Iterator
from itertools import pairwise

from pi_companion.record.made import Step, choices_of, steps_of
from pi_companion.record.transcript import CubeAction, CubeVerb, GameRecord, MatchRecord, Outcome, Turn
from pi_companion.rules import BAR, OFF, Position


def mat_losses(record: MatchRecord) -> tuple[str, ...]:
    """Name what a .mat file leaves out."""
    return tuple(_mat_losses(record))


def sgf_losses(record: MatchRecord) -> tuple[str, ...]:
    """Name what an .sgf file leaves out; illegal plays, put right or not, boards and cubes are in it."""
    return (*_waiting_beaver(record), *_two_on_a_point(record), *_open_disputes(record))


def _mat_losses(record: MatchRecord) -> Iterator[str]:
    corrected = _count(record, Outcome.CORRECTED)
    if corrected:
        yield f"{_plays(corrected)} that {_were(corrected)} put right (the corrections stand in their place)"
    automatic = [str(game.number) for game in record.games if game.cube_start > 1]
    if automatic:
        yield f"the automatic doubles of game {', '.join(automatic)} (gnubg counts without them, `import` with them)"
    dropped = [str(game.number) for game in record.games if _beaver_was_dropped(game)]
    if dropped:
        yield f"the beaver that was dropped in game {', '.join(dropped)} (gnubg reads on as if it was taken)"
    if not record.started.length and not record.started.jacoby:
        yield "that gammons count without a double (say `set jacoby off` in gnubg before it imports)"
    unplayed = [str(game.number) for game in record.games for step in steps_of(game) if _would_be_played(step)]
    if unplayed:
        yield f"the last roll of game {', '.join(unplayed)} (gnubg would play it, since only one play was legal)"
    put = [str(game.number) for game in record.games if game.cubes_put]
    if put:
        yield f"that the cube was put right in game {', '.join(put)} (gnubg counts its points without that)"
    anew = [str(game.number) for game in record.games if any(map(_begins_anew, steps_of(game)))]
    if anew:
        which = ", ".join(anew)
        yield f"the play after the board was put right in game {which} (the board after it stands in the file)"
    other = [game for game, inferred in zip(record.games, _inferred(record), strict=True) if game.crawford != inferred]
    if other:
        which = ", ".join(f"{game.number} {'is' if game.crawford else 'is not'}" for game in other)
        yield f"that game {which} the Crawford game (every reader infers it from the score)"
    yield from _waiting_beaver(record)
    yield from _two_on_a_point(record)
    yield from _open_disputes(record)


def _inferred(record: MatchRecord) -> Iterator[bool]:
    """Say for each game whether a reader takes it for the Crawford game: the first in which one side lacks a point."""
    length, played = record.started.length, False
    for game in record.games:
        crawford = bool(length) and not played and (game.white_before, game.black_before).count(length - 1) == 1
        played = played or crawford
        yield crawford


def _begins_anew(step: Step) -> bool:
    turn = step.action
    return isinstance(turn, Turn) and turn.before != step.board and turn.outcome is not Outcome.UNPLAYED


def _two_on_a_point(record: MatchRecord) -> Iterator[str]:
    """Name the games with a board that other programs refuse: both sides on one point, as after some illegal plays."""
    games = [str(game.number) for game in record.games if any(_is_shared(turn.after) for turn in game.turns)]
    if games:
        yield f"a point that both sides held after an illegal play in game {', '.join(games)}"


def _is_shared(position: Position) -> bool:
    return any(position.white[point] and position.black[BAR - point] for point in range(OFF + 1, BAR))


def _would_be_played(step: Step) -> bool:
    turn = step.action
    if not isinstance(turn, Turn) or turn.outcome is not Outcome.UNPLAYED:
        return False
    return len(choices_of(turn, step.board) or ()) == 1


def _beaver_was_dropped(game: GameRecord) -> bool:
    cube = [action.verb for action in game.actions if isinstance(action, CubeAction)]
    return (CubeVerb.BEAVER, CubeVerb.DROP) in pairwise(cube)


def _waiting_beaver(record: MatchRecord) -> Iterator[str]:
    """Name a beaver with which the record ends."""
    last = record.games[-1].actions[-1:] if record.games else ()
    if any(isinstance(action, CubeAction) and action.verb is CubeVerb.BEAVER for action in last):
        yield "that the last beaver waits for an answer (gnubg reads it as taken)"


def _open_disputes(record: MatchRecord) -> Iterator[str]:
    disputed = _count(record, Outcome.DISPUTED)
    if disputed:
        yield f"that {_plays(disputed)} {_were(disputed)} not settled (the board after it stands in the file)"


def _count(record: MatchRecord, outcome: Outcome) -> int:
    return sum(turn.outcome is outcome for game in record.games for turn in game.turns)


def _plays(count: int) -> str:
    return f"{count} illegal play{'s' if count > 1 else ''}"


def _were(count: int) -> str:
    return "were" if count > 1 else "was"
