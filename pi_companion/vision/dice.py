"""Dice and the cube: pieces of the picture where something was noticed, upright as the camera shows them."""

from dataclasses import dataclass

import numpy as np

from pi_companion.vision.arrays import Floats, Picture, Points
from pi_companion.vision.geometry import PITCH_PX, BoardGeometry
from pi_companion.vision.heats import apart, peaks
from pi_companion.vision.nets import (
    CUBE_PATCH_PX,
    CUBE_ZOOM,
    DICE_PATCH_PX,
    DICE_STRIDE,
    DICE_ZOOM,
    HEAT_STRIDE,
    Network,
    log_softmax,
)
from pi_companion.vision.observation import CubeSeen, DieSeen

NOTICED = 0.04
"""Heat of the board network from which a place is looked at closely."""

MAX_PIECES = 10
PIECES_APART_PX = 7.0
"""Places nearer to one another than this (canonical pixels) are seen in one piece."""

MAX_DICE_IN_PIECE = 6
DIE_PRESENT = 0.3
"""Below this what was noticed is no die: a highlight on a checker, an inlay, a hinge."""

EDGE_PX = 6.0
"""A die whose middle is nearer to the edge of a piece than this is left to another piece."""

DICE_APART_PX = 6.0
"""Dice nearer to one another than this (canonical pixels) are one die seen in two pieces."""

FACE_APART_PX, FACE_SHARE = 13.0, 0.65
"""What is this near to a die that is so much surer is that die's other face: two dice that touch are about as sure."""

CHECKER_UNDER, UNDER_PX, MOST_CHECKERS = 0.3, 11.0, 40
"""A checker's top that is so sure and so near (canonical pixels) lies under a die; a die that leans is farther off."""

CUBE_CELLS = 7
"""Cells of the board network's maps that a cube may take up."""

CUBE_SURE = 0.25
FIELD_MARGIN = 0.012
"""A die whose centre is this far (board coordinates) outside the field still lies on it."""

CUBE_NOTICED = 0.15
CUBE_DOUBT = 0.02
"""Share of the cube's readings that may be any value."""


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    place: Points
    """Canonical pixels (2,)."""

    presence: float
    """How surely a die is there: by the board network and by the dice network, their geometric mean."""

    faces: Floats
    """(6,) logits."""

    leans: bool


class DiceFinder:
    """Finds dice and says what they show."""

    def __init__(self) -> None:
        self._network = Network("dice")

    def find(
        self, picture: Picture, geometry: BoardGeometry, heat: Floats, cubes: Floats, checkers: Floats
    ) -> tuple[DieSeen, ...]:
        """Every die in the canonical view, surest first.

        Args:
            picture: (H, W, 3).
            geometry: where the board is in it.
            heat: (88, 140), the board network's map of dice.
            cubes: (88, 140), its map of cubes: where one lies there is no die.
            checkers: (88, 140), its map of the tops of checkers: a die may lie on one.
        """
        heat = without_cube(heat, cubes)
        noticed, _ = peaks(heat, NOTICED, MAX_PIECES * 2, HEAT_STRIDE)
        chosen = noticed[apart(noticed, PIECES_APART_PX)][:MAX_PIECES]
        if not len(chosen):
            return ()
        pieces, matrices = zip(
            *(geometry.upright(picture, place, DICE_PATCH_PX, DICE_ZOOM) for place in chosen), strict=True
        )
        found = []
        for said, matrix in zip(self._network(np.stack(pieces)), matrices, strict=True):
            found += _in_piece(said, matrix, geometry, heat)
        found.sort(key=lambda one: -one.presence)
        kept: list[_Found] = []
        for one in found:
            if not any(_same(one, other) for other in kept):
                kept.append(one)
        return tuple(_die(one, geometry, checkers) for one in kept)


