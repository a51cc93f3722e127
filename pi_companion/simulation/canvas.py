"""The canvas of a pinhole camera: lays lit surfaces on it, raises rails from them, and knows what covers what."""

import cv2
import numpy as np

from pi_companion.simulation.arrays import Floats, Picture, Points
from pi_companion.simulation.board_art import BOARD_SCALE, Sheet, board_art
from pi_companion.simulation.geometry import Box
from pi_companion.simulation.light import Level, Lighting, as_seen
from pi_companion.simulation.solids import Patch, View
from pi_companion.simulation.style import SceneStyle

_SHIFT = 4


class Canvas:
    """A picture under way, with the number of what each pixel shows."""

    def __init__(self, view: View, lighting: Lighting, style: SceneStyle, things: int) -> None:
        """Begin with nothing on it; `things` solids will be numbered from 0."""
        self.view = view
        self.lighting = lighting
        self.picture = np.zeros((*view.shape, 3), np.uint8)
        self._style = style
        self._geometry = style.geometry
        self._art = board_art(style)
        self._ids = np.zeros(view.shape, np.uint8)
        self._tops = np.zeros(things, np.float64)

    def lay_table(self) -> None:
        """Paint the table over the whole canvas and the board's floor on it."""
        x0, y0, x1, y1 = self._geometry.outer
        self._lay_table(self._art.table, -self._geometry.floor, self._style.table.gloss)
        self._lay(self._art.floor, 0.0, Box(x0, y0, x1, y1, 0.0), self._style.field.gloss)

    def hide(self, mask: Picture) -> None:
        """Note that something without a number covers the pixels where the mask (H, W, 0..255) says so."""
        self._ids[mask > 127] = 0

    def _lay_table(self, sheet: Sheet, z: float, gloss: float) -> None:
        """Paint the table over the whole canvas."""
        size = self.view.shape[::-1]
        onto = self._plane(z)
        beyond = self._sees_beyond(sheet, onto)
        drawn = cv2.warpPerspective(
            sheet.image,
            onto @ sheet.to_world(),
            size,
            borderMode=cv2.BORDER_REFLECT_101 if beyond else cv2.BORDER_CONSTANT,
        )
        level, factor = self.lighting.on_plane(z, table=True)
        most = float(factor.max())
        border = cv2.BORDER_REPLICATE if beyond else cv2.BORDER_CONSTANT
        # Light changes slowly: it is drawn at a quarter of the canvas's size.
        small = (size[0] // 4 + 1, size[1] // 4 + 1)
        quarter = np.array([[0.25, 0, -0.375], [0, 0.25, -0.375], [0, 0, 1]]) @ onto
        packed = np.asarray(factor * (255 / most), np.uint8)
        coarse = cv2.warpPerspective(packed, quarter @ _grid(level.x0, level.y1, level.scale), small, borderMode=border)
        spread = cv2.resize(coarse, (small[0] * 4, small[1] * 4))[: size[1], : size[0]]
        cv2.multiply(drawn, spread, self.picture, scale=most / 255)
        shine = self.lighting.shine(level, z, self._eye(), gloss)
        if shine is not None:
            grid = quarter @ _grid(level.x0, level.y1, level.scale * shine.shape[0] / level.hollow.shape[0])
            coarse = cv2.warpPerspective(shine.astype(np.uint8), grid, small, borderMode=border)
            glare = cv2.resize(coarse, (small[0] * 4, small[1] * 4))[: size[1], : size[0]]
            cv2.add(self.picture, cv2.cvtColor(glare, cv2.COLOR_GRAY2BGR), self.picture)

    def _sees_beyond(self, sheet: Sheet, onto: Points) -> bool:
        rows, columns = self.view.shape
        edges = np.array([[0, 0, 1], [columns, 0, 1], [columns, rows, 1], [0, rows, 1]], float)
        found = edges @ np.linalg.inv(onto @ sheet.to_world()).T
        seen = found[:, :2] / found[:, 2:]
        return bool(
            (seen < 1).any() or (seen > np.array(sheet.image.shape[1::-1]) - 2).any() or (found[:, 2] <= 0).any()
        )

    def _lay(self, whole: Sheet, z: float, part: Box, gloss: float) -> None:
        """Paint the part of a sheet at height z, with light and shine on it."""
        corners = np.array([[part.x0, part.y0, z], [part.x1, part.y0, z], [part.x1, part.y1, z], [part.x0, part.y1, z]])
        polygon = self.view.project(corners)
        region = _bounds(polygon, self.view.shape)
        if region is None:
            return
        left, top, right, bottom = region
        sheet = whole.fitting(self.view.scale_at(self._geometry.width / 2, self._geometry.depth / 2)).cropped(
            part.x0, part.y0, part.x1, part.y1
        )
        level, factor = self.lighting.on_plane(z)
        most = float(factor.max())
        lit = cv2.multiply(
            sheet.image, _over(sheet, level, np.asarray(factor * (255 / most), np.uint8)), scale=most / 255
        )
        shine = self.lighting.shine(level, z, self._eye(), gloss)
        if shine is not None:
            whole_shine = cv2.resize(shine.astype(np.uint8), level.hollow.shape[::-1])
            lit = cv2.add(lit, cv2.cvtColor(_over(sheet, level, np.asarray(whole_shine, np.uint8)), cv2.COLOR_GRAY2BGR))
        onto = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ self._plane(z) @ sheet.to_world()
        drawn = cv2.warpPerspective(lit, onto, (right - left, bottom - top))
        self._stamp(region, np.asarray(drawn, np.uint8), polygon)

    def _plane(self, z: float) -> Points:
        """Return the 3 x 3 matrix from world X, Y, 1 on the plane of height z to canvas pixels."""
        view = self.view
        turn = view.rotation
        columns = np.stack([turn[:, 0], turn[:, 1], turn[:, 2] * z - turn @ view.eye], 1)
        lens = np.array([[view.focal_px, 0, view.middle[0]], [0, view.focal_px, view.middle[1]], [0, 0, 1]])
        return np.asarray(lens @ columns)

    def _eye(self) -> tuple[float, float, float]:
        x, y, z = (float(part) for part in self.view.eye)
        return x, y, z

    def _stamp(self, region: tuple[int, int, int, int], drawn: Picture, polygon: Points) -> None:
        left, top, right, bottom = region
        target = self.picture[top:bottom, left:right]
        mask = np.zeros(drawn.shape[:2], np.uint8)
        fixed = np.round((polygon - [left, top]) * 2**_SHIFT).astype(np.int32)
        cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, _SHIFT)
        _blend(target, drawn, mask)
        self._ids[top:bottom, left:right][mask > 127] = 0

    def raise_box(self, box: Box) -> None:
        """Paint the walls of a block that face the camera, then its top."""
        x0, y0, x1, y1 = self._geometry.outer
        eye_x, eye_y = float(self.view.eye[0]), float(self.view.eye[1])
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
        polygon = self.view.project(corners)
        region = _bounds(polygon, self.view.shape)
        if region is None:
            return
        length = float(np.hypot(end[0] - start[0], end[1] - start[1]))
        scale = min(30.0, self.view.scale_at(self._geometry.width / 2, self._geometry.depth / 2))
        shape = (max(3, round((high - low) * scale)), max(8, round(length * scale)))
        grain = cv2.resize(
            self._strip((max(4, round((high - low) * BOARD_SCALE)), max(8, round(length * BOARD_SCALE)))),
            shape[::-1],
            interpolation=cv2.INTER_AREA,
        )
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

    def _wall_light(
        self, start: tuple[float, float], end: tuple[float, float], normal: tuple[float, float], low: float, count: int
    ) -> Floats:
        """Return the light along a wall, (count, 3), as a factor for gamma-coded colours."""
        share = np.linspace(0, 1, count, dtype=np.float32)
        x = start[0] + share * (end[0] - start[0]) + 0.25 * normal[0]
        y = start[1] + share * (end[1] - start[1]) + 0.25 * normal[1]
        level = self.lighting.level(low, table=low < 0)
        row, column = level.index(x, y)
        light = self.lighting.light
        total = (level.hollow[row, column] * 0.62)[:, None] * np.array(light.ambient, np.float32)
        for lamp, reached in zip(light.lamps, level.lamps, strict=True):
            toward = np.stack([lamp.place[0] - x, lamp.place[1] - y, np.full(count, lamp.place[2])])
            slant = np.maximum((toward[0] * normal[0] + toward[1] * normal[1]) / np.linalg.norm(toward, axis=0), 0)
            total += (reached[row, column] * slant)[:, None] * np.array(lamp.colour, np.float32)
        return as_seen(total)

    def apply(self, number: int, patch: Patch) -> None:
        """Paint a solid."""
        height, width = patch.cover.shape
        rows, columns = slice(patch.y0, patch.y0 + height), slice(patch.x0, patch.x0 + width)
        target = self.picture[rows, columns]
        target[:] = (target * (1 - patch.cover[..., None]) + patch.colour + 0.5).astype(np.uint8)
        ids = self._ids[rows, columns]
        ids[patch.cover > 0.5] = 0
        top = patch.top > 0.5
        ids[top] = number + 1
        self._tops[number] = float(top.sum())

    def shown(self) -> tuple[float, ...]:
        """Return which share of each solid's top face is in view."""
        left = cv2.calcHist([self._ids], [0], None, [256], [0, 256]).ravel()[1 : len(self._tops) + 1]
        return tuple(float(share) for share in np.where(self._tops > 0, left / np.maximum(self._tops, 1), 0.0))


def _bounds(polygon: Points, shape: tuple[int, int]) -> tuple[int, int, int, int] | None:
    low, high = np.floor(polygon.min(0)).astype(int) - 1, np.ceil(polygon.max(0)).astype(int) + 2
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(shape[1], int(high[0])), min(shape[0], int(high[1]))
    return (left, top, right, bottom) if right - left > 1 and bottom - top > 1 else None


def _blend(target: Picture, drawn: Picture, mask: Picture) -> None:
    """Lay a drawing over the target where the mask (0..255) says so."""
    edge = cv2.findNonZero(cv2.inRange(mask, 1, 254))
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
