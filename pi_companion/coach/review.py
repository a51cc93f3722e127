"""A match judged by an engine: what each play and cube decision gave away, and how lucky each roll was."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from pi_companion.coach.engine import CubeView, Engine, EngineError, Level, Ranked
from pi_companion.errors import InputError
from pi_companion.record.transcript import (
    Action,
    CubeAction,
    CubeVerb,
    GameRecord,
    MatchRecord,
    Outcome,
    Turn,
    actions_with_cube,
)
from pi_companion.rules import Action as XgidAction
from pi_companion.rules import Cube, MatchScore, Position, Roll, Side, Xgid, can_double


class Kind(Enum):
    """What was decided."""

    PLAY = "play"
    NO_DOUBLE = "no double"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision and what it gave away."""

    game: int
    number: int
    """Of the turn in its game, from 1; a cube decision has that of the turn it comes before."""

    side: Side
    kind: Kind
    position: Position
    """Before the decision."""

    cube: Cube
    dice: tuple[int, int] | None
    """None for cube decisions."""

    made: str
    best: str
    error: float
    """Points given away for each point of the cube, by the score of the match; 0 when nothing was better."""


@dataclass(frozen=True, slots=True)
class Luck:
    """How much better a roll was than the mean of all rolls."""

    game: int
    number: int
    side: Side
    points: float
    """For each point of the cube; below 0 for bad luck."""


@dataclass(frozen=True, slots=True)
class Review:
    """What was found in a match."""

    decisions: tuple[Decision, ...]
    """Those where there was something to decide, in their order."""

    luck: tuple[Luck, ...]
    """Of all rolls but the first of each game, which no player chose to throw."""

    level: Level
    stopped: str = ""
    """Why the review ends before the match does; empty when it is whole."""

    def of(self, side: Side) -> tuple[Decision, ...]:
        """Give one side's decisions."""
        return tuple(each for each in self.decisions if each.side is side)

    def error_rate(self, side: Side) -> float | None:
        """Give the mean error of a side's decisions in thousandths of a point; None without any."""
        own = self.of(side)
        return 1000 * sum(each.error for each in own) / len(own) if own else None

    def luck_of(self, side: Side) -> float:
        """Add up a side's luck."""
        return sum(each.points for each in self.luck if each.side is side)


@dataclass(slots=True)
class _Reviewer:
    record: MatchRecord
    engine: Engine
    level: Level
    decisions: list[Decision]
    luck: list[Luck]

    def game(self, game: GameRecord) -> None:
        score = MatchScore(
            self.record.started.length,
            game.white_before,
            game.black_before,
            game.crawford,
            _after_crawford(self.record, game),
        )
        number, offered = 0, None
        for action, cube in actions_with_cube(game):
            situation = _Situation(self, game, score, cube, number + 1)
            if isinstance(action, Turn):
                number += 1
                self.turn(situation, action, first=number == 1, doubled=offered is not None)
                offered = None
            elif isinstance(action, CubeAction):
                offered = self.cube_action(situation, action, offered, _board_before(game, action))

    def turn(self, at: "_Situation", turn: Turn, *, first: bool, doubled: bool) -> None:
        if turn.outcome is Outcome.UNPLAYED or turn.before.faults():
            return
        view = None
        if not first:
            view = self.engine.cube(at.xgid(turn.before, turn.side, None), _cube_level(self.level))
            if not doubled and can_double(at.cube, turn.side, at.score):
                self.missed_double(at, turn, view)
        ranked = self.engine.plays(at.xgid(turn.before, turn.side, Roll(*turn.dice)), self.level)
        if view is not None:
            self.roll_luck(at, turn, view, ranked)
        chosen = next((each for each in ranked if each.play.result == turn.after), None)
        if len(ranked) > 1 and chosen is not None:
            error = max(0.0, ranked[0].equity - chosen.equity)
            at.decide(turn.side, Kind.PLAY, turn.before, turn.dice, str(chosen.play), str(ranked[0].play), error)

    def missed_double(self, at: "_Situation", turn: Turn, view: CubeView) -> None:
        """Count a double that was not offered only where offering was better: most turns pose no such question."""
        if view.should_double:
            answer = "take" if view.should_take else "drop"
            best = f"double, {answer}"
            at.decide(turn.side, Kind.NO_DOUBLE, turn.before, None, "no double", best, view.double - view.no_double)

    def roll_luck(self, at: "_Situation", turn: Turn, view: CubeView, ranked: tuple[Ranked, ...]) -> None:
        if self.level is not Level.QUICK:
            # The mean of a roll is known by looking one roll further than at what follows it: quick after careful.
            ranked = self.engine.plays(at.xgid(turn.before, turn.side, Roll(*turn.dice)), Level.QUICK)
        if ranked:
            after = ranked[0].equity
        else:
            after = -self.engine.cube(at.xgid(turn.before, turn.side.opponent, None), Level.QUICK).best
        self.luck.append(Luck(at.game.number, at.number, turn.side, after - view.no_double))

    def cube_action(
        self, at: "_Situation", action: CubeAction, offered: CubeView | None, position: Position
    ) -> CubeView | None:
        """Judge a double or its answer; gives the view of a double that waits for its answer."""
        if position.faults():
            return None
        side = action.side
        if action.verb is CubeVerb.DOUBLE:
            view = self.engine.cube(at.xgid(position, side, None), _cube_level(self.level))
            best = ("double, take" if view.should_take else "double, drop") if view.should_double else "no double"
            at.decide(side, Kind.DOUBLE, position, None, "double", best, max(0.0, view.no_double - view.double))
            return view
        if offered is None or action.verb is CubeVerb.BEAVER:
            return None
        best = "take" if offered.should_take else "drop"
        if action.verb is CubeVerb.TAKE:
            at.decide(side, Kind.TAKE, position, None, "take", best, max(0.0, offered.take - offered.drop))
        else:
            at.decide(side, Kind.DROP, position, None, "drop", best, max(0.0, offered.drop - offered.take))
        return offered


