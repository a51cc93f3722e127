"""A document set on pages: lines broken where they are full, and nothing parted that belongs together."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from pi_companion.paper.blocks import Block, Document, Figures, Heading, Table, Words
from pi_companion.paper.ink import Anchor, Drawing, Label, Line, Mark, Weight, moved, scaled
from pi_companion.paper.pdf import text_width

_MARGIN = 12.0
_GAP = 3.0
_TEXT = 3.5
_TITLE = 7.0
_HEADING = 4.6
_SMALL = 3.1
_LEADING = 1.3
"""From line to line, in heights of letters."""

_GREY = "#555555"
_RULE = "#bbbbbb"


class Paper(Enum):
    """The size of a sheet: width and height in millimetres."""

    A4 = (210.0, 297.0)
    LETTER = (215.9, 279.4)

    @property
    def width(self) -> float:
        """Millimetres across."""
        return self.value[0]

    @property
    def height(self) -> float:
        """Millimetres down."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class _Strip:
    """Marks that stay together, with y from 0 at their top."""

    height: float
    marks: tuple[Mark, ...]
    keep: bool = False
    """Whether the next strip must stand on the same page."""


def set_pages(document: Document, paper: Paper) -> tuple[Drawing, ...]:
    """Set a document on pages of a size."""
    strips = [_line(document.title, _TITLE, Weight.BOLD), *_strips(document.blocks, paper.width - 2 * _MARGIN)]
    room = paper.height - 2 * _MARGIN - 2 * _SMALL
    pages: list[list[Mark]] = [[]]
    y = 0.0
    for number, strip in enumerate(strips):
        needed = strip.height
        following = number
        while strips[following].keep and following + 1 < len(strips):
            following += 1
            needed += strips[following].height
        if y and y + needed > room:
            pages.append([])
            y = 0.0
        pages[-1] += [moved(mark, _MARGIN, _MARGIN + y) for mark in strip.marks]
        y += strip.height
    return tuple(
        Drawing(
            paper.width,
            paper.height,
            (*marks, *_foot(document, paper, number, len(pages))),
            f"{document.title}, page {number}",
        )
        for number, marks in enumerate(pages, start=1)
    )


def wrapped(text: str, size: float, width: float, weight: Weight = Weight.PLAIN) -> list[str]:
    """Break a text into lines no wider than `width`; a word that is wider itself has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, weight) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _foot(document: Document, paper: Paper, number: int, count: int) -> Iterator[Mark]:
    y = paper.height - _MARGIN
    if document.note:
        yield Label(_MARGIN, y, document.note, _SMALL, _GREY)
    if count > 1:
        yield Label(paper.width - _MARGIN, y, f"{number} / {count}", _SMALL, _GREY, Anchor.END)


def _strips(blocks: tuple[Block, ...], width: float) -> Iterator[_Strip]:
    for block in blocks:
        match block:
            case Heading(text):
                yield _Strip(_GAP, ())
                lines = wrapped(text, _HEADING, width, Weight.BOLD)
                yield from (_line(each, _HEADING, Weight.BOLD, keep=True) for each in lines)
            case Words(text):
                yield from (_line(each, _TEXT) for each in wrapped(text, _TEXT, width))
                yield _Strip(_TEXT * 0.6, ())
            case Figures():
                yield _figures(block, width)
            case Table():
                yield from _table(block, width)
            case _:
                assert_never(block)


def _line(text: str, size: float, weight: Weight = Weight.PLAIN, *, keep: bool = False) -> _Strip:
    return _Strip(size * _LEADING, (Label(0, size, text, size, weight=weight),), keep=keep)


def _figures(block: Figures, width: float) -> _Strip:
    """Set drawings beside each other, smaller where they would not fit."""
    room = width - _GAP * (len(block.figures) - 1)
    factor = min(1.0, room / sum(figure.drawing.width for figure in block.figures))
    marks: list[Mark] = []
    x, bottom = 0.0, 0.0
    for figure in block.figures:
        drawing = scaled(figure.drawing, factor)
        marks += [moved(mark, x, 0) for mark in drawing.marks]
        y = drawing.height + 1
        for text in wrapped(figure.caption, _SMALL, drawing.width):
            marks.append(Label(x, y + _SMALL, text, _SMALL, _GREY))
            y += _SMALL * _LEADING
        x += drawing.width + _GAP
        bottom = max(bottom, y)
    return _Strip(bottom + _GAP, tuple(marks))


def _table(block: Table, width: float) -> Iterator[_Strip]:
    """Set a table; its columns share the width as their longest words ask for."""
    asked = [
        max(text_width(row[column], _SMALL, Weight.BOLD) for row in (block.head, *block.rows)) + _GAP
        for column in range(len(block.head))
    ]
    factor = min(1.0, width / sum(asked))
    widths = [each * factor for each in asked]
    yield from _row(block.head, widths, Weight.BOLD, keep=True)
    for row in block.rows:
        yield from _row(row, widths, Weight.PLAIN)
    yield _Strip(_GAP, ())


def _row(row: tuple[str, ...], widths: list[float], weight: Weight, *, keep: bool = False) -> Iterator[_Strip]:
    cells = [wrapped(text, _SMALL, width - 1, weight) or [""] for text, width in zip(row, widths, strict=True)]
    marks: list[Mark] = []
    step = _SMALL * _LEADING
    x = 0.0
    for lines, width in zip(cells, widths, strict=True):
        marks += [Label(x, _SMALL + step * number, each, _SMALL, weight=weight) for number, each in enumerate(lines)]
        x += width
    height = step * max(map(len, cells)) + 0.8
    marks.append(Line(((0, height - 0.4), (sum(widths), height - 0.4)), _RULE, 0.15))
    yield _Strip(height, tuple(marks), keep=keep)
