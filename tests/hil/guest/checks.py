"""Runs in the guest as root: the checks of one boot."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.hil.guest import bench, faults, virtual
from tests.hil.guest.bench import BOARD, GAME, OUT, UNIT, Checks, Memory, say, told
from tests.hil.guest.breakages import AT_THE_TABLE, BY_BOOT, Breakage
from tests.hil.guest.game import Event, brief, load, told_wrong, truth, turns, until_turn
from tests.hil.guest.playing import Seen, median, play

V4L2 = "/dev/video0"
FIRST = 9
"""So many moments hold a few turns: the opening, rolls, plays, a hand, and a turn that has not ended."""

VIRTUAL_TURNS = 5
SLIP = 0.95
"""Of a whole game so much must be right: what the eye misreads in a picture is not the wiring's fault."""

SETTLE_S, TIMES_HELD = 8.0, 15
MOST_CPU, MOST_OWN_MB = 0.15, 150.0
"""Of the processor, whose 5 % on a machine of its own `pi-companion bench service` measures: calls of the kernel cost
this guest many times as much. And of memory without the pages of Debian's OpenCV and all that it is linked with."""

TURN_TOLD = re.compile(r"^\s*\w+  ([1-6]-[1-6]|put right): ")

STAYS_BROKEN = ExitStack()
Part = Callable[[Checks], None]


def set_up(checks: Checks, camera: str = V4L2, short_press: str = "end turn") -> None:
    """Settings, the service without a board, camera, calibration; then the service that watches the board."""
    # A machine that does everything at once starts slower than any Pi.
    bench.drop_in("patient", "TimeoutStartSec=300")
    bench.settings(camera, short_press)
    bench.LOG.start()
    bench.start()
    checks.that(
        "without a board the unit is up and says so",
        lambda: bench.active() and bench.property_of("StatusText").startswith("No board profile yet"),
        0,
    )
    if camera == V4L2:
        bench.plug_in(checks)
    bench.calibrate(checks)
    # On a card that outlives the machine all that is made belongs to root, also what the service made at its start.
    bench.run("chown", "-R", f"{UNIT}:{UNIT}", str(bench.CARD))
    say(f"       start to ready: {bench.start():.1f} s")


def table(checks: Checks) -> None:
    """A whole recorded game through the camera device, with buttons and panel."""
    set_up(checks)
    faults.started(checks)
    lying_still(checks)
    seen = play(load(GAME))
    say(f"       after the game: {in_memory(bench.memory())}")
    checks.that("the last turn is told", lambda: len(turns(bench.events())) >= len(turns(truth(GAME))) - 1)
    compare(checks, truth(GAME), truth(GAME), SLIP)
    panel(checks, seen, SLIP)
    closed(checks)


def lying_still(checks: Checks) -> None:
    """What a board takes that nobody touches."""
    time.sleep(SETTLE_S)
    share, memory = bench.cpu_share(TIMES_HELD), bench.memory()
    say(f"       a board that nobody touches: {share:.1%} of a core, {in_memory(memory)}")
    say(f"       a call of the kernel: {bench.call_us():.2f} µs")
    checks.that("a board that nobody touches takes little of the processor", lambda: share < MOST_CPU, 0)
    checks.that("and of the memory", lambda: memory.own < MOST_OWN_MB, 0)


def in_memory(memory: Memory) -> str:
    """Say what lies in memory."""
    whole_mb = memory.own + memory.files
    return (
        f"{memory.own:.0f} MB of its own in memory, {memory.files:.0f} MB of pages of files, "
        f"{whole_mb:.0f} MB together ({memory.most:.0f} MB at most)"
    )


