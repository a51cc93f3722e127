"""How strong the sparring levels are: they play one another, through the referee's own events, for money.

Games come in pairs with the same dice and the seats changed, so that luck weighs less. `make sparring` plays 400 games
of each pairing. Game n is the same in every run, so that a run that keeps its games in a file goes on where it was cut.
"""

import argparse
import json
import math
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from pi_companion.coach.engine import Engine, EngineError
from pi_companion.coach.gnubg import Gnubg
from pi_companion.coach.sparring import GivesUp, Intent, Moves, Partner, Says
from pi_companion.coach.strength import Strength
from pi_companion.errors import InputError
from pi_companion.referee.course import Course
from pi_companion.referee.events import (
    Doubled,
    GameStarted,
    NoMove,
    OpeningRoll,
    Played,
    ResignOffered,
    ResignRefused,
    Rolled,
    Taken,
)
from pi_companion.rules import GameResult, MatchScore, Side, finished_game, first_to_play, resigned_game

MOST_TURNS = 2000
"""A game that has not ended by then is a mistake of the program."""


@dataclass(frozen=True, slots=True)
class Score:
    """What one pairing came to, for the stronger side."""

    strong: Strength
    weak: Strength
    points: tuple[int, ...]
    """Points of each game; below 0 where the weaker won."""

    @property
    def wins(self) -> int:
        """Games that the stronger won."""
        return sum(points > 0 for points in self.points)

    def mean(self) -> tuple[float, float]:
        """Give points a game with their standard error, taken over the pairs, which have their dice in common."""
        pairs = [(a + b) / 2 for a, b in zip(self.points[::2], self.points[1::2], strict=False)]
        return _mean_and_error(pairs)

    def share(self) -> tuple[float, float]:
        """Give the share of games won with its standard error, taken over the pairs."""
        pairs = [((a > 0) + (b > 0)) / 2 for a, b in zip(self.points[::2], self.points[1::2], strict=False)]
        return _mean_and_error(pairs)


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Give the mean and its standard error.

    >>> _mean_and_error([1, 2, 3])
    (2.0, 0.5773502691896257)
    """
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, math.sqrt(variance / len(values))


def pairings() -> tuple[tuple[Strength, Strength], ...]:
    """Give the pairings, the stronger first."""
    return tuple((strong, weak) for weak, strong in combinations(Strength, 2))


def play_game(players: dict[Side, Partner], engine: Engine, dice: random.Random) -> GameResult:
    """Let two partners play a game for money, with a cube and without the Jacoby rule.

    Raises:
        EngineError: The engine cannot answer.
    """
    return _Game(players, engine, dice).play()


class _Game:
    """One game under way; used once."""

    def __init__(self, players: dict[Side, Partner], engine: Engine, dice: random.Random) -> None:
        self._players, self._engine, self._dice = players, engine, dice
        self._course = Course(MatchScore(0), jacoby=False).after(GameStarted(1, crawford=False))

    def play(self) -> GameResult:
        white, black = self._roll()
        while first_to_play(white, black) is None:
            white, black = self._roll()
        self._course = self._course.after(OpeningRoll(white, black))
        for _ in range(MOST_TURNS):
            side = self._course.deciding
            if side is None:
                break
            intent = self._players[side].decide(self._course, self._engine)
            result = self._do(side, intent)
            if result is not None:
                return result
        msg = f"wanted a game to end, but after {MOST_TURNS} decisions it had not"
        raise RuntimeError(msg)

    def _do(self, side: Side, intent: Intent | None) -> GameResult | None:
        course = self._course
        match intent:
            case Moves(play=None) if course.roll is not None:
                self._course = course.after(NoMove(side, course.roll.dice, course.position))
            case Moves(play=play) if play is not None and course.roll is not None:
                self._course = course.after(Played(side, course.roll.dice, str(play), play.result))
                return finished_game(self._course.position, self._course.cube)
            case Says.DOUBLE:
                self._course = course.after(Doubled(side, course.cube.value * 2))
            case Says.TAKE:
                self._course = course.after(Taken(side))
                self._course = self._course.after(Rolled(side.opponent, self._roll()))
            case Says.DROP if course.offer is not None:
                return course.offer.dropped()
            case GivesUp(times=times):
                self._course = course.after(ResignOffered(side, times))
            case Says.AGREE if course.resigning is not None:
                return resigned_game(course.resigning.side, course.resigning.times, course.cube)
            case Says.REFUSE:
                self._course = course.after(ResignRefused(side))
                self._course = self._course.after(Rolled(side.opponent, self._roll()))
            case _:
                self._course = course.after(Rolled(side, self._roll()))
        return None

    def _roll(self) -> tuple[int, int]:
        return self._dice.randint(1, 6), self._dice.randint(1, 6)


def play_games(strong: Strength, weak: Strength, numbers: Iterable[int], engine: Engine) -> Iterator[int]:
    """Play games of a pairing; gives the stronger's points of each."""
    for number in numbers:
        seat = Side.WHITE if number % 2 == 0 else Side.BLACK
        players = {seat: Partner(seat, strong, number), seat.opponent: Partner(seat.opponent, weak, number)}
        result = play_game(players, engine, random.Random(f"dice {number // 2}"))
        yield result.points if result.winner is seat else -result.points


