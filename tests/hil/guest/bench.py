"""The table in the guest: what hands, eyes and a soldering iron would do to a real one, and what is asked of it."""

import json
import os
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.hil.guest.game import Event, Shown

OUT = Path("/hil/out")
GAME = Path("/hil/game")
SIM = Path("/run/sim")
UNIT = "pi-companion"
PROGRAM = "/usr/local/bin/pi-companion"
SETTINGS = Path("/etc/pi-companion/settings.toml")
BOARD = Path("/var/lib/pi-companion/board.toml")
CARD = Path("/var/lib/pi-companion")
DROP_INS = Path(f"/etc/systemd/system/{UNIT}.service.d")
FEEDER = "camera-sim"
START = "f0001.jpg"

WHITE, BLACK = 17, 27
TURN = {"white": 22, "black": 23}
CUBE = {"white": 24, "black": 25}
READY, ALARM = 4, 26
DIE_1 = {5: 1, 6: 2, 13: 2, 19: 2}
DIE_2 = {12: 1, 16: 2, 20: 2, 21: 2}
LIGHTS = (READY, ALARM, *TURN.values(), *CUBE.values(), *DIE_1, *DIE_2)

PATIENCE_S = 45.0
"""Longer than the watchdog's, which is the longest of what is waited for."""

HOLD_S = 0.001
LOOKS = 20
LAST_LINES, SAID = 4, 300
TURN_S = 1.0
CALLS = 100_000


class Checks:
    """What was asked, and what came."""

    def __init__(self, patience_s: float = PATIENCE_S, *, noted: bool = True) -> None:
        self.failed: list[str] = []
        self.patience_s = patience_s
        self._noted = noted

    def that(self, name: str, true: Callable[[], object], patience_s: float | None = None) -> bool:
        """Note whether something becomes true."""
        took_s = wait(true, self.patience_s if patience_s is None else patience_s)
        came = took_s is not None
        say(f"{'ok  ' if came else 'FAIL'} - {name}{f' ({took_s:.2f} s)' if came else ''}")
        if self._noted:
            with (OUT / "results.jsonl").open("a") as file:
                file.write(json.dumps({"check": name, "ok": came, "seconds": took_s}) + "\n")
        if not came:
            self.failed.append(name)
            for line in LOG.lines[-LAST_LINES:]:
                say(f"       log: {line}")
        return came


def say(words: str) -> None:
    """Say a line on the console, which is the terminal of `make hil`."""
    print(words, flush=True)


def wait(true: Callable[[], object], patience_s: float = PATIENCE_S) -> float | None:
    """Wait until something is true; gives the seconds, or None."""
    begun_s = time.monotonic()
    while True:
        if true():
            return time.monotonic() - begun_s
        if time.monotonic() - begun_s > patience_s:
            return None
        time.sleep(0.02)


def run(*command: str) -> str:
    """Run a command and give what it says."""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def must(*command: str) -> str:
    """Run a command that must succeed, and give what it says.

    Raises:
        SystemExit: It did not; without it there is nothing to check.
    """
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"wanted `{' '.join(command)}`, but it ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout.strip()


# The unit.


