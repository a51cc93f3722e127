"""Where the board is in the picture, and the canonical view that every reader works on.

Board coordinates: as White sits, x runs from left to right 0..1 and y from far to near 0..1 over the playing
field (trays not included). The canonical view shows the field at a fixed scale of `PITCH_PX` a point, centred on a
canvas that leaves room for rails and trays.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import cv2
import numpy as np

from pi_companion.errors import ProfileError
from pi_companion.vision.arrays import Picture, Points

PITCH_PX = 28
"""Width of one point in the canonical view."""

CANVAS_PX = (560, 352)
"""Width and height of the canonical view."""

DEPTH_PX = 288
"""Height of the playing field in the canonical view."""

STRIP_PX = (48, 176)
"""Width and height of the piece of the canonical view that shows one point."""

STRIP_RAIL_PX = 20
"""How far a strip reaches beyond the rail that its point starts from."""

BAR_STRIP_PX = (64, 352)
"""Width and height of the piece of the canonical view that shows the bar."""

FOCAL_SHARE = 0.8
"""Focal length of a usual lens as a share of the picture's width: 64 degrees from side to side."""

TRAY_STRIP_PX = (88, 176)
"""Width and height of the piece of the canonical view that shows where one side's borne-off checkers go."""

MIN_BAR, MAX_BAR = 0.0, 0.25
MIN_AREA_PX = 100.0
HALF_POINTS, ALL_POINTS = 12, 24


class Home(Enum):
    """Where White's home board lies, as White sits."""

    NEAR_RIGHT = "near-right"
    NEAR_LEFT = "near-left"

    @property
    def from_other_seat(self) -> "Home":
        """Where the home of the player lies who sits opposite, as that player sits."""
        return Home.NEAR_LEFT if self is Home.NEAR_RIGHT else Home.NEAR_RIGHT


