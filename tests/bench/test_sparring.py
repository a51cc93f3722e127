"""The sparring levels' games go by the rules and are counted for the right side."""

import doctest
import random

from pi_companion.bench import sparring
from pi_companion.bench.sparring import Score, pairings, play_game, play_games, report
from pi_companion.coach.engine import Outlook
from pi_companion.coach.sparring import Partner
from pi_companion.coach.strength import Strength
from pi_companion.rules import Side, WinKind
from tests.coach.engines import DOUBLE_DROP, DOUBLE_TAKE, Chosen

PLAYERS = {side: Partner(side, Strength.RUTHLESS, seed=1) for side in Side}


def test_a_game_is_played_to_its_end() -> None:
    result = play_game(PLAYERS, Chosen(), random.Random(3))
    assert result.kind in (WinKind.SINGLE, WinKind.GAMMON, WinKind.BACKGAMMON)
    assert result.points == result.kind.multiplier


def test_a_double_that_is_dropped_ends_it() -> None:
    result = play_game(PLAYERS, Chosen(DOUBLE_DROP), random.Random(3))
    assert (result.kind, result.points) == (WinKind.DROP, 1)


def test_cubes_that_are_taken_go_up_and_no_higher_than_they_can() -> None:
    result = play_game(PLAYERS, Chosen(DOUBLE_TAKE), random.Random(3))
    assert result.points % 64 == 0


def test_a_game_that_is_lost_is_given_up() -> None:
    result = play_game(PLAYERS, Chosen(chances=Outlook(0.0, 0.0, 0.0)), random.Random(3))
    assert (result.kind, result.points) == (WinKind.RESIGN, 1)


def test_the_same_player_in_both_seats_with_the_same_dice_comes_to_nothing() -> None:
    points = tuple(play_games(Strength.RUTHLESS, Strength.RUTHLESS, range(6), Chosen()))
    assert [a + b for a, b in zip(points[::2], points[1::2], strict=True)] == [0, 0, 0]
    assert any(points)


def test_every_pairing_is_played_the_stronger_first() -> None:
    assert pairings() == (
        (Strength.CLEVER, Strength.AVERAGE),
        (Strength.RUTHLESS, Strength.AVERAGE),
        (Strength.RUTHLESS, Strength.CLEVER),
    )


def test_wins_and_points_are_the_stronger_ones() -> None:
    score = Score(Strength.CLEVER, Strength.AVERAGE, (2, -1, 1, 4))
    assert score.wins == 3
    assert score.mean() == (1.5, 1.0)
    assert report(score) == "clever against average: 1.50 ± 1.00 points a game, won 75.0 ± 25.0 %; 4 games"


def test_examples_hold() -> None:
    failed, tried = doctest.testmod(sparring)
    assert tried
    assert not failed
