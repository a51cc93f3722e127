"""A camera that is kept alive: one thread reads it and only hands on; what hangs is noticed and rebuilt.

The reader may be stuck inside a library for ever, so it is not the reader who says that nothing comes, but whoever
asks `check`: the table's loop, several times a second. A reader that is given up keeps its camera and closes it if it
ever wakes.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from pi_companion.devices.camera import READ_TIMEOUT_S, Camera, CameraChange, CameraHealth
from pi_companion.devices.frames import Frame
from pi_companion.devices.quality import Quality
from pi_companion.errors import CompanionError

Sink = Callable[[Frame | CameraChange], None]
"""Takes what the camera's thread hands on; must return at once."""

RETRY_S = (0.5, 1.0, 2.0, 5.0)
"""How long to wait before the camera is opened again, the last one for ever."""

OPEN_TIMEOUT_S = 15.0
"""How long opening a camera and finding its exposure may take."""

HURRY_S = 1.0
"""So long after a press what still moves is looked at more often: somebody waits for a ruling."""

MOST_STUCK = 3
"""So many readers that never came back: only a new process can help."""

_WORDS = {
    CameraHealth.STARTING: "The camera is starting",
    CameraHealth.LIVE: "The camera sees again",
    CameraHealth.FROZEN: "The camera shows the same picture to the last bit: it is started anew; if it comes again, "
    "see to its cable",
    CameraHealth.BLACK: "The camera sees nothing but black: take off the lens cap, or make light",
}


@dataclass(frozen=True, slots=True)
class FeedSettings:
    """How a camera is read."""

    size: tuple[int, int] | None = None
    """Width and height that frames must have; None takes what comes."""

    frozen_after_s: float = 10.0
    """How long a picture may stay the same to the last bit; 0 is for ever."""

    still_interval_s: float = 0.5
    """The time between two frames while nothing moves."""

    moving_interval_s: float = 0.25
    """The time between two frames while something moves."""

    hurried_interval_s: float = 0.1
    """The same just after a press."""


class _Reader(threading.Thread):
    """One life of the camera, from opening to closing."""

    def __init__(self, feed: "CameraFeed") -> None:
        super().__init__(name="camera", daemon=True)
        self._feed = feed
        self.given_up = threading.Event()
        self.late_at_s: float | None = None
        """When the reader, now inside the camera's library, must be back; None while it waits by itself."""

    def run(self) -> None:
        """Read until the camera fails or the feed no longer wants it."""
        camera: Camera | None = None
        try:
            self._go_in(OPEN_TIMEOUT_S)
            camera = self._feed.open_camera()
            self._feed.opened(self, camera)
            camera.settle()
            while not self.given_up.is_set():
                not_before_s = self._feed.next_moment(self)
                if self.given_up.is_set():
                    break
                self._go_in(READ_TIMEOUT_S)
                frame = camera.read(not_before_s)
                self.late_at_s = None
                if self._feed.take(self, frame):
                    self._go_in(OPEN_TIMEOUT_S)
                    camera.settle()
        except CompanionError as error:
            self._feed.failed(self, str(error))
        except Exception as error:  # noqa: BLE001 - a camera's library may raise anything, and the match goes on
            self._feed.failed(self, f"the camera's library says {type(error).__name__}: {error}")
        finally:
            if camera is not None:
                camera.close()
            self.late_at_s = None

    def _go_in(self, patience_s: float) -> None:
        self.late_at_s = self._feed.clock() + patience_s


