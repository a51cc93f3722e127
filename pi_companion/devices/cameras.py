"""Which cameras there are, and the one that the settings want."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pi_companion.devices.camera import Camera
from pi_companion.devices.film import FilmCamera
from pi_companion.devices.frames import open_source
from pi_companion.devices.picamera import PiCamera, load_picamera2
from pi_companion.devices.v4l2 import V4l2Camera
from pi_companion.errors import DeviceError

AUTO = "auto"
PI = "picamera2"
_PI_NUMBER = re.compile(rf"{PI}(?::(\d+))?")
USUAL_PX = (1280, 720)
"""The size of pictures that is asked for while no board says otherwise."""

_NO_CAMERAS = re.compile(r"bcm2835|rpi|unicam|pisp|rp1|codec|isp\b", re.IGNORECASE)
"""What a Pi calls its own parts that are V4L2 devices and no cameras, or cameras that only libcamera can drive."""


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A camera of this machine."""

    source: str
    """What to write in the settings."""

    name: str
    """What it calls itself."""


@dataclass(frozen=True, slots=True)
class CameraWish:
    """The camera that the settings want."""

    source: str = AUTO
    """`auto`, `picamera2`, `picamera2:1`, a device such as /dev/video0, or a recording's path."""

    size: tuple[int, int] = USUAL_PX
    buffers: int = 4
    mains_hz: int = 50


def usb_cameras(root: Path = Path("/")) -> list[FoundCamera]:
    """List the V4L2 cameras that are no part of the Pi itself.

    Args:
        root: Where /sys and /dev are.
    """
    found = []
    entries = (root / "sys/class/video4linux").glob("video*")
    for entry in sorted(entries, key=lambda path: int(re.sub(r"\D", "", path.name) or 0)):
        try:
            name = (entry / "name").read_text(encoding="utf-8").strip()
            # A USB camera is two devices or more; only the first gives pictures.
            index = (entry / "index").read_text(encoding="utf-8").strip()
        except OSError:
            continue
        if index == "0" and not _NO_CAMERAS.search(name):
            found.append(FoundCamera(f"/dev/{entry.name}", name))
    return found


def pi_cameras(library: Any = None) -> list[FoundCamera]:  # noqa: ANN401 - picamera2 is not typed
    """List the cameras that libcamera sees; USB cameras, which it lists too, are left out.

    Raises:
        DeviceError: picamera2 cannot be imported.
    """
    picamera2 = load_picamera2() if library is None else library
    return [
        FoundCamera(f"{PI}:{number}", str(info.get("Model", "")))
        for number, info in enumerate(picamera2.global_camera_info())
        if "usb" not in str(info.get("Id", "")).lower()
    ]


def find_cameras(root: Path = Path("/"), library: Any = None) -> list[FoundCamera]:  # noqa: ANN401
    """List all cameras, the Pi's own first."""
    try:
        own = pi_cameras(library)
    except DeviceError:
        own = []
    return own + usb_cameras(root)


def open_camera(
    wish: CameraWish, run: str = "", clock: Callable[[], float] = time.monotonic, root: Path = Path("/")
) -> Camera:
    """Open the camera that the settings want.

    Raises:
        DeviceError: It is not there, busy, or cannot be driven.
        PictureError: A recording cannot be read.
    """
    source = wish.source
    if source == AUTO:
        found = find_cameras(root)
        if not found:
            raise DeviceError(
                "wanted a camera, but none is found; plug one in, or see `pi-companion doctor` for what is missing"
            )
        source = found[0].source
    if match := _PI_NUMBER.fullmatch(source):
        return PiCamera(
            int(match[1] or 0), wish.size, clock=clock, run=run, buffers=wish.buffers, mains_hz=wish.mains_hz
        )
    if Path(source).is_char_device() or source.startswith("/dev/"):
        return V4l2Camera(source, wish.size, clock=clock, run=run)
    return FilmCamera(open_source(Path(source)), clock, run)


def is_film(source: str) -> bool:
    """Tell whether a source is a recording, in which a picture may stay as long as it likes."""
    return source != AUTO and not _PI_NUMBER.fullmatch(source) and not source.startswith("/dev/")
