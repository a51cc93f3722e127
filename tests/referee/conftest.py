"""A table made of words and numbers: positions, dice and cube become sightings, as sure or as doubtful as wanted."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from pi_companion.referee import Adopted, Input, TurnEnded, start_match, step
from pi_companion.referee.events import TableEvent
from pi_companion.referee.sighting import CubeReading, DieReading, Sighting
from pi_companion.rules import Position, Roll, Side, parse_play

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
        face = 64 if owner is None and value == 1 else value
        values = tuple(0.0 if n == face else -self.sure for n in FACES)
        place = 2 if owner is None else [Side.WHITE, Side.BLACK].index(owner)
        return CubeReading(values, tuple(0.0 if n == place else -self.sure for n in range(3)))


@dataclass
class Table:
    """Two people at a board, their doings written as a script, and a referee who watches."""

    eye: Eye = field(default_factory=Eye)
    length: int = 5
    looks: int = 3
    """Sightings of each still moment."""

    def __post_init__(self) -> None:
        started = start_match(self.length)
        self.state = started.state
        self.events: list[TableEvent] = list(started.effects)
        self.position = Position.start()
        self.side = Side.WHITE
        self.roll = Roll(1, 2)
        self.dice: tuple[tuple[int, tuple[float, float]], ...] = ()
        self.cube: tuple[int, Side | None] = (1, None)
        self.t_s = 0.0
        self.throws = 0

    def do(self, script: str) -> list[TableEvent]:
        """Do what the script says, one thing after the other, and give the events that follow."""
        before = len(self.events)
        for deed in (part.strip() for part in script.split(";")):
            self._do(deed)
        return self.events[before:]

    def _do(self, deed: str) -> None:
        match deed.split():
            case ["opening", dice]:
                white, black = (int(die) for die in dice.split("-"))
                self.throws += 1
                shift = 0.05 * (self.throws % 5)
                self.dice = ((white, (0.6 + shift, 0.45)), (black, (0.2 + shift, 0.5)))
                self.side = Side.WHITE if white > black else Side.BLACK
                self.roll = Roll(white, black)
            case ["rolls", dice]:
                self.throw(dice)
            case ["lifts"]:
                self.dice = ()
                self.look()
                self.side = self.side.opponent
                return
            case ["passes"]:
                self.side = self.side.opponent
                return
            case ["looks"]:
                pass
            case ["nudges"]:
                self.dice = tuple((value, (x + 0.04, y - 0.05)) for value, (x, y) in self.dice)
            case ["presses"]:
                self.tell(TurnEnded(self.side))
                return
            case ["cube", value, owner]:
                self.cube = (int(value), None if owner == "centre" else Side(owner))
                return
            case ["sets", "up"]:
                self.position, self.dice, self.cube = Position.start(), (), (1, None)
            case ["quietly", *moves]:
                self.position = parse_play(" ".join(moves), self.position, self.side, None).result
                return
            case _:
                self.position = parse_play(deed, self.position, self.side, None).result
        self.look()

    def adopt(self, xgid: str, side: Side) -> None:
        """Let a person say what stands on the board and whose turn it is, White in upper case."""
        self.position, self.side, self.dice = Position.from_xgid(xgid, on_roll=Side.WHITE), side, ()
        self.tell(Adopted(self.position, side))
        self.look()

    def throw(self, dice: str) -> None:
        """Throw the dice into the half at the right of the player whose turn it is, and look no further."""
        first, second = (int(die) for die in dice.split("-"))
        self.throws += 1
        left = 0.55 if self.side is Side.WHITE else 0.1
        x = left + 0.06 * (self.throws % 4)
        self.dice = ((first, (x, 0.4 + 0.03 * (self.throws % 3))), (second, (x + 0.08, 0.55)))
        self.roll = Roll(first, second)

    def look(self, times: int | None = None) -> None:
        """Let the referee see the still board."""
        seen = self.eye.see(self.t_s, self.position, self.dice, self.cube)
        for _ in range(self.looks if times is None else times):
            self.tell(replace(seen, t_s=self.t_s))
            self.t_s += 0.5

    def tell(self, event: Input) -> list[TableEvent]:
        """Tell the referee one thing."""
        told = step(self.state, event)
        self.state = told.state
        self.events += told.effects
        return list(told.effects)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def new_table() -> type[Table]:
    return Table


@pytest.fixture
def new_eye() -> type[Eye]:
    return Eye
