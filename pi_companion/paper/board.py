"""A board with its checkers, dice and cube as a drawing, as the person who sits at it sees it."""

from dataclasses import dataclass

from pi_companion.paper.ink import Anchor, Disc, Drawing, Label, Line, Mark, Shape, Weight, box
from pi_companion.rules import BAR, OFF, Cube, Position, Side
from pi_companion.rules.position import POINTS

CHECKER = 6.0
"""Diameter of a checker on the drawing."""

_EDGE = 3.0
_NUMBERS = 4.0
_BAR_WIDTH = 7.0
_TRAY = 12.0
_ROWS = 5
"""Checkers drawn on a point; more are told by their number."""

_HALF = 6
_DEPTH = 12.2 * CHECKER
_WOOD = "#f3ead8"
_FRAME = "#5b4636"
_POINT_COLOURS = ("#c9b48f", "#a4724e")
_FILLS = {Side.WHITE: "#ffffff", Side.BLACK: "#2b2b2b"}
_TEXT_ON = {Side.WHITE: "#000000", Side.BLACK: "#ffffff"}
_ARROW = "#b3261e"


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn beside the checkers."""

    cube: Cube | None = None
    """None draws no cube."""

    dice: tuple[int, int] | None = None
    on_roll: Side | None = None
    """Whose dice they are; they lie on this side's right."""

    arrows: tuple[tuple[int, int], ...] = ()
    """Moves of `seen_by` to point out, from place to place as it counts."""

    title: str = "A backgammon board"


def draw(position: Position, scene: Scene | None = None, *, seen_by: Side = Side.WHITE) -> Drawing:
    """Draw a board; points are numbered as `seen_by` counts, with its home board at the right and near."""
    scene = scene or Scene()
    layout = _Layout()
    marks: list[Mark] = [
        box(0, _NUMBERS, layout.width, _DEPTH + 2 * _EDGE, fill=_FRAME),
        box(_EDGE, layout.top, _HALF * CHECKER, _DEPTH, fill=_WOOD),
        box(_EDGE + _HALF * CHECKER + _BAR_WIDTH, layout.top, _HALF * CHECKER, _DEPTH, fill=_WOOD),
        box(layout.tray_x - _TRAY / 2 + 1, layout.top, _TRAY - 2, _DEPTH, fill="#e4d6bb"),
    ]
    for point in POINTS:
        marks += _point(layout, point)
    for side in Side:
        marks += _checkers(layout, position, side, seen_by)
    if scene.dice is not None:
        marks += _dice(layout, scene, seen_by)
    if scene.cube is not None:
        marks += _cube(layout, scene.cube, seen_by)
    for start, end in scene.arrows:
        marks += _arrow(layout, start, end)
    return Drawing(layout.width, _DEPTH + 2 * _EDGE + 2 * _NUMBERS, tuple(marks), scene.title)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the places lie."""

    @property
    def width(self) -> float:
        return 2 * _EDGE + 2 * _HALF * CHECKER + _BAR_WIDTH + _TRAY

    @property
    def top(self) -> float:
        return _NUMBERS + _EDGE

    @property
    def bottom(self) -> float:
        return self.top + _DEPTH

    @property
    def middle(self) -> float:
        return self.top + _DEPTH / 2

    @property
    def bar_x(self) -> float:
        return _EDGE + _HALF * CHECKER + _BAR_WIDTH / 2

    @property
    def tray_x(self) -> float:
        return self.width - _EDGE - _TRAY / 2

    def point_x(self, point: int) -> float:
        column = _HALF * 2 - point if point <= _HALF * 2 else point - _HALF * 2 - 1
        return _EDGE + (column + 0.5) * CHECKER + (_BAR_WIDTH if column >= _HALF else 0)

    def spot(self, place: int, height: float) -> tuple[float, float]:
        """Give the centre of a checker of the near side, `height` checkers up from the point's foot."""
        if place == OFF:
            return self.tray_x, self.bottom - (height + 0.5) * CHECKER
        if place == BAR:
            return self.bar_x, self.middle - (height + 1.0) * CHECKER
        if place <= _HALF * 2:
            return self.point_x(place), self.bottom - (height + 0.5) * CHECKER
        return self.point_x(place), self.top + (height + 0.5) * CHECKER


