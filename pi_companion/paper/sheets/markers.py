"""Corner markers in true size: the camera finds the four corners of the playing field by them."""

from collections.abc import Iterator

from pi_companion.paper.ink import Anchor, Drawing, Label, Line, Mark, Weight, box
from pi_companion.paper.pages import Paper

MARKER_MM = 40.0
"""Side of a marker's black square."""

RULER_MM = 100.0

PATTERNS = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
)
"""The inner four by four fields of markers 0 to 3 of OpenCV's dictionary DICT_4X4_50; 1 is white."""

_FIELDS = 6
_QUIET_MM = 8.0
"""White that must stay around a marker."""

_HINTS = (
    'Print without scaling: 100 %, not "fit to page". The ruler below must measure 100 mm.',
    "Cut along the thin lines. Lay one marker outside each corner of the playing field, flat, any order, so that the",
    "corner of its black square nearest the board's middle touches the field's corner. They may be taken away again",
    "when the board's profile has been made with pi-companion calibrate.",
)


def marker_sheet(paper: Paper) -> Drawing:
    """Draw the four markers with room to cut between them, and a ruler to check the print by."""
    marks: list[Mark] = [Label(15, 22, "Corner markers", 7.0, weight=Weight.BOLD)]
    marks += [Label(15, 30 + 5 * number, hint, 3.6) for number, hint in enumerate(_HINTS)]
    cell = MARKER_MM + 2 * _QUIET_MM
    left, top = (paper.width - 2 * cell - 10) / 2, 60.0
    for number in range(len(PATTERNS)):
        x = left + (number % 2) * (cell + 10)
        y = top + (number // 2) * (cell + 14)
        marks.append(box(x, y, cell, cell, stroke="#bbbbbb"))
        marks += marker(number, x + _QUIET_MM, y + _QUIET_MM)
        marks.append(Label(x + cell / 2, y + cell + 4.5, f"marker {number}", 3.2, "#555555", Anchor.MIDDLE))
    marks += _ruler((paper.width - RULER_MM) / 2, top + 2 * cell + 40)
    return Drawing(paper.width, paper.height, tuple(marks), "Corner markers in true size, with a ruler of 100 mm")


def marker(number: int, x: float, y: float) -> list[Mark]:
    """Draw one marker with its upper left corner at x and y."""
    field = MARKER_MM / _FIELDS
    marks: list[Mark] = [box(x, y, MARKER_MM, MARKER_MM, fill="#000000")]
    # White is drawn along the rows and along the columns, so that no printer leaves a hair of black between fields.
    for row, fields in enumerate(PATTERNS[number], start=1):
        for start, count in _runs(fields):
            marks.append(box(x + start * field, y + row * field, count * field, field, fill="#ffffff"))
    for column, upright in enumerate(zip(*PATTERNS[number], strict=True), start=1):
        for start, count in _runs("".join(upright)):
            marks.append(box(x + column * field, y + start * field, field, count * field, fill="#ffffff"))
    return marks


def _runs(fields: str) -> Iterator[tuple[int, int]]:
    """Give where white fields side by side begin, within the marker's black edge, and how many they are."""
    start = 1
    for run in fields.split("0"):
        if run:
            yield start, len(run)
        start += len(run) + 1


def _ruler(x: float, y: float) -> list[Mark]:
    marks: list[Mark] = [Line(((x, y), (x + RULER_MM, y)), width=0.25)]
    for step in range(int(RULER_MM) + 1):
        tall = 6.0 if step % 10 == 0 else 4.0 if step % 5 == 0 else 2.5
        marks.append(Line(((x + step, y), (x + step, y - tall)), width=0.15))
        if step % 10 == 0:
            marks.append(Label(x + step, y + 4, str(step), 3.0, anchor=Anchor.MIDDLE))
    marks.append(Label(x + RULER_MM / 2, y + 9, "millimetres", 3.0, "#555555", Anchor.MIDDLE))
    return marks