def report(score: Score) -> str:
    """Say in a line what a pairing came to.

    >>> report(Score(Strength.CLEVER, Strength.AVERAGE, (1, 2, -1, 2)))
    'clever against average: 1.00 ± 0.50 points a game, won 75.0 ± 25.0 %; 4 games'
    """
    (mean, error), (share, share_error) = score.mean(), score.share()
    return (
        f"{score.strong.value} against {score.weak.value}: {mean:.2f} ± {error:.2f} points a game, "
        f"won {100 * share:.1f} ± {100 * share_error:.1f} %; {len(score.points)} games"
    )


class Games:
    """What was played so far, by pairing and number.

    Args:
        file: Where it is kept, a JSON object a line; None keeps it for this run only.

    Raises:
        InputError: The file cannot be read, or is no such file.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._points: dict[tuple[Strength, Strength, int], int] = {}
        if file is None or not file.exists():
            return
        try:
            for line in file.read_text(encoding="utf-8").splitlines():
                told = json.loads(line)
                key = Strength(told["strong"]), Strength(told["weak"]), int(told["game"])
                self._points[key] = int(told["points"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"wanted games that were kept, but {file} cannot be read ({error}); name another"
            ) from error

    def missing(self, strong: Strength, weak: Strength, games: int) -> tuple[int, ...]:
        """Give the numbers of the games that are still to be played."""
        return tuple(number for number in range(games) if (strong, weak, number) not in self._points)

    def add(self, strong: Strength, weak: Strength, number: int, points: int) -> None:
        """Keep a game."""
        self._points[strong, weak, number] = points
        if self._file is not None:
            told = {"strong": strong.value, "weak": weak.value, "game": number, "points": points}
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(told) + "\n")

    def score(self, strong: Strength, weak: Strength, games: int) -> Score:
        """Give what a pairing came to, all of whose games were played."""
        return Score(strong, weak, tuple(self._points[strong, weak, number] for number in range(games)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the pairings; 0 when done, 2 when gnubg or the file fails."""
    parser = argparse.ArgumentParser(description="Measure how strong the sparring levels are against one another.")
    parser.add_argument("--games", type=int, default=400, help="games of each pairing (default: %(default)s)")
    parser.add_argument("--pairing", choices=[f"{a.value}-{b.value}" for a, b in pairings()], help="only this one")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep the games, and play none that is kept already")
    options = parser.parse_args(arguments)
    try:
        games = Games(options.keep)
        for strong, weak in pairings():
            if options.pairing in (None, f"{strong.value}-{weak.value}"):
                with Gnubg(answer_s=120.0) as engine:
                    missing = games.missing(strong, weak, options.games)
                    for number, points in zip(missing, play_games(strong, weak, missing, engine), strict=True):
                        games.add(strong, weak, number, points)
                print(report(games.score(strong, weak, options.games)), flush=True)
    except (EngineError, InputError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
