"""Pictures of each turn, before and after, in a ring beside the journal: the oldest go first, the journal stays.

A picture is known by its match and the number of the event that ended the turn. What a disk refuses is given up
without a word to the match: pictures go first, the log of moves last.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

FOLDER_NAME = "evidence"
"""The folder lies beside the journal."""

QUALITY = 85
_MEGABYTE = 1_000_000
_NAME = re.compile(r"(\d{6})-(\d{6})-(before|after)\.jpg")


class When(Enum):
    """Which side of a turn a picture shows."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the ring."""

    path: Path
    match: int
    seq: int
    """The event that ended the turn."""

    when: When


class EvidenceRing:
    """A folder of pictures that never grows beyond its bound.

    Args:
        folder: Where they lie; made when the first one is kept.
        most_mb: Megabytes that all together may take; 0 keeps none.
    """

    def __init__(self, folder: Path, most_mb: int) -> None:
        self._folder = folder
        self._most_bytes = most_mb * _MEGABYTE
        self._last: tuple[int, bytes] | None = None

    def keep(self, match: int, seq: int, image: NDArray[np.uint8]) -> None:
        """Keep the picture after a turn, and the one after the turn before it as the one before.

        Args:
            match: The match's number.
            seq: The number of the event that ended the turn.
            image: Blue, green, red, (height, width, 3).
        """
        if not self._most_bytes:
            return
        done, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not done:
            return
        after = encoded.tobytes()
        if self._last is not None and self._last[0] == match:
            self._write(match, seq, When.BEFORE, self._last[1])
        self._write(match, seq, When.AFTER, after)
        self._last = match, after
        self._make_room()

    def forget_last(self) -> None:
        """Keep nothing of what was seen so far for later turns, as when a player objects."""
        self._last = None

    def pictures(self) -> tuple[Picture, ...]:
        """List what there is, the oldest first."""
        return tuple(
            sorted(self._found(), key=lambda picture: (picture.match, picture.seq, picture.when is When.AFTER))
        )

    def _found(self) -> Iterator[Picture]:
        with suppress(OSError):
            for path in self._folder.iterdir():
                name = _NAME.fullmatch(path.name)
                if name is not None:
                    yield Picture(path, int(name[1]), int(name[2]), When(name[3]))

    def _write(self, match: int, seq: int, when: When, data: bytes) -> None:
        path = self._folder / f"{match:06d}-{seq:06d}-{when.value}.jpg"
        part = path.with_suffix(".part")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(data)
            part.replace(path)
        except OSError:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    def _make_room(self) -> None:
        sizes = []
        for picture in self.pictures():
            with suppress(OSError):
                sizes.append((picture.path, picture.path.stat().st_size))
        total = sum(size for _, size in sizes)
        for path, size in sizes:
            if total <= self._most_bytes:
                return
            with suppress(OSError):
                path.unlink(missing_ok=True)
                total -= size
