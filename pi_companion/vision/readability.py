"""Cheap looks at a rectified board: is it too dark, burnt out or blurred to be read, does a hand cover it?"""

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_companion.vision.arrays import Floats, Picture
from pi_companion.vision.geometry import CANVAS_PX, DEPTH_PX, BoardGeometry, field_corners
from pi_companion.vision.nets import HEAT_STRIDE
from pi_companion.vision.observation import View
from pi_companion.vision.profile import BoardProfile

DARK_MEAN = 14.0
"""A field darker than this (mean of 0..255) cannot be read."""

BURNT = 250
BURNT_SHARE = 0.08
"""So much more of the field burnt out than at calibration is glare."""

BLURRED = 0.45
"""A picture with less than this share of the sharpness at calibration is blurred."""

ARM_CELLS = 3
"""Cells of the board network's maps, nearly half a point's width, that an arm is seen beyond the field at least."""

EDGE_PX, FAR_CELLS = 2, 2000
"""Pixels at a picture's edge that count as beyond it; cells farther away than any that is looked at."""

HAND_SHARE = 0.002
"""A hand over more than this share of the field covers the board."""

SOFT_CONTRAST = 4.0
"""Keeps a field without any contrast from being infinitely sharp."""


def field(view: Picture, bar: float) -> Picture:
    """The part of a canonical view that shows the playing field."""
    (left, top), (right, _), *_ = field_corners(bar).round().astype(int)
    return view[top : top + DEPTH_PX, left:right]


def sharpness(view: Picture, bar: float) -> float:
    """How much of a field's contrast lies in its finest detail; noise, light and what stands there change it little."""
    grey = cv2.cvtColor(field(view, bar), cv2.COLOR_BGR2GRAY).astype(np.float32)
    detail = cv2.norm(cv2.Laplacian(cv2.blur(grey, (3, 3)), cv2.CV_32F), cv2.NORM_L1) / grey.size
    return float(detail / (cv2.meanStdDev(grey)[1][0, 0] + SOFT_CONTRAST))


def burnt_share(view: Picture, bar: float) -> float:
    """Share of the field that is burnt out in all three channels."""
    blue, green, red = cv2.split(field(view, bar))
    darkest = cv2.min(cv2.min(blue, green), red)
    return float((darkest >= BURNT).mean())


def covered_share(hand: Floats, geometry: BoardGeometry, picture_px: tuple[int, int]) -> float:
    """Share of the playing field that a hand hides.

    A hand comes with an arm: what is taken for one in the midst of the field, and reaches neither well beyond its edge
    nor to the picture's, is felt or wood with the colour of skin.

    Args:
        hand: (88, 140), the board network's map of hands.
        geometry: where the board is in the picture.
        picture_px: width and height of the picture.
    """
    (left, top), _, (right, bottom), _ = (field_corners(geometry.bar) / HEAT_STRIDE).round().astype(int)
    seen = hand > 0.5  # noqa: PLR2004 - more likely than not
    _, parts = cv2.connectedComponents(cv2.dilate(seen.astype(np.uint8), np.ones((3, 3), np.uint8)))
    beyond = seen.copy()
    beyond[max(0, top - ARM_CELLS) : bottom + ARM_CELLS, max(0, left - ARM_CELLS) : right + ARM_CELLS] = False
    beyond |= seen & _at_picture_edge(geometry, picture_px)
    arms = seen & np.isin(parts, np.unique(parts[beyond]))
    return float(arms[top:bottom, left:right].mean())


def _at_picture_edge(geometry: BoardGeometry, picture_px: tuple[int, int]) -> NDArray[np.bool_]:
    """Which cells of the board network's maps, (88, 140), show the picture's edge or what is beyond it."""
    width, height = picture_px
    right, bottom = width - EDGE_PX, height - EDGE_PX
    corners = [[EDGE_PX, EDGE_PX], [right, EDGE_PX], [right, bottom], [EDGE_PX, bottom]]
    outline = geometry.canonical_from_picture(corners) / HEAT_STRIDE
    shown = np.zeros((CANVAS_PX[1] // HEAT_STRIDE, CANVAS_PX[0] // HEAT_STRIDE), np.uint8)
    cv2.fillConvexPoly(shown, np.clip(outline.round(), -FAR_CELLS, FAR_CELLS).astype(np.int32), 1)
    return np.asarray(cv2.erode(shown, np.ones((3, 3), np.uint8), borderValue=1) == 0)


def unreadable(view: Picture, bar: float, profile: BoardProfile) -> View | None:
    """Why a canonical view cannot be read although the board may be in its place; None where it can."""
    if np.mean(cv2.mean(field(view, bar))[:3]) < DARK_MEAN:
        return View.DARK
    if burnt_share(view, bar) > profile.burnt_share + BURNT_SHARE:
        return View.GLARE
    if sharpness(view, bar) < BLURRED * profile.sharpness:
        return View.BLURRED
    return None
