"""Plays as people write them, read into a `Play`."""

import re
from collections.abc import Iterable
from itertools import pairwise

from pi_companion.errors import InputError
from pi_companion.rules.moves import Move
from pi_companion.rules.outcomes import BLOCK
from pi_companion.rules.plays import Play
from pi_companion.rules.position import BAR, OFF, Position
from pi_companion.rules.side import Roll, Side

_PART = re.compile(r"(?P<places>(?:\w+\*?[/-])+\w+\*?)(?:\((?P<count>\d{1,9})\))?")
_NAMES = {"bar": BAR, "b": BAR, "off": OFF, "o": OFF, "f": OFF}
_NO_MOVE = {"", "-", "no move", "cannot move", "can't move", "dance", "pass"}
_MOST_REPEATS = 4
_MOST_DIGITS = 2
_FORM = 'write it like "8/5 6/5", "24/18*/13", "bar/20", "6/off" or "8/5(2)"'


def parse_play(text: str, position: Position, side: Side, roll: Roll | None) -> Play:
    """Read a play as people write it, in any order; whether it is legal is for `judge` to say.

    The bar may be written bar, b or 25, and off may be written off, o or 0; hit marks may be missing. A way of more
    than one die, like 24/13, is taken past the open points, and without a hit where that can be; the roll
    is needed for that, and without it such a way is one move.

    >>> start = Position.start()
    >>> str(parse_play("6/5, 8/5", start, Side.WHITE, Roll(3, 1)))
    '8/5 6/5'
    >>> parse_play("24/13", start, Side.WHITE, Roll(6, 5)).moves
    (Move(start=24, end=18, hit=False), Move(start=18, end=13, hit=False))

    Raises:
        InputError: The text is no play, or it moves a checker from where the side has none.
    """
    if text.strip().lower() in _NO_MOVE:
        return Play.of(position, side, ())
    legs = [leg for part in re.split(r"[\s,;]+", text.strip()) for leg in _legs(part, text)]
    if roll is not None:
        other = position.counts(side.opponent)
        legs = [step for leg in legs for step in _split(leg, other, roll, only=len(legs) == 1)]
    try:
        return Play.of(position, side, tuple(sorted(legs, key=lambda move: -move.start)))
    except InputError as error:
        message = f"in the play {text!r}: {error}"
        raise InputError(message) from error


def _legs(part: str, text: str) -> list[Move]:
    """Read one part, such as 24/18*/13 or 8/5(2), into moves from stop to stop."""
    match = _PART.fullmatch(part)
    if match is None:
        message = f"a play wants moves from point to point, but {part!r} came in {text!r}; {_FORM}"
        raise InputError(message)
    places = [_place(name.rstrip("*"), text) for name in re.split("[/-]", match["places"])]
    count = int(match["count"] or 1)
    if not 1 <= count <= _MOST_REPEATS:
        message = f"a move is repeated 1 to 4 times, but {part!r} came in {text!r}; {_FORM}"
        raise InputError(message)
    legs = [Move(start, end) for start, end in pairwise(places)]
    if any(leg.start == OFF or leg.end in (BAR, leg.start) for leg in legs):
        message = f"a checker goes from the bar or a point to another point or off, but {part!r} came; {_FORM}"
        raise InputError(message)
    return legs * count


def _place(name: str, text: str) -> int:
    place = _NAMES.get(name.lower())
    if place is None and name.isdecimal() and len(name) <= _MOST_DIGITS and OFF <= int(name) <= BAR:
        place = int(name)
    if place is None:
        message = f"a place is bar, off or a point from 1 to 24, but {name!r} came in {text!r}; {_FORM}"
        raise InputError(message)
    return place


def _split(leg: Move, other: tuple[int, ...], roll: Roll, *, only: bool) -> Iterable[Move]:
    """Split a way of several dice into single moves; a way that the dice do not fit is left whole."""
    distance = leg.start - leg.end
    if roll.is_double:
        exact = distance % roll.a == 0 or leg.end == OFF
        if distance > roll.a and exact and distance <= roll.a * len(roll.steps):
            stops = [*range(leg.start, leg.end, -roll.a), leg.end]
            return [Move(start, end) for start, end in pairwise(stops)]
        return [leg]
    high, low = roll.dice
    exact = distance == high + low or (leg.end == OFF and high < distance < high + low)
    if not only or not exact:
        return [leg]

    def trouble(stop: int) -> tuple[bool, bool]:
        held = other[BAR - stop]
        return held >= BLOCK, held > 0

    stop = min((leg.start - high, leg.start - low), key=trouble)
    return [Move(leg.start, stop), Move(stop, leg.end)]
