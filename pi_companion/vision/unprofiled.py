"""Reading a board that nobody calibrated: corners are given, columns and colours are told as the picture shows them."""

from dataclasses import dataclass

import cv2
import numpy as np

from pi_companion.errors import ProfileError
from pi_companion.vision.align import Locator, clockwise_from_top_left
from pi_companion.vision.arrays import Floats, Picture, Points
from pi_companion.vision.colours import LIGHTNESS_WEIGHT, CheckerColour, balance, measure
from pi_companion.vision.geometry import BoardGeometry
from pi_companion.vision.heats import peaks
from pi_companion.vision.nets import HEAT_STRIDE
from pi_companion.vision.observation import CubeSeen, DieSeen, View, rolled
from pi_companion.vision.readability import DARK_MEAN, covered_share, field
from pi_companion.vision.reader import (
    CHECKER_HEAT,
    CUBE_HEAT,
    DIE_HEAT,
    HAND_HEAT,
    Networks,
    stacked_view,
)
from pi_companion.vision.solve import DOUBTFUL, likeliest, off_prior

TOP_PEAK = 0.3
MAX_TOPS = 60
"""Room for every checker top that the board network may name."""

FAR_COLOUR = 40.0
"""Two checkers whose colours are farther apart than this belong to two sides, or one is no checker."""

NONE_OFF = 0.5
"""Share of single pictures on which a side has all checkers on the board: fewer than of a match, for people show ends
of games, and sets that lack some."""

COVERED_SHARE = 0.01
"""A hand over more than this share of the playing field covers the board; what lies round it is not known."""


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
    """Those on the playing field."""

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
        elif covered_share(heats[HAND_HEAT], geometry, (picture.shape[1], picture.shape[0])) > COVERED_SHARE:
            state = View.COVERED
        tops, sureness = peaks(heats[CHECKER_HEAT], TOP_PEAK, MAX_TOPS, HEAT_STRIDE)
        inside = np.array([_on_board(top, geometry) for top in tops], bool)
        light, dark = two_colours(balanced, tops[inside], sureness[inside])
        stacked = stacked_view(balanced, light, dark)
        chances = self._networks.points(stacked, geometry.bar)
        bar = self._networks.bar(stacked)
        found, confidence = likeliest(chances, bar, np.tile(off_prior(NONE_OFF), (2, 1)))
        counts = [light - dark for light, dark in found[:24]]
        sureness = np.exp(chances[np.arange(24), np.array(counts) + 15])
        dice = self._networks.dice.find(picture, geometry, heats[DIE_HEAT], heats[CUBE_HEAT], heats[CHECKER_HEAT])
        names = [f"{row} {n + 1}" for row in ("top", "bottom") for n in range(12)]
        return ColumnReading(
            view=state,
            top=tuple(counts[:12]),
            bottom=tuple(counts[12:]),
            bar_light=found[24][0],
            bar_dark=found[25][1],
            confidence=confidence,
            doubtful=tuple(name for name, sure in zip(names, sureness, strict=True) if sure < DOUBTFUL),
            dice=rolled(dice),
            cube=self._networks.cube.find(picture, geometry, heats[CUBE_HEAT]),
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


def _on_board(top: Points, geometry: BoardGeometry) -> bool:
    x, y = geometry.board_from_canonical(top[None])[0]
    return bool(0 < x < 1 and 0 < y < 1)


def two_colours(balanced: Picture, tops: Points, sureness: Floats) -> tuple[CheckerColour, CheckerColour]:
    """The lighter and the darker colour of the checkers whose tops are seen.

    Of all pairs of tops, the pair is taken that the others are nearest to; a top that is like neither (a cup, a hinge
    that was taken for a checker) counts no more than one that is a little off.

    Args:
        balanced: (352, 560, 3).
        tops: (N, 2) canonical pixels on the playing field.
        sureness: (N,) how surely each is a checker.
    """
    lab = cv2.cvtColor(balanced, cv2.COLOR_BGR2LAB).astype(np.float64) * (LIGHTNESS_WEIGHT, 1, 1)
    if len(tops) < 2:  # noqa: PLR2004 - two colours need two checkers
        grey = (128.0, 128.0)
        return CheckerColour((230.0, *grey), 20.0), CheckerColour((40.0, *grey), 20.0)
    values = np.array([np.median(_piece(lab, top), axis=0) for top in tops])
    apart = np.minimum(np.linalg.norm(values[:, None] - values[None], axis=2), FAR_COLOUR)
    first, second = np.triu_indices(len(tops), 1)
    costs = (np.minimum(apart[first], apart[second]) * sureness).sum(axis=1)
    best = int(np.argmin(costs))
    pair = np.array([first[best], second[best]])
    group = apart[:, pair].argmin(axis=1)
    near = apart[np.arange(len(tops)), pair[group]] < FAR_COLOUR
    found = [measure(balanced, tops[near & (group == k)]) for k in (0, 1)]
    colours = [
        one or CheckerColour((values[k][0] / LIGHTNESS_WEIGHT, values[k][1], values[k][2]), 15.0)
        for one, k in zip(found, pair, strict=True)
    ]
    light, dark = sorted(colours, key=lambda colour: -colour.lab[0])
    return light, dark


def _piece(lab: Points, top: Points) -> Points:
    """The pixels (N, 3) in the middle of a checker's top."""
    column, row = (round(float(axis)) for axis in top)
    return lab[max(0, row - 3) : row + 4, max(0, column - 3) : column + 4].reshape(-1, 3)
