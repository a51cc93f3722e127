"""Settings from a TOML file, and where files lie when nothing says otherwise. Only `cli` reads them."""

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, get_args

from pi_companion.coach.strength import Strength
from pi_companion.errors import SettingsError
from pi_companion.referee.terms import (
    ClockTerms,
    DieOnChecker,
    EarlyRoll,
    IllegalPlays,
    Mode,
    Terms,
    TurnEnd,
)
from pi_companion.rules import Side

LONGEST_MATCH = 64
"""More points than any match has; a larger number is a slip of the finger."""

MOST_PER_SECOND = 30
MOST_AUTOMATIC = 6
MAINS_HZ = (50, 60)
LAST_PORT = 65535
_TOPIC_WORD = re.compile(r"[A-Za-z0-9_-]{1,64}")

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
class TermsSettings:
    """What is agreed on before a match begins; players may agree otherwise at the table."""

    mode: Mode = Mode.MONITOR
    illegal_plays: IllegalPlays = IllegalPlays.LEGAL_MOVES
    early_roll: EarlyRoll = EarlyRoll.STANDS
    die_on_checker: DieOnChecker = DieOnChecker.COCKED
    turn_end: TurnEnd = TurnEnd.EITHER
    beavers: bool = False
    raccoons: bool = False
    automatic_doubles: int = 0
    """How many equal opening throws of a game double the cube; money play only."""

    pictures: bool = True
    """Whether a picture before and after each turn is kept for a while."""

    clock: bool = False
    """Whether the match is played with a clock."""

    delay_s: int = 12
    """Seconds of each turn that cost nothing."""

    a_point_s: int = 120
    """Seconds that each side has for every point of the match."""

    def __post_init__(self) -> None:
        """Refuse what no players agree on."""
        if not 0 <= self.automatic_doubles <= MOST_AUTOMATIC:
            raise SettingsError(
                f"terms.automatic_doubles wants 0 to {MOST_AUTOMATIC}, but {self.automatic_doubles} came"
            )
        if self.delay_s < 0 or self.a_point_s < 1:
            raise SettingsError(
                f"terms.delay_s wants 0 or more seconds and terms.a_point_s 1 or more, but {self.delay_s} and "
                f"{self.a_point_s} came"
            )

    def agreed(self) -> Terms:
        """Give the terms of a match."""
        return Terms(
            self.mode,
            self.illegal_plays,
            self.early_roll,
            self.die_on_checker,
            self.turn_end,
            self.beavers,
            self.raccoons,
            self.automatic_doubles,
            self.pictures,
            ClockTerms(self.delay_s, self.a_point_s) if self.clock else None,
        )


@dataclass(frozen=True, slots=True)
class EvidenceSettings:
    """Pictures of the turns, beside the journal."""

    most_mb: int = 200
    """Megabytes that they may take together, the oldest going first; 0 keeps none."""

    def __post_init__(self) -> None:
        """Refuse a bound below nothing."""
        if self.most_mb < 0:
            raise SettingsError(f"evidence.most_mb wants 0 or more megabytes, but {self.most_mb} came")


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
class CameraSettings:
    """The camera over the table."""

    source: str = "auto"
    """`auto`, `picamera2` (or `picamera2:1` for the second), a device such as /dev/video0, or a recording's path."""

    per_second_still: int = 2
    """Pictures a second while nothing moves."""

    per_second_moving: int = 4
    """Pictures a second while something moves."""

    mains_hz: int = 50
    """The frequency at which lamps flicker: 50, or 60 in America."""

    frozen_after_s: int = 10
    """A camera whose picture stays the same to the last bit for so long is started anew; 0 never."""

    def __post_init__(self) -> None:
        """Refuse what no camera gives."""
        for name in ("per_second_still", "per_second_moving"):
            if not 1 <= getattr(self, name) <= MOST_PER_SECOND:
                raise SettingsError(f"camera.{name} wants 1 to {MOST_PER_SECOND}, but {getattr(self, name)} came")
        if self.mains_hz not in MAINS_HZ:
            raise SettingsError(f"camera.mains_hz wants 50 or 60, but {self.mains_hz} came")
        if self.frozen_after_s < 0:
            raise SettingsError(f"camera.frozen_after_s wants 0 or more seconds, but {self.frozen_after_s} came")


class ButtonAction(Enum):
    """What a kind of press may mean."""

    NOTHING = "nothing"
    END_TURN = "end turn"
    CUBE = "cube"
    """Offers a double, or takes the one that was offered."""

    DROP = "drop"
    """Drops the double that was offered."""

    DIRECTOR = "director"
    """Calls somebody to the table."""


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """What a press of a button means."""

    short: ButtonAction = ButtonAction.END_TURN
    double: ButtonAction = ButtonAction.CUBE
    long: ButtonAction = ButtonAction.DIRECTOR


