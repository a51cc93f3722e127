"""One loop, one queue: frames go in, what happened comes out; each event is in the journal before anyone is told."""

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pi_companion.devices.frames import Frame
from pi_companion.errors import InputError, JournalError
from pi_companion.record.journal import Entry, Journal, Stamp
from pi_companion.record.thoughts import Thought
from pi_companion.referee import State, Step, Terms, ViewChange, resume, start_match, step
from pi_companion.referee.events import MatchStarted, TableEvent
from pi_companion.referee.inputs import Input
from pi_companion.referee.sighting import CubeReading, DieReading, Sighting
from pi_companion.vision import Motion, Observation, Reader, Settling, View
from pi_companion.vision.cube import place_likelihoods
from pi_companion.vision.following import LOST
from pi_companion.vision.geometry import BoardGeometry
from pi_companion.vision.profile import BoardProfile

STAYED = 0.005
"""A board that is found again this near to its old place (share of its width) had not moved: the light had changed."""

FORCED_S = 2.0
"""A power cut may cost what was seen in so many seconds: what leads to nothing yet is forced to the disk so often."""

FORCED_SHARE = 10
"""A slow disk is forced less often: so many times as long as it takes passes in between, and presses are answered."""

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
    cube = observation.cube
    return Sighting(
        t_s=t_s,
        frame=frame,
        points=tuple(_numbers(row) for row in observation.points),
        bar_white=_numbers(observation.bar[0]),
        bar_black=_numbers(observation.bar[1]),
        off_white=_numbers(observation.off[0]),
        off_black=_numbers(observation.off[1]),
        dice=tuple(
            DieReading(
                _numbers(die.log_likelihoods), die.centre_board, die.cocked and not die.on_checker, die.on_checker
            )
            for die in observation.rolled
        ),
        cube=None if cube is None else CubeReading(_numbers(cube.values), _numbers(place_likelihoods(cube))),
    )


def _numbers(row: NDArray[np.float32]) -> tuple[float, ...]:
    return tuple(float(value) for value in row)


class Watcher:
    """What the camera tells the referee: when the board is still, what stands there, and when it cannot be seen.

    Args:
        profile: the board.

    Raises:
        CompanionError: a network cannot be loaded.
    """

    def __init__(self, profile: BoardProfile) -> None:
        self._moved = False
        """Whether the referee was told that the board moved, and has not been told yet that it was found."""
        self.use(profile)

    def use(self, profile: BoardProfile) -> None:
        """Watch the board as another profile has it, from the next frame on.

        Raises:
            CompanionError: a network cannot be loaded.
        """
        self.home = profile.white_home
        """Where White's home lies."""
        self._reader = Reader(profile)
        self._geometry = profile.geometry
        self._observation: Observation | None = None
        self._settling = Settling()
        self._view = View.CLEAR
        self._moving = True
        self._last: Sighting | None = None
        self._repeats = 0
        self._suspected = False
        self._clear: NDArray[np.uint8] | None = None
        """The last picture that was read."""

    @property
    def moving(self) -> bool:
        """Whether something moved in the last frame."""
        return self._moving

    @property
    def view(self) -> View:
        """How the board was seen when it was last looked at."""
        return self._view

    @property
    def geometry(self) -> BoardGeometry:
        """Where the board is in the picture."""
        return self._geometry

    @property
    def observation(self) -> Observation | None:
        """What was read last; None before the first time."""
        return self._observation

    def expect_moved(self) -> None:
        """Take it that the board was last known to have moved, as after a restart: once it is seen, it is found."""
        self._view, self._moved = View.MOVED, True

    def look_again(self) -> None:
        """Say once more what stands there, though nothing moves: somebody said something about it."""
        self._repeats = 0

    def take(self, frame: Frame) -> Iterator[Input]:
        """Look at one frame."""
        self._settling, motion = self._settling.step(frame.image, self._geometry)
        self._moving = motion is Motion.MOVING
        if motion is Motion.UNCHANGED and self._last is not None and self._repeats < MOST_REPEATS:
            self._repeats += 1
            yield replace(self._last, t_s=frame.t_s, frame=frame.name)
        if motion is not Motion.SETTLED and not (motion is Motion.UNCHANGED and self._suspected):
            return
        self._last, self._repeats = None, 0
        self._observation = observation = self._reader.observe(frame.image, self._geometry)
        if observation.view not in LOST:
            self._suspected = False
            yield from self._see(observation, frame)
        elif self._suspected or self._moved:
            self._suspected = False
            yield from self._lost(frame)
        else:
            self._suspected = True  # a hand at the rail may look so: the next still frame decides

    def _see(self, observation: Observation, frame: Frame) -> Iterator[Input]:
        if observation.view is not View.CLEAR:
            if self._view is View.CLEAR:
                yield ViewChange.COVERED
            self._view = observation.view
            return
        if self._moved:
            # Also where a hand has covered it meanwhile: until this is said, the referee looks at nothing.
            yield ViewChange.FOUND
        elif self._view is not View.CLEAR:
            yield ViewChange.CLEAR
        self._view, self._moved = View.CLEAR, False
        self._clear = frame.image
        self._last = sighting(observation, frame.t_s, frame.name)
        yield self._last

    def _lost(self, frame: Frame) -> Iterator[Input]:
        """The board is not where it was: say so, and look for it near there."""
        geometry = self._reader.find_again(frame.image, self._geometry, self._clear)
        stayed = geometry is not None and geometry.distance(self._geometry) < STAYED
        if not self._moved and not stayed:
            yield ViewChange.MOVED
            self._view, self._moved = View.MOVED, True
        if geometry is None:
            return
        self._geometry = geometry
        self._observation = observation = self._reader.observe(frame.image, geometry)
        if observation.view is View.CLEAR:
            yield from self._see(observation, frame)


