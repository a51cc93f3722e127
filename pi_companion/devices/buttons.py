"""Buttons on the Pi's pins: gpiozero tells of edges, which are only handed on; what they mean is found out here."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pi_companion.devices.presses import Press, PressReader, PressTiming
from pi_companion.devices.wiring import ButtonWiring
from pi_companion.errors import DeviceError

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Edge:
    """A contact changed its level."""

    button: int
    """Which of the buttons."""

    down: bool
    t_s: float
    """Monotonic seconds."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A person did something with a button."""

    button: ButtonWiring
    press: Press


class Buttons:
    """All buttons of the table.

    Args:
        wired: Where they are.
        sink: Takes edges, from another thread; must return at once.
        clock: Monotonic seconds.
        timing: How long is long.

    Raises:
        DeviceError: A pin is not there or in other hands.
    """

    def __init__(
        self,
        wired: Iterable[ButtonWiring],
        sink: Callable[[Edge], None],
        clock: Callable[[], float],
        timing: PressTiming | None = None,
    ) -> None:
        from gpiozero import DigitalInputDevice

        self._wired = tuple(wired)
        self._sink = sink
        self._clock = clock
        timing = timing or PressTiming()
        self._buttons: list[Any] = []  # kept: gpiozero forgets handlers of what nobody holds
        try:
            for number, button in enumerate(self._wired):
                # Bouncing is evened out by us. The pull-up says what is pressed, so active_state must stay unset.
                # gpiozero's Button makes its thread for long presses after it began to listen: an edge in between
                # raises in lgpio's one thread, and no button is heard any more. We tell long presses ourselves.
                made = DigitalInputDevice(button.pin, pull_up=True, bounce_time=None)
                self._buttons.append(made)
                made.when_activated = self._handler(number, down=True)
                made.when_deactivated = self._handler(number, down=False)
        except Exception as error:
            self.close()
            raise DeviceError(
                f"wanted a button on GPIO {self._wired[len(self._buttons)].pin}, but the system says: {error}; "
                "stop the other program that uses the pin, or correct the wiring profile"
            ) from error
        self._readers = [PressReader.starting(clock(), timing, down=bool(made.is_active)) for made in self._buttons]

    @property
    def held(self) -> tuple[ButtonWiring, ...]:
        """The buttons that are down now; at the start these are stuck, for gpiozero tells nothing of them."""
        return tuple(
            button for button, reader in zip(self._wired, self._readers, strict=True) if reader.level or reader.down
        )

    @property
    def unsettled(self) -> bool:
        """Whether a contact has moved and is not yet believed: it must be looked at again soon."""
        return any(reader.level is not reader.down for reader in self._readers)

    def take(self, edge: Edge, *, may_double: bool = True) -> list[Pressed]:
        """Take in an edge; the table's loop calls this."""
        reader, told = self._readers[edge.button].changed(edge.t_s, down=edge.down, may_double=may_double)
        self._readers[edge.button] = reader
        return [Pressed(self._wired[edge.button], press) for press in told]

    def passed(self, *, may_double: bool = True) -> list[Pressed]:
        """Take in that time has passed; the table's loop calls this, often enough for what is short."""
        pressed = []
        for number, reader in enumerate(self._readers):
            self._readers[number], told = reader.passed(self._clock(), may_double=may_double)
            pressed += [Pressed(self._wired[number], press) for press in told]
        return pressed

    def close(self) -> None:
        """Give the pins back."""
        for button in self._buttons:
            button.close()

    def _handler(self, number: int, *, down: bool) -> Callable[[], None]:
        def handle() -> None:
            # One thread of lgpio's tells all edges of the process and dies of the first exception.
            try:
                self._sink(Edge(number, down, self._clock()))
            except Exception:  # noqa: BLE001 - nothing of it may reach that thread
                _log.exception("a button's edge could not be handed on")

        return handle
