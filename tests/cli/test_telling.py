"""What a person reads while events come in."""

import pytest

from pi_companion.cli.telling import draw, tell
from pi_companion.record.transcript import MatchRecord, transcribe
from pi_companion.referee.events import (
    BoardFound,
    BoardMoved,
    Clear,
    Corrected,
    Covered,
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    NoMove,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    Scored,
    Stood,
    TableEvent,
    Taken,
    Unclear,
)
from pi_companion.rules import Breach, Position, Side, WinKind

WHITE, BLACK = Side.WHITE, Side.BLACK
START = Position.start()


@pytest.fixture
def record() -> MatchRecord:
    return transcribe([MatchStarted(5, "Ada", "Bo"), GameStarted(1, crawford=False)])


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (MatchStarted(5, "Ada", "Bo"), "Ada (White) against Bo (Black): match to 5"),
        (MatchStarted(0, "Ada", "Bo"), "Ada (White) against Bo (Black): money play"),
        (GameStarted(2, crawford=False), "Game 2"),
        (GameStarted(3, crawford=True), "Game 3, Crawford: no doubling"),
        (OpeningRoll(4, 4), "Opening roll 4-4: a tie, both roll again"),
        (OpeningRoll(2, 5), "Opening roll: White 2, Black 5; Bo begins"),
        (Rolled(WHITE, (3, 1)), None),
        (Played(WHITE, (1, 3), "8/5 6/5", START), "     Ada  3-1: 8/5 6/5"),
        (
            IllegalPlay(BLACK, (6, 2), START, (Breach.POINT_BLOCKED,), "The 18-point is blocked."),
            "      Bo  6-2: not legal: The 18-point is blocked.",
        ),
        (Corrected(BLACK, "24/18", START), "      Bo  put right: 24/18"),
        (Stood(BLACK), "      Bo  the play stands, since Ada has gone on"),
        (NoMove(WHITE, (6, 6), START), "     Ada  6-6: cannot move"),
        (Doubled(WHITE, 2), "Ada doubles to 2"),
        (Taken(BLACK), "Bo takes"),
        (Dropped(BLACK), "Bo drops"),
        (Resigned(WHITE, 2), "Ada resigns a gammon"),
        (GameOver(BLACK, 1, WinKind.SINGLE), "Bo wins 1 point"),
        (GameOver(BLACK, 4, WinKind.GAMMON), "Bo wins 4 points with a gammon"),
        (Scored(3, 4), "Score: Ada 3, Bo 4"),
        (MatchOver(WHITE), "Ada wins the match"),
        (Unclear("the dice"), "Unclear: the dice"),
        (BoardMoved(), "The board or the camera was moved; nothing is claimed until it is found again"),
        (BoardFound(), "The board is found again"),
        (Covered(), None),
        (Clear(), None),
    ],
)
def test_each_event_has_its_line(record: MatchRecord, event: TableEvent, line: str | None) -> None:
    assert tell(record, event) == line


def test_the_board_is_drawn_with_score_and_cube() -> None:
    events: list[TableEvent] = [
        MatchStarted(5, "Ada", "Bo"),
        GameStarted(1, crawford=False),
        Doubled(WHITE, 2),
        Taken(BLACK),
    ]
    board = draw(transcribe(events))
    assert board is not None
    assert "Ada  0/5  167 pips" in board
    assert "[2] cube" in board
    assert draw(transcribe([])) is None
