"""The match at a table through restarts and disks that refuse."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from pi_companion.config import MatchSettings
from pi_companion.devices import Frame
from pi_companion.errors import JournalError
from pi_companion.record.journal import Entry, Journal, Stamp
from pi_companion.record.schema import STEPS, migrate
from pi_companion.record.thoughts import Thought
from pi_companion.referee.events import MatchOver, MatchStarted, Played, TableEvent, Unclear
from pi_companion.referee.inputs import Input, TurnEnded, ViewChange
from pi_companion.rules import Side
from pi_companion.service.match import MOST_WAITING, RETRY_S, TABLE, MatchKeeper
from pi_companion.table import Table, begin
from tests.devices.fakes import Clock
from tests.service.played import Seer, frame, played

GAME = played()


def stamp(t_s: float, name: str) -> Stamp:
    return Stamp(t_s, 1e9 + t_s, clock_synced=True, frame=name)


def keeper(journal: Journal, clock: Callable[[], float], seer: Seer | None = None) -> MatchKeeper:
    return MatchKeeper(cast("Any", seer or Seer(GAME)), journal, MatchSettings(), stamp, clock)


def events(journal: Journal, match: int = 1) -> list[TableEvent]:
    return [entry.event for entry in journal.events(match)]


@pytest.fixture(scope="module")
def told_whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a game that nothing disturbed."""
    path = tmp_path_factory.mktemp("whole") / "whole.sqlite"
    with Journal.open(path) as journal:
        one = keeper(journal, Clock())
        for number in range(len(GAME)):
            one.see(frame(number))
    return path


@pytest.fixture
def expected(told_whole: Path) -> list[TableEvent]:
    with Journal.read(told_whole) as journal:
        return events(journal)


def test_a_game_is_told_and_stamped_with_both_clocks(told_whole: Path, expected: list[TableEvent]) -> None:
    assert sum(isinstance(event, Played) for event in expected) == 5
    with Journal.read(told_whole) as journal:
        last = journal.events(1)[-1].stamp
    assert last.wall_s == 1e9 + last.t_s
    assert last.clock_synced


def test_the_match_is_taken_up_at_any_moment_and_told_as_if_nothing_had_been(
    tmp_path: Path, clock: Clock, expected: list[TableEvent]
) -> None:
    for cut in range(2, len(GAME), 7):
        path = tmp_path / f"{cut}.sqlite"
        with Journal.open(path) as journal:
            one = keeper(journal, clock)
            for number in range(cut):
                one.see(frame(number))
        with Journal.open(path) as journal:
            other = keeper(journal, clock)
            assert other.resumed
            for number in range(cut - 1, len(GAME)):
                other.see(frame(number))
            assert events(journal) == expected, cut
            assert len(journal.matches()) == 1


NOW = Stamp(0.0)


class Refusing(Journal):
    """A journal whose disk refuses, before or after the writing, as often as it is told."""

    refusals = 0
    after = False

    def append_all(
        self,
        match: int,
        events: Iterable[tuple[TableEvent, str | None]],
        stamp: Stamp = NOW,
        thought: Thought | None = None,
    ) -> tuple[Entry, ...]:
        if self.refusals:
            self.refusals -= 1
            if self.after:
                super().append_all(match, events, stamp, thought)
            raise JournalError("wanted to write to the journal, but the disk is full; make room")
        return super().append_all(match, events, stamp, thought)


@pytest.mark.parametrize("after", [False, True])
def test_what_happens_while_the_disk_refuses_is_written_once_when_it_takes_again(
    tmp_path: Path, clock: Clock, expected: list[TableEvent], *, after: bool
) -> None:
    """Also when the disk wrote and complained all the same."""
    with Refusing.open(tmp_path / "refusing.sqlite") as journal:
        assert isinstance(journal, Refusing)
        one = keeper(journal, clock)
        journal.after = after
        told = []
        for number in range(len(GAME)):
            if number % 9 == 2:
                journal.refusals = 2
            told += one.see(frame(number))
            clock.now_s += RETRY_S / 3
        for _ in range(4):
            clock.now_s += RETRY_S
            told += one.settle()
        assert one.trouble is None
        assert events(journal) == expected
        assert [each.event for each in told] == expected[len(one.opening) :]


