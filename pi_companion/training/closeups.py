"""Dice, cubes and corners from close up: the camera of a whole board, with a picture of only what is wanted.

A whole board takes a second to draw and shows one cube; its surroundings alone take a twentieth. So these three are
learnt from many more tables than the rest.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pi_companion.simulation.geometry import Home as SimulatedHome
from pi_companion.simulation.scene import Camera, Light, Render, Scene, SceneStyle, random_camera, random_light, render
from pi_companion.simulation.style import OffPlace
from pi_companion.training.data import (
    CUBE_STORE_PX,
    DICE_STORE_PX,
    NO_CUBE,
    add_corner,
    die_marks,
    inside,
)
from pi_companion.training.scenes import crowded_scene, random_board, random_size, restyled
from pi_companion.vision.geometry import BoardGeometry, Home, cut_trays
from pi_companion.vision.nets import CUBE_VALUES, CUBE_ZOOM, DICE_ZOOM, TRAY_CLASSES

NO_TRAY = TRAY_CLASSES - 1
TRAY_PICTURE_PX = (720, 720)
EMPTY_TRAYS = 0.25
"""Share of sides that have borne off nothing yet; all other numbers are as likely as each other."""

SETS_PER_BOARD = 4
DICE_PER_SET = 4
PICTURE_PX = (360, 360)
"""Enough for a piece that lies near the camera; what is not in it is the edge's colour, as beside a real picture."""

CORNER_PICTURE_PX = (560, 560)
LOW_SHARE = 0.4

ELSEWHERE = 0.35
"""Share of pieces without a die or cube in their middle."""


@dataclass(slots=True)
class CloseShard:
    """Examples of three networks as lists, one entry each; the names are those of `data.Shard`."""

    dice: list[NDArray[np.uint8]] = field(default_factory=list)
    die_marks: list[NDArray[np.float32]] = field(default_factory=list)
    cubes: list[NDArray[np.uint8]] = field(default_factory=list)
    cube_labels: list[int] = field(default_factory=list)
    corners: list[NDArray[np.uint8]] = field(default_factory=list)
    corner_places: list[NDArray[np.float32]] = field(default_factory=list)
    trays: list[NDArray[np.uint8]] = field(default_factory=list)
    """(176, 88, 3): what lies beside a home board, as `cut_trays` gives it; its colours are not balanced yet."""

    tray_counts: list[int] = field(default_factory=list)
    """Borne-off checkers in it, `NO_TRAY` where there is none for them."""

    def save(self, folder: Path) -> None:
        """Write one array a file, as `data.Shard` does."""
        folder.mkdir(parents=True, exist_ok=True)
        for name in self.__slots__:
            np.save(folder / f"{name}.npy", np.stack([np.asarray(item) for item in getattr(self, name)]))


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    style: SceneStyle
    camera: Camera
    light: Light
    scene: Scene
    rng: np.random.Generator

    def look(self, world: NDArray[np.float64], size: tuple[int, int] = PICTURE_PX) -> tuple[Render, BoardGeometry]:
        """The picture round a world point (3,), and where the board is in it, a little wrong as a calibration is."""
        near = self.camera.closer(world, size)
        shown = render(self.style, near, self.light, self.scene, self.rng)
        corners = np.asarray(shown.corners_px, np.float64)
        sides = np.linalg.norm(corners[1] - corners[0]) / 2 + np.linalg.norm(corners[2] - corners[1]) / 2
        bar = self.style.geometry.bar / self.style.geometry.width
        return shown, BoardGeometry(corners + self.rng.normal(0, 0.003 * sides, (4, 2)), bar)


def make_close_shard(seed: int, boards: int) -> CloseShard:
    """Draw `boards` new boards, each with several sets of dice and several cubes."""
    shard = CloseShard()
    for number in range(boards):
        rng = np.random.default_rng((seed, number))
        style = random_board(rng)[0]
        for _ in range(SETS_PER_BOARD):
            other = restyled(style, rng)
            table = _Table(other, _camera(other, rng), random_light(rng), crowded_scene(other, rng), rng)
            _add_dice(shard, table)
            _add_cube(shard, table)
            _add_corners(shard, table)
            _add_trays(shard, table)
    return shard


def _camera(style: SceneStyle, rng: np.random.Generator) -> Camera:
    """A camera for the style, oftener a low one than at most tables: there tops are narrow and rails hide much."""
    size = random_size(rng)
    one, other = (random_camera(rng, style, size) for _ in range(2))
    lower = min(one, other, key=lambda camera: camera.eye[2])
    return lower if rng.random() < LOW_SHARE else one


