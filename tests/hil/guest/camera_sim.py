"""Feeds /dev/video0 (v4l2loopback) with the picture that /run/sim/scene names, 1280×720, with a sensor's noise."""

import fcntl
import os
import struct
import time
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT, PER_SECOND = 1280, 720, 6
SCENE, LIVE, FROZEN = Path("/run/sim/scene"), Path("/run/sim/scene-live"), Path("/run/sim/frozen")
VIDIOC_S_FMT, VIDIOC_STREAMON = 0xC0D05605, 0x40045612
OUTPUT = 2


def yuyv(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Turn B, G, R into the two bytes a pixel that a camera on USB gives, in the range that these have."""
    sized = cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    planes = np.asarray(cv2.cvtColor(sized, cv2.COLOR_BGR2YUV_I420), np.uint8)
    blue, red = planes[HEIGHT:].reshape(2, HEIGHT // 2, WIDTH // 2)
    packed = np.empty((HEIGHT, WIDTH, 2), np.uint8)
    packed[..., 0] = planes[:HEIGHT]
    packed[:, 0::2, 1] = blue.repeat(2, axis=0)
    packed[:, 1::2, 1] = red.repeat(2, axis=0)
    return packed


def plug_in() -> int:
    """Take the device's writing end.

    v4l2loopback sees who writes only by STREAMON. Without it the device stays taken after the writer has gone, and
    whoever asks meanwhile what it can do makes it nothing at all: no new writer may set a size.
    """
    device = os.open("/dev/video0", os.O_RDWR)
    size = WIDTH * HEIGHT * 2
    form = struct.pack("<8I", WIDTH, HEIGHT, int.from_bytes(b"YUYV", "little"), 1, WIDTH * 2, size, 8, 0)
    fcntl.ioctl(device, VIDIOC_S_FMT, bytearray(struct.pack("<II", OUTPUT, 0) + form.ljust(200, b"\0")))
    fcntl.ioctl(device, VIDIOC_STREAMON, struct.pack("<I", OUTPUT))
    return device


def main() -> None:
    """Feed for ever."""
    device = plug_in()
    chance, name, frame = np.random.default_rng(1), "", yuyv(np.full((HEIGHT, WIDTH, 3), 127, np.uint8))
    while True:
        wanted = SCENE.read_text().strip() if SCENE.exists() else ""
        new = wanted not in ("", name)
        if new:
            frame, name = yuyv(np.asarray(cv2.imread(wanted), np.uint8)), wanted
        if not FROZEN.exists():
            frame[::16, ::16, 0] ^= chance.integers(0, 2, frame[::16, ::16, 0].shape, dtype=np.uint8)
        os.write(device, frame.tobytes())
        if new:
            LIVE.write_text(name)
        time.sleep(1 / PER_SECOND)


if __name__ == "__main__":
    main()
