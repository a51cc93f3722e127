"""Sets a table: rolls dice where there is room, lays the cube where its owner keeps it, draws whole random scenes."""

import math

import numpy as np

from pi_companion.rules import BAR, CHECKERS, Side
from pi_companion.simulation.arrays import Points
from pi_companion.simulation.geometry import ALL_POINTS, Home
from pi_companion.simulation.placing import Zone, off_area, place_checkers
from pi_companion.simulation.setting import CENTRED, START, Counts, CubeSpot, DieSpot, Hand, Scene
from pi_companion.simulation.style import OffPlace, SceneStyle

_TRIES = 60


def throw_dice(
    rng: np.random.Generator,
    style: SceneStyle,
    scene: Scene,
    side: Side,
    values: tuple[int, ...],
    *,
    half: int | None = None,
    also: tuple[Scene, ...] = (),
) -> tuple[DieSpot, ...]:
    """Return dice lying on the playing field.

    Args:
        rng: Where they fall.
        style: The table.
        scene: Its checkers are kept clear of.
        side: Who throws.
        values: What the dice show.
        half: The left (0) or right (1) half as White sits, None for any.
        also: Further scenes whose checkers are kept clear of, such as those after the play.
    """
    geometry = style.geometry
    scenes = (scene, *also)
    taken = [
        one.centre[:2] for each in scenes for one in place_checkers(style, each) if one.zone in {Zone.POINT, Zone.BAR}
    ]
    size = style.dice(side).size
    bar0, bar1 = geometry.bar_x
    right = bool(rng.random() < 0.5) if half is None else bool(half)
    x0, x1 = (bar1, geometry.width) if right else (0.0, bar0)
    around = np.array([rng.uniform(x0 + 1, x1 - 1), geometry.depth * rng.normal(0.5, 0.13)])
    spread = float(rng.uniform(0.4, 1.6))
    spots: list[DieSpot] = []
    thrown: list[Points] = []
    for value in values:
        place = around
        for attempt in range(_TRIES):
            trial = around + rng.normal(0, spread * (1 + attempt / 12), 2)
            place = np.array([np.clip(trial[0], x0 + size, x1 - size), np.clip(trial[1], size, geometry.depth - size)])
            clear = all(np.hypot(*(place - other)) > 0.5 + size * 0.73 for other in taken)
            if clear and all(np.hypot(*(place - other)) > size * 1.45 for other in thrown):
                break
        spots.append(_spot(style, value, side, place, 0.0, float(rng.uniform(0, 2 * np.pi))))
        thrown.append(place)
    return tuple(spots)


def _spot(style: SceneStyle, value: int, side: Side, place: Points, z: float, yaw: float) -> DieSpot:
    x, y = style.geometry.to_board(float(place[0]), float(place[1]))
    return DieSpot(value, side, x, y, z, yaw)


def cocked(rng: np.random.Generator, style: SceneStyle, scene: Scene, die: DieSpot) -> DieSpot:
    """Return the die leaning on a checker where there is one, else on the near rail."""
    standing = [one for one in place_checkers(style, scene) if one.zone is Zone.POINT]
    if not standing:
        return die
    one = standing[int(rng.integers(0, len(standing)))]
    around = float(rng.uniform(0, 2 * np.pi))
    place = one.centre[:2] + 0.5 * np.array([math.cos(around), math.sin(around)])
    tilt = float(np.radians(rng.uniform(12, 35)))
    lift = one.base_z + style.geometry.thickness * float(rng.uniform(0.3, 1.0))
    spot = _spot(style, die.value, die.owner, place, lift, die.yaw)
    return DieSpot(spot.value, spot.owner, spot.x, spot.y, spot.z, spot.yaw, tilt)


