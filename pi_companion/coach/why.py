"""After a ruling: which rule a play broke, in words a beginner knows, and what could have been played."""

from dataclasses import dataclass

from pi_companion.errors import InputError
from pi_companion.rules import Breach, Play, Position, Roll, Side, judge, legal_plays


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the game by its name."""

    name: str
    text: str
    """The rule in a sentence or two."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What there is to learn from one illegal play."""

    before: Position
    side: Side
    roll: Roll
    after: Position
    """What stood on the board after the illegal play."""

    explanation: str
    """The referee's sentence, with points and dice."""

    rules: tuple[Rule, ...]
    """The rules that were broken, the first one explained."""

    legal: tuple[Play, ...]
    """What could have been played."""

    changed: tuple[int, ...]
    """The places of the mover's checkers that changed, as the mover counts; 25 is the bar, 0 is off."""


_MOVING = Rule(
    "Moving by the dice",
    "Each die moves one checker exactly that many points towards home. One checker may take both dice one after the "
    "other, if it may also stop on the point between.",
)
_DIRECTION = Rule("Direction of play", "Checkers only move towards their own home board, never back.")
_POINTS = Rule("Open points", "A checker may not land on a point that two or more opposing checkers hold.")
_HITTING = Rule(
    "Hitting",
    "A checker that lands on a single opposing checker hits it, and the one that was hit is put on the bar at once.",
)
_OWN_CHECKERS = Rule(
    "Your own checkers", "A player moves no opposing checker, except to put one that was hit on the bar."
)
_BOTH_DICE = Rule("Play both dice", "If there is any way to play both dice, both must be played.")

RULES: dict[Breach, Rule] = {
    Breach.BAR_NOT_ENTERED: Rule(
        "Entering first",
        "A checker on the bar must come in before any other checker of that side moves. It enters in the opponent's "
        "home board, on the point that a die counts from the far edge.",
    ),
    Breach.POINT_BLOCKED: _POINTS,
    Breach.WRONG_DISTANCE: _MOVING,
    Breach.MUST_PLAY_BOTH: _BOTH_DICE,
    Breach.MUST_PLAY_LARGER: Rule(
        "The larger die", "If either die can be played, but not both, the larger one must be played where it can be."
    ),
    Breach.DOUBLES_INCOMPLETE: Rule(
        "Doubles", "Equal dice are played four times, or as many of the four times as can be played."
    ),
    Breach.TOO_MANY_MOVES: Rule("Moves in a roll", "A roll gives two moves, one for each die; equal dice give four."),
    Breach.BEAR_OFF_TOO_EARLY: Rule(
        "Bearing off", "Checkers may be borne off only while all others of that side are in its home board."
    ),
    Breach.BEAR_OFF_EXACT_REQUIRED: Rule(
        "Bearing off with a larger number",
        "A die bears off a checker from its own point. A larger die bears one off from the highest point that is held, "
        "but only when no checker stands farther back.",
    ),
    Breach.NO_MOVE_MADE: Rule("The duty to play", "A roll that can be played must be played; a turn cannot be passed."),
    Breach.HIT_CHECKER_NOT_ON_BAR: _HITTING,
    Breach.OPPONENT_CHECKER_MOVED: _OWN_CHECKERS,
    Breach.MOVED_BACKWARDS: _DIRECTION,
    Breach.CHECKER_COUNT_WRONG: Rule(
        "Fifteen checkers", "Each side has fifteen checkers all game long: on points, on the bar and borne off."
    ),
}


def why_not(before: Position, side: Side, roll: Roll, after: Position) -> Lesson | None:
    """Explain why a play was not legal; None when it was.

    Raises:
        InputError: The position before has not fifteen checkers a side.
    """
    if faults := before.faults():
        raise InputError(f"a lesson wants a position that can arise in a game, but {faults[0]}; set up another one")
    ruling = judge(before, side, roll, after)
    if ruling.legal:
        return None
    own, own_after = before.counts(side), after.counts(side)
    return Lesson(
        before=before,
        side=side,
        roll=roll,
        after=after,
        explanation=ruling.explanation,
        rules=tuple(dict.fromkeys(RULES[breach] for breach in ruling.breaches)),
        legal=legal_plays(before, side, roll),
        changed=tuple(place for place in range(26) if own[place] != own_after[place]),
    )
