"""Draws a style's flat pictures once: the felt with its points, the tops of rails and bar, and the table."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import assert_never

import cv2
import numpy as np

from pi_companion.simulation.arrays import Colour, Picture, Points, tint
from pi_companion.simulation.geometry import ALL_POINTS, Geometry
from pi_companion.simulation.light import LEVEL_SCALE
from pi_companion.simulation.looks import random_cube, random_dice
from pi_companion.simulation.materials import paint
from pi_companion.simulation.style import Markers, PointShape, SceneStyle

BOARD_SCALE = 60.0
"""Pixels a checker diameter on the board's pictures."""

TABLE_SCALE = 24.0
TABLE_REACH = 20.0
"""How far the table's picture goes beyond the board, in checker diameters."""

_SHIFT = 4
_SHRINK = 1.6

_MARKERS = (0xB532, 0x0F9A, 0x332D, 0x9946)
"""Markers 0 to 3 of the ArUco dictionary DICT_4X4_50, row by row; written out because not every OpenCV knows them."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A picture that lies in a plane of constant height."""

    image: Picture
    """(H, W, 3)."""

    x0: float
    """World X of the left edge."""

    y1: float
    """World Y of the upper edge (the far one)."""

    scale: float
    """Pixels a checker diameter."""

    def pixel(self, world: Points) -> Points:
        """Return where world points (N, 2 or 3) lie on the sheet, (N, 2)."""
        return np.stack([(world[:, 0] - self.x0) * self.scale, (self.y1 - world[:, 1]) * self.scale], 1) - 0.5

    def fitting(self, wanted: float) -> "Sheet":
        """Return the sheet at its own scale or halved, so that it is not shrunk to less than about half when drawn."""
        if wanted * _SHRINK > self.scale:
            return self
        return _halved(self)

    def cropped(self, x0: float, y0: float, x1: float, y1: float) -> "Sheet":
        """Return the part of the sheet between world edges, a little more than that, cut where cells of light begin."""
        cell = round(self.scale / LEVEL_SCALE)
        rows, columns = self.image.shape[:2]
        left, right = int((x0 - self.x0) * self.scale) // cell - 1, int((x1 - self.x0) * self.scale) // cell + 2
        top, bottom = int((self.y1 - y1) * self.scale) // cell - 1, int((self.y1 - y0) * self.scale) // cell + 2
        left, top = max(0, left) * cell, max(0, top) * cell
        image = self.image[top : min(rows, bottom * cell), left : min(columns, right * cell)]
        return Sheet(image, self.x0 + left / self.scale, self.y1 - top / self.scale, self.scale)

    def to_world(self) -> Points:
        """Return the 3 x 3 matrix from sheet pixels to world X, Y, 1."""
        step = 1 / self.scale
        return np.array([[step, 0, self.x0 + step / 2], [0, -step, self.y1 - step / 2], [0, 0, 1]])


