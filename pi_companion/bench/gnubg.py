"""Random positions put to the real gnubg: its move generator and ours must know the same legal plays.

gnubg waits some milliseconds between two answers and works for half a one, so several are asked side by side.
`make gnubg` puts a million questions to it. A run may be cut into pieces: question n is the same in every run.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from pi_companion.bench.rules import Board, self_play_positions
from pi_companion.rules import (
    BAR,
    CHECKERS,
    OFF,
    Action,
    Cube,
    Position,
    Roll,
    Side,
    Xgid,
    legal_plays,
    to_position_id,
)

GNUBG = Path("/usr/games/gnubg")
BLOCK = 1000
"""Questions that one gnubg is asked before another is started."""

Question = tuple[Position, Roll]
"""A position with White to play, and the roll."""

_SCRIPT = """
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

_WAY = re.compile(r"(?P<stops>[\w*/]+)(?:\((?P<count>\d)\))?")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a run found."""

    positions: int
    plays: int
    """Distinct results that gnubg knew."""

    unplayable: int
    """Positions in which the roll cannot be played."""

    disagreements: tuple[str, ...]
    """A line for each position in which the two differ: its XGID and the boards that only one of them knows."""

    seconds: float

    @property
    def positions_per_second(self) -> float:
        """Speed of the comparison as a whole."""
        return self.positions / self.seconds


_REACH = (6, 6, 8, 12, 24, 24)
"""How far from home White's checkers may stand, drawn by lot."""

_BAR_SHARE = 0.4
"""How often a checker may also be thrown on the bar."""


def scattered(rng: random.Random) -> Position:
    """Throw both sides' checkers anywhere, many on the bar, close to home or stacked, as games seldom have them."""
    while True:
        highest = rng.choice(_REACH)
        white, black = [0] * 26, [0] * 26
        taken: dict[int, Side] = {}
        for side, counts in ((Side.WHITE, white), (Side.BLACK, black)):
            reach = highest if side is Side.WHITE else rng.choice((6, 24))
            for _ in range(CHECKERS):
                place = rng.choice(
                    (OFF, *range(1, reach + 1), *range(1, reach + 1), BAR if rng.random() < _BAR_SHARE else 1)
                )
                point = place if side is Side.WHITE else BAR - place
                if place in (OFF, BAR) or taken.setdefault(point, side) is side:
                    counts[place] += 1
                else:
                    counts[OFF] += 1
        position = Position(tuple(white), tuple(black))
        if not position.faults() and max(white[OFF], black[OFF]) < CHECKERS:
            return position


def questions(block: int, count: int = BLOCK) -> list[Question]:
    """Give a block of questions, the same in every run: half from games, half scattered."""
    rng = random.Random(block)
    played = [
        position if side is Side.WHITE else Position(position.black, position.white)
        for position, side in self_play_positions(count // 2, block)
    ]
    positions = played + [scattered(rng) for _ in range(count - len(played))]
    return [(position, Roll(rng.randint(1, 6), rng.randint(1, 6))) for position in positions]


def ask(asked: Sequence[Question]) -> list[tuple[str, list[str]]]:
    """Ask gnubg; for each question its Position ID of the board and its plays, as it writes them.

    Raises:
        OSError: gnubg is not there.
        subprocess.SubprocessError: It failed, or did not answer in time.
    """
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: str(Path(folder) / name) for name in ("questions", "answers")}
        Path(paths["questions"]).write_text("".join(f"{_xgid(each)}\n" for each in asked), encoding="ascii")
        script = Path(folder) / "ask.py"
        script.write_text(_SCRIPT.format(**paths), encoding="utf-8")
        subprocess.run(  # noqa: S603 -- gnubg, with a script of ours
            [GNUBG, "-t", "-q", "-r", "-p", script],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=60 + len(asked),
            env={**os.environ, "HOME": folder},
        )
        lines = Path(paths["answers"]).read_text(encoding="utf-8").splitlines()
        return [(answer[0], answer[1]) for answer in map(json.loads, lines)]


def _xgid(question: Question) -> str:
    position, roll = question
    return str(Xgid(position, Cube(), Side.WHITE, Action.ROLLED, roll, 0, 0, 0))


