"""What was seen since the last event is kept, and believed only where it belongs."""

import os
import pickle
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pi_companion.record.journal import Journal
from pi_companion.record.thoughts import Thought
from pi_companion.referee import State, start_match, step
from pi_companion.referee.clock import Clock
from pi_companion.referee.events import MatchStarted
from pi_companion.referee.terms import ClockTerms
from pi_companion.rules import Side
from pi_companion.service.memory import Memory
from tests.service.played import played

SEEN = step(start_match(5).state, played()[0]).state
MATCHES = 3
SEQ = 7


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "j.sqlite") as journal:
        for _ in range(MATCHES + 1):
            journal.new_match(MatchStarted(5))
        yield journal


def keep(journal: Journal, state: State) -> Memory:
    memory = Memory(journal)
    journal.keep_thought(MATCHES, SEQ, memory.thought(state), forced=False)
    return memory


def keep_bytes(journal: Journal, data: bytes, program: str | None = None) -> Memory:
    memory = Memory(journal)
    journal.keep_thought(MATCHES, SEQ, Thought(program or memory.thought(SEEN).program, data), forced=True)
    return memory


def same(one: State | None, other: State) -> bool:
    return one is not None and len(one.window.episodes) == len(other.window.episodes) and one.course == other.course


def test_a_thought_comes_back_whole(journal: Journal) -> None:
    keep(journal, SEEN)
    recalled = Memory(journal).recall(MATCHES, SEQ, SEEN)
    assert same(recalled, SEEN)
    assert recalled is not None
    assert step(recalled, played()[1]).effects == step(SEEN, played()[1]).effects


def test_every_thought_of_a_game_comes_back(journal: Journal) -> None:
    state = start_match(5).state
    for seen in played():
        state = step(state, seen).state
        recalled = keep(journal, state).recall(MATCHES, SEQ, state)
        assert recalled is not None
        assert recalled.course == state.course
        state = recalled
    assert len(state.history.events()) > 10


@pytest.mark.parametrize(("match", "seq"), [(MATCHES + 1, SEQ), (MATCHES, SEQ + 1), (MATCHES, SEQ - 1)])
def test_a_thought_of_another_match_or_another_event_is_left(journal: Journal, match: int, seq: int) -> None:
    assert keep(journal, SEEN).recall(match, seq, SEEN) is None


def test_a_thought_of_another_version_is_left(journal: Journal) -> None:
    data = Memory(journal).thought(SEEN).data
    assert keep_bytes(journal, data, "another").recall(MATCHES, SEQ, SEEN) is None
    assert keep_bytes(journal, data).recall(MATCHES, SEQ, SEEN) is not None


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99])
def test_a_thought_that_was_cut_is_left(journal: Journal, share: float) -> None:
    data = Memory(journal).thought(SEEN).data
    assert keep_bytes(journal, data[: int(len(data) * share)]).recall(MATCHES, SEQ, SEEN) is None


class Wicked:
    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.file),)


def test_a_journal_from_elsewhere_cannot_run_anything(journal: Journal, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    wicked = pickle.dumps(Wicked(trace))
    assert keep_bytes(journal, zlib.compress(wicked)).recall(MATCHES, SEQ, SEEN) is None
    assert not trace.exists()
    pickle.loads(wicked)  # noqa: S301 - to know that it would have
    assert trace.exists()


def test_no_thought_is_no_fault(journal: Journal) -> None:
    assert Memory(journal).recall(1, 1, SEEN) is None


def test_the_match_clock_goes_on_from_the_first_moment_after_a_reboot(journal: Journal) -> None:
    """Monotonic seconds begin anew with the machine."""
    clock = Clock(ClockTerms(12, 120), 300.0, 250.0, Side.WHITE, since_s=90_000.0)
    recalled = keep(journal, replace(SEEN, clock=clock, now_s=90_000.0)).recall(MATCHES, SEQ, SEEN)
    assert recalled is not None
    assert recalled.clock is not None
    assert recalled.clock.white_s == 300.0
    assert recalled.clock.at(4.0).at(34.0).white_s == 270.0


def test_only_the_match_under_way_is_thought_about(journal: Journal) -> None:
    memory = keep(journal, SEEN)
    journal.keep_thought(MATCHES + 1, 1, memory.thought(SEEN), forced=True)
    assert memory.recall(MATCHES, SEQ, SEEN) is None
    assert memory.recall(MATCHES + 1, 1, SEEN) is not None
