"""Buttons on the Pi's pins: their contacts are read again and again; what their edges mean is found out here.

gpiozero could tell of edges by itself, but lgpio then asks for its lines 2000 times a second (ppoll with 0.5 ms in
lgPthAlerts.c, 0.2.2) for as long as anybody listens: a tenth of a slow core for contacts that nobody touches.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pi_companion.devices.presses import Press, PressReader, PressTiming
from pi_companion.devices.wiring import ButtonWiring
from pi_companion.errors import DeviceError

_log = logging.getLogger(__name__)

READ_S = 0.01
"""How often contacts are read: three times while they settle (`PressTiming.settle_s`)."""


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

    A press is heard if it lasts as long as `PressTiming.settle_s` and `READ_S` together, which no finger falls short
    of. What a contact does within `READ_S` may not be seen at all; a press that short was none before it was not seen.

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
        from gpiozero import InputDevice

        self._wired = tuple(wired)
        self._sink = sink
        self._clock = clock
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()
        self._contacts: list[Any] = []
        try:
            for button in self._wired:
                # The pull-up says what is pressed, so active_state must stay unset.
                self._contacts.append(InputDevice(button.pin, pull_up=True))
        except Exception as error:
            self.close()
            raise DeviceError(
                f"wanted a button on GPIO {self._wired[len(self._contacts)].pin}, but the system says: {error}; "
                "stop the other program that uses the pin, or correct the wiring profile"
            ) from error
        time.sleep(READ_S)  # a long wire takes its time to be pulled up, and would look pressed
        self._levels = [bool(contact.is_active) for contact in self._contacts]
        timing = timing or PressTiming()
        self._readers = [PressReader.starting(clock(), timing, down=down) for down in self._levels]

    @property
    def held(self) -> tuple[ButtonWiring, ...]:
        """The buttons that are down now; at the start these are stuck, for no edge tells of them."""
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

    def listen(self) -> None:
        """Read the contacts in a thread of their own, so that an edge has its moment though the loop reads a board."""
        self._thread = threading.Thread(target=self._listen, name="buttons", daemon=True)
        self._thread.start()

    def read(self) -> None:
        """Read each contact once, and hand on those that have changed."""
        for number, contact in enumerate(self._contacts):
            down = bool(contact.is_active)
            if down is not self._levels[number]:
                self._sink(Edge(number, down, self._clock()))
                self._levels[number] = down  # only now: what cannot be handed on is tried again

    def close(self) -> None:
        """Stop reading, and give the pins back."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()
        for contact in self._contacts:
            contact.close()

    def _listen(self) -> None:
        well = True
        while not self._closed.is_set():
            time.sleep(READ_S)  # a third of what waiting for the event would take
            try:
                self.read()
            except Exception:  # noqa: BLE001 - a thread that ended here would leave all buttons dead
                if well:  # what fails once may do so a hundred times a second
                    _log.exception("the buttons cannot be read")
                well = False
            else:
                well = True
