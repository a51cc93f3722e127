"""A profile from any picture whose checkers a person has named, where no picture of the start position is at hand."""

from collections.abc import Sequence

import numpy as np

from pi_companion.errors import InputError, PictureError
from pi_companion.vision.align import Locator, clockwise_from_top_left
from pi_companion.vision.arrays import Picture, Points
from pi_companion.vision.colours import CheckerColour, balance, measure
from pi_companion.vision.geometry import CANVAS_PX, DEPTH_PX, PITCH_PX, BoardGeometry, Home, column_centres
from pi_companion.vision.heats import peaks
from pi_companion.vision.nets import HEAT_STRIDE, POINT_CLASSES
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.readability import burnt_share, covered_share, sharpness
from pi_companion.vision.reader import CHECKER_HEAT, FULL_ROW, HAND_HEAT, Networks, stacked_view

COLUMNS = 24
EMPTY = POINT_CLASSES // 2
"""Index of an empty point among the classes of the point network."""

TOP_PEAK = 0.25
MOST_TOPS = 60
SIDEWAYS, BEYOND_RAIL, PER_CHECKER = 0.45, 0.6, 1.15
"""Where the tops of a column's checkers may be seen, in shares of a point's width: off its middle, behind its rail,
and for each checker into the field."""


def learn_profile(picture: Picture, corners_px: Points, columns: Sequence[int | None]) -> BoardProfile:
    """Learn a board from one picture of it in play.

    White are the light checkers, and the board is taken as seen from the side that is nearer in the picture, with
    its home to the right; who really sits there the picture does not say.

    Args:
        picture: (H, W, 3), B, G, R.
        corners_px: (4, 2) corners of the playing field in any order; its points run up and down in the picture.
        columns: 24 counts, the twelve far columns from left to right, then the near ones; light checkers positive,
            dark ones negative, None where a column is not known.

    Raises:
        InputError: There are not 24 columns.
        ProfileError: The corners do not span a board.
        PictureError: No checker of one side shows its top.
    """
    if len(columns) != COLUMNS:
        msg = f"columns: wanted {COLUMNS} counts, got {len(columns)}: give the far twelve, then the near twelve"
        raise InputError(msg)
    locator, networks = Locator(), Networks()
    corners = clockwise_from_top_left(np.asarray(corners_px, np.float64))
    look = locator.look(picture, corners)
    geometry = BoardGeometry(corners, look.bar)
    view = geometry.rectify(picture)
    balanced = balance(view)
    heats = networks.heats(balanced)
    tops = peaks(heats[CHECKER_HEAT], TOP_PEAK, MOST_TOPS, HEAT_STRIDE)[0]
    light, dark = (_colour(balanced, tops, geometry.bar, columns, sign) for sign in (1, -1))
    chances = networks.points(stacked_view(balanced, light, dark), geometry.bar)
    known = [float(row[EMPTY + count]) for row, count in zip(chances, columns, strict=True) if count is not None]
    return BoardProfile(
        geometry=geometry,
        white_home=Home.NEAR_RIGHT,
        white=light,
        black=dark,
        picture_px=(picture.shape[1], picture.shape[0]),
        align_bias=tuple(float(value) for value in look.offsets.ravel()),
        corner_bias=tuple(float(value) for value in locator.corner_offsets(picture, corners).ravel()),
        hand_share=covered_share(heats[HAND_HEAT], geometry, (picture.shape[1], picture.shape[0])),
        sharpness=sharpness(view, geometry.bar),
        burnt_share=burnt_share(view, geometry.bar),
        quality=float(np.exp(np.mean(known))),
    )


def _colour(balanced: Picture, tops: Points, bar: float, columns: Sequence[int | None], sign: int) -> CheckerColour:
    """The colour of one side's checkers, by the tops that are seen on its columns."""
    chosen = [top for top in tops if (_count_under(top, bar, columns) or 0) * sign > 0]
    colour = measure(balanced, np.array(chosen).reshape(-1, 2))
    if colour is None:
        side = "light" if sign > 0 else "dark"
        msg = f"picture: wanted to see {side} checkers on the columns named, none shows its top: take another picture"
        raise PictureError(msg)
    return colour


def _count_under(top: Points, bar: float, columns: Sequence[int | None]) -> int | None:
    """The count of the column that a checker top (canonical pixels) belongs to; None beside all of them."""
    centres = column_centres(bar)
    column = int(np.abs(centres - top[0]).argmin())
    if abs(centres[column] - top[0]) > SIDEWAYS * PITCH_PX:
        return None
    near = top[1] > CANVAS_PX[1] / 2
    rail = CANVAS_PX[1] / 2 + (DEPTH_PX / 2 if near else -DEPTH_PX / 2)
    depth = rail - top[1] if near else top[1] - rail
    count = columns[column + COLUMNS // 2 * int(near)]
    if count is None or not -BEYOND_RAIL * PITCH_PX < depth < PER_CHECKER * PITCH_PX * min(abs(count), FULL_ROW):
        return None
    return count
