"""Following a board that moved, or its camera, by the marks that two pictures have in common."""

import cv2
import numpy as np

from pi_companion.errors import ProfileError
from pi_companion.vision.arrays import Picture
from pi_companion.vision.geometry import BoardGeometry, transform

MARKS = 2500
MARGIN = 1.25
"""Marks are taken from the board and what lies so far round its middle, in shares of its size."""

RATIO = 0.85
"""The best match of a mark must be so much nearer than the second best."""

LEAST_MARKS = 30
LEAST_SHARE = 0.25
"""So many marks, and so large a share of all that match, must agree on one motion."""

AGREE_PX = 3.0


def follow(before: Picture, now: Picture, geometry: BoardGeometry) -> BoardGeometry | None:
    """Where the board is now; None where the two pictures do not say so clearly.

    Checkers and dice that were moved in between, hands and another light cost some marks, no more.

    Args:
        before: (H, W, 3), the last picture that was read.
        now: of the same size.
        geometry: where the board was in `before`.
    """
    mask = np.zeros(before.shape[:2], np.uint8)
    middle = geometry.corners_px.mean(axis=0)
    hull = middle + (geometry.corners_px - middle) * MARGIN
    cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255)
    marks = cv2.ORB_create(MARKS, fastThreshold=8)  # type: ignore[attr-defined]
    here, ours = marks.detectAndCompute(cv2.cvtColor(before, cv2.COLOR_BGR2GRAY), mask)
    there, theirs = marks.detectAndCompute(cv2.cvtColor(now, cv2.COLOR_BGR2GRAY), None)
    if ours is None or theirs is None or len(there) < LEAST_MARKS:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(ours, theirs, k=2)
    good = [pair[0] for pair in pairs if len(pair) > 1 and pair[0].distance < RATIO * pair[1].distance]
    if len(good) < LEAST_MARKS:
        return None
    source = np.array([here[match.queryIdx].pt for match in good], np.float64)
    target = np.array([there[match.trainIdx].pt for match in good], np.float64)
    matrix, agree = cv2.findHomography(source, target, cv2.RANSAC, AGREE_PX, maxIters=3000, confidence=0.999)
    if not np.size(matrix) or agree.sum() < max(LEAST_MARKS, LEAST_SHARE * len(good)):
        return None
    try:
        return BoardGeometry(transform(np.asarray(matrix, np.float64), geometry.corners_px), geometry.bar)
    except ProfileError:
        return None
