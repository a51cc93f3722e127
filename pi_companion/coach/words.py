"""Small pieces of the coach's sentences."""

from collections.abc import Sequence

from pi_companion.coach.chances import ROLLS
from pi_companion.rules import Side


def points_of(side: Side, points: Sequence[int]) -> str:
    """Name points as their owner counts them.

    >>> points_of(Side.WHITE, [6]), points_of(Side.BLACK, [8, 6, 5])
    ("White's 6-point", "Black's 8-, 6- and 5-points")
    """
    if len(points) == 1:
        return f"{side.label}'s {points[0]}-point"
    return f"{side.label}'s {listed([f'{point}-' for point in points])}points"


def listed(words: Sequence[str]) -> str:
    """Join words as one says them.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def counted(count: int, one: str) -> str:
    """Count things.

    >>> counted(1, "checker"), counted(2, "checker")
    ('1 checker', '2 checkers')
    """
    return f"{count} {one if count == 1 else one + 's'}"


def rolls_that(count: int, one: str, many: str) -> str:
    """Say how many rolls do something.

    >>> rolls_that(11, "lets", "let"), rolls_that(36, "lets", "let"), rolls_that(1, "lets", "let")
    ('11 of 36 rolls let', 'every roll lets', '1 of 36 rolls lets')
    """
    if count == ROLLS:
        return f"every roll {one}"
    return f"{count} of {ROLLS} rolls {one if count == 1 else many}"


def shots_told(count: int) -> str:
    """Say how many rolls hit.

    >>> shots_told(0), shots_told(1), shots_told(11), shots_told(36)
    ('no shot', '1 shot out of 36', '11 shots out of 36', 'a shot with every roll')
    """
    if count == ROLLS:
        return "a shot with every roll"
    return f"{counted(count, 'shot')} out of {ROLLS}" if count else "no shot"
