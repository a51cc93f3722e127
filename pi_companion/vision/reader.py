"""From one picture to an observation: is the board to be seen, and what stands on each place."""

import cv2
import numpy as np

from pi_companion.errors import ProfileError
from pi_companion.vision.align import Locator, Usual
from pi_companion.vision.arrays import Floats, Picture
from pi_companion.vision.colours import CheckerColour, balance, likeness
from pi_companion.vision.cube import CubeFinder
from pi_companion.vision.dice import DiceFinder
from pi_companion.vision.follow import follow
from pi_companion.vision.geometry import (
    BoardGeometry,
    Home,
    cut_bar,
    cut_strips,
    cut_trays,
    point_column,
)
from pi_companion.vision.nets import BAR_COUNTS, Network, log_softmax, sigmoid
from pi_companion.vision.observation import Observation, View, nothing_seen
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.readability import HAND_SHARE, covered_share, unreadable

DIE_HEAT, CUBE_HEAT, CHECKER_HEAT, HAND_HEAT = range(4)

HAND_FACTOR = 3.0
"""On a field that looks like skin, what is taken for a hand grows up to so many times with the light."""

MOVED = 0.0042
"""Corners off by more than this share of the alignment picture on average: the board or the camera was moved."""

FOUND_AGAIN_PX = 1.0
"""Corners this near (pixels of the alignment picture) after a fit: the moved board is found."""

FOLLOWED = 0.02
"""As `MOVED`: so far the networks may be from believing what the marks of two pictures say."""

NO_BOARD, SURE_BOARD = 0.05, 0.5
FULL_ROW = 5
FULL_DOUBT = 0.85
"""Share of the chance of a full row that is spread over all heights from there on."""

TALLER_SHARES = 0.8 ** np.arange(11) / (0.8 ** np.arange(11)).sum()
"""How it is spread over 5, 6, ... 15 checkers."""

TRAY_SHARES = np.array([0.125, *[0.375 / 15] * 15, 0.5], np.float32)
"""How often the tray network was shown each number, and no tray; what it says is taken relative to that."""

ELSEWHERE = 0.25
"""Share of players who put their borne-off checkers elsewhere: an empty tray says little."""

TRAY_TEMPERATURE = np.float32(1.8)
"""The tray network is surer than it should be; by so much, on boards that it was not trained on."""

TRAY_MISREAD = 0.05
"""How often a tray may be misread for no reason that the network knows of."""

MISCOUNTED = np.array([[0.35 ** abs(one - other) for other in range(10)] for one in range(10)], np.float32)
MISCOUNTED /= MISCOUNTED.sum(axis=1, keepdims=True)
"""How taller stacks, of 6 to 15, are taken for one another (10, 10): the second layer hides the third."""

IMPOSSIBLE_BAR = -14.0
"""Log likelihood of more checkers on the bar than the network counts."""


def stacked_view(balanced: Picture, white: CheckerColour, black: CheckerColour) -> Picture:
    """What the point and bar networks read, (352, 560, 5): a balanced view and its likeness to each side's checkers."""
    return cv2.merge([balanced, likeness(balanced, white, black)])  # type: ignore[return-value]


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
        obstacle = unreadable(view, place.bar, self.profile)
        if obstacle is View.DARK:
            return nothing_seen(obstacle)
        balanced = balance(view)
        heats = self.networks.heats(balanced)
        if covered_share(heats[HAND_HEAT], place, (width, height)) > HAND_SHARE + HAND_FACTOR * self.profile.hand_share:
            return nothing_seen(View.COVERED)
        if obstacle is not None:
            return nothing_seen(obstacle)
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

    def find_again(
        self, picture: Picture, geometry: BoardGeometry, before: Picture | None = None
    ) -> BoardGeometry | None:
        """Where a board lies now that has moved, or its camera; None where it is not to be found.

        What the networks say of it there is from now on what is usual.

        Args:
            picture: the board somewhere near to where it was.
            geometry: where it was.
            before: a picture of it there, where there is one: the marks that both have in common lead farther and
                more exactly than the networks, which know boards but not this one.
        """
        followed = None if before is None else follow(before, picture, geometry)
        if followed is not None:
            look = self._locator.look(picture, followed.corners_px)
            if look.board > SURE_BOARD and np.abs(look.offsets - self.usual.offsets).mean() < FOLLOWED:
                self.usual = Usual(look.offsets, self._locator.corner_offsets(picture, followed.corners_px))
                return followed
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
            off=self.networks.off(stacked[..., :3], geometry.bar, self.profile.white_home),
            dice=self.networks.dice.find(picture, geometry, heats[DIE_HEAT], heats[CUBE_HEAT], heats[CHECKER_HEAT]),
            cube=self.networks.cube.find(picture, geometry, heats[CUBE_HEAT]),
        )


