"""Buttons through gpiozero's own stand-in for pins."""

import logging
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from pi_companion.devices import pins
from pi_companion.devices.buttons import Buttons, Edge, Pressed
from pi_companion.devices.pins import header_chip, release_pins, use_pins
from pi_companion.devices.presses import Press
from pi_companion.devices.wiring import ButtonWiring
from pi_companion.errors import DeviceError
from pi_companion.rules import Side
from tests.devices.fakes import Clock

WHITE, BLACK = ButtonWiring(17, Side.WHITE), ButtonWiring(27, Side.BLACK)


@pytest.fixture(autouse=True)
def factory() -> Iterator[MockFactory]:
    made = Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield made
    made.reset()
    Device.pin_factory = None


class Table:
    """Two buttons, and a loop that looks."""

    def __init__(self, clock: Clock, factory: MockFactory) -> None:
        self.clock, self.factory = clock, factory
        self.edges: list[Edge] = []
        self.buttons = Buttons([WHITE, BLACK], self.edges.append, clock)

    def press(self, button: ButtonWiring, seconds: float) -> None:
        self.factory.pin(button.pin).drive_low()
        self.clock.now_s += seconds
        self.factory.pin(button.pin).drive_high()

    def look(self) -> list[Pressed]:
        told = [pressed for edge in self.edges for pressed in self.buttons.take(edge)]
        self.edges.clear()
        return told + self.buttons.passed()


def test_each_button_tells_whose_it_is(clock: Clock, factory: MockFactory) -> None:
    table = Table(clock, factory)
    table.press(BLACK, 0.1)
    clock.now_s += 1.0
    assert table.look() == [Pressed(BLACK, Press.DOWN), Pressed(BLACK, Press.SHORT)]


def test_a_bouncing_contact_is_one_press_though_the_stand_in_evens_nothing_out(
    clock: Clock, factory: MockFactory
) -> None:
    table = Table(clock, factory)
    for _ in range(3):
        table.press(WHITE, 0.002)
        clock.now_s += 0.002
    table.press(WHITE, 0.1)
    assert len(table.edges) == 8
    clock.now_s += 1.0
    assert [pressed.press for pressed in table.look()] == [Press.DOWN, Press.SHORT]


