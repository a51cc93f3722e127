"""A table made of words and numbers: positions, dice and cube become sightings, as sure or as doubtful as wanted."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from pi_companion.referee.sighting import CubeReading, DieReading, Sighting
from pi_companion.rules import Position, Side

FACES = (2, 4, 8, 16, 32, 64, 1)


@dataclass
class Eye:
    """Sees what it is shown, with chosen sureness and chosen slips."""

    sure: float = 9.0
    """Nats between the value shown and any other."""

    misread: float = 0.0
    """How often a place is read as its neighbour."""

    misread_dice: float = 0.0
    misread_sure: float = 4.0
    """Nats between the wrong value read and the true one."""

    trays: bool = True
    rng: random.Random = field(default_factory=lambda: random.Random(1))

    def row(self, value: int, size: int, rate: float) -> tuple[float, ...]:
        row = [-self.sure] * size
        row[value] = 0.0
        if rate and self.rng.random() < rate:
            wrong = value + self.rng.choice([-1, 1])
            wrong = value + 1 if wrong < 0 else value - 1 if wrong >= size else wrong
            row[wrong] = self.misread_sure
        return tuple(row)

    def die(self, value: int, centre: tuple[float, float]) -> DieReading:
        row = [-self.sure] * 6
        row[value - 1] = 0.0
        if self.rng.random() < self.misread_dice:
            row[self.rng.choice([n for n in range(6) if n != value - 1])] = self.misread_sure
        return DieReading(tuple(row), centre)

    def see(
        self,
        t_s: float,
        position: Position,
        dice: Sequence[tuple[int, tuple[float, float]]] = (),
        cube: tuple[int, Side | None] | None = (1, None),
        frame: str = "",
    ) -> Sighting:
        points = tuple(
            self.row(15 + position.white[n] - position.black[25 - n], 31, self.misread) for n in range(1, 25)
        )
        flat = (0.0,) * 16
        return Sighting(
            t_s,
            frame,
            points,
            self.row(position.white[25], 16, self.misread),
            self.row(position.black[25], 16, self.misread),
            self.row(position.white[0], 16, self.misread) if self.trays else flat,
            self.row(position.black[0], 16, self.misread) if self.trays else flat,
            tuple(self.die(value, centre) for value, centre in dice),
            None if cube is None else self.cube(*cube),
        )

    def cube(self, value: int, owner: Side | None) -> CubeReading:
        face = 64 if owner is None else value
        values = tuple(0.0 if n == face else -self.sure for n in FACES)
        place = 2 if owner is None else [Side.WHITE, Side.BLACK].index(owner)
        return CubeReading(values, tuple(0.0 if n == place else -self.sure for n in range(3)))
