"""Drawings as the pages of a PDF, one page each in its true size, and how wide a line of text will be."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pi_companion.paper.ink import Anchor, Disc, Drawing, Label, Line, Mark, Shape, Weight

if TYPE_CHECKING:
    from fpdf import FPDF

_POINTS_PER_MM = 72 / 25.4
_FONT = "helvetica"
_OTHER_LETTERS = "other"
_FONT_FOLDERS = (Path("/usr/share/fonts/truetype/dejavu"), Path("/usr/share/fonts/dejavu"))
_FILES = {Weight.PLAIN: "DejaVuSans.ttf", Weight.BOLD: "DejaVuSans-Bold.ttf"}
_STYLES = {Weight.PLAIN: "", Weight.BOLD: "B"}


def to_pdf(pages: tuple[Drawing, ...], title: str) -> bytes:
    """Write drawings as a PDF.

    Text is set in Helvetica, which every reader has. Letters that it lacks, as in Polish or Greek names, are set in
    DejaVu where the system has it, and otherwise become a question mark.
    """
    pdf = _new((pages[0].width, pages[0].height))
    pdf.set_title(title)
    for page in pages:
        pdf.add_page(format=(page.width, page.height))
        for mark in page.marks:
            _draw(pdf, mark)
    return bytes(pdf.output())


def text_width(text: str, size: float, weight: Weight = Weight.PLAIN) -> float:
    """Give the width of a line of text in millimetres.

    >>> round(text_width("White", 10.0), 1)
    25.6
    """
    pdf = _measure()
    return float(pdf.get_string_width(_set_font(pdf, text, size, weight)))


@cache
def _measure() -> "FPDF":
    pdf = _new((100.0, 100.0))
    pdf.add_page()
    return pdf


def _new(size_mm: tuple[float, float]) -> "FPDF":
    from fpdf import FPDF  # noqa: PLC0415 - half a second of fonts, for which only a PDF need wait

    pdf = FPDF(unit="mm", format=size_mm)
    pdf.set_auto_page_break(auto=False)
    folder = next(
        (folder for folder in _FONT_FOLDERS if all((folder / name).is_file() for name in _FILES.values())), None
    )
    if folder is not None:
        for weight, name in _FILES.items():
            pdf.add_font(_OTHER_LETTERS, _STYLES[weight], folder / name)
    return pdf


def _set_font(pdf: "FPDF", text: str, size: float, weight: Weight) -> str:
    """Choose a font that has the text's letters; gives the text with what no font has as a question mark."""
    known, family = text.encode("latin-1", "replace").decode("latin-1"), _FONT
    if known != text and f"{_OTHER_LETTERS}{_STYLES[weight]}" in pdf.fonts:
        known, family = text, _OTHER_LETTERS
    pdf.set_font(family, _STYLES[weight], size * _POINTS_PER_MM)
    return known


def _draw(pdf: "FPDF", mark: Mark) -> None:
    match mark:
        case Shape():
            if how := _pens(pdf, mark.fill, mark.stroke, mark.width):
                pdf.polygon(list(mark.points), style=how)
        case Line():
            _pens(pdf, "", mark.stroke, mark.width)
            pdf.polyline(list(mark.points))
        case Disc():
            if how := _pens(pdf, mark.fill, mark.stroke, mark.width):
                wide = 2 * mark.radius
                pdf.ellipse(mark.x - mark.radius, mark.y - mark.radius, wide, wide, style=how)
        case Label():
            text = _set_font(pdf, mark.text, mark.size, mark.weight)
            pdf.set_text_color(*_colour(mark.fill))
            share = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[mark.anchor]
            pdf.text(mark.x - share * pdf.get_string_width(text), mark.y, text)


def _pens(pdf: "FPDF", fill: str, stroke: str, width: float) -> str:
    """Set colours and line; gives fpdf2's word for what is painted."""
    if fill:
        pdf.set_fill_color(*_colour(fill))
    if stroke:
        pdf.set_draw_color(*_colour(stroke))
        pdf.set_line_width(width)
    return ("D" if stroke else "") + ("F" if fill else "")


def _colour(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
