"""What differs between models of the Pi: profiles in TOML, as in hardware/boards."""

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

from pi_companion.errors import SettingsError

FEWEST_BUFFERS, MOST_BUFFERS = 2, 8


@dataclass(frozen=True, slots=True)
class PiBoard:
    """One model."""

    name: str
    model: str
    """How the model's own name begins, as the kernel tells it."""

    buffers: int
    """How many pictures the camera may hold at once; each takes memory."""

    supply: str
    """The power supply that it wants."""

    camera_cable: str

    def __post_init__(self) -> None:
        """Refuse a number of buffers that no camera works with."""
        if not FEWEST_BUFFERS <= self.buffers <= MOST_BUFFERS:
            raise SettingsError(f"buffers wants {FEWEST_BUFFERS} to {MOST_BUFFERS}, but {self.buffers} came")


def load_pi_board(path: Path) -> PiBoard:
    """Read a board's profile.

    Raises:
        SettingsError: The file is missing, is not TOML, or lacks something.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"wanted the profile of a Pi {path}, but it cannot be read: {error}") from error
    wanted = {field.name: field.type for field in fields(PiBoard)}
    if set(table) != set(wanted):
        raise SettingsError(f"{path} wants {', '.join(wanted)}, but {', '.join(table) or 'nothing'} came")
    for key, kind in wanted.items():
        if type(table[key]) is not kind:
            raise SettingsError(f"{path}: {key} wants {kind}, but {table[key]!r} came")
    try:
        return PiBoard(**table)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from error
