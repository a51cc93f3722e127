"""One press is one event, whatever the contact does."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_companion.devices.presses import Press, PressReader, PressTiming

TIMING = PressTiming()
TICK_S = 0.01


def told(
    edges: Iterable[tuple[float, bool]], until_s: float, *, down: bool = False, may_double: bool = True
) -> list[Press]:
    """What a reader tells that gets these edges and looks a hundred times a second."""
    reader = PressReader.starting(0.0, TIMING, down=down)
    waiting, presses = sorted(edges), list[Press]()
    for tick in range(1, round(until_s / TICK_S)):
        now_s = tick * TICK_S
        while waiting and waiting[0][0] <= now_s:
            t_s, level = waiting.pop(0)
            reader, some = reader.changed(t_s, down=level, may_double=may_double)
            presses += some
        reader, some = reader.passed(now_s, may_double=may_double)
        presses += some
    return presses


def clean(*spans: tuple[float, float]) -> list[tuple[float, bool]]:
    return [edge for begin, end in spans for edge in ((begin, True), (end, False))]


def test_a_press_is_answered_at_once_and_told_when_no_second_one_came() -> None:
    assert told(clean((1.0, 1.2)), 2.0) == [Press.DOWN, Press.SHORT]


def test_two_presses_soon_after_each_other_are_a_double_one() -> None:
    assert told(clean((1.0, 1.1), (1.3, 1.4)), 2.0) == [Press.DOWN, Press.DOWN, Press.DOUBLE]


def test_two_presses_apart_are_two() -> None:
    assert told(clean((1.0, 1.1), (1.8, 1.9)), 3.0) == [Press.DOWN, Press.SHORT] * 2


def test_where_a_double_press_means_nothing_a_short_one_is_not_held_back() -> None:
    presses = told(clean((1.0, 1.1)), 1.15, may_double=False)
    assert presses == [Press.DOWN, Press.SHORT]


def test_a_long_press_is_told_while_it_lasts_and_only_once() -> None:
    assert told([(1.0, True)], 2.2) == [Press.DOWN, Press.LONG]
    assert told(clean((1.0, 3.0)), 4.0) == [Press.DOWN, Press.LONG]


def test_a_long_press_after_a_short_one_leaves_both() -> None:
    assert told(clean((1.0, 1.1), (1.3, 3.0)), 4.0) == [Press.DOWN, Press.DOWN, Press.SHORT, Press.LONG]


def test_a_button_down_at_the_start_means_nothing_until_it_was_let_go_but_is_told_when_it_stays() -> None:
    assert told([], 10.0, down=True) == []
    assert told([], 25.0, down=True) == [Press.STUCK]
    assert told([(2.0, False), (3.0, True), (3.1, False)], 4.0, down=True) == [Press.DOWN, Press.SHORT]


def test_a_touch_shorter_than_a_contact_settles_is_none() -> None:
    assert told(clean((1.0, 1.02)), 2.0) == []


def test_a_press_is_found_although_nobody_looked_meanwhile() -> None:
    reader = PressReader.starting(0.0, TIMING, down=False)
    reader, first = reader.changed(1.0, down=True)
    reader, second = reader.changed(1.2, down=False)
    reader, third = reader.passed(5.0)
    assert (*first, *second, *third) == (Press.DOWN, Press.SHORT)


bounces = st.lists(st.floats(0.0005, 0.012), max_size=8)


def bouncing(begin_s: float, *, level: bool, gaps: list[float]) -> list[tuple[float, bool]]:
    """Edges of a contact that goes to a level, bounces, and stays; each gap is shorter than it takes to be believed."""
    edges, t_s, now = [(begin_s, level)], begin_s, level
    for gap in gaps:
        t_s, now = t_s + gap, not now
        edges.append((t_s, now))
    if now is not level:
        edges.append((t_s + 0.004, level))
    return edges


@given(down=bounces, up=bounces, held_s=st.floats(0.15, 0.6))
def test_one_press_is_one_event_whatever_the_contact_does(down: list[float], up: list[float], held_s: float) -> None:
    edges = [*bouncing(1.0, level=True, gaps=down), *bouncing(1.0 + held_s, level=False, gaps=up)]
    assert told(edges, 3.0) == [Press.DOWN, Press.SHORT]


@given(
    edges=st.lists(st.tuples(st.floats(0, 5), st.booleans()), max_size=60),
)
def test_no_chatter_makes_more_presses_than_there_is_time_for(edges: list[tuple[float, bool]]) -> None:
    presses = told(edges, 6.0)
    meant = sum(press in (Press.SHORT, Press.DOUBLE, Press.LONG) for press in presses)
    assert meant <= presses.count(Press.DOWN) <= 5.0 / TIMING.settle_s / 2 + 1


@pytest.mark.parametrize("gap_s", [0.05, 0.15, 0.29])
def test_a_second_press_that_is_not_yet_believed_when_time_is_up_still_counts(gap_s: float) -> None:
    assert told(clean((1.0, 1.1), (1.1 + gap_s, 1.2 + gap_s)), 3.0)[-1] is Press.DOUBLE
