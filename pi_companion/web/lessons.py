"""What the page shows to those who learn: what each side has on the board, in numbers, and one thing to think about."""

from functools import lru_cache

from pi_companion.coach.features import contact, features
from pi_companion.coach.teaching import teaching
from pi_companion.record.wire import JsonObject, JsonValue
from pi_companion.referee.course import Course
from pi_companion.rules import Position, Side

_KEPT = 32


def lesson(course: Course) -> JsonValue:
    """Give the lesson of where a match stands; None where the mode keeps silent or no game is being played.

    After a play that is not legal it is about the board before it, on which the player has to decide anew.
    """
    told = teaching(course)
    if told is None:
        return None
    position = course.position if course.dispute is None else course.dispute.before
    return {"think": told.think, "holds": {side.value: _holds(position, side) for side in Side}}


# Counting shots takes some milliseconds, and the same board is asked for whenever something beside it changes.
@lru_cache(_KEPT)
def _holds(position: Position, side: Side) -> JsonObject:
    """Count what a side has; points are as that side counts them."""
    found = features(position, side)
    touching = contact(position)
    blots: list[JsonValue] = [[point, shots] for point, shots in zip(found.blots, found.shots, strict=True)]
    return {
        "pips": found.pips,
        "blots": blots if touching else [],
        "home": [*found.home] if touching else [],
        "anchors": [*found.anchors] if touching else [],
        "prime": None if found.prime is None or not touching else [found.prime.low, found.prime.high],
        "bar": found.on_bar,
        "entering": found.entering,
        "off": found.off,
        "finishing": found.finishing,
    }