@dataclass(frozen=True, slots=True, eq=False)
class BoardGeometry:
    """A flat board seen by a camera."""

    corners_px: Points
    """(4, 2): far left, far right, near right, near left of the playing field as White sits, in picture pixels."""

    bar: float
    """Width of the bar as a share of the playing field's width."""

    to_canonical: Points = field(init=False)
    """(3, 3) homography from picture pixels to canonical pixels."""

    from_canonical: Points = field(init=False)
    """The way back."""

    def __post_init__(self) -> None:
        corners = np.asarray(self.corners_px, dtype=np.float64)
        if corners.shape != (4, 2) or not np.isfinite(corners).all():
            msg = f"corners: wanted four points (x, y), got an array of shape {corners.shape}"
            raise ProfileError(msg)
        if not MIN_BAR <= self.bar <= MAX_BAR:
            msg = f"bar: wanted a share of the field's width from {MIN_BAR} to {MAX_BAR}, got {self.bar:.3f}"
            raise ProfileError(msg)
        if abs(cv2.contourArea(corners.astype(np.float32))) < MIN_AREA_PX or not cv2.isContourConvex(
            corners.astype(np.float32).reshape(4, 1, 2)
        ):
            msg = "corners: wanted the four corners of the playing field going round it; these do not span a board"
            raise ProfileError(msg)
        object.__setattr__(self, "corners_px", corners)
        target = field_corners(self.bar)
        matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target.astype(np.float32))
        object.__setattr__(self, "to_canonical", matrix.astype(np.float64))
        object.__setattr__(self, "from_canonical", inverse(self.to_canonical))

    def rectify(self, picture: Picture) -> Picture:
        """Picture (H, W, 3) to the canonical view (352, 560, 3), both B, G, R."""
        return cv2.warpPerspective(picture, self.to_canonical, CANVAS_PX, flags=cv2.INTER_LINEAR)  # type: ignore[return-value]

    def canonical_from_picture(self, points: Sequence[Sequence[float]] | Points) -> Points:
        """Picture pixels (N, 2) to canonical pixels (N, 2), on the plane of the felt."""
        return transform(self.to_canonical, points)

    def picture_from_canonical(self, points: Sequence[Sequence[float]] | Points) -> Points:
        """Canonical pixels (N, 2) to picture pixels (N, 2)."""
        return transform(self.from_canonical, points)

    def board_from_canonical(self, points: Sequence[Sequence[float]] | Points) -> Points:
        """Canonical pixels (N, 2) to board coordinates (N, 2)."""
        left, top = field_corners(self.bar)[0]
        width = CANVAS_PX[0] - 2 * left
        points_px = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        return np.asarray((points_px - (left, top)) / (width, DEPTH_PX))

    def at_height(self, picture_px: tuple[int, int], height: float) -> Points:
        """The homography (3, 3) from picture pixels to the canonical point that something lies above.

        Where a camera stands is not known, but nearly: its lens is taken for a usual one, its middle for the picture's.

        Args:
            picture_px: width and height of the picture.
            height: above the felt, in widths of a point.
        """
        width, depth = picture_px
        lens = np.diag([FOCAL_SHARE * width, FOCAL_SHARE * width, 1.0])
        lens[:2, 2] = (width - 1) / 2, (depth - 1) / 2
        to_points = np.diag([PITCH_PX, PITCH_PX, 1.0])
        plane = np.linalg.inv(lens) @ self.from_canonical @ to_points
        middle = np.array([CANVAS_PX[0] / 2, CANVAS_PX[1] / 2, PITCH_PX]) / PITCH_PX
        plane *= np.sign((plane @ middle)[2]) / np.linalg.norm(plane[:, :2], axis=0).mean()  # it lies before the camera
        up = np.cross(plane[:, 0], plane[:, 1])
        up *= -np.sign(up @ plane @ middle) / np.linalg.norm(up)  # and its upper side faces it
        plane[:, 2] += height * up
        return np.asarray(to_points @ np.linalg.inv(plane) @ np.linalg.inv(lens), np.float64)

    def upright(self, picture: Picture, centre: Points, side_px: int, zoom: float) -> tuple[Picture, Points]:
        """Square piece round a canonical point, upright and undistorted as the camera shows it.

        What stands up from the board has its sides below its top here, wherever the camera is.

        Args:
            picture: (H, W, 3).
            centre: canonical pixels (2,).
            side_px: side of the result.
            zoom: result pixels for each canonical pixel, in the direction that perspective shortens least.

        Returns:
            The piece, and the (2, 3) matrix that leads from picture pixels to its pixels.
        """
        middle, spread = self._spread(centre)
        scale = zoom / stretches(spread)[0]
        matrix = np.column_stack([np.eye(2) * scale, (side_px - 1) / 2 - scale * middle])
        flags = cv2.INTER_LINEAR
        return cv2.warpAffine(picture, matrix, (side_px, side_px), flags=flags, borderMode=cv2.BORDER_REPLICATE), matrix  # type: ignore[return-value]

    def depth_px(self, centre: Points) -> float:
        """Picture pixels for each canonical pixel round a canonical point (2,), where perspective shortens most."""
        return stretches(self._spread(centre)[1])[1]

    def _spread(self, centre: Points) -> tuple[Points, Points]:
        """The picture pixel (2,) of a canonical point, and where one to the right and one down lead (2, 2)."""
        around = np.asarray(centre) + np.array([[0, 0], [0.5, 0], [0, 0.5]])
        middle, right, below = self.picture_from_canonical(around)
        return middle, np.column_stack([right - middle, below - middle]) * 2

    def distance(self, other: "BoardGeometry") -> float:
        """Largest distance of a corner from the other's, as a share of the board's width in the picture."""
        sides = self.corners_px[[1, 2]] - self.corners_px[[0, 3]]
        width = float(np.linalg.norm(sides, axis=1).mean())
        return float(np.linalg.norm(self.corners_px - other.corners_px, axis=1).max()) / width

    def turned(self) -> "BoardGeometry":
        """The same board from the other player's seat."""
        return replace(self, corners_px=np.roll(self.corners_px, 2, axis=0))


