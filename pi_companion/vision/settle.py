"""When the board is still: only a still board is read, and a board that stayed as it was is not read again."""

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from pi_companion.vision.arrays import Floats, Picture
from pi_companion.vision.geometry import CANVAS_PX, BoardGeometry, field_corners

CELLS = (70, 44)
"""Width and height of the small view that is compared from frame to frame."""

SUPERSAMPLED = 4
"""Samples across and down for each cell."""

AROUND_PX = (62, 20)
"""How far beyond the playing field (canonical pixels, across and down) a change still counts: rails, trays."""

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
    """The board with its rails and trays, small and grey, (44, 70): cheap enough for every frame."""
    (left, top), _, (right, bottom), _ = field_corners(geometry.bar)
    left, right = max(0.0, left - AROUND_PX[0]), min(float(CANVAS_PX[0]), right + AROUND_PX[0])
    top, bottom = top - AROUND_PX[1], bottom + AROUND_PX[1]
    width, height = SUPERSAMPLED * CELLS[0], SUPERSAMPLED * CELLS[1]
    across, down = width / (right - left), height / (bottom - top)
    zoom = np.array([[across, 0, -left * across], [0, down, -top * down], [0, 0, 1]])
    view = cv2.warpPerspective(picture, zoom @ geometry.to_canonical, (width, height), flags=cv2.INTER_LINEAR)
    grey = cv2.cvtColor(view, cv2.COLOR_BGR2GRAY)
    return cv2.resize(grey, CELLS, interpolation=cv2.INTER_AREA).astype(np.float32)


def differs(before: Floats, after: Floats) -> bool:
    """Whether something on the board changed, the brightness of the whole left aside."""
    difference = after - before
    difference -= np.float32(np.median(difference))
    return int((np.abs(difference) > CHANGED_LEVELS).sum()) >= CHANGED_CELLS
