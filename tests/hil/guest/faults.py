"""What may go wrong at a table, one fault a function. Each begins and ends with a service that runs and sees."""

import contextlib
import os
import signal
import subprocess
import time
from itertools import pairwise

from tests.hil.guest import bench
from tests.hil.guest.bench import ALARM, BLACK, CARD, FEEDER, LIGHTS, READY, SETTINGS, SIM, UNIT, WHITE, Checks, told

DIRECTOR = "Black calls the director"
BOUNCES = 6
TRIES = 10
BOUNCE_S = 0.007
"""How long a bouncing contact keeps a level: some of it is seen by who looks a hundred times a second."""

SHORT_S = 0.02
"""A contact that keeps a level for longer may be believed."""

CALM_S = 3.0
"""So long nothing more must come."""


def started(checks: Checks) -> None:
    """The service runs, its pins and its camera are there."""
    checks.that("the unit is active", bench.active)
    checks.that("the camera is live: the ready light is steady", lambda: bench.steady(READY))


def camera_pulled(checks: Checks) -> None:
    lost, back = told("The camera is lost"), told("The camera sees again")
    bench.run("systemctl", "stop", FEEDER)
    checks.that("a camera that is gone is told", lambda: told("The camera is lost") > lost)
    checks.that("the alarm blinks while it is gone", lambda: bench.driven(ALARM) and not bench.steady(ALARM))
    bench.run("systemctl", "start", FEEDER)
    checks.that("a camera that is back is seen by itself", lambda: told("The camera sees again") > back)


def camera_frozen(checks: Checks) -> None:
    frozen, back = told("to the last bit"), told("The camera sees again")
    (SIM / "frozen").touch()
    checks.that("a frozen camera is told", lambda: told("to the last bit") > frozen)
    (SIM / "frozen").unlink()
    checks.that("a camera that thaws is seen by itself", lambda: told("The camera sees again") > back)


def button_bounces(checks: Checks) -> None:
    """A short press calls the director here, so that each press that is believed is a line."""
    for _ in range(TRIES):
        before = told(DIRECTOR)
        if bounce_once() < SHORT_S:
            break
        time.sleep(CALM_S)  # the guest was held up in it: no finger is that slow
    checks.that("a bouncing press is told", lambda: told(DIRECTOR) > before)
    time.sleep(CALM_S)
    checks.that("and once", lambda: told(DIRECTOR) == before + 1, 0)


def bounce_once() -> float:
    """Press a button whose contact cannot make up its mind, neither down nor up; gives its longest doubt in seconds."""
    moments = [time.monotonic()]
    for level in ("pull-down", "pull-up") * BOUNCES:
        bench.pull(BLACK, level)
        time.sleep(BOUNCE_S)
        moments.append(time.monotonic())
    bench.pull(BLACK, "pull-down")
    time.sleep(0.15)
    released = len(moments)
    for level in ("pull-up", "pull-down") * BOUNCES:
        bench.pull(BLACK, level)
        moments.append(time.monotonic())
        time.sleep(BOUNCE_S)
    bench.pull(BLACK, "pull-up")
    moments.append(time.monotonic())
    doubts = [after - first for first, after in pairwise(moments)]
    return max(doubts[: released - 1] + doubts[released:])


def button_held(checks: Checks) -> None:
    """White's, which is asked for first: by the time that it is looked at, the wire pulls it again."""
    before, meant = told("is stuck"), told("White calls the director")
    with bench.wire_to_ground(WHITE):
        bench.start()
        checks.that("a button that is held at boot is told", lambda: told("is stuck") > before)
    time.sleep(CALM_S)
    checks.that("and means nothing, neither held nor let go", lambda: told("White calls the director") == meant, 0)
    bench.press(WHITE)
    checks.that("let go, it works again", lambda: told("White calls the director") > meant)
    checks.that("the camera is live again", lambda: bench.steady(READY))


def card_full(checks: Checks) -> None:
    """The card fills up in the middle of a turn; the turn is played to its end all the same."""
    full, refused, plays = told("disk is nearly full"), told("wanted to write to the journal"), told("6-3: ")
    written = told("The record is written again")
    filler = CARD / "filler"
    with filler.open("wb") as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
            file.flush()
    checks.that("a full card is told", lambda: told("disk is nearly full") > full)
    for image in ("f0002.jpg", "f0003.jpg", "f0004.jpg", "f0005.jpg"):
        bench.show_and_wait(image)
        time.sleep(2.0)
    checks.that(
        "what cannot be written is not told as written", lambda: told("wanted to write to the journal") > refused
    )
    filler.unlink()
    checks.that("with room it is written after all", lambda: told("The record is written again") > written)
    checks.that("and the play is told", lambda: told("6-3: ") > plays)
    checks.that("and stands in the record once", lambda: openings() == 1)


def openings() -> int:
    """How many opening rolls stand in the record."""
    return sum(event["event"] == "opening_roll" for event in bench.events())


def clock_stepped(checks: Checks) -> None:
    lost, until_now = told("The camera is lost"), bench.restarts()
    for step in ("+1 year", "-2 years", "+1 year"):
        bench.run("date", "-s", step)
        time.sleep(CALM_S)
    checks.that(
        "a clock that is stepped by years loses no camera",
        lambda: told("The camera is lost") == lost and bench.restarts() == until_now and bench.active(),
        0,
    )
    pressed = told(DIRECTOR)
    bench.press(BLACK)
    checks.that("and buttons work as before", lambda: told(DIRECTOR) > pressed)


def program_hangs(checks: Checks) -> None:
    until_now, on = bench.restarts(), told("goes on where its record ends")
    os.kill(int(bench.property_of("MainPID")), signal.SIGSTOP)
    checks.that("a program that hangs is started anew by the watchdog", lambda: bench.restarts() > until_now)
    checks.that("and takes the match up", lambda: told("goes on where its record ends") > on)
    checks.that("and sees", lambda: bench.steady(READY))


def program_killed(checks: Checks) -> None:
    until_now, on = bench.restarts(), told("goes on where its record ends")
    os.kill(int(bench.property_of("MainPID")), signal.SIGKILL)
    checks.that("a program that is killed is started anew", lambda: bench.restarts() > until_now)
    checks.that("and goes on with the match", lambda: told("goes on where its record ends") > on)


def started_twice(checks: Checks) -> None:
    second = subprocess.run(
        ["runuser", "-u", UNIT, "--", "timeout", "120", bench.PROGRAM, "--settings", str(SETTINGS), "run"],
        capture_output=True,
        text=True,
        check=False,
        cwd="/run/pi-companion",
    )
    checks.that("a second one is refused", lambda: second.returncode == 2 and "already" in second.stderr, 0)


def stopped(checks: Checks) -> None:
    """With a finger on a button, as an impatient player would."""
    with bench.wire_to_ground(WHITE):
        bench.stop()
    checks.that("it ends as it is told to", lambda: bench.property_of("Result") == "success", 0)
    checks.that("the lights are out after the stop", lambda: not any(bench.driven(pin) for pin in LIGHTS), 5)
    bench.start()


ALL = (
    started,
    camera_pulled,
    camera_frozen,
    button_bounces,
    button_held,
    clock_stepped,
    program_hangs,
    program_killed,
    started_twice,
    card_full,
    stopped,
)