class CameraFeed:
    """Frames from a camera, by need, with its health.

    Args:
        open_camera: Opens the camera anew; called in the camera's thread.
        sink: Where frames and changes of health go.
        settings: How it is read.
        clock: Monotonic seconds, the same as the frames' own.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        sink: Sink,
        settings: FeedSettings,
        clock: Callable[[], float],
    ) -> None:
        self.open_camera = open_camera
        self.clock = clock
        self._sink = sink
        self._settings = settings
        self._wake = threading.Condition()
        self._asked_s: float | None = None
        self._moving = True
        self._hurried_until_s = -HURRY_S
        self._last_s = -settings.still_interval_s
        self._quality = Quality(settings.size, settings.frozen_after_s)
        self._health = CameraHealth.STARTING
        self._reader: _Reader | None = None
        self._stuck: list[_Reader] = []
        self._failures = 0
        self._retry_at_s: float | None = None
        self.camera_name = ""
        self.remarks: tuple[str, ...] = ()

    @property
    def health(self) -> CameraHealth:
        """How the camera fares."""
        return self._health

    @property
    def hopeless(self) -> bool:
        """Whether so many readers are stuck in the camera's library that only a new process can help."""
        return sum(reader.is_alive() for reader in self._stuck) >= MOST_STUCK

    def start(self) -> None:
        """Open the camera in its own thread."""
        self._retry_at_s = None
        self._reader = _Reader(self)
        self._reader.start()

    def stop(self, patience_s: float = READ_TIMEOUT_S) -> None:
        """Close the camera; a reader that is stuck is left to the end of the process."""
        reader, self._reader = self._reader, None
        self._retry_at_s = None
        if reader is not None:
            self._give_up(reader)
            reader.join(patience_s)

    def ask(self) -> None:
        """Want a frame of now, at once: somebody pressed a button."""
        with self._wake:
            self._asked_s = self.clock()
            self._hurried_until_s = self._asked_s + HURRY_S
            self._wake.notify_all()

    def pace(self, *, moving: bool) -> None:
        """Say whether something moves, so that frames come as often as they are needed."""
        if moving is not self._moving:
            with self._wake:
                self._moving = moving
                self._wake.notify_all()

    def check(self) -> None:
        """Notice a reader that hangs, and open the camera again when it is time; the table's loop calls this."""
        now_s, reader = self.clock(), self._reader
        if reader is None:
            if self._retry_at_s is not None and now_s >= self._retry_at_s:
                self.start()
            return
        late_at_s = reader.late_at_s
        if late_at_s is not None and now_s > late_at_s:
            self._stuck.append(reader)
            self.failed(reader, "nothing comes from it any more")

    def opened(self, reader: _Reader, camera: Camera) -> None:
        """Note the camera that was opened; the reader calls this."""
        if reader is self._reader:
            self.camera_name, self.remarks = camera.name, camera.remarks
            self._quality = self._quality.held()

    def next_moment(self, reader: _Reader) -> float:
        """Wait until a frame is due or asked for, and give the moment from which it must be; the reader calls this."""
        with self._wake:
            reader.late_at_s = None
            while self._asked_s is None and not reader.given_up.is_set():
                left_s = self._last_s + self._interval_s() - self.clock()
                if left_s <= 0:
                    return self.clock()
                self._wake.wait(left_s)
            asked_s, self._asked_s = self._asked_s, None
            return self.clock() if asked_s is None else asked_s

    def _interval_s(self) -> float:
        """Give the time between two frames as things are now."""
        if not self._moving:
            return self._settings.still_interval_s
        hurried = self.clock() < self._hurried_until_s
        return self._settings.hurried_interval_s if hurried else self._settings.moving_interval_s

    def take(self, reader: _Reader, frame: Frame) -> bool:
        """Judge a frame and hand it on; tells whether exposure must be found anew. The reader calls this."""
        if reader is not self._reader:
            return False
        self._last_s = self.clock()
        self._quality, health = self._quality.judge(frame)
        if health is CameraHealth.FROZEN:
            self._quality = self._quality.held()
            self._change(health, _WORDS[health])
            self._close_for_now(reader)
            return False
        if health is CameraHealth.LIVE:
            self._failures = 0
        self._change(health, self._words(health, frame))
        if health is not CameraHealth.LIVE:
            return False
        self._sink(frame)
        if self._quality.has_drifted(frame.t_s):
            self._quality = self._quality.held()
            return True
        return False

    def failed(self, reader: _Reader, why: str) -> None:
        """Give a reader up and try again later."""
        if reader is not self._reader:
            return
        self._change(CameraHealth.LOST, f"The camera is lost: {why}; see to its cable, it is tried again by itself")
        self._close_for_now(reader)

    def _close_for_now(self, reader: _Reader) -> None:
        self._reader = None
        self._retry_at_s = self.clock() + RETRY_S[min(self._failures, len(RETRY_S) - 1)]
        self._failures += 1
        self._give_up(reader)

    def _give_up(self, reader: _Reader) -> None:
        reader.given_up.set()
        with self._wake:
            self._wake.notify_all()

    def _change(self, health: CameraHealth, words: str) -> None:
        if health is not self._health:
            self._health = health
            self._sink(CameraChange(health, words))

    def _words(self, health: CameraHealth, frame: Frame) -> str:
        if health is not CameraHealth.WRONG_SIZE or self._settings.size is None:
            return _WORDS[health]
        height, width = frame.image.shape[:2]
        wanted = "×".join(map(str, self._settings.size))
        return (
            f"The board was calibrated with pictures of {wanted} pixels, but the camera gives {width}×{height}: "
            "set the camera's size, or calibrate again"
        )
