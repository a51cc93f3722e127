"""A short game as clean sightings, and a watcher that sees them: what the service does needs no pictures."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from pi_companion.devices import Frame
from pi_companion.referee.inputs import Input
from pi_companion.referee.sighting import Sighting
from pi_companion.rules import Position, Side, parse_play
from pi_companion.vision import View
from pi_companion.vision.profile import BoardProfile
from tests.referee.conftest import Eye

TURNS = (("3-1", "8/5 6/5"), ("6-4", "24/14"), ("5-2", "8/3 6/4"), ("6-1", "24/23 13/7"), ("5-3", "13/8 6/3"))
LOOKS = 3


def played(turns: Sequence[tuple[str, str]] = TURNS) -> list[Sighting]:
    """White opens; every turn is dice thrown, checkers played, and seen a few times each."""
    eye, position, side, number = Eye(), Position.start(), Side.WHITE, 0
    shown: list[Sighting] = []

    def look(dice: tuple[int, ...]) -> None:
        nonlocal number
        first = len(shown) == 0 or number < 2 * LOOKS
        x = 0.6 if side is Side.WHITE else 0.3
        placed = [(value, (x + 0.1 * n, 0.4 + 0.01 * (number // LOOKS % 7))) for n, value in enumerate(dice)]
        if first and dice:  # the opening roll: a die of each side
            placed = [(dice[0], (0.6, 0.45)), (dice[1], (0.2, 0.5))]
        for _ in range(LOOKS):
            shown.append(eye.see(float(number), position, placed, frame=f"s{number}"))
            number += 1

    for roll, play in turns:
        dice = tuple(int(die) for die in roll.split("-"))
        look(dice)
        position = parse_play(play, position, side, None).result
        look(dice)
        side = side.opponent
    look(())
    return shown


class Seer:
    """Stands in for `Watcher`: a frame's name says what is seen in it."""

    moving = False
    view = View.CLEAR
    geometry = None
    home = None
    observation = None

    def __init__(self, sightings: Sequence[Sighting]) -> None:
        self._seen: dict[str, Sighting] = {sighting.frame: sighting for sighting in sightings}
        self.asked_again = 0

    def use(self, profile: BoardProfile) -> None:
        self.used = profile

    def look_again(self) -> None:
        self.asked_again += 1

    def take(self, frame: Frame) -> Iterator[Input]:
        name = frame.name.rpartition(":")[2]
        if name in self._seen:
            yield replace(self._seen[name], t_s=frame.t_s, frame=frame.name)


def frame(number: int, run: str = "") -> Frame:
    """Give a picture; a camera that is opened anew names its pictures anew."""
    return Frame(np.zeros((64, 64, 3), np.uint8), float(number), f"{run}:s{number}")
