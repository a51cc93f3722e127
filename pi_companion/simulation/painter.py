"""Paints a scene on the canvas, the far things first."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from pi_companion.rules import Side
from pi_companion.simulation.arrays import Colour, Floats, Picture, Points
from pi_companion.simulation.board_art import BOARD_SCALE, TABLE_REACH, Sheet, board_art
from pi_companion.simulation.clutter import place_clutter
from pi_companion.simulation.geometry import Box
from pi_companion.simulation.hand import draw_limbs, pose, shadows
from pi_companion.simulation.light import Caster, Level, Light, Lighting, as_seen
from pi_companion.simulation.looks import ALBEDO_PX, CheckerLook, DieLook
from pi_companion.simulation.placing import Standing, Zone, upright
from pi_companion.simulation.setting import CENTRED, Scene
from pi_companion.simulation.solids import Block, Disc, Patch, View, disc_rim, draw_block, draw_disc
from pi_companion.simulation.style import SceneStyle

_SHIFT = 4
_CHECKER_RADIUS = 0.5
_VARIANTS = 4
_FEW_TEXELS = 32


@dataclass(frozen=True, slots=True, eq=False)
class Painted:
    """The finished canvas."""

    canvas: Picture
    hand_mask: Picture
    """(H, W) uint8 on the canvas, 0..255."""

    checkers: tuple[Standing, ...]
    shown: tuple[float, ...]
    """Share of the top face in view: of each checker, then each die, then the cube."""


@dataclass(frozen=True, slots=True, eq=False)
class _Thing:
    """Something solid to paint."""

    number: int
    solid: Disc | Block
    base_z: float
    rank: float
    """Height of its foot: what stands higher is painted later."""


class Painter:
    """Paints one scene; used once."""

    def __init__(self, style: SceneStyle, view: View, light: Light, scene: Scene, standing: list[Standing]) -> None:
        """Work out what throws shadows; nothing is painted yet."""
        self._style = style
        self._geometry = style.geometry
        self._view = view
        self._scene = scene
        self._art = board_art(style)
        self._checkers = list(standing)
        self._hand = None if scene.hand is None else pose(scene.hand, style.geometry)
        self._held = self._held_checker()
        self._things = self._solids()
        self._canvas = np.zeros((*view.shape, 3), np.uint8)
        self._ids = np.zeros(view.shape, np.uint8)
        self._tops = np.zeros(len(self._things), np.float64)
        self._lighting = Lighting(light, self._geometry, self._casters(), table_reach=TABLE_REACH)

    def paint(self) -> Painted:
        """Paint everything."""
        geometry = self._geometry
        x0, y0, x1, y1 = geometry.outer
        self._lay_table(self._art.table, -geometry.floor, self._style.table.gloss)
        self._lay(self._art.floor, 0.0, Box(x0, y0, x1, y1, 0.0), self._style.field.gloss)
        far_rail, near_rail, *_ = geometry.boxes()
        rows = {
            (y1, y1 + 99): lambda: self._put(-99, 99, y1, 99),
            (geometry.depth, y1): lambda: self._rail(far_rail, -99, 99),
            (0.0, geometry.depth): self._interior,
            (y0, 0.0): lambda: self._rail(near_rail, -99, 99),
            (y0 - 99, y0): lambda: self._put(-99, 99, -99, y0),
        }
        for _, paint in sorted(rows.items(), key=lambda row: -_gap(row[0], float(self._view.eye[1]))):
            paint()
        hand_mask = self._paint_hand()
        shown = self._shown()
        return Painted(self._canvas, hand_mask, tuple(self._checkers), shown)

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
        light = self._lighting.light
        draw_limbs(self._view, self._hand.below, light, self._canvas, mask, hand.seed)
        self._ids[mask > 127] = 0
        if self._held is not None:
            self._paint_thing(self._things[self._held])
        over = np.zeros_like(mask)
        draw_limbs(self._view, self._hand.above, light, self._canvas, over, hand.seed)
        self._ids[over > 127] = 0
        return np.maximum(mask, over)

    def _interior(self) -> None:
        geometry = self._geometry
        x0, _, x1, _ = geometry.outer
        bar = geometry.bar_x
        eye_x, eye_y = float(self._view.eye[0]), float(self._view.eye[1])
        strips = [(strip.x0, strip.x1, strip) for strip in geometry.columns()]
        outside = [(-99.0, x0, None), (x1, 99.0, None)]
        raised = geometry.bar_height > 0
        for left, right, strip in sorted([*strips, *outside], key=lambda part: -_gap(part[:2], eye_x)):
            if strip is None:
                self._put(left, right, 0.0, geometry.depth)
            elif strip.height:
                box = Box(left, 0.0, right, geometry.depth, strip.height)
                self._box(box)
                if (left, right) != bar:
                    self._put(left, right, 0.0, geometry.depth)
            else:
                cuts = [(0.0, geometry.depth, None)]
                if strip.dividers:
                    (divider,) = strip.dividers
                    cuts = [(0.0, divider.y0, None), (divider.y0, divider.y1, divider), (divider.y1, geometry.depth, None)]
                for low, high, block in sorted(cuts, key=lambda part: -_gap(part[:2], eye_y)):
                    if block is not None:
                        self._box(block)
                    if not (not raised and (left, right) == bar):
                        self._put(left, right, low, high)
        # What stands on the bar is higher than its neighbours and may overhang them.
        self._put(*bar, 0.0, geometry.depth)

    def _rail(self, box: Box, left: float, right: float) -> None:
        self._box(box)
        self._put(left, right, box.y0, box.y1)

    def _solids(self) -> list[_Thing]:
        style, geometry = self._style, self._geometry
        size = ALBEDO_PX
        while size > _FEW_TEXELS and size > 1.6 * self._pixels_per_diameter():
            size //= 2
        made = {side: _checker_parts(style.checkers(side), size) for side in Side}
        things = []
        for number, one in enumerate(self._checkers):
            look = style.checkers(one.side)
            albedo, walls, slopes = made[one.side]
            disc = Disc(
                one.centre,
                one.turn,
                _CHECKER_RADIUS,
                geometry.thickness,
                albedo[one.variant],
                walls[one.variant],
                slopes,
                min(1.6, look.bevel * 6),
                look.gloss,
                look.sharpness,
                look.glow,
            )
            things.append(_Thing(number, disc, one.base_z, round(one.base_z, 3)))
        for spot in self._scene.dice:
            die = style.dice(spot.owner)
            x, y, z = geometry.to_world(spot.x, spot.y, spot.z)
            turn = upright(spot.yaw, spot.tilt, spot.yaw + 0.7) @ _face_up(die, spot.value)
            centre = np.array([x, y, z + die.size / 2])
            block = Block(centre, turn, np.full(3, die.size / 2), die.faces(), die.roundness, die.gloss, 60.0)
            things.append(_Thing(len(things), block, z, z))
        cube = self._scene.cube
        if cube is not None:
            x, y, z = geometry.to_world(cube.x, cube.y, cube.z)
            size = style.cube.size
            faces = style.cube.faces(64 if cube.value == CENTRED else cube.value)
            centre = np.array([x, y, z + size / 2])
            block = Block(centre, upright(cube.yaw), np.full(3, size / 2), faces, style.cube.roundness, style.cube.gloss, 60.0)
            things.append(_Thing(len(things), block, z, z))
        if self._scene.clutter_seed is not None:
            floor = -geometry.floor
            for solid in place_clutter(style, self._scene.clutter_seed, [thing.solid.centre for thing in things]):
                things.append(_Thing(len(things), solid, floor, floor))
        return things

    def _casters(self) -> list[Caster]:
        geometry = self._geometry
        x0, y0, x1, y1 = geometry.outer
        outline = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        casters = [Caster(outline, -geometry.floor, 0.0)]
        for box in geometry.boxes():
            corners = np.array([[box.x0, box.y0], [box.x1, box.y0], [box.x1, box.y1], [box.x0, box.y1]])
            casters.append(Caster(corners, 0.0, box.top))
        for thing in self._things:
            solid = thing.solid
            if thing.number == self._held:
                continue  # the fingers' shadow holds it
            if isinstance(solid, Disc):
                rims = np.concatenate([disc_rim(solid, 0.0), disc_rim(solid, solid.height)])
            else:
                signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
                rims = solid.centre + (signs * solid.half * 0.95) @ solid.turn.T
            hull = cv2.convexHull(rims[:, :2].astype(np.float32)).reshape(-1, 2)
            casters.append(Caster(np.asarray(hull, float), float(rims[:, 2].min()), float(rims[:, 2].max())))
        return casters if self._hand is None else casters + shadows(self._hand)

    def _plane(self, z: float) -> Points:
        """Return the 3 x 3 matrix from world X, Y, 1 on the plane of height z to canvas pixels."""
        view = self._view
        turn = view.rotation
        columns = np.stack([turn[:, 0], turn[:, 1], turn[:, 2] * z - turn @ view.eye], 1)
        lens = np.array([[view.focal_px, 0, view.middle[0]], [0, view.focal_px, view.middle[1]], [0, 0, 1]])
        return np.asarray(lens @ columns)

    def _lay_table(self, sheet: Sheet, z: float, gloss: float) -> None:
        """Paint the table over the whole canvas."""
        size = self._view.shape[::-1]
        onto = self._plane(z)
        beyond = self._sees_beyond(sheet, onto)
        drawn = cv2.warpPerspective(
            sheet.image, onto @ sheet.to_world(), size, borderMode=cv2.BORDER_REFLECT_101 if beyond else cv2.BORDER_CONSTANT
        )
        level, factor = self._lighting.on_plane(z, table=True)
        most = float(factor.max())
        border = cv2.BORDER_REPLICATE if beyond else cv2.BORDER_CONSTANT
        # Light changes slowly: it is drawn at a quarter of the canvas's size.
        small = (size[0] // 4 + 1, size[1] // 4 + 1)
        quarter = np.array([[0.25, 0, -0.375], [0, 0.25, -0.375], [0, 0, 1]]) @ onto
        packed = np.asarray(factor * (255 / most), np.uint8)
        coarse = cv2.warpPerspective(packed, quarter @ _grid(level.x0, level.y1, level.scale), small, borderMode=border)
        spread = cv2.resize(coarse, (small[0] * 4, small[1] * 4))[: size[1], : size[0]]
        cv2.multiply(drawn, spread, self._canvas, scale=most / 255)
        shine = self._lighting.shine(level, z, self._eye(), gloss)
        if shine is not None:
            grid = quarter @ _grid(level.x0, level.y1, level.scale * shine.shape[0] / level.hollow.shape[0])
            coarse = cv2.warpPerspective(shine.astype(np.uint8), grid, small, borderMode=border)
            glare = cv2.resize(coarse, (small[0] * 4, small[1] * 4))[: size[1], : size[0]]
            cv2.add(self._canvas, cv2.cvtColor(glare, cv2.COLOR_GRAY2BGR), self._canvas)

    def _sees_beyond(self, sheet: Sheet, onto: Points) -> bool:
        rows, columns = self._view.shape
        edges = np.array([[0, 0, 1], [columns, 0, 1], [columns, rows, 1], [0, rows, 1]], float)
        found = edges @ np.linalg.inv(onto @ sheet.to_world()).T
        seen = found[:, :2] / found[:, 2:]
        return bool((seen < 1).any() or (seen > np.array(sheet.image.shape[1::-1]) - 2).any() or (found[:, 2] <= 0).any())

    def _lay(self, whole: Sheet, z: float, part: Box, gloss: float) -> None:
        """Paint the part of a sheet at height z, with light and shine on it."""
        corners = np.array([[part.x0, part.y0, z], [part.x1, part.y0, z], [part.x1, part.y1, z], [part.x0, part.y1, z]])
        polygon = self._view.project(corners)
        region = _bounds(polygon, self._view.shape)
        if region is None:
            return
        left, top, right, bottom = region
        sheet = whole.fitting(self._pixels_per_diameter()).cropped(part.x0, part.y0, part.x1, part.y1)
        level, factor = self._lighting.on_plane(z)
        most = float(factor.max())
        lit = cv2.multiply(sheet.image, _over(sheet, level, np.asarray(factor * (255 / most), np.uint8)), scale=most / 255)
        shine = self._lighting.shine(level, z, self._eye(), gloss)
        if shine is not None:
            whole_shine = cv2.resize(shine.astype(np.uint8), level.hollow.shape[::-1])
            lit = cv2.add(lit, cv2.cvtColor(_over(sheet, level, np.asarray(whole_shine, np.uint8)), cv2.COLOR_GRAY2BGR))
        onto = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ self._plane(z) @ sheet.to_world()
        drawn = cv2.warpPerspective(lit, onto, (right - left, bottom - top))
        self._stamp(region, np.asarray(drawn, np.uint8), polygon)

    def _pixels_per_diameter(self) -> float:
        centre = np.array([self._geometry.width / 2, self._geometry.depth / 2, 0])
        return float(self._view.focal_px / np.linalg.norm(self._view.eye - centre))

    def _eye(self) -> tuple[float, float, float]:
        x, y, z = (float(part) for part in self._view.eye)
        return x, y, z

    def _stamp(self, region: tuple[int, int, int, int], drawn: Picture, polygon: Points) -> None:
        left, top, right, bottom = region
        target = self._canvas[top:bottom, left:right]
        mask = np.zeros(drawn.shape[:2], np.uint8)
        fixed = np.round((polygon - [left, top]) * 2**_SHIFT).astype(np.int32)
        cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, _SHIFT)
        _blend(target, drawn, mask)
        self._ids[top:bottom, left:right][mask > 127] = 0

    def _box(self, box: Box) -> None:
        """Paint the walls of a block that face the camera, then its top."""
        x0, y0, x1, y1 = self._geometry.outer
        eye_x, eye_y = float(self._view.eye[0]), float(self._view.eye[1])
        walls = []
        if eye_y < box.y0:
            walls.append(((box.x0, box.y0), (box.x1, box.y0), (0.0, -1.0), box.y0 == y0))
        if eye_y > box.y1:
            walls.append(((box.x1, box.y1), (box.x0, box.y1), (0.0, 1.0), box.y1 == y1))
        if eye_x < box.x0:
            walls.append(((box.x0, box.y1), (box.x0, box.y0), (-1.0, 0.0), box.x0 == x0))
        if eye_x > box.x1:
            walls.append(((box.x1, box.y0), (box.x1, box.y1), (1.0, 0.0), box.x1 == x1))
        for start, end, normal, outer in walls:
            self._wall(start, end, normal, (-self._geometry.floor if outer else 0.0, box.top))
        bar = (box.x0, box.x1) == self._geometry.bar_x
        self._lay(self._art.tops, box.top, box, (self._style.bar if bar else self._style.frame).gloss)

    def _wall(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        normal: tuple[float, float],
        heights: tuple[float, float],
    ) -> None:
        low, high = heights
        corners = np.array([[*start, high], [*end, high], [*end, low], [*start, low]])
        polygon = self._view.project(corners)
        region = _bounds(polygon, self._view.shape)
        if region is None:
            return
        length = float(np.hypot(end[0] - start[0], end[1] - start[1]))
        scale = min(30.0, self._pixels_per_diameter())
        shape = (max(3, round((high - low) * scale)), max(8, round(length * scale)))
        grain = cv2.resize(self._strip((max(4, round((high - low) * BOARD_SCALE)), max(8, round(length * BOARD_SCALE)))), shape[::-1], interpolation=cv2.INTER_AREA)
        lit = grain * self._wall_light(start, end, normal, low, shape[1])[None]
        left, top, right, bottom = region
        framed = cv2.copyMakeBorder(np.clip(lit, 0, 255).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_REPLICATE)
        source = np.array([[0, 0], [shape[1], 0], [shape[1], shape[0]], [0, shape[0]]], np.float32) + 0.5
        matrix = cv2.getPerspectiveTransform(source, (polygon - [left, top]).astype(np.float32))
        drawn = cv2.warpPerspective(framed, matrix, (right - left, bottom - top))
        self._stamp(region, np.asarray(drawn, np.uint8), polygon)

    def _strip(self, shape: tuple[int, int]) -> Picture:
        """Return a piece of the frame's material, clear of anything printed on the corners."""
        image = self._art.frame_wall
        return image[: min(shape[0], image.shape[0]), : min(shape[1], image.shape[1])]

    def _wall_light(self, start: tuple[float, float], end: tuple[float, float], normal: tuple[float, float], low: float, count: int) -> Floats:
        """Return the light along a wall, (count, 3), as a factor for gamma-coded colours."""
        share = np.linspace(0, 1, count, dtype=np.float32)
        x = start[0] + share * (end[0] - start[0]) + 0.25 * normal[0]
        y = start[1] + share * (end[1] - start[1]) + 0.25 * normal[1]
        level = self._lighting.level(low, table=low < 0)
        row, column = level.index(x, y)
        light = self._lighting.light
        total = (level.hollow[row, column] * 0.62)[:, None] * np.array(light.ambient, np.float32)
        for lamp, reached in zip(light.lamps, level.lamps, strict=True):
            toward = np.stack([lamp.place[0] - x, lamp.place[1] - y, np.full(count, lamp.place[2])])
            slant = np.maximum((toward[0] * normal[0] + toward[1] * normal[1]) / np.linalg.norm(toward, axis=0), 0)
            total += (reached[row, column] * slant)[:, None] * np.array(lamp.colour, np.float32)
        return as_seen(total)

    def _put(self, x0: float, x1: float, y0: float, y1: float) -> None:
        """Paint the solids whose middle is in that part of the table."""
        eye = self._view.eye
        here = [t for t in self._things if t.number != self._held and x0 <= t.solid.centre[0] < x1 and y0 <= t.solid.centre[1] < y1]
        for thing in sorted(here, key=lambda t: (t.rank, -float(np.linalg.norm(t.solid.centre - eye)))):
            self._paint_thing(thing)

    def _paint_thing(self, thing: _Thing) -> None:
        if isinstance(thing.solid, Disc):
            patch = draw_disc(self._view, thing.solid, self._lighting, thing.base_z)
        else:
            patch = draw_block(self._view, thing.solid, self._lighting, thing.base_z)
        if patch is not None:
            self._apply(thing.number, patch)

    def _apply(self, number: int, patch: Patch) -> None:
        height, width = patch.cover.shape
        rows, columns = slice(patch.y0, patch.y0 + height), slice(patch.x0, patch.x0 + width)
        target = self._canvas[rows, columns]
        target[:] = (target * (1 - patch.cover[..., None]) + patch.colour + 0.5).astype(np.uint8)
        ids = self._ids[rows, columns]
        ids[patch.cover > 0.5] = 0
        top = patch.top > 0.5
        ids[top] = number + 1
        self._tops[number] = float(top.sum())

    def _shown(self) -> tuple[float, ...]:
        left = cv2.calcHist([self._ids], [0], None, [256], [0, 256]).ravel()[1 : len(self._things) + 1]
        return tuple(float(share) for share in np.where(self._tops > 0, left / np.maximum(self._tops, 1), 0.0))


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


