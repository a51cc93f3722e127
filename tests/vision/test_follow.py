"""A board that moved is found by what two pictures have in common."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_companion.vision.follow import follow
from pi_companion.vision.geometry import BoardGeometry, transform

GAME = Path(__file__).parents[1] / "data" / "vision" / "game4"
LABELS = {label["image"]: label for label in map(json.loads, (GAME / "labels.jsonl").read_text().splitlines())}
WIDE = (1280, 720)


def picture(name: str) -> np.ndarray:
    return np.asarray(cv2.imread(str(GAME / name)), np.uint8)


@pytest.fixture
def board() -> BoardGeometry:
    return BoardGeometry(np.array(LABELS["f0003.jpg"]["corners_px"]), 0.08)


def knocked(image: np.ndarray, degrees: float, shift: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    """The picture after the camera was turned and pushed, and the (3, 3) matrix of the motion."""
    matrix = np.vstack([cv2.getRotationMatrix2D((640, 360), degrees, 1.02), [0, 0, 1]])
    matrix[:2, 2] += shift
    return np.asarray(cv2.warpPerspective(image, matrix, WIDE, borderMode=cv2.BORDER_REPLICATE), np.uint8), matrix


@pytest.mark.parametrize(("degrees", "shift"), [(0.5, (6, -4)), (-2.0, (25, 18)), (6.0, (-60, 30))])
def test_after_a_knock_and_other_checkers_the_corners_are_found(
    board: BoardGeometry, degrees: float, shift: tuple[float, float]
) -> None:
    now, matrix = knocked(picture("f0007.jpg"), degrees, shift)
    found = follow(picture("f0003.jpg"), now, board)
    assert found is not None
    assert found.distance(BoardGeometry(transform(matrix, board.corners_px), 0.08)) < 0.006


def test_another_light_costs_nothing(board: BoardGeometry) -> None:
    now, matrix = knocked(picture("f0003.jpg"), 1.0, (10, 10))
    dim = np.asarray(np.clip(now * np.array([0.7, 0.55, 0.5]) + 8, 0, 255), np.uint8)
    found = follow(picture("f0003.jpg"), dim, board)
    assert found is not None
    assert found.distance(BoardGeometry(transform(matrix, board.corners_px), 0.08)) < 0.006


def test_a_picture_of_something_else_says_nothing(board: BoardGeometry) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    assert follow(picture("f0003.jpg"), noise, board) is None
    assert follow(picture("f0003.jpg"), np.zeros((720, 1280, 3), np.uint8), board) is None
