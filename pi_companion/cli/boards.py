"""`calibrate`: a board profile from a picture of the start position."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pi_companion.cli.output import Output, Status
from pi_companion.devices import load_image
from pi_companion.errors import InputError
from pi_companion.vision.calibrate import Calibrator, WhiteIs

CORNERS = 4


def calibrate(
    start: Path, empty: Path | None, corners: Sequence[str] | None, white: WhiteIs, profile: Path, output: Output
) -> Status:
    """Learn a board from its start position and write its profile.

    Raises:
        PictureError: A picture cannot be read, or shows no board set up for the start.
        ProfileError: The corners are not those of a board, or the profile cannot be written.
        InputError: A corner has the wrong form.
    """
    corners_px = None if corners is None else read_corners(corners)
    pictures = load_image(start), None if empty is None else load_image(empty)
    made = Calibrator().calibrate(*pictures, corners_px, white)
    made.profile.save(profile)
    output.json(
        {
            "profile": str(profile),
            "quality": round(made.profile.quality, 4),
            "corners_px": made.profile.geometry.corners_px.round(2).tolist(),
            "white_home": made.profile.white_home.value,
            "problems": list(made.problems),
        }
    )
    output.text(f"Wrote {profile}. How surely the start position was read back: {made.profile.quality:.0%}.")
    output.text(f"White's home board is {made.profile.white_home.value.replace('-', ' ')}, as White sits.")
    for problem in made.problems:
        output.text(f"  Better: {problem}")
    return Status.DONE


def read_corners(texts: Sequence[str]) -> NDArray[np.float64]:
    """Read the four corners, each as `x,y` in pixels, in any order; shape (4, 2).

    Raises:
        InputError: There are not four, one is no pair of numbers, or two are the same.
    """
    corners = [_corner(text) for text in texts]
    if len(set(corners)) != CORNERS:
        raise InputError(f"wanted four different corners, but {', '.join(texts)} came; give each corner once")
    return np.array(corners, dtype=np.float64)


def _corner(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError as error:
        raise InputError(f"a corner is x,y in pixels, such as 120,85, but {text.strip()!r} came; correct it") from error
    if not (np.isfinite(x) and np.isfinite(y)):
        raise InputError(f"a corner is x,y in pixels, but {text.strip()!r} came; correct it")
    return x, y
