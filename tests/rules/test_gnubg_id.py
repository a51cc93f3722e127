"""GNUBG IDs; the Match IDs below were written by gnubg 1.07 itself."""

import pytest

from pi_companion.errors import InputError
from pi_companion.rules import Cube, GameState, MatchId, Position, Roll, Side, from_position_id, to_position_id


def test_the_start_position_has_the_known_id() -> None:
    assert to_position_id(Position.start(), Side.BLACK) == "4HPwATDgc/ABMA"
    assert from_position_id("4HPwATDgc/ABMA", Side.BLACK) == Position.start()


def test_the_side_on_roll_comes_second() -> None:
    position = Position.from_xgid("-b---BD-B---eE---c-e----B-", on_roll=Side.WHITE)
    white, black = (to_position_id(position, side) for side in Side)
    assert white != black
    assert from_position_id(black, Side.BLACK) == from_position_id(white, Side.WHITE) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "wants 14 characters"),
        ("4HPwATDgc/ABM", "wants 14 characters"),
        ("4HPwATDgc/ABM?", "wants 14 characters"),
        ("//////////////", "at most 15 checkers"),
        ("AAAAAAAAAAAAAA", "both sides have borne off"),
    ],
)
def test_an_impossible_position_id_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        from_position_id(text, Side.WHITE)


def test_an_impossible_position_has_no_id() -> None:
    start = Position.start()
    with pytest.raises(InputError, match="a Position ID wants a possible position, but White has 16 checkers"):
        to_position_id(Position((1, *start.white[1:]), start.black), Side.WHITE)


MATCHES = {
    "cIkSAAAAAAAE": MatchId(Cube(), Side.WHITE, Side.WHITE, 0, 0, 0, Roll(5, 4), jacoby=False),
    "cImlABAAEAAE": MatchId(Cube(), Side.WHITE, Side.WHITE, 5, 2, 1, Roll(3, 1), jacoby=False),
    "cInqACAAIAAE": MatchId(Cube(), Side.WHITE, Side.WHITE, 7, 4, 2, Roll(5, 2), jacoby=False),
    "QYkqASAAIAAE": MatchId(Cube(2, Side.BLACK), Side.WHITE, Side.WHITE, 9, 4, 2, Roll(5, 2), jacoby=False),
    "8AmgAEAAEAAE": MatchId(Cube(), Side.WHITE, Side.WHITE, 5, 2, 4, crawford=True, jacoby=False),
}
"""IDs that gnubg accepted, with the match that each was made from."""


@pytest.mark.parametrize(("text", "state"), MATCHES.items())
def test_a_match_id_is_read_and_written(text: str, state: MatchId) -> None:
    assert MatchId.parse(text) == state
    assert str(state) == text


def test_a_double_that_waits_for_an_answer_is_decided_by_the_other_side() -> None:
    state = MatchId.parse("cBGgAEAAEAAE")
    assert state.doubled
    assert state.on_roll is state.deciding.opponent


def test_a_redouble_is_by_the_owner() -> None:
    state = MatchId.parse("URGgAAAAAAAE")
    assert state.doubled
    assert state.cube == Cube(2, state.on_roll)


def test_all_fields_survive() -> None:
    state = MatchId(
        Cube(64, Side.BLACK), Side.BLACK, Side.WHITE, 25, 24, 13, Roll(6, 6),
        doubled=True, resigned=3, state=GameState.RESIGNED,
    )  # fmt: skip
    assert MatchId.parse(str(state)) == state


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "wants 12 characters"),
        ("cIkSAAAAAAA", "wants 12 characters"),
        ("cIkSAAAAAA==", "wants 12 characters"),
        ("____________", "wants 12 characters"),
        ("////////////", "gnubg knows"),
        ("IAAAAAAAAAAA", "gnubg knows"),
    ],
)
def test_an_impossible_match_id_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        MatchId.parse(text)


def test_a_score_without_room_is_refused() -> None:
    with pytest.raises(InputError, match="room for numbers below 32768 here, but 40000 came"):
        str(MatchId(Cube(), Side.WHITE, Side.WHITE, 0, 40_000, 0))
