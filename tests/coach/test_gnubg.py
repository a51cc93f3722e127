"""The engine as a child process: well, absent, slow, dead and hung; and whether its numbers hang together."""

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from pi_companion.coach.chances import all_rolls
from pi_companion.coach.engine import EngineError, Level
from pi_companion.coach.gnubg import Gnubg, find_gnubg
from pi_companion.errors import InputError
from pi_companion.rules import Action, Cube, Position, Roll, Side, Xgid

START = Xgid(Position.start(), Cube(), Side.WHITE, Action.ROLLED, Roll(3, 1), 0, 0, 7)
needs_gnubg = pytest.mark.skipif(find_gnubg() is None, reason="gnubg is not installed (apt install gnubg)")


def fake(tmp_path: Path, body: str) -> list[str]:
    """Write a program that stands in for gnubg; `answers` is its pipe."""
    program = tmp_path / "fake.py"
    head = "import json, os, sys, time\nanswers = os.fdopen(int(os.environ['PI_COMPANION_ANSWERS']), 'w')\n"
    program.write_text(head + body, encoding="utf-8")
    return [sys.executable, str(program)]


def test_absent_it_is_said_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_companion.coach.gnubg.find_gnubg", lambda: None)
    with pytest.raises(EngineError, match="apt install gnubg"):
        Gnubg().plays(START, Level.QUICK)


def test_a_program_that_does_not_start_is_said(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="does not start"):
        Gnubg([str(tmp_path / "none")]).plays(START, Level.QUICK)


def test_hung_it_is_ended_and_said(tmp_path: Path) -> None:
    engine = Gnubg(fake(tmp_path, "time.sleep(600)\n"), start_s=0.2, answer_s=0.2)
    with pytest.raises(EngineError, match="did not answer in time"):
        engine.plays(START, Level.QUICK)
    assert engine.process_id is None


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("sys.exit(3)\n", "has died"),
        ("sys.stdin.readline(); answers.write('nonsense\\n')\n", "no JSON"),
        ("sys.stdin.readline(); answers.write('{\"number\": 7}\\n')\n", "another question"),
        ('sys.stdin.readline(); answers.write(\'{"number": 1, "position": "x"}\\n\')\n', "did not set up"),
        (
            (
                "sys.stdin.readline()\n"
                "told = {'number': 1, 'position': '4HPwATDgc/ABMA', 'plays': [['6/1', 0]]}\n"
                "answers.write(json.dumps(told) + '\\n')\n"
            ),
            "plays that cannot be",
        ),
    ],
)
def test_what_cannot_be_is_an_error_and_no_play(tmp_path: Path, body: str, says: str) -> None:
    with Gnubg(fake(tmp_path, body)) as engine, pytest.raises(EngineError, match=says):
        engine.plays(START, Level.QUICK)


def test_plays_want_dice() -> None:
    with pytest.raises(InputError, match="roll first"):
        Gnubg().plays(Xgid(Position.start(), Cube(), Side.WHITE, Action.TO_ROLL, None, 0, 0, 7), Level.QUICK)


@pytest.fixture(scope="module")
def gnubg() -> Iterator[Gnubg]:
    with Gnubg(start_s=60, answer_s=60) as engine:
        yield engine


@needs_gnubg
def test_it_knows_the_best_opening_play(gnubg: Gnubg) -> None:
    ranked = gnubg.plays(START, Level.QUICK)
    assert str(ranked[0].play) == "8/5 6/5"
    assert len(ranked) == 16
    assert [each.equity for each in ranked] == sorted((each.equity for each in ranked), reverse=True)


@needs_gnubg
def test_both_sides_are_judged_alike(gnubg: Gnubg) -> None:
    lopsided = Position(
        Position.start().white, (0, 0, 0, 0, 2, 2, 4, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)
    )
    white = Xgid(lopsided, Cube(2, Side.BLACK), Side.WHITE, Action.ROLLED, Roll(6, 2), 1, 3, 7)
    black = Xgid(
        Position(lopsided.black, lopsided.white), Cube(2, Side.WHITE), Side.BLACK, Action.ROLLED, Roll(6, 2), 3, 1, 7
    )
    ours, theirs = gnubg.plays(white, Level.QUICK), gnubg.plays(black, Level.QUICK)
    assert [str(each.play) for each in ours] == [str(each.play) for each in theirs]
    assert [each.equity for each in ours] == pytest.approx([each.equity for each in theirs], abs=1e-6)
    assert {each.play.side for each in theirs} == {Side.BLACK}


