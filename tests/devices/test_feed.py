"""A camera kept alive: paced, judged, given up when it hangs, and opened again."""

import queue
from collections.abc import Iterator

import numpy as np
import pytest

from pi_companion.devices import Frame
from pi_companion.devices.camera import READ_TIMEOUT_S, CameraChange, CameraHealth
from pi_companion.devices.feed import HURRY_S, MOST_STUCK, OPEN_TIMEOUT_S, CameraFeed, FeedSettings
from pi_companion.errors import DeviceError
from tests.devices.fakes import Clock, ScriptedCamera, noisy

WAIT_S = 10.0
"""A test that waits so long for a thread has failed."""


class Bench:
    """A feed under test, its cameras in the order of opening, and what it handed on."""

    def __init__(self, clock: Clock, settings: FeedSettings) -> None:
        self.clock = clock
        self.cameras = [ScriptedCamera(f"camera {number}") for number in range(9)]
        self._unopened = iter(self.cameras)
        self.out: queue.Queue[Frame | CameraChange] = queue.Queue()
        self.feed = CameraFeed(self._open, self.out.put, settings, clock)

    def _open(self) -> ScriptedCamera:
        return next(self._unopened)

    def waits(self, number: int = 0) -> ScriptedCamera:
        assert self.cameras[number].waiting.wait(WAIT_S)
        return self.cameras[number]

    def give(self, image: np.ndarray, number: int = 0) -> None:
        camera = self.waits(number)
        self.clock.now_s += 1.0
        camera.give(Frame(image, self.clock(), "f"))

    def next(self) -> Frame | CameraChange:
        return self.out.get(timeout=WAIT_S)

    def health(self) -> CameraHealth:
        change = self.next()
        assert isinstance(change, CameraChange)
        return change.health

    def frame(self) -> Frame:
        frame = self.next()
        assert isinstance(frame, Frame)
        return frame


@pytest.fixture
def bench(clock: Clock) -> Iterator[Bench]:
    bench = Bench(clock, FeedSettings((128, 96), frozen_after_s=3.0, still_interval_s=0.0, moving_interval_s=0.0))
    bench.feed.start()
    yield bench
    bench.feed.stop(patience_s=0)
    for camera in bench.cameras:
        camera.give(DeviceError("the test is over"))


def alive(bench: Bench) -> None:
    bench.give(noisy())
    assert bench.health() is CameraHealth.LIVE
    bench.frame()


def test_frames_come_after_exposure_was_settled(bench: Bench) -> None:
    alive(bench)
    assert bench.cameras[0].settled == 1


def test_a_hang_is_noticed_and_the_camera_opened_again(bench: Bench) -> None:
    alive(bench)
    bench.waits()
    last_s = bench.clock()
    bench.clock.now_s += READ_TIMEOUT_S + 0.1
    bench.feed.check()
    assert bench.health() is CameraHealth.LOST
    assert bench.clock() - last_s <= 2.0
    bench.clock.now_s += 1.0
    bench.feed.check()
    bench.give(noisy(seed=1), number=1)
    assert bench.health() is CameraHealth.LIVE
    assert not bench.feed.hopeless


def test_a_reader_that_wakes_after_it_was_given_up_hands_nothing_on_and_closes_its_camera(bench: Bench) -> None:
    alive(bench)
    bench.waits()
    bench.clock.now_s += 3.0
    bench.feed.check()
    assert bench.health() is CameraHealth.LOST
    bench.cameras[0].give(Frame(noisy(seed=2), bench.clock(), "late"))
    assert bench.cameras[0].closed.wait(WAIT_S)
    assert bench.out.empty()


def test_an_unplugged_camera_is_tried_again_later_and_later(bench: Bench) -> None:
    alive(bench)
    waits_s = []
    for number in range(4):
        bench.waits(number).give(DeviceError("unplugged"))
        if number == 0:
            assert bench.health() is CameraHealth.LOST
        assert bench.cameras[number].closed.wait(WAIT_S)
        since_s = bench.clock()
        while not bench.cameras[number + 1].waiting.wait(0.02):
            bench.clock.now_s += 0.25
            bench.feed.check()
        waits_s.append(bench.clock() - since_s)
    assert waits_s[0] < waits_s[1] < waits_s[2] < waits_s[3]


def test_only_a_new_process_helps_when_readers_never_come_back(bench: Bench) -> None:
    for number in range(MOST_STUCK):
        bench.waits(number)
        bench.clock.now_s += READ_TIMEOUT_S + OPEN_TIMEOUT_S
        bench.feed.check()
        assert bench.feed.hopeless == (number == MOST_STUCK - 1)
        bench.clock.now_s += 6.0
        bench.feed.check()


