"""Where a match stands, computed from its events and from nothing else, so that a restart is a replay."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from pi_companion.referee.events import (
    AutomaticDouble,
    Beavered,
    Corrected,
    CubeSet,
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    NoMove,
    OpeningRoll,
    Played,
    Resigned,
    ResignOffered,
    ResignRefused,
    Rolled,
    RolledEarly,
    RollVoided,
    ScoreSet,
    Stood,
    TableEvent,
    Taken,
    TermsAgreed,
    TurnSet,
)
from pi_companion.referee.terms import Terms
from pi_companion.rules import Cube, GameResult, MatchScore, Offer, Position, Roll, Side, first_to_play


class Phase(Enum):
    """What the table is waiting for."""

    SETTING_UP = "setting up"
    """The start position, for the next game."""

    OPENING = "opening"
    """The first turn of a game."""

    PLAYING = "playing"
    MATCH_OVER = "match over"


@dataclass(frozen=True, slots=True)
class Dispute:
    """An illegal play that was neither put right nor let stand yet."""

    side: Side
    """Who played."""

    before: Position
    roll: Roll


@dataclass(frozen=True, slots=True)
class Course:
    """Where a match stands."""

    score: MatchScore
    jacoby: bool = True
    """Whether gammons count only after the cube was turned; money play only."""

    phase: Phase = Phase.SETTING_UP
    game: int = 0
    """Number of the game, from 1; 0 before the first."""

    position: Position = Position.start()  # noqa: RUF009 a frozen value
    cube: Cube = Cube()  # noqa: RUF009 a frozen value
    on_roll: Side | None = None
    """Whose turn it is; None until the first turn of a game is decided."""

    roll: Roll | None = None
    """What the side has rolled in this turn, where it has been told."""

    offer: Offer | None = None
    """A double that waits for an answer; then the other side decides."""

    dispute: Dispute | None = None
    terms: Terms = Terms()  # noqa: RUF009 a frozen value
    beavered: Side | None = None
    """The side that a beaver or a raccoon was made against, until the next roll: it may drop, or double back."""

    resigning: ResignOffered | None = None
    """An offer to give up that waits for the other side's consent."""

    rolled_early: Side | None = None
    """The side that rolled before the turn before was over, until it has played."""

    automatic_doubles: int = 0
    """How many automatic doubles there were in this game."""

    @property
    def deciding(self) -> Side | None:
        """Who has to decide something: the side on roll, or whoever has an offer, a beaver or a raccoon to answer."""
        if self.resigning is not None:
            return self.resigning.side.opponent
        if self.offer is not None:
            return self.offer.by.opponent
        return self.on_roll if self.beavered is None else self.beavered

    def after(self, event: TableEvent) -> "Course":  # noqa: PLR0911 -- one flat case an event
        """Give the course after one more event; events that are not of the match change nothing."""
        match event:
            case MatchStarted(length=length, jacoby=jacoby):
                return Course(MatchScore(length), jacoby)
            case TermsAgreed(terms=terms):
                return replace(self, terms=terms)
            case GameStarted(game=game):
                return Course(self.score, self.jacoby, Phase.OPENING, game, terms=self.terms)
            case OpeningRoll(white=white, black=black):
                first = first_to_play(white, black)
                roll = None if first is None else Roll(white, black)
                return replace(self, on_roll=first, roll=roll)
            case Rolled(side=side, dice=dice):
                return replace(self, on_roll=side, roll=Roll(*dice), phase=Phase.PLAYING, beavered=None, resigning=None)
            case RollVoided():
                on_roll = None if self.phase is Phase.OPENING else self.on_roll
                return replace(self, roll=None, on_roll=on_roll, rolled_early=None)
            case RolledEarly(side=side):
                return replace(self, rolled_early=side)
            case Played(side=side, position=position) | NoMove(side=side, position=position):
                return self._next_turn(side, position)
            case IllegalPlay(side=side, dice=dice, position=position):
                dispute = Dispute(side, self.position, Roll(*dice))
                return replace(self._next_turn(side, position), dispute=dispute)
            case Corrected(side=side, position=position):
                return self._next_turn(side, position)
            case Stood():
                return replace(self, dispute=None)
            case _:
                return self._after_cube_or_end(event)

    def _next_turn(self, side: Side, position: Position) -> "Course":
        """Hand the turn to the other side; whatever was disputed is settled, and a roll that it threw early is its."""
        return replace(
            self,
            phase=Phase.PLAYING,
            position=position,
            on_roll=side.opponent,
            roll=None,
            dispute=None,
            resigning=None,
            rolled_early=self.rolled_early if self.rolled_early is side.opponent else None,
        )

    def _after_cube_or_end(self, event: TableEvent) -> "Course":
        match event:
            case Doubled(side=side):
                return replace(self, offer=Offer(self.cube, side), dispute=None)
            case Taken() if self.offer is not None:
                return replace(self, cube=self.offer.taken(), offer=None)
            case Beavered(side=side, value=value):
                owner = side if self.offer is not None else self.cube.owner
                return replace(self, cube=Cube(value, owner), offer=None, beavered=side.opponent)
            case AutomaticDouble(value=value):
                return replace(self, cube=Cube(value), automatic_doubles=self.automatic_doubles + 1)
            case Dropped():
                return replace(self, offer=None, beavered=None)
            case ResignOffered():
                return replace(self, resigning=event)
            case ResignRefused() | Resigned():
                return replace(self, resigning=None)
            case GameOver(winner=winner, points=points, kind=kind):
                score = self.score.after_game(GameResult(winner, points, kind))
                return Course(score, self.jacoby, game=self.game, position=self.position, terms=self.terms)
            case MatchOver():
                return replace(self, phase=Phase.MATCH_OVER)
            case _:
                return self._put_right(event)

    def _put_right(self, event: TableEvent) -> "Course":
        """Take a person's word for the cube, the score or the side on roll."""
        match event:
            case CubeSet(value=value, owner=owner):
                return replace(self, cube=Cube(value, owner), offer=None, beavered=None)
            case ScoreSet(white=white, black=black, crawford=crawford, post_crawford=post):
                score = MatchScore(self.score.length, white, black, crawford=crawford, post_crawford=post)
                return replace(self, score=score)
            case TurnSet(side=side):
                return replace(self, on_roll=side, roll=None, dispute=None, beavered=None, rolled_early=None)
            case _:
                return self


def course_of(events: Iterable[TableEvent]) -> Course:
    """Give the course after events that all stand."""
    course = Course(MatchScore(0))
    for event in events:
        course = course.after(event)
    return course
