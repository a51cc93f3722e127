"""Stands in for picamera2, as strictly as the real one is known to be.

picamera2 cannot be installed where the tests run. Each behaviour below was read in its source or its issues: what the
real one refuses is refused here, what would block for ever raises `BlockedError`.
"""

from __future__ import annotations

from collections import deque
from typing import Any, ClassVar

import numpy as np

MS = 1_000_000


class BlockedError(AssertionError):
    """The real library would wait for ever."""


class Clock:
    """Monotonic time that only the fake moves."""

    def __init__(self) -> None:
        self.now_ns = 100_000 * MS

    def __call__(self) -> float:
        return self.now_ns / 1e9


class Request:
    def __init__(self, camera: FakePicamera2, metadata: dict[str, Any], array: np.ndarray) -> None:
        self._camera, self._metadata, self._array = camera, metadata, array
        self._released = False

    def make_array(self, name: str) -> np.ndarray:
        assert name == "main"
        assert not self._released, "a request that was released must not be read"
        return self._array

    def get_metadata(self) -> dict[str, Any]:
        assert not self._released
        return dict(self._metadata)

    def release(self) -> None:
        assert not self._released, "released twice"
        self._released = True
        self._camera.out -= 1


class FakePicamera2:
    """One class a test: `make` gives a subclass with its own camera, clock and faults."""

    clock: ClassVar[Clock]
    cameras: ClassVar[list[dict[str, Any]]]
    busy_times: ClassVar[int]
    hangs: ClassVar[bool]
    first_frame_s: ClassVar[float]
    padded: ClassVar[int]
    controls_known: ClassVar[dict[str, Any]]
    never_locks: ClassVar[bool]
    ignores: ClassVar[set[str]]
    focus_found: ClassVar[bool]
    opened: ClassVar[list[FakePicamera2]]

    @classmethod
    def make(cls, **changes: Any) -> type[FakePicamera2]:
        known = ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits")
        values: dict[str, Any] = {
            "clock": Clock(),
            "cameras": [{"Model": "imx708", "Id": "/base/soc/i2c0mux/imx708@1a", "Num": 0}],
            "busy_times": 0,
            "hangs": False,
            "first_frame_s": 0.0,
            "padded": 0,
            "controls_known": dict.fromkeys((*known, "AfMode", "LensPosition")),
            "never_locks": False,
            "ignores": set(),
            "focus_found": True,
            "opened": [],
        }
        return type("Picamera2", (cls,), values | changes)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return cls.cameras

    def __init__(self, camera_num: int = 0) -> None:
        kind = type(self)
        if kind.busy_times > 0:
            kind.busy_times -= 1
            raise RuntimeError("Camera __init__ sequence did not complete.")
        kind.cameras[camera_num]  # a bare IndexError, as the real one
        kind.opened.append(self)
        self.camera_controls = self.controls_known
        self.out = 0
        self.calls: list[str] = []
        self._config: dict[str, Any] | None = None
        self._started = False
        self._auto: dict[str, Any] = {"time": 23_000.0, "gain": 2.5, "gains": (1.8, 1.5)}
        self._manual: dict[str, Any] = {}
        self._coming: deque[tuple[int, dict[str, Any]]] = deque()
        self._frames = 0
        self._colour_by_hand = False
        self.lens = 0.0

    def create_video_configuration(
        self, *, main: dict[str, Any], controls: dict[str, Any], buffer_count: int, queue: bool
    ) -> dict[str, Any]:
        assert main["format"] == "RGB888"
        assert all(side % 2 == 0 for side in main["size"])
        for name in controls:
            self._check(name)
        return {"main": dict(main), "controls": controls, "buffer_count": buffer_count, "queue": queue}

    def configure(self, config: dict[str, Any]) -> None:
        assert not self._started
        width, height = config["main"]["size"]
        config["main"]["size"] = (width - width % 32, height)  # the real one aligns too
        self._config = config

    def stream_configuration(self, name: str) -> dict[str, Any]:
        assert self._config is not None, "configure first"
        return dict(self._config[name])

    def start(self, *, show_preview: bool | None = None) -> None:
        assert show_preview is False, "None would run no event loop and every capture would wait for ever"
        self._started = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            self._check(name)
        self._coming.append((self._frames + 3, dict(controls)))

    def _check(self, name: str) -> None:
        if name not in self.camera_controls:
            raise RuntimeError(f"Control {name} is not advertised by libcamera")

    def autofocus_cycle(self, wait: float | None = None) -> bool:
        if wait is None and self.hangs:
            raise BlockedError("autofocus without wait")
        self._check("AfMode")
        self.lens = 1.4
        return self.focus_found

    def capture_request(self, wait: float | None = None) -> Request:
        assert self._started
        assert self._config is not None
        if self.out >= self._config["buffer_count"]:
            raise BlockedError("all buffers are out: release requests")
        if self.hangs:
            if wait is None:
                raise BlockedError("capture without wait on a camera that hangs")
            self.clock.now_ns += int(wait * 1e9)
            raise TimeoutError
        if self._frames == 0 and wait is not None and wait < self.first_frame_s:
            self.clock.now_ns += int(wait * 1e9)
            raise TimeoutError
        self._frames += 1
        self.clock.now_ns += 33 * MS
        self._apply()
        metadata = self._metadata()
        self.out += 1
        width, height = self._config["main"]["size"]
        array = np.full((height, width + self.padded, 3), 90, dtype=np.uint8)
        array[:, :, 0] = self._frames % 200
        return Request(self, metadata, array)

    def _apply(self) -> None:
        while self._coming and self._coming[0][0] <= self._frames:
            for name, value in self._coming.popleft()[1].items():
                if name in self.ignores:
                    continue
                if name in {"ExposureTime", "AnalogueGain"} and value == 0:
                    self._manual.pop(name, None)  # 0 is the way back to automatic
                elif name == "AwbEnable":
                    if value:
                        self._manual.pop("ColourGains", None)
                else:
                    self._manual[name] = value

    def _metadata(self) -> dict[str, Any]:
        settled = self._frames > 12
        drift = 1.0 if settled and not self.never_locks else 1 + 0.2 * (self._frames % 3)
        time_us = int(self._manual.get("ExposureTime", self._auto["time"] * drift))
        metadata: dict[str, Any] = {
            # One frame lies in the pipeline: it is of 33 ms ago.
            "SensorTimestamp": self.clock.now_ns - 33 * MS,
            "ExposureTime": time_us,
            "AnalogueGain": float(self._manual.get("AnalogueGain", self._auto["gain"])),
            "ColourGains": self._manual.get("ColourGains", self._auto["gains"]),
            "AeLocked": settled and not self.never_locks,
            "LensPosition": self.lens,
        }
        return metadata

    def cancel_all_and_flush(self) -> None:
        self.calls.append("cancel")

    def stop(self) -> None:
        if self.hangs and "cancel" not in self.calls:
            raise BlockedError("stop waits behind a capture that never ends")
        self.calls.append("stop")
        self._started = False

    def close(self) -> None:
        self.calls.append("close")
