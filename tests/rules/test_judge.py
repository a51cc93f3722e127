"""Each breach by name: a board, a roll, what was moved, and the sentence that a beginner reads."""

from itertools import chain

import pytest

from pi_companion.errors import InputError
from pi_companion.rules import Breach, Position, Roll, Ruling, Side, judge, parse_play

START = "-b----E-C---eE---c-e----B-"

TOLD: list[tuple[tuple[Breach, ...], str, tuple[int, int], str, str]] = [
    # 0....5....1....5....2....5: the board as an XGID has it, mover in upper case; roll; moves; sentence.
    (
        (Breach.BAR_NOT_ENTERED, Breach.MUST_PLAY_BOTH),
        "-b----E-C---eD---c-e----BA", (5, 3), "13/8",
        "White had a checker on the bar and had to enter it with the 5 or the 3 before moving 13/8.",
    ),
    (
        (Breach.BAR_NOT_ENTERED, Breach.MUST_PLAY_BOTH),
        "-b----E-C---eD---c-e----BA", (6, 3), "13/7",
        "White had a checker on the bar and had to enter it with the 3 before moving 13/7.",
    ),
    (
        (Breach.BAR_NOT_ENTERED,),
        "-b----E-C---eC---c-e----BB", (4, 3), "bar/21 13/10",
        "White had a checker on the bar and had to enter it with the 3 before moving 13/10.",
    ),
    (
        (Breach.BAR_NOT_ENTERED, Breach.DOUBLES_INCOMPLETE),
        "-------------D------bb--AC", (6, 6), "13/7",
        "White had 3 checkers on the bar and had to enter them with the 6 before moving 13/7.",
    ),
    (
        (Breach.BAR_NOT_ENTERED,),
        "-------------D-----bb---AA", (6, 5), "13/8",
        "White had a checker on the bar that could not enter with 6-5, so 13/8 was not allowed.",
    ),
    (
        (Breach.POINT_BLOCKED,),
        START, (5, 3), "24/19 8/5",
        "White could not move 24/19 with the 5, because Black holds White's 19-point.",
    ),
    (
        (Breach.POINT_BLOCKED,),
        "-------------B-----b-c--A-", (5, 3), "24/16",
        ("White could not move 24/16 with 5-3, because Black holds White's 21-point and White's 19-point, where the "
        "checker would have to stop on the way."),
    ),
    (
        (Breach.WRONG_DISTANCE,),
        START, (6, 5), "24/15",
        "White moved 24/15, which is 9 points, but that cannot be made with 6-5.",
    ),
    (
        (Breach.WRONG_DISTANCE,),
        START, (6, 5), "13/7 8/2",
        "White played 13/7 and 8/2 with a 6 each, but 6-5 has only one 6.",
    ),
    (
        (Breach.WRONG_DISTANCE,),
        "---CCC-----------------ab-", (4, 1), "5/3 4/off",
        "White moved 5/3, which is 2 points, but that cannot be made with 4-1.",
    ),
    (
        (Breach.MUST_PLAY_BOTH,),
        START, (6, 5), "13/8",
        "White played 13/8 with the 5 and left the 6 unplayed, but both dice can be played, for example 24/18 13/8.",
    ),
    (
        (Breach.MUST_PLAY_LARGER,),
        "-----b---------A----------", (6, 4), "15/11",
        ("White can play either the 6 or the 4 but not both, and then the larger counts: 15/9 with the 6, not 15/11 "
        "with the 4."),
    ),
    (
        (Breach.DOUBLES_INCOMPLETE,),
        START, (3, 3), "8/5(3)",
        "White played three of the four 3s (8/5(3)), but four can be played, for example 24/21 8/5(3).",
    ),
    (
        (Breach.TOO_MANY_MOVES,),
        START, (3, 1), "13/10 8/5 6/5",
        "White made three moves (13/10 8/5 6/5), but 3-1 allows only two.",
    ),
    (
        (Breach.TOO_MANY_MOVES,),
        START, (3, 3), "8/5(3) 6/3(2)",
        "White made five moves (8/5(3) 6/3(2)), but 3-3 allows only four.",
    ),
    (
        (Breach.BEAR_OFF_TOO_EARLY, Breach.MUST_PLAY_BOTH),
        "---CCCBB---------------ab-", (6, 5), "6/off",
        "White could not bear off 6/off while a checker was still outside the home board, on White's 7-point.",
    ),
    (
        (Breach.BEAR_OFF_EXACT_REQUIRED,),
        "---CCC-----------------ab-", (4, 1), "3/off 5/4",
        "White could not bear off 3/off with the 4 while a checker stood on a higher point, White's 5-point.",
    ),
    (
        (Breach.NO_MOVE_MADE,),
        "-----b---------A----------", (6, 4), "",
        "White made no move, but 6-4 can be played, for example 15/9.",
    ),
    (
        (Breach.MOVED_BACKWARDS,),
        START, (3, 1), "8/11 6/5",
        ("White moved a checker backwards from White's 8-point to White's 11-point; White's checkers only move from "
        "higher points to lower ones."),
    ),
]  # fmt: skip


def position(board: str, side: Side = Side.WHITE) -> Position:
    return Position.from_xgid(board, on_roll=side)


def ruling_on(board: str, dice: tuple[int, int], moves: str, side: Side = Side.WHITE) -> Ruling:
    """Judge moves made by hand, which need not be legal."""
    before = position(board, side)
    return judge(before, side, Roll(*dice), parse_play(moves, before, side, None).result)


