"""Paints a scene on the canvas, the far things first.

The board is cut into rows and columns by its rails. What lies in one part can hide what lies in another only if it is
nearer to the camera, so the parts are painted from the far ones to the one the camera hangs over.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from pi_companion.simulation.arrays import Picture
from pi_companion.simulation.board_art import TABLE_REACH
from pi_companion.simulation.canvas import Canvas
from pi_companion.simulation.geometry import Box, Column
from pi_companion.simulation.hand import draw_limbs, pose, shadows
from pi_companion.simulation.light import Light, Lighting
from pi_companion.simulation.placing import Standing, Zone, upright
from pi_companion.simulation.setting import Scene
from pi_companion.simulation.solids import Disc, View, draw_block, draw_disc
from pi_companion.simulation.style import SceneStyle
from pi_companion.simulation.things import Thing, cast_shadows, make_things

_AWAY = 99.0
"""Farther than anything on the table, in checker diameters."""


@dataclass(frozen=True, slots=True, eq=False)
class Painted:
    """The finished canvas."""

    canvas: Picture
    hand_mask: Picture
    """(H, W) uint8 on the canvas, 0..255."""

    checkers: tuple[Standing, ...]
    shown: tuple[float, ...]
    """Share of the top face in view: of each checker, then each die, then the cube."""


class Painter:
    """Paints one scene; used once."""

    def __init__(self, style: SceneStyle, view: View, light: Light, scene: Scene, standing: list[Standing]) -> None:
        """Work out what throws shadows; nothing is painted yet."""
        geometry = style.geometry
        self._geometry = geometry
        self._view = view
        self._scene = scene
        self._checkers = list(standing)
        self._hand = None if scene.hand is None else pose(scene.hand, geometry)
        self._held = self._held_checker()
        scale = view.scale_at(geometry.width / 2, geometry.depth / 2)
        self._things = make_things(style, scene, self._checkers, scale)
        # A held checker throws no shadow of its own: the fingers' shadow holds it.
        casters = cast_shadows(geometry, [thing for thing in self._things if thing.number != self._held])
        if self._hand is not None:
            casters += shadows(self._hand)
        lighting = Lighting(light, geometry, casters, table_reach=TABLE_REACH)
        self._canvas = Canvas(view, lighting, style, len(self._things))

    def paint(self) -> Painted:
        """Paint everything."""
        geometry = self._geometry
        _, y0, _, y1 = geometry.outer
        far_rail, near_rail, *_ = geometry.boxes()
        self._canvas.lay_table()
        rows = [(y1, _AWAY), (geometry.depth, y1), (0.0, geometry.depth), (y0, 0.0), (-_AWAY, y0)]
        for low, high in sorted(rows, key=lambda row: -_gap(row, float(self._view.eye[1]))):
            if (low, high) == (0.0, geometry.depth):
                self._interior()
                continue
            for box in (far_rail, near_rail):
                if (low, high) == (box.y0, box.y1):
                    self._canvas.raise_box(box)
            self._put(-_AWAY, _AWAY, low, high)
        hand_mask = self._paint_hand()
        return Painted(self._canvas.picture, hand_mask, tuple(self._checkers), self._canvas.shown())

    def _interior(self) -> None:
        geometry = self._geometry
        x0, _, x1, _ = geometry.outer
        eye_x = float(self._view.eye[0])
        strips = [*geometry.columns(), Column(-_AWAY, x0, 0.0), Column(x1, _AWAY, 0.0)]
        for strip in sorted(strips, key=lambda part: -_gap((part.x0, part.x1), eye_x)):
            if strip.height:
                self._canvas.raise_box(Box(strip.x0, 0.0, strip.x1, geometry.depth, strip.height))
            if (strip.x0, strip.x1) != geometry.bar_x:
                self._column(strip)
        # What stands on the bar is higher than its neighbours and may overhang them.
        self._put(*geometry.bar_x, 0.0, geometry.depth)

    def _column(self, strip: Column) -> None:
        depth, eye_y = self._geometry.depth, float(self._view.eye[1])
        cuts = [0.0, *(edge for box in strip.dividers for edge in (box.y0, box.y1)), depth]
        for low, high in sorted(itertools.pairwise(cuts), key=lambda part: -_gap(part, eye_y)):
            for box in strip.dividers:
                if (low, high) == (box.y0, box.y1):
                    self._canvas.raise_box(box)
            self._put(strip.x0, strip.x1, low, high)

    def _held_checker(self) -> int | None:
        """Add the checker in the hand to those to paint; return its number."""
        hand = self._scene.hand
        if hand is None or hand.holding is None or self._hand is None:
            return None
        rng = np.random.default_rng([hand.seed, hand.pose])
        turn = upright(float(rng.uniform(0, 6)), float(rng.uniform(0, 0.9)), hand.heading + float(rng.normal(0, 0.8)))
        grip = self._hand.grip
        self._checkers.append(Standing(hand.holding, Zone.HAND, 0, 0, grip, turn, max(float(grip[2]) - 0.5, 0.0), 0))
        return len(self._checkers) - 1

    def _paint_hand(self) -> Picture:
        mask = np.zeros(self._view.shape, np.uint8)
        hand = self._scene.hand
        if hand is None or self._hand is None:
            return mask
        canvas = self._canvas
        light = canvas.lighting.light
        draw_limbs(self._view, self._hand.below, light, canvas.picture, mask, hand.seed)
        canvas.hide(mask)
        if self._held is not None:
            self._paint_thing(self._things[self._held])
        over = np.zeros_like(mask)
        draw_limbs(self._view, self._hand.above, light, canvas.picture, over, hand.seed)
        canvas.hide(over)
        return np.maximum(mask, over)

    def _put(self, x0: float, x1: float, y0: float, y1: float) -> None:
        """Paint the solids whose middle is in that part of the table, the lower and farther ones first."""
        eye = self._view.eye
        here = [
            thing
            for thing in self._things
            if thing.number != self._held and x0 <= thing.solid.centre[0] < x1 and y0 <= thing.solid.centre[1] < y1
        ]
        for thing in sorted(here, key=lambda one: (round(one.base_z, 3), -np.linalg.norm(one.solid.centre - eye))):
            self._paint_thing(thing)

    def _paint_thing(self, thing: Thing) -> None:
        if isinstance(thing.solid, Disc):
            patch = draw_disc(self._view, thing.solid, self._canvas.lighting, thing.base_z)
        else:
            patch = draw_block(self._view, thing.solid, self._canvas.lighting, thing.base_z)
        if patch is not None:
            self._canvas.apply(thing.number, patch)


def _gap(slab: tuple[float, float], place: float) -> float:
    """Return how far a place lies outside a slab."""
    return max(slab[0] - place, place - slab[1], 0.0)
