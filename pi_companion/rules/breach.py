"""The ways in which a play can break the rules of moving."""

from enum import Enum


class Breach(Enum):
    """One rule that a play broke; the value is the name used in JSON."""

    BAR_NOT_ENTERED = "BAR_NOT_ENTERED"
    """Another checker was moved while a checker of that side waited on the bar."""

    POINT_BLOCKED = "POINT_BLOCKED"
    """A checker landed on a point that two or more opposing checkers held."""

    WRONG_DISTANCE = "WRONG_DISTANCE"
    """A checker went a way that the dice do not allow."""

    MUST_PLAY_BOTH = "MUST_PLAY_BOTH"
    """Both dice could have been played, but were not."""

    MUST_PLAY_LARGER = "MUST_PLAY_LARGER"
    """Either die alone could be played, but not both, and it was not the larger that was played."""

    DOUBLES_INCOMPLETE = "DOUBLES_INCOMPLETE"
    """A double was not played as often as it could have been."""

    TOO_MANY_MOVES = "TOO_MANY_MOVES"
    """More moves were made than the roll has numbers."""

    BEAR_OFF_TOO_EARLY = "BEAR_OFF_TOO_EARLY"
    """A checker was borne off while another of that side was outside its home board."""

    BEAR_OFF_EXACT_REQUIRED = "BEAR_OFF_EXACT_REQUIRED"
    """A checker was borne off with too large a number while another stood on a higher point."""

    NO_MOVE_MADE = "NO_MOVE_MADE"
    """Nothing was moved although the roll could be played."""

    HIT_CHECKER_NOT_ON_BAR = "HIT_CHECKER_NOT_ON_BAR"
    """A hit checker was not put on the bar."""

    OPPONENT_CHECKER_MOVED = "OPPONENT_CHECKER_MOVED"
    """The other side's checkers were moved where no hit explains it."""

    MOVED_BACKWARDS = "MOVED_BACKWARDS"
    """A checker went away from its own home board."""

    CHECKER_COUNT_WRONG = "CHECKER_COUNT_WRONG"
    """A side has more or fewer than fifteen checkers."""
