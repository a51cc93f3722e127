"""Settings from a TOML file, and where files lie when nothing says otherwise. Only `cli` reads them."""

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, get_args

from pi_companion.errors import SettingsError

LONGEST_MATCH = 64
"""More points than any match has; a larger number is a slip of the finger."""

Section = TypeVar("Section")


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What is played when the command does not say."""

    length: int = 5
    """Points to win; 0 is money play."""

    white: str = "White"
    black: str = "Black"
    jacoby: bool = True
    """Whether gammons count only after the cube was turned; money play only."""

    def __post_init__(self) -> None:
        """Refuse a length that no match has."""
        if not 0 <= self.length <= LONGEST_MATCH:
            raise SettingsError(
                f"match.length wants 1 to {LONGEST_MATCH} points, or 0 for money play, but {self.length} came"
            )


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """The board at the table."""

    profile: Path | None = None
    """The board profile that `pi-companion calibrate` wrote; a relative path starts at the settings file."""


@dataclass(frozen=True, slots=True)
class JournalSettings:
    """Where the matches are kept."""

    path: Path | None = None
    """The journal's file; a relative path starts at the settings file."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; each has a default, so that no file is needed."""

    match: MatchSettings = field(default_factory=MatchSettings)
    board: BoardSettings = field(default_factory=BoardSettings)
    journal: JournalSettings = field(default_factory=JournalSettings)


def load_settings(path: Path) -> Settings:
    """Read a settings file.

    Raises:
        SettingsError: The file is missing, is not TOML, or has a key or a value that is not known.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"wanted the settings {path}: {error.strerror}; check the path") from error
    except UnicodeDecodeError as error:
        raise SettingsError(
            f"wanted the settings {path} as text in UTF-8, but byte {error.start} is not; save it so"
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path} is not TOML: {error}; correct that line") from error
    try:
        return _build(Settings, table, "", path.parent)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from error


def default_settings_path(environment: Mapping[str, str], home: Path) -> Path:
    """Say where the settings lie for this user; the file need not exist."""
    base = environment.get("XDG_CONFIG_HOME", "")
    return (Path(base) if base else home / ".config") / "pi-companion" / "settings.toml"


def default_journal_path(environment: Mapping[str, str], home: Path) -> Path:
    """Say where the journal lies: the service's state directory, as systemd names it, or the user's own."""
    if service := environment.get("STATE_DIRECTORY", ""):
        return Path(service.split(":")[0]) / "journal.sqlite"
    base = environment.get("XDG_STATE_HOME", "")
    return (Path(base) if base else home / ".local" / "state") / "pi-companion" / "journal.sqlite"


def _build(kind: type[Section], table: Mapping[str, object], where: str, folder: Path) -> Section:
    """Make a settings dataclass from a TOML table, and the ones inside it from the tables inside."""
    known = {entry.name: entry.type for entry in fields(kind)}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            raise SettingsError(_unknown(key, known, where))
        wanted = known[key]
        if isinstance(wanted, type) and wanted.__module__ == __name__:
            if not isinstance(value, Mapping):
                raise SettingsError(
                    f"{key} wants a section [{key}], but {value!r} came; write [{key}] and its keys below"
                )
            values[key] = _build(wanted, value, f"{key}.", folder)
        else:
            values[key] = _value(f"{where}{key}", value, wanted, folder)
    return kind(**values)


def _value(name: str, value: object, wanted: object, folder: Path) -> object:
    kinds = get_args(wanted) if isinstance(wanted, UnionType) else (wanted,)
    if Path in kinds and isinstance(value, str) and value:
        return folder / Path(value).expanduser()
    if type(value) in kinds:
        return value
    words = {int: "a whole number", str: "a text in quotes", bool: "true or false", Path: "a path in quotes"}
    wish = next(words[kind] for kind in kinds if kind in words)
    raise SettingsError(f"{name} wants {wish}, but {value!r} came; correct it")


def _unknown(key: str, known: Mapping[str, object], where: str) -> str:
    close = difflib.get_close_matches(key, list(known), n=1, cutoff=0.5)
    hint = f"did you mean {where}{close[0]}?" if close else f"known are {', '.join(where + name for name in known)}"
    return f"there is no setting {where}{key}; {hint}"