def _point(layout: _Layout, point: int) -> list[Mark]:
    x = layout.point_x(point)
    near = point <= _HALF * 2
    foot, tip = (layout.bottom, layout.bottom - 5 * CHECKER) if near else (layout.top, layout.top + 5 * CHECKER)
    number_y = layout.bottom + _EDGE + _NUMBERS - 0.8 if near else _NUMBERS - 0.8
    triangle = ((x - CHECKER / 2, foot), (x, tip), (x + CHECKER / 2, foot))
    return [
        Shape(triangle, _POINT_COLOURS[point % 2]),
        Label(x, number_y, str(point), 3.2, "#333333", Anchor.MIDDLE),
    ]


def _checkers(layout: _Layout, position: Position, side: Side, seen_by: Side) -> list[Mark]:
    marks: list[Mark] = []
    for place, count in enumerate(position.counts(side)):
        if not count:
            continue
        if place == OFF:
            marks += _borne_off(layout, side, count, seen_by)
            continue
        for height in range(min(count, _ROWS)):
            x, y = _where(layout, side, place, height, seen_by)
            marks.append(Disc(x, y, CHECKER / 2 - 0.15, _FILLS[side], "#333333", 0.25))
        if count > _ROWS:
            x, y = _where(layout, side, place, _ROWS - 1, seen_by)
            marks.append(Label(x, y + 1.2, str(count), 3.4, _TEXT_ON[side], Anchor.MIDDLE, Weight.BOLD))
    return marks


def _where(layout: _Layout, side: Side, place: int, height: float, seen_by: Side) -> tuple[float, float]:
    if side is seen_by:
        return layout.spot(place, height)
    if place == BAR:
        return layout.bar_x, layout.middle + (height + 1.0) * CHECKER
    return layout.spot(BAR - place, height)


def _borne_off(layout: _Layout, side: Side, count: int, seen_by: Side) -> list[Mark]:
    """Lay borne-off checkers on edge into the tray."""
    marks: list[Mark] = []
    thick = 1.9
    for number in range(count):
        y = layout.bottom - (number + 1) * thick if side is seen_by else layout.top + number * thick
        marks.append(box(layout.tray_x - 4, y + 0.15, 8, thick - 0.3, fill=_FILLS[side], stroke="#333333"))
    return marks


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_DIE = 5.6


def _dice(layout: _Layout, scene: Scene, seen_by: Side) -> list[Mark]:
    side = scene.on_roll or seen_by
    left = _EDGE + (0 if side is not seen_by else _HALF * CHECKER + _BAR_WIDTH)
    marks: list[Mark] = []
    for number, value in enumerate(scene.dice or ()):
        x = left + _HALF * CHECKER / 2 + (number - 0.5) * (_DIE + 2.4)
        y = layout.middle
        marks.append(box(x - _DIE / 2, y - _DIE / 2, _DIE, _DIE, fill=_FILLS[side], stroke="#333333"))
        marks += [Disc(x + 1.5 * a, y + 1.5 * b, 0.55, _TEXT_ON[side]) for a, b in _PIPS[value]]
    return marks


def _cube(layout: _Layout, cube: Cube, seen_by: Side) -> list[Mark]:
    size = _BAR_WIDTH - 0.4
    x, y = layout.tray_x, layout.middle
    if cube.owner is not None:
        x, y = layout.bar_x, layout.bottom - size / 2 if cube.owner is seen_by else layout.top + size / 2
    shown = 64 if cube.value == 1 else cube.value
    return [
        box(x - size / 2, y - size / 2, size, size, fill="#fffdf7", stroke="#333333"),
        Label(x, y + 1.5, str(shown), 4.2, "#000000", Anchor.MIDDLE, Weight.BOLD),
    ]


def _arrow(layout: _Layout, start: int, end: int) -> list[Mark]:
    """Draw an arrow from place to place with a head that points where it ends."""
    (x1, y1), (x2, y2) = layout.spot(start, 0.4), layout.spot(end, 0.4)
    length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 0.001)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    neck = (x2 - 3 * ux, y2 - 3 * uy)
    head = ((x2, y2), (neck[0] - 1.5 * uy, neck[1] + 1.5 * ux), (neck[0] + 1.5 * uy, neck[1] - 1.5 * ux))
    return [Line(((x1, y1), neck), _ARROW, 0.9), Shape(head, _ARROW)]
