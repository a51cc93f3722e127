"""What turns a panel's picture into light: LEDs on pins through gpiozero, matrices on SPI through luma."""

from collections.abc import Callable
from typing import Any, Protocol

from pi_companion.devices.panel.lights import Light, digit_lights, led_lights
from pi_companion.devices.panel.matrix import matrix_dots
from pi_companion.devices.panel.view import PanelView
from pi_companion.devices.wiring import PanelKind, Wiring
from pi_companion.errors import DeviceError

_FULL = 255
_PWM_HZ = 100
_SPI_HZ = 1_000_000


class PanelDriver(Protocol):
    """Shows pictures; may raise anything, which the keeper expects."""

    def show(self, view: PanelView, t_s: float, brightness: float) -> None:
        """Show one moment.

        Args:
            view: What is to be seen.
            t_s: Monotonic seconds, for what blinks.
            brightness: 0 to 1.
        """
        ...

    def close(self) -> None:
        """Go dark and give the pins back."""
        ...


class LightPanel:
    """Lights on pins of their own; no multiplexing, so nothing flickers while the Pi is busy.

    The Pi has two or four pins that pulse by themselves; at the others it is a thread of lgpio's that switches each of
    them a hundred times a second. So only what shines less than fully is pulsed: a panel at full brightness costs
    nothing.

    Args:
        wiring: Which light is on which pin.
    """

    def __init__(self, wiring: Wiring) -> None:
        from gpiozero import PWMLED

        self._render = led_lights if wiring.panel is PanelKind.LEDS else digit_lights
        self._leds: dict[Light, Any] = {}
        self._shown: dict[Light, float] = {}
        try:
            for one in wiring.lights:
                self._leds[one.light] = PWMLED(one.pin, frequency=None)
        except BaseException:
            self.close()
            raise

    def show(self, view: PanelView, t_s: float, brightness: float) -> None:
        """See `PanelDriver`; only what changes is written."""
        on = self._render(view, t_s)
        for light, led in self._leds.items():
            value = brightness if light in on else 0.0
            if self._shown.get(light) != value:
                pulsed, pulses = led.frequency is not None, 0.0 < value < 1.0
                if pulsed is not pulses:
                    led.frequency = _PWM_HZ if pulses else None
                led.value = value
                if pulsed and not pulses:
                    self._shown.pop(light, None)  # the last pulse may come after this: it is written once more
                else:
                    self._shown[light] = value

    def close(self) -> None:
        """See `PanelDriver`."""
        for led in self._leds.values():
            led.close()


class MatrixPanel:
    """Four MAX7219 in a row on the first SPI bus; the chips hold their picture by themselves.

    Args:
        wiring: How many there are, and how they are turned.
        open_device: Opens luma's device; None opens it on the Pi's own bus.
    """

    def __init__(self, wiring: Wiring, open_device: Callable[[Wiring], Any] | None = None) -> None:
        self._device = (open_device or _open_luma)(wiring)
        self._brightness = -1.0

    def show(self, view: PanelView, t_s: float, brightness: float) -> None:  # noqa: ARG002 - nothing of it blinks
        """See `PanelDriver`."""
        from PIL import Image

        if brightness != self._brightness:
            self._device.contrast(round(brightness * _FULL))
            self._brightness = brightness
        # All of it each time: a panel that was pulled and plugged in again has forgotten everything.
        self._device.display(Image.fromarray(matrix_dots(view)).convert(self._device.mode))

    def close(self) -> None:
        """See `PanelDriver`."""
        self._device.cleanup()


def open_panel(wiring: Wiring) -> PanelDriver | None:
    """Open the panel that is wired; None where there is none.

    Raises:
        DeviceError: A library for it is missing.
    """
    match wiring.panel:
        case PanelKind.NONE:
            return None
        case PanelKind.LEDS | PanelKind.DIGITS:
            return LightPanel(wiring)
        case PanelKind.MATRIX:
            return MatrixPanel(wiring)


def _open_luma(wiring: Wiring) -> Any:  # noqa: ANN401 - luma is not typed
    try:
        from luma.core.interface.serial import noop, spi
        from luma.led_matrix.device import max7219
    except ImportError as error:
        raise DeviceError(
            f"wanted luma for the matrices, but it cannot be imported ({error}); install the extra: "
            "pip install 'pi-companion[matrix]'"
        ) from error
    bus = spi(port=0, device=0, gpio=noop(), bus_speed_hz=_SPI_HZ)
    return max7219(bus, cascaded=wiring.matrices, block_orientation=wiring.rotation)
