"""Cheap looks at a rectified board: is it too dark, burnt out or blurred to be read, does a hand cover it?"""

import cv2
import numpy as np

from pi_companion.vision.arrays import Floats, Picture
from pi_companion.vision.geometry import DEPTH_PX, field_corners
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

SOFT_CONTRAST = 4.0
"""Keeps a field without any contrast from being infinitely sharp."""


def field(view: Picture, bar: float) -> Picture:
    """The part of a canonical view that shows the playing field."""
    (left, top), (right, _), *_ = field_corners(bar).round().astype(int)
    return view[top : top + DEPTH_PX, left:right]


def sharpness(view: Picture, bar: float) -> float:
    """How much of a field's contrast lies in its finest detail; noise, light and what stands there change it little."""
    grey = cv2.cvtColor(field(view, bar), cv2.COLOR_BGR2GRAY).astype(np.float32)
    detail = np.abs(cv2.Laplacian(cv2.blur(grey, (3, 3)), cv2.CV_32F)).mean()
    return float(detail / (grey.std() + SOFT_CONTRAST))


def burnt_share(view: Picture, bar: float) -> float:
    """Share of the field that is burnt out in all three channels."""
    return float((field(view, bar).min(axis=2) >= BURNT).mean())


def covered_share(hand: Floats, bar: float) -> float:
    """Share of the playing field that a hand hides, by the board network's map of hands, (88, 140)."""
    (left, top), _, (right, bottom), _ = (field_corners(bar) / HEAT_STRIDE).round().astype(int)
    return float((hand[top:bottom, left:right] > 0.5).mean())  # noqa: PLR2004 - more likely than not


def unreadable(view: Picture, bar: float, profile: BoardProfile) -> View | None:
    """Why a canonical view cannot be read although the board may be in its place; None where it can."""
    if field(view, bar).mean() < DARK_MEAN:
        return View.DARK
    if burnt_share(view, bar) > profile.burnt_share + BURNT_SHARE:
        return View.GLARE
    if sharpness(view, bar) < BLURRED * profile.sharpness:
        return View.BLURRED
    return None