@dataclass(frozen=True, slots=True)
class _Situation:
    """Where in the match a decision stands."""

    reviewer: _Reviewer
    game: GameRecord
    score: MatchScore
    cube: Cube
    number: int

    def xgid(self, position: Position, side: Side, roll: Roll | None) -> Xgid:
        started = self.reviewer.record.started
        return Xgid(
            position=position,
            cube=self.cube,
            on_roll=side,
            action=XgidAction.ROLLED if roll else XgidAction.TO_ROLL,
            roll=roll,
            white_score=self.score.white,
            black_score=self.score.black,
            length=started.length,
            crawford=self.game.crawford,
            jacoby=not started.length and started.jacoby,
        )

    def decide(
        self,
        side: Side,
        kind: Kind,
        position: Position,
        dice: tuple[int, int] | None,
        made: str,
        best: str,
        error: float,
    ) -> None:
        decision = Decision(self.game.number, self.number, side, kind, position, self.cube, dice, made, best, error)
        self.reviewer.decisions.append(decision)


def review(
    record: MatchRecord, engine: Engine, level: Level = Level.QUICK, told: Callable[[int, int], None] | None = None
) -> Review:
    """Judge all games of a match.

    An illegal play that stood is left out, since no engine can say what it was worth against the legal ones.

    Args:
        record: The match.
        engine: Who judges. Where it fails, the review ends there and says why.
        level: How hard it looks.
        told: Is called with the games done and the games there are.
    """
    reviewer = _Reviewer(record, engine, level, [], [])
    stopped = ""
    for done, game in enumerate(record.games, start=1):
        try:
            reviewer.game(game)
        except (EngineError, InputError) as error:
            stopped = f"Game {game.number}: {error}"
            break
        if told is not None:
            told(done, len(record.games))
    return Review(tuple(reviewer.decisions), tuple(reviewer.luck), level, stopped)


def _cube_level(level: Level) -> Level:
    return Level.CAREFUL if level is Level.QUICK else level


def _after_crawford(record: MatchRecord, game: GameRecord) -> bool:
    return any(each.crawford for each in record.games if each.number < game.number)


def _board_before(game: GameRecord, action: Action) -> Position:
    """Give the board on which a cube action took place: that of the turn before it."""
    board = Position.start()
    for each in game.actions:
        if each is action:
            return board
        if isinstance(each, Turn):
            board = each.after
    return board
