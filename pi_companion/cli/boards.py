"""`calibrate`: a board profile from a picture of the start position."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pi_companion.cli.output import Output, Status
from pi_companion.cli.writing import whole_file
from pi_companion.devices import Image, load_image
from pi_companion.errors import InputError, ProfileError
from pi_companion.vision.calibrate import BEYOND, Calibrator, WhiteIs
from pi_companion.vision.profile import BoardProfile

CORNERS = 4


def calibrate(
    start: Path, empty: Path | None, corners: Sequence[str] | None, white: WhiteIs, profile: Path, output: Output
) -> Status:
    """Learn a board from its start position and write its profile.

    Raises:
        PictureError: A picture cannot be read, or shows no board set up for the start.
        ProfileError: The corners are not those of a board.
        InputError: A corner has the wrong form or is far outside the picture, or the profile cannot be written.
    """
    corners_px = None if corners is None else read_corners(corners)
    pictures = load_image(start), None if empty is None else load_image(empty)
    if corners_px is not None:
        require_near(corners_px, pictures[0], start)
    made = Calibrator().calibrate(*pictures, corners_px, white)
    with whole_file(profile) as part:
        made.profile.save(part)
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


def require_near(corners_px: NDArray[np.float64], image: Image, path: Path) -> None:
    """Refuse corners that are not those of a board in this picture.

    Raises:
        InputError: A corner lies far outside.
    """
    height, width = image.shape[:2]
    for x, y in corners_px:
        if not (-BEYOND * width <= x <= (1 + BEYOND) * width and -BEYOND * height <= y <= (1 + BEYOND) * height):
            raise InputError(
                f"wanted corners in the picture {path}, which has {width}x{height} pixels, but {x:g},{y:g} is outside; "
                "read them off that picture"
            )


def require_size(profile: BoardProfile, image: Image, name: str) -> None:
    """Refuse a picture of another size than the profile was made from.

    Raises:
        ProfileError: The sizes differ.
    """
    height, width = image.shape[:2]
    wanted_width, wanted_height = profile.picture_px
    if (width, height) != (wanted_width, wanted_height):
        raise ProfileError(
            f"wanted pictures of {wanted_width}x{wanted_height} pixels, as the profile was made from, but {name} "
            f"has {width}x{height}; calibrate this camera again"
        )


def _corner(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError as error:
        raise InputError(f"a corner is x,y in pixels, such as 120,85, but {text.strip()!r} came; correct it") from error
    if not (np.isfinite(x) and np.isfinite(y)):
        raise InputError(f"a corner is x,y in pixels, but {text.strip()!r} came; correct it")
    return x, y
