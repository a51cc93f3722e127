"""Colours that hold under another light: a view balanced by its own field, and how like each side's checkers it is."""

from dataclasses import dataclass

import cv2
import numpy as np

from pi_companion.vision.arrays import Picture, Points
from pi_companion.vision.geometry import CANVAS_PX, DEPTH_PX

FIELD_MEAN = 110.0
"""Mean of each channel of the playing field after balancing."""

MAX_GAIN = 6.0
LIGHTNESS_WEIGHT = 0.6
"""Lightness counts less than hue: shadows change it."""

MIN_SPREAD = 9.0
MAX_SPREAD = 28.0


@dataclass(frozen=True, slots=True)
class CheckerColour:
    """Colour of one side's checkers in a balanced view."""

    lab: tuple[float, float, float]
    """Mean L (0..255), a, b (both centred on 128), as OpenCV's 8-bit L*a*b*."""

    spread: float
    """Typical distance of a checker's pixels from the mean, same units."""


def balance(view: Picture) -> Picture:
    """Scale each channel of a canonical view so that the playing field has the same mean in every light."""
    top = (CANVAS_PX[1] - DEPTH_PX) // 2
    field = view[top : top + DEPTH_PX : 3, 100 : CANVAS_PX[0] - 100 : 3]
    mean = np.maximum(field.reshape(-1, 3).mean(axis=0), 1.0)
    gain = np.minimum(FIELD_MEAN / mean, MAX_GAIN)
    table = np.clip(np.arange(256)[:, None] * gain[None, :], 0, 255).astype(np.uint8).reshape(1, 256, 3)
    return cv2.LUT(view, table)  # type: ignore[return-value]


def likeness(balanced: Picture, white: CheckerColour, black: CheckerColour) -> Picture:
    """(H, W, 2): how like White's and Black's checkers each pixel of a balanced picture is, 0..255."""
    planes = cv2.split(cv2.cvtColor(balanced, cv2.COLOR_BGR2LAB))
    weights = np.array([LIGHTNESS_WEIGHT, 1, 1], np.float32)
    out = []
    for colour in (white, black):
        scale = 2 * float(np.clip(colour.spread, MIN_SPREAD, MAX_SPREAD)) ** 2
        distance = (np.arange(256, dtype=np.float32)[:, None] - np.asarray(colour.lab, np.float32)) * weights
        light, green_red, blue_yellow = (
            cv2.LUT(plane, table) for plane, table in zip(planes, np.exp(-(distance**2) / scale).T.copy(), strict=True)
        )
        out.append(cv2.multiply(cv2.multiply(light, green_red), blue_yellow, scale=255).astype(np.uint8))
    return cv2.merge(out)  # type: ignore[return-value]


def measure(balanced: Picture, centres: Points, radius_px: int = 4) -> CheckerColour | None:
    """Colour of the checkers whose tops are centred at canonical points (N, 2); None where none is inside the view."""
    lab = cv2.cvtColor(balanced, cv2.COLOR_BGR2LAB)
    height, width = lab.shape[:2]
    samples = []
    for x, y in np.round(centres).astype(int):
        if radius_px <= x < width - radius_px and radius_px <= y < height - radius_px:
            piece = lab[y - radius_px : y + radius_px + 1, x - radius_px : x + radius_px + 1]
            samples.append(piece.reshape(-1, 3))
    if not samples:
        return None
    pixels = np.concatenate(samples).astype(np.float64)
    mean = np.median(pixels, axis=0)
    difference = (pixels - mean) * (LIGHTNESS_WEIGHT, 1, 1)
    spread = float(np.median(np.linalg.norm(difference, axis=1)))
    return CheckerColour((float(mean[0]), float(mean[1]), float(mean[2])), spread)
