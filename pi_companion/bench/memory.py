"""How much memory seeing takes, in a process that does nothing else."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import cv2

from pi_companion.vision.arrays import Picture
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.reader import Reader


def most_taken_mb(profile: BoardProfile, pictures: Sequence[Picture]) -> float:
    """Most memory (MB) that a new process takes that reads the pictures, libraries and networks included."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
        return alone.submit(_read_all, profile, list(pictures)).result()


def _read_all(profile: BoardProfile, pictures: list[Picture]) -> float:
    cv2.setNumThreads(1)
    reader = Reader(profile)
    for picture in pictures:
        reader.observe(picture)
    return _highest_mb()


def _highest_mb() -> float:
    """The high-water mark of this process; what `getrusage` says begins with that of the process that started it."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
