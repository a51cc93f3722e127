"""After an illegal play: the rule's name, its words, and what could have been played."""

import pytest

from pi_companion.coach.why import RULES, why_not
from pi_companion.errors import InputError
from pi_companion.rules import Breach, Position, Roll, Side, parse_play
from tests.coach.boards import board

WHITE = Side.WHITE
START = Position.start()

# Position, dice, the illegal play, and the name of the rule that it broke first.
CASES: list[tuple[Position, tuple[int, int], str, str]] = [
    (START, (2, 1), "8/6", "Play both dice"),
    (START, (3, 1), "8/3", "Moving by the dice"),
    (START, (5, 4), "24/19 8/4", "Open points"),
    (START, (3, 3), "8/5(2)", "Doubles"),
    (START, (6, 1), "-", "The duty to play"),
    (START, (2, 1), "13/11 8/6 24/23", "Moves in a roll"),
    (board({25: 1, 13: 5, 8: 4, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}), (3, 1), "8/5 6/5", "Entering first"),
    (board({7: 1, 6: 7, 5: 7}, {1: 5}), (6, 5), "6/off 5/off", "Bearing off"),
]


@pytest.mark.parametrize(("before", "dice", "play", "rule"), CASES)
def test_the_rule_has_its_name(before: Position, dice: tuple[int, int], play: str, rule: str) -> None:
    roll = Roll(*dice)
    lesson = why_not(before, WHITE, roll, parse_play(play, before, WHITE, None).result)
    assert lesson is not None
    assert lesson.rules[0].name == rule
    assert "White" in lesson.explanation
    assert lesson.legal


def test_a_legal_play_teaches_nothing() -> None:
    after = parse_play("8/5 6/5", START, WHITE, Roll(3, 1)).result
    assert why_not(START, WHITE, Roll(3, 1), after) is None


def test_the_places_that_changed_are_named() -> None:
    lesson = why_not(START, WHITE, Roll(2, 1), parse_play("8/6", START, WHITE, None).result)
    assert lesson is not None
    assert lesson.changed == (6, 8)


def test_every_breach_has_a_rule() -> None:
    assert set(RULES) == set(Breach)


def test_a_board_that_cannot_be_is_refused() -> None:
    both = board({5: 2}, {20: 2})
    with pytest.raises(InputError, match="5-point holds checkers of both sides"):
        why_not(both, WHITE, Roll(2, 1), both)
