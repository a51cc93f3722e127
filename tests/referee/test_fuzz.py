"""Anything may happen at a table and anything may be said: no error, fifteen checkers a side, and a journal that holds.

The quick form runs some hundred events; the slow one, which CI runs, a hundred thousand.
"""

import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from pi_companion.record.wire import dump_event, load_event
from pi_companion.referee import Command, Input, Order, State, ViewChange, resume, step
from pi_companion.referee.events import Person, TableEvent
from pi_companion.referee.inputs import (
    Adopted,
    Answer,
    BeaverMade,
    ClockGoesOn,
    ClockHeld,
    Condoned,
    CubeAnswerReplaced,
    CubeDropped,
    CubeOffered,
    CubePutRight,
    CubeTaken,
    GaveUp,
    Moment,
    PlayReplaced,
    Redo,
    ResignationAnswered,
    ResignationOffered,
    RollCalledOff,
    RollReplaced,
    RollTold,
    ScorePutRight,
    SeenAdopted,
    TermsChanged,
    TurnEnded,
    TurnPutRight,
    Undo,
)
from pi_companion.referee.terms import (
    ClockTerms,
    DieOnChecker,
    EarlyRoll,
    IllegalPlays,
    Mode,
    Terms,
    TurnEnd,
)
from pi_companion.referee.tracker import start_match
from pi_companion.rules import CHECKERS, Position, Roll, Side, legal_plays
from tests.referee.conftest import Eye

SIDES = list(Side)
TERMS = [
    Terms(),
    Terms(beavers=True, raccoons=True, automatic_doubles=2, illegal_plays=IllegalPlays.RESPONSIBLE_MOVES),
    Terms(mode=Mode.LOG, turn_end=TurnEnd.BUTTON, early_roll=EarlyRoll.CHOSEN, clock=ClockTerms()),
    Terms(mode=Mode.TEACH, turn_end=TurnEnd.LIFTING, die_on_checker=DieOnChecker.GOOD, clock=ClockTerms(2, 5)),
]
ENDING = Position.from_xgid("-B-----------------eed----", on_roll=Side.WHITE)


def some_order(rng: random.Random, state: State) -> Order:
    """Draw an order, as likely sensible as not."""
    side = rng.choice(SIDES)
    position = rng.choice([state.course.position, Position.start(), ENDING])
    makers: list[Callable[[], Order]] = [
        lambda: TurnEnded(side, rng.choice([None, rng.uniform(0, 1e4)])),
        lambda: CubeOffered(state.course.on_roll or side),
        CubeTaken,
        CubeDropped,
        BeaverMade,
        lambda: ResignationOffered(side, rng.randint(0, 4)),
        lambda: ResignationAnswered(rng.choice(list(Answer))),
        lambda: GaveUp(side, rng.randint(0, 4)),
        lambda: Adopted(position, side),
        lambda: SeenAdopted(side),
        Condoned,
        RollCalledOff,
        lambda: Undo(rng.choice([-1, 0, 1, 1, 1, 2, 3, 50])),
        lambda: Redo(rng.choice([-1, 0, 1, 1, 1, 2, 50])),
        lambda: RollReplaced((rng.randint(0, 7), rng.randint(1, 6)), rng.choice([-1, 0, 0, 0, 1, 2, 99])),
        lambda: RollTold((rng.randint(0, 7), rng.randint(1, 6))),
        lambda: PlayReplaced(rng.choice(["", "8/5 6/5", "24/18", "13/7 8/7", "6/off", "bar/20", "x"])),
        lambda: CubeAnswerReplaced(rng.choice(list(Answer))),
        lambda: CubePutRight(rng.choice([-2, 0, 1, 2, 3, 4, 64, 128]), rng.choice([*SIDES, None])),
        lambda: ScorePutRight(rng.randint(-1, 6), rng.randint(-1, 6), crawford=rng.random() < 0.3),
        lambda: TurnPutRight(side),
        lambda: TermsChanged(rng.choice(TERMS)),
        ClockHeld,
        ClockGoesOn,
    ]
    return rng.choice(makers)()


