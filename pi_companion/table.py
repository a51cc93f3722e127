"""One loop, one queue: frames go in, what happened comes out; each event is in the journal before anyone is told."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pi_companion.devices.frames import Frame
from pi_companion.errors import ProfileError
from pi_companion.record.journal import Journal, Stamp
from pi_companion.referee import State, Step, ViewChange, resume, start_match, step
from pi_companion.referee.events import MatchStarted, TableEvent
from pi_companion.referee.inputs import Input
from pi_companion.referee.sighting import CubeReading, DieReading, Sighting
from pi_companion.vision import BoardGeometry, CubeSeen, Locator, Motion, Observation, Reader, Settling, View
from pi_companion.vision.profile import BoardProfile

CUBE_EDGE, CUBE_SOFTNESS = 0.16, 0.03
"""A cube nearer than this to a player's end of the board (shares of its depth from the middle 0.5) is that player's."""

FOUND_AGAIN_PX = 1.0
"""Corners this near (pixels of the alignment picture) after a fit: the moved board is found."""

SURE_BOARD = 0.5

LOST = (View.MOVED, View.NO_BOARD)

MOST_REPEATS = 8
"""How often the referee is told that a board which stays as it is still does: it waits for two, more say nothing."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event that stands in the journal."""

    seq: int
    t_s: float
    frame: str
    event: TableEvent


def sighting(observation: Observation, t_s: float, frame: str) -> Sighting:
    """What the referee needs of an observation."""
    return Sighting(
        t_s=t_s,
        frame=frame,
        points=tuple(_numbers(row) for row in observation.points),
        bar_white=_numbers(observation.bar[0]),
        bar_black=_numbers(observation.bar[1]),
        off_white=_numbers(observation.off[0]),
        off_black=_numbers(observation.off[1]),
        dice=tuple(
            DieReading(_numbers(die.log_likelihoods), die.centre_board, die.cocked) for die in observation.rolled
        ),
        cube=None if observation.cube is None else _cube(observation.cube),
    )


def _numbers(row: NDArray[np.float32]) -> tuple[float, ...]:
    return tuple(float(value) for value in row)


def _cube(cube: CubeSeen) -> CubeReading:
    toward_white = (cube.centre_board[1] - 0.5 - CUBE_EDGE) / CUBE_SOFTNESS
    toward_black = (0.5 - CUBE_EDGE - cube.centre_board[1]) / CUBE_SOFTNESS
    scores = np.array([np.clip(toward_white, -8, 8), np.clip(toward_black, -8, 8), 0.0])
    return CubeReading(_numbers(cube.values), _numbers((scores - np.logaddexp.reduce(scores)).astype(np.float32)))


class Table:
    """A match under one camera.

    Args:
        profile: the board.
        journal: where every event goes first.
        match: the journal's number of the match.
        state: where the match stands.
    """

    def __init__(self, profile: BoardProfile, journal: Journal, match: int, state: State) -> None:
        locator = Locator()
        self.reader = Reader(profile, locator)
        self.match = match
        self._locator = locator
        self._journal = journal
        self._state = state
        self._geometry = profile.geometry
        self._settling = Settling()
        self._view = View.CLEAR
        self._last: Sighting | None = None
        self._repeats = 0
        self._suspected = False

    @property
    def state(self) -> State:
        """What the referee knows."""
        return self._state

    def watch(self, frames: Iterable[Frame]) -> Iterator[Told]:
        """Run frames through the whole companion; each event is on disk before it is yielded."""
        for frame in frames:
            yield from self.take(frame)

    def take(self, frame: Frame) -> Iterator[Told]:
        """Run one frame through."""
        self._settling, motion = self._settling.step(frame.image, self._geometry)
        if motion is Motion.UNCHANGED and self._last is not None and self._repeats < MOST_REPEATS:
            self._repeats += 1
            yield from self._tell(replace(self._last, t_s=frame.t_s, frame=frame.name), frame)
        if motion is not Motion.SETTLED and not (motion is Motion.UNCHANGED and self._suspected):
            return
        self._last, self._repeats = None, 0
        observation = self.reader.observe(frame.image, self._geometry)
        if observation.view not in LOST:
            self._suspected = False
            yield from self._see(observation, frame)
        elif self._suspected or self._view in LOST:
            self._suspected = False
            yield from self._lost(frame)
        else:
            self._suspected = True  # a hand at the rail may look so: the next still frame decides

    def _see(self, observation: Observation, frame: Frame) -> Iterator[Told]:
        if observation.view is not View.CLEAR:
            if self._view is View.CLEAR:
                yield from self._tell(ViewChange.COVERED, frame)
            self._view = observation.view
            return
        if self._view in LOST:
            yield from self._tell(ViewChange.FOUND, frame)
        elif self._view is not View.CLEAR:
            yield from self._tell(ViewChange.CLEAR, frame)
        self._view = View.CLEAR
        self._last = sighting(observation, frame.t_s, frame.name)
        yield from self._tell(self._last, frame)

    def _lost(self, frame: Frame) -> Iterator[Told]:
        """The board is not where it was: say so, and look for it near there."""
        if self._view not in LOST:
            yield from self._tell(ViewChange.MOVED, frame)
            self._view = View.MOVED
        geometry = self._find_again(frame.image)
        if geometry is None:
            return
        self._geometry = geometry
        observation = self.reader.observe(frame.image, geometry)
        if observation.view is View.CLEAR:
            yield from self._see(observation, frame)

    def _find_again(self, picture: NDArray[np.uint8]) -> BoardGeometry | None:
        try:
            fitted, look = self._locator.refine(picture, self._geometry.corners_px, self.reader.usual)
        except ProfileError:
            return None
        geometry = BoardGeometry(fitted.corners_px, self.reader.profile.geometry.bar)
        off_px = self._locator.corner_offsets(picture, fitted.corners_px) - self.reader.usual.corners_px
        return geometry if look.board > SURE_BOARD and np.abs(off_px).max() < FOUND_AGAIN_PX else None

    def _tell(self, event: Input, frame: Frame) -> Iterator[Told]:
        done = step(self._state, event)
        yield from self._record(done, frame)

    def _record(self, done: Step, frame: Frame) -> Iterator[Told]:
        stamp = Stamp(t_s=frame.t_s, frame=frame.name)
        entries = self._journal.append_all(self.match, [(event, None) for event in done.effects], stamp)
        self._state = done.state
        for entry, event in zip(entries, done.effects, strict=True):
            yield Told(entry.seq, frame.t_s, frame.name, event)


def begin(
    journal: Journal, length: int, white: str = "White", black: str = "Black", source: str = ""
) -> tuple[int, State, tuple[Told, ...]]:
    """Start a match in the journal: its number, the referee's state, and the first events.

    Raises:
        JournalError: the journal cannot be written.
    """
    first = start_match(length, white, black)
    started, *others = first.effects
    if not isinstance(started, MatchStarted):
        msg = f"wanted a match to begin with match_started, got {started}"
        raise TypeError(msg)
    match = journal.new_match(started, source=source)
    journal.append_all(match, [(event, None) for event in others])
    told = tuple(Told(entry.seq, 0.0, "", entry.event) for entry in journal.events(match))
    return match, first.state, told


def take_up(journal: Journal, match: int) -> State:
    """The state of a match after a restart: what its journal says."""
    return resume(entry.event for entry in journal.events(match))
