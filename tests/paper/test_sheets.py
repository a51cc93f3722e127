"""Printed sheets: sizes are true, markers are found again, every page holds its words."""

import re
import zlib
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from pi_companion.paper.ink import Drawing, Label, Shape
from pi_companion.paper.pages import Paper, set_pages
from pi_companion.paper.pdf import text_width, to_pdf
from pi_companion.paper.sheets.board_map import board_map
from pi_companion.paper.sheets.markers import MARKER_MM, RULER_MM, marker_sheet
from pi_companion.paper.sheets.rules import rules_sheet
from pi_companion.paper.sheets.score_sheet import score_sheet
from pi_companion.paper.svg import to_svg
from pi_companion.vision.arrays import Picture
from pi_companion.vision.calibrate import find_markers

POINTS_PER_MM = 72 / 25.4


def streams(pdf: bytes) -> str:
    """What the pages of a PDF draw, as text."""
    found = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    return "\n".join(zlib.decompress(each).decode("latin-1") for each in found if each[:1] == b"x")


def pictured(sheet: Drawing, pixels_per_mm: float) -> Picture:
    """Paint a sheet's shapes."""
    size = (round(sheet.height * pixels_per_mm), round(sheet.width * pixels_per_mm))
    picture = np.full((*size, 3), 255, np.uint8)
    for mark in sheet.marks:
        if isinstance(mark, Shape) and mark.fill:
            grey = int(mark.fill[1:3], 16)
            (left, top), _, (right, bottom), _ = (
                (round(x * pixels_per_mm), round(y * pixels_per_mm)) for x, y in mark.points
            )
            picture[top:bottom, left:right] = grey
    return picture


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.skipif(not hasattr(cv2, "aruco"), reason="this build of OpenCV has no ArUco")
def test_the_camera_finds_the_printed_markers(paper: Paper) -> None:
    found = find_markers(pictured(marker_sheet(paper), 4.0))
    assert found is not None
    assert found.shape == (4, 2)


@pytest.mark.parametrize("paper", Paper)
def test_markers_are_true_to_size_in_the_pdf(paper: Paper) -> None:
    pdf = to_pdf((marker_sheet(paper),), "markers")
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert box is not None
    assert [float(each) for each in box.groups()] == pytest.approx(
        [side * POINTS_PER_MM for side in paper.value], abs=0.1
    )
    drawn = streams(pdf)
    number = r"(-?[\d.]+)"
    paths = re.findall(rf"{number} {number} m\s+{number} {number} l\s+{number} {number} l\s+{number} {number} l", drawn)
    sizes = [float(x2) - float(x1) for x1, _, x2, *_ in paths]
    squares = [size for size in sizes if size == pytest.approx(MARKER_MM * POINTS_PER_MM, rel=0.001)]
    assert len(squares) == 4
    lines = re.findall(rf"{number} {number} m\s+{number} {number} l", drawn)
    lengths = [float(x2) - float(x1) for x1, _, x2, _ in lines]
    assert any(length == pytest.approx(RULER_MM * POINTS_PER_MM, rel=0.001) for length in lengths)


def test_svg_counts_in_millimetres() -> None:
    assert to_svg(marker_sheet(Paper.A4)).startswith(
        '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297"'
    )


SHEETS: dict[str, Callable[[Paper], tuple[Drawing, ...]]] = {
    "rules": lambda paper: set_pages(rules_sheet(), paper),
    "markers": lambda paper: (marker_sheet(paper),),
    "board map": lambda paper: set_pages(board_map(), paper),
    "score sheet": lambda paper: (score_sheet(paper),),
}


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(("name", "pages"), {"rules": 3, "board map": 1}.items())
def test_no_page_is_begun_for_a_few_lines(name: str, pages: int, paper: Paper) -> None:
    assert len(SHEETS[name](paper)) == pages


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("name", SHEETS)
def test_nothing_leaves_the_sheet(name: str, paper: Paper) -> None:
    for page in SHEETS[name](paper):
        assert (page.width, page.height) == paper.value
        for mark in page.marks:
            if isinstance(mark, Label):
                width = text_width(mark.text, mark.size, mark.weight)
                assert mark.x >= 0
                assert mark.x + width * (mark.anchor.value == "start") <= paper.width - 5, mark.text
                assert mark.y <= paper.height - 5, mark.text


@pytest.mark.parametrize("paper", Paper)
def test_the_rules_sheet_has_all_that_a_club_asks_for(paper: Paper) -> None:
    pages = set_pages(rules_sheet(), paper)
    text = " ".join(mark.text for page in pages for mark in page.marks if isinstance(mark, Label))
    for word in (
        "set-up",
        "hitting",
        "Entering",
        "worked example",
        "Bearing off",
        "Crawford",
        "Jacoby",
        "Gammon",
        "questions",
    ):
        assert word in text, word


def test_names_in_other_letters_do_not_stop_a_pdf() -> None:
    page = Drawing(50, 20, (Label(5, 10, "Łukasz, Ἀθηνᾶ, 井上", 4),), "names")
    assert to_pdf((page,), "names").startswith(b"%PDF")