class Players:
    """Two people who mostly play, and now and then do anything at all."""

    def __init__(self, rng: random.Random, length: int, terms: Terms | None) -> None:
        self.rng = rng
        started = start_match(length, terms=terms)
        self.state: State = started.state
        self.events: list[TableEvent] = list(started.effects)
        self.eye = Eye(rng=rng, misread=0.01, misread_dice=0.01)
        self.position = Position.start()
        self.dice: tuple[tuple[int, tuple[float, float]], ...] = ()
        self.t_s = 0.0
        self.words = 0
        self.inputs = 0

    def tell(self, event: Input) -> None:
        self.inputs += 1
        done = step(self.state, event)
        self.state = done.state
        self.events += done.effects

    def look(self, times: int = 2) -> None:
        for _ in range(times):
            self.t_s += 0.5
            self.tell(self.eye.see(self.t_s, self.position, self.dice))

    def throw(self, *, first: bool = False) -> None:
        x = self.rng.uniform(0.1, 0.3) if first else self.rng.uniform(0.55, 0.75)
        values = [self.rng.randint(1, 6) for _ in range(2)]
        self.dice = ((values[0], (x, self.rng.uniform(0.3, 0.7))), (values[1], (x + 0.1, 0.5)))
        self.look()

    def play(self) -> None:
        if self.dice:
            side = self.state.course.on_roll or self.rng.choice(SIDES)
            plays = legal_plays(self.position, side, Roll(self.dice[0][0], self.dice[1][0]))
            if plays:
                self.position = self.rng.choice(plays).result
        self.look()

    def lift(self) -> None:
        self.dice = ()
        self.look(3)

    def stray(self) -> None:
        """Let something else stand on the board."""
        self.position = self.rng.choice([Position.start(), ENDING, self.state.course.position])
        self.look(3)

    def speak(self) -> None:
        self.words += self.rng.random() < 0.9
        order = some_order(self.rng, self.state)
        self.tell(Command(self.rng.choice(list(Person)), f"w{self.words}", order))

    def press(self) -> None:
        self.tell(some_order(self.rng, self.state))

    def pass_time(self) -> None:
        self.t_s += self.rng.uniform(-5, 60)
        self.tell(Moment(self.t_s))

    def view(self) -> None:
        self.tell(self.rng.choice(list(ViewChange)))
        if self.state.moved:
            self.tell(ViewChange.FOUND)

    def restart(self) -> None:
        """Take the match up from its journal."""
        before = self.state
        self.state = resume(load_event(dump_event(event)) for event in self.events)
        assert self.state.course == before.course
        assert self.state.history.events() == before.history.events()
        assert self.state.history.undoable == before.history.undoable
        assert self.state.history.redoable == before.history.redoable
        assert (self.state.clock is None) is (before.clock is None)

    def undo_restores(self) -> None:
        """Undo some and redo as many: all is as it was."""
        count = min(3, self.state.history.undoable)
        if not count:
            return
        before = self.state
        self.words += 1
        self.tell(Command(Person.DIRECTOR, f"w{self.words}", Undo(count)))
        self.words += 1
        self.tell(Command(Person.DIRECTOR, f"w{self.words}", Redo(count)))
        assert self.state.course == before.course
        assert self.state.history.events() == before.history.events()

    def check(self) -> None:
        for side in SIDES:
            assert sum(self.state.course.position.counts(side)) == CHECKERS

    def deeds(self) -> list[Callable[[], None]]:
        often = [self.throw, self.play, self.lift]
        return [*often * 4, *[self.speak] * 8, *[self.press] * 2, self.stray, self.pass_time, self.view, self.look]


class Fuzzer(RuleBasedStateMachine):
    """The same people, driven by Hypothesis, which finds the shortest way to what goes wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.people = Players(random.Random(0), 3, None)

    @rule(seed=st.integers(0, 2**32), length=st.sampled_from([0, 1, 3, 5]), terms=st.sampled_from([None, *TERMS]))
    def begins(self, seed: int, length: int, terms: Terms | None) -> None:
        self.people = Players(random.Random(seed), length, terms)

    @rule(first=st.booleans())
    def throws(self, first: bool) -> None:  # noqa: FBT001 - Hypothesis passes it by name
        self.people.throw(first=first)

    @rule()
    def plays(self) -> None:
        self.people.play()

    @rule()
    def lifts(self) -> None:
        self.people.lift()

    @rule()
    def speaks(self) -> None:
        self.people.speak()

    @rule()
    def speaks_more(self) -> None:
        for _ in range(5):
            self.people.speak()

    @rule()
    def presses(self) -> None:
        self.people.press()

    @rule()
    def strays(self) -> None:
        self.people.stray()

    @rule()
    def waits(self) -> None:
        self.people.pass_time()

    @rule()
    def view_changes(self) -> None:
        self.people.view()

    @rule()
    def restarts(self) -> None:
        self.people.restart()

    @rule()
    def undoes(self) -> None:
        self.people.undo_restores()

    @invariant()
    def holds(self) -> None:
        self.people.check()


def test_nothing_breaks_the_referee() -> None:
    run_state_machine_as_test(
        Fuzzer,
        settings=settings(max_examples=6, stateful_step_count=20, suppress_health_check=list(HealthCheck)),
    )


@pytest.mark.slow
def test_nothing_breaks_the_referee_in_a_hundred_thousand_events() -> None:
    """Most events here are words, which are quick; every match has its share of dice and boards."""
    inputs, seed = 0, 0
    while inputs < 100_000:
        seed += 1
        rng = random.Random(seed)
        people = Players(rng, rng.choice([0, 1, 3, 5]), rng.choice([None, *TERMS]))
        for _ in range(40):
            rng.choice(people.deeds())()
            people.check()
            for _ in range(60):
                people.speak()
                people.check()
            if rng.random() < 0.1:
                people.restart()
            if rng.random() < 0.2:
                people.undo_restores()
        people.restart()
        inputs += people.inputs
    assert inputs >= 100_000
