"""The companion as a player on the terminal: what it says, and its seat at the demo's table."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pi_companion.coach.engine import Engine, EngineError
from pi_companion.coach.gnubg import find_gnubg
from pi_companion.coach.seat import Seat, SeatView, Stand
from pi_companion.coach.sparring import Partner
from pi_companion.coach.strength import Strength
from pi_companion.coach.thinking import think
from pi_companion.record.fields import JsonObject
from pi_companion.referee.course import Course, Phase
from pi_companion.referee.events import Person, TableEvent
from pi_companion.referee.inputs import Answer, Command, Order
from pi_companion.rules import Side
from pi_companion.simulation.sparring import Shown, Wish
from pi_companion.table import Table, Told

_WISHES = {
    Stand.IDLE: Wish.NOTHING,
    Stand.THINKING: Wish.NOTHING,
    Stand.TROUBLE: Wish.NOTHING,
    Stand.ROLL: Wish.ROLL,
    Stand.PLAY: Wish.MOVE,
    Stand.NO_MOVE: Wish.NO_MOVE,
    Stand.WRONG: Wish.PUT_RIGHT,
}


def require_engine() -> None:
    """Make sure that there is an engine to play by.

    Raises:
        EngineError: There is none.
    """
    if find_gnubg() is None:
        raise EngineError(
            "the companion plays by GNU Backgammon, but that is not installed; sudo apt install gnubg, "
            "or let it only watch, without --spar"
        )


def seat_to_json(view: SeatView) -> JsonObject:
    """Write what the companion wants as a line."""
    return {
        "sparring": view.stand.value,
        "side": view.side.value,
        "words": view.words,
        "play": None if view.play is None else str(view.play),
    }


@dataclass
class DemoSeat:
    """The companion in the demo: it thinks at once, and the simulated person sees what it shows."""

    strength: Strength
    engine: Engine
    side: Side = Side.BLACK
    _orders: int = 0
    _asked: list[Course] = field(default_factory=list)
    _said: list[Command] = field(default_factory=list)
    _course: Course | None = None
    _offered: Course | None = None
    """Where the match stood when the person doubled."""

    def __post_init__(self) -> None:
        """Take the seat."""
        self._partner = Partner(self.side, self.strength, seed=1)
        self._seat = Seat(self._partner, self._asked.append)

    @property
    def view(self) -> SeatView:
        """What people are to see now."""
        return self._seat.view

    def told(self, event: TableEvent) -> None:
        """Take an event that stands in the journal."""
        self._seat.told(event)

    def attend(self, table: Table, t_s: float) -> Iterator[Told]:
        """Do what was said since, think where there is something to decide, and say it."""
        while True:
            commands = [*self._said, *self._seat.look(table.state, t_s)]
            self._said.clear()
            self._course = table.state.course
            for command in commands:
                self._orders += 1
                yield from table.accept(command, t_s, f"spar {self._orders}")
            asked = bool(self._asked)
            while self._asked:
                self._seat.take(think(self._partner, self._asked.pop(0), self.engine), t_s)
            if not asked and not commands:
                return

    def shown(self) -> Shown:
        """See `simulation.sparring.Companion`."""
        view, course = self._seat.view, self._course
        if view.stand is Stand.OFFER:
            if course is not None and course.resigning is not None:
                return Shown(Wish.ANSWER_RESIGNATION, times=course.resigning.times)
            return Shown(Wish.ANSWER_DOUBLE)
        return Shown(_WISHES[view.stand], view.play)

    def answer(self) -> Answer | None:
        """See `simulation.sparring.Companion`."""
        before, now = self._offered, self._course
        if before is None or now is None:
            return None
        if now.phase is not Phase.PLAYING:
            return Answer.NO
        return Answer.YES if now.cube.value > before.cube.value else None

    def say(self, order: Order) -> None:
        """See `simulation.sparring.Companion`."""
        self._offered = self._course
        by = Person.WHITE if self.side is Side.BLACK else Person.BLACK
        self._said.append(Command(by, f"person {self._orders} {len(self._said)}", order))