def test_a_disk_that_refuses_is_left_alone_for_a_while(tmp_path: Path, clock: Clock) -> None:
    with Refusing.open(tmp_path / "refusing.sqlite") as journal:
        assert isinstance(journal, Refusing)
        one = keeper(journal, clock)
        journal.refusals = 3
        for number in range(20):
            one.see(frame(number))
        assert one.trouble is not None
        assert journal.refusals == 2


def test_no_disk_for_ever_does_not_eat_the_memory(tmp_path: Path, clock: Clock) -> None:
    with Refusing.open(tmp_path / "refusing.sqlite") as journal:
        assert isinstance(journal, Refusing)
        one = keeper(journal, clock)
        journal.refusals = 10**9
        for number in range(20):
            one.see(frame(number))
        for number in range(2 * MOST_WAITING):
            one.hear(TurnEnded(Side.WHITE), float(number), f"press {number}")
        assert one.waiting == MOST_WAITING


def test_whoever_says_something_has_the_board_looked_at_again(tmp_path: Path, clock: Clock) -> None:
    with Journal.open(tmp_path / "j.sqlite") as journal:
        seer = Seer(GAME)
        one = MatchKeeper(cast("Any", seer), journal, MatchSettings(), stamp, clock)
        one.see(frame(1))
        assert seer.asked_again == 0
        one.hear(TurnEnded(Side.WHITE), 1.0, "press 1")
        assert seer.asked_again == 1


def test_a_finished_match_is_followed_by_another_when_the_board_is_set_up_again(tmp_path: Path, clock: Clock) -> None:
    with Journal.open(tmp_path / "j.sqlite") as journal:
        first = keeper(journal, clock)
        for number in range(len(GAME)):
            first.see(frame(number))
        journal.append(first.number, MatchOver(Side.WHITE))
    with Journal.open(tmp_path / "j.sqlite") as journal:
        over = keeper(journal, clock)
        assert over.number == 2
        journal.append(2, MatchOver(Side.BLACK))
        last = MatchKeeper(cast("Any", Seer(GAME)), journal, MatchSettings(), stamp, clock)
        assert last.number == 3


def test_a_match_that_ends_while_the_service_runs_is_followed_by_another(tmp_path: Path, clock: Clock) -> None:
    with Journal.open(tmp_path / "j.sqlite") as journal:
        number = keeper(journal, clock).number
        one = keeper(journal, clock)
        assert one.number == number
        one._table._state = type(one.state)(one.state.course.after(MatchOver(Side.WHITE)))
        told = [each for shown in range(6) for each in one.see(frame(shown))]
        assert one.number == number + 1
        assert len(journal.matches()) == 2
        assert told


def test_a_replayed_recording_is_not_taken_for_the_tables_match(tmp_path: Path, clock: Clock) -> None:
    with Journal.open(tmp_path / "j.sqlite") as journal:
        begin(journal, 5, source="game4")
        assert not keeper(journal, clock).resumed


def fill(journal: Journal, match: int) -> None:
    """Write until the disk takes no more."""
    while True:
        journal.append(match, Unclear("something else " * 20))


def test_a_full_disk_loses_nothing_of_what_was_told(tmp_path: Path, clock: Clock, expected: list[TableEvent]) -> None:
    """SQLite itself refuses here, as on a full card: its file may not grow."""
    with Journal.open(tmp_path / "full.sqlite") as journal:
        one = keeper(journal, clock)
        connection = journal._connection
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        filler = journal.new_match(MatchStarted(1))
        with pytest.raises(JournalError, match="disk is full"):
            fill(journal, filler)
        told = [each for number in range(len(GAME)) for each in one.see(frame(number))]
        assert one.trouble is not None
        assert "disk is full" in str(one.trouble)
        assert events(journal) == expected[: len(events(journal))]
        connection.execute("PRAGMA max_page_count = 1000000")
        clock.now_s += RETRY_S
        told += one.settle()
        assert one.trouble is None
        assert events(journal) == expected
        assert [each.event for each in told] == expected[len(one.opening) :]


