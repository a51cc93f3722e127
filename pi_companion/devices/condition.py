"""How the machine fares: power, heat, disk, memory and clock, read from the kernel's files."""

import contextlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

DISK_LOW_MB = 500
DISK_CRITICAL_MB = 100
HOT_C = 80.0
"""A Pi slows down at 80 °C to 85 °C."""

_MB = 1 << 20
_UNDER_VOLTAGE, _CAPPED, _THROTTLED, _HOT = 1, 2, 4, 8
_EVER = 16
_VCGENCMD_S = 5


@dataclass(frozen=True, slots=True)
class Throttling:
    """What the Pi's firmware says of power and heat."""

    now: tuple[str, ...]
    """What is so now."""

    since_boot: tuple[str, ...]
    """What has been so since the Pi was switched on; a blip while it booted is in it too."""


def throttling(bits: int) -> Throttling:
    """Read the firmware's bits."""
    words = {_UNDER_VOLTAGE: "under-voltage", _CAPPED: "slowed down", _THROTTLED: "throttled", _HOT: "too hot"}
    return Throttling(
        tuple(word for bit, word in words.items() if bits & bit),
        tuple(word for bit, word in words.items() if bits & bit << _EVER),
    )


def under_voltage(root: Path = Path("/")) -> bool | None:
    """Tell whether the power is too weak now, from the kernel's own alarm; None where it has none.

    The firmware's other file (soc:firmware/get_throttled) makes newer kernels complain, so it is left alone.
    """
    for name in sorted((root / "sys/class/hwmon").glob("hwmon*/name")):
        with contextlib.suppress(OSError):
            if name.read_text(encoding="utf-8").strip() == "rpi_volt":
                return (name.parent / "in0_lcrit_alarm").read_text(encoding="utf-8").strip() == "1"
    return None


def firmware_throttling(program: str = "vcgencmd") -> Throttling | None:
    """Ask the firmware; None where there is none or it may not be asked (it wants the group video)."""
    found = shutil.which(program)
    if found is None:
        return None
    try:
        said = subprocess.run(  # noqa: S603 - a program of the system, without arguments from outside
            [found, "get_throttled"], capture_output=True, text=True, check=True, timeout=_VCGENCMD_S
        ).stdout
        return throttling(int(said.strip().partition("=")[2], 16))
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def temperature_c(root: Path = Path("/")) -> float | None:
    """Give the processor's temperature; None where it is not told."""
    with contextlib.suppress(OSError, ValueError):
        return int((root / "sys/class/thermal/thermal_zone0/temp").read_text(encoding="ascii")) / 1000
    return None


def disk_free_mb(path: Path) -> float:
    """Give the room that is left where a file lies or will lie.

    Raises:
        OSError: There is no such place.
    """
    there = next(place for place in (path, *path.parents) if place.exists())
    stat = os.statvfs(there)
    return stat.f_bavail * stat.f_frsize / _MB


def memory_free_mb(root: Path = Path("/")) -> float | None:
    """Give the memory that programs can still have; None where the kernel does not tell."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in (root / "proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) / 1024
    return None


def clock_synced(root: Path = Path("/")) -> bool:
    """Tell whether the wall clock was set by the network since the machine was switched on, as systemd notes it."""
    return (root / "run/systemd/timesync/synchronized").exists()


def pi_model(root: Path = Path("/")) -> str | None:
    """Give the Pi's model in its own words; None on another computer."""
    with contextlib.suppress(OSError):
        return (root / "proc/device-tree/model").read_text(encoding="utf-8").strip("\0\n ")
    return None
