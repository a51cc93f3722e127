"""One turn by itself, explained from evidence."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pi_companion.referee import Illegal, Legal, Undecided, explain
from pi_companion.referee.sighting import DieReading
from pi_companion.rules import Breach, Position, Roll, Side, parse_play

if TYPE_CHECKING:
    from tests.referee.conftest import Eye

START = Position.start()
DICE = ((3, (0.6, 0.4)), (1, (0.7, 0.5)))


def after(text: str, before: Position = START, side: Side = Side.WHITE) -> Position:
    return parse_play(text, before, side, None).result


def moved(position: Position, counts: Sequence[int]) -> Position:
    return Position(tuple(counts), position.black)


def test_a_clear_play_is_legal(new_eye: "type[Eye]") -> None:
    found = explain(START, Side.WHITE, [new_eye().see(0, after("8/5 6/5"), DICE)])
    assert isinstance(found, Legal)
    assert (found.roll, str(found.play)) == (Roll(3, 1), "8/5 6/5")
    assert found.share > 0.99


def test_a_wrong_distance_with_clear_dice_is_illegal(new_eye: "type[Eye]") -> None:
    found = explain(START, Side.WHITE, [new_eye(sure=14.0).see(0, after("8/4 6/5"), DICE)])
    assert isinstance(found, Illegal)
    assert found.breaches == (Breach.WRONG_DISTANCE,)
    assert found.explanation


def test_a_wrong_distance_with_doubtful_dice_is_no_accusation(new_eye: "type[Eye]") -> None:
    eye = new_eye()
    seen = eye.see(0, after("8/4 6/5"), DICE)
    doubtful = new_eye(sure=2.0).see(0, START, DICE).dice
    assert not isinstance(explain(START, Side.WHITE, [replace(seen, dice=doubtful)]), Illegal)


def test_without_dice_a_play_that_fits_one_roll_tells_it(new_eye: "type[Eye]") -> None:
    found = explain(START, Side.WHITE, [new_eye().see(0, after("24/18(2) 13/7(2)"))])
    assert isinstance(found, Legal)
    assert found.roll == Roll(6, 6)


def test_dice_decide_between_two_rolls_that_fit(new_eye: "type[Eye]") -> None:
    before = Position.from_xgid("-B-----------------eed----", on_roll=Side.WHITE)
    gone = after("1/off(2)", before)
    for dice in ((6, 2), (5, 4)):
        lying = ((dice[0], (0.6, 0.4)), (dice[1], (0.7, 0.5)))
        found = explain(before, Side.WHITE, [new_eye().see(0, gone, lying)])
        assert isinstance(found, Legal)
        assert found.roll == Roll(*dice)


def test_a_roll_that_cannot_be_played_is_legal_without_a_play(new_eye: "type[Eye]") -> None:
    before = Position.from_xgid("aBBBBBB------C-----eed----", on_roll=Side.WHITE)
    found = explain(before, Side.BLACK, [new_eye().see(0, before, DICE)])
    assert isinstance(found, Legal)
    assert found.play is None


def test_an_uncertain_board_is_undecided(new_eye: "type[Eye]") -> None:
    found = explain(START, Side.WHITE, [new_eye(sure=0.2).see(0, after("8/5 6/5"), DICE)])
    assert isinstance(found, Undecided)
    assert found.candidates[0].share >= found.candidates[-1].share


def test_a_board_with_one_checker_too_many_is_never_illegal(new_eye: "type[Eye]") -> None:
    eye = new_eye()
    right = after("8/5 6/5")
    for point in range(1, 25):
        counts = list(right.white)
        counts[point] += 1
        if right.black[25 - point]:
            continue
        found = explain(START, Side.WHITE, [eye.see(0, moved(right, counts), DICE)])
        assert not isinstance(found, Illegal), point


def test_an_illegal_board_seen_with_the_tray_out_of_view_needs_two_looks(new_eye: "type[Eye]") -> None:
    before = Position.from_xgid("-ABCA--------------eed----", on_roll=Side.WHITE)
    dice = ((4, (0.6, 0.4)), (1, (0.7, 0.5)))
    seen = new_eye(trays=False).see(0, after("1/off", before), dice)
    assert not isinstance(explain(before, Side.WHITE, [seen]), Illegal)
    found = explain(before, Side.WHITE, [seen, seen])
    assert isinstance(found, Illegal)
    assert found.breaches == (Breach.MUST_PLAY_BOTH,)


def test_a_doubtful_die_is_told_as_the_one_with_which_least_is_wrong(new_eye: "type[Eye]") -> None:
    before = Position.from_xgid("-BBBB---------------eed---", on_roll=Side.WHITE)
    gone = Position(moved(before, [before.white[0] + 1, before.white[1] - 1, *before.white[2:]]).white, before.black)
    four = DieReading((-9.0, -9.0, -9.0, 0.0, -9.0, -9.0), (0.6, 0.4))
    one_or_three = DieReading((-1.1, -9.0, -0.45, -9.0, -9.0, -9.0), (0.7, 0.5))
    found = explain(before, Side.WHITE, [new_eye(sure=14.0).see(0, gone)], (four, one_or_three))
    assert isinstance(found, Illegal)
    assert found.roll == Roll(4, 1)
    assert found.breaches == (Breach.MUST_PLAY_BOTH,)
