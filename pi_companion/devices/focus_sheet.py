"""A sheet to focus the camera on (SVG, A4 in true size): stars, fine lines, greys, and a ruler that shows its scale.

`python -m pi_companion.devices.focus_sheet calibration/focus_sheet.svg` draws it.
"""

import math
import sys
from pathlib import Path

WIDTH_MM, HEIGHT_MM = 297, 210
SPOKES = 36
STAR_MM = 32
RULER_MM = 100
GREYS = 8


def draw_focus_sheet() -> str:
    """Draw the sheet; all lengths in it are millimetres."""
    stars = [_star(x, y) for x in (50, WIDTH_MM - 50) for y in (52, HEIGHT_MM - 62)]
    return "\n".join(
        [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH_MM}mm" height="{HEIGHT_MM}mm"'
                f' viewBox="0 0 {WIDTH_MM} {HEIGHT_MM}" font-family="sans-serif" font-size="5">'
            ),
            f'<rect width="{WIDTH_MM}" height="{HEIGHT_MM}" fill="white"/>',
            *stars,
            *_lines(),
            *_greys(),
            *_ruler(),
            "</svg>",
            "",
        ]
    )


def _star(x: float, y: float) -> str:
    """Draw spokes that run together: the smaller the grey middle looks, the sharper the picture."""
    wedges = []
    for spoke in range(SPOKES):
        ends = [2 * math.pi * (spoke + half) / SPOKES for half in (0.0, 0.5)]
        (x1, y1), (x2, y2) = [(x + STAR_MM * math.cos(end), y + STAR_MM * math.sin(end)) for end in ends]
        wedges.append(f"M{x:g} {y:g}L{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}Z")
    return f'<path d="{"".join(wedges)}"/>'


def _lines() -> list[str]:
    """Draw groups of bars from 3 mm down to half a millimetre."""
    drawn, left = list[str](), 104.0
    for width_mm in (3.0, 2.0, 1.0, 0.5):
        drawn += [
            f'<rect x="{left + 2 * number * width_mm:g}" y="40" width="{width_mm:g}" height="40"/>'
            for number in range(5)
        ]
        drawn.append(f'<text x="{left:g}" y="88">{width_mm:g} mm</text>')
        left += 10 * width_mm + 8
    return drawn


def _greys() -> list[str]:
    """Draw steps from black to white: a held exposure shows each as another."""
    steps = []
    for number in range(GREYS):
        level = round(255 * number / (GREYS - 1))
        steps.append(
            f'<rect x="{104 + 11 * number}" y="104" width="11" height="30" fill="rgb({level},{level},{level})"'
            ' stroke="black" stroke-width="0.2"/>'
        )
    return steps


def _ruler() -> list[str]:
    left, y = (WIDTH_MM - RULER_MM) / 2, HEIGHT_MM - 18
    marks = [
        f'<line x1="{left + mm:g}" y1="{y}" x2="{left + mm:g}" y2="{y - (6 if mm % 10 == 0 else 3)}" stroke="black"'
        ' stroke-width="0.3"/>'
        for mm in range(RULER_MM + 1)
    ]
    words = f"This ruler is {RULER_MM} mm long when the sheet is printed in true size."
    return [*marks, f'<text x="{WIDTH_MM / 2:g}" y="{y + 8}" text-anchor="middle">{words}</text>']


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(draw_focus_sheet(), encoding="utf-8")
