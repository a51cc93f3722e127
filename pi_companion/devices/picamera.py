"""The Pi's own camera through picamera2, which comes by apt for the system's Python only.

Numbers in brackets are facts about picamera2 and libcamera that this file must get right; the tests hold each.
"""

import contextlib
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from pi_companion.devices.camera import READ_TIMEOUT_S
from pi_companion.devices.exposure import (
    FRAMES_TO_FORCE,
    HOLD_FRAMES,
    HOLD_SHARE,
    LAMP_PERIOD_US,
    Exposure,
    SettlingExposure,
)
from pi_companion.devices.frames import Frame
from pi_companion.errors import DeviceError

FORMAT = "RGB888"
"""libcamera's names run from the last byte: this one is blue, green, red in memory, as OpenCV has it (1)."""

BUFFERS = 4
BUSY_TRIES = 5
BUSY_WAIT_S = 0.5
FOCUS_TIMEOUT_S = 5.0
FIRST_FRAME_S = 5.0
"""How long the first frame may take: some sensors throw several away, and a Pi that has just booted is busy."""

_CM = 100
_NS = 1_000_000_000
_US = 1_000_000
_CONVERGED = 2
"""AeState of newer libcameras; older ones say AeLocked."""

_AF_MANUAL = 0
_FRAME_US = 33_333
_LONGEST_US = 100_000


class PiCamera:
    """A camera on the Pi's ribbon cable.

    Args:
        number: Which of the Pi's cameras.
        size: Width and height to ask for.
        library: The class picamera2.Picamera2; None imports it.
        clock: Monotonic seconds.
        sleep: Waits.
        run: A name for this run of the program, which begins every frame's name.
        buffers: How many pictures the camera may hold; 3 for a Pi with 512 MB.
        mains_hz: 50 or 60, so that a lamp's flicker is not seen.

    Raises:
        DeviceError: There is no such camera, or another program holds it.
    """

    def __init__(  # noqa: PLR0913 - what a test must be able to stand in for
        self,
        number: int,
        size: tuple[int, int],
        library: Any = None,  # noqa: ANN401 - picamera2 is not typed and not there on most machines
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        run: str = "",
        *,
        buffers: int = BUFFERS,
        mains_hz: int = 50,
    ) -> None:
        self._mains_hz = mains_hz
        self._clock = clock
        self._run = run
        self._count = 0
        self.remarks: tuple[str, ...] = ()
        self.held: tuple[str, ...] = ()
        picamera2 = load_picamera2() if library is None else library
        cameras = picamera2.global_camera_info()  # without a camera the constructor raises a bare IndexError (2)
        if not 0 <= number < len(cameras):
            raise DeviceError(
                f"wanted the Pi's camera {number}, but {len(cameras)} found; switch the Pi off, seat the ribbon cable "
                "at both ends, and see `rpicam-hello --list-cameras`"
            )
        self.name = str(cameras[number].get("Model", f"camera {number}"))
        self._camera = _acquire(picamera2, number, sleep)
        try:
            self._begin(size, buffers)
        except BaseException:
            self.close()
            raise

    def read(self, not_before_s: float) -> Frame:
        """See `Camera`."""
        request = self._request(not_before_s)
        try:
            image = request.make_array("main")
            metadata = request.get_metadata()
        finally:
            request.release()  # the camera stops when its buffers are all out (3)
        width, height = self._size
        self._count += 1
        # Rows are padded to 64 bytes on a Pi 5; where the array shows it, the padding is cut off. (4)
        whole = np.ascontiguousarray(image[:height, :width, :3], dtype=np.uint8)
        return Frame(whole, _begun_s(metadata, self._clock()), f"{self._run}{self._count}")

    def settle(self) -> None:
        """See `Camera`: automatic until it is steady, then those values by hand, then seen in the frames."""
        remarks: list[str] = []
        held = self._focus(remarks)
        # 0 is libcamera's way back to automatic; colour gains of our own would have switched white balance off. (5)
        self._set({"AeEnable": True, "AwbEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0})
        found = self._steady()
        if found is None:
            remarks.append("exposure: this camera does not tell its exposure, so it is left to itself")
        elif self._hold(wanted := found.without_flicker(LAMP_PERIOD_US[self._mains_hz])):
            held += _values(wanted)
        else:
            remarks.append("exposure: held values did not show in the frames, so the light may wander")
        self.remarks, self.held = tuple(remarks), held

    def close(self) -> None:
        """See `Camera`; after a hang, jobs in line are cancelled first, or stop would wait behind them (6)."""
        for step in (self._camera.cancel_all_and_flush, self._camera.stop, self._camera.close):
            with contextlib.suppress(Exception):  # whatever the library says, it is let go of
                step()

    def _begin(self, size: tuple[int, int], buffers: int) -> None:
        # A second stream is not asked for: on a Pi up to 4 it would have to be YUV and be padded, and a board that
        # is seen once or twice a second is made small faster than it is fetched twice.
        config = self._camera.create_video_configuration(
            main={"size": size, "format": FORMAT},
            controls={"FrameDurationLimits": (_FRAME_US, _LONGEST_US)},
            buffer_count=buffers,
            queue=False,  # a queued frame may be of before the press (7)
        )
        self._camera.configure(config)
        self._size: tuple[int, int] = tuple(self._camera.stream_configuration("main")["size"])  # may have changed (8)
        self._camera.start(show_preview=False)  # False runs its event loop; None would run none (9)
        self._request(0.0, FIRST_FRAME_S).release()

    def _request(self, not_before_s: float, patience_s: float = READ_TIMEOUT_S) -> Any:  # noqa: ANN401
        """Fetch a completed request whose exposure began at that moment or later."""
        give_up_s = max(self._clock(), not_before_s) + patience_s
        while True:
            # Without `wait` a camera whose frames stop blocks for ever. (10)
            try:
                request = self._camera.capture_request(wait=patience_s)
            except TimeoutError as error:
                raise DeviceError(
                    f"wanted a frame from {self.name}, but none comes; see to its ribbon cable and the power supply"
                ) from error
            begun_s = _begun_s(request.get_metadata(), self._clock())
            if begun_s >= not_before_s:
                return request
            request.release()
            if self._clock() > give_up_s:
                raise DeviceError(f"wanted a frame of now from {self.name}, but only old ones come; restart the Pi")

    def _metadata(self) -> Mapping[str, Any]:
        request = self._request(0.0)
        try:
            metadata: Mapping[str, Any] = request.get_metadata()
            return metadata
        finally:
            request.release()

    def _steady(self) -> Exposure | None:
        """Wait until the camera's own exposure is steady; None where it does not tell it."""
        for _ in range(FRAMES_TO_FORCE):  # until then the old held values would look steady (11)
            self._metadata()
        following = SettlingExposure(self._clock())
        while True:
            metadata = self._metadata()
            exposure = _exposure(metadata)
            if exposure is None:
                return None
            said_so = bool(metadata.get("AeLocked")) or metadata.get("AeState") == _CONVERGED
            following, done = following.step(exposure, self._clock(), said_so=said_so)
            if done:
                return exposure

    def _hold(self, exposure: Exposure) -> bool:
        """Hold these values and tell whether frames show them: they come into force some frames later (11)."""
        values: dict[str, object] = {"ExposureTime": exposure.time_us, "AnalogueGain": exposure.gain}
        if exposure.colour_gains is not None:
            values["ColourGains"] = exposure.colour_gains
        self._set(values)
        for _ in range(HOLD_FRAMES):
            shown = _exposure(self._metadata())
            if shown is not None and shown.near(exposure, HOLD_SHARE):
                return True
        return False

    def _focus(self, remarks: list[str]) -> tuple[str, ...]:
        """Focus once and hold it there, and say where; only some modules can (12)."""
        if "AfMode" not in self._camera.camera_controls:
            return ()
        try:
            found = self._camera.autofocus_cycle(wait=FOCUS_TIMEOUT_S)
        except TimeoutError:
            found = False
        position = self._metadata().get("LensPosition")
        if not found or position is None:
            remarks.append("focus: the camera found none; give it more light, or place it farther away")
        held = {"AfMode": _AF_MANUAL} | ({} if position is None else {"LensPosition": float(position)})
        self._set(held)
        if not found or not position:
            return ()
        return (f"focus: held at {position:.1f} dioptres, sharpest at {_CM / position:.0f} cm",)

    def _set(self, values: Mapping[str, object]) -> None:
        """Set what this camera has; an unknown control would raise (12)."""
        known = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in values.items() if name in known})


