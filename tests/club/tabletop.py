"""A table without a camera: matches that are written into its journal as the referee would have told them."""

from pathlib import Path

from pi_companion.club.telling import TableReport
from pi_companion.record.journal import Journal, Stamp
from pi_companion.referee import resume
from pi_companion.referee.events import (
    GameOver,
    GameStarted,
    MatchOver,
    MatchStarted,
    Resigned,
    Scored,
    TableEvent,
)
from pi_companion.rules import Side, WinKind

WALL_S = 1_700_000_000.0


class Tabletop:
    def __init__(self, path: Path, source: str = "table") -> None:
        self.path = path
        self.source = source
        self.match = 0
        self._book: Journal | None = None
        self._events: list[TableEvent] = []
        self._score = {Side.WHITE: 0, Side.BLACK: 0}
        self._length = 0
        self._game = 1

    @property
    def points(self) -> tuple[int, int]:
        return self._score[Side.WHITE], self._score[Side.BLACK]

    @property
    def games(self) -> int:
        """How many games of the match have ended."""
        return sum(isinstance(event, GameOver) for event in self._events)

    def begin(self, white: str = "Ada", black: str = "Bo", length: int = 1) -> TableReport:
        self._events = [MatchStarted(length, white, black), GameStarted(1, crawford=False)]
        self._score, self._length, self._game = {Side.WHITE: 0, Side.BLACK: 0}, length, 1
        started, *then = self._events
        assert isinstance(started, MatchStarted)
        stamp = Stamp(0.0, WALL_S, clock_synced=True)
        self.match = self.book.new_match(started, stamp, then=then, source=self.source)
        return self.now

    def win(self, winner: Side = Side.WHITE, points: int = 1) -> TableReport:
        """End a game, and the match where it is over then; else begin the next game."""
        self._score[winner] += points
        score = Scored(self._score[Side.WHITE], self._score[Side.BLACK])
        ended: list[TableEvent] = [Resigned(winner.opponent, points), GameOver(winner, points, WinKind.RESIGN), score]
        if self._length and self._score[winner] >= self._length:
            ended.append(MatchOver(winner))
        else:
            self._game += 1
            ended.append(GameStarted(self._game, crawford=False))
        return self.write(*ended)

    def write(self, *events: TableEvent) -> TableReport:
        stamp = Stamp(0.0, WALL_S + len(self._events), clock_synced=True)
        self.book.append_all(self.match, [(event, None) for event in events], stamp)
        self._events += events
        return self.now

    @property
    def book(self) -> Journal:
        """The journal, open as long as the table stands."""
        if self._book is None:
            self._book = Journal.open(self.path)
        return self._book

    def close(self) -> None:
        if self._book is not None:
            self._book.close()
            self._book = None

    @property
    def now(self) -> TableReport:
        return TableReport(self.match, resume(self._events))
