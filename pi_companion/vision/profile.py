"""A board profile: what calibration learnt about one board under one camera, kept as TOML."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pi_companion.errors import ProfileError
from pi_companion.vision.colours import CheckerColour
from pi_companion.vision.geometry import BoardGeometry, Home

VERSION = 1
CORNER_NUMBERS = 8
"""x and y of four corners."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardProfile:
    """One board as one camera sees it."""

    geometry: BoardGeometry
    white_home: Home
    white: CheckerColour
    black: CheckerColour
    picture_px: tuple[int, int]
    """Width and height of the pictures that the corners refer to."""

    align_bias: tuple[float, ...]
    """What the alignment network says of this board when nothing has moved: 8 shares of its picture's size."""

    corner_bias: tuple[float, ...]
    """What the corner network says of its corners then: 8 pixels of the alignment picture."""

    hand_share: float
    """Share of the field that the board network takes for a hand although there is none."""

    sharpness: float
    """Of the calibration picture, as `readability.sharpness` measures it."""

    burnt_share: float
    """Share of the field that is burnt out in the calibration picture."""

    quality: float
    """0 to 1: how well the start position was read back from the calibration picture."""

    def save(self, path: Path) -> None:
        """Write as TOML.

        Raises:
            ProfileError: the file cannot be written.
        """
        corners = ", ".join(f"[{x:.2f}, {y:.2f}]" for x, y in self.geometry.corners_px)
        lines = [
            "# Board profile of pi-companion: made by `pi-companion calibrate`",
            f"version = {VERSION}",
            f"picture_px = [{self.picture_px[0]}, {self.picture_px[1]}]",
            "# far left, far right, near right, near left of the playing field, as White sits",
            f"corners_px = [{corners}]",
            f"bar = {self.geometry.bar:.5f}",
            f'white_home = "{self.white_home.value}"',
            f"quality = {self.quality:.4f}",
            "# what the networks say of this board when it lies still",
            f"align_bias = [{', '.join(f'{value:.5f}' for value in self.align_bias)}]",
            f"corner_bias = [{', '.join(f'{value:.3f}' for value in self.corner_bias)}]",
            f"hand_share = {self.hand_share:.5f}",
            "# how sharp and how burnt out the field was then",
            f"sharpness = {self.sharpness:.5f}",
            f"burnt_share = {self.burnt_share:.5f}",
        ]
        for name, colour in (("white", self.white), ("black", self.black)):
            lab = ", ".join(f"{value:.1f}" for value in colour.lab)
            lines += ["", f"[{name}]", f"lab = [{lab}]", f"spread = {colour.spread:.2f}"]
        try:
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        except OSError as error:
            msg = f"profile {path}: wanted to write it, the system says {error.strerror}: choose another place with -o"
            raise ProfileError(msg) from error

    @classmethod
    def load(cls, path: Path) -> "BoardProfile":
        """Read from TOML.

        Raises:
            ProfileError: the file is missing, not TOML, or says something impossible.
        """
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            msg = (
                f"profile {path}: wanted a board profile, the system says {error.strerror}: make one with "
                "`pi-companion calibrate`"
            )
            raise ProfileError(msg) from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            msg = (
                f"profile {path}: wanted TOML, got something else ({error}): make a new one with `pi-companion "
                "calibrate`"
            )
            raise ProfileError(msg) from error
        return cls._from_table(table, path)

    @classmethod
    def _from_table(cls, table: dict[str, Any], path: Path) -> "BoardProfile":
        if table.get("version") != VERSION:
            msg = (
                f"profile {path}: wanted version {VERSION}, got {table.get('version')}: "
                "make a new one with `pi-companion calibrate`"
            )
            raise ProfileError(msg)
        try:
            width, height = (int(value) for value in table["picture_px"])
            profile = cls(
                geometry=BoardGeometry(np.array(table["corners_px"], np.float64), float(table["bar"])),
                white_home=Home(table["white_home"]),
                white=_colour(table["white"]),
                black=_colour(table["black"]),
                picture_px=(width, height),
                align_bias=tuple(float(value) for value in table["align_bias"]),
                corner_bias=tuple(float(value) for value in table["corner_bias"]),
                hand_share=float(table["hand_share"]),
                sharpness=float(table["sharpness"]),
                burnt_share=float(table["burnt_share"]),
                quality=float(table["quality"]),
            )
        except ProfileError as error:
            msg = f"profile {path}: {error}"
            raise ProfileError(msg) from error
        except KeyError as error:
            msg = (
                f"profile {path}: wanted the entry {error}, it is not there: make a new one with `pi-companion "
                "calibrate`"
            )
            raise ProfileError(msg) from error
        except (TypeError, ValueError, OverflowError) as error:
            msg = f"profile {path}: an entry has the wrong form ({error}): make a new one with `pi-companion calibrate`"
            raise ProfileError(msg) from error
        seen = (profile.hand_share, profile.sharpness, profile.burnt_share, profile.quality)
        numbers = (*profile.align_bias, *profile.corner_bias, *seen)
        colours = (*profile.white.lab, profile.white.spread, *profile.black.lab, profile.black.spread)
        if min(width, height) < 1 or not np.isfinite((*numbers, *colours)).all():
            msg = (
                f"profile {path}: wanted finite numbers and a picture size, an entry is neither: "
                "make a new one with `pi-companion calibrate`"
            )
            raise ProfileError(msg)
        for name, numbers in (("align_bias", profile.align_bias), ("corner_bias", profile.corner_bias)):
            if len(numbers) != CORNER_NUMBERS:
                msg = f"profile {path}: wanted {CORNER_NUMBERS} numbers in {name}, got {len(numbers)}"
                raise ProfileError(msg)
        return profile


def _colour(table: dict[str, Any]) -> CheckerColour:
    lightness, a, b = (float(value) for value in table["lab"])
    return CheckerColour((lightness, a, b), float(table["spread"]))
