"""Whether a frame is worth looking at: black, frozen, of a wrong size, or in other light than exposure was held in."""

from dataclasses import dataclass, replace

import numpy as np

from pi_companion.devices.camera import CameraHealth
from pi_companion.devices.frames import Frame

SAMPLED = 16
"""Every so many pixels across and down are looked at; a board's light is seen in a few thousand of them."""

BLACK_LEVEL = 14
"""A picture whose brightest hundredth is darker than this (0..255) shows nothing."""

DRIFT_SHARE = 0.3
"""Light that changed by this share since exposure was held wants it found anew."""

DRIFT_S = 5.0
"""So long it must last: a hand or a shadow passes."""

_DARKEST = 4.0
"""Below this median a share of it says nothing."""


@dataclass(frozen=True, slots=True)
class Quality:
    """What is remembered from frame to frame."""

    size: tuple[int, int] | None
    """Width and height that frames must have; None takes what comes."""

    frozen_after_s: float
    """How long a picture may stay the same to the last bit; 0 is for ever, as in a film."""

    last: bytes = b""
    since_s: float = 0.0
    """When the picture that stays began."""

    light: float | None = None
    """Median brightness when exposure was held."""

    drifted_since_s: float | None = None

    def held(self) -> "Quality":
        """Begin anew from an exposure that has just been held."""
        return replace(self, last=b"", light=None, drifted_since_s=None)

    def judge(self, frame: Frame) -> tuple["Quality", CameraHealth]:
        """Take in one frame and say how the camera fares."""
        height, width = frame.image.shape[:2]
        if self.size is not None and (width, height) != self.size:
            return self, CameraHealth.WRONG_SIZE
        few = frame.image[::SAMPLED, ::SAMPLED]
        if np.percentile(few, 99) < BLACK_LEVEL:
            return replace(self, last=b""), CameraHealth.BLACK
        same = few.tobytes()
        if same != self.last:
            return self._lit(float(np.median(few)), frame.t_s, same), CameraHealth.LIVE
        frozen = 0 < self.frozen_after_s <= frame.t_s - self.since_s
        return self, CameraHealth.FROZEN if frozen else CameraHealth.LIVE

    def _lit(self, light: float, t_s: float, same: bytes) -> "Quality":
        held = light if self.light is None else self.light
        drifts = abs(light - held) > DRIFT_SHARE * max(held, _DARKEST)
        since_s = (t_s if self.drifted_since_s is None else self.drifted_since_s) if drifts else None
        return replace(self, last=same, since_s=t_s, light=held, drifted_since_s=since_s)

    def has_drifted(self, t_s: float) -> bool:
        """Tell whether the light has been another for so long that exposure must be found anew."""
        return self.drifted_since_s is not None and t_s - self.drifted_since_s >= DRIFT_S
