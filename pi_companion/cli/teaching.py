"""Lessons on the terminal: after each ruling what there is to learn from it, in mode teach only."""

from pi_companion.coach.teaching import Teaching, teaching
from pi_companion.record.fields import JsonObject
from pi_companion.referee.course import Course, course_of
from pi_companion.referee.events import (
    Amended,
    Corrected,
    IllegalPlay,
    NoMove,
    Played,
    Redone,
    Stood,
    TableEvent,
    Undone,
)
from pi_companion.referee.history import standing
from pi_companion.rules import MatchScore

_RULINGS = (Played, NoMove, IllegalPlay, Corrected, Stood)
_INDENT = " " * 10


class Lessons:
    """Follows a match, event by event."""

    def __init__(self) -> None:
        self._events: list[TableEvent] = []
        self._course = Course(MatchScore(0))

    def after(self, event: TableEvent) -> Teaching | None:
        """Give the lesson of an event that is a ruling; None for all others, and where the mode keeps silent."""
        self.follow(event)
        return teaching(self._course) if isinstance(event, _RULINGS) else None

    def follow(self, event: TableEvent) -> None:
        """Take in an event that was told before."""
        self._events.append(event)
        if isinstance(event, Undone | Redone | Amended):
            self._course = course_of(standing(self._events))
        else:
            self._course = self._course.after(event)


def lesson_lines(lesson: Teaching) -> list[str]:
    """Say a lesson, a line each; the sentence about an illegal play has been told by the event itself."""
    lines = [f"{rule.name}. {rule.text}" for rule in lesson.rules]
    if lesson.plays:
        lines.append(f"Legal: {lesson.plays}")
    return [f"{_INDENT}{line}" for line in [*lines, *lesson.features, lesson.think]]


def with_lesson(told: JsonObject, lesson: Teaching | None) -> JsonObject:
    """Add a lesson to an event's line."""
    return told if lesson is None else {**told, "lesson": lesson.to_json()}
