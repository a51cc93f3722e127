"""Marks become shares with their goals; a refusal costs a share, and only errors count where errors are the figure."""

import json
from itertools import starmap

from pi_companion.evaluation.figures import Bound, Figure, Goal, divisions, figures, reliabilities
from pi_companion.evaluation.marks import Aspect, Mark, Measure, Part, Verdict
from pi_companion.evaluation.report import Report, as_json, markdown, table

RIGHT, WRONG, REFUSED = Verdict.RIGHT, Verdict.WRONG, Verdict.REFUSED


def mark(measure: Measure, came: Verdict, number: float | None = None, size: str = "12 to 15 px") -> Mark:
    return Mark(Part.GAMES, measure, "game1/f0002.jpg", came, ((Aspect.DIE_SIZE, size),), "what was read", number)


def row(marks: list[Mark], beginning: str) -> Figure:
    (found,) = [figure for figure in figures(marks) if figure.name.startswith(beginning)]
    return found


def test_a_refusal_is_not_right_and_not_wrong() -> None:
    found = row([mark(Measure.DIE, came) for came in (RIGHT, RIGHT, RIGHT, REFUSED)], "die")
    assert (found.count, found.of, found.refused) == (3, 4, 1)
    assert found.met is False


def test_wrong_dice_are_the_misread_and_the_invented() -> None:
    marks = [mark(Measure.DIE, came) for came in [RIGHT] * 98 + [WRONG, REFUSED]]
    found = row([*marks, mark(Measure.DIE_INVENTED, WRONG)], "dice read wrongly")
    assert (found.count, found.of) == (2, 100)
    assert found.met is False
    assert row(marks[:99][:98], "dice read wrongly").met is True


def test_confidence_over_the_bound_counts_its_errors() -> None:
    found = row([mark(Measure.SURE, RIGHT)] * 299 + [mark(Measure.SURE, WRONG)], "positions wrong")
    assert (found.count, found.of, found.met) == (1, 300, True)


def test_a_recording_without_false_alarm_is_counted_once() -> None:
    marks = [mark(Measure.EVENT, RIGHT), mark(Measure.EVENT, RIGHT)]
    assert row(marks, "recordings without a false alarm").count == 1
    assert row([*marks, mark(Measure.FALSE_ALARM, WRONG)], "recordings without a false alarm").count == 0


def test_corners_say_the_median_and_the_worst_error() -> None:
    found = row([mark(Measure.CORNERS, RIGHT, 0.002), mark(Measure.CORNERS, WRONG, 0.04)], "corners")
    assert "4.00%" in found.note
    assert "2.10%" in found.note


def test_a_goal_reads_its_way() -> None:
    assert Goal(Bound.AT_LEAST, 0.97).met(0.97)
    assert not Goal(Bound.UNDER, 0.005).met(0.005)


def test_a_figure_is_divided_by_condition_in_the_order_of_size() -> None:
    sizes = ("20 to 30 px", "under 12 px", "12 to 15 px")
    marks = [mark(Measure.DIE, RIGHT, size=size) for size in sizes] + [mark(Measure.DIE, WRONG, size="under 12 px")]
    (division,) = divisions(marks)
    assert division.bands == (("under 12 px", 1, 2), ("12 to 15 px", 1, 1), ("20 to 30 px", 1, 1))


def test_one_band_alone_divides_nothing() -> None:
    assert divisions([mark(Measure.DIE, RIGHT), mark(Measure.DIE, WRONG)]) == []


def test_confidence_is_laid_beside_what_was_right() -> None:
    pairs = [(Measure.WHOLE, RIGHT, 1.0), (Measure.WHOLE, RIGHT, 0.9995), (Measure.WHOLE, WRONG, 0.6)]
    low, high = reliabilities(list(starmap(mark, pairs)))
    assert (low.count, low.right, low.mean_confidence) == (1, 0, 0.6)
    assert (high.low, high.count, high.right) == (0.999, 2, 2)


def test_the_report_says_in_every_form_what_was_missed() -> None:
    report = Report.of([mark(Measure.DIE, RIGHT), mark(Measure.DIE, WRONG), mark(Measure.POINT, WRONG)])
    assert any("1/2 = 50.00 %" in line and "at least 99 %: MISSED" in line for line in table(report, {}))
    assert "| game1/f0002.jpg | die: wrong | what was read |" in markdown(report)
    told = json.loads(as_json(report))
    assert [fault["measure"] for fault in told["faults"]] == ["die"]
    assert {figure["measure"]: figure["met"] for figure in told["figures"]}["die"] is False
