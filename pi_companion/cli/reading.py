"""`read`: what stands on the board in single pictures."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pi_companion.cli.boards import read_corners, require_near, require_size
from pi_companion.cli.output import Output, Status
from pi_companion.devices import Image, load_image
from pi_companion.errors import InputError, PictureError, ProfileError
from pi_companion.record.draw import Beside, draw_board
from pi_companion.vision.cube import value_and_owner
from pi_companion.vision.following import FollowingReader
from pi_companion.vision.observation import Observation, View
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.solve import read_position
from pi_companion.vision.telling import columns_json, observation_json
from pi_companion.vision.unprofiled import ColumnReading, UnprofiledReader

_UNREADABLE = {
    View.COVERED: "shows it covered; take the hand away, or where there is none, take that board's own profile",
    View.NO_BOARD: "shows none; look at the picture, and at whether the profile is that of this board",
    View.MOVED: "shows it elsewhere than the profile has it, too far off to be followed; calibrate again, or take that "
    "board's own profile",
    View.DARK: "is too dark to be read; give the board more light",
    View.GLARE: "is burnt out by glare; move the lamp to the side",
    View.BLURRED: "is blurred; focus the camera and hold it still",
}
"""What is said of a picture in which nothing was read."""

Complain = Callable[[object], None]
"""Says on standard error, in a line, what was wrong with one picture; the others are still read."""


def read(
    images: Sequence[Path], board: Path | None, corners: Sequence[str] | None, output: Output, complain: Complain
) -> Status:
    """Read pictures with a board's profile, or with the corners alone.

    Raises:
        ProfileError: The profile is broken, or the corners span no board.
        InputError: Neither or both of profile and corners were given, or a corner has the wrong form.
    """
    if (board is None) == (corners is None):
        raise InputError("wanted either --board PROFILE or --corners X,Y X,Y X,Y X,Y; give one of them")
    read_one = _with_profile(board, output) if board is not None else _with_corners(corners or (), output)
    status = Status.DONE
    for path in images:
        try:
            view = read_one(path, load_image(path))
        except PictureError as error:
            complain(error)
            status = max(status, Status.NO)
            continue
        except (InputError, ProfileError) as error:  # this picture does not go with the profile or the corners
            complain(error)
            status = Status.WRONG_INPUT
            continue
        if view in _UNREADABLE:
            complain(f"wanted a picture of the board, but {path} {_UNREADABLE[view]}")
            status = max(status, Status.NO)
    return status


def _with_profile(board: Path, output: Output) -> Callable[[Path, Image], View]:
    profile = BoardProfile.load(board)
    reader = FollowingReader(profile)

    def read_one(path: Path, image: Image) -> View:
        require_size(profile, image, str(path))
        begun = time.perf_counter()
        observation = reader.observe(image)
        elapsed_ms = 1000 * (time.perf_counter() - begun)
        moved = reader.moved and observation.view is View.CLEAR
        output.json(observation_json(str(path), observation, elapsed_ms, moved=moved))
        if moved:
            output.text(f"{path}: the board lies elsewhere than before; it was found and is read there")
        for line in _tell(path, observation, elapsed_ms):
            output.text(line)
        return observation.view

    return read_one


def _with_corners(corners: Sequence[str], output: Output) -> Callable[[Path, Image], View]:
    corners_px = read_corners(corners)
    reader = UnprofiledReader()

    def read_one(path: Path, image: Image) -> View:
        require_near(corners_px, image, path)
        begun = time.perf_counter()
        reading = reader.read(image, corners_px)
        elapsed_ms = 1000 * (time.perf_counter() - begun)
        output.json(columns_json(str(path), reading, elapsed_ms))
        for line in _tell_columns(path, reading, elapsed_ms):
            output.text(line)
        return reading.view

    return read_one


def _tell(path: Path, observation: Observation, elapsed_ms: float) -> list[str]:
    if observation.view is not View.CLEAR:
        return [f"{path}: {observation.view.value} ({elapsed_ms:.0f} ms)", ""]
    reading = read_position(observation)
    cube = observation.cube
    value, owner = (1, None) if cube is None else value_and_owner(cube)
    lines = [f"{path}: {reading.confidence:.1%} sure of the whole ({elapsed_ms:.0f} ms)"]
    lines += [draw_board(reading.position, Beside(cube_value=value, cube_owner=owner))]
    if observation.rolled:
        lines.append(f"Dice: {', '.join(_die(die.value, cocked=die.cocked) for die in observation.rolled)}")
    if cube is None:
        lines.append("No cube is seen.")
    if reading.doubtful:
        lines.append(f"Doubtful: {', '.join(reading.doubtful)}")
    return [*lines, ""]


def _tell_columns(path: Path, reading: ColumnReading, elapsed_ms: float) -> list[str]:
    lines = [f"{path}: {reading.view.value}, {reading.confidence:.1%} sure of the whole ({elapsed_ms:.0f} ms)"]
    lines += [f"  {name:<6} {' '.join(f'{count:+3d}' for count in row)}" for name, row in _rows(reading)]
    lines.append(f"  bar    {reading.bar_light} light, {reading.bar_dark} dark   (+ light, - dark)")
    if reading.dice:
        lines.append(f"  dice   {', '.join(_die(die.value, cocked=die.cocked) for die in reading.dice)}")
    if reading.doubtful:
        lines.append(f"  doubtful: {', '.join(reading.doubtful)}")
    return [*lines, ""]


def _rows(reading: ColumnReading) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return ("top", reading.top), ("bottom", reading.bottom)


def _die(value: int, *, cocked: bool) -> str:
    return f"{value} (cocked)" if cocked else str(value)
