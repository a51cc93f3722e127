"""Fakes of cameras and of time for the tests of the edge."""

import threading

import numpy as np
from numpy.typing import NDArray

from pi_companion.devices import Frame


class Clock:
    """Monotonic seconds that only a test moves."""

    def __init__(self, now_s: float = 100.0) -> None:
        self.now_s = now_s

    def __call__(self) -> float:
        return self.now_s


def noisy(level: int = 120, seed: int = 0, size: tuple[int, int] = (128, 96)) -> NDArray[np.uint8]:
    rng = np.random.default_rng(seed)
    return np.clip(rng.normal(level, 2, (size[1], size[0], 3)), 0, 255).astype(np.uint8)


class ScriptedCamera:
    """Gives frames that a test hands it, waits as long as the test wants, fails when told."""

    remarks = ()
    held = ()

    def __init__(self, name: str = "scripted") -> None:
        self.name = name
        self.asked: list[float] = []
        self.settled = 0
        self.closed = threading.Event()
        self.waiting = threading.Event()
        self._answers: list[Frame | Exception] = []
        self._more = threading.Condition()

    def give(self, answer: Frame | Exception) -> None:
        with self._more:
            self._answers.append(answer)
            self._more.notify_all()

    def read(self, not_before_s: float) -> Frame:
        with self._more:
            self.asked.append(not_before_s)
            self.waiting.set()
            self._more.wait_for(lambda: self._answers)
            answer = self._answers.pop(0)
            self.waiting.clear()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def settle(self) -> None:
        self.settled += 1

    def close(self) -> None:
        self.closed.set()
