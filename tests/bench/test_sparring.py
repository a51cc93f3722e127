"""The sparring levels' games go by the rules and are counted for the right side."""

import doctest
import random
from pathlib import Path

import pytest

from pi_companion.bench import sparring
from pi_companion.bench.sparring import Games, Score, main, pairings, play_game, play_games, report
from pi_companion.coach.engine import Outlook
from pi_companion.coach.gnubg import Gnubg, find_gnubg
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


KEPT = Path(__file__).parents[1] / "data" / "sparring.jsonl"
"""All games that the README's table tells of."""


def test_the_table_in_the_readme_is_what_the_kept_games_come_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--keep", str(KEPT)]) == 0
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 3
    for line in told:
        who, rest = line.split(": ")
        mean, share, games = rest.replace("; ", ", won ").replace(" points a game", "").split(", won ")
        assert f"| {who} | {games.removesuffix(' games')} | {mean} | {share} |" in readme


@pytest.mark.skipif(find_gnubg() is None, reason="gnubg is not installed (apt install gnubg)")
def test_a_kept_game_comes_out_the_same_when_it_is_played_again() -> None:
    with Gnubg(start_s=60, answer_s=60) as engine:
        again = tuple(play_games(Strength.CLEVER, Strength.AVERAGE, range(2), engine))
    assert again == Games(KEPT).score(Strength.CLEVER, Strength.AVERAGE, 2).points


def test_a_run_goes_on_where_it_was_cut(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    Games(file).add(Strength.CLEVER, Strength.AVERAGE, 1, -2)
    games = Games(file)
    assert games.missing(Strength.CLEVER, Strength.AVERAGE, 3) == (0, 2)
    assert games.missing(Strength.RUTHLESS, Strength.AVERAGE, 1) == (0,)
    games.add(Strength.CLEVER, Strength.AVERAGE, 0, 1)
    assert Games(file).score(Strength.CLEVER, Strength.AVERAGE, 2).points == (1, -2)


def test_a_file_of_something_else_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("no games\n", encoding="utf-8")
    assert main(["--keep", str(file)]) == 2
    assert "wanted games that were kept" in capsys.readouterr().err


def test_examples_hold() -> None:
    failed, tried = doctest.testmod(sparring)
    assert tried
    assert not failed
