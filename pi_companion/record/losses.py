"""What an export cannot say of a match: told to the person who exports, so that nothing is lost without a word."""

from collections.abc import Iterator
from itertools import pairwise

from pi_companion.record.made import Step, choices_of, steps_of
from pi_companion.record.transcript import CubeAction, CubeVerb, GameRecord, MatchRecord, Outcome, Turn


def mat_losses(record: MatchRecord) -> tuple[str, ...]:
    """Name what a .mat file leaves out."""
    return tuple(_mat_losses(record))


def sgf_losses(record: MatchRecord) -> tuple[str, ...]:
    """Name what an .sgf file leaves out; illegal plays, put right or not, are comments there."""
    return tuple(_open_disputes(record))


def _mat_losses(record: MatchRecord) -> Iterator[str]:
    corrected = _count(record, Outcome.CORRECTED)
    if corrected:
        yield f"{_plays(corrected)} that {_were(corrected)} put right (the corrections stand in their place)"
    automatic = [str(game.number) for game in record.games if game.cube_start > 1]
    if automatic:
        yield f"the automatic doubles of game {', '.join(automatic)} (gnubg counts its points without them)"
    dropped = [str(game.number) for game in record.games if _beaver_was_dropped(game)]
    if dropped:
        yield f"the beaver that was dropped in game {', '.join(dropped)} (gnubg reads on as if it was taken)"
    if not record.started.length and not record.started.jacoby:
        yield "that gammons count without a double (say `set jacoby off` in gnubg before it imports)"
    unplayed = [str(game.number) for game in record.games for step in steps_of(game) if _would_be_played(step)]
    if unplayed:
        yield f"the last roll of game {', '.join(unplayed)} (gnubg would play it, since only one play was legal)"
    yield from _open_disputes(record)


def _would_be_played(step: Step) -> bool:
    turn = step.action
    if not isinstance(turn, Turn) or turn.outcome is not Outcome.UNPLAYED:
        return False
    return len(choices_of(turn, step.board) or ()) == 1


def _beaver_was_dropped(game: GameRecord) -> bool:
    cube = [action.verb for action in game.actions if isinstance(action, CubeAction)]
    return (CubeVerb.BEAVER, CubeVerb.DROP) in pairwise(cube)


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
