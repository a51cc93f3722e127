import pytest

from pi_companion.errors import InputError
from pi_companion.rules import GameResult, MatchScore, Side, WinKind, first_to_play


def won(side: Side, points: int) -> GameResult:
    return GameResult(side, points, WinKind.SINGLE)


def test_points_are_added_to_the_winner() -> None:
    score = MatchScore(7).after_game(won(Side.WHITE, 2)).after_game(won(Side.BLACK, 4))
    assert (score.white, score.black) == (2, 4)
    assert (score.points(Side.WHITE), score.away(Side.BLACK)) == (2, 3)
    assert (score.crawford, score.post_crawford, score.winner) == (False, False, None)


def test_the_crawford_game_is_the_first_one_a_point_from_the_end_and_there_is_only_one() -> None:
    score = MatchScore(5, white=3).after_game(won(Side.WHITE, 1))
    assert (score.crawford, score.post_crawford) == (True, False)
    score = score.after_game(won(Side.BLACK, 2))
    assert (score.crawford, score.post_crawford) == (False, True)
    score = score.after_game(won(Side.BLACK, 2))
    assert (score.white, score.black) == (4, 4)
    assert (score.crawford, score.post_crawford) == (False, True)


def test_surplus_points_are_kept() -> None:
    score = MatchScore(5, white=4, black=4, post_crawford=True).after_game(won(Side.BLACK, 2))
    assert (score.white, score.black, score.winner) == (4, 6, Side.BLACK)
    assert score.away(Side.BLACK) == 0


def test_a_match_that_is_won_has_no_crawford_game_after_it() -> None:
    assert not MatchScore(5, white=4, black=3).after_game(won(Side.WHITE, 1)).crawford
    assert not MatchScore(1).after_game(won(Side.WHITE, 1)).crawford


def test_a_game_after_the_match_is_refused() -> None:
    over = MatchScore(3, white=2).after_game(won(Side.WHITE, 1))
    with pytest.raises(InputError, match="the match is over at 3-0"):
        over.after_game(won(Side.WHITE, 1))


def test_money_play_goes_on_without_end_and_without_crawford() -> None:
    score = MatchScore(0)
    for _ in range(40):
        score = score.after_game(won(Side.BLACK, 3))
    assert (score.black, score.winner, score.crawford) == (120, None, False)


@pytest.mark.parametrize("numbers", [(-1, 0, 0), (5, -1, 0), (5, 0, -1)])
def test_negative_numbers_are_refused(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match="0 or more"):
        MatchScore(*numbers)


def test_a_game_is_not_crawford_and_after_it_at_once() -> None:
    with pytest.raises(InputError, match="give one of them"):
        MatchScore(5, white=4, crawford=True, post_crawford=True)


@pytest.mark.parametrize(("white", "black", "first"), [(6, 1, Side.WHITE), (1, 2, Side.BLACK), (4, 4, None)])
def test_the_higher_die_begins_and_a_tie_is_thrown_again(white: int, black: int, first: Side | None) -> None:
    assert first_to_play(white, black) is first


def test_a_die_that_cannot_be_begins_nothing() -> None:
    with pytest.raises(InputError, match="0 and 3 came"):
        first_to_play(0, 3)
