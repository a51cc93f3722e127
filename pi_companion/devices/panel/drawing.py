"""A picture of each panel in letters, for a terminal: drawn from what the lights would do, not from what is meant."""

from collections.abc import Callable

from pi_companion.devices.panel.lights import BESIDE, DIGITS, LED_DICE, Light, digit_lights, led_lights
from pi_companion.devices.panel.matrix import matrix_dots
from pi_companion.devices.panel.view import PanelView
from pi_companion.devices.wiring import PanelKind

_ON, _OFF = "●", "·"
_LABELS = {
    Light.TURN_WHITE: "turn White",
    Light.TURN_BLACK: "turn Black",
    Light.CUBE_WHITE: "cube White",
    Light.CUBE_BLACK: "cube Black",
    Light.READY: "ready",
    Light.ALARM: "alarm",
}


def draw_panel(view: PanelView, kind: PanelKind, t_s: float) -> str:
    """Draw what a panel shows at a moment; the panel that is none says it in words."""
    match kind:
        case PanelKind.LEDS:
            return _with_lights(led_lights(view, t_s), _led_die)
        case PanelKind.DIGITS:
            return _with_lights(digit_lights(view, t_s), _digit)
        case PanelKind.MATRIX:
            rows = matrix_dots(view)
            return "\n".join("".join(_ON if point else _OFF for point in row) for row in rows)
        case PanelKind.NONE:
            return describe(view)


def describe(view: PanelView) -> str:
    """Say in one line what a panel would show."""
    parts = [view.state.value]
    if view.turn is not None:
        parts.append(f"{view.turn.label} to play")
    if view.dice is not None:
        parts.append(f"dice {view.dice[0]}-{view.dice[1]}")
    if view.cube_value > 1:
        owner = "" if view.cube_owner is None else f" with {view.cube_owner.label}"
        parts.append(f"cube {view.cube_value}{owner}")
    return ", ".join([*parts, f"score {view.score[0]}-{view.score[1]}"])


def _with_lights(on: frozenset[Light], draw: Callable[[frozenset[Light], int], list[str]]) -> str:
    one, two = draw(on, 0), draw(on, 1)
    rows = [f"{left}   {right}" for left, right in zip(one, two, strict=True)]
    beside = "  ".join(f"{_ON if light in on else _OFF} {_LABELS[light]}" for light in BESIDE)
    return "\n".join([*rows, beside])


def _led_die(on: frozenset[Light], number: int) -> list[str]:
    centre, rising, falling, sides = (_ON if light in on else _OFF for light in LED_DICE[number])
    return [f"{falling}   {rising}", f"{sides} {centre} {sides}", f"{rising}   {falling}"]


def _digit(on: frozenset[Light], number: int) -> list[str]:
    a, b, c, d, e, f, g = (light in on for light in DIGITS[number])
    return [
        f" {'_' if a else ' '} ",
        f"{'|' if f else ' '}{'_' if g else ' '}{'|' if b else ' '}",
        f"{'|' if e else ' '}{'_' if d else ' '}{'|' if c else ' '}",
    ]
