"""Where frames come from: a folder of pictures, a video file, or single pictures, one after the other in time."""

import contextlib
import csv
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from pi_companion.devices.pictures import Image, load_image, save_image
from pi_companion.errors import PictureError

LISTING = "frames.csv"
"""A folder may say in this file when each picture was taken: columns `t_s,image`; a picture may stand there often."""

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})

_COLOUR_AXES = 3

_COUNTED = frozenset({".avi", ".mp4", ".mov", ".m4v"})
"""Videos that state how many frames they hold; of others OpenCV guesses it."""

_WHOLE_SHARE = 0.95
"""A video with a smaller share of its frames was cut; a few are often missing at the end of a whole one."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table as a camera delivers it."""

    image: Image
    """Shape (height, width, 3), uint8, channels in the order B, G, R; must not be changed."""

    t_s: float
    """Monotonic seconds since any fixed moment."""

    name: str
    """What the source calls it: a file name, or a number in a video."""

    def __post_init__(self) -> None:
        """Refuse an array that is no colour picture."""
        if self.image.ndim != _COLOUR_AXES or self.image.shape[2] != _COLOUR_AXES or self.image.dtype != np.uint8:
            raise PictureError(
                f"frame {self.name}: wanted (height, width, 3) of uint8 in B, G, R, "
                f"but {self.image.shape} of {self.image.dtype} came; convert the picture first"
            )


