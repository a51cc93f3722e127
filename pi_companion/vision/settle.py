"""When the board is still: only a still board is read, and a board that stayed as it was is not read again."""

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from pi_companion.vision.arrays import Floats, Picture
from pi_companion.vision.geometry import BoardGeometry

CELLS = (70, 44)
"""Width and height of the small view that is compared from frame to frame."""

CHANGED_LEVELS = 7.0
"""A cell changed where it differs by more than this (0..255) after the whole view's brightness is evened out."""

CHANGED_CELLS = 2
STILL_FRAMES = 2
"""So many frames alike, one after the other, are a still board."""


class Motion(Enum):
    """What a frame is compared to those before it."""

    MOVING = "moving"
    SETTLED = "settled"
    """Still for the first time since something changed: now is the time to read."""

    UNCHANGED = "unchanged"
    """Still, and nothing changed since it settled."""


@dataclass(frozen=True, slots=True, eq=False)
class Settling:
    """Memory from frame to frame; start with `Settling()`."""

    last: Floats | None = None
    """(44, 70) the frame before, small and grey."""

    alike: int = 0
    """How many frames in a row were alike."""

    def step(self, picture: Picture, geometry: BoardGeometry) -> tuple["Settling", Motion]:
        """Take in one frame (H, W, 3).

        Only what lies on the board and its rails counts: people passing by do not.
        """
        small = small_view(picture, geometry)
        if self.last is None or differs(self.last, small):
            return Settling(small, 1), Motion.MOVING
        alike = self.alike + 1
        if alike < STILL_FRAMES:
            return Settling(self.last, alike), Motion.MOVING
        motion = Motion.SETTLED if alike == STILL_FRAMES else Motion.UNCHANGED
        return Settling(self.last, alike), motion


def small_view(picture: Picture, geometry: BoardGeometry) -> Floats:
    """The board small and grey, (44, 70): cheap enough for every frame."""
    half = np.diag([0.5, 0.5, 1.0])
    view = cv2.warpPerspective(picture, half @ geometry.to_canonical, (280, 176), flags=cv2.INTER_LINEAR)
    grey = cv2.cvtColor(view, cv2.COLOR_BGR2GRAY)
    return cv2.resize(grey, CELLS, interpolation=cv2.INTER_AREA).astype(np.float32)


def differs(before: Floats, after: Floats) -> bool:
    """Whether something on the board changed, the brightness of the whole left aside."""
    difference = after - before
    difference -= np.float32(np.median(difference))
    return int((np.abs(difference) > CHANGED_LEVELS).sum()) >= CHANGED_CELLS
