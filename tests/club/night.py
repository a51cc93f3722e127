"""A club night on this machine: many companions, one Mosquitto, one desk, and all that can go wrong between them.

`make night` runs it for ten minutes with twenty companions. Games end all the time; meanwhile the broker is killed
three times, the network swallows everything twice, and the desk is killed once. At the end the desk must have each
result exactly once, and it must have been right, table by table, soon after each result and each fault.
"""

import argparse
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from pi_companion.club.link import Broker
from pi_companion.club.publisher import Publisher
from pi_companion.club.results import endings
from pi_companion.club.telling import Place
from pi_companion.record.outbox import Outbox
from pi_companion.rules import Side
from tests.club.broker import Mosquitto, Wire, free_port, until
from tests.club.tabletop import Tabletop

RIGHT_WITHIN_S = 2.0
LOOK_EVERY_S = 0.05

Score = tuple[int, int, int]
"""A table's match, White's points and Black's."""


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong, and is put right again."""

    name: str
    at: float
    """When, as a share of the night."""

    lasts: float
    """For how long, as a share of the night."""

    begin: Callable[[], None]
    end: Callable[[], None]


@dataclass
class Ended:
    """A game that ended."""

    table: int
    match: int
    game: int
    at_s: float
    quiet: bool
    """Whether nothing was wrong then, nor soon after."""


@dataclass
class Report:
    """What was measured."""

    results: int = 0
    missing: int = 0
    twice: int = 0
    invented: int = 0
    late_s: list[float] = field(default_factory=list)
    """How long after each result that fell in no fault the desk had it."""

    right_after_s: dict[str, float] = field(default_factory=dict)
    """How long after each fault's end the desk had all results, and every table as it was."""

    stale_s: float = 0.0
    """The longest time for which the page showed a table otherwise than it was, faults left out."""

    held_up_s: float = 0.0
    """The longest time for which the machine kept even a program waiting that only sleeps; a busy machine's share."""

    @property
    def is_good(self) -> bool:
        return (
            self.results > 0
            and not (self.missing or self.twice or self.invented)
            and max([*self.late_s, *self.right_after_s.values(), self.stale_s]) <= RIGHT_WITHIN_S
        )

    def lines(self) -> list[str]:
        late = sorted(self.late_s)
        return [
            f"results {self.results}, missing {self.missing}, twice {self.twice}, invented {self.invented}",
            f"the desk had a result after {late[len(late) // 2]:.2f} s (median), {late[-1]:.2f} s (longest)",
            f"the page showed a table otherwise than it was for {self.stale_s:.2f} s at most",
            *(f"right {seconds:.2f} s after: {name}" for name, seconds in self.right_after_s.items()),
            f"the machine itself kept a program that only sleeps waiting for {self.held_up_s:.2f} s at most",
        ]