class Log(threading.Thread):
    """What the service says, line by line, as it says it."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.lines: list[str] = []

    def run(self) -> None:
        """Follow systemd's journal."""
        command = ["journalctl", "-u", UNIT, "--no-pager", "-o", "cat", "-f", "-n", "all"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as journal:
            for line in journal.stdout or ():
                self.lines.append(line.rstrip())


LOG = Log()


def told(words: str) -> int:
    """How often the service said something since the machine started."""
    return sum(words in line for line in tuple(LOG.lines))


def active() -> bool:
    return run("systemctl", "is-active", UNIT) == "active"


def property_of(name: str) -> str:
    """A property of the unit, as systemd has it."""
    return run("systemctl", "show", UNIT, "-p", name, "--value")


def restarts() -> int:
    return int(property_of("NRestarts") or 0)


def start() -> float:
    """Start the service and give the seconds until it said that it is ready."""
    begun_s = time.monotonic()
    run("systemctl", "restart", UNIT)
    return time.monotonic() - begun_s


def stop() -> None:
    run("systemctl", "stop", UNIT)


def cpu_share(turns: int) -> float:
    """Give the share of the processor that the service takes, by how much less the guest has nothing to do.

    The guest's kernel knows who worked only by who does at a tick of its clock, and on a busy machine these come when
    they can; but from when to when it had nothing to do, it knows by its clock. So that is asked again and again, for
    a second while the service runs and for a second while it is held.

    Args:
        turns: How often it is held.
    """
    service, held_s, beside_s = int(property_of("MainPID")), 0.0, 0.0
    for _ in range(turns):
        os.kill(service, signal.SIGSTOP)
        try:
            held_s += idle_s(TURN_S)
        finally:
            os.kill(service, signal.SIGCONT)
        time.sleep(TURN_S)  # what it has missed is made up for
        beside_s += idle_s(TURN_S)
    whole_s = turns * TURN_S
    say(f"       nothing to do: {held_s / whole_s:.1%} with the service held, {beside_s / whole_s:.1%} beside it")
    return (held_s - beside_s) / whole_s


def idle_s(seconds: float) -> float:
    """Wait for a while, and give for how much of it the guest had nothing to do."""
    before_s = idle_until_now_s()
    time.sleep(seconds)
    return idle_until_now_s() - before_s


def idle_until_now_s() -> float:
    ticks = Path("/proc/stat").read_text().split()[4:6]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def call_us() -> float:
    """Give the microseconds that one of the kernel's cheapest calls takes, from Python."""
    begun_s = time.process_time()
    for _ in range(CALLS):
        os.getppid()
    return 1e6 * (time.process_time() - begun_s) / CALLS


@dataclass(frozen=True, slots=True)
class Memory:
    """What the service has in memory, in MB."""

    own: float
    """Its own: what it wrote there itself."""

    files: float
    """Pages of programs and libraries as they lie on the disk; the kernel drops them when memory runs short."""

    most: float
    """The most that both together ever were."""


def memory() -> Memory:
    """Say what the service has in memory now."""
    lines = Path(f"/proc/{property_of('MainPID')}/status").read_text().splitlines()
    kilobytes = {line.split(":")[0]: int(line.split()[1]) for line in lines if line.startswith(("Rss", "VmHWM"))}
    own_kb, files_kb = kilobytes["RssAnon"] + kilobytes["RssShmem"], kilobytes["RssFile"]
    return Memory(own_kb / 1024, files_kb / 1024, kilobytes["VmHWM"] / 1024)


def events() -> list[Event]:
    """The last match in the journal, event by event."""
    said = run(PROGRAM, "--settings", str(SETTINGS), "--json", "show", "last")
    return [json.loads(line) for line in said.splitlines()]


def recorded() -> list[Event]:
    """The same out of the journal's file, for what is asked again and again: the program takes a second to start."""
    with closing(sqlite3.connect(f"file:{CARD / 'journal.sqlite'}?mode=ro", uri=True)) as book:
        rows = book.execute("SELECT json FROM events WHERE match = (SELECT max(match) FROM events) ORDER BY seq")
        return [json.loads(row[0]) for row in rows]


def drop_in(name: str, *lines: str) -> None:
    """Add lines to the unit's [Service]; no line takes the addition away."""
    DROP_INS.mkdir(exist_ok=True)
    path = DROP_INS / f"{name}.conf"
    if lines:
        path.write_text("\n".join(("[Service]", *lines, "")))
    else:
        path.unlink(missing_ok=True)
    run("systemctl", "daemon-reload")


def settings(camera: str, short_press: str = "end turn") -> None:
    """Write the settings of a table with two buttons, a panel of LEDs and a camera."""
    text = Path("/etc/pi-companion/settings.toml.example").read_text()
    text = text.replace('# wiring = "', 'wiring = "').replace('# source = "auto"', f'source = "{camera}" #')
    text = text.replace('# short = "end turn"', f'short = "{short_press}"')
    SETTINGS.write_text(text.replace("# night = 15", "night = 100 #"))
    for pin in (WHITE, BLACK):
        pull(pin, "pull-up")


# Buttons and lights.


def pull(pin: int, level: str) -> None:
    (SIM / f"gpio{pin}" / "pull").write_text(level)


def press(pin: int, seconds: float = 0.15) -> None:
    pull(pin, "pull-down")
    time.sleep(seconds)
    pull(pin, "pull-up")


@contextmanager
def wire_to_ground(pin: int) -> Iterator[None]:
    """Lay a wire over a button's contacts.

    A simulated line forgets what pulls it whenever a program asks for it anew, so it is pulled again and again, though
    not more often than needed: the guest has one processor.
    """
    off = threading.Event()

    def hold() -> None:
        contact = os.open(SIM / f"gpio{pin}" / "pull", os.O_WRONLY)
        while not off.wait(HOLD_S):
            os.pwrite(contact, b"pull-down", 0)
        os.close(contact)

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        yield
    finally:
        off.set()
        holder.join()
        pull(pin, "pull-up")


def driven(pin: int) -> bool:
    """Whether the product drives a pin high; a dimmed light is high now and then, so a while is looked at."""
    value = SIM / f"gpio{pin}" / "value"
    return any(value.read_text().strip() == "1" for _ in range(3))


def steady(pin: int) -> bool:
    """Whether a light is on and does not blink."""
    for _ in range(LOOKS):
        if not driven(pin):
            return False
        time.sleep(0.05)
    return True


def pips(die: dict[int, int]) -> int:
    return sum(leds for pin, leds in die.items() if driven(pin))


def dice() -> list[int]:
    """The two dice on the panel, in pips, the larger first."""
    return sorted((pips(DIE_1), pips(DIE_2)), reverse=True)


def panel() -> Shown:
    """What the panel shows of the game; a side is named where its light alone is on."""
    turn, cube = ([side for side, pin in lights.items() if driven(pin)] for lights in (TURN, CUBE))
    return Shown(tuple(dice()), " and ".join(turn), " and ".join(cube))


# The camera.


def show(name: str) -> None:
    """Show the camera a picture of the game."""
    (SIM / "scene").write_text(str(GAME / name))


def shown(name: str) -> bool:
    """Whether the camera really shows it."""
    path = SIM / "scene-live"
    return path.exists() and path.read_text() == str(GAME / name)


def show_and_wait(name: str) -> None:
    """Show the camera a picture, and wait until it gives it."""
    show(name)
    wait(lambda: shown(name))


def plug_in(checks: Checks, image: str = START) -> None:
    """Plug the simulated USB camera in, with something before it."""
    show(image)
    run("systemctl", "start", FEEDER)
    checks.that("the simulated camera gives pictures", lambda: shown(image))


def calibrate(checks: Checks) -> None:
    """Show the companion its board, by the commands that the README names; the service leaves the camera to them."""
    stop()
    done = subprocess.run(
        [PROGRAM, "--settings", str(SETTINGS), "picture", "/root/START.jpg"],
        capture_output=True,
        text=True,
        check=False,
    )
    say("       " + " ".join((done.stdout + done.stderr).split())[-SAID:])
    checks.that("a picture is taken by the camera", lambda: done.returncode == 0, 0)
    done = subprocess.run(
        [PROGRAM, "calibrate", "--start", "/root/START.jpg", "-o", str(BOARD)],
        capture_output=True,
        text=True,
        check=False,
    )
    say("       " + " ".join((done.stdout + done.stderr).split())[-SAID:])
    checks.that("the board is calibrated with it", lambda: done.returncode == 0, 0)
