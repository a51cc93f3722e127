"""A .mat file as a match of our own: its events, each illegal play with its line, and what else the file has wrong.

The score before a game is the file's, even where it contradicts the game before. The Crawford game is inferred, as all
readers do: the first one before which exactly one side lacks a single point. Automatic doubles are learned from a
comment that our own export writes, else from what the cube goes to and what the games are said to be worth, where that
is so much the more than was played for.
"""

import re
from dataclasses import dataclass

from pi_companion.record.mat import AUTOMATIC_TAG
from pi_companion.record.mat_reader import MatFile, MatGame, WinsCell, read_mat
from pi_companion.record.mat_replay import Remark, Replay
from pi_companion.referee.events import (
    AutomaticDouble,
    GameOver,
    GameStarted,
    MatchOver,
    MatchStarted,
    Scored,
    TableEvent,
)
from pi_companion.rules import Cube, MatchScore, Side

MOST_AUTOMATIC = 3
"""Most automatic doubles that are looked for in a game that does not tell of them."""

_NO = ("off", "no", "false", "0")
_AUTOMATIC = re.compile(r"\b([1-9]\d{0,5}): (2|4|8|16|32|64)\b")


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """A match from a file."""

    started: MatchStarted
    events: tuple[TableEvent, ...]
    """What followed `started`."""

    games: int
    illegal_plays: tuple[Remark, ...]
    """Each with the line on which it stands."""

    remarks: tuple[Remark, ...]
    """What else the file has wrong: a double against the rules, a score that does not fit."""


def import_mat(text: str) -> ImportedMatch:
    """Read a .mat file and replay it by the rules.

    Raises:
        InputError: It is no .mat file, or is damaged; the message names the line.
    """
    file = read_mat(text)
    if file.length or "jacoby" in file.tags:
        return _replay(file, jacoby=_is_on(file, "jacoby"))
    # In money play without a word on the rule, the points that were won say whether it was played.
    return min((_replay(file, jacoby=jacoby) for jacoby in (True, False)), key=_unlikely)


def _unlikely(match: ImportedMatch) -> tuple[int, int]:
    """Rank readings of one file: what is wrong counts most, then the automatic doubles that it takes."""
    return len(match.remarks), sum(isinstance(event, AutomaticDouble) for event in match.events)


def _replay(file: MatFile, *, jacoby: bool) -> ImportedMatch:
    first = file.games[0]
    white, black = first.white or Side.WHITE.label, first.black or Side.BLACK.label
    started = MatchStarted(file.length, white, black, jacoby=jacoby)
    match = _Match(file, jacoby and not file.length)
    for place in range(len(file.games)):
        match.play(place)
    return ImportedMatch(started, tuple(match.events), len(file.games), tuple(match.illegal), tuple(match.remarks))


def _told_automatic(file: MatFile) -> dict[int, int]:
    """Give for games by their number what automatic doubles made of the cube, as our own export tells it."""
    return {int(game): int(cube) for game, cube in _AUTOMATIC.findall(file.tags.get(AUTOMATIC_TAG.lower(), ""))}


def _is_on(file: MatFile, rule: str) -> bool:
    return file.tags.get(rule, "").strip().lower() not in _NO


class _Match:
    """A match in the course of being replayed."""

    def __init__(self, file: MatFile, jacoby: bool) -> None:  # noqa: FBT001 -- a rule, on or off
        self.file = file
        self.jacoby = jacoby
        self.crawford_over = not _is_on(file, "crawford")
        """Whether the Crawford game has been played, or is not played at all."""

        self.white = self.black = 0
        self.events: list[TableEvent] = []
        self.illegal: list[Remark] = []
        self.remarks: list[Remark] = []

    def play(self, place: int) -> None:
        """Replay one game and add its result to the score."""
        game = self.file.games[place]
        score = self._begin(place, game)
        replay = self._replayed(place, score, _told_automatic(self.file).get(place + 1, 1))
        if replay.remarks and not self.file.length:
            others = [self._replayed(place, score, 2**doubles) for doubles in range(1, MOST_AUTOMATIC + 1)]
            replay = min([replay, *others], key=lambda each: len(each.remarks))
        self.events += replay.events
        self.illegal += replay.illegal
        self.remarks += replay.remarks
        if replay.result is not None:
            self._end(replay.result)
            if place + 1 == len(self.file.games):
                self._end_match(replay.result.winner, game)

    def _replayed(self, place: int, score: MatchScore, cube: int) -> Replay:
        """Replay one game with what the cube shows at its beginning."""
        game = self.file.games[place]
        replay = Replay(score, self.jacoby, cube=Cube(cube))
        replay.run(game.cells)
        if place + 1 < len(self.file.games):
            _compare_with_score(replay, game, self.file.games[place + 1])
        return replay

    def _begin(self, place: int, game: MatGame) -> MatchScore:
        white, black = game.score
        if game.unnumbered is not None:
            told = f"the game has no number and is read as game {place + 1}; some programs pass over it"
            self.remarks.append(Remark(game.unnumbered, told))
        if (white, black) != (self.white, self.black):
            if place:
                told = (
                    f"the score is said to be {white}-{black}, but the games before it make {self.white}-{self.black}"
                )
                self.remarks.append(Remark(game.line, told))
            self._set_score(white, black)
        length = self.file.length
        crawford = bool(length) and not self.crawford_over and game.score.count(length - 1) == 1
        score = MatchScore(length, white, black, crawford=crawford, post_crawford=self.crawford_over)
        self.crawford_over |= crawford
        self.events.append(GameStarted(place + 1, crawford))
        return score

    def _end(self, result: GameOver) -> None:
        won = {result.winner: result.points}
        self.events.append(result)
        self._set_score(self.white + won.get(Side.WHITE, 0), self.black + won.get(Side.BLACK, 0))

    def _end_match(self, winner: Side, game: MatGame) -> None:
        """Say who has won the match: by the score, or because the file says so, as when a whole match is given up."""
        length = self.file.length
        said = any(isinstance(cell, WinsCell) and cell.match for cell in game.cells)
        if length and (said or max(self.white, self.black) >= length):
            self.events.append(MatchOver(winner))

    def _set_score(self, white: int, black: int) -> None:
        self.white, self.black = white, black
        self.events.append(Scored(white, black))


def _compare_with_score(replay: Replay, game: MatGame, following: MatGame) -> None:
    """Let the score before the following game say what this one was worth, where one side won points by it."""
    white, black = (after - before for before, after in zip(game.score, following.score, strict=True))
    result = replay.result
    if min(white, black) or max(white, black) <= 0:
        if result is None:
            replay.remarks.append(Remark(following.line, "the game before has no result, and the score shows none"))
        return
    winner, points = (Side.WHITE, white) if white else (Side.BLACK, black)
    if result is None:
        replay.remarks.append(Remark(following.line, "the game before has no result; it is taken from the score"))
        replay.resign(winner, points)
    elif result.winner is winner and result.points != points:
        told = f"by the score the game before was worth {points}, but it was played for {result.points}"
        replay.remarks.append(Remark(following.line, told))
        replay.result = GameOver(winner, points, result.kind)