def load_picamera2() -> Any:  # noqa: ANN401
    """Import picamera2.

    Raises:
        DeviceError: It is not installed, or this is another Python than the system's.
    """
    try:
        from picamera2 import Picamera2
    except Exception as error:  # it opens devices while it is imported, and libcamera may be missing or too new
        raise DeviceError(
            f"wanted picamera2 for the Pi's camera, but it cannot be imported ({error}); "
            "run: sudo apt install python3-picamera2 --no-install-recommends"
        ) from error
    return Picamera2


def _acquire(picamera2: Any, number: int, sleep: Callable[[float], None]) -> Any:  # noqa: ANN401
    """Open the camera; a dead run of ours may hold it for a moment."""
    for left in reversed(range(BUSY_TRIES)):
        try:
            return picamera2(number)
        except RuntimeError as error:
            if left == 0:
                raise DeviceError(
                    f"wanted the Pi's camera {number}, but another program holds it ({error}); "
                    "`fuser /dev/video*` shows which, stop that one"
                ) from error
            sleep(BUSY_WAIT_S)
        except IndexError as error:
            raise DeviceError(
                f"wanted the Pi's camera {number}, but it went away; seat its ribbon cable anew"
            ) from error
    raise AssertionError


def _begun_s(metadata: Mapping[str, Any], now_s: float) -> float:
    """Say when the exposure began: the sensor's time, which is monotonic, is that of its end."""
    end_ns = metadata.get("SensorTimestamp")
    if end_ns is None:
        return now_s
    return float(end_ns) / _NS - float(metadata.get("ExposureTime", 0)) / _US


def _values(exposure: Exposure) -> tuple[str, ...]:
    """Say what is held."""
    time_ms = exposure.time_us / 1000
    said = (f"exposure: held at {time_ms:.1f} ms, gain {exposure.gain:.1f}",)
    if exposure.colour_gains is None:
        return said
    red, blue = exposure.colour_gains
    return (*said, f"colour: held at red {red:.2f}, blue {blue:.2f}")


def _exposure(metadata: Mapping[str, Any]) -> Exposure | None:
    if "ExposureTime" not in metadata or "AnalogueGain" not in metadata:
        return None
    gains = metadata.get("ColourGains")
    colour = None if gains is None else (float(gains[0]), float(gains[1]))
    return Exposure(int(metadata["ExposureTime"]), float(metadata["AnalogueGain"]), colour)
