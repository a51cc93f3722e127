"""Hints in three steps, with an engine's ranking and without."""

import pytest

from pi_companion.coach.choices import thought
from pi_companion.coach.engine import Ranked
from pi_companion.coach.hints import Hint, hint, why_no_coaching
from pi_companion.coach.lesson import lesson_document
from pi_companion.coach.why import why_not
from pi_companion.paper.blocks import Figures, Heading
from pi_companion.referee.terms import Mode
from pi_companion.rules import Position, Roll, Side, legal_plays, parse_play
from tests.coach.boards import board

WHITE = Side.WHITE
START = Position.start()


def ranked(position: Position, roll: Roll, best: str) -> tuple[Ranked, ...]:
    """Rank one play first and all others a tenth behind each other."""
    first = parse_play(best, position, WHITE, roll)
    plays = sorted(legal_plays(position, WHITE, roll), key=lambda play: (play.result != first.result, str(play)))
    return tuple(Ranked(play, 0.5 - number / 10) for number, play in enumerate(plays))


def test_a_nudge_gives_no_play_away() -> None:
    assert hint(START, WHITE, Roll(3, 1), Hint.NUDGE, ()) == thought(START, WHITE, Roll(3, 1))


@pytest.mark.parametrize(
    ("position", "dice", "best", "idea"),
    [
        (START, (3, 1), "8/5 6/5", "makes 1 new point in the home board and leaves Black no shot"),
        (START, (6, 1), "13/7 8/7", "makes 1 new point outside the home boards and leaves Black no shot"),
        (
            board({24: 2, 13: 5, 8: 3, 6: 3, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5}),
            (6, 1),
            "13/7 8/7",
            "makes 1 new point outside the home boards, builds a prime of 4 points and leaves Black no shot",
        ),
        # On Black's 5-point 1s and 3s 20, 6-2 2, 4-4, 2-2; on its 1-point 5s with 2, 4, 5 and 6 are 7 more, and 6-6.
        (START, (4, 3), "24/20 13/10", "splits an anchor and leaves Black 32 shots out of 36"),
        # Nine away 6-3 2, 5-4 2 over White's 5-point, 3-3; ten away 6-4 2, 5-5 is blocked: 7.
        (
            START,
            (3, 2),
            "13/10 13/11",
            "brings 2 checkers within reach of the home board and leaves Black 7 shots out of 36",
        ),
        # Five away 11, 4-1 2, 3-2 2; from the 8-point 6-1 2, 4-3 2; from the 13-point 6-6, 4-4 and 3-3: 22.
        (
            START,
            (6, 5),
            "24/13",
            "brings 1 checker out of Black's home board, gives up an anchor and leaves Black 22 shots out of 36",
        ),
        (
            board({13: 2, 1: 13}, {18: 1, 16: 1, 1: 13}),
            (6, 4),
            "13/7 13/9",
            "hits 2 checkers and leaves Black 1 shot out of 36",
        ),
        (board({6: 3, 1: 2}, {1: 5}), (6, 1), "6/off 1/off", "bears off 2 checkers"),
        (board({9: 2, 6: 3}, {1: 5}), (2, 1), "9/6", "leaves 33 pips to go"),
    ],
)
def test_the_idea_is_what_the_best_play_does(position: Position, dice: tuple[int, int], best: str, idea: str) -> None:
    roll = Roll(*dice)
    assert hint(position, WHITE, roll, Hint.IDEA, ranked(position, roll, best)) == f"The best play {idea}."


def test_the_play_is_named_with_what_it_is_worth() -> None:
    told = hint(START, WHITE, Roll(3, 1), Hint.PLAY, ranked(START, Roll(3, 1), "8/5 6/5"))
    assert told.startswith("8/5 6/5. The next best, ")
    assert told.endswith(" is worth 0.100 points less.")


def test_without_an_engine_only_what_can_be_counted_is_told() -> None:
    told = hint(START, WHITE, Roll(3, 1), Hint.PLAY, ())
    assert told == (
        "No engine is here to say which play is best. Safest for one roll, with no shot for Black: 8/5 6/5."
    )


def test_the_coach_speaks_in_mode_teach_only() -> None:
    assert why_no_coaching(Mode.TEACH) is None
    for mode in (Mode.LOG, Mode.MONITOR):
        assert mode.value in (why_no_coaching(mode) or "")


def test_a_lesson_shows_the_board_before_and_after_and_names_the_rule() -> None:
    lesson = why_not(START, WHITE, Roll(2, 1), parse_play("8/6", START, WHITE, None).result)
    assert lesson is not None
    document = lesson_document(lesson)
    assert [len(block.figures) for block in document.blocks if isinstance(block, Figures)] == [2]
    assert [block.text for block in document.blocks if isinstance(block, Heading)] == [
        "Play both dice",
        "What could be played",
    ]
