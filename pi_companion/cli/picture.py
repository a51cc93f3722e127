"""`picture`: one picture by the camera that the service will use, in the size that it will use."""

import time
from contextlib import closing
from pathlib import Path

from pi_companion.cli.output import Output, Status
from pi_companion.config import CameraSettings
from pi_companion.devices import save_image
from pi_companion.devices.cameras import USUAL_PX, CameraWish, open_camera
from pi_companion.devices.lock import LOCK_NAME, only_one


def take(camera: CameraSettings, journal: Path, target: Path, output: Output) -> Status:
    """Take a picture with exposure and focus held as in play.

    Args:
        camera: Which camera.
        journal: Beside it lies the lock of a service that may hold the camera.
        target: Where the picture goes.
        output: Where it is told.

    Raises:
        DeviceError: There is no camera, or a service holds it.
        PictureError: The picture cannot be written.
    """
    with (
        only_one(journal.absolute().with_name(LOCK_NAME)),
        closing(open_camera(CameraWish(camera.source, USUAL_PX, mains_hz=camera.mains_hz))) as opened,
    ):
        opened.settle()
        frame = opened.read(time.monotonic())
        remarks = opened.remarks
    save_image(target, frame.image)
    height, width = frame.image.shape[:2]
    output.json({"picture": str(target), "width": width, "height": height, "remarks": list(remarks)})
    output.text(f"Wrote {target}, {width}×{height}.")
    for remark in remarks:
        output.text(f"  {remark}")
    return Status.DONE
