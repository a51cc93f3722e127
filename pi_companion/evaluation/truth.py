"""What is known about a picture or a recording: the labels that lie beside it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pi_companion.errors import InputError, PictureError
from pi_companion.rules import Position
from pi_companion.vision.align import clockwise_from_top_left
from pi_companion.vision.arrays import Points
from pi_companion.vision.geometry import Home, point_column

LABELS, ABOUT, EVENTS = "labels.jsonl", "about.json", "truth.jsonl"
STILLS = "stills"
POINTS = 24
EMPTY_BOARD = "calib_empty"

Columns = tuple[int | None, ...]
"""24 counts: the twelve far columns from left to right, then the near ones; light checkers positive, dark ones
negative, None where a hand hides a column."""


@dataclass(frozen=True, slots=True)
class DieTruth:
    """A die that lies somewhere."""

    value: int
    centre_px: tuple[float, float]
    """Middle of its top face in the picture."""

    size_px: float
    rolled: bool
    """On the board as a roll, not the idle pair beside it."""

    visible: float
    """Share of the top face that is in view."""


@dataclass(frozen=True, slots=True)
class CubeTruth:
    """The cube."""

    value: int
    owner: str
    """As `read` says it: white, black or centre."""

    centre_px: tuple[float, float]
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A rendered picture with its whole truth."""

    path: Path
    name: str
    """Folder and file, as a person would look for it."""

    board: str
    light: str
    kind: str
    position: Position
    covered: bool
    dice: tuple[DieTruth, ...]
    cube: CubeTruth | None
    corners_px: Points
    """(4, 2): far left, far right, near right, near left as White sits."""

    home: Home
    off_in_view: bool

    @property
    def width_px(self) -> float:
        """The board's width in the picture, the mean of its far and its near edge."""
        far_left, far_right, near_right, near_left = self.corners_px
        return float(np.linalg.norm(far_right - far_left) + np.linalg.norm(near_right - near_left)) / 2

    @property
    def upright_px(self) -> Points:
        """The corners (4, 2) of the upright view that `read` makes without a profile, its far left one first.

        A board that lies sideways is turned by a quarter, so that its points run up and down.
        """
        upright = clockwise_from_top_left(self.corners_px)
        sideways = self._whites_far_left(upright) in (1, 3)
        return np.roll(upright, 1, axis=0) if sideways else upright

    @property
    def seen_from_black(self) -> bool:
        """Whether Black sits near in that view."""
        return self._whites_far_left(self.upright_px) != 0

    def _whites_far_left(self, corners_px: Points) -> int:
        """Which of the corners is the far left one as White sits."""
        return int(np.linalg.norm(corners_px - self.corners_px[0], axis=1).argmin())

    @property
    def columns(self) -> Columns:
        """The position as that view shows it."""
        counts = as_columns(self.position, self.home)
        return counts[::-1] if self.seen_from_black else counts


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """A game, or some moments of one, by one camera."""

    folder: Path
    pictures: tuple[Labelled, ...]
    """In the order of time, without that of the empty board."""

    start: Labelled
    knocked: str | None
    """File name of the first picture after the camera was knocked."""

    relit: str | None
    """File name of the first picture after the light changed."""

    events: tuple[Mapping[str, Any], ...]
    """What a perfect companion reports, in the contract's form."""


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """A real photograph, labelled by columns as it shows them."""

    path: Path
    name: str
    board: str
    camera: str
    """The pictures of one camera that has not moved share it."""

    corners_px: Points
    columns: Columns | None
    """None where an arm hides too much."""

    bar: tuple[int, int]
    """Light and dark checkers on it."""

    complete: bool
    """Every checker is in the labels."""

    side: int
    """Checkers a side."""

    dice: tuple[int | None, ...] | None
    """Values in any order, None for one that nobody can read; None where dice are not labelled."""


def signed_count(position: Position, point: int) -> int:
    """White's checkers on White's point, or Black's as a negative number."""
    return position.white[point] - position.black[POINTS + 1 - point]


