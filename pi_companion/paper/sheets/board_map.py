"""A map of the board: its points by both players' numbers and its parts by their names."""

from pi_companion.paper.blocks import Document, Figure, Figures, Heading, Table, Words
from pi_companion.paper.board import Scene, draw
from pi_companion.paper.ink import Drawing
from pi_companion.rules import BAR, Cube, Position, Side

_PARTS = (
    ("home board", "points 1 to 6 of a player; from here checkers are borne off"),
    ("outer board", "points 7 to 12"),
    ("bar", "the ridge in the middle; a hit checker waits there. Written bar, counted as 25"),
    ("off", "where borne-off checkers lie. Written off, counted as 0"),
    ("6-point, 8-point, 13-point", "where checkers stand at the start; the 13-point is also the midpoint"),
    ("bar-point", "the 7-point"),
    ("ace-point", "the 1-point"),
    ("anchor", "two or more own checkers on a point of the opponent's home board"),
    ("blot", "a checker alone on a point"),
    ("prime", "made points in a row; six in a row cannot be passed"),
    ("pip", "one point's way of one checker"),
)


def _seen_by(side: Side) -> Drawing:
    scene = Scene(cube=Cube(), title=f"The board as {side.label} counts it")
    return draw(Position.start(), scene, seen_by=side)


def _by_both(point: int) -> tuple[str, str]:
    """Give a point's number as White counts it, and as Black does."""
    return str(point), str(BAR - point)


def board_map() -> Document:
    """Set out the map."""
    views = tuple(Figure(_seen_by(side), f"{side.label}'s numbers") for side in Side)
    rows = tuple(tuple(number for first in range(24, 0, -6) for number in _by_both(first - row)) for row in range(6))
    return Document(
        "A map of the board",
        (
            Words(
                "Both players count from their own home board outwards, so that each point has two numbers, which add "
                "up to 25. White is what the board's profile calls White; on the drawings White is light."
            ),
            Figures(views),
            Heading("Each point by both numbers"),
            Table(("White", "Black") * 4, rows),
            Heading("Names"),
            Table(("Name", "What it is"), _PARTS),
        ),
        "Printed by pi-companion.",
    )
