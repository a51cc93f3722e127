"""The lesson after each ruling, in mode teach only: why, by which rule, what was legal, and what the board holds."""

from dataclasses import dataclass
from functools import lru_cache

from pi_companion.coach.ahead import ahead
from pi_companion.coach.choices import thought
from pi_companion.coach.lesson import drawings, legal_plays_told
from pi_companion.coach.telling import tell
from pi_companion.coach.why import Rule, why_not
from pi_companion.paper.blocks import Figure
from pi_companion.paper.svg import to_svg
from pi_companion.record.fields import JsonObject
from pi_companion.referee.course import Course, Phase
from pi_companion.referee.terms import Mode

_KEPT = 32


@dataclass(frozen=True, slots=True)
class Teaching:
    """What there is to learn at a moment of a game."""

    sentence: str
    """Why the last play is not legal; empty where it is."""

    rules: tuple[Rule, ...]
    """The rules that it broke, the first one explained; none where it is legal."""

    figures: tuple[Figure, ...]
    """The board before and after a play that is not legal; none where it is."""

    plays: str
    """What could have been played instead; empty where the last play is legal."""

    features: tuple[str, ...]
    """What the board holds, counted; the side whose turn it is comes first."""

    think: str
    """One thing to think about."""

    def to_json(self) -> JsonObject:
        """Write it as the page reads it."""
        return {
            "sentence": self.sentence,
            "rules": [{"name": rule.name, "text": rule.text} for rule in self.rules],
            "drawings": [{"caption": figure.caption, "svg": to_svg(figure.drawing)} for figure in self.figures],
            "plays": self.plays,
            "features": [*self.features],
            "think": self.think,
        }


def teaching(course: Course) -> Teaching | None:
    """Give the lesson of where a match stands; None where the mode keeps silent or no game is being played."""
    side = course.on_roll
    if course.terms.mode is not Mode.TEACH or side is None or course.phase not in (Phase.OPENING, Phase.PLAYING):
        return None
    dispute = course.dispute
    if dispute is None:
        if course.position.faults():
            return None
        return Teaching("", (), (), "", _told(course.position, side), _ahead(course.position, side))
    if dispute.before.faults():
        return None
    lesson = why_not(dispute.before, dispute.side, dispute.roll, course.position)
    if lesson is None:
        return None
    told = _told(dispute.before, dispute.side)
    think = thought(dispute.before, dispute.side, dispute.roll)
    return Teaching(lesson.explanation, lesson.rules, drawings(lesson), legal_plays_told(lesson), told, think)


# The page asks for the same board again whenever something beside it changes.
_told = lru_cache(_KEPT)(tell)
_ahead = lru_cache(_KEPT)(ahead)
