"""What one picture shows: for each place how likely each count is, the dice, the cube, and what hides the view."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from pi_companion.errors import InputError
from pi_companion.vision.arrays import Floats

PAIR, AS_SURE = 2, 0.65
"""Beside two surer dice, one that is less sure than this share of the second is a highlight on a checker."""


class View(Enum):
    """Whether the board can be read, and if not why."""

    CLEAR = "clear"
    COVERED = "covered"
    MOVED = "moved"
    DARK = "dark"
    GLARE = "glare"
    BLURRED = "blurred"
    NO_BOARD = "no board"


@dataclass(frozen=True, slots=True, eq=False)
class DieSeen:
    """A die, wherever it lies."""

    log_likelihoods: Floats
    """(6,): log P(picture | face), up to a constant."""

    centre_px: tuple[float, float]
    """In the picture."""

    centre_board: tuple[float, float]
    """In board coordinates: 0..1 inside the playing field."""

    cocked: bool
    """It leans, or lies on a checker."""

    on_field: bool
    """On the playing field, not in a tray, on the bar or beside the board."""

    presence: float
    """How surely this is a die at all, 0 to 1."""

    on_checker: bool = False
    """It is cocked only because it lies on a checker: some players agree that this counts."""

    @property
    def value(self) -> int:
        """The likeliest face."""
        return int(np.argmax(self.log_likelihoods)) + 1


@dataclass(frozen=True, slots=True, eq=False)
class CubeSeen:
    """The doubling cube."""

    values: Floats
    """(7,): log P(picture | 2, 4, 8, 16, 32, 64, blank or 1)."""

    centre_px: tuple[float, float]
    centre_board: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """What a picture says about each place; nothing here is corrected toward what is legal."""

    view: View
    points: Floats
    """(24, 31): row n - 1 is White's point n; log likelihood of the signed count k - 15, White positive."""

    bar: Floats
    """(2, 16): log likelihood of 0 to 15 White and Black checkers on the bar."""

    off: Floats
    """(2, 16): the same of borne-off checkers; zeros where they are not in view."""

    dice: tuple[DieSeen, ...]
    cube: CubeSeen | None

    def __post_init__(self) -> None:
        for name, wanted in (("points", (24, 31)), ("bar", (2, 16)), ("off", (2, 16))):
            came = getattr(self, name).shape
            if came != wanted:
                msg = f"observation: wanted {name} of shape {wanted}, got {came}"
                raise InputError(msg)

    @property
    def rolled(self) -> tuple[DieSeen, ...]:
        """The dice on the playing field: two, and others that are about as surely dice as these."""
        return rolled(self.dice)


def rolled(seen: Sequence[DieSeen]) -> tuple[DieSeen, ...]:
    """Of all dice in a picture those on the playing field: two, and others that are about as surely dice as these."""
    dice = [die for die in seen if die.on_field]
    if len(dice) <= PAIR:
        return tuple(dice)
    least = AS_SURE * sorted(die.presence for die in dice)[-PAIR]
    return tuple(die for die in dice if die.presence >= least)


def nothing_seen(view: View) -> Observation:
    """The observation of a picture that cannot be read: it says nothing about any place."""
    return Observation(
        view=view,
        points=np.zeros((24, 31), np.float32),
        bar=np.zeros((2, 16), np.float32),
        off=np.zeros((2, 16), np.float32),
        dice=(),
        cube=None,
    )
