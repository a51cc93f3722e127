"""USB cameras and whatever else is a V4L2 device, through OpenCV."""

import contextlib
import os
import time
from collections.abc import Callable
from typing import Any, Protocol

import cv2
import numpy as np

from pi_companion.devices.camera import READ_TIMEOUT_S
from pi_companion.devices.frames import Frame
from pi_companion.errors import DeviceError

SETTLE_S = 1.5
"""How long the camera's own exposure and colour get before they are held; UVC cameras do not say when they are done."""

_MANUAL, _AUTO = 1.0, 3.0
"""V4L2's words for a held exposure and for its own (aperture priority), as OpenCV passes them on."""

_HELD = (
    ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL, _AUTO, cv2.CAP_PROP_EXPOSURE),
    ("colour", cv2.CAP_PROP_AUTO_WB, 0.0, 1.0, cv2.CAP_PROP_WB_TEMPERATURE),
    ("focus", cv2.CAP_PROP_AUTOFOCUS, 0.0, 1.0, cv2.CAP_PROP_FOCUS),
)
_MEANS = {
    "exposure": "it cannot be held, so a white sleeve makes the board darker",
    "colour": "it cannot be held, so colours may wander with the light",
    "focus": "it cannot be held; on a camera whose focus is fixed that is as it should be",
}
_SAME = 0.01
_PLAUSIBLE_S = 5.0
"""A frame's own time that is further off than this is counted from another moment."""


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool: ...  # noqa: D102, N802 - OpenCV's names
    def grab(self) -> bool: ...  # noqa: D102
    def retrieve(self) -> tuple[bool, Any]: ...  # noqa: D102
    def get(self, prop: int, /) -> float: ...  # noqa: D102
    def set(self, prop: int, value: float, /) -> bool: ...  # noqa: D102
    def release(self) -> None: ...  # noqa: D102


class V4l2Camera:
    """A camera at /dev/videoN.

    Args:
        device: The path, such as /dev/video0 or a link under /dev/v4l/by-id that names one camera for good.
        size: Width and height to ask for; what comes may differ, and the feed says so.
        open_capture: Opens OpenCV's capture on a path.
        clock: Monotonic seconds.
        run: A name for this run of the program, which begins every frame's name.

    Raises:
        DeviceError: There is no such device, it is busy, or it is no camera.
    """

    def __init__(
        self,
        device: str,
        size: tuple[int, int],
        open_capture: Callable[[str], Capture] | None = None,
        clock: Callable[[], float] = time.monotonic,
        run: str = "",
    ) -> None:
        self._device = device
        self._clock = clock
        self._run = run
        self._count = 0
        self.remarks: tuple[str, ...] = ()
        self.held: tuple[str, ...] = ()
        capture = (open_capture or _open_capture)(device)
        if not capture.isOpened():
            capture.release()
            raise DeviceError(
                f"wanted the camera {device}, but it cannot be opened; is it plugged in, and does no other program "
                f"hold it (fuser {device} shows)?"
            )
        # Raw pictures of 1280×720 are more than USB 2 carries; one buffer, so that no old frame waits in line.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture = capture

    @property
    def name(self) -> str:
        """The device's path."""
        return self._device

    def read(self, not_before_s: float) -> Frame:
        """See `Camera`; frames that waited in the driver since before are let go undecoded."""
        t_s = self._grab(not_before_s)
        done, image = self._capture.retrieve()
        if not done or image is None:
            raise DeviceError(f"wanted a frame from {self._device}, but it cannot be decoded; try another USB port")
        self._count += 1
        return Frame(np.asarray(image, dtype=np.uint8), t_s, f"{self._run}{self._count}")

    def settle(self) -> None:
        """See `Camera`; what the camera does not let us hold is in `remarks`."""
        offered = [entry for entry in _HELD if self._capture.set(entry[1], entry[3])]
        self._let_pass(SETTLE_S)
        found = {name: self._capture.get(value) for name, _, _, _, value in offered}
        for name, auto, manual, _, value in offered:
            self._capture.set(auto, manual)
            self._capture.set(value, found[name])
        self._let_pass(0.0)
        held = {
            name
            for name, auto, manual, _, value in offered
            if self._capture.get(auto) == manual and abs(self._capture.get(value) - found[name]) <= _SAME
        }
        self.remarks = tuple(f"{name}: {_MEANS[name]}" for name, *_ in _HELD if name not in held)
        self.held = tuple(f"{name}: held at {found[name]:g}" for name, *_ in _HELD if name in held)

    def close(self) -> None:
        """See `Camera`."""
        with contextlib.suppress(cv2.error):  # what was unplugged cannot be let go of
            self._capture.release()

    def _let_pass(self, seconds: float) -> None:
        until_s = self._clock() + seconds
        self._grab(until_s)

    def _grab(self, not_before_s: float) -> float:
        """Let frames pass up to the first that was begun at that moment or later, and give its time."""
        give_up_s = max(self._clock(), not_before_s) + READ_TIMEOUT_S
        while True:
            if not self._capture.grab():
                raise DeviceError(f"wanted a frame from {self._device}, but none comes; is it unplugged?")
            now_s = self._clock()
            t_s = self._time(now_s)
            if t_s >= not_before_s:
                return t_s
            if now_s > give_up_s:
                raise DeviceError(f"wanted a frame of now from {self._device}, but only old ones come; plug it in anew")

    def _time(self, now_s: float) -> float:
        """Give the frame's own time where it counts as our clock does (V4L2's buffers mostly do), else now."""
        t_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return t_s if 0 <= now_s - t_s < _PLAUSIBLE_S else now_s


def _open_capture(device: str) -> cv2.VideoCapture:
    # OpenCV waits 10 s for a frame that does not come, unless it is told so before the first capture.
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "1")
    return cv2.VideoCapture(device, cv2.CAP_V4L2)
