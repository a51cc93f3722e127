"""A board profile from one picture of the start position, checked on that same picture."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import product

import cv2
import numpy as np

from pi_companion.errors import PictureError, ProfileError
from pi_companion.rules import Position
from pi_companion.vision.advice import Advice, advise
from pi_companion.vision.align import Locator, clockwise_from_top_left
from pi_companion.vision.arrays import Floats, Picture, Points
from pi_companion.vision.colours import CheckerColour, balance, measure
from pi_companion.vision.geometry import (
    CANVAS_PX,
    DEPTH_PX,
    PITCH_PX,
    BoardGeometry,
    Home,
    column_centres,
    point_column,
)
from pi_companion.vision.grid import Grid
from pi_companion.vision.heats import peaks
from pi_companion.vision.nets import HEAT_STRIDE
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.readability import burnt_share, covered_share, sharpness
from pi_companion.vision.reader import CHECKER_HEAT, FULL_ROW, HAND_HEAT, Networks, stacked_view

MARKERS = 4
TOP_PEAK = 0.25
ACCEPTED_START = -1.0
"""Mean log probability a point of the start counts, below which no start position is seen."""

AS_GOOD = 0.01
"""Fits whose scores differ by less show the start position equally well; their corners may differ all the same."""

BEYOND = 0.25
"""A corner may lie so far outside the picture, as a share of its side: the rest of the board is still in view."""


class WhiteIs(Enum):
    """Which checkers the profile calls White."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A profile, and how far it can be trusted."""

    profile: BoardProfile
    advice: tuple[Advice, ...]
    """What a person could do better; empty where all is well."""

    @property
    def problems(self) -> tuple[str, ...]:
        """The advice as sentences."""
        return tuple(advice.value for advice in self.advice)


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """One way to see a start position in the picture."""

    score: float
    geometry: BoardGeometry
    home: Home


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """The start position as one geometry shows it."""

    geometry: BoardGeometry
    balanced: Picture
    """The rectified view with its colours balanced."""

    heats: Floats
    """What the board network says of it."""


class Calibrator:
    """Makes profiles; holds the networks that it needs."""

    def __init__(self) -> None:
        self._locator = Locator()
        self._networks = Networks()
        self._grid = Grid()

    def calibrate(
        self,
        start: Picture,
        empty: Picture | None = None,
        corners_px: Points | None = None,
        white_is: WhiteIs = WhiteIs.LIGHT,
    ) -> Calibration:
        """Learn a board from its start position.

        Args:
            start: picture (H, W, 3; B, G, R) of the start position.
            empty: picture of the empty board by the same camera, to check that nothing moved.
            corners_px: (4, 2) corners of the playing field in any order, where they cannot be found.
            white_is: which checkers are called White.

        Raises:
            ProfileError: corners were given that are not those of a board with the start position.
            PictureError: no board with the start position is to be seen.
        """
        fit = self._best_fit(start, corners_px)
        seen, home, white, black = self._colours(start, fit, white_is)
        geometry = seen.geometry
        look = self._locator.look(start, geometry.corners_px)
        corner_offsets = self._locator.corner_offsets(start, geometry.corners_px)
        view = geometry.rectify(start)
        hand_share = covered_share(seen.heats[HAND_HEAT], geometry, (start.shape[1], start.shape[0]))
        quality = self._read_back(seen, home, white, black)
        profile = BoardProfile(
            geometry=geometry,
            white_home=home,
            white=white,
            black=black,
            picture_px=(start.shape[1], start.shape[0]),
            align_bias=tuple(float(value) for value in look.offsets.ravel()),
            corner_bias=tuple(float(value) for value in corner_offsets.ravel()),
            hand_share=hand_share,
            sharpness=sharpness(view, geometry.bar),
            burnt_share=burnt_share(view, geometry.bar),
            quality=quality,
        )
        advice = advise(start, profile)
        if empty is not None:
            advice += self._compare_empty(empty, profile)
        return Calibration(profile, advice)

    def _best_fit(self, start: Picture, corners_px: Points | None) -> _Fit:
        fits = []
        for guess, turn in product(self._guesses(start, corners_px), (0, 1)):
            corners = np.roll(guess, turn, axis=0)
            try:
                geometry = self._place(start, corners, given=corners_px is not None)
            except ProfileError:
                continue
            view = balance(geometry.rectify(start))
            chances = self._networks.points(_blank(view), geometry.bar)
            fits += [_Fit(_start_score(chances, home), geometry, home) for home in Home]
        if fits:
            best = max(fit.score for fit in fits)
            if best > ACCEPTED_START:
                as_good = [fit for fit in fits if fit.score > best - AS_GOOD]
                return min(as_good, key=lambda fit: self._locator.unrest_px(start, fit.geometry.corners_px))
        if corners_px is not None:
            msg = (
                "start position: wanted the thirty checkers of the start position inside the given corners, got "
                "something else: check corners and set-up"
            )
            raise ProfileError(msg)
        msg = (
            "start position: wanted a picture of a board set up for the start, found none: show the whole "
            "board, set it up, or give --corners"
        )
        raise PictureError(msg)

    def _place(self, picture: Picture, corners: Points, *, given: bool) -> BoardGeometry:
        if not given:
            return self._grid.ruled(picture, self._locator.refine(picture, corners)[0])
        return BoardGeometry(corners, self._locator.look(picture, corners).bar)

    def _guesses(self, start: Picture, corners_px: Points | None) -> list[Points]:
        if corners_px is not None:
            return [clockwise_from_top_left(np.asarray(corners_px, np.float64))]
        guesses = self._locator.guesses(start)
        markers = find_markers(start)
        if markers is not None:
            guesses.append(markers)
        return guesses

    def _colours(
        self, start: Picture, fit: _Fit, white_is: WhiteIs
    ) -> tuple[_Seen, Home, CheckerColour, CheckerColour]:
        """The board turned so that White sits near, White's home, and the colours of the two sides."""
        seen = self._see(start, fit.geometry)
        tops = peaks(seen.heats[CHECKER_HEAT], TOP_PEAK, 40, HEAT_STRIDE)[0]
        sides = []
        for white in (True, False):
            centres = [top for top in tops if _stands_on(top, fit.geometry.bar, fit.home, white=white)]
            colour = measure(seen.balanced, np.array(centres).reshape(-1, 2))
            if colour is None:
                msg = (
                    "start position: wanted to see the checkers' colours, no checker top is clear enough: more "
                    "light, or move the camera nearer"
                )
                raise PictureError(msg)
            sides.append(colour)
        white_sits_near = (sides[0].lab[0] >= sides[1].lab[0]) == (white_is is WhiteIs.LIGHT)
        if white_sits_near:
            return seen, fit.home, sides[0], sides[1]
        return self._see(start, fit.geometry.turned()), fit.home.from_other_seat, sides[1], sides[0]

    def _see(self, start: Picture, geometry: BoardGeometry) -> _Seen:
        balanced = balance(geometry.rectify(start))
        return _Seen(geometry, balanced, self._networks.heats(balanced))

    def _read_back(self, seen: _Seen, home: Home, white: CheckerColour, black: CheckerColour) -> float:
        chances = self._networks.points(stacked_view(seen.balanced, white, black), seen.geometry.bar)
        logs = [_log_chance(chances[strip], count) for strip, count in _counts(Position.start(), home)]
        return float(np.exp(np.mean(logs)))

    def _compare_empty(self, empty: Picture, profile: BoardProfile) -> tuple[Advice, ...]:
        if (empty.shape[1], empty.shape[0]) != profile.picture_px:
            return (Advice.OTHER_SIZE,)
        look = self._locator.look(empty, profile.geometry.corners_px)
        bias = np.array(profile.align_bias).reshape(4, 2)
        if np.abs(look.offsets - bias).mean() > 0.02:  # noqa: PLR2004 - about half a point's width
            return (Advice.SHAKEN,)
        return ()


