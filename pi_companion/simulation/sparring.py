"""A simulated person who plays against the companion: throws both sides' dice and moves both sides' checkers.

The script is written while it is played: what the companion wants is done as it is shown, and answered.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

import numpy as np

from pi_companion.referee.events import (
    Doubled,
    Dropped,
    GameStarted,
    MatchStarted,
    NoMove,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    TableEvent,
    Taken,
)
from pi_companion.referee.inputs import (
    Answer,
    CubeDropped,
    CubeOffered,
    CubeTaken,
    Order,
    ResignationAnswered,
)
from pi_companion.rules import (
    Cube,
    GameResult,
    Play,
    Position,
    Roll,
    Side,
    WinKind,
    first_to_play,
    legal_plays,
    resigned_game,
    winner_of,
)
from pi_companion.simulation.game import Moment, MomentKind, Script
from pi_companion.simulation.players import choose_play, wants_to_double
from pi_companion.simulation.setting import Scene
from pi_companion.simulation.staging import cube_spot
from pi_companion.simulation.style import SceneStyle

_STILL_S = 2.0
_LOOK_S = 0.5
_PATIENCE = 24
"""Looks for what the companion wants; then the person goes on alone, as people do."""

_TAKE_UP_TO = 0.14
"""A lead of this share of the leader's pips and more is too much for the person to take."""


class Wish(Enum):
    """What the companion shows that it wants."""

    NOTHING = "nothing"
    ROLL = "roll"
    MOVE = "move"
    NO_MOVE = "no move"
    PUT_RIGHT = "put right"
    ANSWER_DOUBLE = "answer its double"
    ANSWER_RESIGNATION = "answer its offer to give up"


@dataclass(frozen=True, slots=True)
class Shown:
    """What the companion shows."""

    wish: Wish
    play: Play | None = None
    """Its play, where it is to be moved."""

    times: int = 1
    """How many times the cube it would give up."""


class Companion(Protocol):
    """The companion as the person sees and hears it."""

    @property
    def side(self) -> Side:
        """Its side."""
        ...

    def shown(self) -> Shown:
        """What it shows now."""
        ...

    def answer(self) -> Answer | None:
        """How it answered the person's double; None before it did."""
        ...

    def say(self, order: Order) -> None:
        """Say something to the referee, as the person does by a button or on the page."""
        ...


