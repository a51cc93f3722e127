"""What a match consists of, as the journal tells it and as the real gnubg has it from the exported file."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

from pi_companion.referee.events import (
    Corrected,
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    IllegalPlay,
    NoMove,
    Played,
    Scored,
    TableEvent,
    Taken,
)
from pi_companion.rules import Position, Side
from pi_companion.rules.gnubg_id import to_position_id
from tests.program import Run

GNUBG = Path("/usr/games/gnubg")
ASK = """
gnubg.command("import mat match.mat")
import json
with open("asked.json", "w") as asked:
    json.dump(gnubg.match(0, 1), asked)
"""
PLAYERS = {"X": Side.WHITE, "O": Side.BLACK}

Fact = tuple[object, ...]


def told(events: Iterable[TableEvent]) -> list[Fact]:
    """What a match consists of: the score before each game, each turn with the position before it, cube and result."""
    facts: list[Fact] = []
    score, before = (0, 0), Position.start()
    for event in events:
        match event:
            case GameStarted():
                facts.append(("game", *score))
                before = Position.start()
            case IllegalPlay(side=side, dice=dice, position=position):
                facts.append(("turn", side, tuple(sorted(dice)), to_position_id(before, side)))
                before = position
            case Played(side=side, dice=dice, position=position) | NoMove(side=side, dice=dice, position=position):
                facts.append(("turn", side, tuple(sorted(dice)), to_position_id(before, side)))
                before = position
            case Corrected(position=position):
                before = position
            case Doubled(side=side):
                facts.append(("double", side))
            case Taken(side=side):
                facts.append(("take", side))
            case Dropped(side=side):
                facts.append(("drop", side))
            case GameOver(winner=winner, points=points):
                facts.append(("won", winner, points))
            case Scored(white=white, black=black):
                score = (white, black)
            case _:
                pass
    return facts


def in_gnubg(mat: Path) -> list[Fact]:
    """The same as gnubg has it after it read the file."""
    (mat.parent / "ask.py").write_text(ASK, encoding="utf-8")
    command = [str(GNUBG), "-t", "-q", "-r", "-p", "ask.py"]
    done = subprocess.run(
        command, cwd=mat.parent, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False
    )
    asked = mat.parent / "asked.json"
    assert asked.exists(), done.stdout + done.stderr
    facts: list[Fact] = []
    for game in json.loads(asked.read_text(encoding="utf-8"))["games"]:
        info = game["info"]
        facts.append(("game", info["score-X"], info["score-O"]))
        for action in game["game"]:
            side = PLAYERS[action["player"]]
            if action["action"] == "move":
                facts.append(("turn", side, tuple(sorted(action["dice"])), action["board"]))
            else:
                facts.append((action["action"], side))
        if info["winner"] is not None:
            facts.append(("won", PLAYERS[info["winner"]], info["points-won"]))
    return facts


def exported(run: Run, journal: Path, match: int) -> Path:
    target = Path("match.mat").resolve()
    outcome = run("--journal", str(journal), "export", str(match), "--format", "mat", "-o", str(target))
    assert outcome.status == 0
    return target