class Mind(Protocol):
    """Keeps what the referee thinks between the events."""

    def thought(self, state: State) -> Thought:
        """Give what there is to keep of a state."""
        ...

    def recall(self, match: int, seq: int, resumed: State) -> State | None:
        """Give what was thought after that event; None where only the events tell, as in `resumed`."""
        ...


class Table:
    """A match under one camera.

    Args:
        watcher: the camera's side, with its networks loaded.
        journal: where every event goes first.
        match: the journal's number of the match; it goes on from what the journal says of it.
        stamp: makes the journal's stamp of a moment (monotonic seconds, picture), with a wall clock where there is one.
        mind: keeps what the referee thinks between the events; None where a restart watches the recording anew.

    Raises:
        JournalError: the journal has no such match, or cannot be read.
    """

    def __init__(
        self,
        watcher: Watcher,
        journal: Journal,
        match: int,
        stamp: Callable[[float, str], Stamp] | None = None,
        mind: Mind | None = None,
    ) -> None:
        self._watcher = watcher
        self._journal = journal
        self._match = match
        self._stamp = stamp or (lambda t_s, frame: Stamp(t_s=t_s, frame=frame))
        entries = journal.events(match)
        self._seq = entries[-1].seq
        self._mind = mind
        resumed = resume(entry.event for entry in entries)
        self._state = resumed if mind is None else mind.recall(match, self._seq, resumed) or resumed
        self._forced_s = -math.inf
        self._forced_apart_s = FORCED_S
        self._moment: tuple[float, str] | None = None
        self._events_of_moment = 0

    @property
    def state(self) -> State:
        """What the referee knows."""
        return self._state

    def watch(self, frames: Iterable[Frame]) -> Iterator[Told]:
        """Run frames through the whole companion; each event is on disk before it is yielded."""
        for frame in frames:
            for event in self._watcher.take(frame):
                yield from self.accept(event, frame.t_s, frame.name)

    def accept(self, event: Input, t_s: float, name: str) -> tuple[Told, ...]:
        """Take in one input of a moment: a sighting, or what a person said; what follows is on disk when this returns.

        Args:
            event: What was seen or said.
            t_s: Monotonic seconds.
            name: The picture's name, or another name that no other moment has.

        Raises:
            JournalError: It could not be written. Nothing has changed, and the same input may be given again: what
                was written although the disk complained is then not written twice.
        """
        return self._write(step(self._state, event), t_s, name)

    def take_up(self) -> tuple[Told, ...]:
        """Take up what another program wrote of this match, as `pi-companion correct` does; nothing where none did.

        Raises:
            JournalError: The journal cannot be read.
        """
        if self._journal.last_seq(self._match) == self._seq:
            return ()
        entries = self._journal.events(self._match)
        state = resume(entry.event for entry in entries)
        self._state = replace(state, now_s=self._state.now_s, moved=self._state.moved, refrains=True)
        new = [entry for entry in entries if entry.seq > self._seq]
        self._seq = entries[-1].seq
        return tuple(Told(entry.seq, entry.stamp.t_s, entry.stamp.frame, entry.event) for entry in new)

    def catch_up(self, frames: Iterator[Frame]) -> Iterator[Told]:
        """Watch a recording anew up to the picture at which the journal ends; then `watch` goes on with the rest.

        What was seen but not told yet when the first run was cut off is seen again so. Nothing is written but what
        is missing of that last picture. Where the journal tells it otherwise, since a person put something right or
        another version of the program wrote it, the journal's word holds.

        Raises:
            InputError: The recording has no such picture.
        """
        entries = self._journal.events(self._match)
        last = next((entry.stamp for entry in reversed(entries) if entry.stamp.frame), None)
        if last is None:
            return
        begun = [entry.event for entry in takewhile(lambda entry: not entry.stamp.frame, entries)]
        done, frame = self._anew(Step(resume(begun), tuple(begun)), frames, last)
        logged = tuple(entry.event for entry in entries)
        if done.effects[: len(logged)] != logged:
            return
        self._moment = last.t_s, last.frame
        self._events_of_moment = sum(entry.stamp == last for entry in entries)
        yield from self._write(Step(done.state, done.effects[len(logged) :]), frame.t_s, frame.name)

    def _anew(self, done: Step, frames: Iterator[Frame], last: Stamp) -> tuple[Step, Frame]:
        """Watch up to a picture and write nothing."""
        for frame in frames:
            for event in self._watcher.take(frame):
                after = step(done.state, event)
                done = Step(after.state, done.effects + after.effects)
            if (frame.t_s, frame.name) == (last.t_s, last.frame):
                return done, frame
            if frame.t_s > last.t_s:
                break
        raise InputError(
            f"wanted the recording that match {self._match} was watched in, but there is no picture {last.frame} at "
            f"{last.t_s:.2f} s in this one; give that recording, or begin a new match"
        )

    def _write(self, done: Step, t_s: float, name: str) -> tuple[Told, ...]:
        """Write what a step led to; each event is known by its moment and its number there.

        So two programs that watch the same recording write it once.
        """
        before = self._events_of_moment if (t_s, name) == self._moment else 0
        keyed = [(event, f"{t_s!r} {name} {before + number}") for number, event in enumerate(done.effects, start=1)]
        entries: tuple[Entry, ...] = ()
        if keyed:
            # In one write: an event without the thought after it would have the same dice told anew.
            thought = None if self._mind is None else self._mind.thought(done.state)
            entries = self._journal.append_all(self._match, keyed, self._stamp(t_s, name), thought)
            self._forced_s = t_s
        elif self._mind is not None and done.state is not self._state:
            self._keep(self._mind.thought(done.state), t_s)
        self._moment, self._events_of_moment = (t_s, name), before + len(keyed)
        self._state = done.state
        self._seq = max([self._seq, *(entry.seq for entry in entries)])
        return tuple(Told(entry.seq, t_s, name, entry.event) for entry in entries)

    def _keep(self, thought: Thought, t_s: float) -> None:
        """Keep what leads to nothing yet; a disk that refuses it is no trouble before something happens."""
        forced = t_s - self._forced_s >= self._forced_apart_s
        with contextlib.suppress(JournalError):
            took_s = self._journal.keep_thought(self._match, self._seq, thought, forced=forced)
            if forced:
                self._forced_s, self._forced_apart_s = t_s, max(FORCED_S, FORCED_SHARE * took_s)


def begin(
    journal: Journal,
    length: int,
    white: str = "White",
    black: str = "Black",
    *,
    jacoby: bool = True,
    source: str = "",
    terms: Terms | None = None,
) -> tuple[int, tuple[Told, ...]]:
    """Start a match in the journal: its number, and the first events.

    Args:
        journal: Where the match is kept.
        length: Points to win; 0 is money play.
        white: Name of the player with the white checkers.
        black: Name of the player with the black checkers.
        jacoby: Whether gammons count only after the cube was turned; money play only.
        source: Where the match comes from, for people.
        terms: What else was agreed on; None where nothing was, and the usual terms hold unsaid.

    Raises:
        JournalError: The journal cannot be written.
    """
    started, *others = start_match(length, white, black, jacoby=jacoby, terms=terms).effects
    if not isinstance(started, MatchStarted):
        msg = f"wanted a match to begin with match_started, got {started}"
        raise TypeError(msg)
    match = journal.new_match(started, source=source, then=others)
    return match, tuple(Told(entry.seq, 0.0, "", entry.event) for entry in journal.events(match))
