"""The board in text is the board."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_companion.record.draw import Beside, HomeCorner, draw_board
from pi_companion.rules import BAR, OFF, Position, Side

START = """\
+-13-14-15-16-17-18-+---+-19-20-21-22-23-24-+  X Bob  2/5  167 pips
|  O           X    |   |  X              O |
|  O           X    |   |  X              O |
|  O           X    |   |  X                |
|  O                |   |  X                |
|  O                |   |  X                |
|                   |BAR|                   |  [1] cube in the middle
|  X                |   |  O                |
|  X                |   |  O                |
|  X           O    |   |  O                |  Ann rolled 3-1
|  X           O    |   |  O              X |
|  X           O    |   |  O              X |
+-12-11-10--9--8--7-+---+--6--5--4--3--2--1-+  O Ann  1/5  167 pips"""


def test_the_start_position_seen_by_white() -> None:
    beside = Beside("Ann", "Bob", (1, 2), 5, on_roll=Side.WHITE, dice=(3, 1))
    assert draw_board(Position.start(), beside) == START


def test_a_late_position_seen_by_black_with_the_home_at_the_left() -> None:
    white = [0] * 26
    white[OFF], white[19], white[BAR] = 7, 5, 2
    white[20] = 1
    black = [0] * 26
    black[OFF], black[2], black[BAR] = 5, 8, 2
    drawn = draw_board(
        Position(tuple(white), tuple(black)),
        Beside(score=(15, 3), cube_value=4, cube_owner=Side.BLACK, on_roll=Side.WHITE),
        seen_by=Side.BLACK,
        home=HomeCorner.LEFT,
    )
    assert drawn.splitlines()[0].startswith("+-24-23-22-21-20-19-+---+-18")
    assert "[4] cube" in drawn.splitlines()[11]
    assert "White to roll" in drawn.splitlines()[3]
    assert drawn.splitlines()[11].startswith("|     X           5 |") is False


def test_the_cube_lies_on_its_owners_side() -> None:
    for owner, line in ((Side.WHITE, 11), (Side.BLACK, 1), (None, 6)):
        lines = draw_board(Position.start(), Beside(cube_value=2, cube_owner=owner)).splitlines()
        assert ["[2]" in text for text in lines].index(True) == line


def checkers(rows: int) -> st.SearchStrategy[Position]:
    """Positions with at most `rows` checkers in a place and no point held by both."""

    def build(values: list[int], bars: tuple[int, int]) -> Position:
        white = (0, *(max(0, value) for value in values), bars[0])
        black = (0, *(max(0, -value) for value in reversed(values)), bars[1])
        return Position(white, black)

    bars = st.tuples(st.integers(0, rows), st.integers(0, rows))
    return st.builds(build, st.lists(st.integers(-rows, rows), min_size=24, max_size=24), bars)


def read_board(text: str, mark: str) -> list[int]:
    """Count a side's checkers by the numbers printed at the edge, as somebody at the board would."""
    lines = text.splitlines()
    counts = [0] * 26
    for edge, rows in ((lines[0], lines[1:6]), (lines[12], lines[7:12])):
        for number in re.finditer(r"\d+", edge[:45]):
            counts[int(number.group())] = sum(row[number.end() - 1] == mark for row in rows)
        counts[BAR] += sum(row[22] == mark for row in rows)
    return counts


@given(checkers(5), st.sampled_from(Side), st.sampled_from(HomeCorner))
def test_every_checker_stands_at_its_number_for_both_sides(position: Position, seen_by: Side, home: HomeCorner) -> None:
    drawn = draw_board(position, seen_by=seen_by, home=home)
    own, other = ("O", "X") if seen_by is Side.WHITE else ("X", "O")
    assert read_board(drawn, own)[1:] == list(position.counts(seen_by)[1:])
    seen = read_board(drawn, other)
    assert [seen[25 - point] for point in range(1, 25)] == list(position.counts(seen_by.opponent)[1:25])
    assert seen[BAR] == position.counts(seen_by.opponent)[BAR]


@given(checkers(15))
def test_the_board_keeps_its_form_whatever_stands_on_it(position: Position) -> None:
    lines = draw_board(position).splitlines()
    assert len(lines) == 13
    assert all(line[0] == line[44] and line[0] in "|+" for line in lines)


@pytest.mark.parametrize("count", [6, 9, 10, 15])
def test_more_than_five_are_told_by_their_number(count: int) -> None:
    white = [0] * 26
    white[1], white[13], white[BAR] = count, count, count
    lines = draw_board(Position(tuple(white), (0,) * 26)).splitlines()
    assert lines[7][41:43].strip() == str(count)
    assert lines[5][2:4].strip() == str(count)
    assert lines[11][21:23].strip() == str(count)


def test_a_point_that_both_sides_seem_to_hold_is_marked() -> None:
    both = Position((0, 0, 0, 0, 0, 0, 3) + (0,) * 19, (0,) * 19 + (2,) + (0,) * 6)
    assert draw_board(both).splitlines()[11][27] == "?"
