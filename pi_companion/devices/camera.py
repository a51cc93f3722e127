"""What every camera does for us, and what the rest of the house hears of how it fares."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from pi_companion.devices.frames import Frame

READ_TIMEOUT_S = 1.4
"""A camera that is asked for a frame and shows none for so long is lost: with the pause between two frames and the
time to notice, two seconds after the last one."""


class Camera(Protocol):
    """An open camera. One thread reads it: two readers would each get every other frame."""

    @property
    def name(self) -> str:
        """What a person calls it."""
        ...

    @property
    def remarks(self) -> tuple[str, ...]:
        """What could not be had of it, such as a held exposure; each says what that means."""
        ...

    @property
    def held(self) -> tuple[str, ...]:
        """What it holds since it settled, with the value, such as `exposure: held at 10.0 ms, gain 2.1`."""
        ...

    def read(self, not_before_s: float) -> Frame:
        """Wait for a frame whose exposure began at that moment or later; never give one from before.

        Raises:
            DeviceError: No such frame comes, or the camera is gone.
        """
        ...

    def settle(self) -> None:
        """Let exposure, colour and focus find their values, then hold them there, and make sure that they hold.

        Raises:
            DeviceError: No frame comes.
        """
        ...

    def close(self) -> None:
        """Let go of the device; may be called at any time and more than once."""
        ...


class CameraHealth(Enum):
    """How the camera fares."""

    STARTING = "starting"
    LIVE = "live"
    LOST = "lost"
    """No frame for two seconds, or the device is gone."""

    FROZEN = "frozen"
    """The same picture to the last bit, which no sensor gives."""

    BLACK = "black"
    """A lens cap, or no light at all."""

    WRONG_SIZE = "wrong size"
    """Frames of another size than the board was calibrated with."""


@dataclass(frozen=True, slots=True)
class CameraChange:
    """The camera fares otherwise than before."""

    health: CameraHealth
    words: str
    """One sentence for a person, with what to do."""