def _add_dice(shard: CloseShard, table: _Table) -> None:
    rng, geometry = table.rng, table.style.geometry
    spots = list(table.scene.dice)
    rng.shuffle(spots)  # type: ignore[arg-type]
    for spot in spots[:DICE_PER_SET]:
        x, y, z = geometry.to_world(spot.x, spot.y, spot.z)
        middle = np.array([x, y, z + table.style.dice(spot.owner).size])
        away = rng.random() < ELSEWHERE
        shown, board = table.look(middle + (np.append(rng.normal(0, 1.2, 2), 0) if away else 0))
        place = board.canonical_from_picture([[(side - 1) / 2 for side in PICTURE_PX]])[0]
        if not inside(place):
            continue
        piece, matrix = board.upright(shown.frame, place, DICE_STORE_PX, DICE_ZOOM)
        shard.dice.append(piece)
        shard.die_marks.append(die_marks(table.scene, shown, matrix))


def _add_cube(shard: CloseShard, table: _Table) -> None:
    """The cube with one of its numbers up; sometimes only the place beside it."""
    spot, rng, geometry = table.scene.cube, table.rng, table.style.geometry
    if spot is None:
        return
    away = rng.random() < ELSEWHERE / 2
    for value in rng.choice(CUBE_VALUES, 1 if away else 2, replace=False):
        shown_cube = replace(spot, value=int(value), yaw=float(rng.uniform(0, 2 * np.pi)))
        one = replace(table, scene=replace(table.scene, cube=shown_cube))
        x, y, z = geometry.to_world(spot.x, spot.y, spot.z)
        middle = np.array([x, y, z + table.style.cube.size])
        beside = rng.normal(0, 1, 2)
        beside *= rng.uniform(1.5, 4) / np.linalg.norm(beside)
        shown, board = one.look(middle + (np.append(beside, 0) if away else 0))
        place = board.canonical_from_picture([[(side - 1) / 2 for side in PICTURE_PX]])[0]
        if not inside(place) or shown.cube is None or (not away and shown.cube.visible < 0.6):
            continue
        shard.cubes.append(board.upright(shown.frame, place, CUBE_STORE_PX, CUBE_ZOOM)[0])
        shard.cube_labels.append(NO_CUBE if away else CUBE_VALUES.index(int(value)))


def _add_trays(shard: CloseShard, table: _Table) -> None:
    """Both sides' borne-off checkers, wherever this table's players put them."""
    rng, style = table.rng, table.style
    both = tuple(_borne_off(counts, rng) for counts in (table.scene.white, table.scene.black))
    one = replace(table, scene=replace(table.scene, white=both[0], black=both[1]))
    right = style.geometry.home is SimulatedHome.NEAR_RIGHT
    in_tray = style.geometry.tray(left=not right) is not None and style.off_place is not OffPlace.BESIDE
    for counts, near in zip(both, (True, False), strict=True):
        x, y = 1.08 if right else -0.08, 0.75 if near else 0.25
        shown, board = one.look(np.array(style.geometry.to_world(x, y, 0.0)), TRAY_PICTURE_PX)
        white, black = cut_trays(board.rectify(shown.frame), board.bar, Home(style.geometry.home.value))
        shard.trays.append(white if near else black)
        shard.tray_counts.append(counts[0] if in_tray else NO_TRAY)


def _borne_off(counts: tuple[int, ...], rng: np.random.Generator) -> tuple[int, ...]:
    """The counts (26) with other checkers borne off, taken from anywhere."""
    off = 0 if rng.random() < EMPTY_TRAYS else int(rng.integers(1, 16))
    left = [place for place in range(1, 26) for _ in range(counts[place])]
    kept = rng.permutation(left)[: 15 - off]
    return tuple(15 - len(kept) if place == 0 else int((kept == place).sum()) for place in range(26))


def _add_corners(shard: CloseShard, table: _Table) -> None:
    geometry = table.style.geometry
    for index, (x, y) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        middle = np.array(geometry.to_world(float(x), float(y), 0.0))
        near = table.camera.closer(middle, CORNER_PICTURE_PX)
        shown = render(table.style, near, table.light, table.scene, table.rng)
        add_corner(shard, shown.frame, np.asarray(shown.corners_px, np.float64), index, table.rng)
