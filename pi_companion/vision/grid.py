"""The board's own ruler: where the tips of its points are says where its edges must be, also behind a rail.

A rail that stands between the camera and the field hides the edge behind it, and then nothing near a corner tells where
the corner is. But the points are all equally wide: from the tips in view follow both ends of their row.
"""

from dataclasses import dataclass

import numpy as np

from pi_companion.errors import ProfileError
from pi_companion.vision.arrays import Floats, Picture, Points
from pi_companion.vision.geometry import (
    CANVAS_PX,
    DEPTH_PX,
    MAX_BAR,
    MIN_BAR,
    PITCH_PX,
    BoardGeometry,
    column_centres,
)
from pi_companion.vision.nets import GRID_STRIDE, HALF_PX, Network, sigmoid

NOTICED = 0.15
"""A tip below this height of the heat map is not believed."""

REACH_PX = 12.0
"""Canonical pixels that a tip may be off sideways from where the guess has it, a little less than half a point."""

LEAST_TIPS = 7
"""Tips of a row, of its twelve, that must be seen."""

LEAST_IN_HALF = 3
WORST_FIT_PX = 2.0
"""Typical distance of the tips from an evenly spaced row, above which they are not believed."""

ROUNDS = 3
AGREES_PX = 2.0
"""A corner is moved half the way where ruler and sight differ by so much (canonical pixels)."""

SLANT = 3.0
"""How fast the rail on the camera's side is the one that hides, with how much nearer it is."""

HUBER_PX, HUBER_STEPS = 0.8, 8


@dataclass(frozen=True, slots=True)
class Row:
    """The tips of one side's points, fitted: canonical pixels of the guess that they were seen in."""

    left: float
    """Where the row's first point begins."""

    right: float
    pitch: float
    depths: tuple[float, float]
    """How far the tips are from the top of the half's picture, at the row's left and right end."""


class Grid:
    """Sees the tips of points."""

    def __init__(self) -> None:
        self._network = Network("grid")

    def ruled(self, picture: Picture, geometry: BoardGeometry) -> BoardGeometry:
        """The geometry with its left and right edges and its bar where the tips of the points have them.

        Where too few tips are seen, or they make no evenly spaced rows, it comes back as it was.

        Args:
            picture: (H, W, 3).
            geometry: nearly right.
        """
        ruled = geometry
        for _ in range(ROUNDS):
            far, near = self.rows(ruled.rectify(picture), ruled.bar)
            if far is None or near is None:
                return geometry
            try:
                ruled = _moved(ruled, far, near)
            except ProfileError:
                return geometry
        return _between(geometry, ruled)

    def rows(self, view: Picture, bar: float) -> tuple[Row | None, Row | None]:
        """The far and the near row of a canonical view (352, 560, 3)."""
        height = HALF_PX[1]
        halves = np.stack([view[:height], view[::-1][:height]])
        heats = sigmoid(self._network(halves)[:, 0])
        far, near = (_fitted(_tips(heat, bar)) for heat in heats)
        return far, near


def _tips(heat: Floats, bar: float) -> list[tuple[int, float, float, float]]:
    """For each column whose tip is seen: its number, x, y in canonical pixels of the half, and how surely."""
    found = []
    reach = int(REACH_PX / GRID_STRIDE)
    for column, x in enumerate(column_centres(bar)):
        middle = round((x + 0.5) / GRID_STRIDE - 0.5)
        left = max(0, middle - reach)
        window = heat[:, left : middle + reach + 1]
        row, beside = (int(index) for index in np.unravel_index(int(np.argmax(window)), window.shape))
        height = float(window[row, beside])
        if height < NOTICED:
            continue
        top, first = max(0, row - 2), max(0, left + beside - 2)
        piece = heat[top : row + 3, first : left + beside + 3]
        rows, columns = np.mgrid[top : top + piece.shape[0], first : first + piece.shape[1]]
        total = float(piece.sum())
        place = np.array([(columns * piece).sum(), (rows * piece).sum()]) / total
        found.append((column, *((place + 0.5) * GRID_STRIDE - 0.5), height))
    return found


def _fitted(tips: list[tuple[int, float, float, float]]) -> Row | None:
    """Both ends and the pitch of the row that the tips make: two halves, evenly spaced, a bar of any width between."""
    half = 6
    columns = np.array([tip[0] for tip in tips])
    if len(tips) < LEAST_TIPS or min((columns < half).sum(), (columns >= half).sum()) < LEAST_IN_HALF:
        return None
    x, depth, weight = (np.array([tip[index] for tip in tips]) for index in (1, 2, 3))
    first = (columns < half).astype(float)
    equations = np.column_stack([first, 1 - first, np.where(columns < half, columns + 0.5, columns - 11.5)])
    trust, off, solved = weight, np.zeros(len(x)), np.zeros(3)
    for _ in range(HUBER_STEPS):
        solved = np.linalg.lstsq(equations * trust[:, None], x * trust, rcond=None)[0]
        off = np.abs(equations @ solved - x)
        trust = weight * np.sqrt(np.minimum(1, HUBER_PX / np.maximum(off, 1e-6)))
    if np.median(off) > WORST_FIT_PX or abs(solved[2] / PITCH_PX - 1) > 0.2:  # noqa: PLR2004 - no row of this guess
        return None
    line = np.polyfit(x, depth, 1, w=trust)
    ends = np.polyval(line, solved[:2])
    return Row(float(solved[0]), float(solved[1]), float(solved[2]), (float(ends[0]), float(ends[1])))


def _between(seen: BoardGeometry, ruled: BoardGeometry) -> BoardGeometry:
    """The corners as they were seen where the ruler all but agrees, and as it has them where it does not.

    The points of real boards are not quite evenly spaced and lenses bend their rows: a corner in plain sight is surer.
    """
    places = seen.canonical_from_picture(seen.corners_px)
    off = seen.canonical_from_picture(ruled.corners_px) - places
    moved = places + off * np.abs(off) / (np.abs(off) + AGREES_PX)
    return BoardGeometry(seen.picture_from_canonical(moved), ruled.bar)


def _near_hidden(geometry: BoardGeometry) -> float:
    """How much likelier the near rail hides its edge of the field than the far one: 0.5 from overhead, 1 from near."""
    far, near = (np.linalg.norm(geometry.corners_px[one] - geometry.corners_px[two]) for one, two in ((0, 1), (3, 2)))
    return float(np.clip(0.5 + SLANT * np.log(near / far), 0, 1))


def _moved(geometry: BoardGeometry, far: Row, near: Row) -> BoardGeometry:
    """The geometry whose left and right edges go through the ends of the rows."""
    height = CANVAS_PX[1]
    share = _near_hidden(geometry)
    places = np.empty((4, 2))
    for index, (one, other) in enumerate(((far.left, near.left), (far.right, near.right))):
        top, bottom = (height - DEPTH_PX) / 2, (height + DEPTH_PX) / 2
        far_y, near_y = far.depths[index], height - 1 - near.depths[index]
        # Far and near points are equally long.
        longer = (far_y - top) - (bottom - near_y)
        top, bottom = top + (1 - share) * longer, bottom + share * longer
        sides = [one + (other - one) * (y - far_y) / (near_y - far_y) for y in (top, bottom)]
        places[index], places[3 - index] = (sides[0], top), (sides[1], bottom)
    bars = [1 - 12 * row.pitch / (row.right - row.left) for row in (far, near)]
    corners: Points = geometry.picture_from_canonical(places)
    return BoardGeometry(corners, float(np.clip(np.mean(bars), MIN_BAR, MAX_BAR)))
