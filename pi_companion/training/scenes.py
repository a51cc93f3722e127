"""What stands on the training boards: positions, dice, cube and hands, drawn wider than any real table."""

from dataclasses import replace

import numpy as np

from pi_companion.rules import Position, Roll, Side, legal_plays
from pi_companion.simulation.geometry import Geometry
from pi_companion.simulation.looks import random_cube, random_dice
from pi_companion.simulation.placing import Standing, Zone, place_checkers
from pi_companion.simulation.scene import (
    CENTRED,
    START,
    Camera,
    CubeSpot,
    DieSpot,
    Hand,
    Light,
    Scene,
    SceneStyle,
    random_camera,
    random_light,
    random_style,
)

Counts = tuple[int, ...]
SIZES = (((1280, 720), 0.85), ((1640, 1232), 0.1), ((1920, 1080), 0.05))
HAND_SHARE = 0.14
MOST_IN_ROW = 5


def random_board(rng: np.random.Generator) -> tuple[SceneStyle, Camera, tuple[Light, Light]]:
    """A board under a camera, and the light before and after it changes."""
    style = random_style(rng)
    return style, random_camera(rng, style, random_size(rng)), (random_light(rng), random_light(rng))


def random_size(rng: np.random.Generator) -> tuple[int, int]:
    """Width and height of a camera's pictures."""
    return SIZES[int(rng.choice(len(SIZES), p=[share for _, share in SIZES]))][0]


def start_scene(style: SceneStyle, rng: np.random.Generator) -> Scene:
    """The start position as it is set up for calibration."""
    dice = tuple(die for side in Side for die in _idle(style, side, rng)) if rng.random() < 0.7 else ()
    return Scene(START, START, dice, _centred(style, rng), None, int(rng.integers(1 << 30)), int(rng.integers(1 << 30)))


def random_scene(style: SceneStyle, rng: np.random.Generator) -> Scene:
    """Any moment of any game."""
    white, black = _wandered(rng) if rng.random() < 0.55 else _scattered(rng)
    scene = Scene(white, black, (), _cube(style, rng), None, int(rng.integers(1 << 30)), int(rng.integers(1 << 30)))
    scene = replace(scene, dice=_dice(style, scene, rng))
    if rng.random() < HAND_SHARE:
        scene = replace(scene, hand=_hand(rng))
    return scene


def crowded_scene(style: SceneStyle, rng: np.random.Generator) -> Scene:
    """Many dice at once: alone, side by side, against checkers, leaning on them and lying on them."""
    white, black = _wandered(rng) if rng.random() < 0.7 else _scattered(rng)
    cube = _cube(style, rng)
    if cube is not None:
        cube = replace(cube, value=int(2 ** rng.integers(1, 7)))
    scene = Scene(white, black, (), cube, None, int(rng.integers(1 << 30)), int(rng.integers(1 << 30)))
    tops = [one for one in place_checkers(style, scene) if one.zone is Zone.POINT and one.layer == 0]
    dice: list[DieSpot] = []
    for _ in range(int(rng.integers(5, 10))):
        owner = Side.WHITE if rng.random() < 0.5 else Side.BLACK
        die = _crowding(style, scene, owner, dice, tops, rng)
        if die is not None:
            dice.append(die)
    return replace(scene, dice=tuple(dice))


def restyled(style: SceneStyle, rng: np.random.Generator) -> SceneStyle:
    """The same board with other dice and another cube."""
    white_dice, black_dice = random_dice(rng)
    return replace(style, white_dice=white_dice, black_dice=black_dice, cube=random_cube(rng))


def _crowding(
    style: SceneStyle,
    scene: Scene,
    owner: Side,
    dice: list[DieSpot],
    checkers: list[Standing],
    rng: np.random.Generator,
) -> DieSpot | None:
    geometry, size = style.geometry, style.dice(owner).size
    kind = rng.random()
    value, yaw = int(rng.integers(1, 7)), float(rng.uniform(0, 2 * np.pi))
    if kind < 0.3 and dice:
        other = dice[int(rng.integers(len(dice)))]
        if other.tilt or other.z:
            return None
        turned = other.yaw + float(rng.choice(4)) * np.pi / 2 + float(rng.normal(0, 0.15))
        reach = (size + style.dice(other.owner).size) / 2 * float(rng.uniform(1.02, 1.35))
        x, y, _ = geometry.to_world(other.x, other.y)
        place = np.array([x + reach * np.cos(turned), y + reach * np.sin(turned)])
        die = DieSpot(value, owner, *geometry.to_board(*place), 0.0, turned + float(rng.normal(0, 0.2)))
        return die if _free(style, die, dice, checkers, 0.0) else None
    if kind < 0.55 and checkers:
        one = checkers[int(rng.integers(len(checkers)))]
        way = float(rng.uniform(0, 2 * np.pi))
        leans = kind > 0.44
        reach = 0.5 + size * float(rng.uniform(0.2, 0.45) if leans else rng.uniform(0.52, 0.9))
        place = one.centre[:2] + reach * np.array([np.cos(way), np.sin(way)])
        board = geometry.to_board(*place)
        if leans:
            lift = style.geometry.thickness * float(rng.uniform(0.1, 0.9))
            return DieSpot(value, owner, *board, lift, yaw, float(rng.uniform(0.2, 0.6)))
        die = DieSpot(value, owner, *board, 0.0, yaw)
        return die if _free(style, die, dice, checkers, size * 0.5) else None
    if kind < 0.6 and checkers:
        one = checkers[int(rng.integers(len(checkers)))]
        count = max(scene.white[one.point], scene.black[25 - one.point])
        if count > MOST_IN_ROW:
            return None
        place = one.centre[:2] + rng.normal(0, 0.08, 2)
        return DieSpot(value, owner, *geometry.to_board(*place), geometry.thickness, yaw)
    return _rolled(style, scene, owner, dice, rng, right=bool(rng.random() < 0.5))