def without_cube(heat: Floats, cubes: Floats) -> Floats:
    """The map of dice without the place of the cube; there is one, so what else looks like a cube may be a die."""
    row, column = (int(index) for index in np.unravel_index(int(np.argmax(cubes)), cubes.shape))
    sure, reach = float(cubes[row, column]), CUBE_CELLS // 2
    near = np.s_[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
    if sure > CUBE_SURE:
        heat = heat.copy()
        heat[near] = np.where(heat[near] < sure, np.float32(0), heat[near])
    return heat


def _same(weaker: _Found, surer: _Found) -> bool:
    """Whether the weaker of two finds is the surer one's die again."""
    reach = FACE_APART_PX if weaker.presence < FACE_SHARE * surer.presence else DICE_APART_PX
    return bool(np.linalg.norm(weaker.place - surer.place) < reach)


def _in_piece(said: Floats, matrix: Points, geometry: BoardGeometry, board_heat: Floats) -> list[_Found]:
    """The dice that the network (8, 16, 16) sees in one piece, clear of its edges."""
    heat = np.asarray(1 / (1 + np.exp(-said[0])), np.float32)
    places, heights = peaks(heat, NOTICED, MAX_DICE_IN_PIECE, DICE_STRIDE)
    found = []
    for place, height in zip(places, heights, strict=True):
        if min(place.min(), DICE_PATCH_PX - place.max()) < EDGE_PX:
            continue
        column, row = (int(axis) for axis in place / DICE_STRIDE)
        near = np.s_[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        weight = heat[near] ** 2
        weight /= weight.sum()
        faces = (said[1:7][:, *near] * weight).sum(axis=(1, 2))
        leans = float((said[7][near] * weight).sum()) > 0
        pixel = np.linalg.solve(matrix[:, :2], place - 0.5 - matrix[:, 2])
        middle = geometry.canonical_from_picture(pixel[None])[0]
        presence = float(np.sqrt(height * _heat_near(board_heat, middle)))
        if presence > DIE_PRESENT:
            found.append(_Found(middle, presence, faces, leans))
    return found


def _heat_near(heat: Floats, place: Points) -> float:
    """The highest value of a heat map within a cell of a canonical point."""
    column, row = (int(axis) for axis in place / HEAT_STRIDE)
    near = heat[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    return float(near.max()) if near.size else 0.0


def _die(found: _Found, geometry: BoardGeometry, checkers: Floats) -> DieSeen:
    pixel = geometry.picture_from_canonical(found.place[None])[0]
    place = geometry.board_from_canonical(found.place[None])[0]
    return DieSeen(
        log_likelihoods=log_softmax(found.faces),
        centre_px=(float(pixel[0]), float(pixel[1])),
        centre_board=(float(place[0]), float(place[1])),
        cocked=found.leans,
        on_field=on_field(place, geometry.bar),
        presence=found.presence,
        on_checker=found.leans and lies_on_checker(found.place, checkers),
    )


def lies_on_checker(place: Points, checkers: Floats) -> bool:
    """Whether the middle of a checker's top lies under a die that is seen at a canonical point."""
    tops, _ = peaks(checkers, CHECKER_UNDER, MOST_CHECKERS, HEAT_STRIDE)
    return bool((np.linalg.norm(tops - place, axis=1) < UNDER_PX).any())


def on_field(place: Points, bar: float) -> bool:
    """Whether a die centred at board coordinates lies in one of the halves."""
    x, y = place
    on_bar = abs(x - 0.5) < bar / 2 - PITCH_PX / 4 / (PITCH_PX * 12 / (1 - bar))
    inside = -FIELD_MARGIN <= x <= 1 + FIELD_MARGIN and -FIELD_MARGIN <= y <= 1 + FIELD_MARGIN
    return bool(inside and not on_bar)


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
        places, heights = peaks(heat, CUBE_NOTICED, 3, HEAT_STRIDE)
        if not len(places):
            return None
        pieces = np.stack([geometry.upright(picture, place, CUBE_PATCH_PX, CUBE_ZOOM)[0] for place in places])
        scores = log_softmax(self._network(pieces))
        best = int(np.argmax(heights * (1 - np.exp(scores[:, 7]))))
        pixel = geometry.picture_from_canonical(places[best : best + 1])[0]
        place = geometry.board_from_canonical(places[best : best + 1])[0]
        return CubeSeen(
            values=_with_doubt(scores[best, :7]),
            centre_px=(float(pixel[0]), float(pixel[1])),
            centre_board=(float(place[0]), float(place[1])),
        )


def _with_doubt(scores: Floats) -> Floats:
    """Log likelihoods (7,) of the cube's faces, with room for a misread."""
    chances = np.exp(log_softmax(scores))
    return np.asarray(np.log((1 - CUBE_DOUBT) * chances + CUBE_DOUBT / len(chances)), np.float32)
