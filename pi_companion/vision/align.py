"""Where the board is: corners in a whole picture, corners refined from a guess, and whether a known board has moved."""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from pi_companion.errors import ProfileError
from pi_companion.vision.arrays import Floats, Picture, Points
from pi_companion.vision.geometry import MAX_BAR, MIN_BAR, BoardGeometry, inverse, transform
from pi_companion.vision.nets import ALIGN_MARGIN, ALIGN_PX, CORNER_PX, CORNER_SCALE, CORNER_ZOOM, FINDER_PX, Network

REFINE_STEPS = 3
CORNER_STEPS = 3
MOST_SHIFT_PX = 11.0
"""Farther than this (pixels of the alignment picture) the corner network is not believed."""

FINDER_STRIDE = 4
PEAK_RADIUS = 4
WORST_PEAK = -6.0
"""A second candidate for a corner that is less likely than this (nats below the first) is not tried."""

UNLIKELY = 1e-4


WHOLE_WEIGHT = 0.5
"""Of two places of a board the corner network tells the right one better than the alignment network."""


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """What the alignment network says of a guess."""

    offsets: Points
    """(4, 2): how far each corner is from where the guess puts it, as a share of the network's picture."""

    bar: float
    """Width of the bar as a share of the field's width."""

    board: float
    """Probability that a board with upright points lies there."""


@dataclass(frozen=True, slots=True, eq=False)
class Usual:
    """What the networks say of a known board that lies where it should: their errors, to be taken off."""

    offsets: Points
    """(4, 2), as `Alignment.offsets`."""

    corners_px: Points
    """(4, 2), pixels of the alignment picture."""


