"""Misread places and dice: never an accusation, and soon forgotten."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pi_companion.referee.events import IllegalPlay, Played, Rolled, TableEvent
from pi_companion.referee.sighting import Sighting
from pi_companion.rules import Position, Side

if TYPE_CHECKING:
    from tests.referee.conftest import Table

BEGUN = "looks; opening 3-1; 8/5 6/5; lifts"


def names(events: Sequence[TableEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


def misread(sighting: Sighting, point: int, by: int = -1) -> Sighting:
    """Let one point be read with a checker more or less, and surely so."""
    points = list(sighting.points)
    row = list(points[point - 1])
    row[row.index(max(row)) + by] = 6.0
    points[point - 1] = tuple(row)
    return replace(sighting, points=tuple(points))


@pytest.mark.parametrize("point", [1, 5, 8, 11, 13, 19, 20, 24])
def test_a_misread_that_vanishes_is_forgotten(table: "Table", point: int) -> None:
    table.do(BEGUN)
    table.do("rolls 5-2; quietly 24/22 13/8")
    for _ in range(3):
        table.tell(misread(table.eye.see(table.t_s, table.position, table.dice), point))
    assert names(table.do("passes; rolls 6-4; 24/14; lifts")) == ["Played", "Rolled", "Played"]


@pytest.mark.parametrize("point", [1, 5, 8, 11, 13, 19, 20, 24])
def test_a_place_misread_all_along_is_no_illegal_play(table: "Table", point: int) -> None:
    table.do(BEGUN)
    table.do("rolls 5-2; quietly 24/22 13/8")
    for dice in (table.dice, ()):
        for _ in range(3):
            table.tell(misread(table.eye.see(table.t_s, table.position, dice), point))
    assert not [event for event in table.events if isinstance(event, IllegalPlay)]


def test_a_misread_die_is_put_right_by_the_play(table: "Table") -> None:
    table.eye.sure = 3.0
    table.do(BEGUN)
    table.throw("6-2")
    events = table.do("24/22 13/8; passes; rolls 6-4")
    assert next(event.dice for event in events if isinstance(event, Rolled)) == (5, 2)
    assert not [event for event in events if isinstance(event, IllegalPlay)]


def test_dice_too_small_to_read_are_told_by_the_play(table: "Table") -> None:
    table.do(BEGUN)
    table.do("passes")
    table.side = Side.BLACK
    table.throw("6-6")
    table.do("quietly 24/18(2) 13/7(2)")
    seen = table.eye.see(0, table.position, table.dice)
    blank = replace(seen, dice=tuple(replace(die, log_likelihoods=(0.0,) * 6) for die in seen.dice))
    for _ in range(3):
        table.tell(blank)
    events = table.do("passes; rolls 6-4")
    assert [event.dice for event in events if isinstance(event, Rolled)] == [(6, 6), (6, 4)]


def test_one_die_that_is_hidden_ends_no_turn(table: "Table") -> None:
    table.do(BEGUN)
    table.do("rolls 5-2; 24/22 13/8")
    table.dice = table.dice[:1]
    table.look(4)
    assert not [event for event in table.events[4:] if isinstance(event, Played)]


def test_a_turn_nobody_saw_is_made_out_from_what_follows(table: "Table") -> None:
    table.do(BEGUN)
    table.do("quietly 24/18(2) 13/7(2); passes; rolls 6-4; 24/14; lifts")
    played = [event for event in table.events if isinstance(event, Played)]
    assert [event.side for event in played] == [Side.WHITE, Side.BLACK, Side.WHITE]
    assert played[-1].position == table.position


def test_a_board_that_cannot_be_is_unclear_once_and_then_understood_again(table: "Table") -> None:
    table.do(BEGUN)
    true = table.position
    table.do("rolls 5-2")
    table.position = Position.from_xgid("-------EEE----eee---------", on_roll=Side.WHITE)
    table.dice = ()
    assert names(_looked(table, 8)) == ["Unclear"]
    table.position = true
    events = table.do("rolls 5-2; 24/22 13/8; lifts")
    assert names(events)[-1] == "Played"
    assert not [event for event in table.events if isinstance(event, IllegalPlay)]


def _looked(table: "Table", times: int) -> list[TableEvent]:
    before = len(table.events)
    table.look(times)
    return table.events[before:]


RACE = "-ECBABA-----------------d-"


def as_from_above(sighting: Sighting) -> Sighting:
    """Let each full row and each taller stack look like a row of five that may be taller, and no tray be in view."""
    flat = (0.0,) * 16
    rows = []
    for row in sighting.points:
        value = row.index(max(row))
        way = 1 if value > 15 else -1
        taller = [15 + way * count for count in range(5, 16)]
        blurred = [-1.2 * taller.index(n) if n in taller else -9.0 for n in range(31)]
        rows.append(tuple(blurred) if abs(value - 15) >= 5 else row)
    return replace(sighting, points=tuple(rows), off_white=flat, off_black=flat)


def seen_from_above(table: "Table", times: int) -> list[TableEvent]:
    """Look so often at what lies there; gives what was told."""
    told: list[TableEvent] = []
    for _ in range(times):
        told += table.tell(as_from_above(table.eye.see(table.t_s, table.position, table.dice)))
    return told


def test_a_row_that_may_be_a_tall_stack_accuses_nobody_of_bearing_off(table: "Table") -> None:
    table.adopt(RACE, Side.WHITE)
    table.throw("3-2")
    table.do("quietly 5/3 4/1")
    told = seen_from_above(table, 20)
    table.dice = ()
    told += seen_from_above(table, 3)
    assert [str(event.play) for event in told if isinstance(event, Played)] == ["5/3 4/1"]


TALL = "-GCBAB------------------d-"


def test_a_stack_that_is_counted_short_is_not_out_of_step(table: "Table") -> None:
    table.adopt(TALL, Side.WHITE)
    assert names(seen_from_above(table, 12)) == []


def test_a_roll_is_told_beside_a_stack_that_is_counted_short(table: "Table") -> None:
    table.adopt(TALL, Side.WHITE)
    table.throw("3-2")
    assert names(seen_from_above(table, 4)) == ["Rolled"]


SHORT_BESIDE = "-CCCCC-------c---e-g------"


def test_half_a_play_beside_a_stack_that_is_counted_short_is_not_out_of_step(table: "Table") -> None:
    table.adopt(SHORT_BESIDE, Side.WHITE)
    table.throw("6-1")
    told = seen_from_above(table, 4)
    table.do("quietly 5/off")
    told += seen_from_above(table, 12)
    assert names(told) == ["Rolled"]


def test_a_play_onto_a_stack_that_is_counted_short_is_not_out_of_step(table: "Table") -> None:
    table.adopt(SHORT_BESIDE, Side.BLACK)
    table.do("quietly 12/6")
    assert names(seen_from_above(table, 12)) == []


def test_another_board_beside_a_stack_that_is_counted_short_is_out_of_step(table: "Table") -> None:
    table.adopt(SHORT_BESIDE, Side.WHITE)
    table.position = Position.from_xgid("-CCC---F-----c---e-g------", on_roll=Side.WHITE)
    assert "Unclear" in names(seen_from_above(table, 12))
