"""Training examples from rendered scenes: every board is new, none is ever seen in a test.

A shard holds some boards; a board is one style and one camera, with a picture of the start position (from which the
checker colours are measured, as calibration does) and several others under that light and another.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_companion.rules import Side
from pi_companion.simulation.scene import CENTRED, Camera, Light, Render, Scene, SceneStyle, Zone, render
from pi_companion.training.scenes import crowded_scene, random_board, random_scene, restyled, start_scene
from pi_companion.vision.align import align_corners, as_top_left, shrink, to_fine_view
from pi_companion.vision.colours import CheckerColour, balance, likeness, measure
from pi_companion.vision.geometry import CANVAS_PX, BoardGeometry, Home, cut_strips, point_column, transform
from pi_companion.vision.nets import (
    ALIGN_PX,
    CUBE_CLASSES,
    CUBE_VALUES,
    CUBE_ZOOM,
    DICE_ZOOM,
    FINDER_PX,
    HEAT_STRIDE,
)

SCENES_PER_BOARD = 5
CROWDS_PER_BOARD = 2
DICE_STORE_PX = 112
CUBE_STORE_PX = 88
CORNER_STORE_PX = 112
DIE_MARKS = 8
"""Room for so many dice in one stored piece."""

NO_CUBE = CUBE_CLASSES - 1
NO_MARK, LEANING, ON_CHECKER, HIDDEN = -1, 6, 10, 20
"""Labels beside 0 to 5 for the flat faces: no die, leaning, a face (to be added) on a checker, too hidden to judge."""

UNKNOWN = 99
"""Label of a count that cannot be seen under a hand."""


@dataclass(slots=True)
class Shard:
    """Examples of all networks as lists, one entry each; `save` stacks them."""

    views: list[NDArray[np.uint8]] = field(default_factory=list)
    """(352, 560, 5): balanced B, G, R and likeness to White's and Black's checkers."""

    bars: list[float] = field(default_factory=list)
    point_lengths: list[float] = field(default_factory=list)
    """Length of the points as a share of the field's depth."""

    counts: list[NDArray[np.int8]] = field(default_factory=list)
    """(24,): signed counts in strip order (far left to right, near left to right), `UNKNOWN` under a hand."""

    bar_counts: list[NDArray[np.int8]] = field(default_factory=list)
    heats: list[NDArray[np.uint8]] = field(default_factory=list)
    """(4, 88, 140): targets of the board network."""

    dice: list[NDArray[np.uint8]] = field(default_factory=list)
    """(112, 112, 3): pieces upright as the camera shows them, round dice and round places that may be taken for one."""

    die_marks: list[NDArray[np.float32]] = field(default_factory=list)
    """(8, 3): x and y in the piece and label of each die in it."""

    cubes: list[NDArray[np.uint8]] = field(default_factory=list)
    cube_labels: list[int] = field(default_factory=list)
    pictures: list[NDArray[np.uint8]] = field(default_factory=list)
    picture_corners: list[NDArray[np.float32]] = field(default_factory=list)
    aligned: list[NDArray[np.uint8]] = field(default_factory=list)
    align_targets: list[NDArray[np.float32]] = field(default_factory=list)
    corners: list[NDArray[np.uint8]] = field(default_factory=list)
    """(112, 112, 3): a corner of the field and what lies round it, turned so that it is a top left corner."""

    corner_places: list[NDArray[np.float32]] = field(default_factory=list)
    """(2,): where in the piece the corner is."""

    def save(self, folder: Path) -> None:
        """Write one array a file, so that training can map them instead of loading them."""
        folder.mkdir(parents=True, exist_ok=True)
        for name in self.__slots__:
            np.save(folder / f"{name}.npy", np.stack([np.asarray(item) for item in getattr(self, name)]))


def make_shard(seed: int, boards: int) -> Shard:
    """Render `boards` new boards and take all examples from them."""
    shard = Shard()
    for number in range(boards):
        rng = np.random.default_rng((seed, number))
        _add_board(shard, rng)
    return shard


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A rendered scene with what the examples need of it."""

    scene: Scene
    render: Render
    bar: float
    """Width of the bar as a share of the playing field's width."""

    point_length: float
    """Length of the points as a share of its depth."""


