"""From one picture to an observation: is the board to be seen, and what stands on each place."""

import cv2
import numpy as np

from pi_companion.errors import ProfileError
from pi_companion.vision.align import Locator, Usual
from pi_companion.vision.arrays import Floats, Picture, Points
from pi_companion.vision.colours import CheckerColour, balance, likeness
from pi_companion.vision.geometry import (
    DEPTH_PX,
    PITCH_PX,
    BoardGeometry,
    cut_bar,
    cut_strips,
    field_corners,
    point_column,
)
from pi_companion.vision.nets import (
    BAR_COUNTS,
    CENTRE_SCALE,
    CUBE_PATCH_PX,
    DIE_PATCH_PX,
    HEAT_STRIDE,
    PATCH_ZOOM,
    Network,
    log_softmax,
)
from pi_companion.vision.observation import CubeSeen, DieSeen, Observation, View, nothing_seen
from pi_companion.vision.profile import BoardProfile

DIE_HEAT, CUBE_HEAT, CHECKER_HEAT, HAND_HEAT = range(4)

DARK_MEAN = 14.0
"""A field darker than this (mean of 0..255) cannot be read."""

HAND_SHARE = 0.008
"""A hand over so much more of the playing field than is always taken for one covers the board."""

MOVED = 0.0042
"""Corners off by more than this share of the alignment picture on average: the board or the camera was moved."""

FOUND_AGAIN_PX = 1.0
"""Corners this near (pixels of the alignment picture) after a fit: the moved board is found."""

NO_BOARD, SURE_BOARD = 0.05, 0.5
FULL_ROW = 5
FULL_DOUBT = 0.6
"""Share of the chance of a full row that is spread over all heights from there on."""

TALLER_SHARES = 0.8 ** np.arange(11) / (0.8 ** np.arange(11)).sum()
"""How it is spread over 5, 6, ... 15 checkers."""

DIE_PEAK, CUBE_PEAK = 0.08, 0.15
MAX_DICE = 10
MAX_TOPS = 60
"""Room for every checker top that the board network may name."""
DIE_PRESENT = 0.28
"""Below this what was noticed is no die: a highlight on a checker, an inlay, a hinge."""

FARTHEST_PX = 9.0
"""Largest shift, in patch pixels, from where a die was noticed to the middle of its top face."""

UPWARD_PX = np.arange(-1.0, 6.0)
"""Shifts up in the picture (canonical pixels) at which a die is looked at."""

FACE_SHARPNESS = 1.6
"""Power to which the averaged chances of a die's faces are raised: averaging blurs them more than dice are misread."""

DIE_APART_PX = 6.0
"""Dice nearer to one another than this (canonical pixels) are one die noticed twice."""

CUBE_DOUBT = 0.4
"""Share of the cube's readings that may be any value: its numerals are often a few pixels high."""

IMPOSSIBLE_BAR = -14.0
"""Log likelihood of more checkers on the bar than the network counts."""

FIELD_MARGIN = 0.012
"""A die whose centre is this far (board coordinates) outside the field still lies on it."""


def stacked_view(balanced: Picture, white: CheckerColour, black: CheckerColour) -> Picture:
    """What the point and bar networks read, (352, 560, 5): a balanced view and its likeness to each side's checkers."""
    return np.dstack([balanced, likeness(balanced, white, black)])


class Reader:
    """Reads pictures of one board.

    Args:
        profile: the board as calibration found it.
        locator: shared with others where there is one already.
    """

    def __init__(self, profile: BoardProfile, locator: Locator | None = None) -> None:
        self.profile = profile
        self.networks = Networks()
        self._locator = locator or Locator()
        self.usual = Usual(np.array(profile.align_bias).reshape(4, 2), np.array(profile.corner_bias).reshape(4, 2))

    def observe(self, picture: Picture, geometry: BoardGeometry | None = None) -> Observation:
        """What the picture (H, W, 3; B, G, R) shows.

        Args:
            picture: of the size that the profile was made from.
            geometry: where the board is now, if it has moved since calibration.

        Raises:
            ProfileError: the picture has another size than the profile's.
        """
        height, width = picture.shape[:2]
        if (width, height) != self.profile.picture_px:
            wanted = "x".join(str(side) for side in self.profile.picture_px)
            msg = (
                f"profile: made for pictures of {wanted} pixels, this one has {width}x{height}: calibrate this "
                "camera again"
            )
            raise ProfileError(msg)
        place = geometry or self.profile.geometry
        view = place.rectify(picture)
        if field(view, place.bar).mean() < DARK_MEAN:
            return nothing_seen(View.DARK)
        balanced = balance(view)
        heats = self.networks.heats(balanced)
        if covered_share(heats[HAND_HEAT], place.bar) > HAND_SHARE + self.profile.hand_share:
            return nothing_seen(View.COVERED)
        moved = self.displacement(picture, place)
        if moved is None:
            return nothing_seen(View.NO_BOARD)
        if moved > MOVED:
            return nothing_seen(View.MOVED)
        stacked = stacked_view(balanced, self.profile.white, self.profile.black)
        return self.read(picture, place, stacked, heats)

    def displacement(self, picture: Picture, geometry: BoardGeometry) -> float | None:
        """How far the board is from its place, as a share of the alignment picture; None where there is no board."""
        look = self._locator.look(picture, geometry.corners_px)
        if look.board < NO_BOARD:
            return None
        return float(np.abs(look.offsets - self.usual.offsets).mean())

    def find_again(self, picture: Picture, geometry: BoardGeometry) -> BoardGeometry | None:
        """Where a board lies now that has moved from `geometry`, or its camera; None where it is not to be found."""
        try:
            fitted, look = self._locator.refine(picture, geometry.corners_px, self.usual)
        except ProfileError:
            return None
        off_px = self._locator.corner_offsets(picture, fitted.corners_px) - self.usual.corners_px
        found = look.board > SURE_BOARD and np.abs(off_px).max() < FOUND_AGAIN_PX
        return BoardGeometry(fitted.corners_px, self.profile.geometry.bar) if found else None

    def read(self, picture: Picture, geometry: BoardGeometry, stacked: Picture, heats: Floats) -> Observation:
        """The full reading of a picture whose board is known to be in place."""
        strips = self.networks.points(stacked, geometry.bar)
        points = np.empty((24, 31), np.float32)
        for point in range(1, 25):
            column, near = point_column(point, self.profile.white_home)
            points[point - 1] = strips[column + 12 * near]
        return Observation(
            view=View.CLEAR,
            points=points,
            bar=self.networks.bar(stacked),
            off=np.zeros((2, 16), np.float32),
            dice=self.networks.dice(picture, geometry, heats),
            cube=self.networks.cube(picture, geometry, heats),
        )


