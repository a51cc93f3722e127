"""Reading heat maps: where their peaks are, in the pixels of what the map was made from."""

import cv2
import numpy as np

from pi_companion.vision.arrays import Floats, Points


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
    centres = []
    for y, x in zip(ys[order], xs[order], strict=True):
        top, left = max(0, y - 1), max(0, x - 1)
        piece = heat[top : y + 2, left : x + 2]
        rows, columns = np.mgrid[top : top + piece.shape[0], left : left + piece.shape[1]]
        total = float(piece.sum())
        centres.append((float((columns * piece).sum()) / total, float((rows * piece).sum()) / total))
    places = (np.array(centres, np.float64).reshape(-1, 2) + 0.5) * stride
    return places, np.asarray(heat[ys[order], xs[order]], np.float32)


def apart(places: Points, least: float) -> list[int]:
    """Which of the points (N, 2) are not nearer than `least` to one kept before them."""
    kept: list[int] = []
    for index, place in enumerate(places):
        if all(np.linalg.norm(place - places[other]) >= least for other in kept):
            kept.append(index)
    return kept
