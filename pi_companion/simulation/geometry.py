"""The shape of a simulated board, in checker diameters.

World frame: X right and Y away from White, Z up, origin at the near left corner of the playing field on the felt. All
lengths are in checker diameters. Board coordinates are x = X / width and y = 1 - Y / depth.
"""

from dataclasses import dataclass
from enum import Enum

import numpy as np

HALF_POINTS = 6
ALL_POINTS = 24
_PRINTED, _HARDLY_A_BAR = 0.12, 0.26
"""Shares of boards that are printed sheets, and, from there on, that fold with hardly a bar."""


class Home(Enum):
    """Where White's points 1 to 6 lie, as White sits."""

    NEAR_RIGHT = "near-right"
    NEAR_LEFT = "near-left"


@dataclass(frozen=True, slots=True)
class Box:
    """An upright block with its foot on the felt: a rail, the bar, a divider."""

    x0: float
    y0: float
    x1: float
    y1: float
    top: float
    """Height of the top over the felt."""


@dataclass(frozen=True, slots=True)
class Column:
    """A strip of the board between far and near rail, from left to right."""

    x0: float
    x1: float
    height: float
    """0 for a floor, else the height of the rail or bar."""

    dividers: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Geometry:
    """Measures of a board, in checker diameters."""

    pitch: float
    """Distance between neighbouring points."""

    bar: float
    """Width of the bar."""

    depth: float
    """Depth of the playing field."""

    thickness: float
    """Of a checker."""

    point_length: float
    rail: float
    """Width of the outer rails."""

    rail_height: float
    bar_height: float
    """0 where the bar is a painted strip."""

    left_tray: float
    """Width of the left tray, 0 for none."""

    right_tray: float
    inner_rail: float
    """Width of the rail between field and tray."""

    divider: float
    """Depth of the cross-piece in the middle of a tray, 0 for none."""

    floor: float
    """Height of the felt over the table."""

    home: Home

    @property
    def width(self) -> float:
        """Width of the playing field, bar included."""
        return 2 * HALF_POINTS * self.pitch + self.bar

    @property
    def bar_x(self) -> tuple[float, float]:
        """Left and right edge of the bar."""
        left = HALF_POINTS * self.pitch
        return left, left + self.bar

    @property
    def outer(self) -> tuple[float, float, float, float]:
        """The board's outline: X0, Y0, X1, Y1."""
        left = -self.rail - (self.left_tray + self.inner_rail if self.left_tray else 0.0)
        right = self.width + self.rail + (self.right_tray + self.inner_rail if self.right_tray else 0.0)
        return left, -self.rail, right, self.depth + self.rail

    def to_world(self, x: float, y: float, z: float = 0.0) -> tuple[float, float, float]:
        """Return the world point of board coordinates and a height."""
        return x * self.width, (1 - y) * self.depth, z

    def to_board(self, x_world: float, y_world: float) -> tuple[float, float]:
        """Return the board coordinates of a world point."""
        return x_world / self.width, 1 - y_world / self.depth

    def column_x(self, column: int) -> float:
        """Return the X of the middle of one of the 12 columns, from the left."""
        gap = self.bar if column >= HALF_POINTS else 0.0
        return (column + 0.5) * self.pitch + gap

    def point_base(self, point: int) -> tuple[float, float, float]:
        """Return X, Y of the point's base and the Y direction it grows in, for White's numbering 1..24."""
        near = point <= ALL_POINTS // 2
        column = ALL_POINTS // 2 - point if near else point - ALL_POINTS // 2 - 1
        if self.home is Home.NEAR_LEFT:
            column = ALL_POINTS // 2 - 1 - column
        return self.column_x(column), 0.0 if near else self.depth, 1.0 if near else -1.0

    def tray(self, *, left: bool) -> tuple[float, float] | None:
        """Return X0, X1 of a tray's floor, None where there is no such tray."""
        if left:
            return (-self.inner_rail - self.left_tray, -self.inner_rail) if self.left_tray else None
        start = self.width + self.inner_rail
        return (start, start + self.right_tray) if self.right_tray else None

    def columns(self) -> tuple[Column, ...]:
        """Return the strips between the outer side rails, left to right, those rails included."""
        x0, _, x1, _ = self.outer
        bar0, bar1 = self.bar_x
        strips = [Column(x0, x0 + self.rail, self.rail_height)]
        if self.left_tray:
            strips += [self._tray_column(-self.inner_rail - self.left_tray, -self.inner_rail)]
            strips += [Column(-self.inner_rail, 0.0, self.rail_height)]
        strips += [Column(0.0, bar0, 0.0), Column(bar0, bar1, self.bar_height), Column(bar1, self.width, 0.0)]
        if self.right_tray:
            start = self.width + self.inner_rail
            strips += [Column(self.width, start, self.rail_height), self._tray_column(start, start + self.right_tray)]
        return (*strips, Column(x1 - self.rail, x1, self.rail_height))

    def _tray_column(self, x0: float, x1: float) -> Column:
        if not self.divider:
            return Column(x0, x1, 0.0)
        middle, half = self.depth / 2, self.divider / 2
        return Column(x0, x1, 0.0, (Box(x0, middle - half, x1, middle + half, self.rail_height * 0.9),))

    def boxes(self) -> tuple[Box, ...]:
        """Return all blocks that stand up from the felt, far and near rail first."""
        x0, y0, x1, y1 = self.outer
        blocks = [Box(x0, self.depth, x1, y1, self.rail_height), Box(x0, y0, x1, 0.0, self.rail_height)]
        for strip in self.columns():
            if strip.height:
                blocks.append(Box(strip.x0, 0.0, strip.x1, self.depth, strip.height))
            blocks.extend(strip.dividers)
        return tuple(blocks)


