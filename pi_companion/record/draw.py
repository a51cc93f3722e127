"""A board drawn in text, as the person who sits at it sees it."""

from dataclasses import dataclass
from enum import Enum

from pi_companion.rules import BAR, OFF, Position, Side

ROWS = 5
"""Checkers drawn in a column; more are told by their number."""

HALF = 6
MARKS = {Side.WHITE: "O", Side.BLACK: "X"}


class HomeCorner(Enum):
    """The near corner in which the viewer's home board lies."""

    RIGHT = "right"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Beside:
    """What is written beside the board."""

    white: str = "White"
    black: str = "Black"
    score: tuple[int, int] | None = None
    """White's and Black's points; None leaves them out."""

    length: int = 0
    """Points of the match; 0 is money play."""

    cube_value: int = 1
    cube_owner: Side | None = None
    on_roll: Side | None = None
    dice: tuple[int, int] | None = None

    def name(self, side: Side) -> str:
        """Give the player's name."""
        return self.white if side is Side.WHITE else self.black


_NOTHING = Beside()


def draw_board(
    position: Position,
    beside: Beside = _NOTHING,
    *,
    seen_by: Side = Side.WHITE,
    home: HomeCorner = HomeCorner.RIGHT,
) -> str:
    """Draw the board in 13 lines; points are numbered as `seen_by` counts them, O is White and X is Black."""
    near = tuple(range(12, 0, -1))
    far = tuple(range(13, 25))
    if home is HomeCorner.LEFT:
        near, far = near[::-1], far[::-1]
    lines = [_edge(far)]
    lines += [_row(position, seen_by, far, seen_by.opponent, height) for height in range(1, ROWS + 1)]
    gap = " " * (3 * HALF + 1)
    lines.append(f"|{gap}|BAR|{gap}|")
    lines += [_row(position, seen_by, near, seen_by, height) for height in range(ROWS, 0, -1)]
    lines.append(_edge(near))
    notes = _notes(position, beside, seen_by)
    return "\n".join(f"{line}  {notes.get(number, '')}".rstrip() for number, line in enumerate(lines))


def _edge(points: tuple[int, ...]) -> str:
    halves = ["".join(f"{point:->3}" for point in half) for half in (points[:HALF], points[HALF:])]
    return f"+{halves[0]}-+---+{halves[1]}-+"


def _row(position: Position, seen_by: Side, points: tuple[int, ...], bar_side: Side, height: int) -> str:
    """Draw one row; `height` counts from the edge of the board, and the bar fills from the middle."""
    cells = [_cell(position, seen_by, point, height) for point in points]
    bar = _stack(position.counts(bar_side)[BAR], MARKS[bar_side], ROWS + 1 - height)
    return f"|{''.join(cells[:HALF])} |{bar:>2} |{''.join(cells[HALF:])} |"


def _cell(position: Position, seen_by: Side, point: int, height: int) -> str:
    own = position.counts(seen_by)[point]
    other = position.counts(seen_by.opponent)[BAR - point]
    if own and other:
        # Both sides on a point cannot be, but a misread picture is drawn all the same.
        return f"{'?':>3}" if height == 1 else "   "
    side = seen_by if own else seen_by.opponent
    return f"{_stack(own or other, MARKS[side], height):>3}"


def _stack(count: int, mark: str, height: int) -> str:
    if height > count:
        return ""
    return str(count) if height == ROWS and count > ROWS else mark


def _notes(position: Position, beside: Beside, seen_by: Side) -> dict[int, str]:
    """Write what stands beside the board, by line number."""
    middle = 1 + ROWS
    notes = {0: _player(position, beside, seen_by.opponent), 2 * middle: _player(position, beside, seen_by)}
    cube = f"[{beside.cube_value}]"
    if beside.cube_owner is None:
        notes[middle] = f"{cube} cube in the middle"
    elif beside.cube_owner is seen_by:
        notes[2 * middle - 1] = f"{cube} cube"
    else:
        notes[1] = f"{cube} cube"
    if beside.on_roll is not None:
        roll = "to roll" if beside.dice is None else f"rolled {beside.dice[0]}-{beside.dice[1]}"
        line = 2 * middle - 3 if beside.on_roll is seen_by else 3
        notes[line] = f"{beside.name(beside.on_roll)} {roll}"
    return notes


def _player(position: Position, beside: Beside, side: Side) -> str:
    parts = [f"{MARKS[side]} {beside.name(side)}"]
    if beside.score is not None:
        points = beside.score[0] if side is Side.WHITE else beside.score[1]
        parts.append(f"{points}/{beside.length}" if beside.length else f"{points} points")
    parts.append(f"{position.pip_count(side)} pips")
    if position.counts(side)[OFF]:
        parts.append(f"{position.counts(side)[OFF]} off")
    return "  ".join(parts)
