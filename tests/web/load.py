"""Spectators while a recording runs: is an event lost, is the pipeline slower, does memory grow?

    python -m tests.web.load --minutes 5 --spectators 50

The same pictures are handled with and without spectators in turn, so that whatever else the machine does meanwhile
weighs on both alike.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from pi_companion.devices import Frame, open_source
from pi_companion.referee import step
from pi_companion.referee.events import Unclear
from pi_companion.table import Told, Watcher
from pi_companion.vision.calibrate import Calibrator
from pi_companion.web.live import TableNow
from tests.web.serving import Tabletop, serving

GAME = Path(__file__).parents[1] / "data" / "vision" / "game4"
ROOT = Path(__file__).parents[2]
PHASE_S = 30.0
MOST_SLOWER = 0.05
MOST_GROWN_MB = 8.0


@dataclass
class Load:
    """What was measured."""

    alone_ms: list[float] = field(default_factory=list)
    """How long each picture took with nobody looking on."""

    watched_ms: list[float] = field(default_factory=list)
    """The same with all spectators."""

    alone_cpu_ms: list[float] = field(default_factory=list)
    watched_cpu_ms: list[float] = field(default_factory=list)
    events: int = 0
    """How many events were told while spectators looked on."""

    heard: int = 0
    """How many of them all spectators together have heard, each once and in order."""

    lost: int = 0
    grown_mb: float = 0.0
    """How much more memory the process took at the end than when the first spectators had come and gone."""

    @property
    def slower(self) -> float:
        """By which share a picture took longer with spectators; of the processor's time, which others do not change."""
        return mean_of_middle(self.watched_cpu_ms) / mean_of_middle(self.alone_cpu_ms) - 1


def mean_of_middle(values: list[float]) -> float:
    """The mean without the lowest and the highest tenth."""
    cut = len(values) // 10
    kept = sorted(values)[cut : len(values) - cut]
    return sum(kept) / len(kept)


class Pipeline:
    """The eyes, the referee and the page's side of the loop, fed a recording again and again."""

    def __init__(self, table: Tabletop) -> None:
        self._table = table
        start = np.asarray(cv2.imread(str(GAME / "f0001.jpg")), np.uint8)
        self._watcher = Watcher(Calibrator().calibrate(start).profile)
        self._frames: Iterator[Frame] = cycle(open_source(GAME))
        self._opening = table.state
        self._state = table.state
        self._number = 0

    def handle(self, *, told: bool) -> tuple[float, float]:
        """Handle one picture; gives the milliseconds that went by and those of the processor."""
        frame = next(self._frames)
        begun, spent = time.perf_counter(), time.thread_time()
        for seen in self._watcher.take(Frame(frame.image, time.monotonic(), frame.name)):
            self._state = step(self._state, seen).state
        if told:
            self._number += 1
            self._table.page.tell(Told(self._number, 0.0, frame.name, Unclear(str(self._number))))
        self._table.page.see(frame, self._watcher.geometry, self._watcher.observation, self._watcher.home)
        self._table.page.show(TableNow(self._table.match, self._state))
        if frame.name == "f0009.jpg":
            self._state = self._opening
        return 1000 * (time.perf_counter() - begun), 1000 * (time.thread_time() - spent)

    @property
    def number(self) -> int:
        """The number of the last event that was told."""
        return self._number


@contextmanager
def looking_on(port: int, count: int) -> Iterator["subprocess.Popen[str]"]:
    """Let spectators look on, in a process of their own."""
    command = [sys.executable, "-m", "tests.web.spectators", str(port), str(count)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process


def measure(folder: Path, spectators: int, phases: int, frames: int, interval_s: float) -> Load:
    """Handle so many pictures without and with spectators in turn.

    Args:
        folder: Where the journal lies meanwhile.
        spectators: How many look on.
        phases: How often they come and go.
        frames: Pictures in each phase.
        interval_s: The time between two pictures; 0.5 is a camera's speed.
    """
    load = Load()
    begun_mb = 0.0
    table = Tabletop(folder / "journal.sqlite")
    pipeline = Pipeline(table)
    for phase in range(phases):
        _phase(pipeline, frames, interval_s, load.alone_ms, load.alone_cpu_ms)
        # Each phase has a server of its own: closing it ends the streams, and the spectators tell what they heard.
        with serving(table) as served, looking_on(served.server.port, spectators) as process:
            first = pipeline.number
            _phase(pipeline, frames, interval_s, load.watched_ms, load.watched_cpu_ms, told=True)
            served.server.stop()
            assert process.stdout is not None
            for line in process.stdout:
                _compare(load, list(range(first + 1, pipeline.number + 1)), json.loads(line))
            load.events += pipeline.number - first
        table.reopen()
        if phase == 0:
            begun_mb = _memory_mb()
    load.grown_mb = _memory_mb() - begun_mb
    return load


def _phase(
    pipeline: Pipeline, frames: int, interval_s: float, took: list[float], cpu: list[float], *, told: bool = False
) -> None:
    due = time.perf_counter()
    for _ in range(frames):
        wall_ms, cpu_ms = pipeline.handle(told=told)
        took.append(wall_ms)
        cpu.append(cpu_ms)
        due += interval_s
        time.sleep(max(0.0, due - time.perf_counter()))


def _compare(load: Load, wanted: list[int], heard: list[int]) -> None:
    load.heard += len(heard)
    load.lost += heard != wanted


def _memory_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> int:
    """Measure at a camera's speed, and say whether all is as it should be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=5.0, help="how long spectators look on")
    parser.add_argument("--spectators", type=int, default=50)
    options = parser.parse_args()
    phases = max(2, round(options.minutes * 60 / PHASE_S))
    with tempfile.TemporaryDirectory() as folder:
        load = measure(Path(folder), options.spectators, phases, round(PHASE_S / 0.5), 0.5)
    sys.stdout.write(
        f"{options.spectators} spectators, {load.events} events, {load.heard} heard; spectators who missed one: "
        f"{load.lost}\n"
        f"a picture took {median(load.alone_ms):.1f} ms alone and {median(load.watched_ms):.1f} ms with them, "
        f"of the processor {load.slower:+.1%}; memory grew by {load.grown_mb:.1f} MB\n"
    )
    return int(load.lost > 0 or load.slower > MOST_SLOWER or load.grown_mb > MOST_GROWN_MB)


if __name__ == "__main__":
    sys.exit(main())
