"""The Pi's pins: which of the kernel's GPIO chips they are on, and a pin factory for it.

The number of the chip is not the same on every Pi and every kernel, and gpiozero's own guess fails on some; a chip is
known by what the device tree calls it. A silent way round, such as another pin library, would read pins that nobody
wired, so an error is wanted instead.
"""

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from pi_companion.errors import DeviceError

FACTORY = "GPIOZERO_PIN_FACTORY"
LGPIO = "lgpio"
_HEADER_CHIPS = re.compile(r"(raspberrypi,rp1-gpio|(raspberrypi|brcm),bcm(2711|2835)-gpio)")
"""What the device tree calls the chip that the 40 pins are on."""

_HEADER_LABELS = re.compile(r"pinctrl-(rp1|bcm2711|bcm2835)")


def header_chip(root: Path = Path("/")) -> int | None:
    """Find the number of the GPIO chip that the 40 pins are on; None where this machine has none.

    Args:
        root: Where /sys is.
    """
    for chip in sorted((root / "sys/bus/gpio/devices").glob("gpiochip*"), key=lambda path: _number(path.name)):
        with contextlib.suppress(OSError):
            names = (chip / "of_node/compatible").read_bytes().decode("ascii", "replace")
            if _HEADER_CHIPS.search(names):
                return _number(chip.name)
        # Older kernels say what it is only in the label of /sys/class/gpio.
        for label in chip.glob("gpio/gpiochip*/label"):
            with contextlib.suppress(OSError):
                if _HEADER_LABELS.search(label.read_text(encoding="utf-8")):
                    return _number(chip.name)
    return _by_label(root)


def _by_label(root: Path) -> int | None:
    """Ask each chip for its label, which newer kernels tell nowhere else."""
    paths = sorted((root / "dev").glob("gpiochip*"), key=lambda path: _number(path.name))
    if not paths:
        return None
    _give_lgpio_a_folder()
    try:
        import lgpio
    except Exception:  # noqa: BLE001 - it fails in many ways; whoever needs it says so
        return None
    for path in paths:
        with contextlib.suppress(lgpio.error):
            handle = lgpio.gpiochip_open(_number(path.name))
            try:
                label = lgpio.gpio_get_chip_info(handle)[3]
            finally:
                lgpio.gpiochip_close(handle)
            if _HEADER_LABELS.fullmatch(label):
                return _number(path.name)
    return None


def _number(name: str) -> int:
    # The whole number at the end: gpiochip10 is not chip 0.
    found = re.search(r"(\d+)$", name)
    return int(found[1]) if found else 0


def use_pins(chip: int | None = None, root: Path = Path("/")) -> None:
    """Give gpiozero the pins of this machine.

    Args:
        chip: The chip's number where the settings name one.
        root: Where /sys is.

    Raises:
        DeviceError: There are no pins here, or they cannot be had.
    """
    from gpiozero import Device

    if Device.pin_factory is not None:
        return
    if os.environ.get(FACTORY, LGPIO) != LGPIO:  # a test or a person wants another one, such as mock
        _ensure(Device)
        return
    number = header_chip(root) if chip is None else chip
    if number is None:
        _ensure_lgpio(root)
        raise DeviceError(
            "wanted the 40 pins of a Raspberry Pi, but no such chip is found; on another computer take the pins out of "
            "the settings, or give the chip's number as hardware.gpio_chip"
        )
    Device.pin_factory = _lgpio_factory(number)


def _ensure_lgpio(root: Path) -> None:
    """Say that the library is what is missing where there are chips and nothing to ask them with."""
    if not any((root / "dev").glob("gpiochip*")):
        return
    try:
        import lgpio  # noqa: F401
    except Exception as error:
        raise DeviceError(
            f"wanted the 40 pins of a Raspberry Pi, but the library that drives them cannot be loaded ({error}); "
            "run: sudo apt install python3-lgpio, or sudo make install once more"
        ) from error


def _ensure(device: Any) -> None:  # noqa: ANN401 - gpiozero is not typed
    try:
        device.ensure_pin_factory()
    except Exception as error:
        raise DeviceError(f"wanted the pins by {os.environ[FACTORY]}, but gpiozero says: {error}") from error


def _lgpio_factory(number: int) -> Any:  # noqa: ANN401
    _give_lgpio_a_folder()
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        factory = LGPIOFactory(chip=number)
    except Exception as error:
        raise DeviceError(
            f"wanted the pins on /dev/gpiochip{number}, but the system says: {error}; install python3-lgpio, let the "
            "user be in the group gpio, and stop other programs that use the pins"
        ) from error
    if factory.chip != number:  # gpiozero 2.0.1 of 2024 takes the number and ignores it
        factory.close()
        raise DeviceError(
            f"wanted the pins on /dev/gpiochip{number}, but this gpiozero took chip {factory.chip}; "
            "upgrade it: sudo apt install --only-upgrade python3-gpiozero"
        )
    return factory


def _give_lgpio_a_folder() -> None:
    """Let lgpio make its FIFO, while it is imported, in a folder that may be written."""
    if "LG_WD" not in os.environ and not os.access(".", os.W_OK):
        os.environ["LG_WD"] = tempfile.gettempdir()


class Contact(Protocol):
    """A finger on a button that is not there."""

    def __call__(self, pin: int, *, down: bool) -> None:
        """Press the button on that pin, or let it go."""
        ...


@contextmanager
def pretended_pins() -> Iterator[Contact]:
    """Give gpiozero pins that are nowhere, and a finger for them; for a table without hardware."""
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory

    before, factory = Device.pin_factory, MockFactory()
    Device.pin_factory = factory

    def touch(pin: int, *, down: bool) -> None:
        # A button pulls its pin to the ground.
        if down:
            factory.pin(pin).drive_low()
        else:
            factory.pin(pin).drive_high()

    try:
        yield touch
    finally:
        factory.close()
        Device.pin_factory = before


def release_pins() -> None:
    """Give all pins back: lights go out. At exit gpiozero would do it, but not when a signal ends the process."""
    from gpiozero import Device

    if Device.pin_factory is not None:
        Device.pin_factory.close()
        Device.pin_factory = None