class FrameSource(Protocol):
    """Anything that delivers frames in the order of time."""

    @property
    def name(self) -> str:
        """What a person calls the source."""
        ...

    def __iter__(self) -> Iterator[Frame]:
        """Deliver the frames.

        Raises:
            PictureError: A picture cannot be read.
        """
        ...


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture file and when it was taken."""

    t_s: float
    path: Path


@dataclass(frozen=True, slots=True)
class PictureSource:
    """Picture files in a fixed order; a file that comes again right away is read once."""

    name: str
    shots: tuple[Shot, ...]

    def __iter__(self) -> Iterator[Frame]:
        """Deliver the pictures; see `FrameSource`."""
        last: tuple[Path, Image] | None = None
        for shot in self.shots:
            if last is None or last[0] != shot.path:
                last = (shot.path, load_image(shot.path))
            yield Frame(last[1], shot.t_s, shot.path.name)

    def __len__(self) -> int:
        """How many frames there are."""
        return len(self.shots)


@dataclass(frozen=True, slots=True)
class VideoSource:
    """A video file, of which not every frame is needed: a board changes slowly."""

    path: Path
    interval_s: float = 0.25
    """The least time between two frames that are delivered."""

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name

    def __iter__(self) -> Iterator[Frame]:
        """Deliver the frames; see `FrameSource`."""
        capture = _open_video(self.path)
        try:
            yield from self._deliver(capture)
        finally:
            capture.release()

    def _deliver(self, capture: cv2.VideoCapture) -> Iterator[Frame]:
        rate_hz = capture.get(cv2.CAP_PROP_FPS) or 25.0
        due_s, number = 0.0, 0
        while capture.grab():
            # Counted, not asked for: some containers give no times, and some give them out of order.
            t_s = number / rate_hz
            if t_s >= due_s:
                done, image = capture.retrieve()
                if done:
                    yield Frame(np.asarray(image, dtype=np.uint8), t_s, f"{self.path.stem}:{number}")
                    due_s = t_s + self.interval_s
            number += 1
        if number == 0:
            raise PictureError(
                f"wanted a video, but {self.path} has no frame that can be read; record or copy it again"
            )
        promised = capture.get(cv2.CAP_PROP_FRAME_COUNT) if self.path.suffix.lower() in _COUNTED else 0
        if number < promised * _WHOLE_SHARE:
            raise PictureError(
                f"wanted the whole video {self.path}, but it ends after {number} of {promised:.0f} frames; "
                "copy it again"
            )


class FrameWriter:
    """Keeps frames as a folder that `open_source` can read."""

    def __init__(self, folder: Path) -> None:
        """Make the folder.

        Raises:
            PictureError: The folder cannot be made or already holds a recording.
        """
        self._folder = folder
        self._count = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            taken = any(path.name == LISTING or _is_picture(path) for path in folder.iterdir())
            if not taken:
                (folder / LISTING).write_text("t_s,image\n", encoding="utf-8")
        except OSError as error:
            with contextlib.suppress(OSError):  # else an empty list would look like a recording the next time
                (folder / LISTING).unlink(missing_ok=True)
            raise PictureError(f"wanted to keep frames in {folder}: {error.strerror}; choose another folder") from error
        if taken:
            raise PictureError(f"{folder} already holds pictures; choose a new folder, so that none is overwritten")

    def write(self, image: Image, t_s: float) -> None:
        """Add one frame.

        Raises:
            PictureError: The disk refuses.
        """
        name = f"f{self._count:05d}.jpg"
        save_image(self._folder / name, image)
        try:
            with (self._folder / LISTING).open("a", encoding="utf-8") as listing:
                listing.write(f"{t_s:.3f},{name}\n")
        except OSError as error:
            raise PictureError(
                f"wanted to note {name} in {self._folder / LISTING}: {error.strerror}; "
                "make room or choose another folder"
            ) from error
        self._count += 1


def open_source(path: Path, interval_s: float = 0.5) -> FrameSource:
    """Open a folder of frames, a video file, or one picture.

    Args:
        path: A folder with `frames.csv`, a folder of pictures (in name order, numbers as numbers), or a file.
        interval_s: The time between two pictures of a folder that does not say when they were taken.

    Raises:
        PictureError: There is nothing at the path, or nothing that can be read as frames.
    """
    if path.is_dir():
        listing = path / LISTING
        shots = _listed(listing) if listing.exists() else _by_name(path, interval_s)
        return PictureSource(path.name, shots)
    if not path.exists():
        raise PictureError(f"wanted a folder of frames or a video, but there is nothing at {path}; check the path")
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return single_pictures([path], interval_s)
    _open_video(path).release()
    return VideoSource(path)


def single_pictures(paths: Sequence[Path], interval_s: float = 0.5) -> PictureSource:
    """Take picture files as they come, `interval_s` apart."""
    return PictureSource("pictures", tuple(Shot(number * interval_s, path) for number, path in enumerate(paths)))


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURE_SUFFIXES and path.name[0] != "."


def _by_name(folder: Path, interval_s: float) -> tuple[Shot, ...]:
    try:
        paths = [path for path in folder.iterdir() if _is_picture(path)]
    except OSError as error:
        raise PictureError(f"wanted the frames in {folder}: {error.strerror}; check the permissions") from error
    if not paths:
        raise PictureError(f"wanted frames, but {folder} holds no picture (.jpg, .png); give the folder of the frames")
    paths.sort(key=lambda path: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", path.name)])
    return single_pictures(paths, interval_s).shots


def _listed(listing: Path) -> tuple[Shot, ...]:
    try:
        with listing.open(encoding="utf-8", newline="") as handle:
            rows = list(csv.DictReader(handle))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise PictureError(
            f"wanted the list of frames {listing}, but it cannot be read ({error}); copy it again"
        ) from error
    shots: list[Shot] = []
    for number, row in enumerate(rows, start=2):
        try:
            shot = _shot(listing.parent, row)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            came = ", ".join(f"{name}={text!r}" for name, text in row.items())
            raise PictureError(
                f"{listing} line {number}: wanted t_s,image (seconds and a file name), but {came} came; "
                "correct the line, or remove the list to take the pictures in name order"
            ) from error
        if shots and not shot.t_s >= shots[-1].t_s:
            raise PictureError(
                f"{listing} line {number}: time runs back from {shots[-1].t_s} to {shot.t_s}; sort the lines"
            )
        shots.append(shot)
    missing = next((shot.path for shot in shots if not shot.path.is_file()), None)
    if missing is not None:
        raise PictureError(f"wanted the picture {missing}, which {listing} names, but there is none; copy it again")
    if not shots:
        raise PictureError(f"wanted frames, but {listing} names none; remove it to take the pictures in name order")
    return tuple(shots)


def _shot(folder: Path, row: dict[str, str]) -> Shot:
    """Read one line of the list; any `ValueError` means that it is wrong."""
    t_s, name = float(row["t_s"]), row["image"].strip()
    if not (math.isfinite(t_s) and name):
        raise ValueError(row)
    return Shot(t_s, folder / name)


def _open_video(path: Path) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(str(path))
    if not capture.isOpened():
        capture.release()
        raise PictureError(
            f"wanted a video file, but {path} is none that OpenCV can read; give a video or a folder of frames"
        )
    return capture