class Desk:
    """The desk as a process of its own; its page is read as a browser would, its file as a person might."""

    def __init__(self, folder: Path, broker_port: int) -> None:
        self.file = folder / "desk.sqlite"
        self._settings = folder / "desk.toml"
        self._port = free_port()
        self._settings.write_text(
            f'[club]\nbroker = "127.0.0.1"\nport = {broker_port}\n'
            f'[desk]\naddress = "127.0.0.1"\nport = {self._port}\nfile = "{self.file}"\n'
        )
        self._process: subprocess.Popen[bytes] | None = None
        self._over = False
        self.shown: dict[str, Score] = {}
        """What the page shows of each table."""

        self.seen_s: dict[str, float] = {}
        """When each result was first in the file."""

        threading.Thread(target=self._read_page, daemon=True).start()
        threading.Thread(target=self._read_file, daemon=True).start()

    def start(self) -> None:
        command = [sys.executable, "-m", "pi_companion", "--settings", str(self._settings), "desk"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(self._answers, 300)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self._over = True
        self.kill()

    def _answers(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self._port}/", timeout=1):
            return True
        return False

    def _read_page(self) -> None:
        while not self._over:
            with (
                suppress(OSError),
                urllib.request.urlopen(f"http://127.0.0.1:{self._port}/api/live", timeout=6) as page,
            ):
                for line in page:
                    if line.startswith(b"data: {") and (state := json.loads(line[6:]).get("state")):
                        self.shown = {each["name"]: _score(each["state"]) for each in state["tables"] if each["state"]}
            time.sleep(LOOK_EVERY_S)

    def _read_file(self) -> None:
        last = 0
        while not self._over:
            time.sleep(LOOK_EVERY_S)
            with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as file:
                for number, key in file.execute("SELECT id, key FROM items WHERE id > ? ORDER BY id", (last,)):
                    last = number
                    self.seen_s.setdefault(key, time.monotonic())

    def kept(self) -> list[str]:
        """All results in the file."""
        with closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as file:
            return [key for (key,) in file.execute("SELECT key FROM items WHERE kind != 'call'")]


def _score(state: dict[str, int]) -> Score:
    return state["match"], state["white_points"], state["black_points"]


class Night:
    """The night.

    Args:
        folder: Where everything lies.
        tables: How many companions.
        seconds: How long.
        pause_s: How long a game takes at most.
        seed: The same one, the same games.
    """

    def __init__(self, folder: Path, tables: int, seconds: float, pause_s: float, seed: int = 1) -> None:
        self._seconds = seconds
        self._pause_s = pause_s
        self._random = random.Random(seed)
        self._broker = Mosquitto(folder)
        self._broker.start()
        self._wires = [Wire(self._broker.port), Wire(self._broker.port)]
        self._desk = Desk(folder, self._wires[1].port)
        self._desk.start()
        self._tables = [Tabletop(folder / f"table-{number}.sqlite") for number in range(1, tables + 1)]
        self._publishers = [
            Publisher(
                Place(f"table-{number}"),
                Broker("127.0.0.1", self._wires[0].port),
                table.path,
                lambda _: None,
                lambda: None,
            )
            for number, table in enumerate(self._tables, start=1)
        ]
        self._due: list[float] = []
        self._wrong_since: dict[str, float] = {}
        self._ended: list[Ended] = []
        self.report = Report()

    def faults(self) -> list[Fault]:
        broker, desk = self._broker, self._desk

        def cut() -> None:
            for wire in self._wires:
                wire.cut()

        def mend() -> None:
            for wire in self._wires:
                wire.mend()

        return [
            Fault("the broker was killed, away for 1/200 of the night", 0.12, 0.005, broker.stop, broker.start),
            Fault("the network swallowed everything, for 1/25", 0.27, 0.04, cut, mend),
            Fault("the broker was killed again, away for 1/30", 0.45, 0.033, broker.stop, broker.start),
            Fault("the network swallowed everything, for 1/150", 0.6, 0.007, cut, mend),
            Fault("the broker was killed a third time, away for 1/60", 0.72, 0.017, broker.stop, broker.start),
            Fault("the desk was killed, away for 1/60", 0.85, 0.017, desk.kill, desk.start),
        ]

    def run(self) -> Report:
        try:
            self._begin()
            self._play()
            self._settle("the last game", lambda: None)
            self._count()
        finally:
            for publisher in self._publishers:
                publisher.stop()
            for table in self._tables:
                table.close()
            self._desk.close()
            for wire in self._wires:
                wire.close()
            self._broker.stop()
        return self.report

    def _begin(self) -> None:
        for table, publisher in zip(self._tables, self._publishers, strict=True):
            publisher.show(table.begin("Ada", "Bo", 5))
            publisher.start()
        until(lambda: len(self._desk.shown) == len(self._tables), 300)
        begun_s = time.monotonic()
        self._due = [begun_s + self._random.uniform(0, self._pause_s) for _ in self._tables]

    def _play(self) -> None:
        begun_s = time.monotonic()
        end_s = begun_s + self._seconds
        for fault in self.faults():
            self._go_on(begun_s + fault.at * self._seconds, quiet=True)
            for ended in self._ended:
                ended.quiet = ended.quiet and time.monotonic() - ended.at_s > RIGHT_WITHIN_S
            fault.begin()
            self._go_on(time.monotonic() + fault.lasts * self._seconds, quiet=False)
            self._settle(fault.name, fault.end)
        self._go_on(end_s, quiet=True)

    def _go_on(self, until_s: float, *, quiet: bool) -> None:
        """Let games end until then, and watch the page."""
        while (now_s := time.monotonic()) < until_s:
            for number, due_s in enumerate(self._due):
                if now_s >= due_s:
                    self._end_game(number, quiet=quiet)
            self._watch(quiet=quiet)
            slept_s = time.monotonic()
            time.sleep(LOOK_EVERY_S)
            self.report.held_up_s = max(self.report.held_up_s, time.monotonic() - slept_s - LOOK_EVERY_S)

    def _end_game(self, number: int, *, quiet: bool) -> None:
        table, publisher = self._tables[number], self._publishers[number]
        winner = self._random.choice([Side.WHITE, Side.BLACK])
        now = table.win(winner, self._random.choice([1, 1, 2]))
        publisher.show(now)
        ended_s = time.monotonic()
        self._ended.append(Ended(number, table.match, table.games, ended_s, quiet))
        self._due[number] = ended_s + self._random.uniform(0.2, 1.0) * self._pause_s
        if now.state.course.score.winner is not None:
            publisher.show(table.begin("Ada", "Bo", 5))

    def _truth(self) -> dict[str, Score]:
        return {f"table-{number}": (table.match, *table.points) for number, table in enumerate(self._tables, start=1)}

    def _watch(self, *, quiet: bool) -> None:
        """See for how long the page shows a table otherwise than it is."""
        now_s, shown = time.monotonic(), self._desk.shown
        for name, score in self._truth().items():
            if shown.get(name) == score:
                since = self._wrong_since.pop(name, None)
                if since is not None and quiet:
                    self.report.stale_s = max(self.report.stale_s, now_s - since)
            else:
                self._wrong_since.setdefault(name, now_s)

    def _settle(self, name: str, put_right: Callable[[], None]) -> None:
        """Put right what was wrong, and wait until the desk has everything, while nothing more ends."""
        begun_s = time.monotonic()
        wanted = self._results().keys()
        put_right()
        since_s = time.monotonic()
        try:
            until(lambda: wanted <= self._desk.seen_s.keys() and self._truth() == self._desk.shown, 60)
        except AssertionError as error:
            missing = wanted - set(self._desk.kept())
            otherwise = dict(self._truth().items() ^ self._desk.shown.items())
            told = f"never right after: {name}; results missing {len(missing)}, tables otherwise {otherwise}, "
            told += f"results not seen in time {len(wanted - self._desk.seen_s.keys())}"
            raise AssertionError(told) from error
        sys.stderr.write(f"right {time.monotonic() - since_s:.2f} s after: {name}\n")
        self.report.right_after_s[name] = time.monotonic() - since_s
        self._wrong_since.clear()
        stood_s = time.monotonic() - begun_s
        self._due = [due_s + stood_s for due_s in self._due]

    def _results(self) -> dict[str, tuple[int, int, int | None]]:
        """All results that there should be, by their keys: table, match and game, computed from the journals."""
        found = {}
        for number, table in enumerate(self._tables):
            with Outbox.open(table.path) as outbox:
                for stored in outbox.book.matches():
                    entries = outbox.book.events(stored.match)
                    with outbox.changing():
                        name = outbox.match_name(stored.match)
                    for ending in endings(name, entries):
                        found[ending.key] = (number, stored.match, ending.game)
        return found

    def _count(self) -> None:
        report, wanted, kept = self.report, self._results(), self._desk.kept()
        report.results = len(wanted)
        report.missing = len(wanted.keys() - set(kept))
        report.invented = len(set(kept) - wanted.keys())
        report.twice = len(kept) - len(set(kept))
        keys = {what: key for key, what in wanted.items()}
        report.late_s = [
            self._desk.seen_s[keys[each.table, each.match, each.game]] - each.at_s for each in self._ended if each.quiet
        ]


def main() -> int:
    """Run a night and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=10.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = Night(Path(folder), options.tables, options.minutes * 60, pause_s=12.0).run()
    for line in report.lines():
        sys.stdout.write(f"{line}\n")
    return 0 if report.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
