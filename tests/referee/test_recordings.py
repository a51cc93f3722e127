"""The truth of recorded games as sightings, clear and noisy, against the events that a perfect companion reports."""

import importlib.util
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from pi_companion.record.wire import to_wire
from pi_companion.referee import Sighting, start_match, step
from pi_companion.rules import Position, Side

if TYPE_CHECKING:
    from tests.referee.conftest import Eye

HERE = Path(__file__).parents[1] / "data" / "referee"
FRAMES = Path(__file__).parents[2].parent / "shared" / "frames"
GAMES = ("game1", "game2", "game3", "game4")
OWNERS = {"white": Side.WHITE, "black": Side.BLACK}

KEYS = ("side", "white", "black", "value", "winner", "kind", "points", "position")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def sightings(labels: list[dict[str, Any]], eye: "Eye", looks: int = 3) -> Iterator[Sighting]:
    """See each uncovered moment a few times, exactly the same each time."""
    t_s = 0.0
    for label in labels[1:]:
        if label["covered"]:
            continue
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
        to_board = cv2.getPerspectiveTransform(np.array(label["corners_px"], dtype=np.float32), corners)
        dice = []
        for die in label["dice"]:
            if die["rolled"] and die["visible"] > 0.5:
                x, y = cv2.perspectiveTransform(np.array([[die["center_px"]]], dtype=np.float32), to_board)[0, 0]
                dice.append((die["value"], (float(x), float(y))))
        eye.trays = label["off_in_view"]
        cube = label["cube"] and (label["cube"]["value"], OWNERS.get(label["cube"]["owner"]))
        seen = eye.see(t_s, Position.from_json(label["position"]), dice, cube, label["image"])
        for _ in range(looks):
            yield seen
            t_s += 0.5


def refereed(labels: list[dict[str, Any]], eye: "Eye") -> list[dict[str, Any]]:
    state = start_match(5).state
    events: list[dict[str, Any]] = []
    for sighting in sightings(labels, eye):
        told = step(state, sighting)
        state = told.state
        events += [dict(to_wire(event)) for event in told.effects]
    return events


def bare(event: dict[str, Any]) -> dict[str, Any]:
    """Keep what the contract compares."""
    return {"event": event["event"], **{key: event[key] for key in KEYS if key in event}} | (
        {"dice": sorted(event["dice"])} if "dice" in event else {}
    )


@pytest.fixture
def score() -> Callable[..., Any]:
    if not FRAMES.exists():
        pytest.skip("the shared recordings are not here")
    spec = importlib.util.spec_from_file_location("score", FRAMES / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.score_replay  # type: ignore[no-any-return]


def test_a_whole_game_is_told_as_it_was(new_eye: "type[Eye]") -> None:
    truth = [bare(event) for event in lines(HERE / "game4_truth.jsonl")]
    events = refereed(lines(HERE / "game4_labels.jsonl"), new_eye())
    told = [bare(event) for event in events if event["event"] not in ("score", "unclear")]
    assert told == truth


@pytest.mark.parametrize("game", GAMES)
def test_recordings_are_told_without_a_slip(game: str, score: Callable[..., Any], new_eye: "type[Eye]") -> None:
    events = refereed(lines(FRAMES / game / "labels.jsonl"), new_eye())
    good, rows, worst = score(lines(FRAMES / game / "truth.jsonl"), events)
    assert good, (rows, worst)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_misreads_accuse_nobody(game: str, seed: int, score: Callable[..., Any], new_eye: "type[Eye]") -> None:
    """A place in a hundred and a die in twenty are misread, each for as long as a moment lasts."""
    eye = new_eye(sure=6.0, misread=0.01, misread_dice=0.05, rng=random.Random(seed))
    truth = lines(FRAMES / game / "truth.jsonl")
    events = refereed(lines(FRAMES / game / "labels.jsonl"), eye)
    _, rows, worst = score(truth, events)
    figures = dict(rows)
    right, total = (int(number) for number in figures["turns right"].split()[0].split("/"))
    assert figures["false illegal_play"] == "0", worst
    assert right >= total - 3, worst
