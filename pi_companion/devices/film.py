"""A recording or a simulation that plays as if it were a camera: each picture at its time."""

import time
from collections.abc import Callable, Iterator

from pi_companion.devices.frames import Frame, FrameSource
from pi_companion.errors import DeviceError


class FilmCamera:
    """Plays frames in step with the clock; the last one stays.

    Args:
        source: The recording.
        clock: Monotonic seconds.
        run: A name for this run of the program, which begins every frame's name.
    """

    remarks = ()
    held = ()

    def __init__(self, source: FrameSource, clock: Callable[[], float] = time.monotonic, run: str = "") -> None:
        self._source = source
        self._clock = clock
        self._run = run
        self._frames: Iterator[Frame] | None = None
        self._shown: Frame | None = None
        self._next: Frame | None = None
        self._begun_s = 0.0

    @property
    def name(self) -> str:
        """The recording's name."""
        return self._source.name

    def read(self, not_before_s: float) -> Frame:
        """See `Camera`."""
        now_s = max(self._clock(), not_before_s)
        if self._frames is None:
            self._begin(now_s)
        while self._next is not None and self._next.t_s <= now_s - self._begun_s:
            self._advance()
        if self._shown is None:
            raise DeviceError(f"wanted pictures from {self.name}, but it holds none; give another recording")
        return Frame(self._shown.image, now_s, f"{self._run}{self._shown.name}")

    def settle(self) -> None:
        """Do nothing: a film was exposed long ago."""

    def close(self) -> None:
        """Do nothing: pictures are read one by one."""

    def _begin(self, now_s: float) -> None:
        self._frames = iter(self._source)
        self._next = next(self._frames, None)
        self._begun_s = now_s - (0.0 if self._next is None else self._next.t_s)
        self._advance()

    def _advance(self) -> None:
        if self._next is not None and self._frames is not None:
            self._shown, self._next = self._next, next(self._frames, None)