def as_columns(position: Position, home: Home) -> tuple[int, ...]:
    """The 24 counts as White sits: the far columns from left to right, then the near ones; Black's are negative."""
    counts = [0] * POINTS
    for point in range(1, POINTS + 1):
        column, near = point_column(point, home)
        counts[column + POINTS // 2 * near] = signed_count(position, point)
    return tuple(counts)


def load_recordings(folder: Path) -> Iterator[Recording]:
    """Every folder of frames in `folder` that says how it was made, in name order.

    Raises:
        PictureError: There is none.
        InputError: A label is broken.
    """
    found = sorted(path.parent for path in folder.glob(f"*/{ABOUT}"))
    if not found:
        raise PictureError(f"wanted recordings with {ABOUT} in {folder}, but there are none; name their folder")
    for path in found:
        yield load_recording(path)


def load_recording(folder: Path) -> Recording:
    """One recording.

    Raises:
        PictureError: A file is missing.
        InputError: A label is broken.
    """
    about = _object(folder / ABOUT)
    relit, knocked = about.get("light_change"), about.get("bump")
    pictures = []
    light = "at first"
    for label in _lines(folder / LABELS):
        light = "changed" if label.get("image") == relit else light
        if label.get("kind") != EMPTY_BOARD:
            pictures.append(_labelled(folder, label, folder.name, light))
    start = next((one for one in pictures if one.path.name == about.get("start")), None)
    if start is None:
        raise InputError(f"wanted the start picture of {folder} among its labels, but it is not there; mend {ABOUT}")
    events = tuple(_lines(folder / EVENTS))
    return Recording(folder, tuple(pictures), start, knocked, relit, events)


def load_stills(folder: Path) -> tuple[Labelled, ...]:
    """Single pictures of many boards.

    Raises:
        PictureError: There are none.
        InputError: A label is broken.
    """
    stills = []
    for label in _lines(folder / LABELS):
        style = label.get("style", {})
        board = f"{style.get('board', 'board')}, {style.get('pair', 'checkers')}"
        stills.append(_labelled(folder, label, board, str(style.get("light", "light"))))
    return tuple(stills)


def load_photographs(folder: Path) -> tuple[Photograph, ...]:
    """Real photographs; they lie in the folder or in its `img`.

    Raises:
        PictureError: There are none.
        InputError: A label is broken.
    """
    inner = folder / "img"
    pictures = inner if inner.is_dir() else folder
    photographs = []
    for number, label in enumerate(_lines(folder / LABELS), start=1):
        try:
            photographs.append(_photograph(pictures, label))
        except (KeyError, TypeError, ValueError) as error:
            raise _broken(folder, number, error) from error
    return tuple(photographs)


def _photograph(folder: Path, label: Mapping[str, Any]) -> Photograph:
    name = str(label["image"])
    columns = label["columns"]
    bar = label.get("bar") or {"light": 0, "dark": 0}
    dice = label.get("dice")
    kind = name.partition("-")[0]
    return Photograph(
        path=folder / Path(name).name,
        name=name,
        board=str(label["board"]),
        camera=name if kind == "phone" else kind,
        corners_px=np.array(label["corners_px"], np.float64),
        columns=None if columns is None else (*columns["top"], *columns["bottom"]),
        bar=(int(bar["light"]), int(bar["dark"])),
        complete=bool(label["complete"]),
        side=int(label.get("side", 15)),
        dice=None if dice is None else tuple(dice),
    )


def _labelled(folder: Path, label: Mapping[str, Any], board: str, light: str) -> Labelled:
    name = str(label.get("image", "a picture without a name"))
    try:
        cube = label["cube"]
        return Labelled(
            path=folder / name,
            name=f"{folder.name}/{name}",
            board=board,
            light=light,
            kind=str(label["kind"]),
            position=Position(tuple(label["position"]["white"]), tuple(label["position"]["black"])),
            covered=bool(label["covered"]),
            dice=tuple(_die(die) for die in label["dice"]),
            cube=None if cube is None else _cube(cube),
            corners_px=np.array(label["corners_px"], np.float64).reshape(4, 2),
            home=Home(label["white_home"]),
            off_in_view=bool(label.get("off_in_view")),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"wanted the whole truth of {folder / name} in {LABELS}, but {error!r} is wrong there; mend the label"
        ) from error


def _die(die: Mapping[str, Any]) -> DieTruth:
    x, y = die["center_px"]
    return DieTruth(
        int(die["value"]), (float(x), float(y)), float(die["size_px"]), bool(die["rolled"]), float(die["visible"])
    )


def _cube(cube: Mapping[str, Any]) -> CubeTruth:
    x, y = cube["center_px"]
    return CubeTruth(int(cube["value"]), str(cube["owner"]), (float(x), float(y)), float(cube["visible"]))


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(_text(path).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except ValueError as error:
            raise _broken(path.parent, number, error) from error
        if not isinstance(value, dict):
            raise InputError(f"wanted a JSON object in line {number} of {path}, but another value came; mend the file")
        yield value


def _object(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(_text(path))
    except ValueError as error:
        raise InputError(f"wanted JSON in {path}, but something else came ({error}); mend the file") from error
    if not isinstance(value, dict):
        raise InputError(f"wanted a JSON object in {path}, but another value came; mend the file")
    return value


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PictureError(
            f"wanted the labels {path}, but they cannot be read; name the folder with --frames or --photos, "
            "or leave that part out with --only"
        ) from error


def _broken(folder: Path, line: int, error: Exception) -> InputError:
    return InputError(
        f"wanted a whole label in line {line} of {folder / LABELS}, but {error!r} is wrong; mend the line"
    )
