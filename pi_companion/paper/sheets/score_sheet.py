"""A sheet to keep the score of a match by hand."""

from collections.abc import Iterator

from pi_companion.paper.ink import Anchor, Drawing, Label, Line, Mark, Weight
from pi_companion.paper.pages import Paper

_MARGIN = 15.0
_ROW = 9.0
_COLUMNS = (
    ("Game", 14),
    ("Winner", 42),
    ("Cube", 18),
    ("1, 2 or 3 times", 28),
    ("Points", 20),
    ("White", 20),
    ("Black", 20),
)
"""Names of the columns and their shares of the width."""

_GREY = "#555555"


def score_sheet(paper: Paper) -> Drawing:
    """Draw the sheet."""
    marks = (*_head(paper), *_grid(paper))
    return Drawing(paper.width, paper.height, marks, "A score sheet for a backgammon match")


def _head(paper: Paper) -> Iterator[Mark]:
    yield Label(_MARGIN, 22, "Score of a match", 7.0, weight=Weight.BOLD)
    half = (paper.width - 2 * _MARGIN) / 2
    fields = ("White", "Black", "Date", "Points to win", "Place", "Round")
    for number, name in enumerate(fields):
        x, y = _MARGIN + half * (number % 2), 34.0 + 9 * (number // 2)
        yield Label(x, y, name, 3.6)
        yield Line(((x + 26, y + 0.8), (x + half - 6, y + 0.8)), _GREY)


def _grid(paper: Paper) -> Iterator[Mark]:
    top = 64.0
    width = paper.width - 2 * _MARGIN
    shares = sum(share for _, share in _COLUMNS)
    rows = int((paper.height - top - 42) / _ROW)
    bottom = top + rows * _ROW
    x = _MARGIN
    for name, share in _COLUMNS:
        step = width * share / shares
        yield Label(x + step / 2, top - 2, name, 3.2, anchor=Anchor.MIDDLE, weight=Weight.BOLD)
        yield Line(((x, top), (x, bottom)), _GREY)
        x += step
    yield Line(((x, top), (x, bottom)), _GREY)
    for row in range(rows + 1):
        yield Line(((_MARGIN, top + row * _ROW), (_MARGIN + width, top + row * _ROW)), _GREY)
        if row < rows:
            yield Label(_MARGIN + 5, top + row * _ROW + 6, str(row + 1), 3.6, _GREY, Anchor.MIDDLE)
    y = bottom + 10
    yield Label(_MARGIN, y, "Crawford game: number ______    A dropped double counts what the cube showed before.", 3.4)
    for number, side in enumerate(("White", "Black")):
        left = _MARGIN + number * width / 2
        yield Label(left, y + 14, f"Signed, {side}", 3.4)
        yield Line(((left + 26, y + 15), (left + width / 2 - 6, y + 15)), _GREY)
