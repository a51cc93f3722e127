"""A simulated match as a script: the moments that a camera would see, each with what has happened by then."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from pi_companion.errors import InputError
from pi_companion.referee.events import (
    Corrected,
    Doubled,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    NoMove,
    OpeningRoll,
    Played,
    Rolled,
    Scored,
    TableEvent,
    Taken,
)
from pi_companion.rules import (
    BAR,
    OFF,
    Cube,
    GameResult,
    MatchScore,
    Position,
    Roll,
    Side,
    finished_game,
    first_to_play,
    judge,
    winner_of,
)
from pi_companion.simulation.players import choose_play, slip, wants_to_double
from pi_companion.simulation.setting import DieSpot, Hand, Scene
from pi_companion.simulation.staging import cube_spot, idle_dice, throw_dice
from pi_companion.simulation.style import SceneStyle

_STILL_S = 2.0
_HAND_S = 1.0


class MomentKind(Enum):
    """What has just happened on the table."""

    SET_UP = "set up"
    CUBE = "cube turned"
    ROLLED = "rolled"
    HAND = "hand"
    PLAYED = "played"
    LIFTED = "lifted"
    CORRECTED = "corrected"
    WAITING = "waiting"
    """For what the companion will say, where it plays."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of the match."""

    kind: MomentKind
    scene: Scene
    seconds: float
    """How long it lasts."""

    events: tuple[TableEvent, ...] = ()
    """What has happened at the table since the moment before: the truth that a perfect companion reports."""


@dataclass(frozen=True, slots=True)
class SimulatedMatch:
    """A whole match."""

    length: int
    moments: tuple[Moment, ...]

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """Everything that happened, in order."""
        return tuple(event for moment in self.moments for event in moment.events)


def play_match(style: SceneStyle, *, seed: int, length: int, error_rate: float = 0.05) -> SimulatedMatch:
    """Let two players play a match.

    Args:
        style: The table it is played on.
        seed: The same seed plays the same match.
        length: Points to win, at least 1.
        error_rate: Share of the turns in which the player errs, is told, and puts it right.

    Raises:
        InputError: The length is less than 1.
    """
    if length < 1:
        message = f"a simulated match wants a length of at least 1 point, but {length} came; give 1, 3, 5 or more"
        raise InputError(message)
    return SimulatedMatch(length, tuple(Script(style, seed, length, error_rate).moments()))


