"""The camera that the settings name, kept alive."""

import time
from typing import TYPE_CHECKING

from pi_companion.config import CameraSettings, Settings
from pi_companion.devices.boards import load_pi_board
from pi_companion.devices.cameras import USUAL_PX, CameraWish, is_film, open_camera
from pi_companion.devices.feed import CameraFeed, FeedSettings
from pi_companion.devices.picamera import BUFFERS

if TYPE_CHECKING:
    import queue

    from pi_companion.service.loop import Happening


def buffers_of(settings: Settings) -> int:
    """Say how many pictures the camera holds on this Pi.

    Raises:
        SettingsError: The profile of the Pi's model is broken.
    """
    model = settings.hardware.board
    return BUFFERS if model is None else load_pi_board(model).buffers


def feed_of(
    camera: CameraSettings,
    picture_px: tuple[int, int] | None,
    buffers: int,
    run_name: str,
    happenings: "queue.SimpleQueue[Happening]",
) -> CameraFeed:
    """Make the feed, not started yet.

    Args:
        camera: Which camera, and how often it is read.
        picture_px: The size that pictures must have, since a board is where it is only in those; None takes what comes.
        buffers: How many pictures the camera holds.
        run_name: Begins the name of every picture.
        happenings: Where pictures go.
    """
    wish = CameraWish(camera.source, picture_px or USUAL_PX, buffers, camera.mains_hz)
    feed = FeedSettings(
        picture_px,
        0.0 if is_film(camera.source) else float(camera.frozen_after_s),
        1 / camera.per_second_still,
        1 / camera.per_second_moving,
    )
    return CameraFeed(lambda: open_camera(wish, run_name), happenings.put, feed, time.monotonic)
