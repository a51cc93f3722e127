"""USB cameras through a stand-in for OpenCV's capture."""

from typing import Any

import cv2
import numpy as np
import pytest

from pi_companion.devices.v4l2 import V4l2Camera
from pi_companion.errors import DeviceError
from tests.devices.fakes import Clock

SIZE = (1280, 720)


class FakeCapture:
    """Four frames wait in the driver, each of its time; more come every 33 ms."""

    def __init__(self, clock: Clock, *, missing: bool = False, holds: bool = True, stamped: bool = True) -> None:
        self.clock, self.missing, self.holds, self.stamped = clock, missing, holds, stamped
        self.waiting = [clock() - age for age in (0.12, 0.09, 0.06, 0.03)]
        self.props: dict[int, float] = {}
        self.gone = False
        self.decoded = 0
        self.released = False
        self._time = 0.0

    def isOpened(self) -> bool:  # noqa: N802
        return not self.missing

    def grab(self) -> bool:
        if self.gone:
            return False
        if not self.waiting:
            self.clock.now_s += 0.033
            self.waiting.append(self.clock() - 0.01)
        self._time = self.waiting.pop(0)
        return True

    def retrieve(self) -> tuple[bool, Any]:
        self.decoded += 1
        return True, np.full((720, 1280, 3), 99, np.uint8)

    def get(self, prop: int, /) -> float:
        if prop == cv2.CAP_PROP_POS_MSEC:
            return self._time * 1000 if self.stamped else 0.0
        if prop == cv2.CAP_PROP_EXPOSURE and not self.holds:
            return float(self.clock() % 7)
        return self.props.get(prop, 5.0)

    def set(self, prop: int, value: float, /) -> bool:
        self.props[prop] = value
        return self.holds or prop != cv2.CAP_PROP_AUTOFOCUS

    def release(self) -> None:
        self.released = True


def opened(clock: Clock, **faults: bool) -> tuple[V4l2Camera, FakeCapture]:
    capture = FakeCapture(clock, **faults)
    return V4l2Camera("/dev/video0", SIZE, lambda _: capture, clock, "run-"), capture


def test_a_missing_device_is_refused_with_how_to_find_who_holds_it(clock: Clock) -> None:
    with pytest.raises(DeviceError, match="fuser /dev/video0"):
        opened(clock, missing=True)


def test_it_is_asked_for_compressed_pictures_of_the_size_and_one_buffer(clock: Clock) -> None:
    _, capture = opened(clock)
    assert capture.props[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert capture.props[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert capture.props[cv2.CAP_PROP_BUFFERSIZE] == 1


def test_frames_that_waited_since_before_are_let_go_undecoded(clock: Clock) -> None:
    camera, capture = opened(clock)
    pressed_s = clock()
    assert camera.read(pressed_s).t_s >= pressed_s
    assert capture.decoded == 1


def test_a_camera_without_times_of_its_own_is_stamped_at_arrival(clock: Clock) -> None:
    camera, _ = opened(clock, stamped=False)
    assert camera.read(clock()).t_s == clock()


def test_an_unplugged_camera_is_a_device_error(clock: Clock) -> None:
    camera, capture = opened(clock)
    capture.gone = True
    with pytest.raises(DeviceError, match="unplugged"):
        camera.read(clock())
    camera.close()
    assert capture.released


def test_values_are_held_where_they_settled(clock: Clock) -> None:
    camera, capture = opened(clock)
    before_s = clock()
    camera.settle()
    assert clock() - before_s >= 1.5
    assert camera.remarks == ()
    assert capture.props[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert capture.props[cv2.CAP_PROP_EXPOSURE] == 5
    assert capture.props[cv2.CAP_PROP_AUTO_WB] == 0
    assert [words.split(":")[0] for words in camera.held] == ["exposure", "colour", "focus"]
    assert camera.held[0] == "exposure: held at 5"


def test_what_cannot_be_held_is_a_remark(clock: Clock) -> None:
    camera, _ = opened(clock, holds=False)
    camera.settle()
    assert [remark.split(":")[0] for remark in camera.remarks] == ["exposure", "focus"]
    assert [words.split(":")[0] for words in camera.held] == ["colour"]
