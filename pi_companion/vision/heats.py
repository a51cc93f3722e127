"""Reading heat maps: where their peaks are, in the pixels of what the map was made from."""

import cv2
import numpy as np

from pi_companion.vision.arrays import Floats, Points

_ROWS, _COLUMNS = np.mgrid[0:3, 0:3]
"""The cells round one, in a map with a margin of one."""


def peaks(heat: Floats, threshold: float, most: int, stride: int) -> tuple[Points, Floats]:
    """Local maxima of a heat map.

    Args:
        heat: (H, W), 0..1.
        threshold: what a peak must exceed.
        most: how many at most.
        stride: pixels for each cell.

    Returns:
        Places (N, 2) in pixels, between cells where the peak leans that way, highest first; and their heights (N,).
    """
    grown = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= grown) & (heat > threshold))
    order = np.argsort(-heat[ys, xs])[:most]
    ys, xs = ys[order], xs[order]
    padded = cv2.copyMakeBorder(heat, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    pieces = np.asarray(padded[ys[:, None, None] + _ROWS, xs[:, None, None] + _COLUMNS], np.float64)
    total = pieces.sum(axis=(1, 2))
    leans = [(pieces * (steps - 1)).sum(axis=(1, 2)) / total for steps in (_COLUMNS, _ROWS)]
    places = (np.column_stack([xs + leans[0], ys + leans[1]]) + 0.5) * stride
    return places, np.asarray(heat[ys, xs], np.float32)


def apart(places: Points, least: float) -> list[int]:
    """Which of the points (N, 2) are not nearer than `least` to one kept before them."""
    kept: list[int] = []
    for index, place in enumerate(places):
        if all(np.linalg.norm(place - places[other]) >= least for other in kept):
            kept.append(index)
    return kept
