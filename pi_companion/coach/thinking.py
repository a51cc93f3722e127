"""Who thinks for the companion: at once, or beside the table's loop, which never waits for an engine."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from pi_companion.coach.engine import Engine, EngineError
from pi_companion.coach.sparring import Intent, Partner
from pi_companion.errors import InputError
from pi_companion.referee.course import Course


@dataclass(frozen=True, slots=True)
class Thought:
    """What the companion has come to."""

    course: Course
    """Where the match stood when it was asked."""

    intent: Intent | None
    """None where nothing is its to decide, or it could not decide."""

    trouble: str = ""
    """Why it could not, in one sentence; empty where it could."""


def think(partner: Partner, course: Course, engine: Engine) -> Thought:
    """Think to the end."""
    try:
        return Thought(course, partner.decide(course, engine))
    except (EngineError, InputError) as error:
        return Thought(course, None, str(error))


class BesideTheTable:
    """Thinks in a thread of its own, always about what was asked last.

    Args:
        partner: Who decides.
        engine: What it asks.
        tell: Takes each thought, in that thread; it should only put it into a queue.
    """

    def __init__(self, partner: Partner, engine: Engine, tell: Callable[[Thought], None]) -> None:
        self._partner, self._engine, self._tell = partner, engine, tell
        self._newest: Course | None = None
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="thinking")

    def ask(self, course: Course) -> None:
        """Begin to think; what was asked before and is not begun yet is of no more use."""
        self._newest = course
        self._pool.submit(self._think, course)

    def _think(self, course: Course) -> None:
        if course is self._newest:
            self._tell(think(self._partner, course, self._engine))

    def close(self) -> None:
        """Think no more; the engine should be closed first, so that nobody waits for it."""
        self._pool.shutdown(cancel_futures=True)
