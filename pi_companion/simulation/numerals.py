"""The numbers on a doubling cube, drawn with a pen of our own: OpenCV's line fonts alone look like no real cube."""

from dataclasses import dataclass

import cv2
import numpy as np

from pi_companion.simulation.arrays import Floats, Points

_FINER = 8
_SHIFT = 4
_ARC_STEPS = 24
STRAIGHT_TAIL = -0.03
"""Below this bend a 6 has a straight stroke for its tail."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a cube's digits are drawn."""

    weight: float
    """Width of a stroke that runs down, as a share of the digits' height."""

    contrast: float
    """Width of a stroke that runs across as a share of one that runs down: 1 plain, 0.4 like a book's."""

    wide: float
    """Width of a digit as a share of its height."""

    serifs: bool
    """Whether strokes end in short bars."""

    slant: float
    """Shift to the right of the top for each height."""

    gap: float
    """Space between two digits as a share of the height."""

    bent: float
    """How far the bows of 2, 3, 6 and 8 are from the usual, as a share of the height; no two makers draw them alike."""

    open_four: bool
    """Whether the 4 is open on top."""


def _arc(middle: tuple[float, float], radii: tuple[float, float], first: float, last: float) -> Points:
    """Points of an ellipse from an angle to another, degrees clockwise from the right."""
    angles = np.radians(np.linspace(first, last, _ARC_STEPS))
    return np.stack([middle[0] + radii[0] * np.cos(angles), middle[1] + radii[1] * np.sin(angles)], 1)


def _strokes(digit: str, style: Lettering) -> tuple[list[Points], list[Points]]:
    """The pen's strokes of a digit in a unit box, and the serifs; x to the right, y down."""
    line, bent = np.array, style.bent
    match digit:
        case "1":
            return [line([[0.28, 0.2], [0.56, 0.0], [0.56, 1.0]])], [line([[0.3, 1.0], [0.82, 1.0]])]
        case "2":
            bow = _arc((0.48, 0.29 + bent / 2), (0.40, 0.29 + bent / 2), 185, 390 - 200 * bent)
            return [np.concatenate([bow, line([[0.06, 1.0], [0.94, 1.0]])])], [line([[0.94, 0.86], [0.94, 1.0]])]
        case "3":
            waist = 0.48 + bent / 2
            upper = _arc((0.46, waist / 2), (0.36, waist / 2), 200, 450)
            lower = _arc((0.46, (1 + waist) / 2), (0.42, (1 - waist) / 2), 270, 515)
            return [np.concatenate([upper, lower])], []
        case "4" if style.open_four:
            return [line([[0.3, 0.0], [0.12, 0.66], [0.96, 0.66]]), line([[0.72, 0.34], [0.72, 1.0]])], []
        case "4":
            return [line([[0.72, 1.0], [0.72, 0.0], [0.04, 0.70], [0.98, 0.70]])], [line([[0.5, 1.0], [0.94, 1.0]])]
        case "6":
            tail = line([[0.80, 0.06 + bent], [0.56, 0.0], [0.32, 0.10], [0.14, 0.34], [0.08, 0.66]])
            if bent < STRAIGHT_TAIL:
                tail = line([[0.66, 0.0], [0.3, 0.32], [0.1, 0.58]])
            return [tail, _arc((0.5, 0.68 + bent / 2), (0.42, 0.32 - bent / 2), 0, 360)], []
        case "8":
            waist = 0.48 + bent / 2
            upper = _arc((0.5, waist / 2), (0.35, waist / 2), 0, 360)
            return [upper, _arc((0.5, (1 + waist) / 2), (0.42, (1 - waist) / 2), 0, 360)], []
    msg = f"digit: wanted one that stands on a doubling cube, got {digit!r}"
    raise ValueError(msg)


def draw_number(number: int, style: Lettering, size: int, height_share: float) -> Floats:
    """How much ink lies on each pixel of a square face, (size, size), 0..1.

    Args:
        number: 2 to 64.
        style: The pen.
        size: Side of the face in pixels.
        height_share: Height of the digits as a share of the face; less where they would not fit across it.
    """
    text = str(number)
    across = len(text) * style.wide + (len(text) - 1) * style.gap
    height = min(height_share, 0.84 / across) * size * _FINER
    # A round pen on a canvas that is then squeezed across makes strokes of two widths.
    pen = max(1, round(style.weight * style.contrast * height))
    stretch = 1 / style.contrast
    canvas = np.zeros((size * _FINER, round(size * _FINER / stretch)), np.uint8)
    left = (size * _FINER - across * height) / 2
    top = (size * _FINER - height) / 2
    inset = style.weight / 2
    for place, digit in enumerate(text):
        start = left + place * (style.wide + style.gap) * height
        strokes, serifs = _strokes(digit, style)
        for stroke in strokes + (serifs if style.serifs else []):
            x = start + (inset + stroke[:, 0] * (style.wide - 2 * inset) + style.slant * (0.5 - stroke[:, 1])) * height
            y = top + (inset * style.contrast + stroke[:, 1] * (1 - 2 * inset * style.contrast)) * height
            points = np.stack([x / stretch, y], 1)
            line = np.round(points * 2**_SHIFT).astype(np.int32)
            cv2.polylines(canvas, [line], isClosed=False, color=255, thickness=pen, lineType=cv2.LINE_AA, shift=_SHIFT)
    return np.asarray(cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32) / 255)


def aside(drawn: float) -> np.random.Generator:
    """Chance that follows from a number drawn before, so that a seed's other draws stay what they were."""
    return np.random.default_rng(int(drawn * 1e9))


def random_lettering(rng: np.random.Generator) -> Lettering:
    """Draw a pen: plain or like a book's, light to bold, narrow to wide."""
    serifs = bool(rng.random() < 0.45)
    weight = float(rng.uniform(0.06, 0.25))
    apart = aside(weight)
    return Lettering(
        weight=weight,
        contrast=float(rng.uniform(0.35, 0.8)) if serifs else float(rng.uniform(0.75, 1.0)),
        wide=float(rng.uniform(0.45, 0.85)),
        serifs=serifs,
        slant=float(rng.normal(0, 0.04)),
        gap=float(rng.uniform(0.02, 0.16)),
        bent=float(apart.uniform(-0.08, 0.1)),
        open_four=bool(apart.random() < 0.15),
    )
