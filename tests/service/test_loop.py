"""The one loop: presses, cameras that come and go, faults told once, and a watchdog fed by turning."""

import json
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from pi_companion.coach.seat import Seat, SeatView
from pi_companion.config import ButtonSettings, MatchSettings
from pi_companion.devices.buttons import Buttons, Edge
from pi_companion.devices.camera import CameraChange, CameraHealth
from pi_companion.devices.panel.drawing import draw_panel
from pi_companion.devices.panel.view import PanelState, PanelView
from pi_companion.devices.wiring import ButtonWiring, PanelKind
from pi_companion.errors import DeviceError
from pi_companion.record.journal import Journal, Stamp
from pi_companion.referee.events import NoMove, Person, Played
from pi_companion.referee.inputs import Command, Undo
from pi_companion.rules import Side
from pi_companion.service.loop import CONDITION_S, FLASH_S, Happening, Service, ServiceParts, Stop
from pi_companion.service.match import MatchKeeper
from pi_companion.service.panel import Ailments
from pi_companion.table import Told
from pi_companion.web.orders import Asked
from pi_companion.web.page import Page
from tests.devices.fakes import Clock
from tests.service.played import Seer, frame, played

GAME = played()
FEED_S = 5.0


class Rig:
    """Everything around the loop, as values that a test can read."""

    hopeless = False
    interval_s: float | None = FEED_S

    def __init__(self, journal: Journal, clock: Clock, factory: MockFactory, seat: Seat | None = None) -> None:
        self.clock, self.factory = clock, factory
        self.wants: list[str] = []
        self.said: list[str] = []
        self.told: list[Told] = []
        self.shown: list[PanelView] = []
        self.calls: list[str] = []
        self.ailments = Ailments()
        self.edges: list[Happening] = []
        wired = [ButtonWiring(17, Side.WHITE), ButtonWiring(27, Side.BLACK)]
        self.buttons = Buttons(wired, self.edges.append, clock)
        seer = Seer(GAME)
        keeper = MatchKeeper(
            cast("Any", seer), journal, MatchSettings(), lambda t_s, name: Stamp(t_s, frame=name), clock
        )
        self.page = Page("run", self.turn, clock)
        self.kept: list[Any] = []
        me = cast("Any", self)
        self.happenings: queue.SimpleQueue[Happening] = queue.SimpleQueue()
        self.service = Service(
            ServiceParts(
                feed=me,
                watcher=cast("Any", seer),
                keeper=keeper,
                panel=me,
                buttons=self.buttons,
                notifier=me,
                teller=self,
                meanings=ButtonSettings(),
                condition=lambda: self.ailments,
                run="r:",
                page=self.page,
                panel_kind=PanelKind.LEDS,
                keep_profile=self.kept.append,
                seat=seat,
            ),
            self.happenings,
            clock,
        )
        self.keeper = keeper

    def turn(self, *happened: Happening) -> None:
        edges, self.edges[:] = list(self.edges), []
        self.service.turn([*edges, *happened])

    def touch(self, pin: int, *, down: bool) -> None:
        contact = self.factory.pin(pin)
        _ = contact.drive_low() if down else contact.drive_high()
        self.buttons.read()

    def press(self, pin: int, seconds: float = 0.1) -> None:
        self.touch(pin, down=True)
        self.clock.now_s += seconds / 2
        self.turn()
        self.clock.now_s += seconds / 2
        self.touch(pin, down=False)
        for _ in range(10):
            self.clock.now_s += 0.05
            self.turn()

    def watch(self, count: int) -> None:
        self.turn(CameraChange(CameraHealth.LIVE, "The camera sees again"))
        for number in range(count):
            self.turn(frame(number))

    # what the loop calls
    def tell(self, told: Told) -> None:
        self.told.append(told)

    def say(self, words: str) -> None:
        self.said.append(words)

    def want(self, view: SeatView) -> None:
        self.wants.append(view.words)

    def show(self, view: PanelView) -> None:
        if not self.shown or self.shown[-1] != view:
            self.shown.append(view)

    def ask(self) -> None:
        self.calls.append("ask")

    def pace(self, *, moving: bool) -> None:
        self.calls.append(f"pace {moving}")

    def check(self) -> None:
        self.calls.append("check")

    def alive(self) -> None:
        self.calls.append("alive")

    def ready(self) -> None:
        self.calls.append("ready")

    def stopping(self) -> None:
        self.calls.append("stopping")

    def start(self) -> None:
        self.calls.append("start")

    def stop(self) -> None:
        self.calls.append("stop")


@pytest.fixture
def rig(tmp_path: Path, clock: Clock) -> Iterator[Rig]:
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    with Journal.open(tmp_path / "j.sqlite") as journal:
        yield Rig(journal, clock, Device.pin_factory)
    Device.pin_factory.reset()
    Device.pin_factory = None


def test_frames_become_events_and_the_panel_follows(rig: Rig) -> None:
    rig.watch(10)
    assert any(isinstance(told.event, Played) for told in rig.told)
    assert rig.shown[-1].state is PanelState.READY
    assert rig.said == []