class SparringScript(Script):
    """Writes the moments of a match against the companion, as they come; used once."""

    def __init__(
        self, style: SceneStyle, companion: Companion, *, seed: int, length: int, error_rate: float = 0.05
    ) -> None:
        super().__init__(style, seed, length, error_rate)
        self._companion = companion
        self._person = companion.side.opponent
        self.truth: list[TableEvent] = []
        """What has happened so far."""

    def moments(self) -> Iterator[Moment]:
        """Write the match."""
        begun: tuple[TableEvent, ...] = (MatchStarted(self._score.length),)
        while self._score.winner is None:
            begun = (*begun, GameStarted(self._game, self._score.crawford))
            for moment in self._with_start(begun):
                self.truth += moment.events
                yield moment
            self._new_game()
            begun = ()

    def _with_start(self, begun: tuple[TableEvent, ...]) -> Iterator[Moment]:
        yield Moment(MomentKind.SET_UP, self._scene(Position.start()), 2 * _STILL_S, begun)
        yield from self._one_game()

    def _one_game(self) -> Iterator[Moment]:
        position = Position.start()
        roll = Roll(*self._values())
        while (side := first_to_play(roll.a, roll.b)) is None:
            dice = self._opening_dice(roll, (position,))
            yield Moment(MomentKind.ROLLED, self._scene(position, dice), _STILL_S, (OpeningRoll(roll.a, roll.b),))
            yield Moment(MomentKind.LIFTED, self._scene(position), _STILL_S)
            roll = Roll(*self._values())
        position = yield from self._one_turn(position, side, roll, OpeningRoll(roll.a, roll.b))
        while winner_of(position) is None:
            side = side.opponent
            if side is self._person:
                ended = yield from self._person_may_double(position)
            else:
                ended = yield from self._companion_speaks(position)
            if ended:
                return
            roll = Roll(*self._values())
            position = yield from self._one_turn(position, side, roll, Rolled(side, roll.dice))

    def _one_turn(
        self, position: Position, side: Side, roll: Roll, told: TableEvent
    ) -> Generator[Moment, None, Position]:
        turn = self._turn if side is self._person else self._companion_turn
        return (yield from turn(position, side, roll, told))

    def _companion_turn(
        self, before: Position, side: Side, roll: Roll, told: TableEvent
    ) -> Generator[Moment, None, Position]:
        """Throw the companion's dice, wait for its play, and move its checkers; now and then they are moved wrong."""
        plays = legal_plays(before, side, roll)
        boards = (before, _all_of(before, plays))
        opening = isinstance(told, OpeningRoll)
        dice = self._opening_dice(roll, boards) if opening else self._throw(side, roll.dice, boards)
        scene = self._scene(before, dice)
        yield Moment(MomentKind.ROLLED, scene, _STILL_S, (told,))
        shown = yield from self._wait(scene, lambda now: now.wish in (Wish.MOVE, Wish.NO_MOVE))
        if not plays:
            yield Moment(MomentKind.LIFTED, self._scene(before), _STILL_S, (NoMove(side, roll.dice, before),))
            return before
        play = shown.play or choose_play(before, side, roll, self._rng) or plays[0]
        moved = self._slipped(play, plays)
        yield from self._hand(before, moved.result, side, dice)
        played = Played(side, roll.dice, str(moved), moved.result)
        ended = self._ended(moved.result)
        yield Moment(MomentKind.PLAYED, self._scene(moved.result, dice), _STILL_S, (played, *ended))
        yield Moment(MomentKind.LIFTED, self._scene(moved.result), _STILL_S)
        if moved is play or ended:
            return moved.result
        told_so = yield from self._wait(self._scene(moved.result), lambda now: now.wish is Wish.PUT_RIGHT)
        if told_so.wish is not Wish.PUT_RIGHT:
            return moved.result
        yield from self._hand(moved.result, play.result, side, ())
        yield Moment(MomentKind.CORRECTED, self._scene(play.result), 2 * _STILL_S)
        return play.result

    def _slipped(self, play: Play, plays: tuple[Play, ...]) -> Play:
        """Give the play that the person moves for the companion: nearly always the one that it shows."""
        others = [other for other in plays if other.result != play.result and winner_of(other.result) is None]
        if not others or winner_of(play.result) is not None or self._rng.random() >= self._error_rate:
            return play
        return others[int(self._rng.integers(0, len(others)))]

    def _wait(self, scene: Scene, until: Callable[[Shown], bool]) -> Generator[Moment, None, Shown]:
        """Look at the companion until it shows what is waited for, and not for ever."""
        for _ in range(_PATIENCE):
            shown = self._companion.shown()
            if until(shown):
                return shown
            yield Moment(MomentKind.WAITING, scene, _LOOK_S)
        return self._companion.shown()

    def _companion_speaks(self, position: Position) -> Generator[Moment, None, bool]:
        """Do what the companion says before its roll; True where the game ends by it."""
        scene = self._scene(position)
        asking = (Wish.ANSWER_DOUBLE, Wish.ANSWER_RESIGNATION)
        shown = yield from self._wait(scene, lambda now: now.wish in (Wish.ROLL, *asking))
        side = self._companion.side
        if shown.wish is Wish.ANSWER_RESIGNATION:
            self._companion.say(ResignationAnswered(Answer.YES))
            told = (Resigned(side, shown.times), *self._scored(resigned_game(side, shown.times, self._cube)))
            yield Moment(MomentKind.LIFTED, scene, _STILL_S, told)
            return True
        if shown.wish is not Wish.ANSWER_DOUBLE:
            return False
        lead = position.pip_count(self._person) / max(1, position.pip_count(side)) - 1
        answer: Order = CubeTaken() if lead < _TAKE_UP_TO else CubeDropped()
        self._companion.say(answer)
        return (yield from self._after_double(position, side, taken=isinstance(answer, CubeTaken)))

    def _person_may_double(self, position: Position) -> Generator[Moment, None, bool]:
        """Let the person double, and wait for the companion's answer; True where the game ends by it."""
        if not wants_to_double(position, self._person, self._cube, self._score, self._rng):
            return False
        self._companion.say(CubeOffered(self._person))
        yield from self._wait(self._scene(position), lambda _: self._companion.answer() is not None)
        answer = self._companion.answer()
        if answer is None:
            return False
        return (yield from self._after_double(position, self._person, taken=answer is Answer.YES))

    def _after_double(self, position: Position, by: Side, *, taken: bool) -> Generator[Moment, None, bool]:
        doubled = Doubled(by, self._cube.value * 2)
        if not taken:
            dropped = GameResult(by, self._cube.value, WinKind.DROP)
            told = (doubled, Dropped(by.opponent), *self._scored(dropped))
            yield Moment(MomentKind.LIFTED, self._scene(position), _STILL_S, told)
            return True
        self._cube = Cube(doubled.value, by.opponent)
        self._cube_lies = cube_spot(self._rng, self._style, self._cube.value, self._cube.owner)
        yield Moment(MomentKind.CUBE, self._scene(position), _STILL_S, (doubled, Taken(by.opponent)))
        return False


def _all_of(before: Position, plays: tuple[Play, ...]) -> Position:
    """Put every checker anywhere that it may stand after the roll: the dice are thrown clear of all of them."""
    boards = [before, *(play.result for play in plays)]
    white, black = (tuple(int(n) for n in np.max([board.counts(side) for board in boards], axis=0)) for side in Side)
    return Position(white, black)
