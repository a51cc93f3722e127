"""The whole companion on a piece of a recording: frames in, events in the journal out."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi_companion.devices import Frame, open_source
from pi_companion.errors import InputError
from pi_companion.record.journal import Entry, Journal
from pi_companion.record.wire import to_wire
from pi_companion.referee.events import Corrected, MatchStarted
from pi_companion.referee.inputs import Input, ViewChange
from pi_companion.referee.sighting import Sighting
from pi_companion.rules import Position, Side
from pi_companion.table import MOST_REPEATS, Table, Told, Watcher, begin
from pi_companion.vision import BoardProfile, Calibrator, Observation, View

GAME = Path(__file__).parent / "data" / "vision" / "game4"
TRUTH = [json.loads(line) for line in (GAME / "truth.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def profile() -> BoardProfile:
    return Calibrator().calibrate(np.asarray(cv2.imread(str(GAME / "f0001.jpg")), np.uint8)).profile


class Recalled(Watcher):
    """Says again of each frame what a watcher said of it who saw them all in their order."""

    def __init__(self, said: dict[float, tuple[Input, ...]]) -> None:
        self.said = said

    def take(self, frame: Frame) -> Iterator[Input]:
        yield from self.said[round(frame.t_s, 1)]


@pytest.fixture(scope="module")
def recalled(profile: BoardProfile) -> Recalled:
    watcher = Watcher(profile)
    return Recalled({round(frame.t_s, 1): tuple(watcher.take(frame)) for frame in open_source(GAME)})


def watched(watcher: Watcher, journal: Path, frames: Iterable[Frame]) -> list[Told]:
    with Journal.open(journal) as book:
        number, first = begin(book, 5)
        return [*first, *Table(watcher, book, number).watch(frames)]


def facts(told: Iterable[Told]) -> list[dict[str, object]]:
    """Events as the truth tells them, from the opening roll on."""
    kept: list[dict[str, object]] = []
    for one in told:
        event = to_wire(one.event)
        if event["event"] in {"opening_roll", "roll", "play", "illegal_play", "no_move", "unclear"}:
            kept.append({key: event[key] for key in ("event", "side", "white", "black", "position") if key in event})
    return kept


def test_a_piece_of_a_game_is_told_as_it_was(recalled: Recalled, tmp_path: Path) -> None:
    told = watched(recalled, tmp_path / "journal.sqlite", open_source(GAME))
    expected = [{key: event[key] for key in event if key not in {"first", "dice"}} for event in TRUTH]
    assert facts(told)[: len(expected)] == expected


def test_a_board_that_lies_still_is_told_some_times_and_again_when_somebody_says_something(
    profile: BoardProfile,
) -> None:
    watcher, first = Watcher(profile), next(iter(open_source(GAME)))
    still = [replace(first, t_s=float(number), name=f"still {number}") for number in range(3 * MOST_REPEATS)]
    told = [len(tuple(watcher.take(frame))) for frame in still]
    assert sum(told) > MOST_REPEATS
    assert told[-1] == 0
    watcher.look_again()
    (again,) = watcher.take(still[0])
    assert isinstance(again, Sighting)
    assert again.frame == "still 0"


def test_every_event_is_in_the_journal_before_it_is_told(recalled: Recalled, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as book:
        number, _ = begin(book, 5)
        for told in Table(recalled, book, number).watch(open_source(GAME)):
            with Journal.read(path) as other:
                assert other.events(number)[-1].seq >= told.seq


def test_a_match_is_taken_up_where_its_journal_ends(profile: BoardProfile, recalled: Recalled, tmp_path: Path) -> None:
    """As after a power cut at a camera: what comes next is all that is seen."""
    frames = list(open_source(GAME))
    whole = watched(recalled, tmp_path / "whole.sqlite", frames)
    path, cut = tmp_path / "cut.sqlite", len(frames) // 2
    told = watched(recalled, path, frames[:cut])
    with Journal.open(path) as book:
        told += Table(Watcher(profile), book, 1).watch(frames[cut:])
        assert [entry.event for entry in book.events(1)] == [one.event for one in told]
    assert facts(told)[:-1] == facts(whole)[: len(facts(told)) - 1]


def kept(path: Path) -> tuple[Entry, ...]:
    with Journal.read(path) as book:
        return book.events(1)


def caught_up(watcher: Watcher, path: Path) -> list[Told]:
    frames = iter(open_source(GAME))
    with Journal.open(path) as book:
        table = Table(watcher, book, 1)
        return [*table.catch_up(frames), *table.watch(frames)]


def test_a_recording_goes_on_wherever_its_watching_was_cut_off(recalled: Recalled, tmp_path: Path) -> None:
    """The journal ends in the same events as without the cut, and only what was missing is told."""
    watched(recalled, tmp_path / "whole.sqlite", open_source(GAME))
    whole = kept(tmp_path / "whole.sqlite")
    assert len(whole) > 5
    for cut in (2, 3, len(whole) - 1, len(whole)):
        path = tmp_path / f"cut{cut}.sqlite"
        with Journal.open(path) as book:
            assert isinstance(whole[0].event, MatchStarted)
            book.new_match(whole[0].event, then=[whole[1].event])
            for entry in whole[2:cut]:
                book.append(1, entry.event, entry.stamp)
        assert [told.seq for told in caught_up(recalled, path)] == list(range(cut + 1, len(whole) + 1))
        assert kept(path) == whole


def test_two_that_watch_the_same_recording_write_it_once(recalled: Recalled, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as book, Journal.open(path) as other:
        number, _ = begin(book, 5)
        tables = [Table(recalled, each, number) for each in (book, other)]
        for frame in open_source(GAME):
            told = [list(table.watch([frame])) for table in tables]
            assert told[0] == told[1]
    watched(recalled, tmp_path / "whole.sqlite", open_source(GAME))
    assert kept(path) == kept(tmp_path / "whole.sqlite")


def test_what_a_person_put_right_holds_when_a_recording_goes_on(recalled: Recalled, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    told = watched(recalled, path, list(open_source(GAME))[:-2])
    with Journal.open(path) as book:
        book.append(1, Corrected(Side.WHITE, "", Position.start()))
        before = book.events(1)
    caught_up(recalled, path)
    assert kept(path)[: len(told) + 1] == before


def test_another_recording_is_refused(recalled: Recalled, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    watched(recalled, path, (Frame(frame.image, frame.t_s + 0.01, frame.name) for frame in open_source(GAME)))
    before = kept(path)
    with pytest.raises(InputError, match="give that recording"):
        caught_up(recalled, path)
    assert kept(path) == before


def test_a_knocked_camera_claims_nothing(profile: BoardProfile, tmp_path: Path) -> None:
    frames = list(open_source(GAME))
    matrix = np.array([[1.0, 0.02, 14.0], [-0.02, 1.0, -12.0]])
    knocked = [
        Frame(np.asarray(cv2.warpAffine(frame.image, matrix, (1280, 720)), np.uint8), frame.t_s, frame.name)
        for frame in frames
    ]
    told = watched(Watcher(profile), tmp_path / "journal.sqlite", [*frames[:8], *knocked[8:]])
    kinds = [to_wire(one.event)["event"] for one in told]
    assert "board_moved" in kinds
    assert "illegal_play" not in kinds


def views(watcher: Watcher, frames: Iterable[Frame]) -> list[ViewChange]:
    return [said for frame in frames for said in watcher.take(frame) if isinstance(said, ViewChange)]


def stills(number: int, first_s: float) -> list[Frame]:
    """The board lying still."""
    image = np.asarray(cv2.imread(str(GAME / "f0001.jpg")), np.uint8)
    return [Frame(image, first_s + 0.5 * count, f"still {first_s} {count}") for count in range(number)]


def test_a_board_that_had_moved_before_a_restart_is_found_where_it_lies(profile: BoardProfile) -> None:
    watcher = Watcher(profile)
    assert views(watcher, stills(3, 0.0)) == []
    later = Watcher(profile)
    later.expect_moved()
    assert views(later, stills(3, 0.0)) == [ViewChange.FOUND]
    assert views(later, stills(3, 10.0)) == []


def test_a_board_that_was_covered_while_it_was_lost_is_found_all_the_same(
    profile: BoardProfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it is said to be found, the referee looks at nothing."""
    watcher = Watcher(profile)
    watcher.expect_moved()
    honest = watcher._reader.observe

    def covered(*seen: Any) -> Observation:
        return replace(honest(*seen), view=View.COVERED)

    monkeypatch.setattr(watcher._reader, "observe", covered)
    assert views(watcher, stills(3, 0.0)) == []
    assert watcher.view is View.COVERED
    monkeypatch.setattr(watcher._reader, "observe", honest)
    darker = [Frame(np.asarray(frame.image[::-1], np.uint8), frame.t_s, frame.name) for frame in stills(1, 5.0)]
    assert views(watcher, [*darker, *stills(3, 6.0)]) == [ViewChange.FOUND]


def test_another_profile_finds_a_board_that_had_moved(profile: BoardProfile) -> None:
    watcher = Watcher(profile)
    watcher.expect_moved()
    watcher.use(profile)
    assert views(watcher, stills(3, 0.0)) == [ViewChange.FOUND]
