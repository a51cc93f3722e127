"""A profile from a picture in mid-game whose checkers are named, tried on other pictures of the same camera."""

import json
from collections.abc import Sequence
from itertools import starmap
from operator import ne
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi_companion.errors import InputError, PictureError
from pi_companion.vision import BoardProfile, Home, Reader, View, learn_profile, read_position
from pi_companion.vision.geometry import point_column

GAME = Path(__file__).parents[1] / "data" / "vision" / "game4"
LABELS = [json.loads(line) for line in (GAME / "labels.jsonl").read_text().splitlines()]
CLEAR = [label for label in LABELS if not label["covered"]]
LESSON, OTHERS = CLEAR[-1], CLEAR[:-1]


def picture(label: dict[str, Any]) -> np.ndarray:
    return np.asarray(cv2.imread(str(GAME / label["image"])), np.uint8)


def as_columns(white: Sequence[int], black: Sequence[int]) -> list[int]:
    """The far twelve and the near twelve, for a home board that lies near to the right."""
    counts = [0] * 24
    for point in range(1, 25):
        column, near = point_column(point, Home.NEAR_RIGHT)
        counts[column + 12 * near] = white[point] - black[25 - point]
    return counts


def columns(label: dict[str, Any]) -> list[int]:
    """As the picture shows them: Black sits near in this recording."""
    return as_columns(label["position"]["white"], label["position"]["black"])[::-1]


@pytest.fixture(scope="module")
def profile() -> BoardProfile:
    assert LESSON["position"] != LABELS[0]["position"]  # in play, not the start
    return learn_profile(picture(LESSON), np.array(LESSON["corners_px"]), columns(LESSON))


def test_the_other_pictures_are_read_with_it(profile: BoardProfile) -> None:
    reader = Reader(profile)
    wrong = 0
    for label in OTHERS:
        observation = reader.observe(picture(label))
        assert observation.view is View.CLEAR
        read = read_position(observation).position
        wrong += sum(starmap(ne, zip(as_columns(read.white, read.black), columns(label), strict=True)))
    assert wrong <= len(OTHERS) // 3


def test_white_are_the_light_checkers_whatever_way_round_the_corners_come(profile: BoardProfile) -> None:
    assert profile.white.lab[0] > profile.black.lab[0]
    turned = learn_profile(picture(LESSON), np.array(LESSON["corners_px"])[::-1], columns(LESSON))
    assert np.allclose(turned.geometry.corners_px, profile.geometry.corners_px)
    assert profile.quality > 0.5


def test_a_column_that_is_not_known_is_left_out(profile: BoardProfile) -> None:
    known = [None if n == 0 else count for n, count in enumerate(columns(LESSON))]
    learnt = learn_profile(picture(LESSON), np.array(LESSON["corners_px"]), known)
    assert np.linalg.norm(np.subtract(learnt.white.lab, profile.white.lab)) < 10


def test_a_side_that_shows_no_checker_cannot_be_learnt() -> None:
    only_white = [max(0, count) for count in columns(LESSON)]
    with pytest.raises(PictureError, match="dark checkers"):
        learn_profile(picture(LESSON), np.array(LESSON["corners_px"]), only_white)


def test_twenty_four_columns_are_wanted() -> None:
    with pytest.raises(InputError, match="24"):
        learn_profile(picture(LESSON), np.array(LESSON["corners_px"]), [0] * 26)
