"""What an engine thinks of plays and cubes, behind a small interface; the table never waits for it to be well."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from pi_companion.errors import CompanionError
from pi_companion.rules import Play, Xgid


class EngineError(CompanionError, OSError):
    """The engine is absent, too slow, or has died; whoever asked goes on without it."""


class Level(Enum):
    """How hard the engine looks; the value is how many rolls it looks ahead."""

    QUICK = 0
    CAREFUL = 1
    DEEP = 2


@dataclass(frozen=True, slots=True)
class Ranked:
    """One legal play and what it is worth."""

    play: Play
    equity: float
    """Points the mover may expect for each point of the cube, by the score of the match."""


@dataclass(frozen=True, slots=True)
class CubeView:
    """What doubling is worth to the side on roll before it rolls; as `Ranked.equity`, for the cube as it is."""

    best: float
    """With the best action of both sides."""

    no_double: float
    take: float
    """Doubled and taken."""

    drop: float
    """Doubled and dropped."""

    @property
    def double(self) -> float:
        """Doubled, and the opponent answers as is best for it."""
        return min(self.take, self.drop)

    @property
    def should_double(self) -> bool:
        """Whether doubling is better than not."""
        return self.double > self.no_double

    @property
    def should_take(self) -> bool:
        """Whether the opponent would do better to take."""
        return self.take <= self.drop


@dataclass(frozen=True, slots=True)
class Outlook:
    """How likely each end of the game is to the side on roll before it rolls, were there no cube."""

    win: float
    lose_gammon: float
    """Backgammons are among these."""

    lose_backgammon: float


class Engine(Protocol):
    """Judges situations."""

    def plays(self, xgid: Xgid, level: Level) -> tuple[Ranked, ...]:
        """Rank all legal plays of a roll, best first; empty when there is none.

        Raises:
            EngineError: The engine cannot answer.
        """
        ...

    def cube(self, xgid: Xgid, level: Level) -> CubeView:
        """Judge the cube before the roll.

        Raises:
            EngineError: The engine cannot answer.
        """
        ...

    def outlook(self, xgid: Xgid, level: Level) -> Outlook:
        """Judge the chances before the roll.

        Raises:
            EngineError: The engine cannot answer.
        """
        ...