def test_a_press_wants_a_frame_of_now_at_once(clock: Clock) -> None:
    bench = Bench(clock, FeedSettings(still_interval_s=1000.0, moving_interval_s=1000.0))
    bench.feed.start()
    bench.waits().give(Frame(noisy(), clock(), "f"))
    assert bench.health() is CameraHealth.LIVE
    bench.frame()
    bench.feed.ask()
    assert bench.waits().asked[-1] == clock()
    bench.cameras[0].give(DeviceError("the test is over"))
    assert bench.health() is CameraHealth.LOST


def test_frames_come_faster_while_something_moves(clock: Clock) -> None:
    bench = Bench(clock, FeedSettings(still_interval_s=1000.0, moving_interval_s=0.0))
    bench.feed.pace(moving=False)
    bench.feed.start()
    bench.waits().give(Frame(noisy(), clock(), "f"))
    assert bench.health() is CameraHealth.LIVE
    bench.frame()
    assert not bench.cameras[0].waiting.wait(0.05)
    bench.feed.pace(moving=True)
    bench.waits().give(DeviceError("the test is over"))
    assert bench.health() is CameraHealth.LOST


def test_after_a_press_what_moves_is_looked_at_more_often(clock: Clock) -> None:
    bench = Bench(
        clock, FeedSettings(still_interval_s=1000.0, moving_interval_s=1000.0, hurried_interval_s=HURRY_S / 10)
    )
    bench.feed.start()
    bench.waits().give(Frame(noisy(), clock(), "f"))
    assert bench.health() is CameraHealth.LIVE
    bench.frame()
    bench.feed.ask()
    bench.give(noisy(seed=1))
    bench.frame()
    assert not bench.cameras[0].waiting.wait(0.05), "a second after the press there is no hurry any more"
    bench.feed.ask()
    bench.waits().give(Frame(noisy(seed=2), clock(), "f"))
    bench.frame()
    bench.clock.now_s += HURRY_S / 5
    bench.feed.pace(moving=False)
    assert not bench.cameras[0].waiting.wait(0.05), "what lies still is in no hurry"
    bench.feed.pace(moving=True)
    bench.waits().give(DeviceError("the test is over"))
    assert bench.health() is CameraHealth.LOST


def test_black_pictures_are_told_and_not_looked_at(bench: Bench) -> None:
    alive(bench)
    bench.give(np.zeros((96, 128, 3), np.uint8))
    assert bench.health() is CameraHealth.BLACK
    bench.give(noisy(seed=3))
    assert bench.health() is CameraHealth.LIVE
    bench.frame()


def test_pictures_of_another_size_are_told_with_both_sizes(bench: Bench) -> None:
    alive(bench)
    bench.give(noisy(size=(160, 120)))
    change = bench.next()
    assert isinstance(change, CameraChange)
    assert change.health is CameraHealth.WRONG_SIZE
    assert "128×96" in change.words
    assert "160×120" in change.words


def test_a_picture_that_stays_to_the_last_bit_is_frozen_and_the_camera_started_anew(bench: Bench) -> None:
    alive(bench)
    for _ in range(2):
        bench.give(noisy())
        bench.frame()
    bench.give(noisy())
    assert bench.health() is CameraHealth.FROZEN
    assert bench.cameras[0].closed.wait(WAIT_S)
    bench.clock.now_s += 1.0
    bench.feed.check()
    bench.give(noisy(seed=4), number=1)
    assert bench.health() is CameraHealth.LIVE


def test_light_that_stays_another_has_exposure_found_anew(bench: Bench) -> None:
    alive(bench)
    for seed in range(8):
        bench.give(noisy(level=60, seed=seed))
        bench.frame()
    bench.waits()
    assert bench.cameras[0].settled == 2


def test_a_hand_that_passes_does_not(bench: Bench) -> None:
    alive(bench)
    for seed in range(12):
        bench.give(noisy(level=60 if seed % 6 < 4 else 120, seed=seed))
        bench.frame()
    bench.waits()
    assert bench.cameras[0].settled == 1


def test_a_library_that_raises_anything_is_a_lost_camera(bench: Bench) -> None:
    alive(bench)
    bench.waits().give(ZeroDivisionError("inside the library"))
    change = bench.next()
    assert isinstance(change, CameraChange)
    assert "ZeroDivisionError" in change.words
