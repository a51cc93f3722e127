"""What a person could do so that the board is read more surely: found in the picture that a board was learnt from."""

from enum import Enum

import cv2
import numpy as np

from pi_companion.vision.arrays import Picture
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.readability import BURNT, field

SURE_QUALITY = 0.9
DIM, BRIGHT_SHARE = 45.0, 0.06
SMALL_PITCH_PX = 15.0

UNEVEN = 0.65
"""A half of the field that is darker than this share of the other half wants a lamp."""

SOFT = 0.04
"""A field with less sharpness than this is out of focus: sharp pictures have 0.07 and more."""

LOW = 0.5
"""The far side of the field shows shorter than this share of the near one where the camera looks from too low."""

EDGE = 0.01
"""A corner this near to the picture's edge, as a share of its width, will soon be outside."""


class Advice(Enum):
    """One thing to do; the value says it in a sentence."""

    UNSURE = (
        "The start position is not read back surely: check that it is set up right, and give the board more even light."
    )
    DARK = "The picture is dark: more light on the board."
    LIGHT_FROM_LEFT = "The left of the board is much darker than the right: more light from the left of the picture."
    LIGHT_FROM_RIGHT = "The right of the board is much darker than the left: more light from the right of the picture."
    LIGHT_FROM_ABOVE = "The top of the picture is much darker than the bottom: more light from there."
    LIGHT_FROM_BELOW = "The bottom of the picture is much darker than the top: more light from there."
    GLARE = "Part of the board is burnt out by glare: move the lamp to the side or lower the exposure."
    BLURRED = "The picture is not sharp: focus the camera on the board, and let it stand still."
    NEARER = "The far points are only a few pixels wide: move the camera nearer or take larger pictures."
    FARTHER = "The board reaches the edge of the picture: move the camera back, or turn it to the board's middle."
    HIGHER = "The camera looks across the board from too low: raise it, so that it looks down on the board."
    OTHER_SIZE = "The picture of the empty board has another size: take both with the same camera."
    SHAKEN = "The camera or the board moved between the two pictures: take both again."


def advise(picture: Picture, profile: BoardProfile) -> tuple[Advice, ...]:
    """Look for what could be better.

    Args:
        picture: (H, W, 3; B, G, R) of the start position, from which the profile was made.
        profile: The board.
    """
    view = profile.geometry.rectify(picture)
    found = {
        Advice.UNSURE: profile.quality < SURE_QUALITY,
        Advice.DARK: view.mean() < DIM,
        Advice.GLARE: (view.min(axis=2) >= BURNT).mean() > BRIGHT_SHARE,
        Advice.BLURRED: profile.sharpness < SOFT,
        **_framing(profile),
    }
    return (*(advice for advice, wanted in found.items() if wanted), *_lamp(picture, profile))


def _framing(profile: BoardProfile) -> dict[Advice, bool]:
    corners = profile.geometry.corners_px
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    pitch = min(sides[0], sides[2]) * (1 - profile.geometry.bar) / 12
    across = max(min(sides[0], sides[2]) / max(sides[0], sides[2]), 1e-6)
    along = max(min(sides[1], sides[3]) / max(sides[1], sides[3]), 1e-6)
    width, height = profile.picture_px
    margin = min(corners.min(), width - 1 - corners[:, 0].max(), height - 1 - corners[:, 1].max())
    return {
        Advice.NEARER: pitch < SMALL_PITCH_PX,
        Advice.FARTHER: margin < EDGE * width,
        Advice.HIGHER: min(across, along) < LOW,
    }


def _lamp(picture: Picture, profile: BoardProfile) -> tuple[Advice, ...]:
    """Say from which side of the picture light is missing; the start position is as dark on either side of the bar."""
    view = field(profile.geometry.rectify(picture), profile.geometry.bar)
    grey = cv2.cvtColor(view, cv2.COLOR_BGR2GRAY)
    middle = grey.shape[1] // 2
    # As White sits: the far half is the upper one of the view, whatever side the camera is on.
    halves = {
        (0, -1): grey[: grey.shape[0] // 2].mean(),
        (0, 1): grey[grey.shape[0] // 2 :].mean(),
        (-1, 0): grey[:, :middle].mean(),
        (1, 0): grey[:, middle:].mean(),
    }
    darkest = min(halves, key=lambda half: halves[half])
    if halves[darkest] >= UNEVEN * halves[-darkest[0], -darkest[1]]:
        return ()
    far_left, far_right, near_right, near_left = profile.geometry.corners_px
    across = far_right + near_right - far_left - near_left
    along = near_left + near_right - far_left - far_right
    x, y = across * darkest[0] + along * darkest[1]
    if abs(x) > abs(y):
        return (Advice.LIGHT_FROM_RIGHT if x > 0 else Advice.LIGHT_FROM_LEFT,)
    return (Advice.LIGHT_FROM_BELOW if y > 0 else Advice.LIGHT_FROM_ABOVE,)