def _gap(slab: tuple[float, float], place: float) -> float:
    """Return how far a place lies outside a slab."""
    return max(slab[0] - place, place - slab[1], 0.0)


def _bounds(polygon: Points, shape: tuple[int, int]) -> tuple[int, int, int, int] | None:
    low, high = np.floor(polygon.min(0)).astype(int) - 1, np.ceil(polygon.max(0)).astype(int) + 2
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(shape[1], int(high[0])), min(shape[0], int(high[1]))
    return (left, top, right, bottom) if right - left > 1 and bottom - top > 1 else None


def _blend(target: Picture, drawn: Picture, mask: Picture) -> None:
    """Lay a drawing over the target where the mask (0..255) says so."""
    edge = cv2.findNonZero(cv2.inRange(mask, 1, 254))  # type: ignore[call-overload]
    solid = cv2.compare(mask, 255, cv2.CMP_EQ)  # type: ignore[call-overload]
    if edge is not None:
        columns, rows = edge.reshape(-1, 2).T
        share = mask[rows, columns][:, None].astype(np.float32) / 255
        mixed = target[rows, columns] * (1 - share) + drawn[rows, columns] * share
        target[rows, columns] = mixed.astype(np.uint8)
    cv2.copyTo(drawn, solid, target)


def _over(sheet: Sheet, level: Level, cells: Picture) -> Picture:
    """Return the cells of light that lie over a sheet, at the sheet's size."""
    rows, columns = sheet.image.shape[:2]
    cell = round(sheet.scale / level.scale)
    left, top = round((sheet.x0 - level.x0) * level.scale), round((level.y1 - sheet.y1) * level.scale)
    part = cells[top : top + rows // cell, left : left + columns // cell]
    return np.asarray(cv2.resize(part, (columns, rows)), np.uint8)


def _grid(x0: float, y1: float, scale: float) -> Points:
    """Return the 3 x 3 matrix from a grid's cells to world X, Y, 1."""
    step = 1 / scale
    return np.array([[step, 0, x0 + step / 2], [0, -step, y1 - step / 2], [0, 0, 1]])
