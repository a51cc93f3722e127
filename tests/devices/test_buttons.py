"""Buttons through gpiozero's own stand-in for pins."""

import logging
import os
import queue
import random
import re
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from pi_companion.devices import pins
from pi_companion.devices.buttons import READ_S, Buttons, Edge, Pressed
from pi_companion.devices.pins import header_chip, release_pins, use_pins
from pi_companion.devices.presses import Press, PressTiming
from pi_companion.devices.wiring import ButtonWiring
from pi_companion.errors import DeviceError
from pi_companion.rules import Side
from tests.devices.fakes import Clock

WHITE, BLACK = ButtonWiring(17, Side.WHITE), ButtonWiring(27, Side.BLACK)
TIMING = PressTiming()


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

    def touch(self, button: ButtonWiring, *, down: bool) -> None:
        pin = self.factory.pin(button.pin)
        _ = pin.drive_low() if down else pin.drive_high()

    def press(self, button: ButtonWiring, seconds: float) -> None:
        self.touch(button, down=True)
        self.buttons.read()
        self.clock.now_s += seconds
        self.touch(button, down=False)
        self.buttons.read()

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


@given(
    length_s=st.floats(TIMING.settle_s + READ_S, 0.9),
    phase_s=st.floats(0.0, READ_S),
    bouncing_s=st.floats(0.0, TIMING.settle_s),
    chance=st.randoms(use_true_random=False),
)
def test_a_press_is_one_press_wherever_between_two_looks_it_falls(
    length_s: float, phase_s: float, bouncing_s: float, chance: random.Random
) -> None:
    """After it bounced for as long as a contact settles, going down and coming up."""
    down_s = 1.0 + phase_s
    still_s = down_s + bouncing_s
    up_s = still_s + length_s

    def level(t_s: float) -> bool:
        bounces = down_s <= t_s < still_s or up_s <= t_s < up_s + bouncing_s
        return chance.random() < 0.5 if bounces else still_s <= t_s < up_s

    clock, factory = Clock(0.0), MockFactory()
    Device.pin_factory = factory
    table, told = Table(clock, factory), list[Press]()
    for look in range(1, 300):
        clock.now_s = look * READ_S
        table.touch(WHITE, down=level(clock.now_s))
        table.buttons.read()
        told += [pressed.press for pressed in table.look()]
    assert told == [Press.DOWN, Press.SHORT]


def test_what_a_contact_does_between_two_looks_is_not_seen(clock: Clock, factory: MockFactory) -> None:
    table = Table(clock, factory)
    table.touch(WHITE, down=True)
    table.touch(WHITE, down=False)
    table.buttons.read()
    assert table.edges == []


class HeldPin(MockPWMPin):  # type: ignore[misc]
    """A pin that is tied to ground whatever pulls it up."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._change_state(value=False)


def test_a_contact_that_moved_is_looked_at_again_soon(clock: Clock, factory: MockFactory) -> None:
    table = Table(clock, factory)
    assert not table.buttons.unsettled
    table.touch(WHITE, down=True)
    table.buttons.read()
    table.look()
    assert table.buttons.unsettled
    clock.now_s += 0.04
    table.look()
    assert not table.buttons.unsettled


def test_a_button_down_at_the_start_is_known_though_no_edge_tells_of_it(clock: Clock, factory: MockFactory) -> None:
    factory.pin(BLACK.pin, pin_class=HeldPin)
    table = Table(clock, factory)
    table.buttons.read()
    assert table.edges == []
    assert table.buttons.held == (BLACK,)


def test_contacts_are_read_by_a_thread_of_their_own_until_they_are_given_back(factory: MockFactory) -> None:
    edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
    buttons = Buttons([WHITE, BLACK], edges.put, time.monotonic)
    buttons.listen()
    factory.pin(BLACK.pin).drive_low()
    edge = edges.get(timeout=10)
    assert (edge.button, edge.down) == (1, True)
    buttons.close()
    assert not any(thread.name == "buttons" for thread in threading.enumerate())


def test_an_edge_that_cannot_be_handed_on_is_told_and_tried_again(
    factory: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
    troubles = [RuntimeError("full"), RuntimeError("full")]

    def put(edge: Edge) -> None:
        if troubles:
            raise troubles.pop()
        edges.put(edge)

    buttons = Buttons([WHITE], put, time.monotonic)
    with caplog.at_level(logging.ERROR):
        buttons.listen()
        factory.pin(WHITE.pin).drive_low()
        assert edges.get(timeout=10).down
    buttons.close()
    assert [record.message for record in caplog.records] == ["the buttons cannot be read"]


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


class UnheardPin(MockPWMPin):  # type: ignore[misc] # gpiozero is not typed
    """A contact that nobody may listen to."""

    def _set_when_changed(self, value: Any) -> None:
        assert value is None, "lgpio would ask for its lines 2000 times a second"
        super()._set_when_changed(value)


def test_gpiozero_is_not_asked_for_edges(clock: Clock) -> None:
    Device.pin_factory = MockFactory(pin_class=UnheardPin)
    edges: list[Edge] = []
    made = Buttons([WHITE], edges.append, clock)
    Device.pin_factory.pin(WHITE.pin).drive_low()
    made.read()
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