def transform(matrix: Points, points: Sequence[Sequence[float]] | Points) -> Points:
    """Apply a (3, 3) homography to points (N, 2)."""
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 1, 2)
    return cv2.perspectiveTransform(flat, matrix).reshape(-1, 2).astype(np.float64)


def stretches(matrix: Points) -> tuple[float, float]:
    """How far a (2, 2) matrix stretches at most and at least: its singular values."""
    squares, twice_area = float((matrix**2).sum()), 2 * abs(float(np.linalg.det(matrix)))
    total, difference = np.sqrt(squares + twice_area), np.sqrt(max(0.0, squares - twice_area))
    return float(total + difference) / 2, float(total - difference) / 2


def inverse(matrix: Points) -> Points:
    """The homography that leads back."""
    return np.asarray(np.linalg.inv(matrix), np.float64)


def field_corners(bar: float) -> Points:
    """Corners of the playing field in the canonical view, (4, 2), in the order of `BoardGeometry.corners_px`."""
    half_width = PITCH_PX * 12 / (1 - bar) / 2
    centre_x, centre_y = CANVAS_PX[0] / 2, CANVAS_PX[1] / 2
    left, right = centre_x - half_width, centre_x + half_width
    top, bottom = centre_y - DEPTH_PX / 2, centre_y + DEPTH_PX / 2
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def column_centres(bar: float) -> Points:
    """Canonical x of the twelve columns of points, from left to right."""
    left = field_corners(bar)[0, 0]
    bar_px = PITCH_PX * 12 / (1 - bar) * bar
    centres = left + PITCH_PX * (np.arange(12) + 0.5)
    centres[6:] += bar_px
    return np.asarray(centres, np.float64)


def point_column(point: int, home: Home) -> tuple[int, bool]:
    """Column 0..11 from the left and whether on the near side, of White's point 1..24.

    >>> point_column(1, Home.NEAR_RIGHT), point_column(24, Home.NEAR_RIGHT), point_column(12, Home.NEAR_LEFT)
    ((11, True), (11, False), (11, True))
    """
    near = point <= HALF_POINTS
    from_home = point - 1 if near else ALL_POINTS - point
    column = 11 - from_home if home is Home.NEAR_RIGHT else from_home
    return column, near


def cut_strips(view: Picture, bar: float) -> Picture:
    """Cut the canonical view (352, 560, C) into strips (24, 176, 48, C).

    Strips 0 to 11 are the far side's columns from left to right, 12 to 23 the near side's; all have their rail on top.
    """
    width, height = STRIP_PX
    top = (CANVAS_PX[1] - DEPTH_PX) // 2 - STRIP_RAIL_PX
    flipped = view[::-1]
    strips = np.empty((24, height, width, view.shape[2]), dtype=view.dtype)
    for column, centre in enumerate(column_centres(bar)):
        left = round(centre - width / 2)
        strips[column] = view[top : top + height, left : left + width]
        strips[column + 12] = flipped[top : top + height, left : left + width]
    return strips


def cut_trays(view: Picture, bar: float, home: Home) -> Picture:
    """What lies beside White's and Black's home board, (2, 176, 88, C), the field on its left and the rail on top."""
    width, height = TRAY_STRIP_PX
    rows = view if home is Home.NEAR_RIGHT else view[:, ::-1]
    edge = tray_edge(bar)
    trays = np.zeros((2, height, width, view.shape[2]), view.dtype)
    for tray, way in zip(trays, (rows[::-1], rows), strict=True):
        piece = way[:height, edge : edge + width]
        tray[:, : piece.shape[1]] = piece
    return trays


def tray_edge(bar: float) -> int:
    """The canonical column where the field ends on its right."""
    return round(float(field_corners(bar)[1, 0]))


def cut_bar(view: Picture) -> Picture:
    """The bar's piece of the canonical view, (352, 64, C)."""
    left = (CANVAS_PX[0] - BAR_STRIP_PX[0]) // 2
    return view[:, left : left + BAR_STRIP_PX[0]]
