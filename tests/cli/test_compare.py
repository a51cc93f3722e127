"""What the demo counts as recognised."""

from pi_companion.cli.compare import compare
from pi_companion.referee.events import (
    Corrected,
    Doubled,
    IllegalPlay,
    NoMove,
    Played,
    Rolled,
    Stood,
    TableEvent,
    Unclear,
)
from pi_companion.rules import Breach, Position, Side

START = Position.start()
OTHER = Position.from_xgid("-b---BD-B---eE---c-e----B-", on_roll=Side.WHITE)

TRUTH: list[TableEvent] = [
    Rolled(Side.WHITE, (3, 1)),
    Played(Side.WHITE, (3, 1), "8/5 6/5", OTHER),
    IllegalPlay(Side.BLACK, (6, 2), START, (), ""),
    Corrected(Side.BLACK, "24/18", OTHER),
    NoMove(Side.WHITE, (6, 6), OTHER),
    IllegalPlay(Side.BLACK, (2, 1), START, (), ""),
    Stood(Side.BLACK),
]


def test_the_same_in_other_words_is_perfect() -> None:
    told: list[TableEvent] = [
        Unclear("a hand"),
        Played(Side.WHITE, (1, 3), "6/5 8/5", OTHER),
        IllegalPlay(Side.BLACK, (2, 6), START, (Breach.POINT_BLOCKED,), "The point is blocked."),
        Corrected(Side.BLACK, "24/18*", OTHER),
        Doubled(Side.WHITE, 2),
        *TRUTH[4:],
    ]
    result = compare(TRUTH, told)
    assert (result.plays, result.recognised, result.perfect) == (6, 6, True)


def test_a_missed_play_is_missed_and_no_other() -> None:
    result = compare(TRUTH, TRUTH[:4] + TRUTH[5:])
    assert (result.recognised, result.missed, result.invented) == (5, (TRUTH[4],), ())


def test_another_board_or_other_dice_are_another_play() -> None:
    for wrong in (Played(Side.WHITE, (3, 1), "8/5 6/5", START), Played(Side.WHITE, (3, 2), "8/5 6/5", OTHER)):
        result = compare(TRUTH, [wrong, *TRUTH[2:]])
        assert (result.missed, result.invented, result.perfect) == ((TRUTH[1],), (wrong,), False)


def test_an_accusation_that_was_none_is_invented() -> None:
    accusation = IllegalPlay(Side.WHITE, (3, 1), START, (), "")
    assert compare(TRUTH, [accusation, *TRUTH]).invented == (accusation,)
