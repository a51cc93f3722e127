"""The lesson after each ruling: in mode teach only, true, and in the form that the page reads."""

from dataclasses import replace

import pytest

from pi_companion.coach.hints import Hint, hint_at
from pi_companion.coach.teaching import teaching
from pi_companion.referee.course import Course, Phase
from pi_companion.referee.events import GameStarted, IllegalPlay, OpeningRoll, Played, Rolled, TermsAgreed
from pi_companion.referee.terms import Mode, Terms
from pi_companion.rules import MatchScore, Position, Roll, Side, judge, parse_play
from tests.coach.engines import Broken, Chosen

WHITE, BLACK = Side.WHITE, Side.BLACK
START = Position.start()


def course(mode: Mode) -> Course:
    """White has played 8/6 with 2-1, one die alone."""
    wrong = parse_play("8/6", START, WHITE, None).result
    ruling = judge(START, WHITE, Roll(2, 1), wrong)
    now = Course(MatchScore(5)).after(GameStarted(1, crawford=False)).after(TermsAgreed(Terms(mode)))
    return now.after(OpeningRoll(2, 1)).after(IllegalPlay(WHITE, (2, 1), wrong, ruling.breaches, ruling.explanation))


def test_an_illegal_play_is_explained_by_its_rule_with_drawings() -> None:
    lesson = teaching(course(Mode.TEACH))
    assert lesson is not None
    assert lesson.sentence.startswith("White played 8/6 with the 2 and left the 1 unplayed")
    assert [rule.name for rule in lesson.rules] == ["Play both dice"]
    assert lesson.plays.endswith(", and 3 more.")
    assert "Both sides have 167 pips to go." in lesson.features
    assert lesson.think.startswith("Of the 15 legal plays, ")


def test_the_page_reads_sentence_rule_drawing_features_and_a_thought() -> None:
    lesson = teaching(course(Mode.TEACH))
    assert lesson is not None
    told = lesson.to_json()
    assert list(told) == ["sentence", "rules", "drawings", "plays", "features", "think"]
    drawn = told["drawings"]
    assert isinstance(drawn, list)
    assert len(drawn) == 2
    assert all(isinstance(each, dict) and str(each["svg"]).startswith("<svg") for each in drawn)


def test_after_a_legal_play_the_board_is_told_to_whoever_is_next() -> None:
    play = parse_play("8/5 6/5", START, WHITE, Roll(3, 1))
    agreed = Course(MatchScore(5)).after(GameStarted(1, crawford=False)).after(TermsAgreed(Terms(Mode.TEACH)))
    now = agreed.after(OpeningRoll(3, 1)).after(Played(WHITE, (3, 1), str(play), play.result))
    lesson = teaching(now)
    assert lesson is not None
    assert (lesson.sentence, lesson.rules, lesson.figures, lesson.plays) == ("", (), (), "")
    assert lesson.features[0] == "White leads by 4 pips, with 163 to go against Black's 167."
    assert lesson.think == "No roll of Black can hit, and none of White. Which point would Black like to make next?"


@pytest.mark.parametrize("mode", [Mode.LOG, Mode.MONITOR])
def test_in_the_other_modes_the_coach_is_silent(mode: Mode) -> None:
    assert teaching(course(mode)) is None
    rolled = course(mode).after(Rolled(BLACK, (3, 1)))
    assert mode.value in hint_at(rolled, Hint.PLAY, Chosen()).refused
    assert hint_at(rolled, Hint.PLAY, Chosen()).words == ""


def test_between_games_there_is_nothing_to_teach() -> None:
    assert teaching(replace(course(Mode.TEACH), phase=Phase.SETTING_UP)) is None


def test_a_hint_wants_a_roll() -> None:
    now = replace(course(Mode.TEACH), dispute=None, position=START)
    assert "nothing is rolled" in hint_at(now, Hint.NUDGE, Chosen()).refused
    rolled = now.after(Rolled(BLACK, (3, 1)))
    assert hint_at(rolled, Hint.NUDGE, Broken()).words.startswith("Of the 16 legal plays")
    assert hint_at(rolled, Hint.PLAY, Chosen()).words.startswith("13/10 6/5. The next best")


def test_with_an_engine_that_fails_what_can_be_counted_is_told() -> None:
    rolled = replace(course(Mode.TEACH), dispute=None, position=START).after(Rolled(BLACK, (3, 1)))
    assert hint_at(rolled, Hint.PLAY, Broken()).words.startswith("No engine is here")
