"""Picture files: read whole or refused with the reason, written whole or not at all."""

import contextlib
import os
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_companion.errors import PictureError

Image = NDArray[np.uint8]
"""Shape (height, width, 3), channels in the order B, G, R."""

_JPEG_START, _JPEG_SCAN, _JPEG_END = b"\xff\xd8\xff", b"\xff\xda", b"\xff\xd9"
_PNG_START, _PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND"
_SMALLEST_SIDE_PX = 64
_MOST_BYTES = 128 << 20
"""No camera's picture is larger; a file without an end, such as a device, is not read to the last of the memory."""

_DAMAGE = ("premature end", "libpng error")
"""What libjpeg and libpng say of a picture that they could not decode to its end."""

_STDERR = 2


def load_image(path: Path) -> Image:
    """Read a picture file, turned upright as its camera noted.

    Returns:
        The picture, shape (height, width, 3), channels in the order B, G, R.

    Raises:
        PictureError: The file is missing, is no picture, is cut short, or is too small to show a board.
    """
    data = _read(path)
    if _is_cut(data):
        raise PictureError(f"wanted a whole picture, but {path} is cut short; copy it again")
    image, said = _decode(data)
    if any(words in said for words in _DAMAGE):
        raise PictureError(f"wanted a whole picture, but {path} is damaged; copy it again")
    if image is None:
        raise PictureError(f"wanted a picture (JPEG or PNG), but {path} is {_describe(data)}; give a picture file")
    height, width = image.shape[:2]
    if min(height, width) < _SMALLEST_SIDE_PX:
        raise PictureError(
            f"wanted at least {_SMALLEST_SIDE_PX} pixels a side, but {path} has {width}×{height}; "
            "give the camera's own picture, not a thumbnail"
        )
    return image.astype(np.uint8, copy=False)


def save_image(path: Path, image: Image) -> None:
    """Write a picture in the form that the path's suffix names; a reader never sees half of it.

    Raises:
        PictureError: The disk or the suffix refuses.
    """
    try:
        done, data = cv2.imencode(path.suffix, image)
    except cv2.error:
        done, data = False, None
    if not done or data is None:
        raise PictureError(f"wanted a picture name that ends in .jpg or .png, but {path.name} came; rename it")
    whole = path.with_name(f".{path.name}.part")
    try:
        whole.write_bytes(data.tobytes())
        whole.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):  # a read-only folder has nothing to remove
            whole.unlink(missing_ok=True)
        raise PictureError(
            f"wanted to write the picture {path}: {error.strerror}; make room or choose another folder"
        ) from error


def _decode(data: bytes) -> tuple[NDArray[np.generic] | None, str]:
    """Decode; gives also what the libraries for JPEG and PNG under OpenCV said on the process's standard error.

    They fill what is missing of a damaged picture with grey and tell nobody else.
    """
    try:
        stderr = os.dup(_STDERR)
    except OSError:  # the caller has closed it
        return _decode_aloud(data), ""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)  # what the pipe has no room for is dropped, not waited for
    os.dup2(writer, _STDERR)
    os.close(writer)
    try:
        image = _decode_aloud(data)
    finally:
        os.dup2(stderr, _STDERR)
        os.close(stderr)
        with open(reader, "rb") as pipe:  # noqa: PTH123 - a pipe has no path
            said = pipe.read().decode("utf-8", "replace")
    return image, said


def _decode_aloud(data: bytes) -> NDArray[np.generic] | None:
    try:
        return cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # OpenCV refuses what is larger than its limit
        return None


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size  # 0 for a device or a pipe, which only reading can measure
            data = b"" if size > _MOST_BYTES else file.read(_MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise PictureError(f"wanted a picture, but there is no file {path}; check the name") from error
    except IsADirectoryError as error:
        raise PictureError(f"wanted a picture, but {path} is a folder; name the pictures in it") from error
    except OSError as error:
        raise PictureError(
            f"wanted the picture {path}, but it cannot be read: {error.strerror}; check the file"
        ) from error
    if max(size, len(data)) > _MOST_BYTES:
        raise PictureError(
            f"wanted a picture of at most {_MOST_BYTES >> 20} MB, but {path} is larger; give the camera's own picture"
        )
    if not data:
        raise PictureError(f"wanted a picture, but {path} is empty; copy it again")
    return data


def _is_cut(data: bytes) -> bool:
    """Whether the end is missing; OpenCV would fill the lower part with grey without a word."""
    if data.startswith(_JPEG_START):
        return data.rfind(_JPEG_END) < data.rfind(_JPEG_SCAN) or _JPEG_SCAN not in data
    return data.startswith(_PNG_START) and _PNG_END not in data[-64:]


def _describe(data: bytes) -> str:
    head = data[:512]
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(head) - 4:
            return "of another kind or damaged"
    return "of another kind or damaged" if b"\0" in head else "text"
