"""What panels show, how it becomes light, and that no fault of a panel goes further."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from pi_companion.devices.panel.drawing import describe, draw_panel
from pi_companion.devices.panel.drivers import LightPanel, MatrixPanel, open_panel
from pi_companion.devices.panel.keeper import RETRY_S, Brightness, PanelKeeper
from pi_companion.devices.panel.lights import BLINK_S, PAUSE_BLINKS, Light, digit_lights, led_lights
from pi_companion.devices.panel.matrix import matrix_dots
from pi_companion.devices.panel.view import FAULTS, PanelState, PanelView
from pi_companion.devices.wiring import PanelKind, Wiring, load_wiring
from pi_companion.errors import DeviceError
from pi_companion.rules import Side
from tests.devices.fakes import Clock

WIRING = Path(__file__).parents[3] / "hardware" / "wiring"
ROLLED = PanelView(PanelState.READY, (6, 3), 2, Side.BLACK, Side.WHITE, (1, 0))


def pips(view: PanelView, t_s: float = 0.0) -> tuple[int, int]:
    """How many LEDs of each die shine."""
    on = led_lights(view, t_s)
    die_1 = sum(light.leds for light in on if light.value.startswith("die_1"))
    return die_1, sum(light.leds for light in on if light.value.startswith("die_2"))


def test_a_die_shows_as_many_leds_as_it_has_pips() -> None:
    for one in range(1, 7):
        for two in range(1, 7):
            assert pips(PanelView(dice=(one, two))) == (one, two)


def test_no_dice_show_nothing() -> None:
    assert pips(PanelView()) == (0, 0)


def test_turn_and_cube_light_up_for_their_side() -> None:
    on = led_lights(ROLLED, 0.0)
    assert {Light.TURN_WHITE, Light.CUBE_BLACK, Light.READY} <= on
    assert not {Light.TURN_BLACK, Light.CUBE_WHITE, Light.ALARM} & on


def test_an_illegal_play_lights_the_alarm_for_as_long_as_it_lasts() -> None:
    view = replace(ROLLED, state=PanelState.ILLEGAL)
    assert all(Light.ALARM in led_lights(view, number * BLINK_S) for number in range(20))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_blinks_its_number_and_then_pauses(fault: PanelState) -> None:
    view = PanelView(fault)
    number = FAULTS.index(fault) + 1
    period = 2 * (number + PAUSE_BLINKS)
    shown = [Light.ALARM in led_lights(view, (step + 0.5) * BLINK_S) for step in range(2 * period)]
    flashes = sum(now and not before for before, now in zip([False, *shown], shown, strict=False))
    assert flashes == 2 * number


def test_the_score_stands_in_place_of_the_dice_and_blinks_above_six() -> None:
    view = PanelView(PanelState.SCORE, score=(4, 7))
    assert [pips(view, (step + 0.5) * BLINK_S) for step in range(2)] == [(4, 6), (4, 0)]


@pytest.mark.parametrize("state", PanelState)
def test_a_press_changes_every_panel_at_once(state: PanelState) -> None:
    view = replace(ROLLED, state=state)
    pressed = replace(view, pressed=True)
    assert led_lights(view, 0.0) != led_lights(pressed, 0.0)
    assert digit_lights(view, 0.0) != digit_lights(pressed, 0.0)
    if state is not PanelState.SCORE:
        assert not np.array_equal(matrix_dots(view), matrix_dots(pressed))


def test_digits_are_drawn_as_digits() -> None:
    drawn = draw_panel(replace(ROLLED, dice=(6, 2)), PanelKind.DIGITS, 0.0).splitlines()[:3]
    assert drawn == [" _     _ ", "|_     _|", "|_|   |_ "]


def test_a_fault_on_digits_is_e_and_its_number() -> None:
    view = PanelView(PanelState.NO_CAMERA, dice=(3, 3))
    assert draw_panel(view, PanelKind.DIGITS, 0.0).splitlines()[:3] == [" _       ", "|_      |", "|_      |"]


def test_leds_are_drawn_as_dice() -> None:
    assert draw_panel(ROLLED, PanelKind.LEDS, 0.0).splitlines()[:3] == [
        "●   ●   ·   ●",
        "● · ●   · ● ·",
        "●   ●   ●   ·",
    ]


def test_a_matrix_shows_pips_of_four_points_the_cube_and_an_arrow() -> None:
    dots = matrix_dots(ROLLED)
    assert dots.shape == (8, 32)
    assert dots[:, :8].sum() == 24
    assert dots[:, 8:16].sum() == 12
    assert dots[0, 17:23].all()
    assert dots[:, 24:].any()


def test_every_state_has_a_matrix_of_its_own() -> None:
    shown = {matrix_dots(replace(ROLLED, state=state)).tobytes() for state in PanelState}
    assert len(shown) == len(PanelState)


@pytest.mark.parametrize("score", [(0, 0), (11, 9), (25, 64)])
def test_any_score_fits_the_matrix(score: tuple[int, int]) -> None:
    assert matrix_dots(PanelView(PanelState.SCORE, score=score)).any()


@pytest.mark.parametrize("value", [1, 2, 16, 64, 128, 1024])
def test_any_cube_fits_the_matrix(value: int) -> None:
    matrix_dots(PanelView(cube_value=value, cube_owner=Side.WHITE))


def test_no_panel_says_it_in_words() -> None:
    words = describe(ROLLED)
    assert draw_panel(ROLLED, PanelKind.NONE, 0.0) == words
    assert words == "ready, White to play, dice 6-3, cube 2 with Black, score 1-0"


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = None


@pytest.mark.parametrize("name", ["leds", "digits"])
def test_pins_are_driven_as_the_wiring_says(factory: MockFactory, name: str) -> None:
    wiring = load_wiring(WIRING / f"{name}.toml")
    panel = LightPanel(wiring)
    panel.show(ROLLED, 0.0, 0.5)
    on = led_lights(ROLLED, 0.0) if name == "leds" else digit_lights(ROLLED, 0.0)
    for one in wiring.lights:
        assert factory.pin(one.pin).state == (0.5 if one.light in on else 0), one
    panel.close()
    assert all(factory.pin(one.pin).function == "input" for one in wiring.lights)


def test_only_what_is_dimmed_is_pulsed(factory: MockFactory) -> None:
    wiring = load_wiring(WIRING / "leds.toml")
    panel = LightPanel(wiring)
    on = led_lights(ROLLED, 0.0)

    def pulsed() -> set[Light]:
        return {one.light for one in wiring.lights if factory.pin(one.pin).frequency is not None}

    panel.show(ROLLED, 0.0, 1.0)
    assert not pulsed()
    panel.show(ROLLED, 0.0, 0.15)
    assert pulsed() == on
    for _ in range(2):  # the second time, what a last pulse may have left is put right
        panel.show(ROLLED, 0.0, 1.0)
        assert not pulsed()
        for one in wiring.lights:
            assert factory.pin(one.pin).state == (one.light in on), one
            factory.pin(one.pin).state = 0.0
    panel.close()


@pytest.mark.usefixtures("factory")
def test_a_pin_that_is_taken_leaves_no_other_pin_taken() -> None:
    from gpiozero import LED  # noqa: PLC0415 - the fixture sets the pins first

    wiring = load_wiring(WIRING / "leds.toml")
    other = LED(26)
    with pytest.raises(Exception, match="26"):
        LightPanel(wiring)
    other.close()
    LightPanel(wiring).close()


class Recorder:
    """Stands in for luma's device."""

    mode = "1"

    def __init__(self, _: Wiring) -> None:
        self.contrasts: list[int] = []
        self.shown: list[np.ndarray] = []
        self.clean = False

    def contrast(self, value: int) -> None:
        self.contrasts.append(value)

    def display(self, image: object) -> None:
        self.shown.append(np.asarray(image))

    def cleanup(self) -> None:
        self.clean = True


