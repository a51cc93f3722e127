"""The edge of the house: where frames come from, and what else touches files and hardware."""

from pi_companion.devices.frames import Frame, FrameSource, FrameWriter, open_source, single_pictures
from pi_companion.devices.pictures import Image, load_image, save_image

__all__ = [
    "Frame",
    "FrameSource",
    "FrameWriter",
    "Image",
    "load_image",
    "open_source",
    "save_image",
    "single_pictures",
]
