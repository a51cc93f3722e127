"""Two thousand random positions are put to the real gnubg, which must know the same legal plays."""

import json
import random
import subprocess
from pathlib import Path

import pytest

from pi_companion.bench.rules import self_play_positions
from pi_companion.rules import Action, Cube, Position, Roll, Side, Xgid, legal_plays, parse_play, to_position_id

GNUBG = Path("/usr/games/gnubg")
COUNT = 2_000
SEED = 75_025

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not GNUBG.exists(), reason="gnubg is not installed (apt install gnubg)"),
]

SCRIPT = """
import gnubg, json
for setting in (
    "set display off", "set automatic game off", "set automatic roll off", "set automatic move off",
    "set automatic bearoff off", "set confirm new off", "set player 0 human", "set player 1 human", "set threads 1",
    "new session", "set evaluation chequerplay evaluation plies 0",
):
    gnubg.command(setting)
with open({answers!r}, "w") as answers:
    for line in open({questions!r}):
        gnubg.command("set xgid " + line.strip())
        hints = gnubg.hint(100000)["hint"]
        answers.write(json.dumps([gnubg.positionid(), [hint["move"] for hint in hints]]) + "\\n")
"""
"""Runs inside gnubg: for each XGID the Position ID that gnubg set up and every play it would consider."""

Question = tuple[Position, Roll]


def scattered(rng: random.Random) -> Position:
    """Throw both sides' checkers anywhere, many on the bar, close to home or stacked, as games seldom have them."""
    while True:
        highest = rng.choice((6, 6, 8, 12, 24, 24))
        white, black = [0] * 26, [0] * 26
        taken: dict[int, Side] = {}
        for side, counts in ((Side.WHITE, white), (Side.BLACK, black)):
            reach = highest if side is Side.WHITE else rng.choice((6, 24))
            for _ in range(15):
                place = rng.choice((0, *range(1, reach + 1), *range(1, reach + 1), 25 if rng.random() < 0.4 else 1))
                point = place if side is Side.WHITE else 25 - place
                if place in (0, 25) or taken.setdefault(point, side) is side:
                    counts[place] += 1
                else:
                    counts[0] += 1
        position = Position(tuple(white), tuple(black))
        if not position.faults() and max(white[0], black[0]) < 15:
            return position


def questions() -> list[Question]:
    rng = random.Random(SEED)
    played = [
        position if side is Side.WHITE else Position(position.black, position.white)
        for position, side in self_play_positions(COUNT // 2, SEED)
    ]
    positions = played + [scattered(rng) for _ in range(COUNT - len(played))]
    return [(position, Roll(rng.randint(1, 6), rng.randint(1, 6))) for position in positions]


def xgid(question: Question) -> str:
    position, roll = question
    return str(Xgid(position, Cube(), Side.WHITE, Action.ROLLED, roll, 0, 0, 0))


def test_gnubg_knows_the_same_plays(tmp_path: Path) -> None:
    asked = questions()
    paths = {name: str(tmp_path / name) for name in ("questions", "answers")}
    Path(paths["questions"]).write_text("\n".join(map(xgid, asked)) + "\n")
    script = tmp_path / "ask.py"
    script.write_text(SCRIPT.format(**paths))
    subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-p", script], stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=120
    )
    answers = [json.loads(line) for line in Path(paths["answers"]).read_text().splitlines()]
    assert len(answers) == COUNT
    plays_seen = 0
    for question, (position_id, moves) in zip(asked, answers, strict=True):
        position, roll = question
        assert position_id == to_position_id(position, Side.WHITE), xgid(question)
        ours = {play.result for play in legal_plays(position, Side.WHITE, roll)}
        theirs = {parse_play(move, position, Side.WHITE, roll).result for move in moves}
        assert ours == theirs, xgid(question)
        plays_seen += len(ours)
    assert plays_seen > COUNT * 5