@pytest.mark.parametrize(("breaches", "board", "dice", "moves", "sentence"), TOLD, ids=[case[-1] for case in TOLD])
def test_breach_is_named_and_told(
    breaches: tuple[Breach, ...], board: str, dice: tuple[int, int], moves: str, sentence: str
) -> None:
    ruling = ruling_on(board, dice, moves)
    assert (ruling.legal, ruling.play) == (False, None)
    assert ruling.breaches == breaches
    assert ruling.explanation == sentence
    black = ruling_on(board, dice[::-1], moves, Side.BLACK)
    assert black.breaches == breaches
    assert black.explanation.startswith("Black ")


def test_every_breach_has_a_case_here() -> None:
    by_other_sides_checkers = {
        Breach.HIT_CHECKER_NOT_ON_BAR,
        Breach.OPPONENT_CHECKER_MOVED,
        Breach.CHECKER_COUNT_WRONG,
    }
    assert set(chain.from_iterable(case[0] for case in TOLD)) | by_other_sides_checkers == set(Breach)


@pytest.mark.parametrize(
    ("after", "where"),
    [
        ("-b----E-C---eE---b-eA---A-", "taken away"),
        ("-b----E-C---eE---c-eA---A-", "put on a point"),
    ],
)
def test_a_hit_checker_belongs_on_the_bar(after: str, where: str) -> None:
    ruling = judge(position("-b----E-C---eE---b-ea---B-"), Side.WHITE, Roll(3, 1), position(after))
    assert ruling.breaches == (Breach.HIT_CHECKER_NOT_ON_BAR,), where
    assert ruling.explanation == "White hit Black's checker on White's 20-point, so it had to be put on the bar."


def test_a_hit_checker_left_where_it_was_belongs_on_the_bar() -> None:
    before = position("-b----E-C---eE---b-ea---B-")
    landed = parse_play("24/20", before, Side.WHITE, Roll(3, 1)).result.white
    ruling = judge(before, Side.WHITE, Roll(3, 1), Position(landed, before.black))
    assert ruling.breaches == (Breach.HIT_CHECKER_NOT_ON_BAR,)


def test_moving_the_opponents_checkers_beside_a_good_play_is_told() -> None:
    ruling = judge(position(START), Side.WHITE, Roll(3, 1), position("-b---BD-B---eE---b-f----B-"))
    assert ruling.breaches == (Breach.OPPONENT_CHECKER_MOVED,)
    assert ruling.explanation == (
        "White was to move, but Black's checkers were moved too: Black has 6 on White's 19-point instead of 5 and "
        "2 on White's 17-point instead of 3."
    )


def test_moving_only_the_opponents_checkers_is_also_no_move() -> None:
    ruling = judge(position(START), Side.WHITE, Roll(3, 1), position("-b----E-C---eE---b-f----B-"))
    assert ruling.breaches == (Breach.OPPONENT_CHECKER_MOVED, Breach.NO_MOVE_MADE)


@pytest.mark.parametrize("side", Side)
def test_a_missing_checker_is_told_of_the_side_that_lacks_it(side: Side) -> None:
    played = parse_play("8/5 6/5", Position.start(), Side.WHITE, Roll(3, 1)).result
    fewer = {each: list(played.counts(each)) for each in Side}
    fewer[side][6] -= 1
    after = Position(tuple(fewer[Side.WHITE]), tuple(fewer[Side.BLACK]))
    ruling = judge(Position.start(), Side.WHITE, Roll(3, 1), after)
    assert ruling.breaches == (Breach.CHECKER_COUNT_WRONG,)
    assert ruling.explanation == (
        f"{side.label} has 14 checkers after the play, too few: one is missing; each side has 15, counting those off."
    )


def test_a_checker_taken_back_from_off_is_a_move_backwards() -> None:
    ruling = judge(
        position("---CCC-----------------ab-"), Side.WHITE, Roll(4, 1), position("--ACCC-----------------ab-")
    )
    assert ruling.breaches == (Breach.MOVED_BACKWARDS,)
    assert ruling.explanation == (
        "White put a checker that was already off back on White's 2-point, which is never allowed."
    )


def test_a_legal_play_is_named_whatever_the_order_of_its_moves() -> None:
    before, roll = Position.start(), Roll(5, 2)
    for order in ("13/8 8/6", "13/11 11/6", "13/6"):
        ruling = judge(before, Side.WHITE, roll, parse_play(order, before, Side.WHITE, None).result)
        assert (ruling.legal, ruling.breaches, str(ruling.play)) == (True, (), "13/6")
        assert ruling.explanation == "White played 13/6 with 5-2."


def test_staying_is_legal_when_nothing_can_be_moved() -> None:
    before = position("-E-----------------bb----A", Side.BLACK)
    ruling = judge(before, Side.BLACK, Roll(6, 5), before)
    assert (ruling.legal, ruling.play) == (True, None)
    assert ruling.explanation == "Black had no legal move with 6-5."


def test_the_last_checker_borne_off_wins_though_both_dice_could_have_been_played() -> None:
    ruling = ruling_on("-----A-----------------ab-", (6, 1), "5/off")
    assert ruling.legal
    assert ruling.play is not None
    assert ruling.play.result.white[0] == 15


def test_a_position_before_that_is_not_fifteen_a_side_is_refused() -> None:
    start = Position.start()
    broken = Position(start.white, (1, *start.black[1:]))
    with pytest.raises(InputError, match="Black has 16 checkers"):
        judge(broken, Side.WHITE, Roll(3, 1), start)
