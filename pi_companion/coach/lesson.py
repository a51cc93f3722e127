"""A lesson from an illegal play as a page: the rule by its name, the board before and after, what could be played."""

from pi_companion.coach.why import Lesson
from pi_companion.paper.blocks import Block, Document, Figure, Figures, Heading, Words
from pi_companion.paper.board import Scene, draw

MOST_PLAYS = 12
"""Legal plays that are listed."""


def lesson_document(lesson: Lesson) -> Document:
    """Set a lesson out."""
    rules: list[Block] = []
    for rule in lesson.rules:
        rules += [Heading(rule.name), Words(rule.text)]
    return Document(
        "Why that play is not legal",
        (
            Words(lesson.explanation),
            Figures(drawings(lesson)),
            *rules,
            Heading("What could be played"),
            Words(legal_plays_told(lesson)),
        ),
        "Made by pi-companion.",
    )


def drawings(lesson: Lesson) -> tuple[Figure, ...]:
    """Draw the board before and after the illegal play, as its player sees it."""
    side = lesson.side
    scene = Scene(dice=lesson.roll.dice, on_roll=side, title=f"Before {side.label} played")
    before = Figure(draw(lesson.before, scene, seen_by=side), f"Before: {side.label} to play {lesson.roll}.")
    # A board with two colours on a point, or a checker too many, is told but not drawn as if it were one.
    if lesson.after.placing_faults():
        return (before,)
    after = draw(lesson.after, Scene(title="After the illegal play"), seen_by=side)
    return before, Figure(after, "After the illegal play.")


def legal_plays_told(lesson: Lesson) -> str:
    """Name the legal plays, or the first of many."""
    if not lesson.legal:
        return f"{lesson.roll} cannot be played: the turn is over with no move."
    named = ", ".join(str(play) for play in lesson.legal[:MOST_PLAYS])
    more = len(lesson.legal) - MOST_PLAYS
    return f"{named}, and {more} more." if more > 0 else f"{named}."
