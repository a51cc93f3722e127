"""What an export cannot say is named."""

from pi_companion.record.losses import mat_losses, sgf_losses
from pi_companion.record.transcript import MatchRecord, transcribe
from pi_companion.referee.events import (
    AutomaticDouble,
    Beavered,
    Corrected,
    CubeSet,
    Doubled,
    Dropped,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    OpeningRoll,
    Played,
    Rolled,
    ScoreSet,
    Stood,
    TableEvent,
)
from pi_companion.rules import Breach, Position, Side

START = Position.start()
ILLEGAL = IllegalPlay(Side.WHITE, (3, 1), START, (Breach.NO_MOVE_MADE,), "nothing was moved")


def match(*events: TableEvent, length: int = 5, jacoby: bool = True) -> MatchRecord:
    return transcribe([MatchStarted(length, jacoby=jacoby), GameStarted(1, crawford=False), *events])


def test_a_plain_match_loses_nothing() -> None:
    record = match(OpeningRoll(3, 1), ILLEGAL, Stood(Side.WHITE), Rolled(Side.BLACK, (2, 1)))
    assert mat_losses(record) == sgf_losses(record) == ()


def test_corrections_are_lost_in_mat_alone() -> None:
    record = match(OpeningRoll(3, 1), ILLEGAL, Corrected(Side.WHITE, "8/5 6/5", START))
    (loss,) = mat_losses(record)
    assert loss.startswith("1 illegal play that was put right")
    assert sgf_losses(record) == ()


def test_automatic_doubles_and_gammons_without_a_double_are_lost_in_mat_alone() -> None:
    record = match(OpeningRoll(1, 1), AutomaticDouble(2), OpeningRoll(3, 1), length=0, jacoby=False)
    automatic, gammons = mat_losses(record)
    assert "automatic doubles of game 1" in automatic
    assert "set jacoby off" in gammons
    assert sgf_losses(record) == ()


def test_a_dropped_beaver_is_more_than_gnubg_reads_from_mat() -> None:
    offer = (OpeningRoll(3, 1), Doubled(Side.BLACK, 2), Beavered(Side.WHITE, 4))
    (loss,) = mat_losses(match(*offer, Dropped(Side.BLACK), length=0))
    assert "dropped in game 1" in loss
    assert mat_losses(match(*offer, Rolled(Side.BLACK, (6, 5)), length=0)) == ()


def test_a_roll_that_gnubg_would_play_by_itself_is_left_out_of_mat() -> None:
    board = Position((14,) + (0,) * 24 + (1,), (0, 0, 3, 3, 3, 3, 3) + (0,) * 19)
    moved = IllegalPlay(Side.BLACK, (3, 1), board, (Breach.WRONG_DISTANCE,), "everything was moved")
    record = match(OpeningRoll(1, 3), moved, Stood(Side.BLACK), Rolled(Side.WHITE, (1, 1)))
    (loss,) = mat_losses(record)
    assert "the last roll of game 1" in loss


def test_a_dispute_is_not_settled_by_an_export() -> None:
    record = match(OpeningRoll(3, 1), ILLEGAL)
    assert mat_losses(record) == sgf_losses(record)
    assert "1 illegal play was not settled" in mat_losses(record)[0]


def test_a_beaver_that_waits_for_its_answer_is_named() -> None:
    record = match(OpeningRoll(3, 1), Doubled(Side.BLACK, 2), Beavered(Side.WHITE, 4), length=0)
    assert mat_losses(record) == sgf_losses(record)
    assert "waits for an answer" in mat_losses(record)[0]


def test_a_cube_and_a_board_that_were_put_right_are_lost_in_mat_alone() -> None:
    moved = Position((*START.white[:5], 1, 4, *START.white[7:]), START.black)
    adopted = Corrected(Side.WHITE, "", moved)
    roll = Rolled(Side.BLACK, (2, 1))
    played = Played(Side.BLACK, (2, 1), "24/21", Position(moved.white, (*moved.black[:21], 1, 0, 0, 1, 0)))
    record = match(OpeningRoll(3, 1), CubeSet(4, Side.BLACK), adopted, roll, played)
    cube, board = mat_losses(record)
    assert "the cube was put right in game 1" in cube
    assert "the board was put right in game 1" in board
    assert sgf_losses(record) == ()


def test_a_crawford_game_that_no_score_tells_is_lost_in_mat_alone() -> None:
    record = match(ScoreSet(4, 2, crawford=False, post_crawford=True), OpeningRoll(3, 1))
    (loss,) = mat_losses(record)
    assert "game 1 is not the Crawford game" in loss
    assert sgf_losses(record) == ()
