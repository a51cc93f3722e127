import pytest

from pi_companion.errors import InputError
from pi_companion.rules import (
    Cube,
    GameResult,
    Position,
    Side,
    WinKind,
    finished_game,
    resigned_game,
    win_kind,
    winner_of,
)

ENDS = [
    # White has won; Black's checkers, lower case:  0....5....1....5....2....5
    ("one off",                                    "------------------------n-", WinKind.SINGLE),
    ("one off, one on the bar",                    "a-----------------------m-", WinKind.SINGLE),
    ("all home, none off",                         "------------------------o-", WinKind.GAMMON),
    ("one just outside White's home",              "-------a----------------n-", WinKind.GAMMON),
    ("one on White's 6-point",                     "------a-----------------n-", WinKind.BACKGAMMON),
    ("one on White's ace point",                   "-a----------------------n-", WinKind.BACKGAMMON),
    ("one on the bar",                             "a-----------------------n-", WinKind.BACKGAMMON),
]  # fmt: skip


@pytest.mark.parametrize(("name", "board", "kind"), ENDS, ids=[name for name, *_ in ENDS])
@pytest.mark.parametrize("winner", Side)
def test_kind_and_points_of_a_win(name: str, board: str, kind: WinKind, winner: Side) -> None:
    position = Position.from_xgid(board, on_roll=winner)
    assert winner_of(position) is winner, name
    assert win_kind(position, winner) is kind, name
    for cube in (Cube(), Cube(2, winner), Cube(4, winner.opponent)):
        points = cube.value * kind.multiplier
        assert finished_game(position, cube) == GameResult(winner, points, kind)


def test_a_game_with_a_checker_left_on_each_side_goes_on() -> None:
    position = Position.from_xgid("-A----------------------a-", on_roll=Side.WHITE)
    assert winner_of(position) is None
    assert finished_game(position, Cube()) is None


def test_jacoby_counts_gammons_only_when_somebody_owns_the_cube() -> None:
    position = Position.from_xgid("a-----------------------n-", on_roll=Side.WHITE)
    assert finished_game(position, Cube(), jacoby=True) == GameResult(Side.WHITE, 1, WinKind.SINGLE)
    centred_at_2 = finished_game(position, Cube(2), jacoby=True)
    assert centred_at_2 == GameResult(Side.WHITE, 2, WinKind.SINGLE)
    turned = finished_game(position, Cube(2, Side.WHITE), jacoby=True)
    assert turned == GameResult(Side.WHITE, 6, WinKind.BACKGAMMON)


@pytest.mark.parametrize(("times", "points"), [(1, 4), (2, 8), (3, 12)])
def test_a_resignation_is_worth_its_times_of_the_cube(times: int, points: int) -> None:
    result = resigned_game(Side.BLACK, times, Cube(4, Side.WHITE))
    assert result == GameResult(Side.WHITE, points, WinKind.RESIGN)


@pytest.mark.parametrize("times", [0, 4, -1])
def test_no_other_resignation_is_possible(times: int) -> None:
    with pytest.raises(InputError, match=f"1, 2 or 3 times the cube, but {times} came"):
        resigned_game(Side.BLACK, times, Cube())
