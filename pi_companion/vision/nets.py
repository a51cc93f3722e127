"""The networks at run time: ONNX files run by OpenCV's `dnn`, one class a network, numbers in and numbers out."""

from pathlib import Path

import cv2
import numpy as np

from pi_companion.errors import CompanionError
from pi_companion.vision.arrays import Floats, Picture

POINT_CLASSES = 31
"""Signed counts -15..15 of a point; index 15 + count, White positive."""

BAR_COUNTS = 8
"""0 to 7 checkers of one side on the bar."""

TRAY_CLASSES = 17
"""0 to 15 borne-off checkers of one side; and that no tray of its own is to be seen."""

DICE_CHANNELS = 8
"""Of the dice network, for each cell: a die's top centred here, its six faces, that it leans or lies on a checker."""

CUBE_VALUES = (2, 4, 8, 16, 32, 64)
CUBE_CLASSES = 8
"""The faces of `CUBE_VALUES`, a face without a number or a 1, no cube."""

HEATS = 4
"""Heat maps of the board network: dice, cube, tops of checkers, hand."""

HEAT_STRIDE = 4
DICE_PATCH_PX = 64
DICE_ZOOM = 3.0
"""Pixels of a piece shown to the dice network for each canonical pixel."""

DICE_STRIDE = 4
"""Pixels of such a piece for each cell of what the network says."""

FACE_PATCH_PX = 48
"""Side of the piece, at `DICE_ZOOM`, that shows the face network one die, the middle of its top in the middle."""

FACE_OUTPUTS = 9
"""Of the face network: six faces, that the die leans, that it lies on a checker, that it is a die at all."""

CUBE_PATCH_PX = 64
CUBE_ZOOM = 2.0
"""Pixels of a piece shown to the cube network for each canonical pixel."""

HALF_PX = (560, 176)
"""Width and height of a half of the canonical view, the far or the near points, as the grid network sees it."""

GRID_STRIDE = 4
FINDER_PX = (320, 180)
ALIGN_PX = (224, 160)
CORNER_ZOOM = 2
"""How much finer than the alignment picture the pieces are that show one corner each."""

CORNER_PX = 64
"""Side of such a piece."""

CORNER_SCALE = 10.0
"""Its pixels for each unit of what the corner network says."""

ALIGN_MARGIN = 0.18
"""The roughly rectified board leaves this share of its own size free on each side."""

WEIGHTS = Path(__file__).parent / "weights"

_QUICK = {"engine": cv2.dnn.ENGINE_CLASSIC} if hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
"""OpenCV 5 has a new engine that takes a fifth longer for networks as small as these; earlier ones have only this."""

_MEASURING = frozenset({"align", "corner", "grid", "finder", "board"})
"""Networks that say where something is: the shortcuts of the quick engine cost them a tenth of their exactness."""


class Network:
    """One network, loaded once.

    Args:
        name: file name in `weights` without its ending.
    """

    def __init__(self, name: str) -> None:
        path = WEIGHTS / f"{name}.onnx"
        try:
            self._net = cv2.dnn.readNetFromONNX(str(path), **({} if name in _MEASURING else _QUICK))
        except cv2.error as error:
            msg = (
                f"network {name}: wanted readable weights at {path.name} in the package, OpenCV could not load "
                "them: install again"
            )
            raise CompanionError(msg) from error
        if name in _MEASURING and hasattr(self._net, "enableWinograd"):  # from OpenCV 4.7 on
            self._net.enableWinograd(False)  # noqa: FBT003 - OpenCV's own signature

    def __call__(self, pictures: Picture) -> Floats:
        """Pictures (N, H, W, C), 0..255, to what the network's head gives, (N, ...)."""
        number, height, width, channels = pictures.shape
        blob = np.empty((number, channels, height, width), np.float32)
        for picture, planes in zip(pictures, blob, strict=True):
            for plane, wanted in zip(cv2.split(picture), planes, strict=True):
                np.multiply(plane, np.float32(1 / 255), out=wanted)
        self._net.setInput(blob)
        return np.asarray(self._net.forward(), dtype=np.float32)


def log_softmax(logits: Floats) -> Floats:
    """Along the last axis."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)), np.float32)


def sigmoid(logits: Floats) -> Floats:
    """Of each of them."""
    return np.asarray(1 / (1 + np.exp(-logits)), np.float32)
