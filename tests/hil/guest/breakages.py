"""What each check guards, broken: a check that stays green then guards nothing.

A breakage changes the installed product in the guest, whose root is thrown away; the tree is never touched.
`tests/hil/test_breakages.py` holds that each still fits what it breaks.
"""

from dataclasses import dataclass
from pathlib import Path

PACKAGE = "opt/pi-companion/venv/lib/python3.13/site-packages"
INSTALLED = {
    "pi_companion": PACKAGE,
    "systemd": "etc",
    "hardware": "opt/pi-companion/share",
}
"""Where the first folder of a path of this project lies after `make install`; systemd/system is the unit's own."""


@dataclass(frozen=True, slots=True)
class Change:
    """One piece of text put in another's place."""

    path: str
    """In this project."""

    was: str
    becomes: str

    def installed(self, root: Path = Path("/")) -> Path:
        """Say where the file lies after the install."""
        top, _, rest = self.path.partition("/")
        below = f"systemd/system/{rest}" if top == "systemd" else self.path
        return root / INSTALLED[top] / below


@dataclass(frozen=True, slots=True)
class Breakage:
    """Something broken, and the check that must see it."""

    name: str
    part: str
    """The part of the checks that is run."""

    reddens: str
    """The check that must fail."""

    changes: tuple[Change, ...]
    patience_s: float = 15.0


def _one(name: str, part: str, reddens: str, *change: str, patience_s: float = 15.0) -> Breakage:
    return Breakage(name, part, reddens, (Change(*change),), patience_s)


_FEED, _LIVE, _UNIT = "pi_companion/devices/feed.py", "pi_companion/cli/live.py", "systemd/pi-companion.service"
_FEEDING = "pi_companion/cli/feeding.py"
_PRESSES, _LOCK = "pi_companion/devices/presses.py", "pi_companion/devices/lock.py"

