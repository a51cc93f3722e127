"""Reading a board that nobody calibrated: corners are given, columns and colours are told as the picture shows them."""

from dataclasses import dataclass

import cv2
import numpy as np

from pi_companion.errors import ProfileError
from pi_companion.vision.align import Locator, clockwise_from_top_left
from pi_companion.vision.arrays import Picture, Points
from pi_companion.vision.colours import CheckerColour, balance, measure
from pi_companion.vision.geometry import BoardGeometry
from pi_companion.vision.nets import HEAT_STRIDE
from pi_companion.vision.observation import CubeSeen, DieSeen, View
from pi_companion.vision.reader import (
    CHECKER_HEAT,
    DARK_MEAN,
    HAND_HEAT,
    MAX_TOPS,
    Networks,
    covered_share,
    field,
    peaks,
    stacked_view,
)

TOP_PEAK = 0.3
COVERED_SHARE = 0.025
"""A hand over more than this share of the playing field covers the board; what its rails look like is not known."""


@dataclass(frozen=True, slots=True, eq=False)
class ColumnReading:
    """Columns as seen: light checkers positive, dark ones negative."""

    view: View
    top: tuple[int, ...]
    bottom: tuple[int, ...]
    bar_light: int
    bar_dark: int
    confidence: float
    doubtful: tuple[str, ...]
    dice: tuple[DieSeen, ...]
    cube: CubeSeen | None


class UnprofiledReader:
    """Reads single pictures of unknown boards."""

    def __init__(self) -> None:
        self._locator = Locator()
        self._networks = Networks()

    def read(self, picture: Picture, corners_px: Points) -> ColumnReading:
        """Read one picture.

        Args:
            picture: (H, W, 3), B, G, R.
            corners_px: (4, 2) corners of the playing field, in any order.

        Raises:
            ProfileError: the corners do not span a board.
        """
        geometry = self._geometry(picture, corners_px)
        view = geometry.rectify(picture)
        balanced = balance(view)
        heats = self._networks.heats(balanced)
        state = View.CLEAR
        if field(view, geometry.bar).mean() < DARK_MEAN:
            state = View.DARK
        elif covered_share(heats[HAND_HEAT], geometry.bar) > COVERED_SHARE:
            state = View.COVERED
        light, dark = two_colours(balanced, peaks(heats[CHECKER_HEAT], TOP_PEAK, MAX_TOPS))
        stacked = stacked_view(balanced, light, dark)
        chances = self._networks.points(stacked, geometry.bar)
        counts = chances.argmax(axis=1) - 15
        sureness = np.exp(chances.max(axis=1))
        bar = self._networks.bar(stacked)
        names = [f"{row} {n + 1}" for row in ("top", "bottom") for n in range(12)]
        return ColumnReading(
            view=state,
            top=tuple(int(n) for n in counts[:12]),
            bottom=tuple(int(n) for n in counts[12:]),
            bar_light=int(bar[0].argmax()),
            bar_dark=int(bar[1].argmax()),
            confidence=float(np.prod(sureness) * np.exp(bar.max(axis=1).sum())),
            doubtful=tuple(name for name, sure in zip(names, sureness, strict=True) if sure < 0.9),  # noqa: PLR2004
            dice=self._networks.dice(picture, geometry, heats),
            cube=self._networks.cube(picture, geometry, heats),
        )

    def _geometry(self, picture: Picture, corners_px: Points) -> BoardGeometry:
        """Top left corner first, turned by a quarter where the points lie sideways."""
        best: tuple[float, BoardGeometry] | None = None
        upright = clockwise_from_top_left(np.asarray(corners_px, np.float64))
        for corners in (upright, np.roll(upright, 1, axis=0)):
            if not cv2.isContourConvex(corners.astype(np.float32).reshape(4, 1, 2)):
                continue
            look = self._locator.look(picture, corners)
            if best is None or look.board > best[0]:
                best = (look.board, BoardGeometry(corners, look.bar))
        if best is None:
            msg = (
                "corners: wanted the four corners of the playing field, these do not go round a board: give them again"
            )
            raise ProfileError(msg)
        return best[1]


def two_colours(balanced: Picture, tops: Points) -> tuple[CheckerColour, CheckerColour]:
    """The lighter and the darker colour of the checkers whose tops are seen, by splitting them in two groups."""
    lab = cv2.cvtColor(balanced, cv2.COLOR_BGR2LAB).astype(np.float64)
    height, width = lab.shape[:2]
    kept, features = [], []
    for x, y in tops:
        column, row = round(x), round(y)
        if HEAT_STRIDE < column < width - HEAT_STRIDE and HEAT_STRIDE < row < height - HEAT_STRIDE:
            piece = lab[row - 3 : row + 4, column - 3 : column + 4].reshape(-1, 3)
            kept.append((x, y))
            features.append(np.median(piece, axis=0))
    if len(kept) < 2:  # noqa: PLR2004 - two groups need two checkers
        grey = (128.0, 128.0)
        return CheckerColour((230.0, *grey), 20.0), CheckerColour((40.0, *grey), 20.0)
    values = np.array(features)
    order = np.argsort(values[:, 0])
    centres = np.array([values[order[-1]], values[order[0]]])
    group = np.zeros(len(values), int)
    for _ in range(20):
        group = np.linalg.norm(values[:, None] - centres[None], axis=2).argmin(axis=1)
        centres = np.array([values[group == k].mean(axis=0) if (group == k).any() else centres[k] for k in (0, 1)])
    colours = []
    for k in (0, 1):
        measured = measure(balanced, np.array(kept)[group == k].reshape(-1, 2))
        colours.append(
            measured or CheckerColour((float(centres[k][0]), float(centres[k][1]), float(centres[k][2])), 15.0)
        )
    light, dark = sorted(colours, key=lambda colour: -colour.lab[0])
    return light, dark
