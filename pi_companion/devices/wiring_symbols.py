"""How a button, an LED, a die and a digit are connected, as small drawings below the header of a wiring drawing.

Each takes the left upper corner of its place, 240 by 150, and gives lines of SVG.
"""

from pi_companion.devices.wiring import PanelKind, Wiring

HEIGHT = 160
_APART = 280
_INK, _BUTTON, _LIGHT, _OFF = "#222", "#1565c0", "#c62828", "#999"

_DIE = (("F", -1, -1), ("R", 1, -1), ("S", -1, 0), ("C", 0, 0), ("S", 1, 0), ("R", -1, 1), ("F", 1, 1))
"""The LEDs of a die, by the first letter of what the profile calls them: column and row from the middle."""

_SEGMENTS = {
    "a": (0, 0, 1, 0),
    "b": (1, 0, 1, 1),
    "c": (1, 1, 1, 2),
    "d": (0, 2, 1, 2),
    "e": (0, 1, 0, 2),
    "f": (0, 0, 0, 1),
    "g": (0, 1, 1, 1),
}
"""The segments of a digit, each from a corner to a corner."""

_LETTERS = {"a": (0, -8), "b": (11, 4), "c": (11, 4), "d": (0, 16), "e": (-11, 4), "f": (-11, 4), "g": (0, -6)}
"""Where the letter of a segment stands, beside its middle."""


def symbols(wiring: Wiring, top: int) -> list[str]:
    """Draw what a profile has, side by side."""
    places = iter(range(20, 20 + 3 * _APART, _APART))
    drawn: list[str] = []
    if wiring.buttons:
        drawn += _button(next(places), top)
    if wiring.lights:
        drawn += _led(next(places), top, wiring)
    if wiring.panel is PanelKind.LEDS:
        drawn += _die(next(places), top)
    if wiring.panel is PanelKind.DIGITS:
        drawn += _digit(next(places), top, wiring.resistor_ohm)
    return drawn


def _button(x: int, y: int) -> list[str]:
    middle = y + 60
    return [
        _text(x, y + 12, "A button", size=14),
        *_wire(_BUTTON, (x + 34, middle), (x + 84, middle)),
        *_wire(_BUTTON, (x + 88, middle - 4), (x + 134, middle - 26)),
        *_wire(_BUTTON, (x + 140, middle), (x + 190, middle)),
        *(f'<circle cx="{at}" cy="{middle}" r="4" fill="#fff" stroke="{_BUTTON}"/>' for at in (x + 86, x + 138)),
        _text(x, middle + 4, "GPIO"),
        _text(x + 196, middle + 4, "GND"),
        _text(x, middle + 36, "It has no right or wrong way round."),
    ]


def _led(x: int, y: int, wiring: Wiring) -> list[str]:
    middle = y + 60
    pairs = any(one.leds > 1 for one in wiring.lights)
    below = ("Two on one pin: both so, from the same GPIO,", "each with a resistor of its own.") if pairs else ()
    return [
        _text(x, y + 12, "An LED", size=14),
        *_wire(_LIGHT, (x + 34, middle), (x + 52, middle)),
        f'<rect x="{x + 52}" y="{middle - 8}" width="52" height="16" fill="#fff" stroke="{_LIGHT}" stroke-width="2"/>',
        _text(x + 78, middle + 4, f"{wiring.resistor_ohm} Ω", anchor="middle", size=11),
        *_wire(_LIGHT, (x + 104, middle), (x + 190, middle)),
        f'<path d="M{x + 136} {middle - 11}v22l18 -11z" fill="{_LIGHT}"/>',
        *_wire(_LIGHT, (x + 155, middle - 11), (x + 155, middle + 11)),
        _text(x, middle + 4, "GPIO"),
        _text(x + 196, middle + 4, "GND"),
        _text(x + 130, middle - 20, "long leg", anchor="end"),
        _text(x + 160, middle - 20, "short leg, flat side"),
        *(_text(x, middle + 36 + 18 * number, words) for number, words in enumerate(below)),
    ]


def _die(x: int, y: int) -> list[str]:
    centre_x, centre_y, step = x + 60, y + 76, 32
    return [
        _text(x, y + 12, "A die, from above", size=14),
        f'<rect x="{x + 10}" y="{y + 26}" width="100" height="100" rx="12" fill="#fff" stroke="{_INK}"/>',
        *(
            f'<circle cx="{centre_x + column * step}" cy="{centre_y + row * step}" r="11" fill="{_LIGHT}"/>'
            f'<text x="{centre_x + column * step}" y="{centre_y + row * step + 4}" font-size="12" text-anchor="middle"'
            f' fill="#fff">{letter}</text>'
            for letter, column, row in _DIE
        ),
        *(
            _text(x + 126, y + 46 + 22 * number, words)
            for number, words in enumerate(("C centre", "R rising", "F falling", "S sides"))
        ),
    ]


def _digit(x: int, y: int, resistor_ohm: int) -> list[str]:
    left, top, step = x + 30, y + 38, 42
    lines = []
    for letter, (from_x, from_y, to_x, to_y) in _SEGMENTS.items():
        ends = (left + from_x * step, top + from_y * step), (left + to_x * step, top + to_y * step)
        lines += _wire(_LIGHT, *ends, width=5)
        beside_x, beside_y = _LETTERS[letter]
        lines.append(
            _text(
                (ends[0][0] + ends[1][0]) // 2 + beside_x,
                (ends[0][1] + ends[1][1]) // 2 + beside_y,
                letter,
                anchor="middle",
                size=12,
            )
        )
    return [
        _text(x, y + 12, "A digit, from the front", size=14),
        *lines,
        f'<circle cx="{left + step + 16}" cy="{top + 2 * step}" r="4" fill="{_OFF}"/>',
        *(
            _text(x + 112, y + 46 + 20 * number, words)
            for number, words in enumerate(
                (
                    "Each segment:",
                    f"GPIO, {resistor_ohm} Ω, its pin.",
                    "Common cathode:",
                    "to GND. The point",
                    "stays free.",
                )
            )
        ),
    ]


def _wire(colour: str, start: tuple[int, int], end: tuple[int, int], width: int = 2) -> list[str]:
    (x1, y1), (x2, y2) = start, end
    ends = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
    return [f'<line {ends} stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>']


def _text(x: int, y: int, words: str, anchor: str = "start", size: int = 12) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{_INK}">{words}</text>'
