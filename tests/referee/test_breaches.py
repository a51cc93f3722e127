"""Breaches and legal plays of every kind, seen as they happen at a table: each is told for what it is, or doubted."""

import random
from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

import pytest

from pi_companion.rules import Position, Side
from tests.rules.known import Case, read

if TYPE_CHECKING:
    from tests.referee.conftest import Table

BREACHES, PLAYS = 60, 30

LEFT_TO_DOUBT = {"opponent_checker_disturbed", "hit_checker_missing_from_bar"}
"""Where the opponent's checkers moved too, a turn may have passed unseen: that is doubted, and nobody is accused."""

TOLD_LATER = {"no_move_made"}
"""Told when the opponent rolls, for until then the player may yet move."""


def cases(kind: str, number: int, without: Collection[str] = ()) -> list[Case]:
    return random.Random(2).sample([case for case in read(kind) if case.get("why") not in without], number)


def told(table: "Table", case: Case, after: str, over: str) -> list[str]:
    """What is told of one turn, its roll left out: seen before it, after it, and when it is over."""
    table.adopt(case["pos"], Side.WHITE)
    first, second = case["dice"]
    table.throw(f"{first}-{second}")
    table.look()
    before = len(table.events)
    table.position = Position.from_xgid(after, on_roll=Side.WHITE)
    table.do(f"looks; {over}; looks")
    return [name for name in (type(event).__name__ for event in table.events[before:]) if name != "Rolled"]


@pytest.mark.parametrize("over", ["presses; looks; lifts", "lifts"])
def test_a_breach_is_never_told_as_a_legal_play_and_nearly_always_told(new_table: "type[Table]", over: str) -> None:
    counted: Counter[str] = Counter()
    for case in cases("negatives", BREACHES, LEFT_TO_DOUBT | TOLD_LATER):
        names = told(new_table(), case, case["to"], over)
        taken_as_legal = {"Played", "NoMove"} & set(names)
        assert not taken_as_legal or "Unclear" in names, (case, names)
        counted["told" if "IllegalPlay" in names else case["why"]] += 1
    assert counted["told"] >= 0.95 * BREACHES, counted


@pytest.mark.parametrize("why", sorted(LEFT_TO_DOUBT))
def test_what_also_moved_the_opponents_checkers_is_doubted(new_table: "type[Table]", why: str) -> None:
    chosen = [case for case in read("negatives") if case["why"] == why][:8]
    assert len(chosen) == 8
    doubted = [
        {"Unclear", "IllegalPlay"} & set(told(new_table(), case, case["to"], "presses; looks")) for case in chosen
    ]
    assert sum(map(bool, doubted)) >= 7, doubted


@pytest.mark.parametrize("over", ["presses", "lifts"])
def test_a_legal_play_is_told_as_one(new_table: "type[Table]", over: str) -> None:
    for case in cases("vectors", PLAYS):
        after = random.Random(case["id"]).choice(case["res"])
        names = told(new_table(), case, after, over)
        assert names[:1] in (["Played"], ["NoMove"]), (case, names)
        assert "IllegalPlay" not in names, (case, names)
