"""A match whose program is killed again and again ends in the record of one that nobody disturbed."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pi_companion.record.journal import Journal
from pi_companion.referee.events import TableEvent
from tests.service.played import LOOKS, played

ROOT = Path(__file__).parents[2]
KILLS = 200

TABLES = """
import os, sys, time
from pathlib import Path
from pi_companion.config import MatchSettings
from pi_companion.record.journal import Journal, Stamp
from pi_companion.service.match import MatchKeeper
from tests.service.played import Seer, frame, played

GAME = played()

def watch(path, first):
    with Journal.open(Path(path)) as journal:
        stamp = lambda t_s, name: Stamp(t_s, frame=name)
        keeper = MatchKeeper(Seer(GAME), journal, MatchSettings(), stamp, time.monotonic)
        for number in range(first, len(GAME)):
            # Before it is looked at: after the kill the board stands as it stood then, never as before.
            os.write(1, f"{number}\\n".encode())
            keeper.see(frame(number, str(os.getpid())))
    os._exit(0)

# A table for every line that comes; forked, since Python takes long to start.
for line in sys.stdin:
    path, first = line.split()
    table = os.fork()
    if not table:
        watch(path, int(first))
    os.write(1, f"table {table}\\n".encode())
    os.waitpid(table, 0)
    os.write(1, b"gone\\n")
"""


class Tables:
    """Starts programs, kills them, and knows what they had seen."""

    def __init__(self) -> None:
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", TABLES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def watch(self, path: Path, first: int, frames: int | None, delay_s: float = 0.0) -> int:
        """Run a program from a frame on and kill it at the last of so many; gives the last frame that was shown."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(path, first, file=self.process.stdin, flush=True)
        table, last, seen = 0, first - 1, 0
        for line in self.process.stdout:
            if line == "gone\n":
                return last
            if line.startswith("table"):
                table = int(line.split()[1])
            else:
                last, seen = int(line), seen + 1
            if table and frames is not None and seen >= frames:
                time.sleep(delay_s)
                with contextlib.suppress(ProcessLookupError):  # it may just have come to its end
                    os.kill(table, signal.SIGKILL)
                table = 0
        raise AssertionError("the tables died")

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


def events(path: Path) -> list[TableEvent]:
    if not path.exists():
        return []
    with Journal.read(path) as journal:
        if not journal.matches():
            return []
        assert len(journal.matches()) == 1
        entries = journal.events(1)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    return [entry.event for entry in entries]


@pytest.mark.slow
def test_killed_at_200_moments_nothing_told_is_lost_and_nothing_is_told_twice(tmp_path: Path) -> None:
    """The next program begins with the board as it stands, as a camera does, and with what was seen before."""
    chance, tables = random.Random(5), Tables()
    try:
        tables.watch(tmp_path / "whole.sqlite", 0, None)
        expected = events(tmp_path / "whole.sqlite")
        kills, game, end = 0, 0, len(played()) - 1
        while kills < KILLS:
            path, last = tmp_path / str(game) / "j.sqlite", -1
            while last < end:
                first = max(0, last) // LOOKS * LOOKS
                told = events(path)
                last = max(last, tables.watch(path, first, chance.randint(1, 2 * LOOKS), chance.random() * 0.03))
                assert events(path)[: len(told)] == told
                kills += 1
            tables.watch(path, end // LOOKS * LOOKS, None)
            assert events(path) == expected, (game, kills)
            game += 1
    finally:
        tables.close()
