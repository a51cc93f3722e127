"""The worst cases as pictures: what was read and what is true, drawn over what the camera saw."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from pi_companion.evaluation.marks import Mark, Part
from pi_companion.evaluation.truth import POINTS, Columns, DieTruth
from pi_companion.vision.arrays import Picture, Points
from pi_companion.vision.geometry import CANVAS_PX, BoardGeometry, column_centres

TILE_PX = CANVAS_PX
HEADER_PX, LINE_PX = 40, 16
ACROSS = 3
MOST_TILES = 30
READ, TRUE, PAPER, INK = (60, 60, 255), (80, 255, 80), (32, 32, 32), (235, 235, 235)
"""Colours in B, G, R: what was read, what is true, and the sheet's own."""

DIE_CROP = 2.5
"""How far a die's crop reaches to each side, in sizes of the die."""

_FONT = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One case."""

    part: Part
    title: str
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
    part: Part, title: str, picture: Picture, geometry: BoardGeometry, read: Columns | None, true: Columns
) -> Tile:
    """The rectified board with both counts on every column that was read wrongly.

    Args:
        part: of the evaluation.
        title: of the picture, and what else is to be told.
        picture: the whole picture.
        geometry: as the reader saw the board; the columns are those of its view.
        read: None where nothing was read.
        true: what stands there.
    """
    view = geometry.rectify(picture)
    wrong = 0
    for number, count in enumerate(true):
        said = None if read is None else read[number]
        if count is None or said == count or read is None:
            continue
        wrong += 1
        x = round(float(column_centres(geometry.bar)[number % (POINTS // 2)]))
        y = 60 if number < POINTS // 2 else CANVAS_PX[1] - 70
        _write(view, f"{said:+d}", (x - 13, y), READ)
        _write(view, f"{count:+d}", (x - 13, y + 18), TRUE)
    return Tile(part, title, POINTS if read is None else wrong, view)


def die_tile(part: Part, title: str, picture: Picture, die: DieTruth) -> Tile:
    """A die that was misread or not seen, large."""
    view = np.full((TILE_PX[1], TILE_PX[0], 3), PAPER, np.uint8)
    side = 2 * DIE_CROP * die.size_px
    scale = TILE_PX[1] / side
    corner = np.array(die.centre_px) - DIE_CROP * die.size_px
    matrix = np.array([[scale, 0, -scale * corner[0]], [0, scale, -scale * corner[1]]])
    view[:, : TILE_PX[1]] = cv2.warpAffine(picture, matrix, (TILE_PX[1], TILE_PX[1]), flags=cv2.INTER_CUBIC)
    return Tile(part, title, 1 / die.size_px, view)


def corners_tile(part: Part, title: str, picture: Picture, read: Points | None, true: Points, error: float) -> Tile:
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
    return Tile(part, title, error, view)


def sheet(tiles: Sequence[Tile], most: int = MOST_TILES) -> Picture:
    """The worst of the tiles on one sheet, each under its title; green is true, red was read."""
    worst = sorted(tiles, key=lambda tile: -tile.badness)[:most]
    across = min(ACROSS, len(worst))
    down = math.ceil(len(worst) / across)
    step = TILE_PX[1] + HEADER_PX
    page = np.full((down * step, across * TILE_PX[0], 3), PAPER, np.uint8)
    for number, tile in enumerate(worst):
        top, left = number // across * step, number % across * TILE_PX[0]
        page[top + HEADER_PX : top + step, left : left + TILE_PX[0]] = tile.picture
        title = tile.title.encode("ascii", "replace").decode()
        for row, text in enumerate((title[:78], title[78:156])):
            cv2.putText(page, text, (left + 6, top + LINE_PX * (row + 1)), _FONT, 0.4, INK, 1, cv2.LINE_AA)
    return page


def _write(view: Picture, text: str, place: tuple[int, int], colour: tuple[int, int, int]) -> None:
    cv2.putText(view, text, place, _FONT, 0.5, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(view, text, place, _FONT, 0.5, colour, 1, cv2.LINE_AA)