class HeldPin(MockPWMPin):  # type: ignore[misc]
    """A pin that is tied to ground whatever pulls it up."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._change_state(value=False)


def test_a_contact_that_moved_is_looked_at_again_soon(clock: Clock, factory: MockFactory) -> None:
    table = Table(clock, factory)
    assert not table.buttons.unsettled
    factory.pin(WHITE.pin).drive_low()
    table.look()
    assert table.buttons.unsettled
    clock.now_s += 0.04
    table.look()
    assert not table.buttons.unsettled


def test_a_button_down_at_the_start_is_known_though_gpiozero_tells_nothing(clock: Clock, factory: MockFactory) -> None:
    factory.pin(BLACK.pin, pin_class=HeldPin)
    table = Table(clock, factory)
    assert table.edges == []
    assert table.buttons.held == (BLACK,)


def test_a_sink_that_fails_does_not_reach_the_thread_that_tells_all_edges(
    clock: Clock, factory: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: Edge) -> None:
        raise RuntimeError("full")

    buttons = Buttons([WHITE], fail, clock)
    with caplog.at_level(logging.ERROR):
        factory.pin(WHITE.pin).drive_low()
    assert "could not be handed on" in caplog.text
    buttons.close()


def test_a_pin_in_other_hands_is_refused_by_its_number_and_the_others_are_given_back(clock: Clock) -> None:
    first = Buttons([BLACK], lambda _: None, clock)
    with pytest.raises(DeviceError, match="GPIO 27"):
        Buttons([WHITE, BLACK], lambda _: None, clock)
    first.close()
    Buttons([WHITE, BLACK], lambda _: None, clock).close()


def chip(root: Path, number: int, compatible: str | None, label: str = "") -> None:
    folder = root / f"sys/bus/gpio/devices/gpiochip{number}"
    (folder / "of_node").mkdir(parents=True)
    if compatible is not None:
        (folder / "of_node/compatible").write_bytes(compatible.encode() + b"\0")
    if label:
        (folder / "gpio/gpiochip512").mkdir(parents=True)
        (folder / "gpio/gpiochip512/label").write_text(f"{label}\n")


@pytest.mark.parametrize(
    ("number", "compatible"),
    [
        (4, "raspberrypi,rp1-gpio"),
        (0, "raspberrypi,rp1-gpio"),
        (15, "raspberrypi,rp1-gpio"),
        (0, "brcm,bcm2711-gpio"),
        (0, "brcm,bcm2835-gpio"),
    ],
)
def test_the_chip_is_known_by_what_the_device_tree_calls_it(tmp_path: Path, number: int, compatible: str) -> None:
    chip(tmp_path, number, compatible)
    chip(tmp_path, 7 if number != 7 else 8, "brcm,brcmstb-gpio")
    assert header_chip(tmp_path) == number


def test_the_number_is_all_of_the_digits(tmp_path: Path) -> None:
    chip(tmp_path, 0, "brcm,brcmstb-gpio")
    chip(tmp_path, 10, "raspberrypi,rp1-gpio")
    assert header_chip(tmp_path) == 10


def test_an_older_kernel_says_it_in_the_label(tmp_path: Path) -> None:
    chip(tmp_path, 0, None, "pinctrl-bcm2835")
    assert header_chip(tmp_path) == 0


def test_another_computer_has_no_such_chip_and_is_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chip(tmp_path, 0, "acme,gpio")
    monkeypatch.delenv(pins.FACTORY, raising=False)
    Device.pin_factory = None
    with pytest.raises(DeviceError, match="gpio_chip"):
        use_pins(root=tmp_path)
    Device.pin_factory = MockFactory()


def test_a_factory_that_is_named_and_missing_is_an_error_not_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(pins.FACTORY, "nonsense")
    Device.pin_factory = None
    with pytest.raises(DeviceError, match="nonsense"):
        use_pins()
    Device.pin_factory = MockFactory()


def test_lgpio_that_cannot_be_had_is_an_error_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(pins.FACTORY, raising=False)
    Device.pin_factory = None
    if os.path.exists("/dev/gpiochip99"):  # noqa: PTH110
        pytest.skip("this machine has a hundred GPIO chips")
    with pytest.raises(DeviceError, match="group gpio"):
        use_pins(chip=99)
    Device.pin_factory = MockFactory()


class RestlessPin(MockPWMPin):  # type: ignore[misc] # gpiozero is not typed
    """A contact that bounces from the moment on which somebody listens."""

    def _set_when_changed(self, value: Any) -> None:
        super()._set_when_changed(value)
        if value is not None:
            for _ in range(3):
                self.drive_low()
                self.drive_high()


def test_edges_while_a_button_is_made_leave_it_alive(clock: Clock) -> None:
    """They would raise in the one thread that tells the edges of all buttons."""
    edges: list[Edge] = []
    Device.pin_factory = MockFactory(pin_class=RestlessPin)
    made = Buttons([WHITE], edges.append, clock)
    edges.clear()
    Device.pin_factory.pin(WHITE.pin).drive_low()
    assert [edge.down for edge in edges] == [True]
    made.close()


def test_chips_that_nothing_can_ask_are_told_from_a_machine_without_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(pins.FACTORY, raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    Device.pin_factory = None
    (tmp_path / "dev").mkdir()
    with pytest.raises(DeviceError, match="no such chip"):
        use_pins(root=tmp_path)
    (tmp_path / "dev/gpiochip0").touch()
    with pytest.raises(DeviceError, match="python3-lgpio"):
        use_pins(root=tmp_path)
    Device.pin_factory = MockFactory()


def test_giving_the_pins_back_frees_them(clock: Clock, factory: MockFactory) -> None:
    Buttons([WHITE], lambda _: None, clock)
    assert factory.pin(WHITE.pin).pull == "up"
    release_pins()
    assert Device.pin_factory is None
    assert not factory.pins
    release_pins()


def test_the_factory_that_is_used_on_a_pi_has_what_is_asked_of_it() -> None:
    """gpiozero's stand-in has more than the real factories: only what both have may be used."""
    from gpiozero.pins.local import LocalPiFactory  # noqa: PLC0415 - of which lgpio's is one

    used = Path(pins.__file__).read_text(encoding="utf-8")
    asked = set(re.findall(r"pin_factory\.(\w+)\(", used)) | set(re.findall(r"factory\.(close|chip)\b", used))
    assert asked >= {"close"}
    assert all(hasattr(LocalPiFactory, name) for name in asked - {"chip"})


class FakeLgpio:
    """Chips by their number and label; chip 3 is in other hands."""

    error = RuntimeError
    labels: ClassVar[dict[int, str]] = {0: "brcmvirt-gpio", 3: "", 11: "pinctrl-rp1", 12: "gpio-brcmstb"}

    def __init__(self) -> None:
        self.open: set[int] = set()

    def gpiochip_open(self, number: int) -> int:
        if number == 3:
            raise self.error("GPIO busy")
        self.open.add(number)
        return number

    def gpio_get_chip_info(self, handle: int) -> tuple[int, int, str, str]:
        return 0, 54, f"gpiochip{handle}", self.labels[handle]

    def gpiochip_close(self, handle: int) -> None:
        self.open.remove(handle)


def test_where_the_system_tells_no_name_the_chips_are_asked_for_their_label(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = FakeLgpio()
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    (tmp_path / "dev").mkdir()
    for number in fake.labels:
        (tmp_path / f"dev/gpiochip{number}").touch()
    assert header_chip(tmp_path) == 11
    assert not fake.open
