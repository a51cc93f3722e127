"""Where each checker of a position stands, the way people put them down."""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from pi_companion.rules import Side
from pi_companion.simulation.arrays import Points
from pi_companion.simulation.geometry import ALL_POINTS, Geometry, Home
from pi_companion.simulation.setting import Scene
from pi_companion.simulation.style import OffPlace, SceneStyle

_BAR = 25
_ROW = 5
_STACK = 5


class Zone(Enum):
    """The part of the table that something stands on."""

    POINT = "point"
    BAR = "bar"
    OFF = "off"
    HAND = "hand"


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """One checker in place."""

    side: Side
    zone: Zone
    point: int
    """1..24 in White's numbering, 0 off the points."""

    layer: int
    """0 on the board, 1 on another checker, ..."""

    centre: Points
    """World position of the middle of its lower face."""

    turn: Points
    """3 x 3; its columns are the checker's own axes in the world, the last one its axis."""

    base_z: float
    """Height of what it stands on."""

    variant: int
    """Which of the set's checkers it is, for the pattern of its material."""


def upright(yaw: float, tilt: float = 0.0, toward: float = 0.0) -> Points:
    """Return the axes of something turned by `yaw` that leans by `tilt` toward a direction (all radians)."""
    spin = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    if not tilt:
        return spin
    way = np.array([np.cos(toward), np.sin(toward), 0])
    axis = np.array([-way[1], way[0], 0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    lean = np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * cross @ cross
    return np.asarray(lean @ spin)


def place_checkers(style: SceneStyle, scene: Scene) -> list[Standing]:
    """Return all checkers of the scene that no hand holds."""
    placed: list[Standing] = []
    for side in Side:
        counts = scene.counts(side)
        for own in range(1, ALL_POINTS + 1):
            if counts[own]:
                point = own if side is Side.WHITE else _BAR - own
                placed += _on_point(style.geometry, scene.jitter_seed, side, point, counts[own])
        placed += _on_bar(style, scene, side, counts[_BAR])
        placed += _off(style, scene, side, counts[0])
    return placed


def _on_point(geometry: Geometry, seed: int, side: Side, point: int, count: int) -> list[Standing]:
    habit = np.random.default_rng([seed, point])
    x, y, grow = geometry.point_base(point)
    room = geometry.depth * 0.49
    row = _ROW + 1 if count == _ROW + 1 and habit.random() < 0.2 and room > _ROW + 1.1 else _ROW
    loose = 0.0 if habit.random() < 0.5 else float(habit.uniform(0, 0.12))
    spread = float(habit.uniform(0.01, 0.07))
    step = min(1.0 + loose, (room - 0.5) / max(row - 1, 1))
    start = 0.5 + float(habit.uniform(0, 0.12))
    between = habit.random() < 0.35
    inward = habit.random() < 0.5
    slack = max(0.015, (geometry.pitch - 1) / 2 + 0.015)
    placed = []
    for number in range(count):
        rng = np.random.default_rng([seed, point, number, side is Side.WHITE])
        layer, along = _layer(number, row, between=between, inward=inward)
        sideways = float(np.clip(rng.normal(0, spread), -slack, slack))
        forward = start + along * max(step, 1.0) + abs(float(rng.normal(0, 0.02)))
        z = layer * geometry.thickness
        centre = np.array([x + sideways, y + grow * forward, z])
        turn = upright(float(rng.uniform(0, 2 * np.pi)))
        placed.append(Standing(side, Zone.POINT, point, layer, centre, turn, z, int(rng.integers(0, 4))))
    return placed


def _layer(number: int, row: int, *, between: bool, inward: bool) -> tuple[int, float]:
    """Return the layer and the place along the row, in checkers from the rail.

    People put what finds no room on the row back on it from the rail outwards, or from its outer end inwards.
    """
    layer, width = 0, row
    while number >= width:
        number -= width
        layer += 1
        width = max(1, width - 1) if between else row
    if inward and layer:
        number = width - 1 - number
    return layer, number + (0.5 * layer if between else 0.0)


def _on_bar(style: SceneStyle, scene: Scene, side: Side, count: int) -> list[Standing]:
    geometry = style.geometry
    habit = np.random.default_rng([scene.jitter_seed, _BAR])
    direction = (1.0 if habit.random() < 0.5 else -1.0) * (1 if side is Side.WHITE else -1)
    stack = int(habit.choice([1, 2, 3, _STACK], p=[0.55, 0.1, 0.1, 0.25]))
    gap = float(habit.uniform(0.02, 0.3))
    middle = sum(geometry.bar_x) / 2
    first = float(habit.uniform(0.55, 1.4))
    if scene.cube is not None:
        cube_x, cube_y, _ = geometry.to_world(scene.cube.x, scene.cube.y)
        away = (cube_y - geometry.depth / 2) * direction
        if abs(cube_x - middle) < geometry.bar / 2 + 0.5 and -1.2 < away < first + 1.2:
            first = max(first, away + style.cube.size * 0.72 + 0.55)
    stack = max(stack, int(np.ceil(count / max(1.0, (geometry.depth / 2 - first) // (1 + gap)))))
    placed = []
    for number in range(count):
        rng = np.random.default_rng([scene.jitter_seed, _BAR, number, side is Side.WHITE])
        layer = number % stack
        y = geometry.depth / 2 + direction * (first + (number // stack) * (1 + gap))
        z = geometry.bar_height + layer * geometry.thickness
        centre = np.array([middle + rng.normal(0, 0.04), y + rng.normal(0, 0.03), z])
        turn = upright(float(rng.uniform(0, 2 * np.pi)))
        placed.append(Standing(side, Zone.BAR, 0, layer, centre, turn, z, int(rng.integers(0, 4))))
    return placed


def off_area(style: SceneStyle, side: Side) -> tuple[float, float, float, float]:
    """Return X0, Y0, X1, Y1 of where that side's borne-off checkers go, Y0 being where the first one goes."""
    geometry = style.geometry
    home_left = geometry.home is Home.NEAR_LEFT
    white = side is Side.WHITE
    middle, half = geometry.depth / 2, geometry.divider / 2
    y0, y1 = (0.05, middle - half) if white else (geometry.depth - 0.05, middle + half)
    tray = geometry.tray(left=home_left) or geometry.tray(left=not home_left)
    if tray is not None and style.off_place is not OffPlace.BESIDE:
        return tray[0], y0, tray[1], y1
    left, near, right, far = geometry.outer
    if style.seed % 3 == 0:  # before the player, along the board's edge
        x0, x1 = (
            (geometry.width * 0.1, geometry.width * 0.9) if home_left else (geometry.width * 0.9, geometry.width * 0.1)
        )
        return (x0, near - 0.3, x1, near - 1.6) if white else (x0, far + 0.3, x1, far + 1.6)
    return (left - 0.2, y0, left - 2.4, y1) if home_left else (right + 0.2, y0, right + 2.4, y1)


def _off(style: SceneStyle, scene: Scene, side: Side, count: int) -> list[Standing]:
    x0, y0, x1, y1 = off_area(style, side)
    thick = style.geometry.thickness
    forward = 1.0 if y1 > y0 else -1.0
    beside = style.off_place is OffPlace.BESIDE
    floor = -style.geometry.floor if beside else 0.0
    habit = np.random.default_rng([scene.jitter_seed, 0, side is Side.WHITE])
    stack = int(habit.integers(3, _STACK + 1))
    across = max(1, int(abs(x1 - x0) // 1.08))
    placed = []
    for number in range(count):
        rng = np.random.default_rng([scene.jitter_seed, 0, number, side is Side.WHITE])
        shift = rng.normal(0, 0.05, 2)
        if style.off_place is OffPlace.TRAY_STANDING:
            step = min(thick * 1.03, (abs(y1 - y0) - 0.1) / 15)
            centre = np.array([(x0 + x1) / 2 + shift[0] * 0.4, y0 + forward * number * step, floor + 0.5])
            axes = np.array([[1.0, 0, 0], [0, 0, 1.0], [0, -1.0, 0]])  # its axis lies along the tray
            turn = np.asarray(upright(float(rng.normal(0, 0.03))) @ axes @ upright(float(rng.uniform(0, 6.28))))
            if forward > 0:
                centre[1] += thick
            placed.append(Standing(side, Zone.OFF, 0, 0, centre, turn, floor, int(rng.integers(0, 4))))
            continue
        pile, layer = divmod(number, stack)
        column, row = pile % across, pile // across
        x = x0 + (x1 - x0) * (column + 0.5) / across if not beside else x0 + np.sign(x1 - x0) * (column * 1.12 + 0.55)
        y = y0 + forward * (0.55 + row * 1.08)
        centre = np.array([x + shift[0], y + shift[1], floor + layer * thick])
        turn = upright(float(rng.uniform(0, 2 * np.pi)))
        placed.append(Standing(side, Zone.OFF, 0, layer, centre, turn, centre[2], int(rng.integers(0, 4))))
    return placed
