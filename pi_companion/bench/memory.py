"""How much memory seeing takes, in a process that does nothing else."""

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import cv2

from pi_companion.bench.process import memory_mb
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
    return memory_mb(os.getpid(), "VmHWM")
