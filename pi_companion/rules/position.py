"""Where the checkers stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeGuard

from pi_companion.errors import InputError
from pi_companion.rules.side import Side

CHECKERS = 15
OFF = 0
BAR = 25
POINTS = range(1, 25)
HOME = range(1, 7)
PLACES = 26

_START = (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)


@dataclass(frozen=True, slots=True)
class Position:
    """Where the checkers stand; what a camera saw may be impossible, and `faults` then says why.

    >>> Position.start().pip_count(Side.WHITE)
    167
    """

    white: tuple[int, ...]
    """26 counts in White's own numbering: [0] off, [1..24] points, [25] bar."""

    black: tuple[int, ...]
    """As `white`, in Black's own numbering (Black's n is White's 25 - n)."""

    def __post_init__(self) -> None:
        """Refuse values that are not 26 counts a side."""
        for side, counts in ((Side.WHITE, self.white), (Side.BLACK, self.black)):
            if len(counts) != PLACES or min(counts) < 0:
                message = (
                    f"{side.label} wants 26 counts of 0 or more (off, points 1 to 24, bar), "
                    f"but {list(counts)} came; give one count for each place"
                )
                raise InputError(message)

    @classmethod
    def start(cls) -> "Position":
        """Give the position that a game begins with."""
        return cls(_START, _START)

    def counts(self, side: Side) -> tuple[int, ...]:
        """Give the 26 counts of one side in its own numbering."""
        return self.white if side is Side.WHITE else self.black

    @classmethod
    def from_counts(cls, side: Side, own: tuple[int, ...], other: tuple[int, ...]) -> "Position":
        """Build a position from the counts of `side` and those of its opponent."""
        return cls(own, other) if side is Side.WHITE else cls(other, own)

    @classmethod
    def from_xgid(cls, text: str, on_roll: Side) -> "Position":
        """Read the first field of an XGID; upper case is `on_roll`, and missing checkers are off.

        >>> Position.from_xgid("-b----E-C---eE---c-e----B-", on_roll=Side.WHITE) == Position.start()
        True

        Raises:
            InputError: The text has no 26 places, an unknown letter, or more than fifteen checkers of a side.
        """
        if len(text) != PLACES:
            message = f"an XGID position wants 26 characters, but {text!r} has {len(text)}; copy the whole field"
            raise InputError(message)
        own = [0] * PLACES
        other = [0] * PLACES
        for place, letter in enumerate(text):
            if "A" <= letter <= "O" and place != OFF:
                own[place] = ord(letter) - ord("A") + 1
            elif "a" <= letter <= "o" and place != BAR:
                other[BAR - place] = ord(letter) - ord("a") + 1
            elif letter != "-":
                raise InputError(_bad_letter(text, place))
        for counts, name in ((own, "upper-case"), (other, "lower-case")):
            if sum(counts) > CHECKERS:
                message = (
                    f"a side has at most 15 checkers, but {text!r} has {sum(counts)} {name} ones; correct the letters"
                )
                raise InputError(message)
            counts[OFF] = CHECKERS - sum(counts)
        return cls.from_counts(on_roll, tuple(own), tuple(other))

    def to_xgid(self, on_roll: Side) -> str:
        """Write the first field of an XGID, with `on_roll` in upper case.

        >>> Position.start().to_xgid(on_roll=Side.BLACK)
        '-b----E-C---eE---c-e----B-'

        Raises:
            InputError: Both sides hold one point, or a side's checkers are not fifteen: the text could not say so.
        """
        if faults := self.placing_faults():
            message = f"an XGID cannot say this position: {faults[0]}; correct the position first"
            raise InputError(message)
        own, other = self.counts(on_roll), self.counts(on_roll.opponent)
        letters = ["-"] * PLACES
        for place in range(1, PLACES):
            if own[place]:
                letters[place] = chr(ord("A") + own[place] - 1)
            if other[place]:
                letters[BAR - place] = chr(ord("a") + other[place] - 1)
        return "".join(letters)

    def pip_count(self, side: Side) -> int:
        """Add up how far the side's checkers still have to go; a checker on the bar counts 25."""
        return sum(place * count for place, count in enumerate(self.counts(side)))

    def to_json(self) -> dict[str, list[int]]:
        """Give the position as the JSON object of the contract."""
        return {"white": list(self.white), "black": list(self.black)}

    @classmethod
    def from_json(cls, value: object) -> "Position":
        """Read what `to_json` wrote; only the form is checked, `faults` tells the rest.

        Raises:
            InputError: The value is not an object with 26 counts for "white" and 26 for "black".
        """
        if isinstance(value, Mapping):
            white, black = value.get("white"), value.get("black")
            if _are_counts(white) and _are_counts(black):
                return cls(tuple(white), tuple(black))
        message = (
            'a position wants {"white": [26 counts], "black": [26 counts]}, '
            f"but {str(value)[:80]!r} came; write both lists with whole numbers"
        )
        raise InputError(message)

    def placing_faults(self) -> tuple[str, ...]:
        """Say in words where checkers are too many, too few, or of both sides on one point."""
        found = []
        for side in Side:
            total = sum(self.counts(side))
            if total != CHECKERS:
                found.append(f"{side.label} has {total} checkers in all, not 15")
        found += [
            f"White's {point}-point holds checkers of both sides"
            for point in POINTS
            if self.white[point] and self.black[BAR - point]
        ]
        return tuple(found)

    def faults(self) -> tuple[str, ...]:
        """Say in words why the position cannot arise in a game; empty when it can.

        >>> Position.start().faults()
        ()
        """
        found = list(self.placing_faults())
        if self.white[OFF] == CHECKERS and self.black[OFF] == CHECKERS:
            found.append("both sides have borne off all their checkers, but a game ends with the first who does")
        if all(counts[BAR] and all(counts[point] > 1 for point in HOME) for counts in (self.white, self.black)):
            found.append("both sides are on the bar against closed boards, which no game can reach")
        return tuple(found)


def _are_counts(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list | tuple) and len(value) == PLACES and all(type(count) is int for count in value)


def _bad_letter(text: str, place: int) -> str:
    if place == OFF:
        wanted = "the first character is the bar of the side in lower case and wants a to o or -"
    elif place == BAR:
        wanted = "the last character is the bar of the side in upper case and wants A to O or -"
    else:
        wanted = "an XGID position wants A to O, a to o or - in each place"
    return f"{wanted}, but character {place + 1} of {text!r} is {text[place]!r}; correct that character"
