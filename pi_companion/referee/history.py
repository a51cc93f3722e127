"""Which of the events still stand: undo, redo and amendments, computed from the events alone.

An act is an event that somebody brought about, with what followed from it by itself (the end of a game, its score,
the next game). A correction is an event of its own and the first events stay in the journal; here it is worked out
what they come to. Everything is a linked list, so that going back is as cheap as going on.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pi_companion.referee.events import (
    Amended,
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
    Redone,
    Resigned,
    ResignOffered,
    ResignRefused,
    Rolled,
    RolledEarly,
    RollVoided,
    Said,
    Scored,
    ScoreSet,
    Stood,
    TableEvent,
    Taken,
    TermsAgreed,
    TurnSet,
    Undone,
)

_CONSEQUENCES = (GameOver, Scored, MatchOver, GameStarted, RolledEarly)

_ACTS = (
    AutomaticDouble,
    Beavered,
    Corrected,
    CubeSet,
    Doubled,
    Dropped,
    IllegalPlay,
    NoMove,
    OpeningRoll,
    Played,
    Resigned,
    ResignOffered,
    ResignRefused,
    Rolled,
    RollVoided,
    ScoreSet,
    Stood,
    Taken,
    TermsAgreed,
    TurnSet,
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Act:
    """One act that stands, and those before it."""

    events: tuple[TableEvent, ...]
    """The event, and what followed from it by itself."""

    earlier: "Act | None" = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Change:
    """What stood at another moment, to which undo or redo leads."""

    stood: Act | None
    earlier: "_Change | None"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class History:
    """What stands, and what can be undone and redone."""

    last: Act | None = None
    """The last act that stands; the first is the beginning of the match, which is never undone."""

    _undo: _Change | None = None
    _redo: _Change | None = None
    keys: frozenset[str] = frozenset()
    """The keys of all that people said."""

    def after(self, event: TableEvent) -> "History":
        """Give the history after one more event."""
        match event:
            case MatchStarted():
                return replace(self, last=Act((event,)), _undo=None, _redo=None)
            case Undone(count=count):
                return self._gone_back(count)
            case Redone(count=count):
                return self._gone_forth(count)
            case Amended(back=back, events=events):
                return self._amended(back, events)
            case Said(key=key):
                return replace(self, keys=self.keys | {key})
            case _ if isinstance(event, _CONSEQUENCES) and self.last is not None:
                return replace(self, last=Act((*self.last.events, event), self.last.earlier))
            case _ if isinstance(event, (*_ACTS, *_CONSEQUENCES)):
                return replace(self, last=Act((event,), self.last), _undo=_Change(self.last, self._undo), _redo=None)
            case _:
                return self

    @property
    def undoable(self) -> int:
        """How many changes can be undone."""
        return _length(self._undo)

    @property
    def redoable(self) -> int:
        """How many changes that were undone can be redone."""
        return _length(self._redo)

    def acts(self) -> Iterator[Act]:
        """Give the acts that stand, the last one first."""
        act = self.last
        while act is not None:
            yield act
            act = act.earlier

    def events(self) -> tuple[TableEvent, ...]:
        """Give the events that stand, in their order."""
        groups = [act.events for act in self.acts()]
        return tuple(event for group in reversed(groups) for event in group)

    def _gone_back(self, count: int) -> "History":
        history = self
        for _ in range(count):
            change = history._undo
            if change is None:
                break
            redo = _Change(history.last, history._redo)
            history = replace(history, last=change.stood, _undo=change.earlier, _redo=redo)
        return history

    def _gone_forth(self, count: int) -> "History":
        history = self
        for _ in range(count):
            change = history._redo
            if change is None:
                break
            undo = _Change(history.last, history._undo)
            history = replace(history, last=change.stood, _undo=undo, _redo=change.earlier)
        return history

    def _amended(self, back: int, events: Iterable[TableEvent]) -> "History":
        kept = self.last
        for _ in range(back):
            if kept is None or kept.earlier is None:
                break
            kept = kept.earlier
        amended = replace(self, last=kept)
        for event in events:
            amended = amended.after(event)
        return replace(amended, _undo=_Change(self.last, self._undo), _redo=None)


def _length(change: _Change | None) -> int:
    count = 0
    while change is not None:
        count, change = count + 1, change.earlier
    return count


def standing(events: Iterable[TableEvent]) -> tuple[TableEvent, ...]:
    """Give the events of a journal that still stand, without those that are not of the game."""
    history = History()
    for event in events:
        history = history.after(event)
    return history.events()
