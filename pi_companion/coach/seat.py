"""The companion's seat at the table: it watches the match, says what it does, and sees that its play was moved right.

It rolls nothing and moves nothing: people throw its dice and move its checkers. What it says goes to the referee as an
order of its side, like the word of any player.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from pi_companion.coach.sparring import GivesUp, Intent, Moves, Partner, Says, asked
from pi_companion.coach.strength import Strength
from pi_companion.coach.thinking import Thought
from pi_companion.referee.course import Course, Phase
from pi_companion.referee.events import (
    Amended,
    Corrected,
    Doubled,
    GameOver,
    MatchStarted,
    NoMove,
    Person,
    Played,
    Redone,
    ResignRefused,
    Rolled,
    TableEvent,
    Undone,
)
from pi_companion.referee.inputs import (
    Answer,
    Command,
    CubeDropped,
    CubeOffered,
    CubeTaken,
    Order,
    PlayReplaced,
    ResignationAnswered,
    ResignationOffered,
)
from pi_companion.referee.opening import opening_thrown
from pi_companion.referee.state import State
from pi_companion.referee.terms import Mode
from pi_companion.rules import Play, Position, Side

AGAIN_S = 5.0
"""After an engine failed, it is asked again so much later."""

_GAMES = {1: "a single game", 2: "a gammon", 3: "a backgammon"}


class Stand(Enum):
    """What the companion waits for, or wants."""

    IDLE = "idle"
    """The other side's turn, or no game."""

    THINKING = "thinking"
    ROLL = "roll"
    """Its dice are to be rolled."""

    PLAY = "play"
    """Its checkers are to be moved so."""

    NO_MOVE = "no move"
    OFFER = "offer"
    """It has doubled, or offered to give up, and waits for the answer."""

    WRONG = "wrong"
    """Another play was made for it than its own."""

    TROUBLE = "trouble"
    """The engine fails; the table goes on without it."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What people are to see of the companion's side."""

    side: Side
    strength: Strength
    stand: Stand
    words: str
    """One sentence; empty while it is idle."""

    play: Play | None = None
    """Its play, while it is to be made or was made wrong."""


@dataclass(frozen=True, slots=True)
class _Made:
    """A play of another kind than the one it wanted."""

    wanted: Play
    made: str