class Script:
    """Writes the moments of one match; used once."""

    def __init__(self, style: SceneStyle, seed: int, length: int, error_rate: float) -> None:
        self._style = style
        self._rng = np.random.default_rng([seed, length])
        self._error_rate = error_rate
        self._score = MatchScore(length)
        self._cube = Cube()
        self._clutter = int(self._rng.integers(1_000_000)) if self._rng.random() < 0.7 else None
        self._players = {side: int(self._rng.integers(1_000_000)) for side in Side}
        self._game = 0
        self._new_game()

    def _new_game(self) -> None:
        rng = self._rng
        self._game += 1
        self._cube = Cube()
        self._jitter = int(rng.integers(1_000_000))
        self._cube_lies = cube_spot(rng, self._style, 1, None)
        self._idle = {side: idle_dice(rng, self._style, side, self._values()) for side in Side}

    def _values(self) -> tuple[int, int]:
        one, other = self._rng.integers(1, 7, 2)
        return int(one), int(other)

    def _scene(self, position: Position, dice: tuple[DieSpot, ...] = (), hand: Hand | None = None) -> Scene:
        """Return the table with those dice on the field; the pairs that are not thrown lie idle."""
        thrown = [die.owner for die in dice]
        # In the first turn each side throws one die and keeps the other.
        idle = [die for side in Side for die in self._idle[side][thrown.count(side) :]]
        return Scene(position.white, position.black, (*dice, *idle), self._cube_lies, hand, self._jitter, self._clutter)

    def moments(self) -> Iterator[Moment]:
        """Write the match."""
        events: list[TableEvent] = [MatchStarted(self._score.length)]
        while self._score.winner is None:
            events.append(GameStarted(self._game, self._score.crawford))
            yield Moment(MomentKind.SET_UP, self._scene(Position.start()), 2 * _STILL_S, tuple(events))
            yield from self._one_game()
            self._new_game()
            events = []

    def _one_game(self) -> Iterator[Moment]:
        position = Position.start()
        roll = Roll(*self._values())
        while (side := first_to_play(roll.a, roll.b)) is None:
            dice = self._opening_dice(roll, (position,))
            yield Moment(MomentKind.ROLLED, self._scene(position, dice), _STILL_S, (OpeningRoll(roll.a, roll.b),))
            yield Moment(MomentKind.LIFTED, self._scene(position), _STILL_S)
            roll = Roll(*self._values())
        position = yield from self._turn(position, side, roll, OpeningRoll(roll.a, roll.b))
        while winner_of(position) is None:
            side = side.opponent
            if wants_to_double(position, side, self._cube, self._score, self._rng):
                yield from self._double(position, side)
            roll = Roll(*self._values())
            position = yield from self._turn(position, side, roll, Rolled(side, roll.dice))

    def _double(self, position: Position, side: Side) -> Iterator[Moment]:
        self._cube = Cube(self._cube.value * 2, side.opponent)
        self._cube_lies = cube_spot(self._rng, self._style, self._cube.value, self._cube.owner)
        told = (Doubled(side, self._cube.value), Taken(side.opponent))
        yield Moment(MomentKind.CUBE, self._scene(position), _STILL_S, told)

    def _opening_dice(self, roll: Roll, boards: tuple[Position, ...]) -> tuple[DieSpot, ...]:
        white = self._throw(Side.WHITE, (roll.a,), boards)
        return (*white, *self._throw(Side.BLACK, (roll.b,), boards))

    def _throw(self, side: Side, values: tuple[int, ...], boards: tuple[Position, ...]) -> tuple[DieSpot, ...]:
        """Throw into the half at the player's right hand, where no checker stands or will stand in this turn."""
        first, *also = (replace(self._scene(board), dice=()) for board in boards)
        half = 1 if side is Side.WHITE else 0
        return throw_dice(self._rng, self._style, first, side, values, half=half, also=tuple(also))

    def _turn(self, before: Position, side: Side, roll: Roll, told: TableEvent) -> Generator[Moment, None, Position]:
        """Write one turn and return the position after it."""
        play = choose_play(before, side, roll, self._rng)
        after = before if play is None else play.result
        wrong = None
        if play is not None and winner_of(after) is None and self._rng.random() < self._error_rate:
            wrong = slip(before, side, roll, self._rng)
        boards = (before, after) if wrong is None else (before, after, wrong)
        opening = isinstance(told, OpeningRoll)
        dice = self._opening_dice(roll, boards) if opening else self._throw(side, roll.dice, boards)
        yield Moment(MomentKind.ROLLED, self._scene(before, dice), _STILL_S, (told,))
        if play is None:
            yield Moment(MomentKind.LIFTED, self._scene(before), _STILL_S, (NoMove(side, roll.dice, before),))
            return before
        shown = after if wrong is None else wrong
        yield from self._hand(before, shown, side, dice)
        if wrong is not None:
            ruling = judge(before, side, roll, wrong)
            illegal = IllegalPlay(side, roll.dice, wrong, ruling.breaches, ruling.explanation)
            yield Moment(MomentKind.PLAYED, self._scene(wrong, dice), _STILL_S, (illegal,))
            yield Moment(MomentKind.LIFTED, self._scene(wrong), _STILL_S)
            yield from self._hand(wrong, after, side, ())
            corrected = Corrected(side, str(play), after)
            yield Moment(MomentKind.CORRECTED, self._scene(after), 2 * _STILL_S, (corrected,))
            return after
        played = Played(side, roll.dice, str(play), after)
        yield Moment(MomentKind.PLAYED, self._scene(after, dice), _STILL_S, (played, *self._ended(after)))
        yield Moment(MomentKind.LIFTED, self._scene(after), _STILL_S)
        return after

    def _ended(self, position: Position) -> tuple[TableEvent, ...]:
        """Return the end of the game, and of the match, where the position brings it; keeps the score."""
        result = finished_game(position, self._cube)
        return () if result is None else self._scored(result)

    def _scored(self, result: GameResult) -> tuple[TableEvent, ...]:
        """Return the end of the game, and of the match; keeps the score."""
        self._score = self._score.after_game(result)
        over = GameOver(result.winner, result.points, result.kind)
        scored = Scored(self._score.white, self._score.black)
        winner = self._score.winner
        return (over, scored) if winner is None else (over, scored, MatchOver(winner))

    def _hand(self, before: Position, after: Position, side: Side, dice: tuple[DieSpot, ...]) -> Iterator[Moment]:
        """Write the hand that moves the checkers, the first of them between its fingers."""
        own, then = before.counts(side), after.counts(side)
        lost = [place for place in range(1, BAR + 1) if own[place] > then[place]]
        won = [place for place in range(OFF, BAR) if then[place] > own[place]]
        if not lost:
            return
        counts = list(own)
        counts[lost[0]] -= 1
        between = Position(tuple(counts), before.black) if side is Side.WHITE else Position(before.white, tuple(counts))
        for place in (lost[0], won[0] if won else lost[0]):
            if self._rng.random() < 0.6:
                hand = self._hand_at(place, side)
                yield Moment(MomentKind.HAND, self._scene(between, dice, hand), _HAND_S)

    def _hand_at(self, place: int, side: Side) -> Hand:
        geometry, rng = self._style.geometry, self._rng
        x, y = geometry.width / 2, geometry.depth / 2
        if OFF < place < BAR:
            x, y, grow = geometry.point_base(place if side is Side.WHITE else BAR - place)
            y += grow * float(rng.uniform(0.8, 3.5))
        board_x, board_y = geometry.to_board(x, y)
        heading = (np.pi / 2 if side is Side.WHITE else -np.pi / 2) + float(rng.normal(0, 0.25))
        pose = int(rng.integers(1_000_000))
        return Hand(board_x, board_y, float(rng.uniform(0.4, 2.5)), heading, side, self._players[side], pose)
