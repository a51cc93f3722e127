"""The coach on the page: the lesson in the state, and hints for those who play."""

from pathlib import Path
from typing import Any

import pytest

from pi_companion.record.wire import position_to_wire
from pi_companion.referee.events import Corrected, IllegalPlay, OpeningRoll, Played, Rolled
from pi_companion.referee.terms import Mode, Terms
from pi_companion.rules import Breach, Position, Side, parse_play
from pi_companion.web.access import Role
from pi_companion.web.live import TableNow, snapshot
from tests.web.serving import Serving, Tabletop, serving

AFTER = parse_play("8/5 6/5", Position.start(), Side.WHITE, None).result
OPENED = OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER)


def table(path: Path, mode: Mode) -> Tabletop:
    return Tabletop(path / "j.sqlite", terms=Terms(mode=mode))


def state(at: Tabletop) -> Any:
    return snapshot(TableNow(at.match, at.state))


def test_who_learns_is_told_what_the_board_holds(tmp_path: Path) -> None:
    learning = table(tmp_path, Mode.TEACH)
    learning.happen(*OPENED)
    lesson = state(learning)["lesson"]
    assert (lesson["holds"]["white"]["pips"], lesson["holds"]["black"]["pips"]) == (163, 167)
    assert lesson["holds"]["white"]["home"] == [6, 5]
    assert lesson["holds"]["black"]["anchors"] == [24]
    assert lesson["think"].endswith("?")


def test_after_an_illegal_play_the_lesson_is_of_the_board_before_it(tmp_path: Path) -> None:
    learning = table(tmp_path, Mode.TEACH)
    wrong = parse_play("8/7", Position.start(), Side.WHITE, None).result
    learning.happen(
        OpeningRoll(3, 1), IllegalPlay(Side.WHITE, (3, 1), wrong, (Breach.MUST_PLAY_BOTH,), "Both must be played.")
    )
    told = state(learning)
    assert told["ruling"]["breaches"] == ["MUST_PLAY_BOTH"]
    assert told["ruling"]["before"] == position_to_wire(Position.start())
    assert told["lesson"]["holds"]["white"]["blots"] == []


def test_a_race_has_no_blots_and_a_checker_on_the_bar_has_its_rolls(tmp_path: Path) -> None:
    learning = table(tmp_path, Mode.TEACH)
    on_bar = Position.from_xgid("a-a--BD-B---dE---d-e----AA", on_roll=Side.WHITE)
    race = Position.from_xgid("-AA-----------------------", on_roll=Side.WHITE)
    learning.happen(*OPENED, Corrected(Side.BLACK, "", on_bar))
    white = state(learning)["lesson"]["holds"]["white"]
    assert (white["bar"], white["entering"]) == (1, 35)
    assert white["blots"][0][0] == 24
    learning.happen(Corrected(Side.BLACK, "", race))
    assert state(learning)["lesson"]["holds"]["white"]["blots"] == []


@pytest.mark.parametrize("mode", [Mode.LOG, Mode.MONITOR])
def test_the_other_modes_have_no_lesson_and_no_hints(tmp_path: Path, mode: Mode) -> None:
    silent = table(tmp_path, mode)
    silent.happen(*OPENED, Rolled(Side.BLACK, (3, 1)))
    assert state(silent)["lesson"] is None
    with serving(silent) as served:
        answer = served.browser(Role.PLAYER).post("/api/hint", {"step": "nudge"})
    assert answer.status == 409
    assert mode.value in answer.json["refused"]


def test_hints_come_in_three_steps_to_players_alone(tmp_path: Path) -> None:
    learning = table(tmp_path, Mode.TEACH)
    learning.happen(*OPENED, Rolled(Side.BLACK, (3, 1)))
    with serving(learning) as served:
        told = [_hint(served, step) for step in ("nudge", "idea", "play")]
        assert served.browser().post("/api/hint", {"step": "play"}).status == 403
        assert served.browser(Role.PLAYER).post("/api/hint", {"step": "answer"}).status == 422
    assert told[0].startswith("Of the 15 legal plays, 1 makes a new point")
    assert told[1].startswith("The best play ")
    assert told[2].startswith("13/10 6/5. The next best")


def _hint(served: Serving, step: str) -> str:
    answer = served.browser(Role.PLAYER).post("/api/hint", {"step": step})
    assert answer.status == 200
    return str(answer.json["hint"])
