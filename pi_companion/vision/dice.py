"""Dice: pieces of the picture where something was noticed, upright as the camera shows them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pi_companion.vision.arrays import Floats, Picture, Points
from pi_companion.vision.geometry import PITCH_PX, BoardGeometry, field_corners, transform
from pi_companion.vision.heats import apart, peaks
from pi_companion.vision.nets import (
    DICE_PATCH_PX,
    DICE_STRIDE,
    DICE_ZOOM,
    FACE_PATCH_PX,
    HEAT_STRIDE,
    Network,
    log_softmax,
    sigmoid,
)
from pi_companion.vision.observation import DieSeen

NOTICED, BESIDE_OTHERS = 0.1, 0.2
"""Heat of the board network from which a place is looked at closely, for that takes time: at all, and as a share of the
second warmest. On boards held out no die that was named was colder than 0.13, or than half of the second."""

IN_PIECE = 0.04
"""Heat of the dice network from which something in a piece may be a die."""

MAX_PIECES = 8
PIECES_APART_PX = 7.0
"""Places nearer to one another than this (canonical pixels) are seen in one piece."""

MAX_DICE_IN_PIECE = 6
FACE_APART_PX, FACE_SHARE = 13.0, 0.8
"""What is this near to a die (canonical pixels) and less sure than this share of it is another of its faces."""

EACH_FACE = np.float32(0.6)
"""Weight of each of the two networks that name a face. They err on the same dice, so what both say counts a little more
than their mean, and by far less than their product."""

DIE_PX = 8.0
"""Edge of a usual die's top, in canonical pixels."""

RESOLVED_PX, UNRESOLVED = (5.0, 7.5), (0.8, 0.0)
"""Seen so many picture pixels deep, a face may with such a chance be any: five rows of pips want more pixels than that.
The networks are as sure of such a die as of others, for all that they saw of it is its sides."""

MAX_DICE = 6
DIE_LOGIT = 4.0
"""The face network is so sure of some things that are no dice: the tip of a point, a mirrored lamp."""

PLAIN = 0.5
"""Less surely a die than this is rather a highlight on a checker than a die on one."""

BESIDE_PX = 13.0
"""How far outside the field (canonical pixels) dice are looked for: one that lies on it may show its top there."""

DIE_PRESENT = 0.38
"""Below this what was noticed is no die: a highlight on a checker, an inlay, a hinge, the side of a die."""

WORTH_A_LOOK = DIE_PRESENT**1.5
"""What both networks together find less likely to be a die than this would be none, whatever the face network says."""

COCKED = 0.85
"""A die that leans more likely than this is cocked."""

RAISED, CHECKER_UNDER, UNDER_PX, MOST_CHECKERS = 0.12, 0.2, 13.0, 60
"""A die lies on a checker where that is so likely and a top so sure is so near (canonical pixels). Of the flat dice of
crowded training boards one in a hundred is taken for such a one; of those on a checker one or two in five are found."""

EDGE_PX = 6.0
"""A die whose middle is nearer to the edge of a piece than this is left to another piece."""

DICE_APART_PX = 6.0
"""Dice nearer to one another than this (canonical pixels) are one die seen in two pieces."""

CUBE_CELLS = 7
"""Cells of the board network's maps that a cube may take up."""

CUBE_SURE = 0.25
TOP_HEIGHT = 0.45
"""Height of a usual die's top, in widths of a point: seen from aside it is elsewhere than the die."""

FIELD_EDGE = 0.006
"""What is nearer to the field's edge (board coordinates) than this lies on the rail: half a small die is three times
as wide. Its top is higher than was thought, so that it seems to lie farther in than it does."""


@dataclass(frozen=True, slots=True, eq=False)
class _Noticed:
    """What the dice network takes for a die."""

    place: Points
    """Canonical pixels (2,) of the middle of its top."""

    sure: float
    """By the board network and by the dice network: their geometric mean."""

    faces: Floats
    """(6,) logits."""

    leans: float
    """Logit."""


