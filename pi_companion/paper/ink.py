"""What a drawing is made of; all lengths are millimetres, x to the right and y down."""

from dataclasses import dataclass, replace
from enum import Enum


class Anchor(Enum):
    """Which part of a text stands at its x; the value is SVG's word."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


class Weight(Enum):
    """How heavy letters are."""

    PLAIN = "normal"
    BOLD = "bold"


@dataclass(frozen=True, slots=True)
class Shape:
    """A polygon, closed by itself."""

    points: tuple[tuple[float, float], ...]
    fill: str = ""
    """A colour as #rrggbb; empty lets what lies below show."""

    stroke: str = ""
    """Colour of its line; empty draws none."""

    width: float = 0.2


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, open at its ends."""

    points: tuple[tuple[float, float], ...]
    stroke: str = "#000000"
    width: float = 0.2


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.2


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text; x and y are on its baseline."""

    x: float
    y: float
    text: str
    size: float
    """Height of its letters in millimetres, as typographers measure them."""

    fill: str = "#000000"
    anchor: Anchor = Anchor.START
    weight: Weight = Weight.PLAIN


Mark = Shape | Line | Disc | Label


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks on a sheet of some size, the first ones below."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    title: str
    """What it shows, for those who cannot see it."""


def box(x: float, y: float, width: float, height: float, *, fill: str = "", stroke: str = "") -> Shape:
    """Draw a rectangle."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Shape(corners, fill, stroke)


def moved(mark: Mark, dx: float, dy: float) -> Mark:
    """Give the mark at another place."""
    if isinstance(mark, Shape | Line):
        return replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))
    return replace(mark, x=mark.x + dx, y=mark.y + dy)


def scaled(drawing: Drawing, factor: float) -> Drawing:
    """Give the drawing larger or smaller, lines and letters with it."""
    return Drawing(
        drawing.width * factor,
        drawing.height * factor,
        tuple(_scaled(mark, factor) for mark in drawing.marks),
        drawing.title,
    )


def _scaled(mark: Mark, factor: float) -> Mark:
    match mark:
        case Shape() | Line():
            points = tuple((x * factor, y * factor) for x, y in mark.points)
            return replace(mark, points=points, width=mark.width * factor)
        case Disc():
            x, y, radius, width = (factor * each for each in (mark.x, mark.y, mark.radius, mark.width))
            return replace(mark, x=x, y=y, radius=radius, width=width)
        case Label():
            return replace(mark, x=mark.x * factor, y=mark.y * factor, size=mark.size * factor)
