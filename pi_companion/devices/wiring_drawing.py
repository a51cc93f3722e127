"""Wiring drawings (SVG) from the profiles that the software loads, so that the two cannot disagree.

`python -m pi_companion.devices.wiring_drawing hardware/wiring` draws every profile of a folder beside it.
"""

import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path

from pi_companion.devices.panel.lights import Light
from pi_companion.devices.wiring import SPI_PINS, PanelKind, Wiring, load_wiring
from pi_companion.devices.wiring_symbols import HEIGHT, symbols

BCM_OF = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""The GPIO (BCM number) at each place of the 40-pin header that has one."""

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
SUPPLIES = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}

_ROW, _TOP, _WIDTH, _MIDDLE = 26, 78, 860, 430
_BUTTON, _LIGHT, _BUS, _GROUND, _PLAIN = "#1565c0", "#c62828", "#6a1b9a", "#222", "#999"


@dataclass(frozen=True, slots=True)
class _Part:
    """What hangs on one place of the header."""

    words: str
    colour: str


def draw_wiring(wiring: Wiring) -> str:
    """Draw the header with what hangs on it, each part in the row of its pin, so that no wires cross."""
    parts = _parts(wiring)
    rows = [_row(place, parts.get(place)) for place in range(1, 41)]
    below = _TOP + 20 * _ROW + 24 + 20 * len(notes(wiring))
    small = symbols(wiring, below + 10)
    height = below + (HEIGHT if small else 0)
    foot = [_text(20, _TOP + 20 * _ROW + 30 + 20 * number, line, "#222") for number, line in enumerate(notes(wiring))]
    return "\n".join(
        [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif"'
                ' font-size="13">'
            ),
            f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
            _text(20, 30, escape(wiring.name), "#000", size=18),
            _text(
                20,
                52,
                "The 40 pins from above: pin 1 is at the end with the SD card, the even ones are at the board's edge.",
                "#444",
            ),
            f'<rect x="{_MIDDLE - 30}" y="{_TOP - 16}" width="60" height="{20 * _ROW + 4}" rx="4" fill="#e8e8e8"/>',
            *rows,
            *foot,
            *small,
            "</svg>",
            "",
        ]
    )


def notes(wiring: Wiring) -> list[str]:
    """Say in a few lines what the drawing cannot show."""
    said = []
    if wiring.buttons:
        said.append("Buttons: one leg to the GPIO, the other to any GND. No resistor: the Pi pulls the pin up itself.")
    if wiring.lights:
        leds = sum(light.leds for light in wiring.lights)
        said.append(f"LEDs: GPIO, resistor of {wiring.resistor_ohm} Ω, long leg; short leg to any GND.")
        if wiring.panel is PanelKind.DIGITS:
            said.append(
                f"Digits: GPIO, resistor of {wiring.resistor_ohm} Ω, segment; common cathode to any GND. "
                "Switch SPI off with raspi-config."
            )
        said.append(
            f"One resistor for each of the {leds}. All at once take {wiring.most_ma:.0f} mA of the pins' 50 mA."
        )
    if wiring.panel is PanelKind.MATRIX:
        said.append("Matrix: VCC to 5 V, GND to GND, DIN, CLK and CS as drawn. Switch SPI on with raspi-config.")
    return said or ["Nothing is wired."]


def light_words(light: Light) -> str:
    """Say which light it is; White and Black are names."""
    return light.value.replace("_", " ").replace("white", "White").replace("black", "Black")


def _parts(wiring: Wiring) -> dict[int, _Part]:
    place_of = {bcm: place for place, bcm in BCM_OF.items()}
    parts = {place_of[button.pin]: _Part(button.label, _BUTTON) for button in wiring.buttons}
    for one in wiring.lights:
        parts[place_of[one.pin]] = _Part(f"{light_words(one.light)}{' (2 LEDs)' if one.leds > 1 else ''}", _LIGHT)
    if wiring.panel is PanelKind.MATRIX:
        for pin, name in zip(SPI_PINS, ("CS", "DIN", "CLK"), strict=True):
            parts[place_of[pin]] = _Part(f"matrix {name}", _BUS)
        parts[2] = _Part("matrix VCC", _BUS)
    if wiring.buttons or wiring.lights or wiring.panel is PanelKind.MATRIX:
        parts[GROUNDS[0]] = _Part("GND of all parts (or any other GND)", _GROUND)
    return parts


def _row(place: int, part: _Part | None) -> str:
    """Draw one place of the header: odd ones left, even ones right."""
    left = place % 2 == 1
    y = _TOP + (place - 1) // 2 * _ROW
    way = -1 if left else 1
    x = _MIDDLE + way * 14
    anchor = "end" if left else "start"
    name = SUPPLIES.get(place) or ("GND" if place in GROUNDS else f"GPIO {BCM_OF[place]}")
    colour = _PLAIN if part is None else part.colour
    drawn = [
        f'<circle cx="{x}" cy="{y}" r="8" fill="{"#fff" if part is None else colour}" stroke="{colour}"/>',
        (
            f'<text x="{x}" y="{y + 3}" font-size="9" text-anchor="middle"'
            f' fill="{colour if part is None else "#fff"}">{place}</text>'
        ),
        _text(x + way * 24, y + 4, name, colour, anchor),
    ]
    if part is not None:
        begin, end = x + way * 84, x + way * 150
        drawn.append(f'<line x1="{begin}" y1="{y}" x2="{end}" y2="{y}" stroke="{colour}" stroke-width="2"/>')
        drawn.append(_text(end + way * 8, y + 4, escape(part.words), colour, anchor))
    return "".join(drawn)


def _text(x: int, y: int, words: str, colour: str, anchor: str = "start", size: int = 13) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def main(folder: Path) -> None:
    """Draw every profile of a folder."""
    for profile in sorted(folder.glob("*.toml")):
        profile.with_suffix(".svg").write_text(draw_wiring(load_wiring(profile)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
