"""The sheet to focus on is in true size, and what lies in calibration/ is what the program draws."""

import re
from pathlib import Path

from pi_companion.devices.focus_sheet import HEIGHT_MM, RULER_MM, WIDTH_MM, draw_focus_sheet

SHEET = Path(__file__).parents[2] / "calibration" / "focus_sheet.svg"


def test_the_sheet_that_lies_there_is_the_one_that_is_drawn() -> None:
    assert SHEET.read_text(encoding="utf-8") == draw_focus_sheet(), "run make drawings"


def test_a_millimetre_is_a_millimetre() -> None:
    head = draw_focus_sheet().splitlines()[0]
    assert f'width="{WIDTH_MM}mm" height="{HEIGHT_MM}mm" viewBox="0 0 {WIDTH_MM} {HEIGHT_MM}"' in head
    marks = [float(x) for x in re.findall(r'<line x1="([\d.]+)"', draw_focus_sheet())]
    assert max(marks) - min(marks) == RULER_MM