@needs_gnubg
def test_the_luck_of_all_rolls_adds_up_to_nothing(gnubg: Gnubg) -> None:
    """The reference before a roll is the mean over all 36 rolls of the best play after each."""
    position = Position(
        (0, 0, 2, 0, 2, 2, 3, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0), Position.start().black
    )
    before = gnubg.cube(Xgid(position, Cube(), Side.WHITE, Action.TO_ROLL, None, 2, 3, 7), Level.CAREFUL).no_double
    mean = (
        sum(
            ways * gnubg.plays(Xgid(position, Cube(), Side.WHITE, Action.ROLLED, roll, 2, 3, 7), Level.QUICK)[0].equity
            for roll, ways in all_rolls()
        )
        / 36
    )
    assert mean == pytest.approx(before, abs=0.03)


@needs_gnubg
def test_a_cube_that_must_be_dropped(gnubg: Gnubg) -> None:
    """White bears off its last two next turn whatever it rolls; Black is far away."""
    done = Position((13, 2, *(0,) * 24), (0, 0, 0, 0, 0, 0, 5, 0, 5, 0, 0, 0, 0, 5, *(0,) * 12))
    view = gnubg.cube(Xgid(done, Cube(), Side.WHITE, Action.TO_ROLL, None, 0, 0, 9), Level.QUICK)
    assert view.drop == pytest.approx(1.0)
    assert not view.should_take


@needs_gnubg
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
def test_killed_or_stopped_in_the_middle_it_comes_back(blow: signal.Signals) -> None:
    with Gnubg(start_s=60, answer_s=60) as engine:
        first = engine.plays(START, Level.QUICK)
        number = engine.process_id
        assert number is not None
        engine._answer_s = 1.0
        os.kill(number, blow)
        with pytest.raises(EngineError, match=r"died|in time"):
            engine.plays(START, Level.QUICK)
        engine._answer_s = 60.0
        assert engine.plays(START, Level.QUICK) == first
        assert engine.process_id != number
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


@needs_gnubg
def test_it_knows_what_is_surely_lost(gnubg: Gnubg) -> None:
    """Black bears off its last checker next turn; White, on roll, has one checker off, and in the other case none."""
    black = (14, 1, *(0,) * 24)
    one_off = Position((1, 0, 0, 0, 0, 0, 14, *(0,) * 19), black)
    found = gnubg.outlook(Xgid(one_off, Cube(), Side.WHITE, Action.TO_ROLL, None, 0, 0, 7), Level.QUICK)
    assert (found.win, found.lose_gammon, found.lose_backgammon) == pytest.approx((0, 0, 0), abs=1e-4)
    none_off = Position((0, 0, 0, 0, 0, 0, 0, 15, *(0,) * 18), black)
    mirrored = Position(none_off.black, none_off.white)
    found = gnubg.outlook(Xgid(mirrored, Cube(), Side.BLACK, Action.TO_ROLL, None, 0, 0, 7), Level.QUICK)
    assert (found.win, found.lose_gammon, found.lose_backgammon) == pytest.approx((0, 1, 0), abs=1e-4)


@needs_gnubg
def test_several_threads_get_their_own_answers(gnubg: Gnubg) -> None:
    questions = [replace(START, roll=Roll(high, low)) for high in range(1, 7) for low in range(1, high)]
    alone = [gnubg.plays(question, Level.QUICK) for question in questions]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda question: gnubg.plays(question, Level.QUICK), questions)) == alone


def test_closed_by_another_thread_it_lets_whoever_waits_go(tmp_path: Path) -> None:
    engine = Gnubg(fake(tmp_path, "time.sleep(600)\n"))
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(engine.plays, START, Level.QUICK)
        while engine.process_id is None:
            assert not asked.done()
        engine.close()
        with pytest.raises(EngineError, match="died"):
            asked.result(timeout=30)
    assert engine.process_id is None