def _add_board(shard: Shard, rng: np.random.Generator) -> None:
    style, camera, lights = random_board(rng)
    first = _shoot(style, camera, lights[0], start_scene(style, rng), rng)
    colours = _colours(first, _geometry(first, rng, noise=0.002), rng)
    if colours is None:
        return
    _add_views(shard, first, colours, rng)
    _add_whole(shard, first, rng)
    for number in range(SCENES_PER_BOARD - 1):
        shot = _shoot(style, camera, lights[0 if number < 2 else 1], random_scene(style, rng), rng)
        _add_views(shard, shot, colours, rng)
        if number < 2:
            _add_whole(shard, shot, rng)
    for number in range(CROWDS_PER_BOARD):
        other = restyled(style, rng)
        _add_views(shard, _shoot(other, camera, lights[number], crowded_scene(other, rng), rng), colours, rng)


def _shoot(style: SceneStyle, camera: Camera, light: Light, scene: Scene, rng: np.random.Generator) -> Shot:
    geometry = style.geometry
    shown = render(style, camera, light, scene, rng)
    return Shot(scene, shown, geometry.bar / geometry.width, geometry.point_length / geometry.depth)


def _geometry(shot: Shot, rng: np.random.Generator, noise: float) -> BoardGeometry:
    """The true geometry, a little wrong as a calibration is."""
    corners = np.asarray(shot.render.corners_px, np.float64)
    size = np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[1])
    shift = rng.normal(0, noise * size / 2, (4, 2)) * 0.7 + rng.normal(0, noise * size / 2, 2) * 0.7
    return BoardGeometry(corners + shift, float(np.clip(shot.bar + rng.normal(0, 0.003), 0.0, 0.24)))


def _colours(
    first: Shot, geometry: BoardGeometry, rng: np.random.Generator
) -> tuple[CheckerColour, CheckerColour] | None:
    balanced = balance(geometry.rectify(first.render.frame))
    found = []
    for side in Side:
        tops = [
            c.centre_px for c in first.render.checkers if c.side is side and c.visible > 0.8 and c.zone is Zone.POINT
        ]
        if not tops:
            return None
        centres = geometry.canonical_from_picture(tops) + rng.normal(0, 1.2, (len(tops), 2))
        colour = measure(balanced, centres)
        if colour is None:
            return None
        lab = np.asarray(colour.lab) + rng.normal(0, (4, 1.5, 1.5))
        found.append(CheckerColour((lab[0], lab[1], lab[2]), colour.spread * float(rng.uniform(0.8, 1.4))))
    return found[0], found[1]


def _add_views(
    shard: Shard, shot: Shot, colours: tuple[CheckerColour, CheckerColour], rng: np.random.Generator
) -> None:
    render = shot.render
    geometry = _geometry(shot, rng, noise=0.0025)
    balanced = balance(geometry.rectify(render.frame))
    shard.views.append(np.dstack([balanced, likeness(balanced, *colours)]))
    shard.bars.append(geometry.bar)
    shard.point_lengths.append(shot.point_length)
    hand = np.asarray(cv2.warpPerspective(render.hand_mask, geometry.to_canonical, CANVAS_PX), np.uint8)
    shard.counts.append(_counts(shot, geometry, hand))
    bar_hidden = (hand[32:320, 248:312] > 100).mean() > 0.03
    shard.bar_counts.append(
        np.array([UNKNOWN, UNKNOWN], np.int8)
        if bar_hidden
        else np.array([shot.scene.white[25], shot.scene.black[25]], np.int8)
    )
    shard.heats.append(_heats(render, geometry, hand))
    _add_patches(shard, shot, geometry, rng)


def _counts(shot: Shot, geometry: BoardGeometry, hand: NDArray[np.uint8]) -> NDArray[np.int8]:
    hidden = (cut_strips(hand[..., None], geometry.bar) > 100).mean(axis=(1, 2, 3))
    counts = np.zeros(24, np.int8)
    for point in range(1, 25):
        column, near = point_column(point, Home(shot.render.white_home.value))
        counts[column + 12 * near] = shot.scene.white[point] - shot.scene.black[25 - point]
    counts[hidden > 0.04] = UNKNOWN
    return counts


