"""Positions for the coach's tests."""

from pi_companion.rules import CHECKERS, OFF, Position


def board(white: dict[int, int], black: dict[int, int]) -> Position:
    """Place checkers, each side in its own numbering; the rest is off."""

    def counts(placed: dict[int, int]) -> tuple[int, ...]:
        held = [placed.get(place, 0) for place in range(26)]
        held[OFF] = CHECKERS - sum(held[1:])
        return tuple(held)

    return Position(counts(white), counts(black))
