"""Where a match stands, computed from its events and from nothing else, so that a restart is a replay."""

from dataclasses import dataclass, replace
from enum import Enum

from pi_companion.referee.events import (
    Corrected,
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
    Rolled,
    Stood,
    TableEvent,
    Taken,
)
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

    @property
    def deciding(self) -> Side | None:
        """Who has to decide something: the side on roll, or its opponent while a double waits for an answer."""
        return self.on_roll if self.offer is None else self.offer.by.opponent

    def after(self, event: TableEvent) -> "Course":
        """Give the course after one more event; events that are not of the match change nothing."""
        match event:
            case MatchStarted(length=length, jacoby=jacoby):
                return Course(MatchScore(length), jacoby)
            case GameStarted(game=game):
                return Course(self.score, self.jacoby, Phase.OPENING, game)
            case OpeningRoll(white=white, black=black):
                first = first_to_play(white, black)
                roll = None if first is None else Roll(white, black)
                return replace(self, on_roll=first, roll=roll)
            case Rolled(side=side, dice=dice):
                return replace(self, on_roll=side, roll=Roll(*dice), phase=Phase.PLAYING)
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
        """Hand the turn to the other side; whatever was disputed is settled."""
        phase = Phase.PLAYING
        return replace(self, phase=phase, position=position, on_roll=side.opponent, roll=None, dispute=None)

    def _after_cube_or_end(self, event: TableEvent) -> "Course":
        match event:
            case Doubled(side=side):
                return replace(self, offer=Offer(self.cube, side), dispute=None)
            case Taken() if self.offer is not None:
                return replace(self, cube=self.offer.taken(), offer=None)
            case Dropped():
                return replace(self, offer=None)
            case GameOver(winner=winner, points=points, kind=kind):
                score = self.score.after_game(GameResult(winner, points, kind))
                return replace(Course(score, self.jacoby), game=self.game, position=self.position)
            case MatchOver():
                return replace(self, phase=Phase.MATCH_OVER)
            case _:
                return self
