"""The ladder from a journal, and who is who."""

from pathlib import Path

import pytest

from pi_companion.club.ladder import WEEK_S, climb, ladder_document, results_of
from pi_companion.club.players import Players, dump_players, load_players
from pi_companion.errors import InputError, JournalError
from pi_companion.paper.html import to_html
from pi_companion.record.journal import Journal, Stamp
from pi_companion.referee.events import (
    GameOver,
    GameStarted,
    MatchOver,
    MatchStarted,
    Resigned,
    Scored,
    TableEvent,
    Undone,
)
from pi_companion.rules import Side, WinKind

NOW = 1_700_000_000.0
DAY = 24 * 3600.0


def add(book: Journal, white: str, black: str, winner: Side, *, length: int = 1, wall_s: float | None = NOW) -> int:
    """Write a match that was resigned at once."""
    score = (length, 0) if winner is Side.WHITE else (0, length)
    return book.new_match(
        MatchStarted(length, white, black),
        Stamp(0.0, wall_s, clock_synced=wall_s is not None),
        then=(
            GameStarted(1, crawford=False),
            Resigned(winner.opponent, 1),
            GameOver(winner, length, WinKind.RESIGN),
            Scored(*score),
            MatchOver(winner),
        ),
    )


@pytest.fixture
def book(tmp_path: Path) -> Journal:
    return Journal.open(tmp_path / "journal.sqlite")


def names_and_ratings(book: Journal, players: Players) -> list[tuple[str, float]]:
    rungs = climb(results_of(book, players), NOW).rungs
    return [(rung.standing.name, round(rung.standing.rating, 1)) for rung in rungs]


def test_finished_matches_between_named_players_count(book: Journal) -> None:
    with book:
        add(book, "Ada", "Bo", Side.WHITE)
        add(book, "White", "Bo", Side.WHITE)
        add(book, "Ada", "Ada", Side.WHITE)
        book.new_match(MatchStarted(5, "Ada", "Bo"))
        book.new_match(MatchStarted(0, "Ada", "Bo"), then=(GameStarted(1, crawford=False),))
        assert names_and_ratings(book, Players()) == [("Ada", 1010.0), ("Bo", 990.0)]


def test_only_the_last_week_is_the_change_of_the_week(book: Journal) -> None:
    with book:
        add(book, "Ada", "Bo", Side.WHITE, wall_s=NOW - WEEK_S - DAY)
        add(book, "Ada", "Bo", Side.WHITE, wall_s=None)
        add(book, "Cy", "Bo", Side.BLACK, wall_s=NOW - DAY)
        ladder = climb(results_of(book, Players()), NOW)
    week = {rung.standing.name: rung.week for rung in ladder.rungs}
    assert week["Ada"] == 0
    assert week["Bo"] == ladder.steps[2].winner_gain > 0
    assert week["Cy"] == ladder.steps[2].loser_gain < 0


def test_a_match_counts_when_it_ended_since_a_table_begins_it_without_a_time(book: Journal) -> None:
    with book:
        match = book.new_match(MatchStarted(1, "Ada", "Bo"), then=(GameStarted(1, crawford=False),))
        ended = (GameOver(Side.WHITE, 1, WinKind.SINGLE), Scored(1, 0), MatchOver(Side.WHITE))
        book.append_all(match, [(event, None) for event in ended], Stamp(0.0, NOW - DAY, clock_synced=True))
        ladder = climb(results_of(book, Players()), NOW)
    assert [rung.week for rung in ladder.rungs] == [10, -10]


def test_equal_ratings_share_a_place_and_are_marked(book: Journal) -> None:
    with book:
        add(book, "Ada", "Bo", Side.WHITE)
        add(book, "Cy", "Di", Side.WHITE)
        rungs = climb(results_of(book, Players()), NOW).rungs
    assert [(rung.place, rung.shown) for rung in rungs] == [
        (1, "1010.0?"),
        (1, "1010.0?"),
        (3, "990.0?"),
        (3, "990.0?"),
    ]


def test_two_names_made_one_share_all_matches(book: Journal) -> None:
    with book:
        add(book, "Al", "Bo", Side.WHITE)
        add(book, "Albert", "Bo", Side.WHITE)
        assert len(names_and_ratings(book, Players())) == 3
        merged = Players().rename("Al", "Albert")
        assert [name for name, _ in names_and_ratings(book, merged)] == ["Albert", "Bo"]
        assert climb(results_of(book, merged), NOW).rungs[0].standing.won == 2
        assert len(names_and_ratings(book, merged.forget("Al"))) == 3


def test_a_corrected_match_corrects_the_ladder(book: Journal) -> None:
    """What was played after it is rated anew as well: by hand, a newcomer who wins one point from an equal gains 10."""
    with book:
        first = add(book, "Ada", "Bo", Side.WHITE)
        add(book, "Ada", "Cy", Side.WHITE)
        # Ada, 10 ahead and with one point of experience: 4 * 4.99 * 1 / (10 ** 0.005 + 1) = 9.9225 more.
        assert names_and_ratings(book, Players())[0] == ("Ada", 1019.9)
        put_right: list[TableEvent] = [
            Undone(1),
            Resigned(Side.WHITE, 1),
            GameOver(Side.BLACK, 1, WinKind.RESIGN),
            Scored(0, 1),
            MatchOver(Side.BLACK),
        ]
        book.append_all(first, [(event, None) for event in put_right], Stamp(1.0, NOW, clock_synced=True))
        # Now Ada is 10 behind: 4 * 4.99 * (1 - 1 / (10 ** 0.005 + 1)) = 10.0375 after the loss of 10, and Cy gives up
        # 4 * 5 * the same, 10.0576.
        assert names_and_ratings(book, Players()) == [("Bo", 1010.0), ("Ada", 1000.0), ("Cy", 989.9)]


def test_renaming_back_and_forth_never_goes_in_a_circle() -> None:
    players = Players().rename("Al", "Albert").rename("Albert", "Al")
    assert {players.name("Al"), players.name("Albert")} == {"Al"}
    with pytest.raises(InputError, match="same player already"):
        players.rename("Albert", "Al")
    with pytest.raises(InputError, match="not empty"):
        players.rename("Al", " ")


def test_names_are_kept_and_a_broken_file_is_said(tmp_path: Path) -> None:
    path = tmp_path / "players.json"
    players = Players().rename("Łucja", "Lucy")
    path.write_text(dump_players(players), encoding="utf-8")
    assert load_players(path) == players
    path.write_text('{"renamed": {"a": "b", "b": "a"}}', encoding="utf-8")
    with pytest.raises(JournalError, match="circle"):
        load_players(path)
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(JournalError, match="move it away"):
        load_players(path)


def test_the_page_has_a_row_for_each_player_and_a_plot(book: Journal) -> None:
    with book:
        add(book, "Ada", "Bo", Side.WHITE)
        page = to_html(ladder_document(climb(results_of(book, Players()), NOW)))
    assert page.count("<tr>") == 3
    assert page.count("<polyline") > 2
    assert "Ladder" in to_html(ladder_document(climb([], NOW)))