class Seat:
    """The companion at the table, used by one thread.

    Args:
        partner: How it plays.
        ask: Begins to think about where a match stands; `take` is given the thought.
        run: A name for this run of the program, which begins the key of every order.
        name: It plays only matches in which its side is called so; where there is none, every match.
    """

    def __init__(self, partner: Partner, ask: Callable[[Course], None], run: str = "", name: str = "") -> None:
        self._partner = partner
        self._side = partner.side
        self._ask = ask
        self._run = run
        self._name = name
        self._plays = True
        self._orders = 0
        self._course: Course | None = None
        self._asked: Course | None = None
        self._thought: Thought | None = None
        self._said: Course | None = None
        self._failed_s = 0.0
        self._wrong: _Made | None = None
        self._stays = False
        """Whether the other side refused to let it give up; then this game is played on."""

    @property
    def side(self) -> Side:
        """The companion's side."""
        return self._side

    def take(self, thought: Thought, now_s: float) -> None:
        """Take a thought."""
        if thought.course == self._asked:
            self._thought = thought
            self._failed_s = now_s

    def told(self, event: TableEvent) -> None:
        """Take an event that stands in the journal."""
        match event:
            case MatchStarted(white=white, black=black):
                self._plays = self._name in ("", white if self._side is Side.WHITE else black)
                self._course, self._wrong, self._stays = None, None, False
            case Played(side=side, play=play, position=position) | Corrected(side=side, play=play, position=position):
                if side is self._side:
                    self._compare(play, position)
                self._asked, self._thought = None, None
            case NoMove():
                self._asked, self._thought = None, None
            case ResignRefused(side=side) if side is not self._side:
                self._stays = True
            case Rolled() | Doubled() | Undone() | Redone() | Amended():
                self._wrong = None
            case GameOver():
                self._wrong, self._stays = None, False
            case _:
                pass

    def _compare(self, made: str, position: Position) -> None:
        """See whether the play that was made for it is its own."""
        wanted = self._play()
        self._wrong = None if wanted is None or wanted.result == position else _Made(wanted, made)

    def _play(self) -> Play | None:
        thought = self._thought
        return thought.intent.play if thought is not None and isinstance(thought.intent, Moves) else None

    def look(self, state: State, now_s: float) -> tuple[Command, ...]:
        """Look at the match; give what the companion says now, and begin to think where it is to decide."""
        if not self._plays:
            return ()
        course = state.course
        thrown = opening_thrown(state)
        if thrown is not None:
            course = course.after(thrown)
        self._course = course
        put_right = self._put_right(state)
        if put_right is not None:
            return (put_right,)
        if asked(course, self._side) is None:
            return ()
        if course != self._asked:
            self._asked, self._thought = course, None
            self._ask(course)
        thought = self._thought
        if thought is None:
            return ()
        if thought.trouble and now_s - self._failed_s >= AGAIN_S:
            self._thought = None
            self._ask(course)
            return ()
        order = None if self._said == course else self._order(thought.intent)
        if order is None:
            return ()
        self._said = course
        return (self._command(order),)

    def _put_right(self, state: State) -> Command | None:
        """Say so once its checkers, moved wrong at first, stand where it wants them."""
        wrong = self._wrong
        if wrong is None or state.seen != wrong.wanted.result or state.course.position == wrong.wanted.result:
            return None
        self._wrong = None
        return self._command(PlayReplaced(str(wrong.wanted)))

    def _order(self, intent: Intent | None) -> Order | None:
        match intent:
            case Says.DOUBLE:
                return CubeOffered(self._side)
            case Says.TAKE:
                return CubeTaken()
            case Says.DROP:
                return CubeDropped()
            case Says.AGREE:
                return ResignationAnswered(Answer.YES)
            case Says.REFUSE:
                return ResignationAnswered(Answer.NO)
            case GivesUp(times=times) if not self._stays:
                return ResignationOffered(self._side, times)
            case _:
                return None

    def _command(self, order: Order) -> Command:
        self._orders += 1
        by = Person.WHITE if self._side is Side.WHITE else Person.BLACK
        return Command(by, f"{self._run}spar {self._orders}", order)

    @property
    def view(self) -> SeatView:
        """What people are to see now."""
        stand, words, play = self._view()
        return SeatView(self._side, self._partner.strength, stand, words, play)

    def _view(self) -> tuple[Stand, str, Play | None]:
        course, name = self._course, self._side.label
        if course is None:
            return Stand.IDLE, "", None
        if self._wrong is not None and course.terms.mode is not Mode.LOG:
            made = f"{self._wrong.made} was played" if self._wrong.made else "another play was made"
            words = (
                f"{name}'s play is {self._wrong.wanted}, but {made}. Move its checkers so; if play goes on, it stands."
            )
            return Stand.WRONG, words, self._wrong.wanted
        if _waits_for_answer(course, self._side):
            return Stand.OFFER, _offer_in_words(course, self._side), None
        if asked(course, self._side) is None:
            return Stand.IDLE, "", None
        thought = self._thought
        if thought is None or self._asked != course:
            return Stand.THINKING, f"{name} is thinking.", None
        if thought.trouble:
            return Stand.TROUBLE, f"{name} cannot decide: {thought.trouble}.", None
        return self._decided(course, thought.intent)

    def _decided(self, course: Course, intent: Intent | None) -> tuple[Stand, str, Play | None]:
        name = self._side.label
        match intent:
            case Moves(play=None):
                return Stand.NO_MOVE, f"{name} cannot move with {course.roll}. Lift its dice.", None
            case Moves(play=play):
                begins = f"{name} begins and plays" if course.phase is Phase.OPENING else f"{name} plays"
                return Stand.PLAY, f"{begins} {course.roll}: {play}.", play
            case Says.ROLL | GivesUp():
                return Stand.ROLL, f"Roll the dice for {name}.", None
            case _:
                return Stand.THINKING, f"{name} answers.", None


def _waits_for_answer(course: Course, side: Side) -> bool:
    offer, resigning = course.offer, course.resigning
    return (offer is not None and offer.by is side) or (resigning is not None and resigning.side is side)


def _offer_in_words(course: Course, side: Side) -> str:
    name, rival = side.label, side.opponent.label
    if course.resigning is not None and course.resigning.side is side:
        games = _GAMES.get(course.resigning.times, f"{course.resigning.times} times the cube")
        return f"{name} offers to give up {games}. {rival} agrees or refuses."
    value = course.offer.value if course.offer is not None else course.cube.value
    return f"{name} doubles to {value}. {rival} takes or drops."