def test_a_matrix_is_given_the_points_and_its_brightness_once() -> None:
    pytest.importorskip("PIL", reason="Pillow comes with the extra for matrices")
    wiring = load_wiring(WIRING / "matrix.toml")
    made: list[Recorder] = []

    def make(wiring: Wiring) -> Recorder:
        made.append(Recorder(wiring))
        return made[-1]

    panel = MatrixPanel(wiring, make)
    panel.show(ROLLED, 0.0, 0.2)
    panel.show(ROLLED, 0.1, 0.2)
    assert made[0].contrasts == [51]
    assert np.array_equal(made[0].shown[-1], matrix_dots(ROLLED))
    panel.close()
    assert made[0].clean


@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")  # luma's own
def test_luma_itself_takes_the_picture() -> None:
    """Through the real library down to the bytes of the bus, where it is installed."""
    serial = pytest.importorskip("luma.core.interface.serial", reason="luma is an extra")
    device = pytest.importorskip("luma.led_matrix.device", reason="luma is an extra")
    sent: list[int] = []

    class Bus:
        def command(self, *data: int) -> None:
            sent.extend(data)

        def data(self, data: list[int]) -> None:
            sent.extend(data)

        def cleanup(self) -> None:
            sent.clear()

    assert serial.noop
    wiring = load_wiring(WIRING / "matrix.toml")
    panel = MatrixPanel(
        wiring, lambda one: device.max7219(Bus(), cascaded=one.matrices, block_orientation=one.rotation)
    )
    before = len(sent)
    panel.show(ROLLED, 0.0, 1.0)
    assert len(sent) > before
    panel.close()


