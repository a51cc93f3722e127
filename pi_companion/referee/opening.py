"""The opening roll while it still lies there: the referee tells it with the first play, a player wants it before."""

import math

from pi_companion.referee.course import Phase
from pi_companion.referee.events import OpeningRoll
from pi_companion.referee.state import State
from pi_companion.referee.verdict import CERTAIN_DICE
from pi_companion.referee.window import SETTLED, LyingDie
from pi_companion.rules import first_to_play

_MIDDLE = 0.5
_DICE = 2


def opening_thrown(state: State) -> OpeningRoll | None:
    """Give the opening roll that lies on the board, where it is sure who threw which die.

    Each player throws into the half at his right hand, White's being the right one; dice in one half say nothing of
    whose they are. A tie is thrown again, and so is no opening roll here.
    """
    course, episodes = state.course, state.window.episodes
    if course.phase is not Phase.OPENING or course.on_roll is not None or not episodes:
        return None
    last = episodes[-1]
    if len(last.dice) != _DICE or last.sightings < SETTLED or last.is_cocked:
        return None
    black, white = sorted(last.dice, key=lambda die: die.centre[0])
    if not black.centre[0] < _MIDDLE < white.centre[0]:
        return None
    own, other = _face(white), _face(black)
    if own is None or other is None or first_to_play(own, other) is None:
        return None
    return OpeningRoll(own, other)


def _face(die: LyingDie) -> int | None:
    """Give what a die shows; None where that is not sure."""
    likely = max(die.chances)
    total = sum(math.exp(chance) for chance in die.chances)
    return die.chances.index(likely) + 1 if math.exp(likely) >= CERTAIN_DICE * total else None
