"""What `doctor` looks at, on machines made of files."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from pi_companion.devices import condition
from pi_companion.devices.cameras import CameraWish
from pi_companion.devices.checks import Finding, Verdict, cameras, disk, machine, network, pins
from pi_companion.devices.condition import throttling, under_voltage
from pi_companion.devices.frames import Frame
from pi_companion.devices.wiring import BARE, load_wiring
from pi_companion.errors import DeviceError
from tests.devices.fakes import noisy

if TYPE_CHECKING:
    from collections.abc import Callable

    from pi_companion.devices.camera import Camera

HARDWARE = Path(__file__).parents[2] / "hardware" / "wiring"


def put(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def found(findings: object, check: str) -> Finding:
    (one,) = [finding for finding in findings if finding.check == check]  # type: ignore[attr-defined]
    assert isinstance(one, Finding)
    return one


def test_every_line_that_is_not_good_says_what_to_do(tmp_path: Path) -> None:
    findings = [
        *machine(tmp_path),
        *pins(load_wiring(HARDWARE / "matrix.toml"), tmp_path),
        *cameras(CameraWish(), tmp_path),
    ]
    assert all(finding.todo or finding.verdict is Verdict.GOOD for finding in findings)


@pytest.mark.parametrize(
    ("bits", "now", "since"),
    [
        (0, (), ()),
        (0x1, ("under-voltage",), ()),
        (0x50000, (), ("under-voltage", "throttled")),
        (0x50005, ("under-voltage", "throttled"), ("under-voltage", "throttled")),
        (0x80008, ("too hot",), ("too hot",)),
        (0x20002, ("slowed down",), ("slowed down",)),
    ],
)
def test_the_firmwares_bits_tell_now_apart_from_since_the_start(
    bits: int, now: tuple[str, ...], since: tuple[str, ...]
) -> None:
    told = throttling(bits)
    assert (told.now, told.since_boot) == (now, since)


@pytest.mark.parametrize(("alarm", "weak"), [("0", False), ("1", True)])
def test_weak_power_is_read_from_the_kernels_own_alarm(tmp_path: Path, alarm: str, *, weak: bool) -> None:
    put(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    put(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{alarm}\n")
    assert under_voltage(tmp_path) is weak
    assert (found(machine(tmp_path), "power").verdict is Verdict.BAD) is weak


def test_a_machine_that_tells_nothing_of_its_power_is_not_accused(tmp_path: Path) -> None:
    assert under_voltage(tmp_path) is None
    assert found(machine(tmp_path), "power").verdict is Verdict.GOOD


@pytest.mark.parametrize(("milli", "verdict"), [("45000", Verdict.GOOD), ("82300", Verdict.BAD)])
def test_heat_is_told(tmp_path: Path, milli: str, verdict: Verdict) -> None:
    put(tmp_path, "sys/class/thermal/thermal_zone0/temp", milli)
    assert found(machine(tmp_path), "temperature").verdict is verdict


@pytest.mark.parametrize(("kb", "verdict"), [("900000", Verdict.GOOD), ("40000", Verdict.BAD)])
def test_little_memory_is_told(tmp_path: Path, kb: str, verdict: Verdict) -> None:
    put(tmp_path, "proc/meminfo", f"MemTotal: 948304 kB\nMemAvailable: {kb} kB\n")
    assert found(machine(tmp_path), "memory").verdict is verdict


def test_a_clock_that_was_not_set_is_a_note(tmp_path: Path) -> None:
    assert found(machine(tmp_path), "clock").verdict is Verdict.NOTE
    put(tmp_path, "run/systemd/timesync/synchronized", "")
    assert found(machine(tmp_path), "clock").verdict is Verdict.GOOD


def test_the_machine_is_named_in_its_own_words(tmp_path: Path) -> None:
    put(tmp_path, "proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    put(tmp_path, "etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')
    words = found(machine(tmp_path), "machine").found
    assert "Raspberry Pi 4 Model B Rev 1.4" in words
    assert "trixie" in words


def test_no_network_is_no_fault() -> None:
    assert network(lambda: None).verdict is Verdict.NOTE
    assert network(lambda: "192.168.1.7").found == "192.168.1.7"


@pytest.mark.parametrize(("free", "verdict"), [(5000.0, Verdict.GOOD), (300.0, Verdict.NOTE), (20.0, Verdict.BAD)])
def test_room_on_the_disk_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: float, verdict: Verdict
) -> None:
    monkeypatch.setattr(condition, "disk_free_mb", lambda _: free)
    assert disk(tmp_path / "new" / "j.sqlite").verdict is verdict


def test_real_room_is_measured_where_the_journal_will_lie(tmp_path: Path) -> None:
    assert condition.disk_free_mb(tmp_path / "not" / "yet" / "j.sqlite") > 0


def test_nothing_wired_needs_no_pins(tmp_path: Path) -> None:
    (one,) = pins(BARE, tmp_path)
    assert one.verdict is Verdict.GOOD


def test_missing_pins_and_missing_spi_are_told_with_their_remedy(tmp_path: Path) -> None:
    findings = list(pins(load_wiring(HARDWARE / "matrix.toml"), tmp_path))
    assert [finding.verdict for finding in findings] == [Verdict.BAD, Verdict.BAD]
    assert "raspi-config" in findings[1].todo


def test_pins_that_may_be_used_are_good(tmp_path: Path) -> None:
    put(tmp_path, "sys/bus/gpio/devices/gpiochip0/of_node/compatible", "brcm,bcm2711-gpio\0")
    put(tmp_path, "dev/gpiochip0", "")
    put(tmp_path, "dev/spidev0.0", "")
    findings = list(pins(load_wiring(HARDWARE / "matrix.toml"), tmp_path))
    assert [finding.verdict for finding in findings] == [Verdict.GOOD, Verdict.GOOD]


class Still:
    """A camera of one picture."""

    name = "still"

    def __init__(self, image: np.ndarray, remarks: tuple[str, ...] = (), held: tuple[str, ...] = ()) -> None:
        self._image, self.remarks, self.held = image, remarks, held

    def read(self, not_before_s: float) -> Frame:
        return Frame(self._image, not_before_s, "f")

    def settle(self) -> None:
        if self._image.size == 0:
            raise DeviceError("wanted a frame, but none comes")

    def close(self) -> None:
        self.remarks = ()


def looked_at(
    image: np.ndarray, *remarks: str, size: tuple[int, int] = (128, 96), held: tuple[str, ...] = ()
) -> list[Finding]:
    opener: Callable[[CameraWish], Camera] = lambda _: Still(image, remarks, held)  # noqa: E731
    return list(cameras(CameraWish("film", size), opener=opener))


def test_a_good_camera_is_good_in_all_that_is_looked_at() -> None:
    sharp = np.where(np.indices((96, 128)).sum(0)[..., None] % 8 < 4, 90, 160).astype(np.uint8).repeat(3, axis=2)
    assert {finding.verdict for finding in looked_at(sharp)} == {Verdict.GOOD}


def test_what_a_camera_holds_is_told_with_its_value() -> None:
    findings = looked_at(noisy(), held=("exposure: held at 20.0 ms, gain 2.9", "focus: held at 1.4 dioptres"))
    assert found(findings, "exposure").found == "held at 20.0 ms, gain 2.9"
    assert found(findings, "focus").verdict is Verdict.GOOD


def test_black_wrong_blurred_dark_and_unheld_pictures_are_told() -> None:
    assert found(looked_at(np.zeros((96, 128, 3), np.uint8)), "camera").verdict is Verdict.BAD
    assert "160×120" in found(looked_at(noisy(size=(160, 120))), "camera").found
    smooth = np.full((96, 128, 3), 120, np.uint8)
    assert found(looked_at(smooth), "sharpness").verdict is Verdict.NOTE
    assert found(looked_at(np.full((96, 128, 3), 20, np.uint8)), "light").verdict is Verdict.NOTE
    assert found(looked_at(smooth, "exposure: it cannot be held"), "exposure").verdict is Verdict.NOTE


def test_a_camera_that_gives_nothing_is_told() -> None:
    assert looked_at(np.zeros((0, 0, 3), np.uint8))[-1].verdict is Verdict.BAD
