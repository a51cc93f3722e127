"""The disk under a match: cut off at every single write, refusing from any write on, or slow."""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from pi_companion.config import MatchSettings
from pi_companion.record.journal import Journal, Stamp
from pi_companion.referee.events import TableEvent
from pi_companion.service.match import RETRY_S, MatchKeeper
from tests.devices.fakes import Clock
from tests.record.disk import Disk, Forced, Happened, Mark, Write, after_power_cut, recorded
from tests.service.played import LOOKS, TURNS, Seer, frame, played

GAME = played(TURNS[:3])
OPENING = 2
"""Events with which a match begins, before anything was seen."""

SLOW_S = 2.0
WATCHDOG_S = 30.0
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - hundreds of journals, which need not be forced to a real disk


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    if not IN_MEMORY.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as name:
        yield Path(name)


def keeper(journal: Journal, clock: Clock) -> MatchKeeper:
    return MatchKeeper(
        cast("Any", Seer(GAME)), journal, MatchSettings(), lambda t_s, name: Stamp(t_s, frame=name), clock
    )


def events(journal: Journal) -> list[TableEvent]:
    assert len(journal.matches()) == 1
    entries = journal.events(1)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    return [entry.event for entry in entries]


def play(path: Path, first: int = 0, run: str = "", disk: Disk | None = None) -> list[TableEvent]:
    """Watch the game from a frame on; what is told is noted beside the writes."""
    clock = Clock()
    with Journal.open(path) as journal:
        assert journal.salvaged is None
        one = keeper(journal, clock)
        if disk is not None:
            disk.mark([told.event for told in one.opening])
        for number in range(first, len(GAME)):
            if disk is not None:
                disk.mark(number)
            told = one.see(frame(number, run))
            if disk is not None:
                disk.mark([each.event for each in told])
        assert one.trouble is None
        return events(journal)


def test_the_power_goes_at_every_write_in_turn(folder: Path) -> None:
    """What had been told is there, nothing is told twice, and the match comes to the same end."""
    with recorded() as disk:
        (folder / "whole").mkdir()
        expected = play(folder / "whole" / "j.sqlite", disk=disk)
    writes = [number for number, each in enumerate(disk.happened) if isinstance(each, Write)]
    assert len(writes) > 100
    chance = random.Random(6)
    for number in writes:
        before = disk.happened[: number + 1]
        marks = [each.what for each in before if isinstance(each, Mark)]
        told = [event for mark in marks if isinstance(mark, list) for event in mark]
        shown = max((mark for mark in marks if isinstance(mark, int)), default=0)
        for name, chances in (("none", None), ("some", chance)):
            place = folder / f"{number}-{name}"
            place.mkdir()
            after_power_cut(before, place, chances)
            # As a camera does, the next program begins with what lies on the board now.
            found = play(place / "j.sqlite", shown // LOOKS * LOOKS, "next")
            assert found[: len(told)] == told, (number, name)
            assert found == expected, (number, name)


def test_an_event_and_the_thought_after_it_are_there_together(folder: Path) -> None:
    with recorded() as disk:
        (folder / "whole").mkdir()
        play(folder / "whole" / "j.sqlite", disk=disk)
    later = 0
    for number, each in enumerate(disk.happened):
        if not isinstance(each, Write | Forced):
            continue
        place = folder / str(number)
        place.mkdir()
        after_power_cut(disk.happened[: number + 1], place, None)
        with Journal.open(place / "j.sqlite") as journal:
            last = journal.last_seq(1) if journal.matches() else 0
            if last > OPENING:
                later += 1
                assert journal.thought(1, last) is not None, number
    assert later > 50


def test_a_disk_that_forces_nothing_would_lose_what_was_told(folder: Path) -> None:
    """The disk of these tests forgets as it should: else the test above could not fail."""
    with recorded() as disk:
        told = play(folder / "j.sqlite", disk=disk)
    lying: list[Happened] = [each for each in disk.happened if not isinstance(each, Forced)]
    for name, happened in (("honest", disk.happened), ("lying", lying)):
        (folder / name).mkdir()
        after_power_cut(happened, folder / name, None)
    with Journal.open(folder / "honest" / "j.sqlite") as journal:
        assert events(journal) == told
    with Journal.open(folder / "lying" / "j.sqlite") as journal:
        assert not journal.matches()


@pytest.mark.parametrize(("refused", "step"), [(1, 1), (40, 3)])
def test_a_disk_that_refuses_from_any_write_on_loses_and_doubles_nothing(folder: Path, refused: int, step: int) -> None:
    """For one write, or until a person has made room."""
    with recorded() as disk:
        expected = play(folder / "j.sqlite", disk=disk)
        writes = sum(isinstance(each, Write) for each in disk.happened)
        refusals = 0
        for first in range(60, writes, step):
            clock, seen = Clock(), 0
            path = folder / f"{first}.sqlite"

            def refuses(first: int = first) -> bool:
                nonlocal seen
                seen += 1
                return first <= seen < first + refused

            told = []
            with Journal.open(path) as journal:
                one = keeper(journal, clock)
                told += [each.event for each in one.opening]
                disk.refuses = refuses
                for number in range(len(GAME)):
                    told += [each.event for each in one.see(frame(number))]
                    refusals += one.trouble is not None
                    clock.now_s += RETRY_S / 2
                for _ in range(refused + 1):
                    clock.now_s += RETRY_S
                    told += [each.event for each in one.settle()]
                disk.refuses = lambda: False
                assert one.trouble is None
                assert events(journal) == expected, first
                assert told == expected, first
        assert refusals > 5


def test_a_disk_that_takes_two_seconds_for_each_write_delays_and_loses_nothing(folder: Path) -> None:
    """By the test's own clock; systemd's watchdog ends a loop that stands still for half a minute."""
    expected = play(folder / "whole.sqlite")
    with recorded() as disk, Journal.open(folder / "slow.sqlite") as journal:
        clock = Clock()
        one, longest_s = keeper(journal, clock), 0.0

        def delays() -> None:
            clock.now_s += SLOW_S

        disk.delays = delays
        for number in range(len(GAME)):
            begun_s = clock.now_s
            one.see(frame(number))
            assert one.trouble is None
            longest_s = max(longest_s, clock.now_s - begun_s)
        assert events(journal) == expected
        assert SLOW_S <= longest_s < WATCHDOG_S / 2
