"""Wiring profiles: those in hardware/, and what is refused."""

import html
from pathlib import Path

import pytest

from pi_companion.devices.wiring import BUDGET_MA, HEADER_PINS, PIN_MA, PanelKind, load_wiring
from pi_companion.devices.wiring_drawing import BCM_OF, GROUNDS, SUPPLIES, draw_wiring, light_words
from pi_companion.errors import SettingsError
from pi_companion.rules import Side

FOLDER = Path(__file__).parents[2] / "hardware" / "wiring"
PROFILES = sorted(FOLDER.glob("*.toml"))
LEDS = (FOLDER / "leds.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_every_profile_can_be_wired(path: Path) -> None:
    wiring = load_wiring(path)
    assert wiring.name
    assert wiring.most_ma <= BUDGET_MA
    assert all(one.leds * wiring.led_ma <= PIN_MA for one in wiring.lights)


def test_there_is_a_profile_for_every_panel() -> None:
    assert {load_wiring(path).panel for path in PROFILES} == set(PanelKind)


def test_there_is_one_for_a_button_each_and_one_for_the_tables_button() -> None:
    owners = {tuple(button.player for button in load_wiring(path).buttons) for path in PROFILES}
    assert {(None,), (Side.WHITE, Side.BLACK)} <= owners


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("pin = 17", "pin = 27", "belongs to"),
        ("pin = 17", "pin = 1", "EEPROM"),
        ("pin = 17", "pin = 40", "BCM number"),
        ("pin = 17", 'pin = "17"', "BCM number"),
        ("resistor_ohm = 680", "resistor_ohm = 330", "larger resistors"),
        ("resistor_ohm = 680", "resistor_ohm = 0", "let no light shine"),
        ('kind = "leds"', 'kind = "leads"', "one of none, leds, digits, matrix"),
        ("die_1_centre", "die_1_center", "wants a pin for die_1_centre"),
        ('player = "white"', 'player = "green"', "button.player wants"),
        ("[panel]", "[pannel]", "there is no pannel"),
        ("[[button]]", "[[button", "not TOML"),
    ],
)
def test_what_cannot_be_wired_is_refused_by_name(tmp_path: Path, before: str, after: str, says: str) -> None:
    assert before in LEDS
    path = tmp_path / "wiring.toml"
    path.write_text(LEDS.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(SettingsError, match=says) as caught:
        load_wiring(path)
    assert str(path) in str(caught.value)


def test_a_missing_profile_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="check the path"):
        load_wiring(tmp_path / "none.toml")


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_the_drawing_beside_a_profile_is_of_that_profile(path: Path) -> None:
    drawn = path.with_suffix(".svg").read_text(encoding="utf-8")
    assert drawn == draw_wiring(load_wiring(path)), "run make drawings"


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_a_drawing_shows_every_wire_at_its_pin(path: Path) -> None:
    wiring = load_wiring(path)
    rows = path.with_suffix(".svg").read_text(encoding="utf-8").splitlines()
    wires = [(button.pin, button.label) for button in wiring.buttons]
    wires += [(one.pin, light_words(one.light)) for one in wiring.lights]
    for pin, words in wires:
        (row,) = [row for row in rows if f">GPIO {pin}<" in row]
        assert html.escape(words) in row


def test_the_header_has_28_gpios_each_once_and_12_other_places() -> None:
    assert sorted(BCM_OF.values()) == list(HEADER_PINS)
    assert sorted([*BCM_OF, *GROUNDS, *SUPPLIES]) == list(range(1, 41))


@pytest.mark.parametrize(
    ("profile", "shown"),
    [
        ("bare", set()),
        ("button", {"A button"}),
        ("leds", {"A button", "An LED", "A die, from above"}),
        ("digits", {"A button", "An LED", "A digit, from the front"}),
        ("matrix", {"A button"}),
    ],
)
def test_a_drawing_shows_how_each_of_its_parts_is_connected_and_no_other(profile: str, shown: set[str]) -> None:
    drawn = draw_wiring(load_wiring(FOLDER / f"{profile}.toml"))
    heads = {"A button", "An LED", "A die, from above", "A digit, from the front"}
    assert {head for head in heads if f">{head}<" in drawn} == shown


def test_each_led_of_a_die_and_each_segment_of_a_digit_has_its_letter() -> None:
    leds, digits = (draw_wiring(load_wiring(FOLDER / f"{name}.toml")) for name in ("leds", "digits"))
    assert [leds.count(f">{letter}</text>") for letter in "CRFS"] == [1, 2, 2, 2]
    assert [digits.count(f">{letter}</text>") for letter in "abcdefg"] == [1] * 7
    assert "680 Ω" in leds
