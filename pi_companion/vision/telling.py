"""What was read, in the contract's JSON."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pi_companion.rules import CHECKERS, Position
from pi_companion.vision.cube import value_and_owner
from pi_companion.vision.nets import log_softmax
from pi_companion.vision.observation import CubeSeen, DieSeen, Observation, View
from pi_companion.vision.solve import read_position
from pi_companion.vision.unprofiled import ColumnReading


def cube_json(cube: CubeSeen | None) -> dict[str, Any] | None:
    """Value and owner; near is White's side."""
    if cube is None:
        return None
    value, owner = value_and_owner(cube)
    return {"value": value, "owner": "centre" if owner is None else owner.value}


SURE_DIE, SURE_FACE = 0.45, 0.6
"""What is less surely a die, or one whose likeliest face is less probable, is not named: no number is better than a
wrong one."""


def named(dice: Sequence[DieSeen]) -> list[DieSeen]:
    """Those of the dice that are sure enough to be told with their faces."""
    return [
        die for die in dice if die.presence >= SURE_DIE and np.exp(log_softmax(die.log_likelihoods)).max() >= SURE_FACE
    ]


def dice_json(dice: Sequence[DieSeen]) -> list[dict[str, Any]]:
    """The given dice whose faces are sure enough, each with where it lies in the picture."""
    return [
        {"value": die.value, "center_px": [round(axis, 1) for axis in die.centre_px], "cocked": die.cocked}
        for die in named(dice)
    ]


def observation_json(image: str, observation: Observation, elapsed_ms: float, *, moved: bool = False) -> dict[str, Any]:
    """The `read` line of a picture with a profile.

    Args:
        image: its name.
        observation: what it shows.
        elapsed_ms: how long the reading took.
        moved: whether the board lay elsewhere than in the picture before, and was found and read there.
    """
    reading = read_position(observation)
    seen = observation.points.any()
    return {
        "image": image,
        "position": _counts(reading.position) if seen else None,
        "confidence": round(reading.confidence, 6) if seen else 0.0,
        "doubtful": list(reading.doubtful) if seen else [],
        "dice": dice_json(observation.rolled),
        "cube": cube_json(observation.cube),
        "view": (View.MOVED if moved else observation.view).value,
        "elapsed_ms": round(elapsed_ms, 1),
    }


def _counts(position: Position) -> dict[str, list[int]]:
    """The 26 counts of each side; of an empty board nothing, for no two players have borne off all: it is not set."""
    both = {"white": list(position.white), "black": list(position.black)}
    if all(counts[0] == CHECKERS for counts in both.values()):
        return {side: [0] * len(counts) for side, counts in both.items()}
    return both


def columns_json(image: str, reading: ColumnReading, elapsed_ms: float) -> dict[str, Any]:
    """The `read` line of a picture without a profile."""
    return {
        "image": image,
        "columns": {"top": list(reading.top), "bottom": list(reading.bottom)},
        "bar": {"light": reading.bar_light, "dark": reading.bar_dark},
        "confidence": round(reading.confidence, 6),
        "doubtful": list(reading.doubtful),
        "dice": dice_json(reading.dice),
        "cube": cube_json(reading.cube),
        "view": reading.view.value,
        "elapsed_ms": round(elapsed_ms, 1),
    }