@dataclass(frozen=True, slots=True)
class HardwareSettings:
    """What hangs on the Pi's pins."""

    wiring: Path | None = None
    """A wiring profile, as in hardware/wiring; a relative path starts at the settings file."""

    board: Path | None = None
    """The profile of the Pi's model, as in hardware/boards; without one the camera holds four pictures."""

    gpio_chip: int | None = None
    """The number of the GPIO chip, where it is not found by itself."""


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """How bright the panel is, in percent, and when it is night."""

    day: int = 100
    night: int = 15
    night_from: int = 22
    night_to: int = 7

    def __post_init__(self) -> None:
        """Refuse what is no share and no hour."""
        for name, most in (("day", 100), ("night", 100), ("night_from", 23), ("night_to", 23)):
            if not 0 <= getattr(self, name) <= most:
                raise SettingsError(f"panel.{name} wants 0 to {most}, but {getattr(self, name)} came")


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The page at the table."""

    on: bool = True
    """Whether the page is served at all."""

    address: str = "0.0.0.0"  # noqa: S104 - phones and tablets on the local network are who the page is for
    """The address to listen at: 0.0.0.0 for the whole local network, 127.0.0.1 for this machine alone."""

    port: int = 8080
    """The port; where it is taken the next free one. 0 takes any."""

    def __post_init__(self) -> None:
        """Refuse what is no port."""
        if not 0 <= self.port <= LAST_PORT:
            raise SettingsError(f"web.port wants 0 to {LAST_PORT}, but {self.port} came")


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """The club's broker, an MQTT server such as Mosquitto, and this table's name in the club."""

    broker: str = ""
    """The broker's name or address; empty where no club is told."""

    port: int = 0
    """The broker's port; 0 is 1883, or 8883 with TLS."""

    table: str = "table-1"
    """This table's name, one word that no other table of the club has."""

    user: str = ""
    password_file: Path | None = None
    """A file whose first line is the password, so that it need not stand in the settings."""

    tls: bool = False
    """Whether what is said is encrypted, and the broker must prove who it is."""

    ca: Path | None = None
    """The certificate by which the broker is known, where the system does not trust it already."""

    prefix: str = "pi-companion"
    """What all topics begin with."""

    home_assistant: bool = True
    """Whether Home Assistant is told where to find the table."""

    discovery: str = "homeassistant"
    """Where Home Assistant looks for tables."""

    def __post_init__(self) -> None:
        """Refuse what cannot be a topic or a port."""
        for name in ("table", "prefix", "discovery"):
            if not _TOPIC_WORD.fullmatch(getattr(self, name)):
                raise SettingsError(
                    f"club.{name} wants one word of letters, digits, - and _, but {getattr(self, name)!r} came"
                )
        if not 0 <= self.port <= LAST_PORT:
            raise SettingsError(f"club.port wants 0 to {LAST_PORT}, but {self.port} came")


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """The page that shows all tables of the club, where `pi-companion desk` runs."""

    address: str = "0.0.0.0"  # noqa: S104 - everybody at the club night may look on
    """The address to listen at."""

    port: int = 8090
    file: Path | None = None
    """Where the desk keeps what it has heard; a relative path starts at the settings file."""

    def __post_init__(self) -> None:
        """Refuse what is no port."""
        if not 0 <= self.port <= LAST_PORT:
            raise SettingsError(f"desk.port wants 0 to {LAST_PORT}, but {self.port} came")


@dataclass(frozen=True, slots=True)
class SparringSettings:
    """The companion as a player."""

    on: bool = False
    """Whether it plays; people throw its dice and move its checkers."""

    strength: Strength = Strength.CLEVER
    side: Side = Side.BLACK

    @property
    def name(self) -> str:
        """What it is called; it plays the matches in which its side is called so."""
        return f"Companion ({self.strength.value})"

    def seated(self, match: MatchSettings) -> MatchSettings:
        """Write its name into the matches that begin by themselves."""
        if not self.on:
            return match
        return replace(match, white=self.name) if self.side is Side.WHITE else replace(match, black=self.name)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; each has a default, so that no file is needed."""

    match: MatchSettings = field(default_factory=MatchSettings)
    board: BoardSettings = field(default_factory=BoardSettings)
    journal: JournalSettings = field(default_factory=JournalSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    button: ButtonSettings = field(default_factory=ButtonSettings)
    hardware: HardwareSettings = field(default_factory=HardwareSettings)
    panel: PanelSettings = field(default_factory=PanelSettings)
    terms: TermsSettings = field(default_factory=TermsSettings)
    evidence: EvidenceSettings = field(default_factory=EvidenceSettings)
    club: ClubSettings = field(default_factory=ClubSettings)
    desk: DeskSettings = field(default_factory=DeskSettings)
    web: WebSettings = field(default_factory=WebSettings)
    sparring: SparringSettings = field(default_factory=SparringSettings)


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
        if isinstance(wanted, type) and is_dataclass(wanted):
            if not isinstance(value, Mapping):
                raise SettingsError(
                    f"{key} wants a section [{key}], but {value!r} came; write [{key}] and its keys below"
                )
            values[key] = _build(wanted, value, f"{key}.", folder)
        else:
            values[key] = _value(f"{where}{key}", value, wanted, folder)
    return kind(**values)


def _value(name: str, value: object, wanted: object, folder: Path) -> object:
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        known = {str(member.value): member for member in wanted}
        if value in known:
            return known[str(value)]
        raise SettingsError(f"{name} wants one of {', '.join(map(repr, known))}, but {value!r} came; correct it")
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