class DiceFinder:
    """Finds dice and says what they show.

    The board network notices places, the dice network sees in a piece round each where dice are, and the face network
    looks at each of these dice alone. The last two both name the face; their answers are averaged.
    """

    def __init__(self) -> None:
        self._network = Network("dice")
        self._faces = Network("face")

    def find(
        self, picture: Picture, geometry: BoardGeometry, heat: Floats, cubes: Floats, checkers: Floats
    ) -> tuple[DieSeen, ...]:
        """Every die on the field or close to it, surest first.

        Args:
            picture: (H, W, 3).
            geometry: where the board is in it.
            heat: (88, 140), the board network's map of dice.
            cubes: (88, 140), its map of cubes: where one lies there is no die.
            checkers: (88, 140), its map of the tops of checkers: a die may lie on one.
        """
        noticed = self._notice(picture, geometry, near_field(without_cube(heat, cubes), geometry.bar))
        if not noticed:
            return ()
        close = np.stack([geometry.upright(picture, one.place, FACE_PATCH_PX, DICE_ZOOM)[0] for one in noticed])
        lowered = geometry.at_height((picture.shape[1], picture.shape[0]), TOP_HEIGHT)
        tops, _ = peaks(checkers, CHECKER_UNDER, MOST_CHECKERS, HEAT_STRIDE)
        dice = [_die(one, said, geometry, lowered, tops) for one, said in zip(noticed, self._faces(close), strict=True)]
        kept: list[tuple[DieSeen, Points]] = []
        for die, one in sorted(zip(dice, noticed, strict=True), key=lambda pair: -pair[0].presence):
            if die.presence > DIE_PRESENT and not any(is_side_of(die, one.place, *other) for other in kept):
                kept.append((die, one.place))
        return tuple(die for die, _ in kept)

    def _notice(self, picture: Picture, geometry: BoardGeometry, heat: Floats) -> list[_Noticed]:
        """What may be dice, surest first, each once."""
        places, heights = peaks(heat, NOTICED, MAX_PIECES * 2, HEAT_STRIDE)
        warm = places[heights >= BESIDE_OTHERS * heights[:2].min(initial=1.0)]
        chosen = warm[apart(warm, PIECES_APART_PX)][:MAX_PIECES]
        if not len(chosen):
            return []
        pieces, matrices = zip(
            *(geometry.upright(picture, place, DICE_PATCH_PX, DICE_ZOOM) for place in chosen), strict=True
        )
        found: list[_Noticed] = []
        for said, matrix in zip(self._network(np.stack(pieces)), matrices, strict=True):
            found += _in_piece(said, matrix, geometry, heat)
        found.sort(key=lambda one: -one.sure)
        kept = apart(np.array([one.place for one in found]).reshape(-1, 2), DICE_APART_PX)
        return [found[index] for index in kept[:MAX_DICE]]


def near_field(heat: Floats, bar: float) -> Floats:
    """The map of dice without what lies so far from the field that nobody rolled it."""
    corners = field_corners(bar)
    left, top = (int(axis) for axis in np.floor((corners[0] - BESIDE_PX) / HEAT_STRIDE))
    right, bottom = (int(axis) for axis in np.ceil((corners[2] + BESIDE_PX) / HEAT_STRIDE))
    out = np.zeros_like(heat)
    part = np.s_[max(0, top) : bottom, max(0, left) : right]
    out[part] = heat[part]
    return out


