"""The companion plays in the live loop: it thinks beside it, and an engine slow, hung or dead never holds it up."""

import os
import queue
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from pi_companion.coach.engine import Engine
from pi_companion.coach.gnubg import Gnubg, find_gnubg
from pi_companion.coach.seat import AGAIN_S, Seat
from pi_companion.coach.sparring import Moves, Partner
from pi_companion.coach.strength import Strength
from pi_companion.coach.thinking import BesideTheTable, Thought, think
from pi_companion.devices.camera import CameraChange, CameraHealth
from pi_companion.record.journal import Journal
from pi_companion.referee.course import Course
from pi_companion.referee.events import GameStarted, OpeningRoll, Played
from pi_companion.rules import MatchScore, Side
from pi_companion.service.panel import MOVE_S
from pi_companion.web.live import snapshot
from tests.coach.engines import Broken, Chosen
from tests.coach.test_gnubg import fake
from tests.devices.fakes import Clock
from tests.service.played import TURNS, frame
from tests.service.test_loop import GAME, Rig

Make = Callable[[Engine], "SparringRig"]
BLACK = Partner(Side.BLACK, Strength.RUTHLESS, seed=1)


class SparringRig(Rig):
    """The loop with the companion in Black's seat; its thoughts come with the next turn of the loop."""

    def __init__(self, journal: Journal, clock: Clock, factory: MockFactory, engine: Engine) -> None:
        self.asked: list[Course] = []
        self.engine = engine
        super().__init__(journal, clock, factory, Seat(BLACK, self.asked.append))

    def play(self, count: int) -> None:
        self.turn(CameraChange(CameraHealth.LIVE, "The camera sees again"))
        for number in range(count):
            self.turn(frame(number))
            while self.asked:
                self.turn(think(BLACK, self.asked.pop(0), self.engine))


@pytest.fixture
def make(tmp_path: Path, clock: Clock) -> Iterator[Make]:
    Device.pin_factory = factory = MockFactory(pin_class=MockPWMPin)
    with Journal.open(tmp_path / "j.sqlite") as journal:
        yield lambda engine: SparringRig(journal, clock, factory, engine)
    factory.reset()
    Device.pin_factory = None


def turns(rig: Rig) -> list[Played]:
    return [told.event for told in rig.told if isinstance(told.event, Played)]


AFTER_BLACKS_ROLL = 9
"""Pictures up to where Black's 6-4 lies there and is not played yet."""


AFTER_BLACKS_NEXT = 21
"""The same of Black's 6-1."""


def test_it_says_what_it_wants_and_panel_and_page_show_its_moves(make: Make) -> None:
    rig = make(Chosen())
    rig.play(AFTER_BLACKS_ROLL)
    assert rig.wants[:2] == ["Black is thinking.", "Roll the dice for Black."]
    assert rig.wants[-1].startswith("Black plays 6-4: ")
    rig.shown.clear()
    for _ in range(6):
        rig.clock.now_s += MOVE_S
        rig.turn()
    now = rig.page.now
    assert now is not None
    told = cast("dict[str, Any]", snapshot(now)["sparring"])
    assert (told["side"], told["strength"], told["stand"]) == ("black", "ruthless", "play")
    assert f"Black plays 6-4: {told['play']}." == rig.wants[-1]
    assert [[*view.move] for view in rig.shown if view.move][: len(told["moves"])] == told["moves"]
    assert any(view.move is None and view.dice == (6, 4) for view in rig.shown)


def test_with_an_engine_that_fails_the_match_is_told_all_the_same(make: Make) -> None:
    rig = make(Broken())
    rig.play(len(GAME))
    assert [event.play for event in turns(rig)] == [play for _, play in TURNS]
    assert any(words.startswith("Black cannot decide") for words in rig.wants)


class Thoughts:
    """Thoughts of a real thread, on their way into the loop."""

    def __init__(self, rig: SparringRig, engine: Gnubg) -> None:
        self.rig = rig
        self.come: queue.SimpleQueue[Thought] = queue.SimpleQueue()
        self.thinking = BesideTheTable(BLACK, engine, self.come.put)

    def pass_on(self) -> None:
        """Let the thread think about what the seat asked last; the loop goes on meanwhile."""
        if self.rig.asked:
            self.thinking.ask(self.rig.asked[-1])
            self.rig.asked.clear()

    def wait(self) -> Thought:
        """Wait for one, and give it to the loop."""
        thought = self.come.get(timeout=120)
        self.rig.turn(thought)
        return thought


@pytest.mark.skipif(find_gnubg() is None, reason="gnubg is not installed (apt install gnubg)")
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
def test_an_engine_killed_or_hung_in_the_middle_of_a_game_holds_nothing_up(make: Make, blow: signal.Signals) -> None:
    rig = make(Broken())
    rig.turn(CameraChange(CameraHealth.LIVE, "The camera sees again"))
    with Gnubg(start_s=60, answer_s=60) as engine:
        thoughts = Thoughts(rig, engine)
        _watch(rig, range(AFTER_BLACKS_ROLL))
        thoughts.pass_on()
        thoughts.wait()
        assert rig.wants[-1].startswith("Black plays 6-4: ")
        assert engine.process_id is not None
        engine._answer_s = 2.0
        os.kill(engine.process_id, blow)
        _watch(rig, range(AFTER_BLACKS_ROLL, AFTER_BLACKS_NEXT))
        thoughts.pass_on()
        thoughts.wait()
        assert rig.wants[-1].startswith("Black cannot decide: GNU Backgammon")
        engine._answer_s = 60.0
        rig.clock.now_s += AGAIN_S
        rig.turn()
        thoughts.pass_on()
        thoughts.wait()
        assert rig.wants[-1].startswith("Black plays 6-1: ")
        _watch(rig, range(AFTER_BLACKS_NEXT, len(GAME)))
    assert [event.play for event in turns(rig)] == [play for _, play in TURNS]
    thoughts.thinking.close()


def _watch(rig: SparringRig, numbers: range) -> None:
    for number in numbers:
        rig.turn(frame(number))


def test_a_slow_engine_is_waited_for_by_nobody(make: Make) -> None:
    """What it says of a roll that was played meanwhile is let go."""
    rig = make(Chosen())
    rig.turn(CameraChange(CameraHealth.LIVE, "The camera sees again"))
    for number in range(len(GAME)):
        rig.turn(frame(number))
    assert [event.play for event in turns(rig)] == [play for _, play in TURNS]
    assert set(rig.wants) == {"Black is thinking."}
    late = [think(BLACK, course, rig.engine) for course in rig.asked]
    assert any(isinstance(thought.intent, Moves) for thought in late)
    rig.turn(*late)
    assert rig.wants[-1] == "Roll the dice for Black."


def test_the_engine_that_closes_lets_the_thinking_end(tmp_path: Path) -> None:
    engine = Gnubg(fake(tmp_path, "time.sleep(600)\n"))
    told: list[Thought] = []
    thinking = BesideTheTable(BLACK, engine, told.append)
    white, black = 3, 1
    course = Course(MatchScore(5)).after(GameStarted(1, crawford=False)).after(OpeningRoll(black, white))
    thinking.ask(course)
    while engine.process_id is None:
        assert not told
    engine.close()
    thinking.close()
    assert [thought.trouble.startswith("GNU Backgammon") for thought in told] == [True]
