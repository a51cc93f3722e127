"""Lets picamera2 drive libcamera's virtual cameras; on the path of the service's Python, which reads it at its start.

What a Pi's camera does and a virtual one does not is made up for here, so that the product runs as it is: pictures
come as NV12 whatever is asked for, in two planes, as fast as they are fetched, and there is no raw stream.
"""

import contextlib
import os
import queue
import sys
import threading
import time
import types
from typing import Any
from unittest.mock import MagicMock

PER_SECOND = 2.0
"""As the recordings are: one line of frames.csv after the other."""

_LUMA_SHARE = 2, 3
"""Of a picture's bytes in NV12 two thirds are brightness, the rest is colour."""

_requests: "queue.SimpleQueue[tuple[Any, Any]]" = queue.SimpleQueue()


def _frame_buffer(libcamera: Any, planes: list[Any]) -> Any:
    whole = planes[0]
    length, (share, of) = whole.length, _LUMA_SHARE
    colour = libcamera.FrameBuffer.Plane()
    colour.fd, colour.offset, colour.length = whole.fd, length * share // of, length // of
    whole.length = length * share // of
    return libcamera.FrameBuffer([whole, colour])


def _let_pass(queue_request: Any) -> None:
    """Give the camera a request now and then: it answers each at once."""
    while True:
        camera, request = _requests.get()
        with contextlib.suppress(RuntimeError, OSError):  # of a camera that was stopped meanwhile
            queue_request(camera, request)
        time.sleep(1 / PER_SECOND)


def _forget() -> None:
    """Drop the requests of a camera that stops: their buffers are gone when it starts again."""
    with contextlib.suppress(queue.Empty):
        while True:
            _requests.get_nowait()


def _adapt() -> None:
    sys.modules.setdefault("pykms", MagicMock())  # draws on a screen that nobody has
    import cv2
    import libcamera
    from picamera2 import Picamera2
    from picamera2.allocators import dmaallocator
    from picamera2.request import CompletedRequest

    wanted = {"RGB888": cv2.COLOR_YUV2BGR_NV12, "BGR888": cv2.COLOR_YUV2RGB_NV12}
    make_frame_buffer: Any = lambda planes: _frame_buffer(libcamera, planes)  # noqa: E731 - it must carry an attribute
    make_frame_buffer.Plane = libcamera.FrameBuffer.Plane
    dmaallocator.libcamera = types.SimpleNamespace(FrameBuffer=make_frame_buffer)

    roles = libcamera.StreamRole
    queue_request, generate = libcamera.Camera.queue_request, libcamera.Camera.generate_configuration
    stop = libcamera.Camera.stop
    configure, make_array = Picamera2.configure_, CompletedRequest.make_array
    libcamera.Camera.generate_configuration = lambda camera, wanted_roles: generate(
        camera, [roles.Viewfinder if role == roles.Raw else role for role in wanted_roles]
    )

    def forget_and_stop(camera: Any) -> Any:
        _forget()
        return stop(camera)

    libcamera.Camera.queue_request = lambda camera, request: _requests.put((camera, request))
    libcamera.Camera.stop = forget_and_stop
    threading.Thread(target=_let_pass, args=(queue_request,), daemon=True).start()

    def configure_noting_the_format(self: Any, config: Any) -> Any:
        self.wanted_format = config["main"]["format"]
        return configure(self, config)

    def make_array_in_it(self: Any, name: str) -> Any:
        return cv2.cvtColor(make_array(self, name), wanted[self.picam2.wanted_format])

    Picamera2.configure_ = configure_noting_the_format
    CompletedRequest.make_array = make_array_in_it


if os.environ.get("HIL_VIRTUAL_CAMERA"):
    _adapt()
