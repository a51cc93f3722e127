"""The doubling cube as it lies."""

from dataclasses import dataclass

from pi_companion.errors import InputError
from pi_companion.rules.side import Side

HIGHEST_CUBE = 64
"""The last number on the cube's faces."""


@dataclass(frozen=True, slots=True)
class Cube:
    """The doubling cube.

    >>> Cube()
    Cube(value=1, owner=None)
    """

    value: int = 1
    """What the game is played for; 1 at the start."""

    owner: Side | None = None
    """Who alone may double next; None while the cube is in the centre."""

    def __post_init__(self) -> None:
        """Refuse numbers that no doubling leads to."""
        if self.value < 1 or self.value & (self.value - 1):
            message = f"a cube shows 1, 2, 4, 8, 16, 32 or 64, but {self.value} came; read the cube again"
            raise InputError(message)