class Networks:
    """The trained networks of a reading, with their numbers put into the house's terms."""

    def __init__(self) -> None:
        self._point = Network("point")
        self._bar = Network("bar")
        self._board = Network("board")
        self._centre = Network("centre")
        self._die = Network("die")
        self._cube = Network("cube")

    def heats(self, balanced: Picture) -> Floats:
        """(4, 88, 140): probability of a die's, the cube's, a checker's centre, and of a hand."""
        return np.asarray(1 / (1 + np.exp(-self._board(balanced[None])[0])), np.float32)

    def points(self, stacked: Picture, bar: float) -> Floats:
        """(24, 31) in strip order: far left to right, near left to right."""
        return doubt_tall_stacks(log_softmax(self._point(cut_strips(stacked, bar))))

    def bar(self, stacked: Picture) -> Floats:
        """(2, 16): White's and Black's checkers on the bar."""
        out = np.full((2, 16), IMPOSSIBLE_BAR, np.float32)
        out[:, :BAR_COUNTS] = log_softmax(self._bar(cut_bar(stacked)[None]).reshape(2, BAR_COUNTS))
        return out

    def dice(self, picture: Picture, geometry: BoardGeometry, heats: Floats) -> tuple[DieSeen, ...]:
        """Every die in the canonical view, surest first."""
        noticed = peaks(heats[DIE_HEAT], DIE_PEAK, MAX_DICE)
        if not len(noticed):
            return ()
        near = self._die_scores(picture, geometry, noticed)
        once = self._centred(picture, geometry, noticed)
        presence = _presence(near, self._die_scores(picture, geometry, once), heat_at(heats[DIE_HEAT], noticed))
        centres = self._centred(picture, geometry, once)
        kept = [index for index in apart(centres, DIE_APART_PX) if presence[index] >= DIE_PRESENT]
        pixels = geometry.picture_from_canonical(centres)
        places = geometry.board_from_canonical(centres)
        found = []
        for index in kept:
            faces, cocked = self._faces(picture, geometry, centres[index])
            found.append(
                DieSeen(
                    log_likelihoods=faces,
                    centre_px=(float(pixels[index, 0]), float(pixels[index, 1])),
                    centre_board=(float(places[index, 0]), float(places[index, 1])),
                    cocked=cocked,
                    on_field=on_field(places[index], geometry.bar),
                    presence=float(presence[index]),
                )
            )
        return tuple(found)

    def _die_scores(self, picture: Picture, geometry: BoardGeometry, centres: Points) -> Floats:
        """(N, 8): log probabilities of what lies at canonical points (N, 2)."""
        patches = np.stack([geometry.patch(picture, centre, DIE_PATCH_PX, PATCH_ZOOM) for centre in centres])
        return log_softmax(self._die(patches))

    def _centred(self, picture: Picture, geometry: BoardGeometry, centres: Points) -> Points:
        """Canonical points (N, 2) pulled to the middles of the top faces of dice near them."""
        patches = np.stack([geometry.patch(picture, centre, DIE_PATCH_PX, PATCH_ZOOM) for centre in centres])
        shifts = np.clip(self._centre(patches).astype(np.float64) * CENTRE_SCALE, -FARTHEST_PX, FARTHEST_PX)
        return np.asarray(centres + shifts / PATCH_ZOOM)

    def _faces(self, picture: Picture, geometry: BoardGeometry, centre: Points) -> tuple[Floats, bool]:
        """Log likelihoods (6,) of a die's faces, and whether it leans.

        Seen at a slant a die shows its sides below its top, and the middle may be taken too low: so the chances are
        averaged along the line that goes up in the picture.
        """
        pixel = geometry.picture_from_canonical(centre[None])[0]
        up = geometry.canonical_from_picture([pixel - (0, 4.0)])[0] - centre
        up /= max(float(np.linalg.norm(up)), 1e-6)
        chances = np.exp(self._die_scores(picture, geometry, centre + UPWARD_PX[:, None] * up)).mean(axis=0)
        faces = log_softmax(np.asarray(FACE_SHARPNESS * np.log(chances[:6]), np.float32))
        return faces, bool(chances[6] > chances[:6].max())

    def cube(self, picture: Picture, geometry: BoardGeometry, heats: Floats) -> CubeSeen | None:
        """The cube, if one is in the canonical view."""
        centres = peaks(heats[CUBE_HEAT], CUBE_PEAK, 3)
        if not len(centres):
            return None
        patches = np.stack([geometry.patch(picture, centre, CUBE_PATCH_PX, PATCH_ZOOM) for centre in centres])
        scores = log_softmax(self._cube(patches))
        best = int(np.argmax(heat_at(heats[CUBE_HEAT], centres) * (1 - np.exp(scores[:, 7]))))
        pixel = geometry.picture_from_canonical(centres[best : best + 1])[0]
        place = geometry.board_from_canonical(centres[best : best + 1])[0]
        return CubeSeen(
            values=doubt_values(scores[best, :7]),
            centre_px=(float(pixel[0]), float(pixel[1])),
            centre_board=(float(place[0]), float(place[1])),
        )


