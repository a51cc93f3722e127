"""What was read beside what is true: each kind of slip is marked as what it is, and nothing else."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pi_companion.evaluation.judge import (
    Scribe,
    judge_columns,
    judge_cube,
    judge_dice,
    judge_dice_by_value,
    judge_off,
    judge_position,
    judge_view,
)
from pi_companion.evaluation.marks import Aspect, Mark, Measure, Part, Verdict
from pi_companion.evaluation.truth import CubeTruth, DieTruth, Labelled
from pi_companion.rules import Position
from pi_companion.vision import CubeSeen, DieSeen, Home, View
from pi_companion.vision.solve import Reading

RIGHT, WRONG, REFUSED = Verdict.RIGHT, Verdict.WRONG, Verdict.REFUSED
SCRIBE = Scribe(Part.GAMES, "a picture", ())
DIE = DieTruth(value=3, centre_px=(100.0, 100.0), size_px=20.0, rolled=True, visible=1.0)


def truth(position: Position | None = None, *, covered: bool = False) -> Labelled:
    return Labelled(
        path=Path("a.jpg"),
        name="a picture",
        board="board",
        light="lamp",
        kind="still",
        position=position or Position.start(),
        covered=covered,
        dice=(),
        cube=None,
        corners_px=np.array([[0.0, 0.0], [100.0, 0.0], [100.0, 60.0], [0.0, 60.0]]),
        home=Home.NEAR_RIGHT,
        off_in_view=True,
    )


def start_but(**changes: int) -> Position:
    """The start position with other counts of White on some of its places, `p6=4`."""
    white = list(Position.start().white)
    for name, count in changes.items():
        white[int(name[1:])] = count
    return Position(tuple(white), Position.start().black)


def seen(value: int, place: tuple[float, float] = (100.0, 100.0), *, cocked: bool = False) -> DieSeen:
    scores = np.full(6, -5.0, np.float32)
    scores[value - 1] = 0.0
    return DieSeen(scores, place, (0.3, 0.5), cocked=cocked, on_field=True, presence=0.9)


def verdicts(marks: list[Mark], measure: Measure) -> Counter[Verdict]:
    return Counter(mark.verdict for mark in marks if mark.measure is measure)


def of(marks: list[Mark], measure: Measure) -> Verdict:
    (mark,) = [mark for mark in marks if mark.measure is measure]
    return mark.verdict


def test_a_position_that_was_read_right_has_no_other_mark() -> None:
    marks = judge_position(SCRIBE, truth(), Reading(Position.start(), 0.999, ()))
    assert {mark.verdict for mark in marks} == {RIGHT}
    assert verdicts(marks, Measure.POINT)[RIGHT] == 24
    assert of(marks, Measure.SURE) is RIGHT


def test_a_checker_on_the_wrong_point_costs_two_points_and_the_whole() -> None:
    marks = judge_position(SCRIBE, truth(), Reading(start_but(p6=4, p5=1), 0.8, ()))
    assert verdicts(marks, Measure.POINT) == {RIGHT: 22, WRONG: 2}
    assert of(marks, Measure.WHOLE) is WRONG
    (whole,) = [mark for mark in marks if mark.measure is Measure.WHOLE]
    assert "point 6 read +4 for +5" in whole.detail
    assert not verdicts(marks, Measure.SURE)


def test_to_be_sure_and_wrong_is_marked_by_itself() -> None:
    marks = judge_position(SCRIBE, truth(), Reading(start_but(p6=4, p25=1), 0.995, ()))
    assert of(marks, Measure.SURE) is WRONG
    assert of(marks, Measure.BAR) is WRONG


def test_where_nothing_was_read_every_place_is_refused() -> None:
    marks = judge_position(SCRIBE, truth(), None)
    assert verdicts(marks, Measure.POINT) == {REFUSED: 24}
    assert of(marks, Measure.WHOLE) is REFUSED


def test_points_are_told_apart_by_their_height() -> None:
    marks = judge_position(SCRIBE, truth(), Reading(Position.start(), 0.9, ()))
    heights = Counter(dict(mark.conditions)[Aspect.HEIGHT] for mark in marks if mark.measure is Measure.POINT)
    assert heights == {"none": 16, "2 to 3": 4, "4 to 5": 4}


def test_borne_off_checkers_count_where_there_are_any() -> None:
    gone = truth(start_but(p6=3, p0=2))
    assert not judge_off(SCRIBE, truth(), (0, 0))
    assert of(judge_off(SCRIBE, gone, (2, 0)), Measure.OFF) is RIGHT
    assert of(judge_off(SCRIBE, gone, (1, 0)), Measure.OFF) is WRONG
    assert of(judge_off(SCRIBE, gone, None), Measure.OFF) is REFUSED
    assert of(judge_off(SCRIBE, replace(gone, off_in_view=False), (2, 0)), Measure.OFF_UNSEEN) is RIGHT


@pytest.mark.parametrize(
    ("covered", "view", "measure", "came"),
    [
        (False, View.CLEAR, Measure.CLEAR, RIGHT),
        (False, View.COVERED, Measure.CLEAR, WRONG),
        (False, View.MOVED, Measure.CLEAR, WRONG),
        (True, View.COVERED, Measure.COVERED, RIGHT),
        (True, View.CLEAR, Measure.COVERED, WRONG),
    ],
)
def test_a_hand_is_to_be_noticed_and_none_invented(
    view: View, measure: Measure, came: Verdict, *, covered: bool
) -> None:
    mark = judge_view(SCRIBE, truth(covered=covered), view)
    assert (mark.measure, mark.verdict) == (measure, came)


def test_columns_under_a_hand_are_passed_over() -> None:
    columns = (None, 2, *(0,) * 22)
    marks = judge_columns(SCRIBE, columns, (0, 0), (5, 2, *(0,) * 22), (0, 0), whole=False)
    assert verdicts(marks, Measure.POINT) == {RIGHT: 23}
    assert not verdicts(marks, Measure.WHOLE)


def test_a_whole_board_needs_its_bar_too() -> None:
    columns = (0,) * 24
    marks = judge_columns(SCRIBE, columns, (1, 0), columns, (0, 0), whole=True)
    assert of(marks, Measure.WHOLE) is WRONG
    assert verdicts(marks, Measure.POINT) == {RIGHT: 24}


def test_a_die_goes_through_its_stages() -> None:
    stages = (Measure.DIE, Measure.DIE_NOTICED, Measure.DIE_CENTRED, Measure.DIE_VALUE)
    marks = judge_dice(SCRIBE, [DIE], [seen(3, (102.0, 101.0))])
    assert [of(marks, stage) for stage in stages] == [RIGHT, RIGHT, RIGHT, RIGHT]
    marks = judge_dice(SCRIBE, [DIE], [seen(4, (100.0, 112.0))])
    assert [of(marks, stage) for stage in stages] == [WRONG, RIGHT, WRONG, WRONG]


def test_a_die_that_nobody_noticed_or_that_is_called_cocked_is_refused() -> None:
    marks = judge_dice(SCRIBE, [DIE], [])
    assert of(marks, Measure.DIE) is REFUSED
    assert of(marks, Measure.DIE_NOTICED) is WRONG
    marks = judge_dice(SCRIBE, [DIE], [seen(3, cocked=True)])
    assert of(marks, Measure.DIE) is REFUSED
    assert not verdicts(marks, Measure.DIE_VALUE)


def test_a_die_far_from_all_that_were_rolled_is_invented() -> None:
    marks = judge_dice(SCRIBE, [replace(DIE, rolled=False)], [seen(3)])
    assert of(marks, Measure.DIE_INVENTED) is WRONG
    assert not verdicts(marks, Measure.DIE)


def test_a_die_that_is_hardly_in_view_is_neither_wanted_nor_invented() -> None:
    assert judge_dice(SCRIBE, [replace(DIE, visible=0.3)], [seen(5)]) == []


def test_of_photographs_only_the_values_are_known() -> None:
    marks = judge_dice_by_value(SCRIBE, [3, 1], [seen(1), seen(2), seen(6, cocked=True)])
    assert verdicts(marks, Measure.DIE) == {RIGHT: 1, WRONG: 1}
    assert not verdicts(marks, Measure.DIE_INVENTED)
    marks = judge_dice_by_value(SCRIBE, [4, None], [seen(4), seen(2), seen(2)])
    assert verdicts(marks, Measure.DIE) == {RIGHT: 1}
    assert verdicts(marks, Measure.DIE_INVENTED) == {WRONG: 1}
    assert verdicts(judge_dice_by_value(SCRIBE, [4, 4], [seen(4)]), Measure.DIE) == {RIGHT: 1, REFUSED: 1}


def test_a_cube_is_judged_by_value_and_owner() -> None:
    values = np.full(7, -6.0, np.float32)
    values[1] = 0.0
    fours = CubeSeen(values, (5.0, 5.0), (0.5, 0.98))
    marks = judge_cube(SCRIBE, CubeTruth(4, "black", (5.0, 5.0), 1.0), fours)
    assert of(marks, Measure.CUBE) is WRONG
    assert of(marks, Measure.CUBE_VALUE) is RIGHT
    assert of(marks, Measure.CUBE_OWNER) is WRONG
    assert of(judge_cube(SCRIBE, CubeTruth(4, "white", (5.0, 5.0), 1.0), fours), Measure.CUBE) is RIGHT
    assert of(judge_cube(SCRIBE, CubeTruth(4, "white", (5.0, 5.0), 1.0), None), Measure.CUBE) is REFUSED
    assert judge_cube(SCRIBE, CubeTruth(4, "white", (5.0, 5.0), 0.2), None) == []