def idle_dice(rng: np.random.Generator, style: SceneStyle, side: Side, values: tuple[int, ...]) -> tuple[DieSpot, ...]:
    """Return a pair that nobody uses now: in a tray on that side's half, or on the table beside the board."""
    geometry = style.geometry
    trays = [tray for tray in (geometry.tray(left=True), geometry.tray(left=False)) if tray is not None]
    size = style.dice(side).size
    white = side is Side.WHITE
    used = off_area(style, side)
    beside = style.off_place is OffPlace.BESIDE
    if trays and (beside or len(trays) > 1) and rng.random() < 0.7:
        # The tray away from the borne-off checkers where there are two.
        tray = min(trays, key=lambda edges: edges[0] == used[0])
        # Clear of the divider in the tray's middle and of the cube beside it.
        away = geometry.divider / 2 + size * 1.3 + float(rng.uniform(0.1, 0.2 * geometry.depth))
        y = geometry.depth / 2 + (-away if white else away)
        base, z = np.array([sum(tray) / 2, y]), 0.0
        step = np.array([0.0, size * 1.3])
    else:
        left, near, right, far = geometry.outer
        along, z = rng.uniform(0.15, 0.85), -geometry.floor
        off_in_front = beside and not 0 < used[1] < geometry.depth
        if rng.random() < 0.5 and not off_in_front:
            base = np.array([along * geometry.width, near - 0.8 if white else far + 0.8])
        else:
            y = geometry.depth * (rng.uniform(0.1, 0.45) if white else rng.uniform(0.55, 0.9))
            base = np.array([left - 0.8 if geometry.home is Home.NEAR_RIGHT else right + 0.8, y])
        step = np.array([size * 1.4, 0.0])
    spots = []
    for number, value in enumerate(values):
        place = base + step * (number - 0.5) + rng.normal(0, 0.06, 2)
        spot = _spot(style, value, side, place, z, float(rng.uniform(0, 2 * np.pi)))
        spots.append(DieSpot(spot.value, side, spot.x, spot.y, z, spot.yaw, rolled=False))
    return tuple(spots)


def cube_spot(rng: np.random.Generator, style: SceneStyle, value: int, owner: Side | None) -> CubeSpot:
    """Return where the cube lies: in the middle, or on its owner's side of bar, tray or rail."""
    geometry = style.geometry
    home = np.random.default_rng([style.seed, 5])
    habit = int(home.integers(0, 4))
    turns = 0 if owner is None else (0 if owner is Side.WHITE else 2)
    yaw = float(turns * np.pi / 2 + rng.normal(0, 0.08) + (np.pi / 2 if home.random() < 0.2 else 0.0))
    side = 0.0 if owner is None else (-1.0 if owner is Side.WHITE else 1.0)
    x, z = sum(geometry.bar_x) / 2, geometry.bar_height
    reach = geometry.depth / 2 - style.cube.size * 0.6
    if habit == 1 and owner is not None:
        reach, z = geometry.depth / 2 + geometry.rail / 2, geometry.rail_height
    trays = [tray for tray in (geometry.tray(left=True), geometry.tray(left=False)) if tray is not None]
    if habit >= 2 and trays:
        tray = trays[-1] if habit == 2 else trays[0]
        x, z = sum(tray) / 2, 0.0
        if owner is None and geometry.divider:
            z = geometry.rail_height * 0.9
        reach = geometry.depth * 0.3 if style.off_place is OffPlace.BESIDE else geometry.depth / 2 - 0.75
        if style.off_place is not OffPlace.BESIDE and tray[0] == off_area(style, Side.WHITE)[0]:
            reach = geometry.divider / 2 + style.cube.size * 0.65
    y = geometry.depth / 2 + side * reach + float(rng.normal(0, 0.05))
    board_x, board_y = geometry.to_board(x + float(rng.normal(0, 0.03)), y)
    return CubeSpot(value, owner, board_x, board_y, z, yaw)


def random_counts(rng: np.random.Generator) -> tuple[Counts, Counts]:
    """Draw a position of fifteen a side: early, contact, crowded, bearing off, or as no play would have it."""
    kind = rng.random()
    white, black = (_side(rng, kind) for _ in range(2))
    # A point belongs to one side: the other's checkers there go elsewhere.
    for own in range(1, ALL_POINTS + 1):
        if white[own] and black[BAR - own]:
            loser, place = (white, own) if rng.random() < 0.5 else (black, BAR - own)
            other = black if loser is white else white
            moved, loser[place] = loser[place], 0
            free = [p for p in range(1, ALL_POINTS + 1) if not other[BAR - p]]
            target = free[int(rng.integers(0, len(free)))]
            loser[target] += moved
    return tuple(white), tuple(black)


