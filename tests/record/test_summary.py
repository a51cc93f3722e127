"""What `matches` and `show` tell a person."""

from collections.abc import Callable
from pathlib import Path

from pi_companion.record.journal import StoredMatch
from pi_companion.record.summary import Boards, matches_table, show_match, summarise
from pi_companion.record.transcript import MatchRecord, transcribe
from pi_companion.record.wire import load_event
from pi_companion.referee.events import (
    Doubled,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    OpeningRoll,
    Played,
    Rolled,
    Stood,
    TableEvent,
    Taken,
)
from pi_companion.rules import Breach, Position, Side, WinKind

DATA = Path(__file__).parents[1] / "data" / "record"
START = Position.start()


def record_of(*events: TableEvent, started: MatchStarted | None = None) -> MatchRecord:
    return transcribe([started or MatchStarted(5, "Ann", "Bob"), GameStarted(1, crawford=False), *events])


def test_a_whole_match_is_told_turn_by_turn() -> None:
    lines = (DATA / "short_match.jsonl").read_text(encoding="utf-8").splitlines()
    told = show_match(transcribe(map(load_event, lines)))
    assert told + "\n" == (DATA / "short_match.txt").read_text(encoding="utf-8")


def test_an_illegal_play_is_told_with_its_reason_and_rule() -> None:
    illegal = IllegalPlay(Side.WHITE, (3, 1), START, (Breach.NO_MOVE_MADE,), "White moved nothing")
    told = show_match(record_of(OpeningRoll(3, 1), illegal, Stood(Side.WHITE)))
    assert "   1. Ann 3-1: illegal, and it stood\n        White moved nothing (no move made)\n" in told
    assert "not settled" in show_match(record_of(OpeningRoll(3, 1), illegal))


def test_a_gammon_and_the_crawford_game_are_named() -> None:
    record = record_of(
        GameOver(Side.WHITE, 4, WinKind.GAMMON),
        GameStarted(2, crawford=True),
        GameOver(Side.BLACK, 1, WinKind.SINGLE),
    )
    told = show_match(record)
    assert "Ann wins 4 points with a gammon" in told
    assert "Game 2 at 4-0, the Crawford game" in told
    assert "Bob wins 1 point\n" in told


def test_money_play_is_named_with_its_rule() -> None:
    assert show_match(record_of(started=MatchStarted(0))).startswith("Money play, with Jacoby: White (White, O)")
    assert "no Jacoby" in show_match(record_of(started=MatchStarted(0, jacoby=False)))


def test_a_board_after_every_turn_has_the_cube_as_it_was() -> None:
    record = record_of(
        OpeningRoll(3, 1),
        Played(Side.WHITE, (3, 1), "8/5 6/5", START),
        Doubled(Side.BLACK, 2),
        Taken(Side.WHITE),
        Rolled(Side.BLACK, (2, 1)),
        Played(Side.BLACK, (2, 1), "13/11 6/5", START),
    )
    told = show_match(record, Boards.EVERY_TURN)
    assert told.count("|BAR|") == 2
    assert told.index("[1] cube in the middle") < told.index("doubles to 2") < told.index("[2] cube")
    assert show_match(record).count("|BAR|") == 1


def test_numbers_of_a_match(random_match: Callable[..., tuple[TableEvent, ...]]) -> None:
    events = random_match(3, 3)
    summary = summarise(transcribe(events))
    turns = sum(type(event).__name__ in ("Played", "NoMove", "IllegalPlay") for event in events)
    assert summary.turns == turns
    assert summary.illegal_plays == sum(isinstance(event, IllegalPlay) for event in events)
    assert summary.games == sum(isinstance(event, GameStarted) for event in events)
    assert summary.winner is not None
    assert max(summary.white_points, summary.black_points) >= 3


def test_the_cube_of_the_game_under_way() -> None:
    summary = summarise(record_of(Doubled(Side.WHITE, 2), Taken(Side.BLACK)))
    assert (summary.cube_value, summary.cube_owner, summary.winner) == (2, Side.BLACK, None)


def test_matches_are_listed_a_line_each() -> None:
    summary = summarise(record_of(GameOver(Side.BLACK, 2, WinKind.GAMMON)))
    listed = matches_table(
        [
            (StoredMatch(1, "table 1", 3, 1.7e9, clock_synced=True), summary),
            (StoredMatch(12, "game1", 3, 1.7e9, clock_synced=False), summary),
            (StoredMatch(13, "", 3, None, clock_synced=False), summary),
        ]
    ).splitlines()
    assert len(listed) == 4
    assert listed[0].split() == "match begun length White Black score games turns illegal state from".split()  # noqa: SIM905 -- as it reads
    assert listed[1].split()[3:] == ["5", "Ann", "Bob", "0-2", "1", "0", "0", "under", "way", "table", "1"]
    assert listed[1].split()[2] + "?" == listed[2].split()[2]
    assert listed[3].split()[:3] == ["13", "-", "5"]
    assert listed[1].index("table 1") == listed[0].index("from")


def test_no_match_is_a_heading_alone() -> None:
    assert len(matches_table([]).splitlines()) == 1
