"""Makes the solid things of a scene: checkers, dice, the cube and what lies round the board."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from pi_companion.simulation.arrays import Colour, Floats, Points
from pi_companion.simulation.clutter import place_clutter
from pi_companion.simulation.geometry import Geometry
from pi_companion.simulation.light import Caster
from pi_companion.simulation.looks import ALBEDO_PX, CheckerLook, CubeLook, DieLook
from pi_companion.simulation.placing import Standing, upright
from pi_companion.simulation.setting import CENTRED, CubeSpot, DieSpot, Scene
from pi_companion.simulation.solids import Block, Disc, disc_rim
from pi_companion.simulation.style import SceneStyle

_CHECKER_RADIUS = 0.5
_VARIANTS = 4
_FEW_TEXELS = 32
_SHARPNESS = 60.0
_CENTRED_SHOWS = 64
_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something solid to paint."""

    number: int
    solid: Disc | Block
    base_z: float
    """Height of its foot: what stands higher is painted later."""


def make_things(style: SceneStyle, scene: Scene, checkers: list[Standing], scale: float) -> list[Thing]:
    """Return all solids of the scene: the checkers, the dice, the cube, then the things round the board.

    Args:
        style: How they look.
        scene: What stands there.
        checkers: Where each checker stands.
        scale: Pixels a checker diameter, which sets how fine the patterns need to be.
    """
    geometry = style.geometry
    size = ALBEDO_PX
    while size > _FEW_TEXELS and size > 1.6 * scale:
        size //= 2
    things = [
        Thing(number, _checker(one, style.checkers(one.side), geometry, size), one.base_z)
        for number, one in enumerate(checkers)
    ]
    things += [
        Thing(len(things) + n, _die(style.dice(spot.owner), spot, geometry), spot.z)
        for n, spot in enumerate(scene.dice)
    ]
    if scene.cube is not None:
        things.append(Thing(len(things), _cube(style.cube, scene.cube, geometry), scene.cube.z))
    if scene.clutter_seed is not None:
        taken = [thing.solid.centre for thing in things]
        for solid in place_clutter(style, scene.clutter_seed, taken):
            things.append(Thing(len(things), solid, -geometry.floor))
    return things


def _checker(one: Standing, look: CheckerLook, geometry: Geometry, size: int) -> Disc:
    albedo, walls, slopes = _checker_parts(look, size)
    return Disc(
        centre=one.centre,
        turn=one.turn,
        radius=_CHECKER_RADIUS,
        height=geometry.thickness,
        albedo=albedo[one.variant],
        wall=walls[one.variant],
        slopes=slopes,
        bulge=min(1.6, look.bevel * 6),
        gloss=look.gloss,
        sharpness=look.sharpness,
        glow=look.glow,
    )


def _die(look: DieLook, spot: DieSpot, geometry: Geometry) -> Block:
    x, y, z = geometry.to_world(spot.x, spot.y, spot.z)
    turn = upright(spot.yaw, spot.tilt, spot.yaw + 0.7) @ _face_up(look, spot.value)
    half = np.full(3, look.size / 2)
    return Block(
        np.array([x, y, z + look.size / 2]),
        turn,
        half,
        look.faces(),
        look.roundness,
        look.gloss,
        look.sharpness,
        look.bevel,
    )


def _cube(look: CubeLook, spot: CubeSpot, geometry: Geometry) -> Block:
    x, y, z = geometry.to_world(spot.x, spot.y, spot.z)
    faces = look.faces(_CENTRED_SHOWS if spot.value == CENTRED else spot.value)
    half = np.full(3, look.size / 2)
    centre = np.array([x, y, z + look.size / 2])
    return Block(centre, upright(spot.yaw), half, faces, look.roundness, look.gloss, _SHARPNESS, look.bevel)


def cast_shadows(geometry: Geometry, things: list[Thing]) -> list[Caster]:
    """Return what throws shadows: the board, its rails, and the things."""
    x0, y0, x1, y1 = geometry.outer
    outline = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    casters = [Caster(outline, -geometry.floor, 0.0)]
    for box in geometry.boxes():
        corners = np.array([[box.x0, box.y0], [box.x1, box.y0], [box.x1, box.y1], [box.x0, box.y1]])
        casters.append(Caster(corners, 0.0, box.top))
    for thing in things:
        solid = thing.solid
        if isinstance(solid, Disc):
            rims = np.concatenate([disc_rim(solid, 0.0)[::2], disc_rim(solid, solid.height)[::2]])
        else:
            rims = solid.centre + (_CORNERS * solid.half * 0.95) @ solid.turn.T
        hull = cv2.convexHull(rims[:, :2].astype(np.float32)).reshape(-1, 2)
        casters.append(Caster(np.asarray(hull, float), float(rims[:, 2].min()), float(rims[:, 2].max())))
    return casters


@lru_cache(maxsize=16)
def _checker_parts(look: CheckerLook, size: int) -> tuple[list[Floats], list[Colour], Floats]:
    """Return the tops of a set's checkers at a size in pixels, the colours of their sides, and their profile."""
    tops = [look.albedo(variant) for variant in range(_VARIANTS)]
    means = [top.reshape(-1, 3).mean(0) for top in tops]
    walls: list[Colour] = [
        look.rim_colour if look.rim < 1 else (float(mean[0]), float(mean[1]), float(mean[2])) for mean in means
    ]
    fitted = [np.asarray(cv2.resize(top, (size, size), interpolation=cv2.INTER_AREA), np.float32) for top in tops]
    return fitted, walls, look.slopes()


def _face_up(look: DieLook, value: int) -> Points:
    """Return the turn that brings a die's value to the top."""
    x_turn = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    y_turn = np.array([[0, 0, 1.0], [0, 1, 0], [-1, 0, 0]])
    raised = (y_turn.T, y_turn, x_turn, x_turn.T, np.eye(3), x_turn @ x_turn)  # +x, -x, +y, -y, +z, -z to the top
    return raised[look.order.index(value)]
