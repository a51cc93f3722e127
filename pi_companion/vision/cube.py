"""The cube: where it is, what it says and whose it is; the face that lies up and its place are weighed together."""

import numpy as np

from pi_companion.rules import Side
from pi_companion.vision.arrays import Floats, Picture, Points
from pi_companion.vision.geometry import BoardGeometry
from pi_companion.vision.heats import peaks
from pi_companion.vision.nets import CUBE_PATCH_PX, CUBE_VALUES, CUBE_ZOOM, HEAT_STRIDE, Network, log_softmax
from pi_companion.vision.observation import CubeSeen

WHITE, BLACK, CENTRE = range(3)
"""Where it lies: on White's side, which is near, on Black's, or with nobody."""

FIELD_EDGE, TRAY_EDGE = 0.2, 0.09
"""How far from the middle, in shares of the board's depth, a cube becomes a player's: on the bar it is pushed to the
rail, in a tray beside the field it may lie just across the divider."""

EDGE_SOFTNESS = 0.03
SUREST = 8.0
"""Nats; a cube's place alone never says more."""

_FACES = (*CUBE_VALUES, 1)
_CENTRED_FACES = (64, 1)

ODD_FACE = 2.0
"""Nats against a cube that is nobody's and shows another face, for each time that it must have been doubled: every
automatic double turns it once more, and most tables have none. A low camera sees the side's number best, often 16."""

NOTICED = 0.15
"""Heat of the board network from which a place is looked at closely."""

LOOKS_PX = ((-5.0, -4.0), (5.0, -4.0))
"""Where, beside the place that was noticed, the cube is looked at too; the answers are averaged. What is noticed is
a little below the top, for the front face draws the eye."""

FACES_PX = 32.0
"""Two places nearer than this (canonical pixels) are two faces of the one cube; its top is the upper one."""

DOUBT = 0.02
"""Share of the cube's readings that may be any value."""


def place_likelihoods(cube: CubeSeen) -> Floats:
    """Log probability, (3,), that the cube is White's, Black's or nobody's, by where it lies alone."""
    across, along = cube.centre_board
    edge = FIELD_EDGE if 0 <= across <= 1 else TRAY_EDGE
    scores = np.zeros(3)
    scores[WHITE] = np.clip((along - 0.5 - edge) / EDGE_SOFTNESS, -SUREST, SUREST)
    scores[BLACK] = np.clip((0.5 - edge - along) / EDGE_SOFTNESS, -SUREST, SUREST)
    return np.asarray(scores - np.logaddexp.reduce(scores), np.float32)


def value_and_owner(cube: CubeSeen) -> tuple[int, Side | None]:
    """The likeliest value and owner together; a cube that is nobody's counts 1 where it shows 64 or a blank face."""
    joint = cube.values[:, None] + place_likelihoods(cube)[None, :]
    for row, face in enumerate(_FACES):
        if face not in _CENTRED_FACES:
            joint[row, CENTRE] -= ODD_FACE * np.log2(face)
    joint[_FACES.index(1), [WHITE, BLACK]] = -np.inf  # who owns it has taken a double
    row, place = (int(index) for index in np.unravel_index(int(joint.argmax()), joint.shape))
    owner = (Side.WHITE, Side.BLACK, None)[place]
    return (1 if owner is None and _FACES[row] in _CENTRED_FACES else _FACES[row]), owner


class CubeFinder:
    """Finds the doubling cube and says what it shows."""

    def __init__(self) -> None:
        self._network = Network("cube")

    def find(self, picture: Picture, geometry: BoardGeometry, heat: Floats) -> CubeSeen | None:
        """The cube, if one is in the canonical view.

        Args:
            picture: (H, W, 3).
            geometry: where the board is in it.
            heat: (88, 140), the board network's map of cubes.
        """
        places, heights = peaks(heat, NOTICED, 3, HEAT_STRIDE)
        if not len(places):
            return None
        top = tops_of(places, heights, geometry)
        places, heights = places[top], heights[top]
        cut = [geometry.upright(picture, place, CUBE_PATCH_PX, CUBE_ZOOM) for place in places]
        scores = log_softmax(self._network(np.stack([piece for piece, _ in cut])))
        best = int(np.argmax(heights * np.exp(scores[:, :7].max(axis=1))))  # the cube is what shows one clear number
        pixel = geometry.picture_from_canonical(places[best : best + 1])[0]
        place = geometry.board_from_canonical(places[best : best + 1])[0]
        beside = np.stack([self._beside(picture, geometry, cut[best][1], shift) for shift in LOOKS_PX])
        values = (scores[best] + log_softmax(self._network(beside)).sum(axis=0)) / (1 + len(LOOKS_PX))
        return CubeSeen(
            values=_with_doubt(values[:7]),
            centre_px=(float(pixel[0]), float(pixel[1])),
            centre_board=(float(place[0]), float(place[1])),
        )

    @staticmethod
    def _beside(picture: Picture, geometry: BoardGeometry, matrix: Points, shift: tuple[float, float]) -> Picture:
        """Another piece, its middle shifted by that many pixels from that of the piece that the (2, 3) matrix cuts."""
        middle = np.full(2, (CUBE_PATCH_PX - 1) / 2) + shift
        pixel = np.asarray(np.linalg.solve(matrix[:, :2], middle - matrix[:, 2]), np.float64)
        place = geometry.canonical_from_picture(pixel[None])[0]
        return geometry.upright(picture, place, CUBE_PATCH_PX, CUBE_ZOOM)[0]


def tops_of(places: Points, heights: Floats, geometry: BoardGeometry) -> list[int]:
    """Which of the places are no front faces: those above which, in the picture, something likelier lies close."""
    down = geometry.picture_from_canonical(places)[:, 1]
    apart_px = np.linalg.norm(places[:, None] - places[None], axis=2)
    front = (apart_px < FACES_PX) & (down[:, None] > down[None]) & (heights[None] > heights[:, None])
    return [int(index) for index in np.flatnonzero(~front.any(axis=1))]


def _with_doubt(scores: Floats) -> Floats:
    """Log likelihoods (7,) of the cube's faces, with room for a misread."""
    chances = np.exp(log_softmax(scores))
    return np.asarray(np.log((1 - DOUBT) * chances + DOUBT / len(chances)), np.float32)
