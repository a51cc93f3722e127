"""What people say at a table that a service watches: by another program, by the clock, and against pictures."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from pi_companion.cli.main import main
from pi_companion.config import MatchSettings
from pi_companion.record.evidence import EvidenceRing, When
from pi_companion.record.journal import Journal, Stamp
from pi_companion.referee import Command, Terms
from pi_companion.referee.events import (
    Clocked,
    FlagFell,
    MatchOver,
    Person,
    Played,
    Said,
    TableEvent,
    TermsAgreed,
    Undone,
)
from pi_companion.referee.inputs import TermsChanged, TurnEnded, Undo
from pi_companion.referee.terms import ClockTerms
from pi_companion.rules import Side
from pi_companion.service.match import Agreed, MatchKeeper
from pi_companion.table import Told
from tests.devices.fakes import Clock
from tests.service.played import Seer, frame, played

GAME = played()


def stamp(t_s: float, name: str) -> Stamp:
    return Stamp(t_s, 1e9 + t_s, clock_synced=True, frame=name)


def keeper(journal: Journal, clock: Callable[[], float], agreed: Agreed) -> MatchKeeper:
    return MatchKeeper(cast("Any", Seer(GAME)), journal, MatchSettings(), stamp, clock, agreed)


def watched(one: MatchKeeper, first: int = 0, last: int = len(GAME)) -> list[TableEvent]:
    return [told.event for number in range(first, last) for told in one.see(frame(number))]


def kinds(events: list[Told] | list[TableEvent]) -> list[str]:
    return [type(each.event if isinstance(each, Told) else each).__name__ for each in events]


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_the_terms_of_the_settings_are_in_the_journal(tmp_path: Path, clock: Clock) -> None:
    terms = Terms(beavers=True)
    with Journal.open(tmp_path / "j.sqlite") as journal:
        one = keeper(journal, clock, Agreed(terms))
        assert TermsAgreed(terms) in [entry.event for entry in journal.events(one.number)]
        assert one.state.course.terms == terms


def test_a_correction_by_another_program_is_taken_up_and_told(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "j.sqlite"
    with Journal.open(path) as journal:
        one = keeper(journal, clock, Agreed())
        watched(one, 0, 9)
        assert one.state.course.position != one.state.course.position.start()
        assert main(["--journal", str(path), "correct", "last", "undo"]) == 0
        told = one.hear(Command(Person.TABLE, "mine", TermsChanged(Terms(beavers=True))), 99.0, "page 1")
        assert [type(each.event) for each in told[:2]] == [Said, Undone]
        assert [each.seq for each in told] == sorted({each.seq for each in told})
        state = one.state
    with Journal.open(path) as journal:
        again = keeper(journal, clock, Agreed())
        assert again.state.course == state.course
        assert again.state.history.events() == state.history.events()


def test_a_word_is_heard_after_the_match(tmp_path: Path, clock: Clock) -> None:
    with Journal.open(tmp_path / "j.sqlite") as journal:
        one = keeper(journal, clock, Agreed())
        watched(one, 0, 9)
        journal.append(one.number, MatchOver(Side.WHITE))
        told = one.hear(Command(Person.DIRECTOR, "a", Undo()), 50.0, "page 1")
        assert kinds(told)[-1] == "Undone"


def test_a_press_runs_the_clock_and_a_tick_tells_the_flag(tmp_path: Path, clock: Clock) -> None:
    with Journal.open(tmp_path / "j.sqlite") as journal:
        one = keeper(journal, clock, Agreed(Terms(clock=ClockTerms(2, 1))))
        told = one.hear(TurnEnded(Side.WHITE), clock(), "press 1")
        assert told[0].event == Clocked(5.0, 5.0, Side.BLACK, paused=False)
        clock.now_s += 6.0
        assert one.tick() == []
        clock.now_s += 0.1
        assert one.tick() == []
        clock.now_s += 2.0
        assert [each.event for each in one.tick()] == [FlagFell(Side.BLACK)]
        clock.now_s += 2.0
        assert one.tick() == []


def test_without_a_running_clock_nothing_ticks(tmp_path: Path, clock: Clock) -> None:
    with Journal.open(tmp_path / "j.sqlite") as journal:
        one = keeper(journal, clock, Agreed(Terms(clock=ClockTerms())))
        before = one.state
        clock.now_s += 100.0
        assert one.tick() == []
        assert one.state is before


def test_each_turn_leaves_its_pictures(tmp_path: Path, clock: Clock) -> None:
    ring = EvidenceRing(tmp_path / "evidence", 10)
    with Journal.open(tmp_path / "j.sqlite") as journal:
        one = keeper(journal, clock, Agreed(Terms(), ring))
        watched(one)
        ends = [entry.seq for entry in journal.events(one.number) if isinstance(entry.event, Played)]
    after = [each.seq for each in ring.pictures() if each.when is When.AFTER]
    assert len(ends) >= 4
    assert set(after) <= set(ends)
    assert len(after) >= len(ends) - 1


def test_no_pictures_where_a_player_objects(tmp_path: Path, clock: Clock) -> None:
    ring = EvidenceRing(tmp_path / "evidence", 10)
    with Journal.open(tmp_path / "j.sqlite") as journal:
        one = keeper(journal, clock, Agreed(Terms(), ring))
        one.hear(Command(Person.WHITE, "a", TermsChanged(Terms(pictures=False))), 0.0, "page 1")
        watched(one)
        assert any(isinstance(entry.event, Played) for entry in journal.events(one.number))
    assert ring.pictures() == ()


def test_a_long_match_is_thought_of_without_its_history(tmp_path: Path, clock: Clock) -> None:
    """What is kept in mid-turn must not grow, nor nest, with the match."""
    with Journal.open(tmp_path / "j.sqlite") as journal:
        one = keeper(journal, clock, Agreed())
        watched(one, 0, 9)
        for number in range(1500):
            terms = Terms(beavers=number % 2 == 0)
            one.hear(Command(Person.TABLE, f"w{number}", TermsChanged(terms)), float(number), f"page {number}")
        assert one.state.history.undoable > 1400
        course = one.state.course
        watched(one, 9, 11)
    with Journal.open(tmp_path / "j.sqlite") as journal:
        again = keeper(journal, clock, Agreed())
        assert again.state.history.undoable > 1400
        assert again.state.course.position == course.position