def _free(style: SceneStyle, die: DieSpot, dice: list[DieSpot], checkers: list[Standing], reach: float) -> bool:
    """Whether a die lies on the field, in no other die and in no checker."""
    geometry = style.geometry
    x, y, _ = geometry.to_world(die.x, die.y)
    size = style.dice(die.owner).size
    bar0, bar1 = geometry.bar_x
    if not (size / 2 < y < geometry.depth - size / 2 and size / 2 < x < geometry.width - size / 2):
        return False
    if bar0 - size / 2 < x < bar1 + size / 2:
        return False
    for other in dice:
        ox, oy, _ = geometry.to_world(other.x, other.y)
        if np.hypot(ox - x, oy - y) < (size + style.dice(other.owner).size) / 2:
            return False
    return all(np.hypot(*(one.centre[:2] - (x, y))) > 0.5 + max(reach, size * 0.5) for one in checkers)


def _wandered(rng: np.random.Generator) -> tuple[Counts, Counts]:
    """A position that random plays reach."""
    position, side = Position.start(), Side.WHITE
    for _ in range(int(rng.integers(1, 70))):
        plays = legal_plays(position, side, Roll(int(rng.integers(1, 7)), int(rng.integers(1, 7))))
        if plays:
            position = plays[int(rng.integers(len(plays)))].result
        if position.white[0] == 15 or position.black[0] == 15:
            break
        side = side.opponent
    return position.white, position.black


def _scattered(rng: np.random.Generator) -> tuple[Counts, Counts]:
    """Checkers anywhere: tall stacks, full bars and bare boards as often as any."""
    points = rng.permutation(np.arange(1, 25))
    cut = int(rng.integers(3, 13))
    both = []
    for side, mine in enumerate((points[:cut], points[cut : cut + int(rng.integers(2, 12))])):
        off = int(rng.integers(0, 13)) if rng.random() < 0.35 else 0
        bar = int(min(15 - off, rng.choice([0, 1, 2, 3, 4, 6], p=[0.62, 0.17, 0.1, 0.06, 0.03, 0.02])))
        counts = [0] * 26
        counts[0], counts[25] = off, bar
        weights = rng.dirichlet(np.full(len(mine), rng.choice([0.3, 1.0, 4.0])))
        for point in rng.choice(mine, 15 - off - bar, p=weights):
            counts[point if side == 0 else 25 - point] += 1
        both.append(tuple(int(n) for n in counts))
    return both[0], both[1]


def _centred(style: SceneStyle, rng: np.random.Generator) -> CubeSpot | None:
    if rng.random() < 0.06:
        return None
    geometry = style.geometry
    yaw = float(rng.choice(4) * np.pi / 2 + rng.normal(0, 0.15))
    if rng.random() < 0.75:
        return CubeSpot(CENTRED, None, 0.5 + rng.normal(0, 0.003), 0.5 + rng.normal(0, 0.02), geometry.bar_height, yaw)
    left = bool(rng.random() < 0.5)
    x, z = _side_place(geometry, rng, left=left)
    return CubeSpot(CENTRED, None, x, 0.5 + rng.normal(0, 0.02), z, yaw)


def _cube(style: SceneStyle, rng: np.random.Generator) -> CubeSpot | None:
    if rng.random() < 0.4:
        return _centred(style, rng)
    owner = Side.WHITE if rng.random() < 0.5 else Side.BLACK
    value = int(2 ** rng.integers(1, 7))
    geometry = style.geometry
    near = owner is Side.WHITE
    y = float(rng.uniform(0.72, 1.0)) if near else float(rng.uniform(0.0, 0.28))
    yaw = float(rng.choice(4) * np.pi / 2 + rng.normal(0, 0.2))
    kind = rng.random()
    if kind < 0.5:
        return CubeSpot(value, owner, 0.5 + rng.normal(0, 0.004), y, geometry.bar_height, yaw)
    if kind < 0.85:
        x, z = _side_place(geometry, rng, left=bool(rng.random() < 0.5))
        return CubeSpot(value, owner, x, y, z, yaw)
    rail = geometry.rail / geometry.depth / 2
    return CubeSpot(
        value, owner, float(rng.uniform(0.05, 0.95)), 1 + rail if near else -rail, geometry.rail_height, yaw
    )


