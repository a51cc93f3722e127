"""Sentences about positions whose answers were counted by hand, on the board that is drawn above each."""

import re

import pytest

from pi_companion.coach.ahead import ahead
from pi_companion.coach.choices import thought
from pi_companion.coach.features import contact, features
from pi_companion.coach.telling import tell
from pi_companion.rules import Position, Roll, Side
from tests.coach.boards import board

WHITE, BLACK = Side.WHITE, Side.BLACK
START = Position.start()

# Each case: the position, White's view, and sentences that must be said, word for word.
TOLD: dict[str, tuple[Position, list[str]]] = {
    "the start": (
        START,
        [
            "Both sides have 167 pips to go.",
            "White has made 1 point of its home board: 6.",
            "White holds an anchor in Black's home board, on White's 24-point.",
        ],
    ),
    "after 3-1: pips 163 against 167": (
        board({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5}),
        [
            "White leads by 4 pips, with 163 to go against Black's 167.",
            "White has made 2 points of its home board: 6 and 5.",
        ],
    ),
    # White's blot on its 5-point is 4 away from Black's checkers on White's 1-point; 3-1 stops on White's 2- or
    # 4-point, 2-2 on its 3-point, 1-1 on all, so 4s 11, 3-1 2, 2-2 1, 1-1 1 = 15. The other is 10 away: 6-4 hits it,
    # 5-5 is blocked on White's 6-point.
    "slot after 2-1": (
        board({24: 2, 13: 4, 11: 1, 8: 3, 6: 4, 5: 1}, {24: 2, 13: 5, 8: 3, 6: 5}),
        [
            (
                "White has 2 blots, on White's 11- and 5-points; 15 of 36 rolls would let Black hit at least one. "
                "By point: 11 (2) and 5 (15)."
            )
        ],
    ),
    "closed out": (
        board({6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 8: 3}, {25: 1, 6: 5, 5: 5, 4: 4}),
        [
            "Black has 1 checker on the bar and cannot enter: all six points of White's home board are made.",
            (
                "White has a prime of 6 points, from 1 to 6, a full prime: nothing can pass it. "
                "Black has 1 checker behind it."
            ),
        ],
    ),
    "two on the bar against two points": (
        board({25: 2, 13: 5, 8: 3, 6: 5}, {6: 2, 4: 2, 24: 2, 13: 5, 8: 4}),
        [
            (
                "White has 2 checkers on the bar; 32 of 36 rolls enter at least one of them, "
                "on White's 24-, 23-, 22- and 20-points."
            )
        ],
    ),
    "one on the bar against five points": (
        board({25: 1, 13: 5, 8: 4, 6: 5}, {6: 3, 5: 2, 4: 2, 3: 2, 2: 2, 24: 2, 13: 2}),
        ["White has 1 checker on the bar; 11 of 36 rolls enter it, on White's 24-point."],
    ),
    "a prime of five with two behind": (
        board({8: 3, 7: 3, 6: 3, 5: 3, 4: 3}, {24: 2, 13: 5, 8: 3, 6: 5}),
        ["White has a prime of 5 points, from 4 to 8. Black has 2 checkers behind it."],
    ),
    "a prime of four with none behind": (
        board({9: 3, 8: 3, 7: 3, 6: 4, 24: 2}, {13: 7, 8: 3, 6: 5}),
        ["White has a prime of 4 points, from 6 to 9."],
    ),
    "two anchors": (
        board({21: 2, 23: 2, 6: 5, 8: 3, 13: 3}, {24: 2, 13: 5, 8: 3, 6: 5}),
        ["White holds 2 anchors in Black's home board, on White's 23- and 21-points."],
    ),
    "a race": (
        board({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 3: 5}),
        [
            (
                "Black leads by 5 pips, with 70 to go against White's 75. "
                "The sides have passed each other, so the game is a race."
            )
        ],
    ),
    "a race for one pip": (
        board({1: 2}, {2: 1, 1: 1}),
        [
            (
                "White leads by 1 pip, with 2 to go against Black's 3. "
                "The sides have passed each other, so the game is a race."
            ),
            "White has borne off 13 of 15 checkers.",
            "Every roll would bear off all that White has left.",
            "Every roll would bear off all that Black has left.",
        ],
    ),
    "6 and 1 left: any 6, but also doubles of 3": (
        board({6: 1, 1: 1}, {1: 15}),
        ["15 of 36 rolls would bear off all that White has left."],
    ),
    # A blot that has passed every opposing checker cannot be hit: Black's last checker is on White's 6-point.
    "a blot that nobody can reach": (
        board({3: 1, 2: 2, 13: 2}, {19: 3, 1: 5}),
        ["White has a blot on White's 3-point; no roll of Black's could hit it."],
    ),
    # Black is 7 away, on White's 1-point: 6-1, 5-2, 4-3 twice each, White's own points are no block here.
    "an indirect shot": (
        board({8: 1, 13: 2}, {24: 2, 3: 2}),
        ["White has a blot on White's 8-point; 6 of 36 rolls would let Black hit it."],
    ),
    # Six away with White's points 2, 4 and 5 (White's 1 to 7): 6s 11; 5-1 over 6 or 2; 4-2 over 5 or 3; 3-3 over 4;
    # 2-2 over 3, 5. Only the stops count: 6 is open, so 5-1 hits (2); 3 is open, so 2-4 hits (2); 3-3 and 2-2 do not.
    "a direct shot behind points": (
        board({7: 1, 2: 2, 4: 2, 5: 2}, {24: 2, 3: 2}),
        ["White has a blot on White's 7-point; 15 of 36 rolls would let Black hit it."],
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_it_is_told(name: str) -> None:
    position, sentences = TOLD[name]
    told = tell(position, WHITE)
    for sentence in sentences:
        assert sentence in told


@pytest.mark.parametrize("name", TOLD)
def test_the_other_side_hears_the_same_of_itself(name: str) -> None:
    """With colours exchanged every sentence comes back with the names exchanged."""
    position, _ = TOLD[name]
    swap = {"White": "Black", "Black": "White"}
    swapped = tuple(re.sub("White|Black", lambda m: swap[m[0]], line) for line in tell(position, WHITE))
    assert tell(Position(position.black, position.white), BLACK) == swapped


def test_a_finished_game_has_nothing_to_tell() -> None:
    assert tell(board({}, {1: 3}), WHITE) == ()


def test_contact_ends_when_the_last_checkers_have_passed() -> None:
    assert contact(board({13: 1}, {13: 1}))
    assert not contact(board({12: 1}, {12: 1}))
    assert contact(board({1: 1}, {25: 1}))


def test_features_of_the_start() -> None:
    found = features(START, BLACK)
    assert (found.made, found.home, found.anchors) == ((24, 13, 8, 6), (6,), (24,))
    assert (found.blots, found.any_shot, found.back, found.prime) == ((), 0, 2, None)


# Positions, rolls and the one thing to think about.
THOUGHTS: list[tuple[Position, tuple[int, int], str]] = [
    (
        START,
        (3, 1),
        (
            "Of the 16 legal plays, 1 makes a new point in the home board. "
            "Is it worth more than what else the roll can do?"
        ),
    ),
    (board({1: 1}, {1: 3}), (2, 1), "There is only one legal play with 2-1: 1/off."),
    (
        board({25: 1, 6: 5}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2}),
        (6, 5),
        "White has no legal play with 6-5.",
    ),
    (board({3: 1, 2: 1}, {1: 3}), (3, 2), "White can bear off its last checker with 3-2."),
    (
        board({9: 3, 6: 6, 5: 6}, {6: 6, 5: 9}),
        (2, 1),
        (
            "White is in a race, with 3 checkers still outside the home board. "
            "Which play brings most of them in and wastes fewest pips?"
        ),
    ),
    # 13/7* with the 6 and 13/9* with the 4: one checker over either, or both checkers.
    (
        board({13: 2, 1: 13}, {18: 1, 16: 1, 1: 13}),
        (6, 4),
        "Of the 3 legal plays, every one hits. What can Black hit in answer?",
    ),
]


@pytest.mark.parametrize(("position", "dice", "expected"), THOUGHTS)
def test_one_thing_to_think_about(position: Position, dice: tuple[int, int], expected: str) -> None:
    assert thought(position, WHITE, Roll(*dice)) == expected


# Positions with White to roll, and the one thing to think about.
AHEAD: list[tuple[Position, str]] = [
    # Only a 3 enters: 11 rolls.
    (
        board({25: 1, 6: 5}, {6: 2, 5: 2, 4: 2, 2: 2, 1: 2}),
        "11 of 36 rolls bring White in from the bar, all on its 22-point. What would White play with the other die?",
    ),
    (
        board({25: 2, 13: 5, 8: 3, 6: 5}, {6: 2, 4: 2, 24: 2, 13: 5, 8: 4}),
        "32 of 36 rolls bring a checker of White's in from the bar; both must be in before another one may move.",
    ),
    (
        board({6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 8: 3}, {25: 1, 6: 5, 5: 5, 4: 4}),
        "Black cannot move while all of White's home board is made. What can White do before it has to open?",
    ),
    (
        board({9: 3, 8: 3, 7: 3, 6: 4, 5: 2}, {24: 2, 8: 3, 6: 5}),
        "White's 5 points in a row stand in the way of 2 checkers of Black's. How long can White keep them?",
    ),
    (
        board({6: 4, 5: 4, 4: 2}, {24: 2, 6: 5}),
        "White bears off past Black's checkers. Which rolls would leave a blot?",
    ),
    # Any 6, and doubles of 3, 4 and 5: 11 and 3, and 5-1, which takes the 6 over 5 or 1 to the 1-point: no. So 6-1 to
    # 6-6 and 3-3, 4-4, 5-5: the books' 15 for a 6 and an ace.
    (
        board({6: 1, 1: 1}, {1: 3}),
        "15 of 36 rolls bear off all that White has left. Which rolls do not?",
    ),
    (board({1: 2}, {1: 3}), "Every roll bears off all that White has left."),
    # 80 pips ahead: 80 : 8 1/6 is a little more than 9.
    (
        board({1: 5}, {6: 10, 5: 5}),
        (
            "White leads the race by 80 pips, as much as 9 rolls bring on average. "
            "Will Black bear off a checker in time to save the gammon?"
        ),
    ),
    (
        board({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 3: 5}),
        ("Black leads the race by 5 pips, 7 % of its own 70. A roll brings 8 pips on average: how safe is that lead?"),
    ),
]


@pytest.mark.parametrize(("position", "expected"), AHEAD)
def test_one_thing_to_think_about_before_the_roll(position: Position, expected: str) -> None:
    assert ahead(position, WHITE) == expected
