"""What `doctor` looks at: each check says what was found and what to do about it."""

import importlib
import importlib.util
import os
import platform
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import cv2
import numpy as np

from pi_companion.devices import condition
from pi_companion.devices.camera import Camera, CameraHealth
from pi_companion.devices.cameras import CameraWish, find_cameras, is_film, open_camera
from pi_companion.devices.frames import Frame
from pi_companion.devices.pins import header_chip
from pi_companion.devices.quality import Quality
from pi_companion.devices.wiring import PanelKind, Wiring
from pi_companion.errors import CompanionError

LIBRARIES = ("numpy", "cv2", "gpiozero", "lgpio", "picamera2", "luma.led_matrix")
FRAMES = 5
BLURRED = 40.0
"""Variance of the picture's second derivative below which nothing in it is sharp."""

MEMORY_LOW_MB = 100
_DARK, _BRIGHT = 30, 235


class Verdict(Enum):
    """How a check ended."""

    GOOD = "good"
    NOTE = "note"
    """It works without; whether it should is for a person to say."""

    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found."""

    check: str
    verdict: Verdict
    found: str
    todo: str = ""
    """What to do; empty only where all is well."""


def machine(root: Path = Path("/")) -> Iterator[Finding]:
    """Look at the machine itself: model, libraries, power, heat, disk is elsewhere, memory, clock, network."""
    model = condition.pi_model(root)
    yield Finding("machine", Verdict.GOOD, f"{model or 'no Raspberry Pi'}, {platform.machine()}, {_system(root)}")
    yield Finding("libraries", Verdict.GOOD, ", ".join(f"{name} {_version(name)}" for name in LIBRARIES))
    yield _power(condition.under_voltage(root), condition.firmware_throttling())
    yield _heat(condition.temperature_c(root))
    yield _memory(condition.memory_free_mb(root))
    if condition.clock_synced(root):
        yield Finding("clock", Verdict.GOOD, "set by the network")
    else:
        yield Finding(
            "clock",
            Verdict.NOTE,
            "not known to be right",
            "dates in the record may be wrong until there is a network; the order of events and the game clock are not "
            "touched",
        )
    yield network(_address)


def network(address: Callable[[], str | None]) -> Finding:
    """Say under which address the Pi is reached."""
    found = address()
    if found is None:
        return Finding("network", Verdict.NOTE, "none", "the companion needs none; the page on a telephone would")
    return Finding("network", Verdict.GOOD, found)


def disk(journal: Path) -> Finding:
    """Look at the room where the journal lies, and whether it may be written."""
    try:
        free_mb = condition.disk_free_mb(journal)
    except OSError as error:
        return Finding("disk", Verdict.BAD, f"{journal}: {error.strerror}", "see to the disk")
    found = f"{free_mb:.0f} MB free for {journal}"
    there = next(place for place in (journal, *journal.parents) if place.exists())
    if not os.access(there, os.W_OK):
        return Finding(
            "disk",
            Verdict.NOTE,
            f"{found}, but this user may not write there",
            "run doctor with sudo, or as the service",
        )
    if free_mb < condition.DISK_CRITICAL_MB:
        return Finding("disk", Verdict.BAD, found, "free some space, or the record will stop")
    if free_mb < condition.DISK_LOW_MB:
        return Finding("disk", Verdict.NOTE, found, "free some space soon")
    return Finding("disk", Verdict.GOOD, found)


def pins(wiring: Wiring, root: Path = Path("/")) -> Iterator[Finding]:
    """Look at what the wiring needs: the chip of the 40 pins, and SPI for matrices."""
    if not wiring.buttons and wiring.panel is PanelKind.NONE:
        yield Finding("pins", Verdict.GOOD, "nothing is wired, none are needed")
        return
    chip = header_chip(root)
    device = root / f"dev/gpiochip{chip}"
    if chip is None:
        yield Finding(
            "pins", Verdict.BAD, "no chip of a Pi's 40 pins", "this is no Pi, or its kernel is broken; see dmesg"
        )
    elif not os.access(device, os.R_OK | os.W_OK):
        yield Finding(
            "pins", Verdict.BAD, f"{device} may not be used", "add the user to the group gpio, then log in again"
        )
    else:
        yield Finding("pins", Verdict.GOOD, f"{device}; {wiring.name}")
    if wiring.panel is PanelKind.MATRIX:
        spi = root / "dev/spidev0.0"
        if not spi.exists():
            yield Finding(
                "SPI", Verdict.BAD, f"{spi} is missing", "sudo raspi-config nonint do_spi 0, then restart the Pi"
            )
        elif not os.access(spi, os.R_OK | os.W_OK):
            yield Finding(
                "SPI", Verdict.BAD, f"{spi} may not be used", "add the user to the group spi, then log in again"
            )
        else:
            yield Finding("SPI", Verdict.GOOD, str(spi))


def cameras(
    wish: CameraWish, root: Path = Path("/"), opener: Callable[[CameraWish], Camera] | None = None
) -> Iterator[Finding]:
    """List the cameras, open the one that is wanted, and look at what it gives."""
    found = [] if is_film(wish.source) else find_cameras(root)
    if found:
        yield Finding("cameras", Verdict.GOOD, ", ".join(f"{camera.source} ({camera.name})" for camera in found))
    try:
        camera = (opener or open_camera)(wish)
    except CompanionError as error:
        yield Finding("camera", Verdict.BAD, str(error), _camera_todo(root))
        return
    with closing(camera):
        try:
            camera.settle()
            begun_s = time.monotonic()
            frames = [camera.read(time.monotonic()) for _ in range(FRAMES)]
            elapsed_s = time.monotonic() - begun_s
        except CompanionError as error:
            yield Finding("camera", Verdict.BAD, str(error), "see to its cable")
            return
        yield from _pictures(camera, frames, wish, elapsed_s)


def _pictures(camera: Camera, frames: list[Frame], wish: CameraWish, elapsed_s: float) -> Iterator[Finding]:
    last = frames[-1]
    height, width = last.image.shape[:2]
    _, health = Quality(wish.size, 0.0).judge(last)
    found = f"{camera.name}, {width}×{height}, {len(frames) / max(elapsed_s, 1e-3):.0f} pictures a second at most"
    if health is CameraHealth.WRONG_SIZE:
        wanted = "×".join(map(str, wish.size))
        yield Finding("camera", Verdict.BAD, f"{found}; wanted {wanted}", "calibrate the board with this camera again")
    elif health is CameraHealth.BLACK:
        yield Finding("camera", Verdict.BAD, f"{found}; it is black", "take off the lens cap, or make light")
    else:
        yield Finding("camera", Verdict.GOOD, found)
    for words in camera.held:
        name, _, value = words.partition(": ")
        yield Finding(name, Verdict.GOOD, value)
    for remark in camera.remarks:
        name, _, words = remark.partition(": ")
        yield Finding(name, Verdict.NOTE, words, "another camera holds it; the Camera Module 3 does")
    grey = cv2.cvtColor(last.image, cv2.COLOR_BGR2GRAY)
    yield _light(float(np.median(grey)))
    sharp = float(cv2.Laplacian(grey, cv2.CV_64F).var())
    if sharp < BLURRED:
        yield Finding(
            "sharpness", Verdict.NOTE, f"{sharp:.0f}, blurred", "wipe the lens; focus on the board; make light"
        )
    else:
        yield Finding("sharpness", Verdict.GOOD, f"{sharp:.0f}")


def _light(middle: float) -> Finding:
    if middle < _DARK:
        return Finding("light", Verdict.NOTE, f"dark ({middle:.0f} of 255)", "make more light on the board")
    if middle > _BRIGHT:
        return Finding("light", Verdict.NOTE, f"glaring ({middle:.0f} of 255)", "turn the lamp away from the board")
    return Finding("light", Verdict.GOOD, f"{middle:.0f} of 255")


def _camera_todo(root: Path) -> str:
    if not any((root / "dev").glob("video*")) and not any((root / "dev").glob("media*")):
        return "there is no camera device: seat the ribbon cable at both ends with the Pi off, or plug in a USB camera"
    return "let the user be in the group video, and stop other programs that use the camera"


def _power(now: bool | None, firmware: condition.Throttling | None) -> Finding:  # noqa: FBT001 - None is the third
    since = [] if firmware is None else [word for word in firmware.since_boot if word not in firmware.now]
    current = list(firmware.now) if firmware is not None else ["under-voltage"] if now else []
    if current:
        todo = "take the Pi's own power supply and a short cable; when it is heat, a heat sink"
        return Finding("power", Verdict.BAD, f"{', '.join(current)} now", todo)
    if since:
        todo = "a blip while the Pi starts does no harm; if it comes in play, take the Pi's own power supply"
        return Finding("power", Verdict.NOTE, f"well now; since the start: {', '.join(since)}", todo)
    if now is None and firmware is None:
        return Finding("power", Verdict.GOOD, "not told by this machine")
    return Finding("power", Verdict.GOOD, "well, now and since the start" if firmware else "well now")


def _heat(celsius: float | None) -> Finding:
    if celsius is None:
        return Finding("temperature", Verdict.GOOD, "not told by this machine")
    if celsius >= condition.HOT_C:
        return Finding(
            "temperature", Verdict.BAD, f"{celsius:.0f} °C", "give the Pi a heat sink and air; it slows down"
        )
    return Finding("temperature", Verdict.GOOD, f"{celsius:.0f} °C")


def _memory(free_mb: float | None) -> Finding:
    if free_mb is None:
        return Finding("memory", Verdict.GOOD, "not told by this machine")
    if free_mb < MEMORY_LOW_MB:
        return Finding("memory", Verdict.BAD, f"{free_mb:.0f} MB free", "stop other programs; a desktop takes most")
    return Finding("memory", Verdict.GOOD, f"{free_mb:.0f} MB free")


def _version(name: str) -> str:
    """Give a library's version without loading it, where that is known."""
    package = {"cv2": "opencv"}.get(name, name)
    if package == "opencv":
        return cv2.__version__
    with suppress(PackageNotFoundError):
        return version(package)
    with suppress(ImportError, ValueError):
        return "from the system" if importlib.util.find_spec(name) else "missing"
    return "missing"


def _system(root: Path) -> str:
    with suppress(OSError):
        for line in (root / "etc/os-release").read_text(encoding="utf-8").splitlines():
            if line.startswith("PRETTY_NAME="):
                return line.partition("=")[2].strip('"')
    return platform.system()


def _address() -> str | None:
    """Give the address by which this machine would reach others; nothing is sent."""
    with suppress(OSError), closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        probe.connect(("192.0.2.1", 9))  # kept free for examples; a datagram socket only looks up the way
        return str(probe.getsockname()[0])
    return None
