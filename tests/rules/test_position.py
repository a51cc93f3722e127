import pytest

from pi_companion.errors import InputError
from pi_companion.rules import OFF, Position, Side

START = "-b----E-C---eE---c-e----B-"


def with_white(**places: int) -> Position:
    """A position of White's checkers on the named places (p6=2) and the start's Black ones."""
    counts = [0] * 26
    for place, count in places.items():
        counts[int(place[1:])] = count
    return Position(tuple(counts), Position.start().black)


def test_the_start_position_is_the_known_one_for_both_sides() -> None:
    for side in Side:
        assert Position.start().to_xgid(on_roll=side) == START
        assert Position.start().pip_count(side) == 167
    assert Position.start().faults() == ()


def test_each_side_counts_in_its_own_numbering() -> None:
    #                              0....5....1....5....2....5
    position = Position.from_xgid("bA-----------------------B", on_roll=Side.BLACK)
    assert position.black[1] == 1
    assert position.black[25] == position.white[25] == 2
    assert position.white[OFF] == 13
    assert position.pip_count(Side.BLACK) == 51


def test_an_xgid_read_for_the_other_side_swaps_the_sides() -> None:
    text = "aA---BD-A---dE--ac-e----B-"
    white, black = (Position.from_xgid(text, on_roll=side) for side in Side)
    assert (white.white, white.black) == (black.black, black.white)
    assert black.to_xgid(on_roll=Side.WHITE) == text[::-1].swapcase()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-b----E-C---eE---c-e----B", "wants 26 characters"),
        ("-b----E-C---eE---c-e----B--", "wants 26 characters"),
        ("-b----E-C---eE---c-e----B?", "last character"),
        ("Ab----E-C---eE---c-e----B-", "first character"),
        ("-b----E-C---eE---c-e----Bb", "last character"),
        ("-b----Z-C---eE---c-e----B-", "character 7"),
        ("-b----O-C---eE---c-e----B-", "25 upper-case"),
        ("-o----E-C---eE---c-e----B-", "28 lower-case"),
    ],
)
def test_a_broken_xgid_is_refused_with_the_place_of_the_fault(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Position.from_xgid(text, on_roll=Side.WHITE)


def test_counts_that_are_not_26_or_negative_are_refused() -> None:
    start = Position.start().white
    with pytest.raises(InputError, match="Black wants 26 counts"):
        Position(start, start[1:])
    with pytest.raises(InputError, match="White wants 26 counts"):
        Position((-1, *start[1:]), start)


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        (with_white(p6=14), "White has 14 checkers in all, not 15"),
        (with_white(p6=16), "White has 16 checkers in all, not 15"),
        (with_white(p6=13, p24=1, p1=1), "White's 1-point holds checkers of both sides"),
    ],
)
def test_faults_of_placing_are_told_in_words_and_cannot_be_written(position: Position, fault: str) -> None:
    assert fault in position.faults()
    with pytest.raises(InputError, match="an XGID cannot say this position"):
        position.to_xgid(on_roll=Side.WHITE)


def test_two_closed_boards_with_both_on_the_bar_cannot_be() -> None:
    #                              0....5....1....5....2....5
    position = Position.from_xgid("aBBBBBB------------bbbbbbA", on_roll=Side.WHITE)
    assert position.faults() == ("both sides are on the bar against closed boards, which no game can reach",)
    one_open = Position.from_xgid("aBBBBB-------------bbbbbbA", on_roll=Side.WHITE)
    assert one_open.faults() == ()


def test_both_sides_cannot_have_finished() -> None:
    position = Position.from_xgid("-" * 26, on_roll=Side.WHITE)
    assert position.faults() == (
        "both sides have borne off all their checkers, but a game ends with the first who does",
    )


def test_json_is_the_contracts_and_comes_back() -> None:
    position = Position.from_xgid("aA---BD-A---dE--ac-e----B-", on_roll=Side.WHITE)
    value = position.to_json()
    assert value == {"white": list(position.white), "black": list(position.black)}
    assert Position.from_json(value) == position


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"white": [0] * 26},
        {"white": [0] * 25, "black": [0] * 26},
        {"white": [0.5] * 26, "black": [0] * 26},
    ],
)
def test_json_of_another_form_is_refused(value: object) -> None:
    with pytest.raises(InputError, match="a position wants"):
        Position.from_json(value)