def random_geometry(rng: np.random.Generator) -> Geometry:
    """Draw the measures of a board; width to depth stays within 1.05 to 1.5.

    Most are boxes with a bar; some fold with hardly a bar between the halves; some are printed sheets without any.
    """
    kind = rng.random()
    printed = kind < _PRINTED
    while True:
        pitch = float(1 / rng.uniform(0.8, 1.0))
        bar = float(rng.uniform(0.5, 2.2) if rng.random() < 0.5 else rng.uniform(0.9, 1.5))
        if kind < _HARDLY_A_BAR:
            bar = float(rng.uniform(0.2, 0.7))
        if printed:
            bar = 0.0 if rng.random() < 0.6 else float(rng.uniform(0.02, 0.5))
        depth = float(5 / rng.uniform(0.37, 0.475))
        if 1.05 <= (2 * HALF_POINTS * pitch + bar) / depth <= 1.5:
            break
    trays = 0 if printed else rng.choice(4, p=[0.25, 0.2, 0.15, 0.4])  # none, right, left, both
    tray = float(rng.uniform(1.1, 2.3))
    rail_height = float(rng.uniform(0.01, 0.12) if printed else rng.uniform(0.15, 1.0))
    painted = printed or rng.random() < 0.2
    return Geometry(
        pitch=pitch,
        bar=bar,
        depth=depth,
        thickness=float(rng.uniform(0.12, 0.4) if printed else rng.uniform(0.2, 0.4)),
        point_length=float(depth * rng.uniform(0.35, 0.465)),
        rail=float(rng.uniform(0.3, 1.3)),
        rail_height=rail_height,
        bar_height=0.0 if painted else (rail_height if rng.random() < 0.6 else float(rng.uniform(0.1, rail_height))),
        left_tray=tray if trays in {2, 3} else 0.0,
        right_tray=tray if trays in {1, 3} else 0.0,
        inner_rail=float(rng.uniform(0.25, 0.8)),
        divider=float(rng.uniform(0.2, 1.2)) if rng.random() < 0.75 else 0.0,
        floor=float(rng.uniform(0.01, 0.1) if printed else rng.uniform(0.1, 0.9)),
        home=Home.NEAR_RIGHT if rng.random() < 0.5 else Home.NEAR_LEFT,
    )
