"""The .mat text itself; tests with the real gnubg are in test_mat_gnubg."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from pi_companion.record.mat import MatHeading, to_mat
from pi_companion.record.transcript import MatchRecord, Outcome, transcribe
from pi_companion.record.wire import load_event
from pi_companion.referee.events import (
    Corrected,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    TableEvent,
)
from pi_companion.rules import Breach, Position, Roll, Side, WinKind, legal_plays

DATA = Path(__file__).parents[1] / "data" / "record"
START = Position.start()
HEADER = re.compile(r"^ \d+ point match$")


def after(board: Position, side: Side, roll: Roll, play: str) -> Position:
    return next(p for p in legal_plays(board, side, roll) if str(p) == play).result


AFTER_31 = after(START, Side.WHITE, Roll(3, 1), "8/5 6/5")


def record_of(*events: TableEvent, started: MatchStarted | None = None) -> MatchRecord:
    return transcribe([started or MatchStarted(5, "Ann", "Bob"), GameStarted(1, crawford=False), *events])


def rows(record: MatchRecord) -> list[str]:
    """The numbered rows alone."""
    return [line for line in to_mat(record).splitlines() if re.match(r"^ *\d+\)", line)]


def test_a_whole_match_is_written_as_it_was() -> None:
    lines = (DATA / "short_match.jsonl").read_text(encoding="utf-8").splitlines()
    assert to_mat(transcribe(map(load_event, lines))) == (DATA / "short_match.mat").read_text(encoding="utf-8")


def test_white_stands_left_and_black_right() -> None:
    record = record_of(
        OpeningRoll(3, 1),
        Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER_31),
        Rolled(Side.BLACK, (6, 6)),
        Played(Side.BLACK, (6, 6), "", after(AFTER_31, Side.BLACK, Roll(6, 6), "24/18(2) 13/7(2)")),
    )
    assert rows(record) == ["  1) 31: 8/5 6/5                 66: 24/18 24/18 13/7 13/7"]


def test_black_first_leaves_the_left_cell_empty() -> None:
    board = after(START, Side.BLACK, Roll(3, 1), "8/5 6/5")
    record = record_of(OpeningRoll(1, 3), Played(Side.BLACK, (3, 1), "8/5 6/5", board))
    assert rows(record) == ["  1)                             31: 8/5 6/5"]


def test_comments_stand_before_the_header_only() -> None:
    heading = MatHeading(date(2026, 11, 30), 'Club "Night"', "Hall\nA", "Final")
    lines = to_mat(record_of(), heading).splitlines()
    head = next(number for number, line in enumerate(lines) if HEADER.match(line))
    assert lines[head] == " 5 point match"
    assert all(line.startswith("; [") and line.endswith('"]') for line in lines[:head])
    assert not any(line.startswith((";", "#")) for line in lines[head:])
    assert lines[:4] == [
        '; [Site "Hall A"]',
        "; [Event \"Club 'Night'\"]",
        '; [Round "Final"]',
        '; [EventDate "2026.11.30"]',
    ]


@pytest.mark.parametrize(("jacoby", "word"), [(True, "On"), (False, "Off")])
def test_money_play_has_length_0_and_names_the_jacoby_rule(*, jacoby: bool, word: str) -> None:
    text = to_mat(record_of(started=MatchStarted(0, jacoby=jacoby)))
    assert " 0 point match\n" in text
    assert f'; [Jacoby "{word}"]' in text


def test_a_corrected_play_appears_only_as_its_correction() -> None:
    wrong = Position((*START.white[:5], 1, 4, *START.white[7:]), START.black)
    illegal = IllegalPlay(Side.WHITE, (3, 1), wrong, (Breach.MUST_PLAY_BOTH,), "one die was left")
    corrected = Corrected(Side.WHITE, "8/5 6/5", AFTER_31)
    plain = record_of(OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER_31))
    assert to_mat(record_of(OpeningRoll(3, 1), illegal, corrected)) == to_mat(plain)


def test_an_unfinished_game_has_no_winner() -> None:
    text = to_mat(record_of(OpeningRoll(3, 1)))
    assert "Wins" not in text
    assert rows(record_of(OpeningRoll(3, 1))) == ["  1) 31: ????" + " " * 20]


def test_points_are_counted_in_the_winners_column() -> None:
    left = to_mat(record_of(Resigned(Side.BLACK, 1), GameOver(Side.WHITE, 1, WinKind.RESIGN)))
    right = to_mat(record_of(Resigned(Side.WHITE, 2), GameOver(Side.BLACK, 2, WinKind.RESIGN)))
    assert left.endswith("\n      Wins 1 point\n")
    assert right.endswith("\n" + " " * 34 + "Wins 2 points\n")


def test_rows_are_wide_enough_for_every_reader(random_match: Callable[..., tuple[TableEvent, ...]]) -> None:
    """Two blanks part the cells, and no row is so short that gnubg would read on into stale text."""
    for seed in range(6):
        for row in rows(transcribe(random_match(seed, 5))):
            assert re.match(r"[ \d]{2}\d\) ", row)
            left, _, right = row[5:].partition("  ")
            assert len(row) >= 33
            assert "  " in row[15:]
            assert not right.strip() or len(left) >= 26 or row[33:] == right.lstrip() or row[34:] == right.strip()


def test_every_play_is_written_as_moves_of_one_checker(random_match: Callable[..., tuple[TableEvent, ...]]) -> None:
    record = transcribe(random_match(4, 3))
    text = "\n".join(rows(record))
    assert "(2)" not in text.replace("Illegal play (2", "")
    assert not re.search(r"\d/\d+\*?/\d", text)
    stood = sum(turn.outcome is Outcome.STOOD for game in record.games for turn in game.turns)
    assert text.count("Illegal play (3;") == stood
