"""Training examples from rendered scenes: every board is new, none is ever seen in a test.

A shard holds some boards; a board is one style and one camera, with a picture of the start position (from which the
checker colours are measured, as calibration does) and several others under that light and another.
"""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_companion.rules import Side
from pi_companion.simulation.scene import CENTRED, Camera, Light, Render, Scene, SceneStyle, Zone, render
from pi_companion.training.scenes import random_board, random_scene, start_scene
from pi_companion.vision.align import align_corners, shrink
from pi_companion.vision.colours import CheckerColour, balance, likeness, measure
from pi_companion.vision.geometry import CANVAS_PX, BoardGeometry, Home, cut_strips, point_column, transform
from pi_companion.vision.nets import (
    ALIGN_PX,
    CUBE_CLASSES,
    CUBE_VALUES,
    DIE_CLASSES,
    FINDER_PX,
    HEAT_STRIDE,
    PATCH_ZOOM,
)

SCENES_PER_BOARD = 6
DIE_STORE_PX = 56
CUBE_STORE_PX = 72
UNKNOWN = 99
"""Label of a count that cannot be seen under a hand."""


@dataclass(slots=True)
class Shard:
    """Examples of all networks as lists, one entry each; `save` stacks them."""

    views: list[NDArray[np.uint8]] = field(default_factory=list)
    """(352, 560, 5): balanced B, G, R and likeness to White's and Black's checkers."""

    bars: list[float] = field(default_factory=list)
    counts: list[NDArray[np.int8]] = field(default_factory=list)
    """(24,): signed counts in strip order (far left to right, near left to right), `UNKNOWN` under a hand."""

    bar_counts: list[NDArray[np.int8]] = field(default_factory=list)
    heats: list[NDArray[np.uint8]] = field(default_factory=list)
    """(4, 88, 140): targets of the board network."""

    dice: list[NDArray[np.uint8]] = field(default_factory=list)
    die_labels: list[int] = field(default_factory=list)
    cubes: list[NDArray[np.uint8]] = field(default_factory=list)
    cube_labels: list[int] = field(default_factory=list)
    pictures: list[NDArray[np.uint8]] = field(default_factory=list)
    picture_corners: list[NDArray[np.float32]] = field(default_factory=list)
    aligned: list[NDArray[np.uint8]] = field(default_factory=list)
    align_targets: list[NDArray[np.float32]] = field(default_factory=list)

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
        if number < 3:
            _add_whole(shard, shot, rng)


def _shoot(style: SceneStyle, camera: Camera, light: Light, scene: Scene, rng: np.random.Generator) -> Shot:
    return Shot(scene, render(style, camera, light, scene, rng), style.geometry.bar / style.geometry.width)


def _geometry(shot: Shot, rng: np.random.Generator, noise: float) -> BoardGeometry:
    """The true geometry, a little wrong as a calibration is."""
    corners = np.asarray(shot.render.corners_px, np.float64)
    size = np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[1])
    shift = rng.normal(0, noise * size / 2, (4, 2)) * 0.7 + rng.normal(0, noise * size / 2, 2) * 0.7
    return BoardGeometry(corners + shift, float(np.clip(shot.bar + rng.normal(0, 0.003), 0.025, 0.24)))


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
    hand = np.asarray(cv2.warpPerspective(render.hand_mask, geometry.to_canonical, CANVAS_PX), np.uint8)
    shard.counts.append(_counts(shot, geometry, hand))
    bar_hidden = (hand[32:320, 248:312] > 100).mean() > 0.03
    shard.bar_counts.append(
        np.array([UNKNOWN, UNKNOWN], np.int8)
        if bar_hidden
        else np.array([shot.scene.white[25], shot.scene.black[25]], np.int8)
    )
    shard.heats.append(_heats(render, geometry, hand))
    _add_patches(shard, render, geometry, rng)


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


def _add_patches(shard: Shard, render: Render, geometry: BoardGeometry, rng: np.random.Generator) -> None:
    """Dice and the cube, and places where neither is, most of them near things that look like one."""
    taken = []
    for die in render.dice:
        centre = geometry.canonical_from_picture([die.centre_px])[0]
        taken.append(centre)
        if die.visible > 0.6 and _inside(centre):
            shard.dice.append(geometry.patch(render.frame, centre, DIE_STORE_PX, PATCH_ZOOM))
            shard.die_labels.append(6 if die.cocked else die.value - 1)
    if render.cube is not None:
        centre = geometry.canonical_from_picture([render.cube.centre_px])[0]
        taken.append(centre)
        if render.cube.visible > 0.6 and _inside(centre):
            shard.cubes.append(geometry.patch(render.frame, centre, CUBE_STORE_PX, PATCH_ZOOM))
            shard.cube_labels.append(
                CUBE_VALUES.index(CUBE_VALUES[-1] if render.cube.value == CENTRED else render.cube.value)
            )
            shard.dice.append(geometry.patch(render.frame, centre + rng.normal(0, 3, 2), DIE_STORE_PX, PATCH_ZOOM))
            shard.die_labels.append(DIE_CLASSES - 1)
    tops = (
        geometry.canonical_from_picture([c.centre_px for c in render.checkers]) if render.checkers else np.zeros((0, 2))
    )
    for _ in range(4):
        if len(tops) and rng.random() < 0.5:
            centre = tops[rng.integers(len(tops))] + rng.normal(0, 9, 2)
        elif taken and rng.random() < 0.4:
            centre = taken[rng.integers(len(taken))] + rng.normal(0, 16, 2)
        else:
            centre = rng.uniform((60, 20), (CANVAS_PX[0] - 60, CANVAS_PX[1] - 20))
        if all(np.linalg.norm(centre - other) > 9 for other in taken):
            shard.dice.append(geometry.patch(render.frame, centre, DIE_STORE_PX, PATCH_ZOOM))
            shard.die_labels.append(DIE_CLASSES - 1)
    centre = rng.uniform((60, 20), (CANVAS_PX[0] - 60, CANVAS_PX[1] - 20))
    if all(np.linalg.norm(centre - other) > 20 for other in taken):
        shard.cubes.append(geometry.patch(render.frame, centre, CUBE_STORE_PX, PATCH_ZOOM))
        shard.cube_labels.append(CUBE_CLASSES - 1)


def _inside(centre: NDArray[np.float64]) -> bool:
    return bool(10 < centre[0] < CANVAS_PX[0] - 10 and 10 < centre[1] < CANVAS_PX[1] - 10)


def _add_whole(shard: Shard, shot: Shot, rng: np.random.Generator) -> None:
    render = shot.render
    canvas, scale = shrink(render.frame, FINDER_PX)
    corners = np.asarray(render.corners_px, np.float64)
    shard.pictures.append(canvas)
    shard.picture_corners.append((corners * scale).astype(np.float32))
    for _ in range(2):
        _add_aligned(shard, render.frame, corners, shot.bar, rng)


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