def doubt_tall_stacks(log_chances: Floats) -> Floats:
    """Spread what is said of a full row over that row and taller stacks of its colour, (N, 31).

    Seen from above, checkers that lie on a full row hardly show: five and eight look nearly alike, and the network is
    surer of the lower number than it should be. The count is then for the rest of the board to say.
    """
    chances = np.exp(log_chances)
    for sign in (1, -1):
        taller = 15 + sign * np.arange(FULL_ROW, 16)
        full = chances[:, taller[0]].copy()
        chances[:, taller[0]] = (1 - FULL_DOUBT) * full
        chances[:, taller] += FULL_DOUBT * full[:, None] * TALLER_SHARES
    return np.asarray(np.log(np.maximum(chances, 1e-12)), np.float32)


def doubt_values(scores: Floats) -> Floats:
    """Log likelihoods (7,) of the cube's faces, with room for the misreads that small numerals lead to."""
    chances = np.exp(log_softmax(scores))
    return np.asarray(np.log((1 - CUBE_DOUBT) * chances + CUBE_DOUBT / len(chances)), np.float32)


def apart(centres: Points, least: float) -> list[int]:
    """Which of the points (N, 2) are not nearer than `least` to one kept before them."""
    kept: list[int] = []
    for index, centre in enumerate(centres):
        if all(np.linalg.norm(centre - centres[other]) >= least for other in kept):
            kept.append(index)
    return kept


def _presence(noticed: Floats, centred: Floats, heat: Floats) -> Floats:
    """How surely dice are dice, (N,): by the classifier where noticed and where centred, and by the heat."""
    return np.asarray((1 - np.exp(noticed[:, 7])) * (1 - np.exp(centred[:, 7])) * np.sqrt(heat), np.float32)


def heat_at(heat: Floats, points: Points) -> Floats:
    """The heat map's value at canonical points (N, 2)."""
    columns = np.clip((points[:, 0] / HEAT_STRIDE).astype(int), 0, heat.shape[1] - 1)
    rows = np.clip((points[:, 1] / HEAT_STRIDE).astype(int), 0, heat.shape[0] - 1)
    return np.asarray(heat[rows, columns], np.float32)


def peaks(heat: Floats, threshold: float, most: int) -> Points:
    """Local maxima of a heat map as canonical pixels (N, 2), highest first."""
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
    return (np.array(centres, np.float64).reshape(-1, 2) + 0.5) * HEAT_STRIDE


def field(view: Picture, bar: float) -> Picture:
    """The part of a canonical view that shows the playing field."""
    (left, top), (right, _), *_ = field_corners(bar).round().astype(int)
    return view[top : top + DEPTH_PX, left:right]


def covered_share(hand: Floats, bar: float) -> float:
    """Share of the playing field that a hand hides."""
    (left, top), _, (right, bottom), _ = (field_corners(bar) / HEAT_STRIDE).round().astype(int)
    return float((hand[top:bottom, left:right] > 0.5).mean())  # noqa: PLR2004 - more likely than not


def on_field(place: Points, bar: float) -> bool:
    """Whether a die centred at board coordinates lies in one of the halves."""
    x, y = place
    on_bar = abs(x - 0.5) < bar / 2 - PITCH_PX / 4 / (PITCH_PX * 12 / (1 - bar))
    inside = -FIELD_MARGIN <= x <= 1 + FIELD_MARGIN and -FIELD_MARGIN <= y <= 1 + FIELD_MARGIN
    return bool(inside and not on_bar)
