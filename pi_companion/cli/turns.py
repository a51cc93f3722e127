"""`show --turn`: one turn of a match, or all of them, with the IDs by which other programs know the position."""

import re
from pathlib import Path

from pi_companion.cli.matches import read_match
from pi_companion.cli.output import Form, Output, Status
from pi_companion.errors import InputError
from pi_companion.record.draw import Beside, draw_board
from pi_companion.record.ids import Decision, decisions, gnubg_id_of, xgid_of
from pi_companion.record.summary import action_lines
from pi_companion.record.transcript import MatchRecord, transcribe

ALL = "all"
_TURN = re.compile(r"(?:(?P<game>[0-9]{1,9})\.)?(?P<turn>[0-9]{1,9})")


def show_turn(path: Path, name: str, which: str, output: Output) -> Status:
    """Show turns before their plays.

    Args:
        path: The journal.
        name: The match.
        which: A turn as `show` counts it, such as 14 of the last game or 2.14 of game 2, or `all`.
        output: Where to.

    Raises:
        JournalError: The journal cannot be read or has no such match.
        InputError: There is no such turn, or no ID can say the only one that was wanted.
    """
    _, entries = read_match(path, name)
    record = transcribe(entry.event for entry in entries)
    chosen = _choose(record, which)
    for decision in chosen:
        ids = _ids(record, decision)
        if isinstance(ids, InputError) and len(chosen) == 1:
            raise ids
        _show(record, decision, (None, None) if isinstance(ids, InputError) else ids, output)
    return Status.DONE


def _choose(record: MatchRecord, which: str) -> list[Decision]:
    found = list(decisions(record))
    if which == ALL:
        return found
    asked = _TURN.fullmatch(which)
    if asked is None:
        raise InputError(f"a turn is its number, such as 14, or 2.14 in game 2, or {ALL}, but {which!r} came")
    number = int(asked["turn"])
    game = int(asked["game"]) if asked["game"] else max((each.game.number for each in found), default=0)
    chosen = [each for each in found if (each.game.number, each.number) == (game, number)]
    if not chosen:
        turns = max((each.number for each in found if each.game.number == game), default=0)
        raise InputError(
            f"wanted turn {number} of game {game}, but the match has "
            f"{f'turns 1 to {turns} there' if turns else 'no such game'}; `pi-companion show` lists them"
        )
    return chosen


def _ids(record: MatchRecord, decision: Decision) -> tuple[str, str] | InputError:
    try:
        return xgid_of(record, decision), gnubg_id_of(record, decision)
    except InputError as error:
        return error


def _show(record: MatchRecord, decision: Decision, ids: tuple[str | None, str | None], output: Output) -> None:
    turn, game, cube = decision.turn, decision.game, decision.cube
    output.json(
        {
            "game": game.number,
            "turn": decision.number,
            "side": turn.side.value,
            "dice": [*turn.dice],
            "play": turn.play,
            "outcome": turn.outcome.value,
            "position": turn.before.to_json(),
            "xgid": ids[0],
            "gnubg_id": ids[1],
        }
    )
    if output.form is not Form.PERSON:
        return
    beside = Beside(
        white=record.started.white,
        black=record.started.black,
        score=(game.white_before, game.black_before),
        length=record.started.length,
        cube_value=cube.value,
        cube_owner=cube.owner,
        on_roll=turn.side,
        dice=turn.dice,
    )
    output.text(f"Game {game.number}, turn {decision.number}")
    output.text(draw_board(turn.before, beside, seen_by=turn.side))
    for line in action_lines(record, turn):
        output.text(line)
    for text in ids:
        output.text(text or "(no ID can say this board)")
    output.text("")
