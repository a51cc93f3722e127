"""The printed record says what was played, by whom and how it ended."""

from datetime import date

from pi_companion.paper.blocks import Heading, Table, Words
from pi_companion.paper.html import to_html
from pi_companion.paper.pages import Paper, set_pages
from pi_companion.paper.pdf import to_pdf
from pi_companion.record.sheet import record_sheet
from pi_companion.record.transcript import transcribe
from pi_companion.referee.events import (
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    OpeningRoll,
    Played,
    Rolled,
    Scored,
    Stood,
    TableEvent,
)
from pi_companion.rules import Breach, Position, Side, WinKind, parse_play

AFTER = parse_play("8/5 6/5", Position.start(), Side.WHITE, None).result
WRONG = parse_play("24/23 24/22", AFTER, Side.BLACK, None).result
EVENTS: tuple[TableEvent, ...] = (
    MatchStarted(3, "Ann", "Bob <b>"),
    GameStarted(1, crawford=False),
    OpeningRoll(3, 1),
    Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER),
    Rolled(Side.BLACK, (6, 5)),
    IllegalPlay(Side.BLACK, (6, 5), WRONG, (Breach.WRONG_DISTANCE,), "No checker may move 1 with 6-5."),
    Stood(Side.BLACK),
    Doubled(Side.WHITE, 2),
    Dropped(Side.BLACK),
    GameOver(Side.WHITE, 1, WinKind.DROP),
    Scored(1, 0),
)


def test_turns_stand_in_two_columns_and_the_result_below() -> None:
    head, game, table, result, signed = record_sheet(transcribe(EVENTS), date(2026, 3, 1)).blocks
    assert head == Words("A match to 3, 2026-03-01. White is Ann, Black is Bob <b>. It stands at 1-0.")
    assert game == Heading("Game 1 at 0-0")
    assert isinstance(table, Table)
    assert table.rows[0] == (
        "1",
        "3-1: 8/5 6/5",
        "6-5: illegal, and it stood – No checker may move 1 with 6-5. (wrong distance)",
    )
    assert table.rows[1] == ("2", "doubles to 2", "drops")
    assert result == Words("Ann wins 1 point (drop).")
    assert isinstance(signed, Words)


def test_a_match_that_has_just_begun_has_a_sheet_too() -> None:
    document = record_sheet(transcribe(EVENTS[:1]))
    assert len(document.blocks) == 2


def test_it_prints_and_a_name_is_text_only() -> None:
    document = record_sheet(transcribe(EVENTS))
    assert "Bob &lt;b&gt;" in to_html(document)
    assert "<b>" not in to_html(document)
    assert to_pdf(set_pages(document, Paper.A4), document.title).startswith(b"%PDF")