def _side_place(geometry: Geometry, rng: np.random.Generator, *, left: bool) -> tuple[float, float]:
    """Board x and height of a place in the tray, or beside the board where there is none."""
    tray = geometry.tray(left=left)
    if tray is not None:
        return float(rng.uniform(tray[0] + 0.35, tray[1] - 0.35)) / geometry.width, 0.0
    outer = geometry.outer[0] if left else geometry.outer[2]
    away = float(rng.uniform(0.5, 1.5))
    return (outer - away if left else outer + away) / geometry.width, -geometry.floor


def _dice(style: SceneStyle, scene: Scene, rng: np.random.Generator) -> tuple[DieSpot, ...]:
    kind = rng.random()
    roller = Side.WHITE if rng.random() < 0.5 else Side.BLACK
    if kind < 0.15:
        return tuple(die for side in Side for die in _idle(style, side, rng))
    alone = 1 if rng.random() < 0.1 else 2
    owners = [Side.WHITE, Side.BLACK] if kind < 0.25 else [roller] * alone
    right = bool(rng.random() < 0.5)
    rolled: list[DieSpot] = []
    for owner in owners:
        half = right if len(set(owners)) == 1 or owner is Side.WHITE else not right
        die = _rolled(style, scene, owner, rolled, rng, right=half)
        if die is not None:
            rolled.append(die)
    idle = [die for side in Side if side not in owners for die in _idle(style, side, rng)] if rng.random() < 0.8 else []
    return (*rolled, *idle)


def _rolled(
    style: SceneStyle, scene: Scene, owner: Side, others: list[DieSpot], rng: np.random.Generator, *, right: bool
) -> DieSpot | None:
    geometry = style.geometry
    size = style.dice(owner).size
    bar0, bar1 = geometry.bar_x
    for _ in range(30):
        low, high = (bar1 + size, geometry.width - size) if right else (size, bar0 - size)
        x = float(rng.uniform(low, high))
        y = float(np.clip(rng.normal(0.5, 0.22) * geometry.depth, size, geometry.depth - size))
        board_x, board_y = geometry.to_board(x, y)
        near_other = any(
            abs(die.x - board_x) * geometry.width + abs(die.y - board_y) * geometry.depth < size * 1.6 for die in others
        )
        if near_other or _occupied(geometry, scene, x, y, size):
            continue
        tilt = float(rng.uniform(0.2, 0.6)) if rng.random() < 0.04 else 0.0
        return DieSpot(int(rng.integers(1, 7)), owner, board_x, board_y, 0.0, float(rng.uniform(0, 6.28)), tilt)
    return None


def _occupied(geometry: Geometry, scene: Scene, x: float, y: float, size: float) -> bool:
    for point in range(1, 25):
        count = scene.white[point] + scene.black[25 - point]
        if not count:
            continue
        base_x, base_y, grow = geometry.point_base(point)
        reach = min(count, 6) * 1.06 + 0.2
        if abs(x - base_x) < 0.5 + size * 0.75 and (y - base_y) * grow < reach + size * 0.75:
            return True
    return False


def _idle(style: SceneStyle, side: Side, rng: np.random.Generator) -> list[DieSpot]:
    """The pair that nobody uses: in a tray, on a rail, or beside the board."""
    geometry = style.geometry
    x, z = _side_place(geometry, rng, left=bool(rng.random() < 0.5))
    y = float(rng.uniform(0.05, 0.95))
    size = style.dice(side).size
    if rng.random() < 0.12:
        x, z, y = (
            float(rng.uniform(0.05, 0.95)),
            geometry.rail_height,
            float(rng.choice([-1, 1])) * geometry.rail / geometry.depth / 2,
        )
        y = 1 + y if y > 0 else y
    step = size * float(rng.uniform(1.05, 2.0)) / geometry.depth
    return [
        DieSpot(
            int(rng.integers(1, 7)),
            side,
            x + float(rng.normal(0, 0.004)),
            y + number * step,
            z,
            float(rng.uniform(0, 6.28)),
            rolled=False,
        )
        for number in range(2)
    ]


def _hand(rng: np.random.Generator) -> Hand:
    near = bool(rng.random() < 0.5)
    heading = float(rng.normal(np.pi * 1.5 if near else np.pi / 2, 0.5))
    holding = (None, Side.WHITE, Side.BLACK)[int(rng.choice(3, p=[0.5, 0.25, 0.25]))]
    return Hand(
        x=float(rng.uniform(-0.02, 1.02)),
        y=float(rng.uniform(-0.02, 1.02)),
        z=float(rng.uniform(0.3, 4.0)),
        heading=heading,
        holding=holding,
        seed=int(rng.integers(1 << 30)),
        pose=int(rng.integers(1 << 30)),
    )