AT_THE_TABLE = (
    _one("no pins allowed", "started", "the unit is active", _UNIT, "DeviceAllow=char-gpiochip rw", ""),
    _one(
        "no camera allowed",
        "started",
        "the camera is live: the ready light is steady",
        _UNIT,
        "DeviceAllow=char-video4linux rw",
        "",
    ),
    _one("an open unit", "closed", "the unit is closed to 2.0 or better", _UNIT, "CapabilityBoundingSet=\n", ""),
    _one(
        "an LED on another pin",
        "first_turns",
        "the panel shows dice, turn and cube",
        "hardware/wiring/leds.toml",
        "die_1_rising = 6",
        "die_1_rising = 7",
    ),
    _one(
        "no answer to a finger",
        "first_turns",
        "the panel answers a finger",
        "pi_companion/service/loop.py",
        "self._pressed_s = self._clock()",
        "pass",
    ),
    _one(
        "buttons read without a pause",
        "lying_still",
        "a board that nobody touches takes little of the processor",
        "pi_companion/devices/buttons.py",
        "READ_S = 0.01",
        "READ_S = 0.0",
    ),
    _one(
        "what is kept for good",
        "lying_still",
        "and of the memory",
        "pi_companion/devices/feed.py",
        "RETRY_S = (0.5, 1.0, 2.0, 5.0)",
        "RETRY_S, KEPT = (0.5, 1.0, 2.0, 5.0), bytearray(b'x' * 150_000_000)",
    ),
    _one(
        "a loss that is not told",
        "camera_pulled",
        "a camera that is gone is told",
        _FEED,
        'self._change(CameraHealth.LOST, f"The camera is lost: {why}; see to its cable, it is tried again by itself")',
        "pass",
    ),
    _one(
        "a loss that is not shown",
        "camera_pulled",
        "the alarm blinks while it is gone",
        "pi_companion/service/panel.py",
        "return PanelState.NO_CAMERA",
        "return PanelState.READY",
    ),
    _one(
        "a camera that is not opened again",
        "camera_pulled",
        "a camera that is back is seen by itself",
        _FEED,
        "RETRY_S = (0.5, 1.0, 2.0, 5.0)",
        "RETRY_S = (1e9,)",
    ),
    _one(
        "no eye for a frozen picture",
        "camera_frozen",
        "a frozen camera is told",
        _FEEDING,
        "float(camera.frozen_after_s)",
        "0.0",
    ),
    _one(
        "a frozen camera that is not opened again",
        "camera_frozen",
        "a camera that thaws is seen by itself",
        _FEED,
        "RETRY_S = (0.5, 1.0, 2.0, 5.0)",
        "RETRY_S = (1e9,)",
    ),
    _one(
        "every edge believed", "button_bounces", "and once", _PRESSES, "settle_s: float = 0.03", "settle_s: float = 0.0"
    ),
    Breakage(
        "a held button that is not noticed",
        "button_held",
        "a button that is held at boot is told",
        (
            Change(
                "pi_companion/service/loop.py",
                "for button in parts.buttons.held:",
                "for button in ():",
            ),
            Change(_PRESSES, "stuck_s: float = 20.0", "stuck_s: float = 1e9"),
        ),
    ),
    _one(
        "a held button taken for a press",
        "button_held",
        "and means nothing, neither held nor let go",
        _PRESSES,
        "down_since_s=now_s, spent=down)",
        "down_since_s=now_s, spent=False)",
    ),
    Breakage(
        "time from the clock on the wall",
        "clock_stepped",
        "a clock that is stepped by years loses no camera",
        (
            Change(_FEEDING, "happenings.put, feed, time.monotonic)", "happenings.put, feed, time.time)"),
            Change(_FEEDING, "open_camera(wish, run_name)", "open_camera(wish, run_name, time.time)"),
        ),
    ),
    _one(
        "no watchdog",
        "program_hangs",
        "a program that hangs is started anew by the watchdog",
        _UNIT,
        "WatchdogSec=30",
        "WatchdogSec=0",
        patience_s=45.0,
    ),
    _one(
        "no restart",
        "program_killed",
        "a program that is killed is started anew",
        _UNIT,
        "Restart=on-failure",
        "Restart=no",
    ),
    _one(
        "a lock for many",
        "started_twice",
        "a second one is refused",
        _LOCK,
        "fcntl.LOCK_EX | fcntl.LOCK_NB",
        "fcntl.LOCK_SH | fcntl.LOCK_NB",
    ),
    _one(
        "no eye for the disk",
        "card_full",
        "a full card is told",
        _LIVE,
        "full = disk_free_mb(journal) < DISK_CRITICAL_MB",
        "full = False",
    ),
    _one(
        "a disk that is given up",
        "card_full",
        "with room it is written after all",
        "pi_companion/service/match.py",
        "RETRY_S = 2.0",
        "RETRY_S = 1e9",
    ),
    _one(
        "deaf to a stop",
        "stopped",
        "it ends as it is told to",
        _LIVE,
        "signal.signal(number, stop)",
        "signal.signal(number, signal.SIG_IGN)",
        patience_s=30.0,
    ),
)
"""Tried one after the other in one boot."""

BY_BOOT = {
    "picamera": _one(
        "requests that are not given back",
        "picamera",
        "every turn is told as it was",
        "pi_companion/devices/picamera.py",
        "request.release()  # the camera stops when its buffers are all out (3)",
        "pass",
    ),
    "cut": Breakage(
        "a journal that does not wait for the card",
        "cut",
        "all that was told before the cut is in the record",
        (
            Change("pi_companion/record/shelf.py", 'SYNCHRONOUS = "FULL"', 'SYNCHRONOUS = "OFF"'),
            # What is thought is written beside the events, and now and then waits for all that was written before.
            Change("pi_companion/record/journal.py", '"PRAGMA synchronous = NORMAL"', '"PRAGMA synchronous = OFF"'),
        ),
    ),
}
"""Broken for a whole boot of that name."""
