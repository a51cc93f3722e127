"""Whole matches against the companion: a simulated person, an eye that sees well, the referee and the companion's seat.

Nothing is rendered here, so that it is quick; `demo --spar` puts the camera in between.
"""

from collections.abc import Iterator

import numpy as np
import pytest

from pi_companion.cli.compare import compare
from pi_companion.cli.sparring import DemoSeat, require_engine, seat_to_json
from pi_companion.coach.engine import Engine, EngineError
from pi_companion.coach.strength import Strength
from pi_companion.referee import start_match, step
from pi_companion.referee.events import Amended, MatchOver, Played, TableEvent
from pi_companion.referee.inputs import Input
from pi_companion.rules import Position, Side
from pi_companion.simulation.frames import FRAMES_PER_S
from pi_companion.simulation.game import Moment
from pi_companion.simulation.sparring import SparringScript
from pi_companion.simulation.style import random_style
from pi_companion.table import Told
from tests.coach.engines import Chosen
from tests.program import Run
from tests.referee.conftest import Eye

STYLE = random_style(np.random.default_rng(1))


class Match:
    """One match, and what was told of it."""

    def __init__(self, engine: Engine, *, seed: int, length: int = 1, error_rate: float = 0.0) -> None:
        started = start_match(length)
        self.state, self.events = started.state, list(started.effects)
        self.seat = DemoSeat(Strength.RUTHLESS, engine)
        self.script = SparringScript(STYLE, self.seat, seed=seed, length=length, error_rate=error_rate)
        self.words: list[str] = []

    def accept(self, event: Input, t_s: float, name: str) -> tuple[Told, ...]:
        done = step(self.state, event)
        self.state = done.state
        for each in done.effects:
            self.seat.told(each)
        self.events += done.effects
        return tuple(Told(number, t_s, name, each) for number, each in enumerate(done.effects))

    def play(self) -> "Match":
        eye, t_s = Eye(), 0.0
        for moment in self.script.moments():
            for _ in range(max(1, round(moment.seconds * FRAMES_PER_S))):
                for sighting in self.seen(eye, moment, t_s):
                    self.accept(sighting, t_s, f"t{t_s}")
                list(self.seat.attend(self, t_s))  # type: ignore[arg-type]
                if self.seat.view.words not in ("", *self.words[-1:]):
                    self.words.append(self.seat.view.words)
                t_s += 1 / FRAMES_PER_S
        return self

    def seen(self, eye: Eye, moment: Moment, t_s: float) -> Iterator[Input]:
        scene = moment.scene
        if scene.hand is None and scene.cube is not None:
            dice = tuple((die.value, (die.x, die.y)) for die in scene.dice if die.rolled)
            yield eye.see(t_s, Position(scene.white, scene.black), dice, (scene.cube.value, scene.cube.owner))

    def of(self, kind: type[TableEvent]) -> list[TableEvent]:
        return [event for event in self.events if isinstance(event, kind)]


def test_a_match_is_played_as_the_companion_shows_its_plays() -> None:
    match = Match(Chosen(), seed=1).play()
    assert isinstance(match.events[-1], MatchOver)
    result = compare(match.script.truth, match.events)
    assert result.perfect, result
    plays = [event.play for event in match.of(Played) if isinstance(event, Played) and event.side is Side.BLACK]
    shown = [line.partition(": ")[2].rstrip(".") for line in match.words if " plays " in line]
    assert plays
    assert shown == plays


def test_checkers_moved_wrong_for_it_are_told_and_put_right() -> None:
    match = Match(Chosen(), seed=3, error_rate=0.4).play()
    assert isinstance(match.events[-1], MatchOver)
    wrong = [line for line in match.words if "but" in line]
    assert wrong
    assert len(match.of(Amended)) == len(wrong)
    assert compare(match.script.truth, match.events).perfect


def test_what_it_wants_is_a_line_of_its_own() -> None:
    seat = DemoSeat(Strength.CLEVER, Chosen())
    assert seat_to_json(seat.view) == {"sparring": "idle", "side": "black", "words": "", "play": None}


def test_without_an_engine_one_line_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_companion.cli.sparring.find_gnubg", lambda: None)
    with pytest.raises(EngineError, match="apt install gnubg"):
        require_engine()
    outcome = run("demo", "--spar", "clever")
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1