def test_a_press_is_answered_by_the_panel_and_a_frame_of_now_is_asked_for(rig: Rig) -> None:
    rig.touch(17, down=True)
    rig.clock.now_s += 0.04
    rig.turn()
    assert rig.shown[-1].pressed
    assert "ask" in rig.calls
    rig.clock.now_s += FLASH_S
    rig.turn()
    assert not rig.shown[-1].pressed


def test_a_press_ends_the_turn_though_the_dice_still_lie(rig: Rig) -> None:
    rig.watch(6)
    assert not any(isinstance(told.event, Played | NoMove) for told in rig.told)
    rig.press(17)
    assert [told.event.play for told in rig.told if isinstance(told.event, Played)] == ["8/5 6/5"]


def test_the_other_players_press_does_not(rig: Rig) -> None:
    rig.watch(12)
    plays = ["8/5 6/5"]
    rig.press(17)
    assert [told.event.play for told in rig.told if isinstance(told.event, Played)] == plays
    rig.press(27)
    assert [told.event.play for told in rig.told if isinstance(told.event, Played)] == [*plays, "24/14"]


def test_a_long_press_calls_the_director(rig: Rig) -> None:
    rig.press(27, 1.5)
    assert rig.said == ["Black calls the director"]


def test_a_button_that_stays_down_is_told_and_shown_until_it_is_well(rig: Rig) -> None:
    rig.watch(1)
    rig.touch(27, down=True)
    for _ in range(2):
        rig.clock.now_s += 25
        rig.turn()
    assert rig.said[-1].startswith("Black's button is stuck")
    assert rig.shown[-1].state is PanelState.BUTTON
    rig.touch(27, down=False)
    rig.turn()
    rig.clock.now_s += 1
    rig.press(27)
    assert rig.shown[-1].state is not PanelState.BUTTON


def test_a_camera_that_is_lost_and_comes_back_is_told_twice_and_the_match_is_as_it_was(rig: Rig) -> None:
    rig.watch(10)
    before = rig.keeper.state.course
    rig.turn(CameraChange(CameraHealth.LOST, "The camera is lost"))
    assert rig.shown[-1].state is PanelState.NO_CAMERA
    rig.turn(CameraChange(CameraHealth.LIVE, "The camera sees again"), frame(9))
    assert rig.said == ["The camera is lost", "The camera sees again"]
    assert rig.keeper.state.course == before


def test_weak_power_and_a_full_disk_are_told_once_and_shown(rig: Rig) -> None:
    rig.watch(1)
    rig.ailments = Ailments(power=True, disk=True)
    for _ in range(3):
        rig.clock.now_s += CONDITION_S
        rig.turn()
    assert len(rig.said) == 2
    assert rig.shown[-1].state is PanelState.DISK


def test_the_page_is_told_what_the_panel_shows_and_its_orders_come_through_the_queue(rig: Rig) -> None:
    rig.watch(len(GAME))
    shown = json.loads(rig.page.hub.news(0).text)
    assert shown["state"]["sight"] == "clear"
    assert [event["event"] for event in shown["events"]].count("play") == 5
    asked = Asked(Command(Person.TABLE, "k", Undo(1)))
    rig.page.submit(asked)
    assert asked.reply.result(timeout=0).refused == ""
    assert json.loads(rig.page.hub.news(None).text)["state"]["redo"] == 1


def test_the_page_draws_the_panel_while_somebody_looks(rig: Rig) -> None:
    rig.watch(9)
    assert rig.page.panel == ""
    rig.page.look()
    rig.watch(10)
    assert rig.page.panel == draw_panel(rig.shown[-1], PanelKind.LEDS, rig.clock())
    assert "● ready" in rig.page.panel


def test_the_watchdog_is_fed_by_turning_and_not_more_often_than_it_wants(rig: Rig) -> None:
    for _ in range(40):
        rig.clock.now_s += 0.5
        rig.turn()
    assert rig.calls.count("alive") == 40 * 0.5 / FEED_S


def test_without_a_watchdog_none_is_fed(rig: Rig) -> None:
    rig.interval_s = None
    rig.clock.now_s += 100
    rig.turn()
    assert "alive" not in rig.calls


def test_a_camera_library_that_hangs_for_good_ends_the_process(rig: Rig) -> None:
    rig.hopeless = True
    with pytest.raises(DeviceError, match="new one may help"):
        rig.turn()
    assert "alive" not in rig.calls


def test_it_says_that_it_is_ready_and_stops_when_told_to(rig: Rig) -> None:
    rig.happenings.put(Stop())
    rig.service.run()
    assert rig.calls.index("ready") < rig.calls.index("stopping")
    assert rig.calls[-2:] == ["stop", "stop"]
    assert [told.seq for told in rig.told] == [1, 2]


def test_of_frames_that_wait_only_the_newest_is_looked_at(rig: Rig) -> None:
    for number in range(5):
        rig.happenings.put(frame(number))
    rig.happenings.put(Edge(0, down=True, t_s=rig.clock()))
    happened = rig.service._wait()
    assert [type(thing).__name__ for thing in happened] == ["Frame", "Edge"]
    assert happened[0] is not None
    assert getattr(happened[0], "name", "") == ":s4"
