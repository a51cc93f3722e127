"""Which camera is found and opened, and recordings that play as cameras."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pi_companion.devices import Frame, save_image
from pi_companion.devices.cameras import CameraWish, find_cameras, is_film, open_camera, usb_cameras
from pi_companion.devices.exposure import Exposure
from pi_companion.devices.film import FilmCamera
from pi_companion.errors import DeviceError
from tests.devices.fake_picamera2 import FakePicamera2
from tests.devices.fakes import Clock, noisy


def device(root: Path, number: int, name: str, index: int = 0) -> None:
    folder = root / f"sys/class/video4linux/video{number}"
    folder.mkdir(parents=True)
    (folder / "name").write_text(f"{name}\n")
    (folder / "index").write_text(f"{index}\n")


def test_a_pis_own_parts_and_second_devices_are_no_cameras(tmp_path: Path) -> None:
    device(tmp_path, 10, "bcm2835-codec-decode")
    device(tmp_path, 20, "pispbe-input")
    device(tmp_path, 2, "HD Pro Webcam C920")
    device(tmp_path, 3, "HD Pro Webcam C920", index=1)
    device(tmp_path, 0, "unicam-image")
    assert [camera.source for camera in usb_cameras(tmp_path)] == ["/dev/video2"]


def test_devices_are_listed_by_number(tmp_path: Path) -> None:
    for number in (10, 9, 2):
        device(tmp_path, number, f"cam {number}")
    assert [camera.source for camera in usb_cameras(tmp_path)] == ["/dev/video2", "/dev/video9", "/dev/video10"]


def test_the_pis_own_camera_comes_first(tmp_path: Path) -> None:
    device(tmp_path, 8, "C920")
    found = find_cameras(tmp_path, FakePicamera2.make())
    assert [camera.source for camera in found] == ["picamera2:0", "/dev/video8"]


def test_no_camera_at_all_is_told_with_doctor(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="doctor"):
        open_camera(CameraWish("auto"), root=tmp_path)


def test_a_missing_device_is_refused() -> None:
    with pytest.raises(DeviceError, match="/dev/video99"):
        open_camera(CameraWish("/dev/video99"))


def test_a_recording_is_a_camera_too(tmp_path: Path) -> None:
    save_image(tmp_path / "a.png", noisy())
    camera = open_camera(CameraWish(str(tmp_path)))
    assert camera.read(0.0).image.shape == (96, 128, 3)
    assert is_film(str(tmp_path))
    assert not any(map(is_film, ("auto", "picamera2", "picamera2:1", "/dev/video0")))


class Film:
    name = "film"

    def __init__(self, *times_s: float) -> None:
        self._times_s = times_s

    def __iter__(self) -> Iterator[Frame]:
        for number, t_s in enumerate(self._times_s):
            yield Frame(np.full((64, 64, 3), number, np.uint8), t_s, f"f{number}")


def test_a_film_plays_in_step_with_the_clock_and_its_last_picture_stays(clock: Clock) -> None:
    camera = FilmCamera(Film(5.0, 5.5, 7.0), clock, "run-")
    shown = []
    for _ in range(5):
        frame = camera.read(clock())
        assert frame.t_s == clock()
        shown.append(frame.name)
        clock.now_s += 0.7
    assert shown == ["run-f0", "run-f1", "run-f1", "run-f2", "run-f2"]


def test_an_empty_film_is_refused(clock: Clock) -> None:
    with pytest.raises(DeviceError, match="holds none"):
        FilmCamera(Film(), clock).read(clock())


def test_an_exposure_in_whole_periods_keeps_its_light() -> None:
    exposure = Exposure(23_000, 2.0).without_flicker(10_000)
    assert exposure.time_us == 20_000
    assert exposure.time_us * exposure.gain == pytest.approx(46_000)
    assert Exposure(4_000, 1.0).without_flicker(10_000) == Exposure(4_000, 1.0)
