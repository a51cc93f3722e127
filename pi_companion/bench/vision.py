"""How long seeing takes: a frame that brings nothing new, a full reading, and a calibration, on rendered pictures."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_companion.bench.memory import most_taken_mb
from pi_companion.bench.yardstick import SIDE_PX, build
from pi_companion.errors import PictureError
from pi_companion.rules import Side
from pi_companion.simulation.scene import (
    CENTRED,
    START,
    Camera,
    Light,
    Scene,
    SceneStyle,
    random_camera,
    random_light,
    random_style,
    render,
)
from pi_companion.simulation.staging import cube_spot, random_counts, throw_dice
from pi_companion.vision.calibrate import Calibrator
from pi_companion.vision.reader import Reader
from pi_companion.vision.settle import Settling

BOARDS_TRIED = 20
"""A rendered board may be too dim or odd to be calibrated; so many others are tried."""

MEMORY_PICTURES = 5


@dataclass(frozen=True, slots=True)
class VisionSpeed:
    """What one run measured, in milliseconds."""

    pictures: int
    width_px: int
    height_px: int
    still_ms: float
    """A frame that is only compared to the one before; the median."""

    read_ms: float
    """A full reading of position, dice and cube; the median."""

    slowest_read_ms: float
    calibrate_ms: float
    copy_ms: float
    """Merely copying the frame and rectifying the board; the median."""

    yardstick_ms: float
    """A network of the size of YOLO-nano at 640 pixels, run by the same library in the same run; the median."""

    peak_mb: float
    """Most memory of a process that only reads, with all that it has loaded."""


def run(pictures: int = 20, seed: int = 1) -> VisionSpeed:
    """Measure on pictures of one rendered board.

    Raises:
        PictureError: None of the boards that were rendered could be calibrated.
    """
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    calibrator = Calibrator()
    for _ in range(BOARDS_TRIED):
        style = random_style(rng)
        table = style, random_camera(rng, style), random_light(rng)
        start = _picture(rng, table, Scene(START, START, cube=cube_spot(rng, style, CENTRED, None)))
        begun = perf_counter()
        try:
            profile = calibrator.calibrate(start).profile
        except PictureError:
            continue
        calibrate_ms = 1000 * (perf_counter() - begun)
        reader = Reader(profile)
        seen = [_picture(rng, table, _scene(rng, style)) for _ in range(pictures)]
        reads, copies, stick = _compare(reader, seen)
        settling, _motion = Settling().step(start, profile.geometry)
        stills = [_time(settling.step, start, profile.geometry) for _ in range(pictures)]
        height, width = start.shape[:2]
        return VisionSpeed(
            pictures=pictures,
            width_px=width,
            height_px=height,
            still_ms=median(stills),
            read_ms=median(reads),
            slowest_read_ms=max(reads),
            calibrate_ms=calibrate_ms,
            copy_ms=median(copies),
            yardstick_ms=median(stick),
            peak_mb=most_taken_mb(profile, seen[:MEMORY_PICTURES]),
        )
    raise PictureError(f"wanted to calibrate one of {BOARDS_TRIED} boards, but none could be; try another seed")


def _compare(reader: Reader, pictures: list[NDArray[np.uint8]]) -> tuple[list[float], list[float], list[float]]:
    """Time readings, copies and the yardstick in turn, so that whatever else the machine does slows all alike."""
    yardstick = build()
    blob = np.random.default_rng(0).random((1, 3, SIDE_PX, SIDE_PX), np.float32)
    reader.observe(pictures[0])
    yardstick.run(blob)
    reads, copies, stick = [], [], []
    for picture in pictures:
        reads.append(_time(reader.observe, picture))
        copies.append(_time(lambda frame=picture: reader.profile.geometry.rectify(frame.copy())))
        stick.append(_time(yardstick.run, blob))
    return reads, copies, stick


_Table = tuple[SceneStyle, Camera, Light]


def _picture(rng: np.random.Generator, table: _Table, scene: Scene) -> NDArray[np.uint8]:
    return render(*table, scene, rng).frame


def _scene(rng: np.random.Generator, style: SceneStyle) -> Scene:
    white, black = random_counts(rng)
    scene = Scene(white, black, cube=cube_spot(rng, style, CENTRED, None), jitter_seed=int(rng.integers(1_000_000)))
    dice = throw_dice(rng, style, scene, Side.WHITE, tuple(int(value) for value in rng.integers(1, 7, 2)))
    return replace(scene, dice=dice)


def _time(act: Callable[..., object], *arguments: object) -> float:
    begun = perf_counter()
    act(*arguments)
    return 1000 * (perf_counter() - begun)


def report_lines(speed: VisionSpeed) -> list[str]:
    """Say in lines for a person what was measured.

    >>> report_lines(VisionSpeed(20, 1280, 720, 0.5, 50.0, 60.0, 400.0, 1.0, 200.0, 210.0))[0]
    'seeing: 20 rendered pictures of 1280x720, one thread'
    """
    ratio = speed.yardstick_ms / speed.read_ms
    return [
        f"seeing: {speed.pictures} rendered pictures of {speed.width_px}x{speed.height_px}, one thread",
        f"  a frame like the one before  {speed.still_ms:8.1f} ms",
        f"  a full reading               {speed.read_ms:8.1f} ms, the slowest {speed.slowest_read_ms:.1f} ms",
        f"  copying and rectifying alone {speed.copy_ms:8.1f} ms, {speed.copy_ms / speed.read_ms:.0%} of a reading",
        f"  a YOLO-nano-sized network    {speed.yardstick_ms:8.1f} ms, {ratio:.1f} times a reading",
        f"  a calibration                {speed.calibrate_ms:8.1f} ms",
        f"  memory of a process that reads {speed.peak_mb:6.0f} MB",
    ]
