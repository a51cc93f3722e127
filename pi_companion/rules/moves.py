"""One checker moved by one die, and how players write several such moves."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pi_companion.rules.position import BAR, OFF


@dataclass(frozen=True, slots=True)
class Move:
    """One checker moved by one die.

    >>> str(Move(24, 18, hit=True)), str(Move(25, 20)), str(Move(6, 0))
    ('24/18*', 'bar/20', '6/off')
    """

    start: int
    """Place it left, in the mover's numbering; 25 is the bar."""

    end: int
    """Place it came to, in the mover's numbering; 0 is off."""

    hit: bool = False
    """Whether it sent an opposing checker to the bar."""

    def __str__(self) -> str:
        """Write the move as players do."""
        return f"{place_name(self.start)}/{place_name(self.end)}{'*' if self.hit else ''}"


def place_name(place: int) -> str:
    """Give the name of a place: its number, "bar" or "off"."""
    return {BAR: "bar", OFF: "off"}.get(place, str(place))


def write_moves(moves: Iterable[Move]) -> str:
    """Write moves as players do: one checker's way in one piece, stopping only where it hit, repeats counted.

    >>> write_moves([Move(24, 18, hit=True), Move(18, 13)]), write_moves([Move(8, 5), Move(8, 5)])
    ('24/18*/13', '8/5(2)')
    >>> write_moves([Move(24, 18), Move(18, 13)]), write_moves([Move(6, 5), Move(8, 5, hit=True)])
    ('24/13', '8/5* 6/5')
    """
    ways = Counter(_share_hits(_ways(moves)))
    return " ".join(_way_text(way) + (f"({count})" if count > 1 else "") for way, count in ways.items())


def _ways(moves: Iterable[Move]) -> list[tuple[Move, ...]]:
    """Join the moves into the ways of single checkers, with stops only at hits."""
    ways: list[list[Move]] = []
    for move in sorted(moves, key=lambda move: (-move.start, -move.end, not move.hit)):
        way = next((way for way in ways if way[-1].end == move.start), None)
        if way is None:
            ways.append([move])
        elif way[-1].hit:
            way.append(move)
        else:
            way[-1] = Move(way[-1].start, move.end, hit=move.hit)
    return [tuple(way) for way in ways]


def _share_hits(ways: list[tuple[Move, ...]]) -> list[tuple[Move, ...]]:
    """Let a checker that followed one that hit, from the same place to the same place, be written like it: 8/5*(2)."""
    hitting = {(way[0].start, way[-1].end): way for way in ways if any(move.hit for move in way)}
    return [hitting.get((way[0].start, way[-1].end), way) for way in ways]


def _way_text(way: tuple[Move, ...]) -> str:
    return str(way[0]) + "".join(f"/{place_name(move.end)}{'*' if move.hit else ''}" for move in way[1:])