class Networks:
    """The trained networks of a reading, with their numbers put into the house's terms."""

    def __init__(self) -> None:
        self._point = Network("point")
        self._bar = Network("bar")
        self._tray = Network("tray")
        self._board = Network("board")
        self.dice = DiceFinder()
        self.cube = CubeFinder()

    def heats(self, balanced: Picture) -> Floats:
        """(4, 88, 140): probability of a die's, the cube's, a checker's centre, and of a hand."""
        return sigmoid(self._board(balanced[None])[0])

    def points(self, stacked: Picture, bar: float) -> Floats:
        """(24, 31) in strip order: far left to right, near left to right."""
        row = np.concatenate(list(cut_strips(stacked, bar)), axis=1)
        return doubt_tall_stacks(log_softmax(self._point(row[None])[0, :, 0].T))

    def bar(self, stacked: Picture) -> Floats:
        """(2, 16): White's and Black's checkers on the bar."""
        out = np.full((2, 16), IMPOSSIBLE_BAR, np.float32)
        out[:, :BAR_COUNTS] = log_softmax(self._bar(cut_bar(stacked)[None]).reshape(2, BAR_COUNTS))
        return out

    def off(self, balanced: Picture, bar: float, home: Home) -> Floats:
        """(2, 16): White's and Black's borne-off checkers, flat where no tray for them is in view."""
        return off_likelihoods(self._tray(cut_trays(balanced, bar, home)))


def off_likelihoods(logits: Floats) -> Floats:
    """What the tray network (N, 17) says, as log likelihoods (N, 16) of 0 to 15 borne-off checkers."""
    chances = np.exp(log_softmax(logits / TRAY_TEMPERATURE)) / TRAY_SHARES
    counts = chances[:, :16] + chances[:, 16:]
    counts = (1 - ELSEWHERE) * counts + ELSEWHERE * counts[:, :1]
    counts = (1 - TRAY_MISREAD) * counts / counts.sum(axis=1, keepdims=True) + TRAY_MISREAD / 16
    return np.asarray(np.log(counts), np.float32)


def doubt_tall_stacks(log_chances: Floats) -> Floats:
    """Spread what is said of a full row over that row and taller stacks of its colour, (N, 31).

    Seen from above, checkers that lie on a full row hardly show: five and eight look nearly alike, and the network is
    surer of the lower number than it should be; still taller ones it counts as best it can. The count is then for the
    rest of the board to say.
    """
    chances = np.exp(log_chances)
    for sign in (1, -1):
        taller = 15 + sign * np.arange(FULL_ROW, 16)
        full = chances[:, taller[0]].copy()
        chances[:, taller[0]] = (1 - FULL_DOUBT) * full
        higher = chances[:, taller[1:]] @ MISCOUNTED
        chances[:, taller[1:]] = higher
        chances[:, taller] += FULL_DOUBT * full[:, None] * TALLER_SHARES
    return np.asarray(np.log(np.maximum(chances, 1e-12)), np.float32)
