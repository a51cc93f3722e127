"""A drawing as SVG, in true size where it is printed without scaling."""

from html import escape

from pi_companion.paper.ink import Disc, Drawing, Label, Line, Mark, Shape, Weight

_FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


def to_svg(drawing: Drawing) -> str:
    """Write the drawing as one SVG element, which is a whole file and may also stand inside a page.

    >>> to_svg(Drawing(10, 5, (Disc(5, 2.5, 1, fill="#000000"),), "A dot")).splitlines()[2]
    '<circle cx="5" cy="2.5" r="1" fill="#000000"/>'
    """
    width, height = _number(drawing.width), _number(drawing.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{_FONT}">\n<title>{escape(drawing.title)}</title>\n'
    )
    return head + "".join(f"{_mark(mark)}\n" for mark in drawing.marks) + "</svg>\n"


def _mark(mark: Mark) -> str:
    match mark:
        case Shape():
            return f'<polygon points="{_points(mark)}"{_paint(mark)}/>'
        case Line():
            stroke = f'stroke="{mark.stroke}" stroke-width="{_number(mark.width)}"'
            return f'<polyline points="{_points(mark)}" fill="none" {stroke}/>'
        case Disc():
            where = f'cx="{_number(mark.x)}" cy="{_number(mark.y)}" r="{_number(mark.radius)}"'
            return f"<circle {where}{_paint(mark)}/>"
        case Label():
            weight = ' font-weight="bold"' if mark.weight is Weight.BOLD else ""
            return (
                f'<text x="{_number(mark.x)}" y="{_number(mark.y)}" font-size="{_number(mark.size)}" '
                f'text-anchor="{mark.anchor.value}" fill="{mark.fill}"{weight}>{escape(mark.text)}</text>'
            )


def _points(mark: Shape | Line) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in mark.points)


def _paint(mark: Shape | Disc) -> str:
    fill = mark.fill or "none"
    line = f' stroke="{mark.stroke}" stroke-width="{_number(mark.width)}"' if mark.stroke else ""
    return f' fill="{fill}"{line}'


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