def _side(rng: np.random.Generator, kind: float) -> list[int]:
    counts = [0] * (BAR + 1)
    if kind < 0.35:  # the start, with some checkers moved on
        counts = list(START)
        for _ in range(int(rng.integers(0, 14))):
            places = [place for place in range(1, BAR + 1) if counts[place]]
            start = places[int(rng.integers(0, len(places)))]
            counts[start] -= 1
            counts[max(start - int(rng.integers(1, 7)), 1)] += 1
    elif kind < 0.6:  # bearing off
        gone = int(rng.integers(0, CHECKERS))
        counts[0] = gone
        for place in rng.integers(1, 7, CHECKERS - gone):
            counts[int(place)] += 1
    else:
        used = rng.choice(np.arange(1, ALL_POINTS + 1), int(rng.integers(3, 10)), replace=False)
        weights = rng.dirichlet(np.full(len(used), rng.uniform(0.5, 3)))
        for place in rng.choice(used, CHECKERS, p=weights):
            counts[int(place)] += 1
    if rng.random() < 0.3:
        for _ in range(int(rng.integers(1, 4))):
            places = [place for place in range(1, ALL_POINTS + 1) if counts[place]]
            if places:
                counts[places[int(rng.integers(0, len(places)))]] -= 1
                counts[BAR] += 1
    return counts


def random_scene(rng: np.random.Generator, style: SceneStyle) -> Scene:
    """Draw a whole scene: position, dice, cube, sometimes a hand, things round the board."""
    white, black = random_counts(rng)
    if rng.random() < 0.06:
        white = black = START
    cube = None
    if rng.random() < 0.9:
        owner = (None, Side.WHITE, Side.BLACK)[int(rng.choice(3, p=[0.4, 0.3, 0.3]))]
        cube = cube_spot(rng, style, CENTRED if owner is None else int(2 ** rng.integers(1, 7)), owner)
    scene = Scene(
        white,
        black,
        cube=cube,
        jitter_seed=int(rng.integers(1_000_000)),
        clutter_seed=int(rng.integers(1_000_000)) if rng.random() < 0.7 else None,
    )
    dice = _random_dice(rng, style, scene)
    hand = random_hand(rng) if rng.random() < 0.18 else None
    return Scene(white, black, dice, cube, hand, scene.jitter_seed, scene.clutter_seed)


def _random_dice(rng: np.random.Generator, style: SceneStyle, scene: Scene) -> tuple[DieSpot, ...]:
    dice: list[DieSpot] = []
    roller = Side.WHITE if rng.random() < 0.5 else Side.BLACK
    values = tuple(int(value) for value in rng.integers(1, 7, 2))
    kind = rng.random()
    if kind < 0.68:
        dice += throw_dice(rng, style, scene, roller, values)
        if rng.random() < 0.06:
            dice[0] = cocked(rng, style, scene, dice[0])
    elif kind < 0.76:  # the opening: a die of each side
        dice += throw_dice(rng, style, scene, Side.WHITE, values[:1], half=1)
        dice += throw_dice(rng, style, scene, Side.BLACK, values[1:], half=0)
    for side in Side:
        if not any(die.owner is side for die in dice) and rng.random() < 0.75:
            dice += idle_dice(rng, style, side, tuple(int(value) for value in rng.integers(1, 7, 2)))
    return tuple(dice)


def random_hand(rng: np.random.Generator) -> Hand:
    """Draw a hand over the board, from any side."""
    seats = (np.pi / 2, -np.pi / 2, 0.0, np.pi)
    seat = seats[int(rng.choice(4, p=[0.4, 0.3, 0.15, 0.15]))]
    holding = (None, Side.WHITE, Side.BLACK)[int(rng.choice(3, p=[0.5, 0.25, 0.25]))]
    return Hand(
        x=float(rng.uniform(0.02, 0.98)),
        y=float(rng.uniform(0.02, 0.98)),
        z=float(rng.uniform(0.3, 3.0)),
        heading=float(seat + rng.normal(0, 0.4)),
        holding=holding,
        seed=int(rng.integers(1_000_000)),
        pose=int(rng.integers(1_000_000)),
    )