def compare(checks: Checks, least: list[Event], most: list[Event], share: float = 1.0) -> None:
    """Hold the record against the truth.

    Args:
        checks: Where it is noted.
        least: What must be in it by now.
        most: What may be in it by now.
        share: The share of the turns that must be right.
    """
    told_now = bench.events()
    missing, extra = told_wrong(least, told_now)[0], told_wrong(most, told_now)[1]
    right = 1 - len(turns(missing)) / len(turns(least))
    say(f"       {right:.1%} of {len(turns(least))} turns, {len(missing)} events missing, {len(extra)} too much")
    for event in (*missing[:6], *extra[:6]):
        say(f"       {'missing' if event in missing else 'too much'}: {brief(event)}")
    too_much = len(turns(extra)) > (1 - share) * len(turns(least))
    false_alarm = any(event["event"] == "illegal_play" for event in extra)
    checks.that("every turn is told as it was", lambda: right >= share and not too_much and not false_alarm, 0)


def panel(checks: Checks, seen: Seen, share: float = 1.0) -> None:
    """Hold the record against the dice on the table, which it may tell a picture later, and the panel against it."""
    say(f"       rolls: {len(seen.rolls)}, told with a later picture {seen.late}, with none {seen.untold}")
    say(f"       panel: {seen.asked - len(seen.wrong)} of {seen.asked} times as the record has it")
    for wrong in seen.wrong[:6]:
        say(f"       {wrong}")
    say(f"       finger to panel {median(seen.answers_s)}, finger to ruling {median(seen.rulings_s)} (medians)")
    checks.that(
        "a roll is told with its picture or one after", lambda: len(seen.untold) <= (1 - share) * len(seen.rolls), 0
    )
    most = (1 - share) * seen.asked
    checks.that("the panel shows dice, turn and cube", lambda: seen.asked > 0 and len(seen.wrong) <= most, 0)
    checks.that("the panel answers a finger", lambda: len(seen.answers_s) >= len(seen.rulings_s) > 0, 0)


def first_turns(checks: Checks) -> None:
    """Only the first moments, for breakages."""
    panel(checks, play(load(GAME)[:FIRST]))


def closed(checks: Checks) -> None:
    """How closed the unit is, by the systemd of this root."""
    said = bench.run("systemd-analyze", "security", f"{UNIT}.service", "--no-pager").splitlines()[-1]
    say(f"       {said}")
    checks.that("the unit is closed to 2.0 or better", lambda: float(said.split(":")[1].split()[0]) <= 2.0, 0)


def faulty(checks: Checks) -> None:
    """Everything that may fail, one after the other, at a table that goes on."""
    set_up(checks, short_press="director")
    for part in faults.ALL:
        if is_wanted(part.__name__):
            part(checks)


def is_wanted(part: str) -> bool:
    """Whether the runner asks for a part of the checks; it does for all where it names none."""
    wanted = os.environ.get("HIL_PARTS", "")
    return not wanted or part in wanted.split(",")


def picamera(checks: Checks) -> None:
    """The beginning of the same game by picamera2, through libcamera's virtual pipeline."""
    break_for_boot("picamera")
    moments = [moment for moment in load(GAME) if moment.turn <= VIRTUAL_TURNS]
    virtual.prepare(moments)
    set_up(checks, camera="picamera2")
    last = max(moment.turn for moment in moments)
    least = until_turn(truth(GAME), last - 1)
    checks.that(
        "the last turn is told",
        lambda: len(turns(bench.events())) >= len(turns(least)),
        virtual.SHOWN_S + sum(moment.seconds for moment in moments),
    )
    compare(checks, least, truth(GAME))


def cut(checks: Checks) -> None:
    """The machine loses its power in the middle of a turn; `after_cut` is the next boot."""
    break_for_boot("cut")
    set_up(checks)
    play(load(GAME)[:FIRST], buttons=False)
    checks.that("turns are told before the cut", lambda: turns_told() > 0)
    save(OUT / "told.txt", str(turns_told()))
    save(OUT / "board.toml", BOARD.read_text())
    # Whoever started this kernel takes its power away when it sees this.
    os.close(os.open(OUT / "cut", os.O_CREAT | os.O_WRONLY))
    bench.wait(lambda: False, 600)