def board_after(position: Position, play: str) -> Board:
    """Make a play as gnubg writes it, with every hit marked; nothing of the program under test has a hand in it.

    >>> board_after(Position.start(), "24/18 13/11")[0][11:25:7]
    (1, 1)
    """
    own, other = list(position.white), list(position.black)
    for way in play.split():
        found = _WAY.fullmatch(way)
        if found is None:
            message = f"gnubg's play {play!r} has a part {way!r} of a form that is not known"
            raise ValueError(message)
        stops = found["stops"].split("/")
        count = int(found["count"] or 1)
        start, end = _place(stops[0]), _place(stops[-1])
        own[start] -= count
        own[end] += count
        for stop in stops:
            if stop.endswith("*"):
                other[BAR - _place(stop)] -= 1
                other[BAR] += 1
    return tuple(own), tuple(other)


def _place(name: str) -> int:
    plain = name.rstrip("*")
    return {"bar": BAR, "off": OFF}[plain] if plain.isalpha() else int(plain)


def compare(asked: Sequence[Question]) -> Comparison:
    """Put questions to gnubg and compare its answers with `legal_plays`."""
    start = monotonic()
    answers = ask(asked)
    if len(answers) != len(asked):
        message = f"gnubg was asked {len(asked)} questions, but gave {len(answers)} answers; run it again"
        raise RuntimeError(message)
    wrong, plays, unplayable = [], 0, 0
    for (position, roll), (position_id, moves) in zip(asked, answers, strict=True):
        theirs = {board_after(position, move) for move in moves}
        ours = {(play.result.white, play.result.black) for play in legal_plays(position, Side.WHITE, roll)}
        plays += len(theirs)
        unplayable += not theirs
        if position_id != to_position_id(position, Side.WHITE) or ours != theirs:
            xgid = _xgid((position, roll))
            wrong.append(f"{xgid} board {position_id} only ours {ours - theirs} only gnubg's {theirs - ours}")
    return Comparison(len(asked), plays, unplayable, tuple(wrong), monotonic() - start)


def run(count: int, first: int = 0, helpers: int = 8) -> Iterator[Comparison]:
    """Compare in blocks; after each one, give what the run has found so far.

    Args:
        count: How many questions, rounded up to whole blocks.
        first: The first question, rounded down to a whole block.
        helpers: How many gnubg are asked side by side.
    """
    blocks = range(first // BLOCK, first // BLOCK + -(-count // BLOCK))
    start = monotonic()
    total = Comparison(0, 0, 0, (), 0.0)
    with ThreadPoolExecutor(helpers) as pool:
        for found in pool.map(lambda block: compare(questions(block)), blocks):
            total = Comparison(
                total.positions + found.positions,
                total.plays + found.plays,
                total.unplayable + found.unplayable,
                total.disagreements + found.disagreements,
                monotonic() - start,
            )
            yield total


def report(total: Comparison) -> str:
    """Say in a line what was found.

    >>> report(Comparison(2000, 34_000, 90, (), 4.0))
    '2,000 positions, 34,000 plays, 90 without a legal play: 0 disagreements; 500 positions a second'
    """
    return (
        f"{total.positions:,} positions, {total.plays:,} plays, {total.unplayable:,} without a legal play: "
        f"{len(total.disagreements):,} disagreements; {total.positions_per_second:,.0f} positions a second"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison; 0 when the two agree, 1 when not, 2 when gnubg is missing."""
    parser = argparse.ArgumentParser(description="Compare the legal plays of random positions with those of gnubg.")
    parser.add_argument("--count", type=int, default=1_000_000, help="how many positions (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the first one, to go on with a run that was cut")
    parser.add_argument("--helpers", type=int, default=8, help="how many gnubg side by side (default: %(default)s)")
    options = parser.parse_args(arguments)
    if not GNUBG.exists():
        print(f"wanted gnubg at {GNUBG}, but it is not there; install it (apt install gnubg)", file=sys.stderr)
        return 2
    told = 0
    for total in run(options.count, options.first, options.helpers):
        for line in total.disagreements[told:]:
            print(line, flush=True)
        told = len(total.disagreements)
        print(report(total), flush=True)
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
