"""Lessons on the terminal: of rulings, in mode teach, and as the journal stands after a correction."""

import io
import json

import pytest

from pi_companion.cli.output import Form, Output
from pi_companion.cli.replay import report
from pi_companion.cli.teaching import Lessons, lesson_lines
from pi_companion.record.transcript import transcribe
from pi_companion.referee.events import (
    GameStarted,
    IllegalPlay,
    MatchStarted,
    OpeningRoll,
    Played,
    TableEvent,
    TermsAgreed,
    Undone,
)
from pi_companion.referee.terms import Mode, Terms
from pi_companion.rules import Position, Roll, Side, judge, parse_play
from pi_companion.table import Told
from tests.program import Run

START = Position.start()
WRONG = parse_play("8/6", START, Side.WHITE, None).result
RULING = judge(START, Side.WHITE, Roll(2, 1), WRONG)
ILLEGAL = IllegalPlay(Side.WHITE, (2, 1), WRONG, RULING.breaches, RULING.explanation)
RIGHT = parse_play("13/11 6/5", START, Side.WHITE, Roll(2, 1))


def begun(mode: Mode) -> list[TableEvent]:
    return [MatchStarted(5), GameStarted(1, crawford=False), TermsAgreed(Terms(mode)), OpeningRoll(2, 1)]


def told(mode: Mode, form: Form, *events: TableEvent) -> str:
    stream = io.StringIO()
    record, lessons, output = transcribe([]), Lessons(), Output(form, stream)
    for seq, event in enumerate([*begun(mode), *events], start=1):
        record = report(record, Told(seq, 0.0, "", event), lessons, output)
    return stream.getvalue()


def test_who_learns_reads_the_rule_the_legal_plays_and_the_board() -> None:
    lines = told(Mode.TEACH, Form.PERSON, ILLEGAL)
    assert "not legal: White played 8/6 with the 2" in lines
    assert "Play both dice. If there is any way to play both dice, both must be played." in lines
    assert "Legal: 24/23 24/22" in lines
    assert "Both sides have 167 pips to go." in lines


@pytest.mark.parametrize("mode", [Mode.LOG, Mode.MONITOR])
def test_others_read_no_lesson(mode: Mode) -> None:
    assert "pips to go" not in told(mode, Form.PERSON, ILLEGAL)
    assert "lesson" not in told(mode, Form.JSON, ILLEGAL)


def test_the_lesson_is_a_field_of_the_rulings_line_alone() -> None:
    lines = [json.loads(line) for line in told(Mode.TEACH, Form.JSON, ILLEGAL).splitlines()]
    assert [line["event"] for line in lines if "lesson" in line] == ["illegal_play"]
    assert lines[-1]["lesson"]["rules"][0]["name"] == "Play both dice"


def test_after_an_undo_the_lesson_is_of_the_board_that_stands() -> None:
    lessons = Lessons()
    for event in [*begun(Mode.TEACH), ILLEGAL, Undone(1)]:
        lessons.follow(event)
    lesson = lessons.after(Played(Side.WHITE, (2, 1), str(RIGHT), RIGHT.result))
    assert lesson is not None
    assert lesson.sentence == ""
    assert lesson_lines(lesson)[0].strip() == "White leads by 3 pips, with 164 to go against Black's 167."


def test_a_mode_is_for_a_new_match(run: Run) -> None:
    outcome = run("replay", "frames", "--board", "board.toml", "--resume", "1", "--mode", "teach")
    assert outcome.status == 2
    assert "--mode is for a new match" in outcome.err
