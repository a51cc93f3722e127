"""The two sides of a game and a roll of their dice."""

from dataclasses import dataclass
from enum import Enum

from pi_companion.errors import InputError

FACES = range(1, 7)


class Side(Enum):
    """A player by the colour of the checkers; White is the side that the board profile calls White."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> "Side":
        """The other side.

        >>> Side.WHITE.opponent
        <Side.BLACK: 'black'>
        """
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def label(self) -> str:
        """The side's name as it stands in a sentence.

        >>> Side.BLACK.label
        'Black'
        """
        return self.value.capitalize()


@dataclass(frozen=True, slots=True)
class Roll:
    """Two dice, as they fell.

    >>> Roll(1, 3).dice, Roll(1, 3).steps, Roll(2, 2).steps
    ((3, 1), (3, 1), (2, 2, 2, 2))
    """

    a: int
    """First die, 1 to 6."""

    b: int
    """Second die, 1 to 6."""

    def __post_init__(self) -> None:
        """Refuse dice that no die can show."""
        if not (self.a in FACES and self.b in FACES):
            message = f"a roll wants two dice from 1 to 6, but {self.a} and {self.b} came; read the dice again"
            raise InputError(message)

    @property
    def dice(self) -> tuple[int, int]:
        """The two dice, higher first."""
        return (self.a, self.b) if self.a >= self.b else (self.b, self.a)

    @property
    def is_double(self) -> bool:
        """Whether both dice show the same number, which is then played four times."""
        return self.a == self.b

    @property
    def steps(self) -> tuple[int, ...]:
        """The numbers to play: two for most rolls, four for doubles."""
        return (self.a,) * 4 if self.is_double else self.dice

    def __str__(self) -> str:
        """Write the roll as players say it.

        >>> str(Roll(1, 3))
        '3-1'
        """
        return f"{self.dice[0]}-{self.dice[1]}"