def after_cut(checks: Checks) -> None:
    """Booted again: nothing that was told is lost or told twice, and the game goes on."""
    break_for_boot("cut")
    bench.drop_in("patient", "TimeoutStartSec=300")
    bench.settings(V4L2)
    bench.LOG.start()
    BOARD.write_text((OUT / "board.toml").read_text())
    moments = load(GAME)
    bench.plug_in(checks, moments[FIRST - 1].image)
    before = int((OUT / "told.txt").read_text())
    bench.start()
    checks.that("the match is taken up after the cut", lambda: told("goes on where its record ends") == 1)
    missing, _ = told_wrong(until_turn(truth(GAME), before - 1), bench.events())
    say(f"       {before} turns told before the cut, {len(missing)} events missing")
    checks.that("all that was told before the cut is in the record", lambda: not missing, 0)
    rest = moments[FIRST - 1 :][:FIRST]
    play(rest, buttons=False)
    checks.that("the last turn is told", lambda: len(turns(bench.events())) >= rest[-1].turn)
    compare(checks, until_turn(truth(GAME), rest[-1].turn - 1), truth(GAME))


def turns_told() -> int:
    """How many turns the log tells."""
    return sum(TURN_TOLD.search(line) is not None for line in tuple(bench.LOG.lines))


def save(path: Path, text: str) -> None:
    """Write a file so that it is on the disk; of nothing else may more be written than the product does."""
    with path.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def break_for_boot(name: str) -> None:
    """Break what the runner asks for, if it does; this root is thrown away after the boot."""
    if os.environ.get("HIL_BREAK"):
        STAYS_BROKEN.enter_context(broken_by(BY_BOOT[name]))


@contextmanager
def broken_by(breakage: Breakage) -> Iterator[None]:
    """Break the installed product, and mend it again."""
    whole: dict[Path, str] = {}
    for change in breakage.changes:
        path = change.installed()
        text = path.read_text()
        whole.setdefault(path, text)
        path.write_text(text.replace(change.was, change.becomes))
    bench.run("systemctl", "daemon-reload")
    try:
        yield
    finally:
        for path, text in whole.items():
            path.write_text(text)
        bench.run("systemctl", "daemon-reload")


def broken(checks: Checks) -> None:
    """Each check sees what it guards when that is broken."""
    set_up(checks, short_press="director")
    parts: dict[str, Part] = {part.__name__: part for part in (*faults.ALL, lying_still, first_turns, closed)}
    for breakage in (one for one in AT_THE_TABLE if is_wanted(one.part)):
        bench.stop()
        bench.run("systemctl", "reset-failed", UNIT)
        for file in bench.CARD.iterdir():
            if file.is_file() and file != BOARD:
                file.unlink()
        bench.settings(V4L2, "end turn" if breakage.part == "first_turns" else "director")
        bench.show(bench.START)
        say(f"       broken: {breakage.name}")
        with broken_by(breakage):
            bench.start()
            inner = Checks(breakage.patience_s, noted=False)
            parts[breakage.part](inner)
        note_seen(checks, breakage, inner)


def note_seen(checks: Checks, breakage: Breakage, inner: Checks) -> None:
    """Note whether the check that guards what was broken failed."""
    checks.that(f"seen: {breakage.name}", lambda: breakage.reddens in inner.failed, 0)


BOOTS: dict[str, Part] = {
    "table": table,
    "faults": faulty,
    "picamera": picamera,
    "cut": cut,
    "after-cut": after_cut,
    "broken": broken,
}


def main() -> bool:
    """Run the checks of the boot that is named and give the exit status."""
    checks = Checks()
    BOOTS[sys.argv[1]](checks)
    say(f"{len(checks.failed)} failed")
    if checks.failed:
        say("\n".join(bench.LOG.lines[-40:]))
    return bool(checks.failed)


if __name__ == "__main__":
    sys.exit(main())
