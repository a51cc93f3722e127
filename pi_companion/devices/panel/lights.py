"""Panels of single lights: two dice of seven LEDs, or two seven-segment digits, and six lights beside them."""

from enum import Enum

from pi_companion.devices.panel.view import PanelState, PanelView, fault_number
from pi_companion.rules import Side

BLINK_S = 0.3
"""How long a fault's light is on, and then off."""

END_S = 0.75
"""How long digits show where a move begins, and then where it ends."""

PAUSE_BLINKS = 3
"""So many blinks are left out before the number comes again."""

MOST_PIPS = 6


class Light(Enum):
    """One thing that is on or off; two LEDs that always shine together are one."""

    DIE_1_CENTRE = "die_1_centre"
    DIE_1_RISING = "die_1_rising"
    DIE_1_FALLING = "die_1_falling"
    DIE_1_SIDES = "die_1_sides"
    DIE_2_CENTRE = "die_2_centre"
    DIE_2_RISING = "die_2_rising"
    DIE_2_FALLING = "die_2_falling"
    DIE_2_SIDES = "die_2_sides"
    DIE_1_A = "die_1_a"
    DIE_1_B = "die_1_b"
    DIE_1_C = "die_1_c"
    DIE_1_D = "die_1_d"
    DIE_1_E = "die_1_e"
    DIE_1_F = "die_1_f"
    DIE_1_G = "die_1_g"
    DIE_2_A = "die_2_a"
    DIE_2_B = "die_2_b"
    DIE_2_C = "die_2_c"
    DIE_2_D = "die_2_d"
    DIE_2_E = "die_2_e"
    DIE_2_F = "die_2_f"
    DIE_2_G = "die_2_g"
    TURN_WHITE = "turn_white"
    TURN_BLACK = "turn_black"
    CUBE_WHITE = "cube_white"
    CUBE_BLACK = "cube_black"
    READY = "ready"
    ALARM = "alarm"

    @property
    def leds(self) -> int:
        """How many LEDs shine as this one."""
        return 2 if self.value.endswith(("rising", "falling", "sides")) else 1


LED_DICE = (
    (Light.DIE_1_CENTRE, Light.DIE_1_RISING, Light.DIE_1_FALLING, Light.DIE_1_SIDES),
    (Light.DIE_2_CENTRE, Light.DIE_2_RISING, Light.DIE_2_FALLING, Light.DIE_2_SIDES),
)
"""Each die: centre, the two diagonals, and the middle of both sides."""

DIGITS = (
    (Light.DIE_1_A, Light.DIE_1_B, Light.DIE_1_C, Light.DIE_1_D, Light.DIE_1_E, Light.DIE_1_F, Light.DIE_1_G),
    (Light.DIE_2_A, Light.DIE_2_B, Light.DIE_2_C, Light.DIE_2_D, Light.DIE_2_E, Light.DIE_2_F, Light.DIE_2_G),
)
"""Each digit's segments: from the top clockwise, the middle bar last."""

BESIDE = (Light.TURN_WHITE, Light.TURN_BLACK, Light.CUBE_WHITE, Light.CUBE_BLACK, Light.READY, Light.ALARM)
LED_LIGHTS = (*LED_DICE[0], *LED_DICE[1], *BESIDE)
DIGIT_LIGHTS = (*DIGITS[0], *DIGITS[1], *BESIDE)

_PIPS = ("", "c", "r", "cr", "rf", "crf", "rfs")
_SEGMENTS = {
    "0": "abcdef",
    "1": "bc",
    "2": "abged",
    "3": "abgcd",
    "4": "fgbc",
    "5": "afgcd",
    "6": "afgedc",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
    "E": "afged",
    " ": "",
}


def led_lights(view: PanelView, t_s: float) -> frozenset[Light]:
    """Say which lights of a panel of LEDs are on at a moment; a score above six is a blinking six."""
    numbers = view.score if view.state is PanelState.SCORE else view.dice
    on: set[Light] = set()
    for lights, number in zip(LED_DICE, numbers or (0, 0), strict=True):
        if number <= MOST_PIPS or _is_on(t_s):
            on |= {
                light for light, letter in zip(lights, "crfs", strict=True) if letter in _PIPS[min(number, MOST_PIPS)]
            }
    return frozenset(on | _beside(view, t_s))


def digit_lights(view: PanelView, t_s: float) -> frozenset[Light]:
    """Say which segments and lights of a panel of digits are on at a moment; a fault is E and its number."""
    fault = fault_number(view.state)
    if fault is not None:
        text = f"E{fault}"
    elif view.state is PanelState.SCORE:
        text = "".join(str(points % 10) for points in view.score)
    elif view.move is not None:
        text = f"{view.move[int(t_s / END_S) % 2]:2d}"
    else:
        text = "  " if view.dice is None else "".join(map(str, view.dice))
    on: set[Light] = set()
    for lights, letter in zip(DIGITS, text, strict=True):
        on |= {light for light, name in zip(lights, "abcdefg", strict=True) if name in _SEGMENTS[letter]}
    return frozenset(on | _beside(view, t_s))


def _beside(view: PanelView, t_s: float) -> set[Light]:
    on = set()
    if view.turn is not None:
        on.add(Light.TURN_WHITE if view.turn is Side.WHITE else Light.TURN_BLACK)
    if view.cube_owner is not None:
        on.add(Light.CUBE_WHITE if view.cube_owner is Side.WHITE else Light.CUBE_BLACK)
    fault = fault_number(view.state)
    if view.state is PanelState.ILLEGAL or (fault is not None and _counts(fault, t_s)):
        on.add(Light.ALARM)
    ready = view.state in (PanelState.READY, PanelState.SCORE) or (view.state is PanelState.WAIT and _is_on(t_s))
    if ready is not view.pressed:  # a press turns the light over, whatever it was
        on.add(Light.READY)
    return on


def _is_on(t_s: float) -> bool:
    return int(t_s / BLINK_S) % 2 == 0


def _counts(number: int, t_s: float) -> bool:
    """Blink as often as the number, then pause."""
    blink = int(t_s / (2 * BLINK_S)) % (number + PAUSE_BLINKS)
    return blink < number and _is_on(t_s)