def shrink(picture: Picture, size: tuple[int, int]) -> tuple[Picture, float]:
    """A picture at the top left of a canvas of `size` (width, height), and its scale."""
    height, width = picture.shape[:2]
    scale = min(size[0] / width, size[1] / height)
    small = cv2.resize(picture, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    canvas = np.zeros((size[1], size[0], 3), np.uint8)
    canvas[: small.shape[0], : small.shape[1]] = small
    return canvas, scale


def align_corners() -> Points:
    """Where the corners of an aligned board lie in the alignment network's picture, (4, 2)."""
    width, height = ALIGN_PX
    left, top = width * ALIGN_MARGIN, height * ALIGN_MARGIN
    return np.array([[left, top], [width - left, top], [width - left, height - top], [left, height - top]])


def as_top_left(piece: Picture, offset: Points, index: int) -> tuple[Picture, Points]:
    """Mirror the piece round corner `index` (far left, far right, near right, near left), and an offset in it."""
    across, down = index in (1, 2), index in (2, 3)
    turned = piece[:: -1 if down else 1, :: -1 if across else 1]
    return turned, np.asarray(offset * (-1 if across else 1, -1 if down else 1))


def clockwise_from_top_left(corners: Points) -> Points:
    """Four corners in the order top left, top right, bottom right, bottom left as the picture shows them."""
    centre = corners.mean(axis=0)
    angles = np.arctan2(corners[:, 1] - centre[1], corners[:, 0] - centre[0])
    ordered = corners[np.argsort(angles)]
    return np.roll(ordered, -int(np.argmin(ordered.sum(axis=1))), axis=0)


class Locator:
    """Finds a board and follows it."""

    def __init__(self) -> None:
        self._finder = Network("finder")
        self._align = Network("align")
        self._corner = Network("corner")

    def guesses(self, picture: Picture, most: int = 4) -> list[Points]:
        """Rough corners (4, 2) in picture pixels, top left first, clockwise in the picture; the likeliest guess first.

        Each corner has one or two candidates (a tray's or a half's corner looks much like the field's); the whole
        quadrilaterals are told apart by whether a board with upright or sideways points fills them.
        """
        small, scale = shrink(picture, FINDER_PX)
        candidates = [_heat_peaks(heat) for heat in self._finder(small[None])[0]]
        weighed = []
        for chosen in product(*candidates):
            corners = np.array([place for place, _ in chosen]) * FINDER_STRIDE / scale
            if not cv2.isContourConvex(corners.astype(np.float32).reshape(4, 1, 2)):
                continue
            board = max(self.look(picture, np.roll(corners, turn, axis=0)).board for turn in (0, 1))
            weighed.append((sum(weight for _, weight in chosen) + np.log(board + UNLIKELY), corners))
        weighed.sort(key=lambda pair: -pair[0])
        return [corners for _, corners in weighed[:most]]

    def look(self, picture: Picture, corners: Points) -> Alignment:
        """One look of the alignment network at a guess."""
        view = _align_view(picture, corners)
        out = self._align(view[None])[0].astype(np.float64)
        bar = float(np.clip(out[8] / 10, MIN_BAR, MAX_BAR))
        return Alignment(out[:8].reshape(4, 2) / 10, bar, float(1 / (1 + np.exp(-out[9]))))

    def refine(self, picture: Picture, corners: Points, usual: Usual | None = None) -> tuple[BoardGeometry, Alignment]:
        """Pull a guess onto the board: first all corners at once, then each by what lies round it.

        Args:
            picture: (H, W, 3).
            corners: (4, 2) guess, clockwise.
            usual: what the networks say of this board when it is aligned, from its profile.

        Raises:
            ProfileError: the guess runs away, there is no board near it.
        """
        now = np.asarray(corners, np.float64)
        for _ in range(REFINE_STEPS):
            look = self.look(picture, now)
            offsets = look.offsets if usual is None else look.offsets - usual.offsets
            now = _shifted(now, offsets * ALIGN_PX)
        for _ in range(CORNER_STEPS):
            shift_px = self.corner_offsets(picture, now)
            now = _shifted(now, shift_px if usual is None else shift_px - usual.corners_px)
        look = self.look(picture, now)
        return BoardGeometry(now, look.bar), look

    def unrest_px(self, picture: Picture, corners: Points) -> float:
        """How far both networks would still move corners (4, 2), in pixels of the alignment picture.

        Of several places that a guess was pulled to, the right one is mostly where they come to rest.
        """
        look = self.look(picture, corners)
        whole_px = float(np.abs(look.offsets * ALIGN_PX).mean())
        return float(np.abs(self.corner_offsets(picture, corners)).mean()) + WHOLE_WEIGHT * whole_px

    def corner_offsets(self, picture: Picture, corners: Points) -> Points:
        """How far each corner is from where the guess puts it, (4, 2) pixels of the alignment picture."""
        matrix = to_fine_view(corners)
        pieces, rests = [], []
        for index, place in enumerate(align_corners() * CORNER_ZOOM):
            left, top = (int(value) for value in np.round(place) - CORNER_PX // 2)
            shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
            piece = cv2.warpPerspective(picture, shift @ matrix, (CORNER_PX, CORNER_PX))
            pieces.append(as_top_left(np.asarray(piece, np.uint8), np.zeros(2), index)[0])
            rests.append(np.array([left, top]) + (CORNER_PX - 1) / 2 - place)
        found = self._corner(np.stack(pieces)).astype(np.float64) * CORNER_SCALE
        offsets = [as_top_left(pieces[index], found[index], index)[1] + rest for index, rest in enumerate(rests)]
        return np.asarray(np.clip(np.array(offsets) / CORNER_ZOOM, -MOST_SHIFT_PX, MOST_SHIFT_PX))


def _heat_peaks(heat: Floats) -> list[tuple[tuple[float, float], float]]:
    """The best and, where it is not hopeless, the second best place on a heat map (cells), with log weights."""
    rest = np.asarray(heat - heat.max(), np.float64)
    found: list[tuple[tuple[float, float], float]] = []
    for _ in range(2):
        y, x = (int(index) for index in np.unravel_index(int(np.argmax(rest)), rest.shape))
        weight = float(rest[y, x])
        if found and weight < WORST_PEAK:
            break
        top, left = max(0, y - 2), max(0, x - 2)
        piece = np.exp(rest[top : y + 3, left : x + 3])
        rows, columns = np.mgrid[top : top + piece.shape[0], left : left + piece.shape[1]]
        total = float(piece.sum())
        place = (float((columns * piece).sum()) / total + 0.5, float((rows * piece).sum()) / total + 0.5)
        found.append((place, weight))
        rest[max(0, y - PEAK_RADIUS) : y + PEAK_RADIUS + 1, max(0, x - PEAK_RADIUS) : x + PEAK_RADIUS + 1] = -np.inf
    return found


def _align_view(picture: Picture, corners: Points) -> Picture:
    return np.asarray(cv2.warpPerspective(picture, _to_align_view(corners), ALIGN_PX), np.uint8)


def to_fine_view(corners: Points) -> Points:
    """Homography from the picture to the finer alignment picture that the corners' pieces are cut from."""
    return np.asarray(np.diag([CORNER_ZOOM, CORNER_ZOOM, 1.0]) @ _to_align_view(corners), np.float64)


def _to_align_view(corners: Points) -> Points:
    """Homography from the picture to the alignment picture that these corners fill."""
    target = align_corners().astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), target), np.float64)


def _shifted(corners: Points, offsets_px: Points) -> Points:
    """Move corners in the picture by offsets in the alignment picture."""
    now = transform(inverse(_to_align_view(corners)), align_corners() + offsets_px)
    if not np.isfinite(now).all() or not cv2.isContourConvex(now.astype(np.float32).reshape(4, 1, 2)):
        msg = (
            "board: wanted four corners of a playing field, found none that hold together: "
            "show the whole board or give --corners"
        )
        raise ProfileError(msg)
    return now
