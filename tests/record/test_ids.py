"""The XGID and GNUBG ID of a turn name what stood on the board, and gnubg knows both as the same."""

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pi_companion.errors import InputError
from pi_companion.record.ids import Decision, decisions, gnubg_id_of, xgid_of
from pi_companion.record.transcript import MatchRecord, transcribe
from pi_companion.referee.events import (
    Doubled,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    OpeningRoll,
    Played,
    Rolled,
    Scored,
    Stood,
    TableEvent,
    Taken,
)
from pi_companion.rules import Breach, Cube, MatchId, Position, Roll, Side, legal_plays

GNUBG = Path("/usr/games/gnubg")
START = Position.start()
AFTER_31 = next(play for play in legal_plays(START, Side.WHITE, Roll(3, 1)) if str(play) == "8/5 6/5").result

SCRIPT = """
import gnubg, json
for setting in ("set automatic game off", "set automatic roll off", "set automatic move off", "set confirm new off",
                "set player 0 human", "set player 1 human", "new session"):
    gnubg.command(setting)
with open({answers!r}, "w") as answers:
    for line in open({questions!r}):
        xgid, gnubg_id = json.loads(line)
        gnubg.command("set gnubgid " + gnubg_id)
        by_id = [gnubg.positionid(), gnubg.matchid()]
        gnubg.command("set xgid " + xgid)
        answers.write(json.dumps([by_id, [gnubg.positionid(), gnubg.matchid()]]) + "\\n")
"""


def match(*events: TableEvent, length: int = 5) -> MatchRecord:
    return transcribe([MatchStarted(length, "Ann", "Bob"), *events])


def last(record: MatchRecord) -> Decision:
    return list(decisions(record))[-1]


def black_to_play(length: int = 5) -> MatchRecord:
    return match(
        Scored(1, 3),
        GameStarted(3, crawford=False),
        OpeningRoll(3, 1),
        Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER_31),
        Doubled(Side.BLACK, 2),
        Taken(Side.WHITE),
        Rolled(Side.BLACK, (2, 5)),
        length=length,
    )


def test_an_xgid_is_written_from_the_side_on_roll() -> None:
    record = black_to_play()
    assert xgid_of(record, last(record)) == "XGID=-b----E-C---eE---bbd-bB-:1:-1:1:25:3:1:0:5:10".replace(
        "-b----E-C---eE---bbd-bB-", AFTER_31.to_xgid(on_roll=Side.BLACK)
    )


def test_money_play_says_the_jacoby_rule() -> None:
    record = black_to_play(0)
    assert xgid_of(record, last(record)).endswith(":1:-1:1:25:3:1:1:0:10")


def test_turns_are_counted_in_each_game() -> None:
    record = match(GameStarted(1, crawford=False), OpeningRoll(3, 1), GameStarted(2, crawford=False), OpeningRoll(1, 2))
    assert [(each.game.number, each.number, each.turn.side) for each in decisions(record)] == [
        (1, 1, Side.WHITE),
        (2, 1, Side.BLACK),
    ]


def test_a_board_that_cannot_be_has_no_ids() -> None:
    lost = Position((*START.white[:6], 4, *START.white[7:]), START.black)
    illegal = IllegalPlay(Side.WHITE, (3, 1), lost, (Breach.CHECKER_COUNT_WRONG,), "one is missing")
    record = match(
        GameStarted(1, crawford=False), OpeningRoll(3, 1), illegal, Stood(Side.WHITE), Rolled(Side.BLACK, (2, 1))
    )
    for write in (xgid_of, gnubg_id_of):
        with pytest.raises(InputError):
            write(record, last(record))


def seen_by_roller(state: MatchId, roller: Side) -> MatchId:
    """Change sides where Black rolls, as an XGID does."""
    if roller is Side.WHITE:
        return state
    owner = None if state.cube.owner is None else state.cube.owner.opponent
    return replace(
        state,
        cube=Cube(state.cube.value, owner),
        on_roll=Side.WHITE,
        deciding=Side.WHITE,
        white_score=state.black_score,
        black_score=state.white_score,
    )


@pytest.mark.skipif(not GNUBG.exists(), reason="gnubg is not installed (apt install gnubg)")
def test_gnubg_knows_the_ids_of_every_turn(tmp_path: Path, random_match: Callable[..., tuple[TableEvent, ...]]) -> None:
    found = [
        (record, decision)
        for seed, length in [(0, 0), (1, 3), (2, 5), (3, 1)]
        for record in [transcribe(random_match(seed, length))]
        for decision in decisions(record)
        if not decision.turn.before.faults()
    ]
    asked = [(xgid_of(*each), gnubg_id_of(*each)) for each in found]
    paths = {name: str(tmp_path / name) for name in ("questions", "answers")}
    Path(paths["questions"]).write_text("".join(f"{json.dumps(pair)}\n" for pair in asked), encoding="ascii")
    (tmp_path / "ask.py").write_text(SCRIPT.format(**paths), encoding="ascii")
    subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-p", tmp_path / "ask.py"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=120,
        env={"HOME": str(tmp_path), "LANG": "C.UTF-8"},
    )
    answers = [json.loads(line) for line in Path(paths["answers"]).read_text(encoding="ascii").splitlines()]
    assert len(answers) == len(asked) > 200
    for (_, decision), (_, ours), (by_id, by_xgid) in zip(found, asked, answers, strict=True):
        assert ":".join(by_id) == ours
        assert by_xgid[0] == by_id[0]
        assert MatchId.parse(by_xgid[1]) == seen_by_roller(MatchId.parse(by_id[1]), decision.turn.side)
