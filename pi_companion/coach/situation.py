"""Where a game stands, written down as an engine is asked about it."""

from pi_companion.referee.course import Course
from pi_companion.rules import Action, Roll, Side, Xgid


def situation(course: Course, on_roll: Side, roll: Roll | None = None) -> Xgid:
    """Write down where a game stands.

    Raises:
        InputError: The position cannot arise in a game.
    """
    score = course.score
    return Xgid(
        position=course.position,
        cube=course.cube,
        on_roll=on_roll,
        action=Action.TO_ROLL if roll is None else Action.ROLLED,
        roll=roll,
        white_score=score.white,
        black_score=score.black,
        length=score.length,
        crawford=score.crawford,
        jacoby=not score.length and course.jacoby,
    )
