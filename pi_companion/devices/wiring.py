"""What is wired to which pin: profiles in TOML, from which the software and the drawings are made alike."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeVar

from pi_companion.devices.panel.lights import DIGIT_LIGHTS, LED_LIGHTS, Light
from pi_companion.errors import SettingsError
from pi_companion.rules import Side

HEADER_PINS = range(28)
RESERVED = {0: "the EEPROM of add-on boards", 1: "the EEPROM of add-on boards"}
"""BCM numbers that a wiring must leave alone."""

SPI_PINS = (8, 10, 11)
"""Chip select, data and clock of the first SPI bus."""

BUDGET_MA = 50.0
"""What all pins of a Pi may give together, by the 3.3 V supply of the older ones."""

PIN_MA = 8.0
"""What one pin gives with its usual drive."""

_SUPPLY_V = 3.3
_KEYS = {"name", "button", "panel"}


class PanelKind(Enum):
    """The panels there are."""

    NONE = "none"
    LEDS = "leds"
    DIGITS = "digits"
    MATRIX = "matrix"


@dataclass(frozen=True, slots=True)
class ButtonWiring:
    """A push button between a pin and ground; the pull-up is the Pi's own."""

    pin: int
    """BCM number."""

    player: Side | None
    """Whose it is; None is the table's one button for both."""

    @property
    def label(self) -> str:
        """What a person calls it."""
        return "the table's button" if self.player is None else f"{self.player.label}'s button"


@dataclass(frozen=True, slots=True)
class LightWiring:
    """A light between a pin and ground, through a resistor."""

    light: Light
    pin: int
    leds: int
    """How many LEDs hang on the pin, each with a resistor of its own."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """All that hangs on the pins."""

    name: str
    buttons: tuple[ButtonWiring, ...] = ()
    panel: PanelKind = PanelKind.NONE
    lights: tuple[LightWiring, ...] = ()
    resistor_ohm: int = 680
    led_v: float = 1.9
    """What a red LED leaves of the 3.3 V; others leave less current to flow."""

    matrices: int = 4
    """How many 8×8 matrices stand in a row."""

    rotation: int = -90
    """How the matrices are turned on their board, in degrees."""

    @property
    def led_ma(self) -> float:
        """The current of one LED."""
        return 1000 * (_SUPPLY_V - self.led_v) / self.resistor_ohm

    @property
    def most_ma(self) -> float:
        """The current of all lights at once."""
        return self.led_ma * sum(light.leds for light in self.lights)


BARE = Wiring("nothing is wired")


def load_wiring(path: Path) -> Wiring:
    """Read a wiring profile.

    Raises:
        SettingsError: The file is missing, is not TOML, or describes what cannot be wired.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"wanted the wiring {path}: {error.strerror}; check the path") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"the wiring {path} is not TOML: {error}; correct that line") from error
    try:
        return _wiring(table)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from error


def _wiring(table: Mapping[str, object]) -> Wiring:
    for key in table:
        if key not in _KEYS:
            raise SettingsError(f"there is no {key} in a wiring; known are {', '.join(sorted(_KEYS))}")
    buttons = tuple(_button(entry) for entry in _tables(table.get("button", []), "button"))
    panel = _table(table.get("panel", {}), "panel")
    kind = _kind(panel.get("kind", PanelKind.NONE.value))
    bare = Wiring(_get(table, "name", str, "without a name"), buttons, kind)
    wiring = Wiring(
        bare.name,
        buttons,
        kind,
        _lights(_table(panel.get("pins", {}), "panel.pins"), kind),
        _get(panel, "resistor_ohm", int, bare.resistor_ohm),
        float(_get(panel, "led_v", float, bare.led_v)),
        _get(panel, "matrices", int, bare.matrices),
        _get(panel, "rotation", int, bare.rotation),
    )
    _check(wiring)
    return wiring


def _button(entry: Mapping[str, object]) -> ButtonWiring:
    player = _get(entry, "player", str, "table")
    players: dict[str, Side | None] = {"table": None} | {side.label.lower(): side for side in Side}
    if player not in players:
        raise SettingsError(f"button.player wants {', '.join(players)}, but {player!r} came")
    return ButtonWiring(_pin("button.pin", entry.get("pin")), players[player])


def _kind(word: object) -> PanelKind:
    try:
        return PanelKind(word)
    except ValueError:
        known = ", ".join(kind.value for kind in PanelKind)
        raise SettingsError(f"panel.kind wants one of {known}, but {word!r} came") from None


def _lights(pins: Mapping[str, object], kind: PanelKind) -> tuple[LightWiring, ...]:
    wanted = {PanelKind.LEDS: LED_LIGHTS, PanelKind.DIGITS: DIGIT_LIGHTS}.get(kind, ())
    names = {light.value: light for light in wanted}
    if missing := [name for name in names if name not in pins]:
        raise SettingsError(f"a panel of {kind.value} wants a pin for {', '.join(missing)}")
    if other := [name for name in pins if name not in names]:
        raise SettingsError(f"a panel of {kind.value} has no {', '.join(other)}")
    return tuple(
        LightWiring(light, _pin(f"panel.pins.{name}", pins[name]), light.leds) for name, light in names.items()
    )


def _check(wiring: Wiring) -> None:
    """Refuse what cannot be wired so."""
    taken = dict.fromkeys(SPI_PINS, "the matrices' SPI bus") if wiring.panel is PanelKind.MATRIX else {}
    taken |= RESERVED
    for pin, what in [
        *((one.pin, one.label) for one in wiring.buttons),
        *((one.pin, one.light.value) for one in wiring.lights),
    ]:
        if pin in taken:
            raise SettingsError(f"GPIO {pin} is wanted for {what}, but belongs to {taken[pin]}; take another pin")
        taken[pin] = what
    if wiring.resistor_ohm <= 0 or wiring.led_ma <= 0:
        raise SettingsError(
            f"a resistor of {wiring.resistor_ohm} Ω and {wiring.led_v} V let no light shine; correct them"
        )
    if wiring.most_ma > BUDGET_MA:
        raise SettingsError(
            f"all lights together take {wiring.most_ma:.0f} mA, but a Pi's pins give {BUDGET_MA:.0f}; "
            "take larger resistors"
        )
    for one in wiring.lights:
        if one.leds * wiring.led_ma > PIN_MA:
            raise SettingsError(f"{one.light.value} takes more than {PIN_MA:.0f} mA of one pin; take larger resistors")


def _pin(name: str, value: object) -> int:
    if type(value) is int and value in HEADER_PINS:
        return value
    raise SettingsError(f"{name} wants a BCM number from 2 to {HEADER_PINS[-1]}, but {value!r} came")


_Value = TypeVar("_Value", str, int, float)


def _get(table: Mapping[str, object], key: str, kind: type[_Value], default: _Value) -> _Value:
    value = table.get(key, default)
    if isinstance(value, kind) and not isinstance(value, bool):
        return value
    raise SettingsError(f"{key} wants {'a text' if kind is str else 'a number'}, but {value!r} came")


def _table(value: object, name: str) -> Mapping[str, object]:
    if isinstance(value, Mapping):
        return value
    raise SettingsError(f"{name} wants a section [{name}], but {value!r} came")


def _tables(value: object, name: str) -> list[Mapping[str, object]]:
    if isinstance(value, list):
        return [_table(entry, name) for entry in value]
    raise SettingsError(f"{name} wants sections [[{name}]], but {value!r} came")
