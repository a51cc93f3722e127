"""The whole position with fifteen checkers a side."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_companion.rules import Position
from pi_companion.vision.observation import Observation, View, nothing_seen
from pi_companion.vision.reader import doubt_tall_stacks, off_likelihoods
from pi_companion.vision.solve import OFF_PRIOR, read_position


def evidence(position: Position, sure: float = 8.0) -> Observation:
    """What a picture of the position says, each place as surely."""
    points = np.full((24, 31), -sure, np.float32)
    bar, off = np.full((2, 16), -sure, np.float32), np.zeros((2, 16), np.float32)
    for point in range(1, 25):
        points[point - 1, 15 + position.white[point] - position.black[25 - point]] = 0
    bar[0, position.white[25]] = bar[1, position.black[25]] = 0
    return Observation(View.CLEAR, points, bar, off, (), None)


def test_clear_evidence_is_read_as_it_stands() -> None:
    reading = read_position(evidence(Position.start()))
    assert reading.position == Position.start()
    assert reading.confidence > 0.9
    assert reading.doubtful == ()


def test_fifteen_a_side_decides_a_doubtful_stack() -> None:
    observation = evidence(Position.start())
    observation.points[5, 15 + 4] = 0.3  # White's 6-point: 4 looks a little likelier than 5
    observation.off[:, 1:] = -8  # and the tray is in view and empty
    reading = read_position(observation)
    assert reading.position.white[6] == 5
    assert "white 6" in reading.doubtful


def test_checkers_that_may_lie_on_a_stack_are_there_rather_than_off() -> None:
    observation = evidence(Position.start())
    observation.points[23, 15 + 2] = -8.0  # White's 24-point is bare
    observation.points[23, 15] = 0.0
    observation.points[5, 15 + 7] = -2.0  # and the 6-point, a full row, may be seven high
    assert read_position(observation).position.white[6] == 7


def test_checkers_not_seen_are_off() -> None:
    white = list(Position.start().white)
    white[6], white[0] = 2, 3
    reading = read_position(evidence(Position(tuple(white), Position.start().black)))
    assert reading.position.white[0] == 3


def test_nothing_seen_is_no_certainty() -> None:
    assert read_position(nothing_seen(View.CLEAR)).confidence < 1e-6


def test_the_confidence_is_that_of_all_positions_counted_one_by_one() -> None:
    observation = evidence(Position.start(), sure=30.0)
    observation.points[5, 15 + 4] = -1.0
    observation.points[7, 15 + 4] = -0.5
    observation.bar[0, 1] = -2.0
    options = itertools.product((5, 4), (3, 4), (0, 1))
    logs = {5: 0.0, 4: -1.0}, {3: 0.0, 4: -0.5}, {0: 0.0, 1: -2.0}
    weights = {
        o: np.exp(sum(log[n] for log, n in zip(logs, o, strict=True)) + OFF_PRIOR[max(0, 8 - sum(o))]) for o in options
    }
    allowed = {o: w for o, w in weights.items() if sum(o) <= 8}  # White's other seven checkers stand elsewhere
    expected = weights[5, 3, 0] / sum(allowed.values())
    assert read_position(observation).confidence == pytest.approx(expected, rel=1e-3)


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1))
def test_any_evidence_gives_fifteen_a_side(seed: int) -> None:
    rng = np.random.default_rng(seed)
    observation = Observation(
        View.CLEAR,
        rng.normal(0, 5, (24, 31)).astype(np.float32),
        rng.normal(0, 5, (2, 16)).astype(np.float32),
        rng.normal(0, 5, (2, 16)).astype(np.float32),
        (),
        None,
    )
    reading = read_position(observation)
    assert sum(reading.position.white) == sum(reading.position.black) == 15
    assert 0 <= reading.confidence <= 1 + 1e-9


def test_what_is_next_to_impossible_is_read_where_nothing_else_gives_fifteen_a_side() -> None:
    observation = evidence(Position.start(), sure=40.0)
    observation.points[:, 15] = 0.0
    observation.points[[5, 7, 12, 23], :] = -40.0
    observation.points[[5, 7, 12, 23], 15] = 0.0  # White's four points look empty, beyond all doubt
    observation.off[:, 1:] = -60.0  # and nothing is off
    assert sum(read_position(observation).position.white[1:]) == 15


def test_an_empty_tray_says_little_and_a_full_one_much() -> None:
    said = np.full((2, 17), -6.0, np.float32)
    said[0, 0], said[1, 9] = 6.0, 6.0  # White's tray is empty, in Black's lie nine
    white, black = off_likelihoods(said)
    assert white[0] - white[9] < 2
    assert black[9] - black[0] > 3
    assert black[9] == black.max()


def test_without_a_tray_nothing_is_said_of_what_is_off() -> None:
    said = np.full((1, 17), -6.0, np.float32)
    said[0, 16] = 6.0
    assert np.ptp(off_likelihoods(said)) < 0.1


def test_a_full_tray_tells_a_full_row_from_a_tall_stack() -> None:
    white = list(Position.start().white)
    white[6], white[8], white[13], white[0] = 5, 3, 0, 5  # five are off
    observation = evidence(Position(tuple(white), Position.start().black))
    observation.points[5, 15 + 10] = -0.5  # seen from above, the row of five may be ten high
    assert read_position(observation).position.white[6] == 10
    said = np.full((2, 17), -6.0, np.float32)
    said[0, 5], said[1, 0] = 6.0, 6.0
    observation.off[:] = off_likelihoods(said)
    assert read_position(observation).position.white[6] == 5


def test_a_full_row_may_be_taller_and_tall_stacks_are_miscounted() -> None:
    said = np.full((2, 31), -9.0, np.float32)
    said[0, 15 + 5], said[1, 15 - 7] = 0.0, 0.0
    row, stack = np.exp(doubt_tall_stacks(said))
    assert row.argmax() == 15 + 5
    assert row[15 + 6] > 0.3 * row[15 + 5]
    assert stack.argmax() == 15 - 7
    assert stack[15 - 8] > 0.25 * stack[15 - 7]
    assert stack[15 - 4] < 0.01
