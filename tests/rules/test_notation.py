import pytest

from pi_companion.errors import InputError
from pi_companion.rules import Move, Position, Roll, Side, parse_play
from pi_companion.rules.moves import write_moves

START = Position.start()


def written(text: str, board: str, dice: tuple[int, int]) -> str:
    return str(parse_play(text, Position.from_xgid(board, on_roll=Side.WHITE), Side.WHITE, Roll(*dice)))


@pytest.mark.parametrize(
    "text",
    ["8/5 6/5", "6/5 8/5", "8/5, 6/5", "6/5,8/5", "  8/5   6/5 ", "8/5; 6/5", "8-5 6-5", "8/5* 6/5", "8/5(1) 6/5"],
)
def test_order_and_separators_do_not_matter(text: str) -> None:
    assert str(parse_play(text, START, Side.BLACK, Roll(1, 3))) == "8/5 6/5"


@pytest.mark.parametrize("text", ["bar/20", "Bar/20", "BAR/20", "b/20", "25/20"])
def test_the_bar_has_several_names(text: str) -> None:
    assert written(text, "-A-----------------bb----A", (5, 6)) == "bar/20"


@pytest.mark.parametrize("text", ["6/off 5/off", "6/OFF 5/Off", "6/0 5/0", "5/o 6/o"])
def test_off_has_several_names(text: str) -> None:
    assert written(text, "-----CC-----------------b-", (6, 5)) == "6/off 5/off"


@pytest.mark.parametrize("text", ["8/5(2) 6/3(2)", "8/5 8/5 6/3 6/3", "6/3(2) 8/5(2)"])
def test_repeats_may_be_counted_or_written_out(text: str) -> None:
    assert str(parse_play(text, START, Side.WHITE, Roll(3, 3))) == "8/5(2) 6/3(2)"


@pytest.mark.parametrize("text", ["24/18*/13", "24/18/13", "24/18* 18/13", "18/13 24/18", "24/18 18/13"])
def test_a_hit_on_the_way_may_be_unmarked_where_the_stop_is_written(text: str) -> None:
    assert written(text, "-A----------------a----aA-", (6, 5)) == "24/18*/13"


def test_a_way_without_stops_passes_the_point_where_nothing_is_hit() -> None:
    #                                0....5....1....5....2....5
    assert written("24/13", "-A----------------a-----A-", (6, 5)) == "24/13"
    assert written("24/13", "-A-----------------a----A-", (6, 5)) == "24/13"


def test_a_way_without_stops_hits_where_the_other_way_is_blocked() -> None:
    assert written("24/13", "-A----------------ab----A-", (6, 5)) == "24/18*/13"


def test_a_way_of_a_double_stops_at_every_die() -> None:
    position = Position.from_xgid("-A----------a-----------A-", on_roll=Side.WHITE)
    play = parse_play("24/12", position, Side.WHITE, Roll(3, 3))
    assert play.moves == (Move(24, 21), Move(21, 18), Move(18, 15), Move(15, 12, hit=True))
    assert str(play) == "24/12*"


def test_bearing_off_with_both_dice_is_split_where_one_die_does_not_reach() -> None:
    position = Position.from_xgid("-------A---------------ab-", on_roll=Side.WHITE)
    assert parse_play("7/off", position, Side.WHITE, Roll(5, 4)).moves == (Move(7, 2), Move(2, 0))
    position = Position.from_xgid("------A----------------ab-", on_roll=Side.WHITE)
    assert parse_play("6/off", position, Side.WHITE, Roll(6, 4)).moves == (Move(6, 0),)


@pytest.mark.parametrize("text", ["", " ", "-", "no move", "Cannot Move", "dance"])
def test_no_move_is_written_in_several_ways(text: str) -> None:
    play = parse_play(text, START, Side.WHITE, Roll(3, 1))
    assert play.moves == ()
    assert play.result == START
    assert str(play) == ""


def test_without_a_roll_a_way_is_one_move() -> None:
    assert parse_play("24/13", START, Side.WHITE, None).moves == (Move(24, 13),)


def test_an_illegal_play_is_read_all_the_same() -> None:
    play = parse_play("8/11 24/19", START, Side.WHITE, Roll(3, 1))
    assert play.moves == (Move(24, 19), Move(8, 11))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8", "wants moves from point to point"),
        ("8/5 hello", "wants moves from point to point"),
        ("8/5(", "wants moves from point to point"),
        ("8/5(0)", "repeated 1 to 4 times"),
        ("8/5(5)", "repeated 1 to 4 times"),
        ("26/20", "a place is bar, off or a point from 1 to 24, but '26' came"),
        ("8/x", "'x' came"),
        ("off/5", "from the bar or a point"),
        ("8/bar", "from the bar or a point"),
        ("8/8", "from the bar or a point"),
        ("8//5", "wants moves"),
        ("7/5", "in the play '7/5': White has no checker to play 7/5"),
        ("24/23(3)", "White has no checker"),
    ],
)
def test_what_is_no_play_is_refused_with_what_to_do(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_play(text, START, Side.WHITE, Roll(2, 1))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ([], ""),
        ([Move(6, 5), Move(8, 5)], "8/5 6/5"),
        ([Move(25, 20)], "bar/20"),
        ([Move(6, 0), Move(6, 0)], "6/off(2)"),
        ([Move(8, 5, hit=True), Move(8, 5)], "8/5*(2)"),
        ([Move(20, 15, hit=True), Move(15, 10), Move(20, 15), Move(15, 10)], "20/15*/10(2)"),
        ([Move(22, 16, hit=True), Move(16, 15, hit=True)], "22/16*/15*"),
        ([Move(19, 15), Move(15, 11), Move(19, 15)], "19/11 19/15"),
    ],
)
def test_moves_are_written_as_players_write_them(moves: list[Move], text: str) -> None:
    assert write_moves(moves) == text