def _heats(render: Render, geometry: BoardGeometry, hand: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = CANVAS_PX[1] // HEAT_STRIDE, CANVAS_PX[0] // HEAT_STRIDE
    heats = np.zeros((4, height, width), np.float32)
    things = [
        (0, [d.centre_px for d in render.dice if d.visible > 0.5], 1.0),
        (1, [render.cube.centre_px] if render.cube is not None and render.cube.visible > 0.5 else [], 1.6),
        (2, [c.centre_px for c in render.checkers if c.visible > 0.5], 1.3),
    ]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    for channel, centres, sigma in things:
        if not centres:
            continue
        for x, y in geometry.canonical_from_picture(centres) / HEAT_STRIDE - 0.5:
            if -3 < x < width + 3 and -3 < y < height + 3:
                bump = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * sigma**2))
                heats[channel] = np.maximum(heats[channel], bump)
    heats[3] = cv2.resize(hand, (width, height), interpolation=cv2.INTER_AREA) / 255.0
    return (heats * 255).astype(np.uint8)


def _add_patches(shard: Shard, shot: Shot, geometry: BoardGeometry, rng: np.random.Generator) -> None:
    """Dice and the cube, and places where neither is, most of them near things that look like one."""
    render = shot.render
    dice = [(geometry.canonical_from_picture([die.centre_px])[0], die) for die in render.dice]
    centres = [centre for centre, die in dice if die.visible > 0.5 and inside(centre)]
    cube = None if render.cube is None else geometry.canonical_from_picture([render.cube.centre_px])[0]
    for centre in _apart(centres, rng) + _elsewhere(render, geometry, cube, rng):
        piece, matrix = geometry.upright(render.frame, centre, DICE_STORE_PX, DICE_ZOOM)
        shard.dice.append(piece)
        shard.die_marks.append(die_marks(shot.scene, render, matrix))
    if render.cube is not None and cube is not None and render.cube.visible > 0.6 and inside(cube):
        value = CUBE_VALUES[-1] if render.cube.value == CENTRED else render.cube.value
        shard.cubes.append(geometry.upright(render.frame, cube, CUBE_STORE_PX, CUBE_ZOOM)[0])
        shard.cube_labels.append(CUBE_VALUES.index(value))
    centre = rng.uniform((60, 20), (CANVAS_PX[0] - 60, CANVAS_PX[1] - 20))
    if rng.random() < 0.4 and (cube is None or np.linalg.norm(centre - cube) > 24):
        shard.cubes.append(geometry.upright(render.frame, centre, CUBE_STORE_PX, CUBE_ZOOM)[0])
        shard.cube_labels.append(NO_CUBE)


def _apart(centres: list[NDArray[np.float64]], rng: np.random.Generator) -> list[NDArray[np.float64]]:
    """Those that no chosen piece shows yet, most of the time."""
    chosen: list[NDArray[np.float64]] = []
    for centre in centres:
        if rng.random() < 0.3 or all(np.linalg.norm(centre - other) > 12 for other in chosen):
            chosen.append(centre)
    return chosen


def _elsewhere(
    render: Render, geometry: BoardGeometry, cube: NDArray[np.float64] | None, rng: np.random.Generator
) -> list[NDArray[np.float64]]:
    """Places on and near checkers, the cube, and anywhere."""
    tops = geometry.canonical_from_picture([c.centre_px for c in render.checkers] or [(0.0, 0.0)])
    places = [tops[rng.integers(len(tops))] + rng.normal(0, 8, 2) for _ in range(2)]
    places.append(rng.uniform((60, 20), (CANVAS_PX[0] - 60, CANVAS_PX[1] - 20)))
    if cube is not None and rng.random() < 0.4:
        places.append(cube + rng.normal(0, 4, 2))
    return [place for place in places if inside(place)]


def die_marks(scene: Scene, shown: Render, matrix: NDArray[np.float64]) -> NDArray[np.float32]:
    """The dice (8, 3) in a piece that the (2, 3) matrix cuts from the picture."""
    marks = np.full((DIE_MARKS, 3), NO_MARK, np.float32)
    row = 0
    for spot, die in zip(scene.dice, shown.dice, strict=True):
        x, y = matrix @ (*die.centre_px, 1.0)
        if not (0 <= x < DICE_STORE_PX and 0 <= y < DICE_STORE_PX) or die.visible < 0.02 or row == DIE_MARKS:
            continue
        if die.visible < 0.55:
            label = HIDDEN
        elif die.cocked:
            label = LEANING
        else:
            label = die.value - 1 + (ON_CHECKER if spot.z > 0 and die.on_field else 0)
        marks[row] = x, y, label
        row += 1
    return marks


