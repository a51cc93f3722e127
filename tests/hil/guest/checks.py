"""Runs in the guest as root: the real unit, the simulated pins and camera, and what may go wrong with them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

GAME = Path("/src/tests/data/vision/game4")
SIM = Path("/run/sim")
UNIT = "pi-companion"
SETTINGS = Path("/etc/pi-companion/settings.toml")
CARD = Path("/var/lib/pi-companion")
WHITE, BLACK = 17, 27
READY, ALARM, TURN_WHITE, TURN_BLACK = 4, 26, 22, 23
DIE_1 = {5: 1, 6: 2, 13: 2, 19: 2}
DIE_2 = {12: 1, 16: 2, 20: 2, 21: 2}
PATIENCE_S = 40.0

failures: list[str] = []


def run(*command: str) -> str:
    """Run a command and give what it says."""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def log() -> str:
    """All that the service has said."""
    return run("journalctl", "-u", UNIT, "--no-pager", "-o", "cat")


def wait(true: Callable[[], object], patience_s: float = PATIENCE_S) -> float | None:
    """Wait until something is true; gives the seconds, or None."""
    begun = time.monotonic()
    while time.monotonic() - begun < patience_s:
        if true():
            return time.monotonic() - begun
        time.sleep(0.01)
    return None


def check(name: str, true: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
    """Note whether something becomes true."""
    took = wait(true, patience_s)
    print(f"{'ok  ' if took is not None else 'FAIL'} - {name}{'' if took is None else f' ({took:.2f} s)'}", flush=True)
    if took is None:
        failures.append(name)


def show(name: str) -> None:
    """Show the camera a picture of the game."""
    (SIM / "scene").write_text(str(GAME / name))


def pull(pin: int, level: str) -> None:
    (SIM / f"gpio{pin}" / "pull").write_text(level)


def driven(pin: int) -> bool:
    """Whether the product drives a pin high; it dims by switching, so a while is looked at."""
    return any((SIM / f"gpio{pin}" / "value").read_text().strip() == "1" for _ in range(5))


def pips(die: dict[int, int]) -> int:
    return sum(leds for pin, leds in die.items() if driven(pin))


def press(pin: int, seconds: float = 0.15) -> None:
    pull(pin, "pull-down")
    time.sleep(seconds)
    pull(pin, "pull-up")


def active() -> bool:
    return run("systemctl", "is-active", UNIT) == "active"


def restarts() -> int:
    return int(run("systemctl", "show", UNIT, "-p", "NRestarts", "--value") or 0)


def pid() -> int:
    return int(run("systemctl", "show", UNIT, "-p", "MainPID", "--value"))


def set_up() -> None:
    """Settings for two buttons, a panel of LEDs, the simulated camera, and a watchdog that is quicker than usual."""
    text = SETTINGS.read_text()
    text = text.replace('# wiring = "', 'wiring = "').replace('# source = "auto"', 'source = "/dev/video0" #')
    SETTINGS.write_text(text.replace("# night = 15", "night = 100 #"))
    drop_in = Path(f"/etc/systemd/system/{UNIT}.service.d/quick.conf")
    drop_in.parent.mkdir()
    drop_in.write_text("[Service]\nWatchdogSec=20\nTimeoutStartSec=300\n")
    run("systemctl", "daemon-reload")
    for pin in (WHITE, BLACK):
        pull(pin, "pull-up")


def start_and_play() -> None:
    """The unit starts, two turns are played, the panel follows."""
    show("f0001.jpg")
    check("the simulated camera gives pictures", lambda: run("systemctl", "is-active", "camera-sim") == "active")
    begun = time.monotonic()
    run("systemctl", "start", UNIT)
    print(f"       start to ready: {time.monotonic() - begun:.1f} s", flush=True)
    check("the unit is active", active)
    check("the pins are taken by the label of their chip", lambda: driven(READY))
    check("the camera is live: the ready light is steady", lambda: all(driven(READY) for _ in range(50)))
    for name in ("f0001.jpg", "f0002.jpg", "f0003.jpg", "f0004.jpg", "f0005.jpg"):
        show(name)
        time.sleep(float(os.environ.get("HIL_SCENE_S", "5")))
    check("the opening roll is told", lambda: "Opening roll" in log())
    check("the first play is told", lambda: "6-3:" in log())
    check("the next roll stands on the panel in pips", lambda: pips(DIE_1) == 6 and pips(DIE_2) == 6, 30)
    check("the panel shows whose turn it is", lambda: driven(TURN_WHITE) and not driven(TURN_BLACK))


def buttons() -> None:
    """A finger is answered, a bouncing contact is one press."""
    before = driven(READY)
    pull(BLACK, "pull-down")
    check("the panel answers a finger", lambda: driven(READY) is not before, 3)
    pull(BLACK, "pull-up")
    time.sleep(1)
    for _ in range(6):
        press(BLACK, 0.002)
    press(BLACK, 1.6)
    check("a long press calls the director", lambda: log().count("Black calls the director") == 1)
    time.sleep(2)
    check("and once, though the contact bounced", lambda: log().count("calls the director") == 1)


def camera() -> None:
    """The camera is pulled, comes back, and freezes."""
    lost = log().count("camera is lost")
    run("systemctl", "stop", "camera-sim")
    check("a camera that is gone is told", lambda: log().count("camera is lost") > lost)
    check("the alarm blinks", lambda: driven(ALARM))
    back = log().count("sees again")
    run("systemctl", "start", "camera-sim")
    check("a camera that is back is told", lambda: log().count("sees again") > back)
    (SIM / "frozen").touch()
    check("a frozen camera is told", lambda: "to the last bit" in log())
    (SIM / "frozen").unlink()


def faults() -> None:
    """Disk, clock, signals."""
    filler = CARD / "filler"
    with filler.open("wb") as file:
        try:
            while True:
                file.write(bytes(1 << 16))
        except OSError:
            pass
    check("a full card is told", lambda: "disk is nearly full" in log() or "disk is full" in log())
    filler.unlink()
    before = active()
    run("date", "-s", "+1 year")
    time.sleep(3)
    check("a clock that is stepped by a year changes nothing", lambda: active() and before)
    until_now = restarts()
    os.kill(pid(), signal.SIGSTOP)
    check("a program that hangs is ended by the watchdog and started anew", lambda: restarts() > until_now and active())
    check("the match goes on", lambda: "goes on where its record ends" in log())
    until_now = restarts()
    os.kill(pid(), signal.SIGKILL)
    check("a killed program is started anew", lambda: restarts() > until_now and active())
    second = subprocess.run(
        ["runuser", "-u", UNIT, "--", "/opt/pi-companion/venv/bin/pi-companion", "--settings", str(SETTINGS), "run"],
        capture_output=True,
        text=True,
        check=False,
        cwd="/run/pi-companion",
    )
    check("a second one is refused", lambda: second.returncode == 2 and "already" in second.stderr)
    pull(WHITE, "pull-down")
    run("systemctl", "stop", UNIT)
    check(
        "it ended as it was told to", lambda: run("systemctl", "show", UNIT, "-p", "Result", "--value") == "success", 5
    )
    check("the lights are out after the stop", lambda: not any(driven(pin) for pin in (READY, ALARM, *DIE_1, *DIE_2)))


def closed() -> None:
    """How closed the unit is, by the systemd of this root."""
    said = run("systemd-analyze", "security", f"{UNIT}.service", "--no-pager").splitlines()[-1]
    print(f"       {said}", flush=True)
    check("the unit is closed to 2.0 or better", lambda: float(said.split(":")[1].split()[0]) <= 2.0)


def main() -> bool:
    """Run all checks and give the exit status."""
    set_up()
    for part in (start_and_play, buttons, camera, closed, faults):
        part()
    (Path("/hil/out") / "failures.json").write_text(json.dumps(failures))
    print(f"{len(failures)} failed", flush=True)
    if failures:
        print(run("systemctl", "status", "camera-sim", "--no-pager"), log()[-3000:], sep="\n", flush=True)
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
