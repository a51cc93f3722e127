"""Under which conditions a picture was taken, in bands that a table can have for rows."""

import itertools
import math

import cv2
import numpy as np

from pi_companion.errors import ProfileError
from pi_companion.evaluation.marks import Aspect, Conditions
from pi_companion.vision.arrays import Picture, Points
from pi_companion.vision.geometry import BoardGeometry, field_corners

DIE_SIZES_PX = (12, 15, 20, 30)
ELEVATIONS = (50, 60, 70, 80)
BRIGHTNESSES = (50, 80, 120)
HEIGHTS = (1, 2, 4, 6)
USUAL_BAR = 0.08
FOCAL_SHARES = np.geomspace(0.5, 2.5, 60)
"""Focal lengths that are tried, as shares of the picture's longer side."""


def band(value: float, edges: tuple[int, ...], unit: str = "") -> str:
    """Name the band that a value falls in.

    >>> band(11.9, (12, 15), " px"), band(12, (12, 15), " px"), band(40, (12, 15), " px")
    ('under 12 px', '12 to 15 px', '15 px and more')
    """
    if value < edges[0]:
        return f"under {edges[0]}{unit}"
    for low, high in itertools.pairwise(edges):
        if value < high:
            return f"{low} to {high}{unit}"
    return f"{edges[-1]}{unit} and more"


def height_band(count: int) -> str:
    """Name how high a stack is.

    >>> height_band(0), height_band(-1), height_band(3), height_band(-5), height_band(7)
    ('none', '1', '2 to 3', '4 to 5', '6 and more')
    """
    height = abs(count)
    if height == 0:
        return "none"
    for low, high in itertools.pairwise(HEIGHTS):
        if height < high:
            return str(low) if high == low + 1 else f"{low} to {high - 1}"
    return f"{HEIGHTS[-1]} and more"


def of_picture(picture: Picture, corners_px: Points, board: str, tallest: int) -> Conditions:
    """What holds for a whole picture, whoever sits where.

    Args:
        picture: (H, W, 3), B, G, R.
        corners_px: (4, 2) corners of the playing field, clockwise.
        board: its name.
        tallest: checkers on the fullest point.
    """
    size_px = (picture.shape[1], picture.shape[0])
    return (
        (Aspect.BOARD, board),
        (Aspect.BRIGHTNESS, band(brightness(picture, corners_px), BRIGHTNESSES)),
        (Aspect.ELEVATION, band(elevation_degrees(corners_px, size_px), ELEVATIONS, "°")),
        (Aspect.STACK, height_band(tallest)),
    )


def brightness(picture: Picture, corners_px: Points) -> float:
    """Mean grey level, 0 to 255, of the playing field in the picture as it is."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners_px).astype(np.int32), 255)
    return float(cv2.mean(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), mask)[0])


def seat(corners_px: Points) -> str:
    """Name the side of the board that is nearest to the camera; the first corner is White's far left one.

    >>> seat(np.array([[10, 0], [90, 0], [100, 50], [0, 50]]))
    "White's side"
    """
    sides = ("Black's side", "White's right hand", "White's side", "White's left hand")
    middles = (corners_px + np.roll(corners_px, -1, axis=0)) / 2
    return sides[int(middles[:, 1].argmax())]


def elevation_degrees(corners_px: Points, size_px: tuple[int, int]) -> float:
    """How high the camera stands over the board, 90 is straight above; good to some degrees.

    The board's proportions are taken as the canonical view has them, and the focal length as the one that makes the
    two sides of the field most nearly perpendicular and true to scale.
    """
    middle = np.array(size_px) / 2
    try:
        BoardGeometry(corners_px, USUAL_BAR)
    except ProfileError:
        return 90.0
    field = field_corners(USUAL_BAR)
    plane = cv2.getPerspectiveTransform(
        (field - field.mean(axis=0)).astype(np.float32), (corners_px - middle).astype(np.float32)
    )
    best, angle = math.inf, 90.0
    for share in FOCAL_SHARES:
        columns = np.diag([1 / (share * max(size_px)), 1 / (share * max(size_px)), 1.0]) @ plane
        across, down, centre = (columns[:, index] for index in range(3))
        lengths = np.linalg.norm(across), np.linalg.norm(down)
        skew = abs(float(across @ down)) / float(lengths[0] * lengths[1]) + abs(math.log(lengths[0] / lengths[1]))
        if skew < best:
            normal = np.cross(across, down)
            sine = abs(float(normal @ centre)) / float(np.linalg.norm(normal) * np.linalg.norm(centre))
            best, angle = skew, math.degrees(math.asin(min(sine, 1.0)))
    return angle
