"""Whole matches for the tests, played at random with every sort of event in them."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from pi_companion.referee.events import (
    AutomaticDouble,
    Beavered,
    Corrected,
    Covered,
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
    Rolled,
    Scored,
    Stood,
    TableEvent,
    Taken,
)
from pi_companion.rules import BAR, OFF, Breach, Position, Roll, Side, WinKind, legal_plays

GAMES_OF_MONEY = 3


@dataclass(frozen=True)
class Habits:
    """How the players of a random match go about the cube."""

    jacoby: bool = True
    doubles: float = 0.03
    """How often a side doubles that may."""

    beavers: float = 0.0
    """How often a double is beavered, and a beaver answered by a raccoon; money play only."""

    automatic: int = 0
    """How many automatic doubles a game may have; money play only."""


@dataclass
class Game:
    """One game being played; `events` yields until it is over and `winner` and `points` are then set."""

    chance: random.Random
    length: int
    score: dict[Side, int]
    crawford: bool
    habits: Habits
    position: Position
    value: int = 1
    owner: Side | None = None
    winner: Side = Side.WHITE
    points: int = 0
    kind: WinKind = WinKind.SINGLE

    def events(self) -> Iterator[TableEvent]:
        dice = (1, 1)
        while dice[0] == dice[1]:
            dice = self.roll()
            yield OpeningRoll(*dice)
            if dice[0] == dice[1] and not self.length and self.value < 2**self.habits.automatic:
                self.value *= 2
                yield AutomaticDouble(self.value)
        side = Side.WHITE if dice[0] > dice[1] else Side.BLACK
        yield from self.turn(side, (max(dice), min(dice)))
        while not self.points:
            side = side.opponent
            if self.may_double(side) and self.chance.random() < self.habits.doubles:
                yield from self.double(side)
                if self.points:
                    break
            if self.chance.random() < 0.002:
                yield from self.resign(side if self.chance.random() < 0.5 else side.opponent)
                break
            dice = self.roll()
            yield Rolled(side, dice)
            if self.chance.random() < 0.002:
                yield from self.resign(side)
                break
            yield from self.turn(side, dice)
        yield GameOver(self.winner, self.points, self.kind)

    def roll(self) -> tuple[int, int]:
        return self.chance.randint(1, 6), self.chance.randint(1, 6)

    def double(self, side: Side) -> Iterator[TableEvent]:
        yield Doubled(side, 2 * self.value)
        if not self.length and self.value <= 16 and self.chance.random() < self.habits.beavers:
            self.value, self.owner = 4 * self.value, side.opponent
            yield Beavered(side.opponent, self.value)
            if self.value <= 16 and self.chance.random() < self.habits.beavers:
                self.value *= 2
                yield Beavered(side, self.value)
        elif self.chance.random() < 0.25:
            yield Dropped(side.opponent)
            self.end(side, 1, WinKind.DROP)
        else:
            yield Taken(side.opponent)
            self.value, self.owner = 2 * self.value, side.opponent

    def may_double(self, side: Side) -> bool:
        if self.crawford or self.owner is side.opponent or self.value >= 64:
            return False
        return not self.length or self.score[side] + self.value < self.length

    def resign(self, side: Side) -> Iterator[TableEvent]:
        multiple = self.chance.choice([1, 1, 2, 3])
        yield Resigned(side, multiple)
        self.end(side.opponent, multiple, WinKind.RESIGN)

    def end(self, winner: Side, multiple: int, kind: WinKind) -> None:
        self.winner, self.points, self.kind = winner, multiple * self.value, kind

    def turn(self, side: Side, dice: tuple[int, int]) -> Iterator[TableEvent]:
        plays = legal_plays(self.position, side, Roll(*dice))
        whole = not self.position.placing_faults()
        if plays and whole and self.chance.random() < 0.03:
            wrong = self.wrong_board(side)
            yield IllegalPlay(side, dice, wrong, (Breach.WRONG_DISTANCE,), "a checker went the wrong way")
            if self.chance.random() < 0.5:
                yield Stood(side)
                self.position = wrong
                self.see_the_end(side)
                return
            yield Covered()
            play = self.chance.choice(plays)
            yield Corrected(side, str(play), play.result)
            self.position = play.result
        elif plays:
            # White plays with some sense and Black hits whatever it can, so that games end, and gammons come.
            if side is Side.WHITE:
                play = min(plays, key=lambda p: (p.result.counts(side)[1:25].count(1), self.chance.random()))
            else:
                play = max(plays, key=lambda p: (p.result.white[BAR], self.chance.random()))
            yield Played(side, dice, str(play), play.result)
            self.position = play.result
        else:
            yield NoMove(side, dice, self.position)
        self.see_the_end(side)

    def wrong_board(self, side: Side) -> Position:
        """Move one checker of the side to any place that the opponent does not hold; never off the board."""
        own, other = list(self.position.counts(side)), self.position.counts(side.opponent)
        start = self.chance.choice([place for place in range(1, 26) if own[place]])
        end = self.chance.choice([point for point in range(1, 25) if not other[BAR - point] and point != start])
        own[start] -= 1
        own[end] += 1
        return Position.from_counts(side, tuple(own), other)

    def see_the_end(self, side: Side) -> None:
        own, other = self.position.counts(side), self.position.counts(side.opponent)
        if own[OFF] < 15:
            return
        kind, multiple = WinKind.SINGLE, 1
        if not other[OFF]:
            kind, multiple = WinKind.GAMMON, 2
            if other[BAR] or any(other[19:25]):
                kind, multiple = WinKind.BACKGAMMON, 3
        if self.habits.jacoby and self.owner is None and not self.length:
            kind, multiple = WinKind.SINGLE, 1
        self.end(side, multiple, kind)


def play_match(
    seed: int, length: int, *, names: tuple[str, str] = ("Ann", "Bob, 2nd: x"), **habits: Any
) -> tuple[TableEvent, ...]:
    """Play a match from a seed; money sessions have a few games."""
    chance, players = random.Random(seed), Habits(**habits)
    events: list[TableEvent] = [MatchStarted(length, *names, jacoby=players.jacoby)]
    score = {Side.WHITE: 0, Side.BLACK: 0}
    number, crawford_was = 0, False
    while True:
        number += 1
        crawford = bool(length) and not crawford_was and list(score.values()).count(length - 1) == 1
        crawford_was = crawford_was or crawford
        events.append(GameStarted(number, crawford))
        game = Game(chance, length, score, crawford, players, Position.start())
        events += game.events()
        score[game.winner] += game.points
        events.append(Scored(score[Side.WHITE], score[Side.BLACK]))
        if length and max(score.values()) >= length:
            events.append(MatchOver(game.winner))
            return tuple(events)
        if not length and number == GAMES_OF_MONEY:
            return tuple(events)


MatchPlayer = Callable[..., tuple[TableEvent, ...]]


@pytest.fixture(scope="session")
def random_match() -> MatchPlayer:
    """Give the function that plays a match: seed, length, names, and the fields of `Habits`."""
    return play_match
