import pytest

from pi_companion.errors import InputError
from pi_companion.rules import Action, Cube, Position, Roll, Side, Xgid

BOARD = "-b----E-C---eE---c-e----B-"


def test_all_fields_of_a_match() -> None:
    xgid = Xgid.parse(f"XGID={BOARD}:1:-1:-1:52:4:2:0:7:10")
    assert xgid == Xgid(
        Position.start(), Cube(2, Side.BLACK), Side.BLACK, Action.ROLLED, Roll(5, 2), 4, 2, 7, max_cube=1024
    )


def test_the_rules_field_means_crawford_in_a_match_and_jacoby_and_beavers_in_money_play() -> None:
    crawford = Xgid.parse(f"{BOARD}:0:0:1:00:4:2:1:5:10")
    assert (crawford.crawford, crawford.jacoby, crawford.beavers) == (True, False, False)
    flags = [(xgid.jacoby, xgid.beavers) for xgid in (Xgid.parse(f"{BOARD}:0:0:1:00:0:0:{n}:0:10") for n in range(4))]
    assert flags == [(False, False), (True, False), (False, True), (True, True)]


@pytest.mark.parametrize("dice", ["00", "D", "B", "R", "31", "13", "66"])
@pytest.mark.parametrize("rest", ["2:1:1:{}:2:1:0:5:10", "0:0:-1:{}:0:0:3:0:8", "0:0:1:{}:4:0:1:5:10"])
def test_what_is_read_is_written_again(dice: str, rest: str) -> None:
    text = f"XGID={BOARD}:{rest.format(dice)}"
    assert str(Xgid.parse(text)) == text


def test_prefix_and_blanks_do_not_matter() -> None:
    text = f"{BOARD}:0:0:1:31:2:1:0:5:10"
    assert Xgid.parse(f"  {text}\n") == Xgid.parse(f"XGID={text}") == Xgid.parse(f"xgid={text}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "wants the position and 9 fields"),
        (BOARD, "has 1 part;"),
        (f"{BOARD}:0:0:1:31:2:1:0:5", "has 9 parts"),
        (f"{BOARD}:x:0:1:31:2:1:0:5:10", "cube wants a whole number from 0 to 15, but 'x' came"),
        (f"{BOARD}:16:0:1:31:2:1:0:5:10", "cube wants a whole number from 0 to 15"),
        (f"{BOARD}:0:2:1:31:2:1:0:5:10", "cube owner wants a whole number from -1 to 1"),
        (f"{BOARD}:0:0:0:31:2:1:0:5:10", "turn is 1"),
        (f"{BOARD}:0:0:1:71:2:1:0:5:10", "two dice like 31, but '71' came"),
        (f"{BOARD}:0:0:1:01:2:1:0:5:10", "two dice like 31"),
        (f"{BOARD}:0:0:1:3:2:1:0:5:10", "two dice like 31"),
        (f"{BOARD}:0:0:1:31:6:1:0:5:10", "a match to 5 wants scores up to 5, but 6 and 1 came"),
        (f"{BOARD}:0:0:1:31:-1:1:0:5:10", "score of White wants a whole number of 0 or more"),
        (f"{BOARD}:0:0:1:31:2:1:2:5:10", "1 (Crawford) or 0, but 2 came"),
        (f"{BOARD}:0:0:1:31:2:1:4:0:10", "rules wants a whole number from 0 to 3"),
        ("-b----E-C---eE---c-e----F-:0:0:1:31:2:1:0:5:10", "at most 15 checkers"),
        ("-" * 26 + ":0:0:1:31:2:1:0:5:10", "both sides have borne off all their checkers"),
        ("aBBBBBB------------bbbbbbA:0:0:1:31:2:1:0:5:10", "both sides are on the bar against closed boards"),
    ],
)
def test_an_impossible_xgid_is_refused_in_one_line_that_names_the_field(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Xgid.parse(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_dice_go_with_a_rolled_turn_only() -> None:
    for action, roll in ((Action.ROLLED, None), (Action.DOUBLED, Roll(3, 1))):
        with pytest.raises(InputError, match="dice belong to a turn that was rolled"):
            Xgid(Position.start(), Cube(), Side.WHITE, action, roll, 0, 0, 0)