class Moving(Seer):
    """Sees the board move, and notes what it is told after a restart."""

    expected = False

    def expect_moved(self) -> None:
        self.expected = True

    def take(self, frame: Frame) -> Iterator[Input]:
        if frame.name.endswith("s5"):
            yield ViewChange.MOVED
        yield from super().take(frame)


def test_after_a_restart_the_watcher_knows_that_the_board_had_moved(tmp_path: Path, clock: Clock) -> None:
    """Else nobody would say that it was found, and the referee would look at nothing any more."""
    for moved, frames in ((False, 5), (True, 6)):
        path = tmp_path / f"{frames}.sqlite"
        with Journal.open(path) as journal:
            one = keeper(journal, clock, Moving(GAME))
            for number in range(frames):
                one.see(frame(number))
            assert one.state.moved is moved
        seer = Moving(GAME)
        with Journal.open(path) as journal:
            assert keeper(journal, clock, seer).state.moved is moved
        assert seer.expected is moved


def test_a_clock_that_is_set_by_a_year_changes_dates_and_nothing_else(
    tmp_path: Path, clock: Clock, expected: list[TableEvent]
) -> None:
    """Forth when a Pi without a battery hears of the time, and back when somebody sets it; a restart in between."""
    walls = iter([1e9, 1e9 + 365 * 86_400.0] * len(GAME))

    def jumping(t_s: float, name: str) -> Stamp:
        return Stamp(t_s, next(walls), clock_synced=False, frame=name)

    path = tmp_path / "j.sqlite"
    for first, end in ((0, 13), (12, len(GAME))):
        with Journal.open(path) as journal:
            one = MatchKeeper(cast("Any", Seer(GAME)), journal, MatchSettings(), jumping, clock)
            for number in range(first, end):
                one.see(frame(number, f"run {first}"))
    with Journal.read(path) as journal:
        entries = journal.events(1)
        assert len(journal.matches()) == 1
    assert [entry.event for entry in entries] == expected
    times = [entry.stamp.t_s for entry in entries]
    assert times == sorted(times)
    dates = [entry.stamp.wall_s for entry in entries if entry.stamp.wall_s is not None]
    assert dates != sorted(dates)


def test_a_match_in_a_journal_of_the_first_version_is_brought_up_to_date_and_goes_on(
    tmp_path: Path, clock: Clock, expected: list[TableEvent]
) -> None:
    path, cut = tmp_path / "old.sqlite", 12
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        migrate(raw, path, STEPS[:1])
        old = Journal(raw, path)
        number, _ = begin(old, MatchSettings().length, source=TABLE)
        table = Table(cast("Any", Seer(GAME)), old, number, stamp)
        for shown in range(cut):
            list(table.watch([frame(shown)]))
    with Journal.open(path) as journal:
        one = keeper(journal, clock)
        assert one.resumed
        for shown in range(cut, len(GAME)):
            one.see(frame(shown, "new"))
        assert events(journal) == expected


class Slow(Journal):
    """A journal whose disk takes its time, and which counts how often it is forced."""

    took_s = 0.0
    forced = 0

    def keep_thought(self, match: int, seq: int, thought: Thought, *, forced: bool) -> float:
        self.forced += forced
        super().keep_thought(match, seq, thought, forced=forced)
        return self.took_s


def test_a_slow_disk_is_forced_less_often(tmp_path: Path, clock: Clock, expected: list[TableEvent]) -> None:
    """A loop that always waits for the disk would answer no press."""
    forced = []
    for took_s in (0.01, 2.0):
        with Slow.open(tmp_path / f"{took_s}.sqlite") as journal:
            assert isinstance(journal, Slow)
            journal.took_s = took_s
            one = keeper(journal, clock)
            for number in range(len(GAME)):
                one.see(frame(number))
            assert events(journal) == expected
            forced.append(journal.forced)
    assert forced[0] > 3 * forced[1] > 0
