"""The whole companion on a piece of a recording: frames in, events in the journal out."""

import json
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_companion.devices import Frame, open_source
from pi_companion.record.journal import Journal
from pi_companion.record.wire import to_wire
from pi_companion.table import Table, Told, begin, take_up
from pi_companion.vision import BoardProfile, Calibrator

GAME = Path(__file__).parent / "data" / "vision" / "game4"
TRUTH = [json.loads(line) for line in (GAME / "truth.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def profile() -> BoardProfile:
    return Calibrator().calibrate(np.asarray(cv2.imread(str(GAME / "f0001.jpg")), np.uint8)).profile


def watched(profile: BoardProfile, journal: Path, frames: Iterable[Frame]) -> list[Told]:
    with Journal.open(journal) as book:
        number, state, first = begin(book, 5)
        return [*first, *Table(profile, book, number, state).watch(frames)]


def facts(told: Iterable[Told]) -> list[dict[str, object]]:
    """Events as the truth tells them, from the opening roll on."""
    kept: list[dict[str, object]] = []
    for one in told:
        event = to_wire(one.event)
        if event["event"] in {"opening_roll", "roll", "play", "illegal_play", "no_move", "unclear"}:
            kept.append({key: event[key] for key in ("event", "side", "white", "black", "position") if key in event})
    return kept


def test_a_piece_of_a_game_is_told_as_it_was(profile: BoardProfile, tmp_path: Path) -> None:
    told = watched(profile, tmp_path / "journal.sqlite", open_source(GAME))
    expected = [{key: event[key] for key in event if key not in {"first", "dice"}} for event in TRUTH]
    assert facts(told)[: len(expected)] == expected


def test_every_event_is_in_the_journal_before_it_is_told(profile: BoardProfile, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as book:
        number, state, _ = begin(book, 5)
        for told in Table(profile, book, number, state).watch(open_source(GAME)):
            with Journal.read(path) as other:
                assert other.events(number)[-1].seq >= told.seq


def test_a_match_is_taken_up_where_its_journal_ends(profile: BoardProfile, tmp_path: Path) -> None:
    frames = list(open_source(GAME))
    whole = watched(profile, tmp_path / "whole.sqlite", frames)
    path, cut = tmp_path / "cut.sqlite", len(frames) // 2
    with Journal.open(path) as book:
        number, state, first = begin(book, 5)
        told = [*first, *Table(profile, book, number, state).watch(frames[:cut])]
    with Journal.open(path) as book:
        told += Table(profile, book, number, take_up(book, number)).watch(frames[cut:])
        assert [entry.event for entry in book.events(number)] == [one.event for one in told]
    assert facts(told)[:-1] == facts(whole)[: len(facts(told)) - 1]


def test_a_knocked_camera_claims_nothing(profile: BoardProfile, tmp_path: Path) -> None:
    frames = list(open_source(GAME))
    matrix = np.array([[1.0, 0.02, 14.0], [-0.02, 1.0, -12.0]])
    knocked = [
        Frame(np.asarray(cv2.warpAffine(frame.image, matrix, (1280, 720)), np.uint8), frame.t_s, frame.name)
        for frame in frames
    ]
    told = watched(profile, tmp_path / "journal.sqlite", [*frames[:8], *knocked[8:]])
    kinds = [to_wire(one.event)["event"] for one in told]
    assert "board_moved" in kinds
    assert "illegal_play" not in kinds
