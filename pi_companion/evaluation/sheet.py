"""The worst cases as pictures: what was read and what is true, drawn over what the camera saw."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from pi_companion.evaluation.marks import Mark, Part
from pi_companion.evaluation.truth import POINTS, Columns
from pi_companion.vision.arrays import Picture, Points
from pi_companion.vision.geometry import CANVAS_PX, BoardGeometry, column_centres

TILE_PX = CANVAS_PX
HEADER_PX, LINE_PX = 40, 16
ACROSS = 3
MOST_TILES = 30
READ, TRUE, PAPER, INK = (60, 60, 255), (80, 255, 80), (32, 32, 32), (235, 235, 235)
"""Colours in B, G, R: what was read, what is true, and the sheet's own."""

MOST_ALIKE = 4
"""So many cases of one board at most: what is amiss with it is mostly the same in all its pictures."""

CLOSE, AROUND = 2.0, 8.0
"""How far a close view of a thing reaches to each side of it, and a view of what lies round it, in sizes of it."""

_FONT = cv2.FONT_HERSHEY_SIMPLEX


class Subject(Enum):
    """What a case is about; each has sheets of its own."""

    BOARD = "board"
    CORNERS = "corners"
    DIE = "dice"
    CUBE = "cube"


@dataclass(frozen=True, slots=True)
class Heading:
    """Where a case belongs, and what is written over it."""

    part: Part
    board: str
    title: str


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One case."""

    heading: Heading
    subject: Subject
    badness: float
    """The worst are shown first."""

    picture: Picture
    """(352, 560, 3)."""


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """What one picture or recording gave."""

    picture: str
    marks: tuple[Mark, ...]
    tiles: tuple[Tile, ...] = ()


def board_tile(
    heading: Heading, picture: Picture, geometry: BoardGeometry, read: Columns | None, true: Columns
) -> Tile:
    """The rectified board with both counts on every column that was read wrongly.

    Args:
        heading: of the tile.
        picture: the whole picture.
        geometry: as the reader saw the board; the columns are those of its view.
        read: None where nothing was read.
        true: what stands there.
    """
    view = geometry.rectify(picture)
    wrong = 0
    for number, (said, count) in enumerate(zip(read or true, true, strict=True)):
        if count is None or said == count:
            continue
        wrong += 1
        x = round(float(column_centres(geometry.bar)[number % (POINTS // 2)]))
        y = 60 if number < POINTS // 2 else CANVAS_PX[1] - 70
        _write(view, f"{said:+d}" if said else "0", (x - 13, y), READ)
        _write(view, f"{count:+d}" if count else "0", (x - 13, y + 18), TRUE)
    return Tile(heading, Subject.BOARD, POINTS if read is None else wrong, view)


def close_tile(
    heading: Heading, subject: Subject, picture: Picture, centre_px: tuple[float, float], size_px: float
) -> Tile:
    """A die or cube that was misread or not seen, large, and beside it what lies round it; the largest come first."""
    view = np.full((TILE_PX[1], TILE_PX[0], 3), PAPER, np.uint8)
    left = 0
    for reach, side_px in ((CLOSE, TILE_PX[1]), (AROUND, TILE_PX[0] - TILE_PX[1])):
        scale = side_px / (2 * reach * size_px)
        x, y = (axis - reach * size_px for axis in centre_px)
        matrix = np.array([[scale, 0, -scale * x], [0, scale, -scale * y]])
        view[:side_px, left : left + side_px] = cv2.warpAffine(
            picture, matrix, (side_px, side_px), flags=cv2.INTER_CUBIC
        )
        left += side_px
    return Tile(heading, subject, size_px, view)


def corners_tile(heading: Heading, picture: Picture, read: Points | None, true: Points, error: float) -> Tile:
    """The whole picture with the board's corners as found and as they are."""
    height, width = picture.shape[:2]
    scale = min(TILE_PX[0] / width, TILE_PX[1] / height)
    view = np.full((TILE_PX[1], TILE_PX[0], 3), PAPER, np.uint8)
    small = cv2.resize(picture, (int(width * scale), int(height * scale)), interpolation=cv2.INTER_AREA)
    view[: small.shape[0], : small.shape[1]] = small
    for corners, colour in ((true, TRUE), (read, READ)):
        if corners is not None:
            outline = np.round(corners * scale).astype(np.int32).reshape(-1, 1, 2)
            cv2.polylines(view, [outline], isClosed=True, color=colour, thickness=1, lineType=cv2.LINE_AA)
    return Tile(heading, Subject.CORNERS, error, view)


def worst(tiles: Sequence[Tile], most: int = MOST_TILES) -> list[Tile]:
    """The worst of the tiles, few of each board."""
    chosen: list[Tile] = []
    boards: Counter[str] = Counter()
    for tile in sorted(tiles, key=lambda tile: -tile.badness):
        if boards[tile.heading.board] < MOST_ALIKE and len(chosen) < most:
            boards[tile.heading.board] += 1
            chosen.append(tile)
    return chosen


def sheet(tiles: Sequence[Tile]) -> Picture:
    """The tiles on one sheet, each under its title; green is true, red was read."""
    across = min(ACROSS, len(tiles))
    down = math.ceil(len(tiles) / across)
    step = TILE_PX[1] + HEADER_PX
    page = np.full((down * step, across * TILE_PX[0], 3), PAPER, np.uint8)
    for number, tile in enumerate(tiles):
        top, left = number // across * step, number % across * TILE_PX[0]
        page[top + HEADER_PX : top + step, left : left + TILE_PX[0]] = tile.picture
        title = tile.heading.title.encode("ascii", "replace").decode()
        for row, text in enumerate((title[:78], title[78:156])):
            cv2.putText(page, text, (left + 6, top + LINE_PX * (row + 1)), _FONT, 0.4, INK, 1, cv2.LINE_AA)
    return page


def _write(view: Picture, text: str, place: tuple[int, int], colour: tuple[int, int, int]) -> None:
    cv2.putText(view, text, place, _FONT, 0.5, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(view, text, place, _FONT, 0.5, colour, 1, cv2.LINE_AA)