@lru_cache(maxsize=18)
def _halved(sheet: Sheet) -> Sheet:
    image = np.asarray(cv2.resize(sheet.image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    return Sheet(image, sheet.x0, sheet.y1, sheet.scale * image.shape[1] / sheet.image.shape[1])


_ANY_DIE = random_dice(np.random.default_rng(0))[0]
_ANY_CUBE = random_cube(np.random.default_rng(0))


@dataclass(frozen=True, slots=True, eq=False)
class BoardArt:
    """The pictures of a style."""

    floor: Sheet
    """The playing field and tray floors, and the rails' footprint."""

    tops: Sheet
    """Rails, bar and dividers seen from above; anything where there are none."""

    table: Sheet
    frame_wall: Picture
    """(H, W, 3) material of the frame's sides at BOARD_SCALE."""


def board_art(style: SceneStyle) -> BoardArt:
    """Return the pictures of the style, drawn once; boards that differ only in their dice and cube are one board."""
    return _drawn(replace(style, white_dice=_ANY_DIE, black_dice=_ANY_DIE, cube=_ANY_CUBE))


@lru_cache(maxsize=6)
def _drawn(style: SceneStyle) -> BoardArt:
    x0, y0, x1, y1 = style.geometry.outer
    shape = (round((y1 - y0) * BOARD_SCALE), round((x1 - x0) * BOARD_SCALE))
    floor, tops = (_margin(drawn, x0, y1) for drawn in (_floor(style, shape), _tops(style, shape)))
    wall = paint(replace(style.frame, seed=style.frame.seed + 1), (round(2 * BOARD_SCALE), shape[1]), BOARD_SCALE)
    return BoardArt(floor, tops, _table(style), wall)


def _margin(image: Picture, x0: float, y1: float) -> Sheet:
    """Return a sheet with a margin, of sides that halve to whole cells of light."""
    cell = round(BOARD_SCALE / LEVEL_SCALE)
    rows, columns = image.shape[:2]
    low, right = cell + -rows % cell, cell + -columns % cell
    wider = cv2.copyMakeBorder(image, cell, low, cell, right, cv2.BORDER_REPLICATE)
    return Sheet(np.asarray(wider, np.uint8), x0 - cell / BOARD_SCALE, y1 + cell / BOARD_SCALE, BOARD_SCALE)


def _fixed(points: Points) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.asarray(np.round(points * 2**_SHIFT), np.int32)


def _outline(style: SceneStyle, point: int) -> Points:
    """Return the outline of a point in world X, Y, from one end of its base to the other."""
    geometry = style.geometry
    x, y, grow = geometry.point_base(point)
    half, length = geometry.pitch * style.point_width / 2, geometry.point_length
    across = np.linspace(-1, 1, 33)
    match style.point_shape:
        case PointShape.TRIANGLE:
            rise = 1 - np.abs(across)
        case PointShape.SLIM:
            half *= 0.72
            rise = 1 - np.abs(across)
        case PointShape.ROUNDED:
            rise = np.sqrt(np.maximum(0, 1 - np.abs(across) ** 1.4))
        case PointShape.CURVED:
            rise = (1 - np.abs(across)) ** 1.7
        case PointShape.BLUNT:
            rise = np.minimum(1.0, (1 - np.abs(across)) * 1.2)
        case _:
            assert_never(style.point_shape)
    return np.stack([x + across * half, y + grow * rise * length], 1)


def _floor(style: SceneStyle, shape: tuple[int, int]) -> Picture:
    geometry = style.geometry
    x0, _, _, y1 = geometry.outer
    image = paint(style.field, shape, BOARD_SCALE)
    sheet = Sheet(image, x0, y1, BOARD_SCALE)
    for left in (True, False):
        tray = geometry.tray(left=left)
        if tray is not None:
            columns = slice(*(int((edge - x0) * BOARD_SCALE) for edge in tray))
            image[:, columns] = paint(style.tray, shape, BOARD_SCALE)[:, columns]
    for odd in (0, 1):
        mask = np.zeros(shape, np.uint8)
        for point in range(1 + odd, ALL_POINTS + 1, 2):
            # Opposite points differ in colour, as on nearly every board.
            cv2.fillPoly(mask, [_fixed(sheet.pixel(_outline(style, point)))], 255, cv2.LINE_AA, _SHIFT)
        share = mask[..., None].astype(np.float32) / 255
        image[:] = image * (1 - share) + paint(style.points[odd], shape, BOARD_SCALE) * share
    for point in range(1, ALL_POINTS + 1):
        _decorate(style, sheet, point)
    _drawings(style, sheet)
    if not geometry.bar_height:
        bar0, bar1 = ((edge - x0) * BOARD_SCALE for edge in geometry.bar_x)
        image[:, round(bar0) : round(bar1)] = paint(style.bar, shape, BOARD_SCALE)[:, round(bar0) : round(bar1)]
        for edge in (bar0, bar1):
            cv2.line(image, (round(edge), 0), (round(edge), shape[0]), tint(style.bar.colour, 0.5), 2)
    return image


def _decorate(style: SceneStyle, sheet: Sheet, point: int) -> None:
    outline = sheet.pixel(_outline(style, point))
    if style.outline is not None:
        cv2.polylines(sheet.image, [_fixed(outline)], False, style.outline, 2, cv2.LINE_AA, _SHIFT)  # noqa: FBT003
    if style.inlay is not None:
        x, y, grow = style.geometry.point_base(point)
        middle, reach = y + grow * style.geometry.point_length * 0.3, 0.22
        diamond = np.array([[x - reach / 2, middle], [x, middle + reach], [x + reach / 2, middle], [x, middle - reach]])
        cv2.fillPoly(sheet.image, [_fixed(sheet.pixel(diamond))], style.inlay, cv2.LINE_AA, _SHIFT)


def _drawings(style: SceneStyle, sheet: Sheet) -> None:
    geometry = style.geometry
    bar0, bar1 = geometry.bar_x
    halves = ((0.0, bar0), (bar1, geometry.width))
    middle = geometry.depth / 2
    for start, end in halves:
        if style.centre_line is not None:
            ends = _fixed(sheet.pixel(np.array([[start, middle], [end, middle]])))
            cv2.polylines(sheet.image, [ends], False, style.centre_line, 2, cv2.LINE_AA, _SHIFT)  # noqa: FBT003
        if style.ornament is not None:
            centre = sheet.pixel(np.array([[(start + end) / 2, middle]]))[0]
            reach = 0.8 * BOARD_SCALE * (geometry.depth / 2 - geometry.point_length)
            for turn in range(6):
                axes = (max(4, round(reach)), max(2, round(reach * 0.3)))
                cv2.ellipse(
                    sheet.image,
                    (round(centre[0]), round(centre[1])),
                    axes,
                    turn * 30,
                    0,
                    360,
                    style.ornament,
                    2,
                    cv2.LINE_AA,
                )
        if style.stitches is not None:
            _stitch(sheet, start + 0.1, end - 0.1, (0.1, geometry.depth - 0.1), style.stitches)


def _stitch(sheet: Sheet, x0: float, x1: float, ys: tuple[float, float], colour: Colour) -> None:
    for y in ys:
        for x in np.arange(x0, x1, 0.2):
            ends = _fixed(sheet.pixel(np.array([[x, y], [x + 0.12, y]])))
            cv2.polylines(sheet.image, [ends], False, colour, 2, cv2.LINE_AA, _SHIFT)  # noqa: FBT003


def _tops(style: SceneStyle, shape: tuple[int, int]) -> Picture:
    geometry = style.geometry
    x0, y0, x1, y1 = geometry.outer
    along = paint(style.frame, shape, BOARD_SCALE)
    # The grain of a side rail runs with the rail.
    image = np.ascontiguousarray(np.swapaxes(paint(style.frame, (shape[1], shape[0]), BOARD_SCALE), 0, 1))
    rail = round(geometry.rail * BOARD_SCALE)
    image[:rail], image[-rail:] = along[:rail], along[-rail:]
    sheet = Sheet(image, x0, y1, BOARD_SCALE)
    bar0, bar1 = (round((edge - x0) * BOARD_SCALE) for edge in geometry.bar_x)
    if style.bar != style.frame:
        across = np.swapaxes(paint(style.bar, (shape[1], shape[0]), BOARD_SCALE), 0, 1)
        image[rail:-rail, bar0:bar1] = across[rail:-rail, bar0:bar1]
    for box in geometry.boxes():
        corners = sheet.pixel(np.array([[box.x0, box.y1], [box.x1, box.y1], [box.x1, box.y0], [box.x0, box.y0]]))
        _edge(image, corners, tint(style.frame.colour, 1.35))
    if geometry.bar_height and style.bar_gap:
        middle = (bar0 + bar1) // 2
        cv2.line(image, (middle, 0), (middle, shape[0]), (12, 12, 12), max(1, round(0.05 * BOARD_SCALE)))
    if geometry.bar_height and style.hinges is not None:
        for place in (0.2, 0.8):
            centre = ((bar0 + bar1) // 2, round((y1 - place * geometry.depth) * BOARD_SCALE))
            _hinge(image, centre, (round(0.3 * (bar1 - bar0)), round(0.4 * BOARD_SCALE)), style.hinges)
    if style.markers is Markers.FRAME:
        size = min(style.marker_size, geometry.rail * 0.98)
        inset = size / 2
        for number, (x, y) in enumerate(
            ((x0 + inset, y1 - inset), (x1 - inset, y1 - inset), (x1 - inset, y0 + inset), (x0 + inset, y0 + inset))
        ):
            _marker(sheet, number, x, y, size, 0.0)
    return image


def _edge(image: Picture, corners: Points, colour: Colour) -> None:
    inner = corners + np.sign(corners.mean(0) - corners) * 2
    cv2.polylines(image, [_fixed(inner)], True, colour, 2, cv2.LINE_AA, _SHIFT)  # noqa: FBT003


def _hinge(image: Picture, centre: tuple[int, int], half: tuple[int, int], colour: Colour) -> None:
    upper = (centre[0] - half[0], centre[1] - half[1])
    lower = (centre[0] + half[0], centre[1] + half[1])
    cv2.rectangle(image, upper, lower, colour, -1)
    cv2.rectangle(image, upper, lower, tint(colour, 0.5), 1)
    cv2.line(image, (centre[0], upper[1]), (centre[0], lower[1]), tint(colour, 0.4), 2)
    for side in (-1, 1):
        for end in (-1, 1):
            screw = (centre[0] + side * half[0] // 2, centre[1] + end * half[1] * 2 // 3)
            cv2.circle(image, screw, 3, tint(colour, 0.6), -1, cv2.LINE_AA)


def _marker(sheet: Sheet, number: int, x: float, y: float, size: float, turn: float) -> None:
    """Print an ArUco marker with a white margin, centred at a world point."""
    bits = np.array([_MARKERS[number] >> place & 1 for place in range(15, -1, -1)], np.uint8).reshape(4, 4)
    cells = np.pad(np.pad(bits, 1), 1, constant_values=1)  # the black border, then a white margin
    code = np.kron(cells, np.ones((16, 16), np.uint8)) * np.uint8(220) + np.uint8(15)
    printed = cv2.cvtColor(code, cv2.COLOR_GRAY2BGR)
    half = size / 2
    square = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = sheet.pixel(square @ spin + [x, y]).astype(np.float32)
    source = np.array([[-0.5, -0.5], [127.5, -0.5], [127.5, 127.5], [-0.5, 127.5]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners)
    size_px = (sheet.image.shape[1], sheet.image.shape[0])
    cv2.warpPerspective(printed, matrix, size_px, sheet.image, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)


def _table(style: SceneStyle) -> Sheet:
    geometry: Geometry = style.geometry
    x0, y0, x1, y1 = geometry.outer
    reach = TABLE_REACH
    shape = (round((y1 - y0 + 2 * reach) * TABLE_SCALE), round((x1 - x0 + 2 * reach) * TABLE_SCALE))
    image = paint(style.table, shape, TABLE_SCALE)
    sheet = Sheet(image, x0 - reach, y1 + reach, TABLE_SCALE)
    if min(style.table_margin) < reach:
        left, near, right, far = style.table_margin
        corners = sheet.pixel(np.array([[x0 - left, y1 + far], [x1 + right, y0 - near]]))
        (first, top), (last, bottom) = (np.clip(corner, 0, [shape[1], shape[0]]).astype(int) for corner in corners)
        room = cv2.GaussianBlur(paint(style.room, shape, TABLE_SCALE * 3), (0, 0), 9)
        room[top:bottom, first:last] = image[top:bottom, first:last]
        image[:] = room
        cv2.rectangle(image, (int(first), int(top)), (int(last), int(bottom)), tint(style.table.colour, 1.3), 3)
    if style.markers is Markers.TABLE:
        rng = np.random.default_rng(style.seed)
        away = style.marker_size * 0.5 + float(rng.uniform(0.2, 1.0))
        for number, (x, y) in enumerate(
            ((x0 - away, y1 + away), (x1 + away, y1 + away), (x1 + away, y0 - away), (x0 - away, y0 - away))
        ):
            _marker(sheet, number, x, y, style.marker_size, float(rng.normal(0, 0.1)))
    return sheet
