"""Things that lie round a board: cups, dice cups, phones, papers, pens, a clock."""

import math

import numpy as np

from pi_companion.simulation.arrays import Colour, Points, mixed, tint
from pi_companion.simulation.looks import FACE_PX, PROFILE_STEPS
from pi_companion.simulation.materials import any_colour
from pi_companion.simulation.placing import upright
from pi_companion.simulation.solids import Block, Disc
from pi_companion.simulation.style import SceneStyle

_TRIES = 12
_SPARE = 0.6


def place_clutter(style: SceneStyle, seed: int, taken: list[Points]) -> list[Disc | Block]:
    """Return the things on the table round the board, clear of the board and of the places taken (world X, Y)."""
    rng = np.random.default_rng([seed, style.seed])
    x0, y0, x1, y1 = style.geometry.outer
    things: list[Disc | Block] = []
    busy = [(place[:2], 0.8) for place in taken]
    for _ in range(int(rng.integers(1, 7))):
        thing, reach = _thing(rng, -style.geometry.floor)
        for _ in range(_TRIES):
            side, along, away = int(rng.integers(0, 4)), rng.uniform(-0.1, 1.1), reach + _SPARE + rng.exponential(2.5)
            x = (x0 - away, x1 + away, x0 + along * (x1 - x0), x0 + along * (x1 - x0))[side]
            y = (y0 + along * (y1 - y0), y0 + along * (y1 - y0), y0 - away, y1 + away)[side]
            place = np.array([x, y])
            if all(float(np.hypot(*(place - other))) > reach + room for other, room in busy):
                busy.append((place, reach))
                things.append(_moved(thing, place))
                break
    return things


def _moved(thing: Disc | Block, place: Points) -> Disc | Block:
    thing.centre[:2] = place
    return thing


def _thing(rng: np.random.Generator, floor: float) -> tuple[Disc | Block, float]:
    """Return a thing at the origin on the table, and its reach in checker diameters."""
    kind = int(rng.choice(6, p=[0.25, 0.15, 0.2, 0.2, 0.12, 0.08]))
    yaw = float(rng.uniform(0, 2 * np.pi))
    if kind in {0, 1}:
        return _cup(rng, floor, yaw, leather=kind == 1)
    sizes = ((0, 0, 0), (0, 0, 0), (0.9, 1.9, 0.1), (2.6, 3.7, 0.01), (0.11, 1.7, 0.11), (2.0, 1.1, 0.7))
    half = np.array(sizes[kind], float) * rng.uniform(0.85, 1.2)
    colour: Colour = (20, 20, 22) if kind == 2 and rng.random() < 0.7 else any_colour(rng)
    if kind == 3:
        colour = mixed((240, 240, 240), any_colour(rng), 0.15 * float(rng.random()))
    faces = np.full((6, FACE_PX, FACE_PX, 3), colour, np.float32)
    if kind == 2:  # the phone's glass
        faces[4, 4:-4, 3:-3] = tint((35, 32, 30), float(rng.uniform(0.4, 1.6)))
    if kind == 3:  # lines of writing
        for row in range(int(rng.integers(4, 10)), FACE_PX - 6, int(rng.integers(3, 7))):
            faces[4, row, 6 : int(rng.integers(20, FACE_PX - 6))] = tint(colour, 0.55)
    if kind == 5:  # a clock's two displays
        faces[4, 16:40, 6:28] = faces[4, 16:40, 36:58] = (150, 175, 160)
    gloss = float(rng.uniform(0.3, 1)) if kind in {2, 4} else 0.1
    centre = np.array([0.0, 0.0, floor + half[2]])
    return Block(centre, upright(yaw), half, faces, 2.0, gloss, 90.0), float(math.hypot(half[0], half[1]))


def _cup(rng: np.random.Generator, floor: float, yaw: float, *, leather: bool) -> tuple[Disc, float]:
    colour = mixed((35, 50, 90), any_colour(rng), 0.4) if leather else any_colour(rng, (40, 250), 0.8)
    count = 64
    down, across = np.mgrid[0:count, 0:count].astype(np.float32) * (2 / count) - 1
    inside: Colour = tint(colour, 0.3) if leather else mixed((20, 35, 60), any_colour(rng), 0.3)
    albedo = np.full((count, count, 3), colour, np.float32)
    albedo[np.hypot(across, down) < rng.uniform(0.8, 0.92)] = inside
    radius = float(rng.uniform(0.75, 1.2))
    slopes = np.zeros(PROFILE_STEPS, np.float32)
    cup = Disc(
        centre=np.array([0.0, 0.0, floor]),
        turn=upright(yaw),
        radius=radius,
        height=float(rng.uniform(1.2, 2.6)),
        albedo=albedo,
        wall=colour,
        slopes=slopes,
        bulge=0.1,
        gloss=float(rng.random()),
        sharpness=40.0,
        glow=0.0,
    )
    return cup, radius
