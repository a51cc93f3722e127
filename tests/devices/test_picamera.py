"""The Pi's camera against a strict stand-in; each test names the fact about picamera2 that it holds."""

from typing import Any

import numpy as np
import pytest

from pi_companion.devices.camera import READ_TIMEOUT_S
from pi_companion.devices.cameras import pi_cameras
from pi_companion.devices.picamera import BUFFERS, PiCamera, load_picamera2
from pi_companion.errors import DeviceError
from tests.devices.fake_picamera2 import FakePicamera2


def opened(size: tuple[int, int] = (1280, 720), **changes: Any) -> tuple[PiCamera, FakePicamera2]:
    library = FakePicamera2.make(**changes)
    camera = PiCamera(0, size, library, library.clock, sleep=lambda _: None, run="run-")
    return camera, library.opened[-1]


def test_no_camera_is_said_before_the_constructor_raises_a_bare_index_error() -> None:
    with pytest.raises(DeviceError, match="ribbon cable"):
        opened(cameras=[])


def test_a_camera_that_is_busy_for_a_moment_is_waited_for() -> None:
    camera, _ = opened(busy_times=3)
    assert camera.name == "imx708"


def test_a_camera_that_stays_busy_is_refused_with_how_to_find_who_holds_it() -> None:
    with pytest.raises(DeviceError, match="fuser"):
        opened(busy_times=99)


def test_the_first_frame_may_take_longer_than_any_later_one() -> None:
    camera, fake = opened(first_frame_s=2 * READ_TIMEOUT_S)
    assert camera.read(fake.clock()).t_s > 0


def test_frames_are_blue_green_red_without_padding_in_the_size_that_came() -> None:
    camera, _ = opened((1300, 720), padded=64)
    frame = camera.read(0.0)
    assert frame.image.shape == (720, 1280, 3)
    assert frame.image[0, 0, 0] != 90
    assert frame.image[0, 0, 1] == 90
    assert frame.image.flags.c_contiguous


def test_a_frame_is_never_from_before_the_press() -> None:
    camera, fake = opened()
    pressed_s = fake.clock()
    frame = camera.read(pressed_s)
    assert frame.t_s >= pressed_s
    assert fake.out == 0


def test_every_request_is_released_or_the_camera_would_stop() -> None:
    camera, fake = opened()
    for _ in range(3 * BUFFERS):
        camera.read(fake.clock())
    assert fake.out == 0


def test_a_hang_is_a_device_error_after_the_read_timeout() -> None:
    camera, fake = opened()
    type(fake).hangs = True
    before_s = fake.clock()
    with pytest.raises(DeviceError, match="none comes"):
        camera.read(before_s)
    assert fake.clock() - before_s == pytest.approx(READ_TIMEOUT_S)


def test_a_hung_camera_is_closed_with_its_jobs_cancelled_first() -> None:
    camera, fake = opened()
    type(fake).hangs = True
    camera.close()
    assert fake.calls == ["cancel", "stop", "close"]


def test_exposure_and_colour_are_held_where_they_settled_and_in_whole_periods_of_the_lamp() -> None:
    camera, fake = opened()
    camera.settle()
    assert camera.remarks == ()
    metadata = fake.capture_request(wait=1).get_metadata()
    assert metadata["ExposureTime"] == 20_000  # 23 ms, in periods of 10 ms
    assert metadata["AnalogueGain"] == pytest.approx(2.5 * 23 / 20)
    assert fake._manual["ColourGains"] == (1.8, 1.5)
    assert camera.held[-2:] == ("exposure: held at 20.0 ms, gain 2.9", "colour: held at red 1.80, blue 1.50")


def test_a_camera_that_never_locks_is_held_after_the_timeout() -> None:
    camera, fake = opened(never_locks=True)
    camera.settle()
    assert "ExposureTime" in fake._manual


def test_values_that_do_not_hold_are_a_remark() -> None:
    camera, _ = opened(ignores={"ExposureTime"})
    camera.settle()
    assert any("did not show" in remark for remark in camera.remarks)
    assert not any("exposure" in words for words in camera.held)


def test_settling_again_goes_back_to_automatic_first() -> None:
    camera, fake = opened()
    camera.settle()
    fake._auto["time"] = 60_000.0
    camera.settle()
    assert fake.capture_request(wait=1).get_metadata()["ExposureTime"] == 60_000


def test_focus_is_found_once_and_held() -> None:
    camera, fake = opened()
    camera.settle()
    assert fake._manual["AfMode"] == 0
    assert fake._manual["LensPosition"] == pytest.approx(1.4)
    assert camera.held[0] == "focus: held at 1.4 dioptres, sharpest at 71 cm"


def test_focus_that_is_not_found_is_a_remark() -> None:
    camera, _ = opened(focus_found=False)
    camera.settle()
    assert any("focus" in remark for remark in camera.remarks)
    assert not any("focus" in words for words in camera.held)


def test_a_module_without_focus_is_asked_for_none() -> None:
    known = FakePicamera2.make().controls_known
    camera, fake = opened(
        controls_known={name: None for name in known if name not in {"AfMode", "LensPosition"}},
    )
    camera.settle()
    assert "AfMode" not in fake._manual


def test_a_usb_camera_that_libcamera_lists_too_is_left_to_v4l2() -> None:
    library = FakePicamera2.make(
        cameras=[{"Model": "imx708", "Id": "/base/x"}, {"Model": "C920", "Id": "\\_SB_.PCI0-usb"}]
    )
    assert [camera.name for camera in pi_cameras(library)] == ["imx708"]


def test_without_picamera2_the_way_to_get_it_is_told() -> None:
    try:
        import picamera2  # noqa: F401, PLC0415
    except Exception:  # noqa: BLE001 - on a Pi it is there, and this test has nothing to show
        with pytest.raises(DeviceError, match="sudo apt install python3-picamera2"):
            load_picamera2()
    else:
        pytest.skip("picamera2 is installed here")


def test_two_frames_are_two_pictures() -> None:
    camera, fake = opened()
    first, second = camera.read(fake.clock()), camera.read(fake.clock())
    assert second.t_s > first.t_s
    assert first.name != second.name
    assert not np.array_equal(first.image, second.image)
