"""The person who plays against the companion does what it shows, answers it, and keeps the score right."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from pi_companion.coach.engine import Outlook
from pi_companion.coach.sparring import GivesUp, Moves, Partner, Says
from pi_companion.coach.strength import Strength
from pi_companion.referee.course import Course
from pi_companion.referee.events import (
    Doubled,
    Dropped,
    MatchOver,
    NoMove,
    Played,
    Resigned,
    Scored,
    TableEvent,
    Taken,
)
from pi_companion.referee.inputs import Answer, CubeOffered, Order, ResignationAnswered
from pi_companion.rules import MatchScore, Position, Roll, Side, legal_plays
from pi_companion.simulation.sparring import Shown, SparringScript, Wish
from pi_companion.simulation.style import random_style
from tests.coach.engines import DOUBLE_DROP, DOUBLE_TAKE, Chosen

STYLE = random_style(np.random.default_rng(1))
PARTNER = Partner(Side.BLACK, Strength.RUTHLESS, seed=1)


@dataclass
class Known:
    """A companion that knows what has happened, without having to see it; mute, it shows nothing."""

    engine: Chosen
    mute: bool = False
    side: Side = Side.BLACK
    course: Course = field(default_factory=lambda: Course(MatchScore(0)))
    said: list[Order] = field(default_factory=list)

    def shown(self) -> Shown:
        if self.mute:
            return Shown(Wish.NOTHING)
        match PARTNER.decide(self.course, self.engine):
            case Moves(play=None):
                return Shown(Wish.NO_MOVE)
            case Moves(play=play):
                return Shown(Wish.MOVE, play)
            case Says.ROLL:
                return Shown(Wish.ROLL)
            case Says.DOUBLE:
                return Shown(Wish.ANSWER_DOUBLE)
            case GivesUp(times=times):
                return Shown(Wish.ANSWER_RESIGNATION, times=times)
            case _:
                return Shown(Wish.NOTHING)

    def answer(self) -> Answer | None:
        offered = self.course.after(Doubled(Side.WHITE, self.course.cube.value * 2))
        return Answer.YES if PARTNER.decide(offered, self.engine) is Says.TAKE else Answer.NO

    def say(self, order: Order) -> None:
        self.said.append(order)


def play(companion: Known, *, seed: int, length: int, error_rate: float = 0.0) -> list[TableEvent]:
    script = SparringScript(STYLE, companion, seed=seed, length=length, error_rate=error_rate)
    for moment in script.moments():
        for event in moment.events:
            companion.course = companion.course.after(event)
    return script.truth


def check(truth: list[TableEvent]) -> None:
    """See that the plays follow from one another by the rules, and that the match ends with its score."""
    course = Course(MatchScore(0))
    for event in truth:
        if isinstance(event, Played):
            assert course.roll is not None
            results = {play.result for play in legal_plays(course.position, event.side, course.roll)}
            assert event.position in results
        elif isinstance(event, NoMove):
            assert course.roll is not None
            assert not legal_plays(course.position, event.side, course.roll)
        elif isinstance(event, Scored):
            assert (course.score.white, course.score.black) == (event.white, event.black)
        course = course.after(event)
    assert isinstance(truth[-1], MatchOver)


@pytest.mark.parametrize("seed", range(2))
def test_its_plays_are_made_as_it_shows_them(seed: int) -> None:
    companion = Known(Chosen())
    truth = play(companion, seed=seed, length=1)
    check(truth)
    position, made = Position.start(), 0
    for event in truth:
        if isinstance(event, Played):
            if event.side is Side.BLACK:
                made += 1
                best = min(legal_plays(position, event.side, Roll(*event.dice)), key=str)
                assert event.position == best.result
            position = event.position
    assert made


def test_its_double_is_taken_or_dropped() -> None:
    companion = Known(Chosen(DOUBLE_TAKE))
    truth = [event for seed in range(3) for event in play(companion, seed=seed, length=3)]
    doubled = [event for event in truth if isinstance(event, Doubled) and event.side is Side.BLACK]
    answers = [event for event in truth if isinstance(event, Taken | Dropped) and event.side is Side.WHITE]
    assert doubled
    assert len(answers) == len(doubled)


def test_the_persons_double_is_answered_by_the_companion() -> None:
    companion = Known(Chosen(DOUBLE_DROP))
    truth = [event for seed in range(6) for event in play(companion, seed=seed, length=5)]
    assert any(isinstance(order, CubeOffered) for order in companion.said)
    assert Dropped(Side.BLACK) in truth


def test_when_it_gives_up_the_person_agrees() -> None:
    companion = Known(Chosen(chances=Outlook(0.0, 0.0, 0.0)))
    truth = [event for seed in range(4) for event in play(companion, seed=seed, length=1)]
    assert Resigned(Side.BLACK, 1) in truth
    assert ResignationAnswered(Answer.YES) in companion.said


def test_while_it_shows_nothing_people_play_its_side() -> None:
    check(play(Known(Chosen(), mute=True), seed=1, length=1))