def find_markers(picture: Picture) -> Points | None:
    """Inner corners (4, 2) of the four printed markers, clockwise from the top left; None where one is missing.

    The markers are DICT_4X4_50, ids 0 to 3.
    """
    if not hasattr(cv2, "aruco"):  # some builds before OpenCV 4.7 leave it out
        return None
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    if hasattr(cv2.aruco, "ArucoDetector"):
        quads, ids, _ = cv2.aruco.ArucoDetector(dictionary, cv2.aruco.DetectorParameters()).detectMarkers(picture)
    else:  # OpenCV before 4.7
        quads, ids, _ = cv2.aruco.detectMarkers(picture, dictionary)  # type: ignore[attr-defined]
    if ids is None:
        return None
    found = {int(number): quad.reshape(4, 2) for number, quad in zip(np.ravel(ids), quads, strict=True)}
    if not all(number in found for number in range(MARKERS)):
        return None
    chosen = [found[number] for number in range(MARKERS)]
    centre = np.mean([quad.mean(axis=0) for quad in chosen], axis=0)
    inner = [quad[int(np.argmin(np.linalg.norm(quad - centre, axis=1)))] for quad in chosen]
    return clockwise_from_top_left(np.array(inner, np.float64))


def _blank(balanced: Picture) -> Picture:
    return np.dstack([balanced, np.zeros((*balanced.shape[:2], 2), np.uint8)])


def _start_score(chances: Floats, home: Home) -> float:
    """Mean log probability of the start's counts, whatever the colours."""
    logs = []
    for strip, count in _counts(Position.start(), home):
        row = chances[strip]
        logs.append(float(np.logaddexp(_log_chance(row, count), _log_chance(row, -count))) if count else float(row[15]))
    return float(np.mean(logs))


def _counts(position: Position, home: Home) -> Iterator[tuple[int, int]]:
    """Each strip, the twelve far ones first, and its signed count, White positive."""
    for point in range(1, 25):
        column, near = point_column(point, home)
        yield column + 12 * near, position.white[point] - position.black[25 - point]


def _log_chance(row: Floats, count: int) -> float:
    """Log probability of a signed count; of a full row or more where it is a full row."""
    if abs(count) < FULL_ROW:
        return float(row[15 + count])
    return float(np.logaddexp.reduce(row[15 + count :] if count > 0 else row[: 16 + count]))


def _stands_on(top: Points, bar: float, home: Home, *, white: bool) -> bool:
    """Whether a checker top at canonical pixels belongs to one of the side's points at the start."""
    position = Position.start()
    counts = position.white if white else position.black
    rail_near = CANVAS_PX[1] / 2 + DEPTH_PX / 2
    rail_far = CANVAS_PX[1] / 2 - DEPTH_PX / 2
    for point in range(1, 25):
        if not counts[point]:
            continue
        column, near = point_column(point if white else 25 - point, home)
        depth = rail_near - top[1] if near else top[1] - rail_far
        if (
            abs(top[0] - column_centres(bar)[column]) < PITCH_PX * 0.45
            and -PITCH_PX * 0.6 < depth < PITCH_PX * counts[point] * 1.15
        ):
            return True
    return False
