"""A camera that libcamera itself makes up from pictures in a folder, in place of a Pi's own."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from tests.hil.guest import bench
from tests.hil.guest.bench import GAME
from tests.hil.guest.game import Moment

FOLDER = Path("/run/sim/virtual-camera")
CONFIGURATION = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
ADAPTER = Path("/usr/local/lib/hil-virtual-camera")
PICTURE_S = 2.0
"""libcamera gives each picture of the folder four times, and the adapter asks for two a second."""

BEFORE_S, AFTER_S = 40.0, 20.0
"""How long the start position and the last picture are shown; then it begins again."""

NOISE = 2.0
SHOWN_S = BEFORE_S + AFTER_S
_CAMERA = """%YAML 1.1
---
"Virtual0":
  supported_formats:
  - width: 1280
    height: 720
    frame_rates: [2, 2]
  frames:
    path: "{folder}/"
  location: "CameraLocationExternal"
  model: "imx708"
...
"""


def prepare(moments: Sequence[Moment]) -> None:
    """Lay the pictures out in the order in which the camera gives them, and let the service's Python use it."""
    FOLDER.mkdir(parents=True)
    number, chance = 0, np.random.default_rng(1)
    for index, moment in enumerate(moments):
        seconds = BEFORE_S if index == 0 else moment.seconds + (AFTER_S if moment is moments[-1] else 0.0)
        picture = np.asarray(cv2.imread(str(GAME / moment.image)), np.uint8)
        for _ in range(max(1, round(seconds / PICTURE_S))):
            # No sensor gives the same picture twice, and one that does is taken for frozen.
            noisy = cv2.add(picture, chance.normal(0, NOISE, picture.shape), dtype=cv2.CV_8U)
            cv2.imwrite(str(FOLDER / f"{number:04d}.jpg"), noisy, [cv2.IMWRITE_JPEG_QUALITY, 95])
            number += 1
    CONFIGURATION.parent.mkdir(parents=True, exist_ok=True)
    CONFIGURATION.write_text(_CAMERA.format(folder=FOLDER))
    shutil.copytree(Path(__file__).with_name("virtual_camera"), ADAPTER)
    bench.run("chmod", "-R", "a+rX", str(ADAPTER), str(FOLDER))
    # The kernel's own test cameras would come first.
    for media in Path("/dev").glob("media*"):
        media.unlink()
    # As a Pi calls the memory that its camera writes to.
    Path("/dev/dma_heap/linux,cma").symlink_to("system")
    for device in ("/dev/dma_heap/system", "/dev/udmabuf"):
        if Path(device).exists():
            bench.run("chgrp", "video", device)
            bench.run("chmod", "660", device)
    words = {
        "PYTHONPATH": str(ADAPTER),
        "HIL_VIRTUAL_CAMERA": "1",
        # This libcamera leaves what it says of a frame unset, and picamera2 drops a frame of which it says anything but
        # 0: so memory is filled with zeros, also that which each thread keeps for itself.
        "GLIBC_TUNABLES": "glibc.malloc.perturb=255:glibc.malloc.tcache_count=0",
    }
    os.environ.update(words)
    # All the pictures lie in the service's memory, twice.
    bench.drop_in("virtual", "MemoryMax=1500M", *(f"Environment={name}={value}" for name, value in words.items()))