def without_cube(heat: Floats, cubes: Floats) -> Floats:
    """The map of dice without the place of the cube; there is one, so what else looks like a cube may be a die."""
    row, column = (int(index) for index in np.unravel_index(int(np.argmax(cubes)), cubes.shape))
    sure, reach = float(cubes[row, column]), CUBE_CELLS // 2
    near = np.s_[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
    if sure > CUBE_SURE:
        heat = heat.copy()
        heat[near] = np.where(heat[near] < sure, np.float32(0), heat[near])
    return heat


def is_side_of(weaker: DieSeen, place: Points, surer: DieSeen, other: Points) -> bool:
    """Whether the weaker of two finds is the surer die's other face: two dice that touch are about as sure."""
    return weaker.presence < FACE_SHARE * surer.presence and bool(np.linalg.norm(place - other) < FACE_APART_PX)


def _in_piece(said: Floats, matrix: Points, geometry: BoardGeometry, board_heat: Floats) -> Iterator[_Noticed]:
    """The dice that the dice network (8, 16, 16) sees in one piece, clear of its edges."""
    heat = sigmoid(said[0])
    places, heights = peaks(heat, IN_PIECE, MAX_DICE_IN_PIECE, DICE_STRIDE)
    for place, height in zip(places, heights, strict=True):
        if min(place.min(), DICE_PATCH_PX - place.max()) < EDGE_PX:
            continue
        pixel = np.linalg.solve(matrix[:, :2], place - 0.5 - matrix[:, 2])
        middle = geometry.canonical_from_picture(pixel[None])[0]
        sure = float(np.sqrt(height * _heat_near(board_heat, middle)))
        if sure < WORTH_A_LOOK:
            continue
        column, row = (int(axis) for axis in place / DICE_STRIDE)
        near = np.s_[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        weight = heat[near] ** 2
        answers = np.asarray((said[1:, *near] * (weight / weight.sum())).sum(axis=(1, 2)), np.float32)
        yield _Noticed(middle, sure, answers[:6], float(answers[6]))


def _heat_near(heat: Floats, place: Points) -> float:
    """The highest value of a heat map within a cell of a canonical point."""
    column, row = (int(axis) for axis in place / HEAT_STRIDE)
    near = heat[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    return float(near.max()) if near.size else 0.0


def _die(noticed: _Noticed, said: Floats, geometry: BoardGeometry, lowered: Points, tops: Points) -> DieSeen:
    """The die that was noticed, as the face network (9,) sees it from close up.

    Where it lies is what its top is above, by the homography (3, 3) for that height. On a checker it lies where the
    network thinks it possible and the top of one, of `tops` (N, 2), is below it.
    All three networks must take it for one: their sureness is joined in its geometric mean.
    """
    pixel = geometry.picture_from_canonical(noticed.place[None])[0]
    board = geometry.board_from_canonical(transform(lowered, pixel[None]))[0]
    leans, raised, dice = sigmoid(np.array([(noticed.leans + said[6]) / 2, said[7], said[8] - DIE_LOGIT])).tolist()
    presence = (noticed.sure * noticed.sure * dice) ** (1 / 3)
    faces = log_softmax(EACH_FACE * (log_softmax(noticed.faces) + log_softmax(said[:6])))
    on_checker = (
        raised > RAISED and presence > PLAIN and bool((np.linalg.norm(tops - noticed.place, axis=1) < UNDER_PX).any())
    )
    return DieSeen(
        log_likelihoods=doubted(faces, geometry.depth_px(noticed.place) * DIE_PX),
        centre_px=(float(pixel[0]), float(pixel[1])),
        centre_board=(float(board[0]), float(board[1])),
        cocked=leans > COCKED or on_checker,
        on_field=on_field(board, geometry.bar),
        presence=presence,
        on_checker=on_checker and leans <= COCKED,
    )


def doubted(faces: Floats, depth_px: float) -> Floats:
    """Log likelihoods (6,) of a die's faces, with room for what so few pixels do not show."""
    unresolved = np.float32(np.interp(depth_px, RESOLVED_PX, UNRESOLVED))
    return np.asarray(np.log((1 - unresolved) * np.exp(faces) + unresolved / len(faces)), np.float32)


def on_field(place: Points, bar: float) -> bool:
    """Whether a die centred at board coordinates lies in one of the halves."""
    x, y = place
    on_bar = abs(x - 0.5) < bar / 2 - PITCH_PX / 4 / (PITCH_PX * 12 / (1 - bar))
    inside = FIELD_EDGE <= x <= 1 - FIELD_EDGE and FIELD_EDGE <= y <= 1 - FIELD_EDGE
    return bool(inside and not on_bar)