def inside(centre: NDArray[np.float64]) -> bool:
    """Whether a canonical point is far enough within the canonical view to be looked at closely."""
    return bool(10 < centre[0] < CANVAS_PX[0] - 10 and 10 < centre[1] < CANVAS_PX[1] - 10)


def _add_whole(shard: Shard, shot: Shot, rng: np.random.Generator) -> None:
    render = shot.render
    canvas, scale = shrink(render.frame, FINDER_PX)
    corners = np.asarray(render.corners_px, np.float64)
    shard.pictures.append(canvas)
    shard.picture_corners.append((corners * scale).astype(np.float32))
    for _ in range(2):
        _add_aligned(shard, render.frame, corners, shot.bar, rng)
    _add_corners(shard, render.frame, corners, rng)


def _add_corners(
    shard: Shard, frame: NDArray[np.uint8], corners: NDArray[np.float64], rng: np.random.Generator
) -> None:
    for index in range(4):
        add_corner(shard, frame, corners, index, rng)


class Corners(Protocol):
    """A shard that takes corners."""

    corners: list[NDArray[np.uint8]]
    corner_places: list[NDArray[np.float32]]


def add_corner(
    shard: Corners, frame: NDArray[np.uint8], corners: NDArray[np.float64], index: int, rng: np.random.Generator
) -> None:
    """One of the four corners under a guess that is a little wrong, as `Locator.corner_offsets` sees it."""
    size = np.linalg.norm(corners[1] - corners[0]) / 2 + np.linalg.norm(corners[2] - corners[1]) / 2
    guess = corners + rng.normal(0, float(rng.choice([0.002, 0.008, 0.02])) * size, (4, 2))
    if not cv2.isContourConvex(guess.astype(np.float32).reshape(4, 1, 2)):
        return
    matrix = to_fine_view(guess)
    place = transform(matrix, corners)[index]
    left, top = (int(value) for value in np.round(place) - CORNER_STORE_PX // 2)
    shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
    piece = cv2.warpPerspective(frame, shift @ matrix, (CORNER_STORE_PX, CORNER_STORE_PX))
    middle = (CORNER_STORE_PX - 1) / 2
    piece, offset = as_top_left(np.asarray(piece, np.uint8), place - (left, top) - middle, index)
    shard.corners.append(np.ascontiguousarray(piece))
    shard.corner_places.append((offset + middle).astype(np.float32))


def _add_aligned(
    shard: Shard, frame: NDArray[np.uint8], corners: NDArray[np.float64], bar: float, rng: np.random.Generator
) -> None:
    target = align_corners()
    turn = int(rng.choice([0, 2])) if rng.random() < 0.8 else int(rng.choice([1, 3]))
    quad = np.roll(corners, turn, axis=0)
    size = np.linalg.norm(quad[1] - quad[0]) / 2 + np.linalg.norm(quad[2] - quad[1]) / 2
    far = rng.random() < 0.1
    spread = rng.choice([0.004, 0.015, 0.03]) if not far else 0.25
    guess = quad + rng.normal(0, spread * size, (4, 2)) + rng.normal(0, spread * 1.3 * size, 2)
    centre = guess.mean(axis=0)
    angle, zoom = rng.normal(0, spread * 1.3), float(np.exp(rng.normal(0, spread * 1.3)))
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * zoom
    guess = (guess - centre) @ rotation.T + centre
    if not cv2.isContourConvex(guess.astype(np.float32).reshape(4, 1, 2)):
        return
    matrix = cv2.getPerspectiveTransform(guess.astype(np.float32), target.astype(np.float32)).astype(np.float64)
    shard.aligned.append(cv2.warpPerspective(frame, matrix, ALIGN_PX))  # type: ignore[arg-type]
    offsets = (transform(matrix, quad) - target) / ALIGN_PX
    good = turn % 2 == 0 and bool(np.abs(offsets).max() < 0.14)
    shard.align_targets.append(np.concatenate([offsets.ravel(), [bar, float(good)]]).astype(np.float32))