def test_without_luma_the_way_to_get_it_is_told() -> None:
    try:
        import luma.led_matrix  # noqa: F401, PLC0415 - the test is of its absence
    except ImportError:
        with pytest.raises(DeviceError, match="matrix"):
            open_panel(load_wiring(WIRING / "matrix.toml"))
    else:
        pytest.skip("luma is installed here")


def test_nothing_wired_is_no_panel() -> None:
    assert open_panel(load_wiring(WIRING / "bare.toml")) is None


class FaultyPanel:
    """Works until it is told to fail."""

    def __init__(self) -> None:
        self.broken = False
        self.shown: list[tuple[PanelView, float]] = []
        self.closed = 0

    def show(self, view: PanelView, t_s: float, brightness: float) -> None:
        assert t_s > 0
        if self.broken:
            raise OSError(121, "Remote I/O error")
        self.shown.append((view, brightness))

    def close(self) -> None:
        self.closed += 1
        if self.broken:
            raise OSError(121, "Remote I/O error")


def test_a_panel_that_fails_is_told_once_tried_later_and_told_when_it_is_back(clock: Clock) -> None:
    panel, said = FaultyPanel(), list[str]()
    keeper = PanelKeeper(lambda: panel, Brightness(), clock, lambda: 12, said.append)
    keeper.show(ROLLED)
    keeper.turn()
    panel.broken = True
    for _ in range(3):
        keeper.turn()
        clock.now_s += RETRY_S  # it is tried again, and fails again
    keeper.turn()
    assert len(said) == 1
    assert "Remote I/O error" in said[0]
    assert keeper.failed
    panel.broken = False
    keeper.turn()
    assert len(panel.shown) == 1
    clock.now_s += RETRY_S
    keeper.turn()
    assert said[1:] == ["The panel works again"]
    assert panel.shown[-1] == (ROLLED, 1.0)
    assert not keeper.failed


def test_a_panel_that_cannot_be_opened_is_a_fault_like_any_other(clock: Clock) -> None:
    said: list[str] = []

    def refuse() -> FaultyPanel:
        raise DeviceError("wanted luma")

    keeper = PanelKeeper(refuse, Brightness(), clock, lambda: 12, said.append)
    keeper.turn()
    keeper.turn()
    assert len(said) == 1


def test_the_thread_shows_the_newest_picture_and_goes_dark_at_the_end(clock: Clock) -> None:
    panel = FaultyPanel()
    keeper = PanelKeeper(lambda: panel, Brightness(), clock, lambda: 12, print)
    keeper.start()
    keeper.show(ROLLED)
    keeper.stop(10.0)
    assert panel.closed == 1


@pytest.mark.parametrize(("hour", "bright"), [(6, 0.1), (7, 1.0), (21, 1.0), (22, 0.1), (0, 0.1)])
def test_it_is_dim_at_night(hour: int, bright: float, clock: Clock) -> None:
    panel = FaultyPanel()
    keeper = PanelKeeper(lambda: panel, Brightness(night=0.1), clock, lambda: hour, print)
    keeper.turn()
    assert panel.shown[-1][1] == bright


def test_a_night_within_a_day_is_one_too() -> None:
    assert [Brightness(1, 0, 1, 5).at(hour) for hour in (0, 1, 4, 5)] == [1, 0, 0, 1]
