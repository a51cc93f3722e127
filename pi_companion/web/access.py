"""Who may do what: two PINs that are drawn at the first start, sessions that outlast a restart, and slow guessing.

Nothing here is a password of a person. A PIN is six digits that everybody at the table may know; what protects it is
that it can only be tried a few times a minute, on the local network.
"""

import hashlib
import hmac
import json
import os
import secrets
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from pi_companion.errors import SettingsError

FILE_NAME = "access.json"
"""The file lies beside the journal; only the service's user may read it."""

DIGITS = 6
SESSION_S = 14 * 24 * 3600
"""How long a device stays known."""

FREE_TRIES = 3
"""Wrong PINs from one address before it has to wait."""

LONGEST_WAIT_S = 300.0
MOST_TRIES = 20
"""Wrong PINs from all addresses together within the window; then everybody waits."""

WINDOW_S = 600.0
MOST_ADDRESSES = 1000
_SCRYPT_N = 2**12


class Role(IntEnum):
    """What a person may do; a higher one may do all of the lower ones."""

    SPECTATOR = 0
    """Looks on."""

    PLAYER = 1
    """Plays at this table: cube, resignation, putting right what was misread, starting a match."""

    DIRECTOR = 2
    """Also the score, the terms and the camera."""


@dataclass(frozen=True, slots=True)
class Pins:
    """The PINs as a person is told them, once."""

    player: str
    director: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Too many wrong PINs."""

    seconds: float


class Access:
    """Knows the PINs (not as they are, but so that they can be compared) and who has given one.

    Args:
        kept: What the file holds.
        clock: Monotonic seconds.
        wall: Seconds since 1970; a session's end is kept by it, since it must outlast a restart.
    """

    def __init__(self, kept: dict[str, str], clock: Callable[[], float], wall: Callable[[], float]) -> None:
        self._kept = kept
        self._clock = clock
        self._wall = wall
        self._lock = threading.Lock()
        self._wrong: dict[str, tuple[int, float]] = {}
        self._recent: deque[float] = deque()

    @classmethod
    def new(cls, clock: Callable[[], float], wall: Callable[[], float]) -> "tuple[Access, Pins]":
        """Draw new PINs."""
        player, director = _draw(), _draw()
        while director == player:
            director = _draw()
        salt = secrets.token_hex(16)
        kept = {
            "salt": salt,
            "player": _digest(player, salt),
            "director": _digest(director, salt),
            "secret": secrets.token_hex(32),
        }
        return cls(kept, clock, wall), Pins(player, director)

    @classmethod
    def open(cls, path: Path, clock: Callable[[], float], wall: Callable[[], float]) -> "tuple[Access, Pins | None]":
        """Read the PINs, or draw them where there are none; the new ones are given back, since nobody knows them yet.

        Raises:
            SettingsError: The file is broken, or cannot be written.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return renew(path, clock, wall)
        except OSError as error:
            raise SettingsError(f"wanted the PINs in {path}: {error.strerror}; see to its permissions") from error
        try:
            kept = json.loads(text)
        except ValueError:
            kept = None
        if not isinstance(kept, dict) or not all(
            isinstance(kept.get(name), str) for name in ("salt", "player", "director", "secret")
        ):
            raise SettingsError(
                f"wanted the PINs in {path}, but it holds something else; remove it, and new ones are drawn"
            )
        return cls(kept, clock, wall), None

    def text(self) -> str:
        """Give what the file is to hold."""
        return json.dumps(self._kept)

    def try_pin(self, pin: str, address: str) -> Role | Wait:
        """Give the role that a PIN opens (the spectator's where it is wrong), or how long to wait.

        Args:
            pin: What was typed.
            address: Where it comes from.
        """
        with self._lock:
            wait_s = self._wait_s(address)
            if wait_s > 0:
                return Wait(wait_s)
            # Counted before it is looked at: tries that come at the same time must not slip through together.
            self._note_wrong(address)
            digest = _digest(pin, self._kept["salt"])
            role = Role.SPECTATOR
            for candidate, name in ((Role.PLAYER, "player"), (Role.DIRECTOR, "director")):
                if hmac.compare_digest(digest, self._kept[name]):
                    role = candidate
            if role is not Role.SPECTATOR:
                self._wrong.pop(address, None)
                self._recent.pop()
            return role

    def _wait_s(self, address: str) -> float:
        now_s = self._clock()
        while self._recent and self._recent[0] < now_s - WINDOW_S:
            self._recent.popleft()
        if len(self._recent) >= MOST_TRIES:
            return self._recent[0] + WINDOW_S - now_s
        tries, last_s = self._wrong.get(address, (0, 0.0))
        if tries < FREE_TRIES:
            return 0.0
        return last_s + min(LONGEST_WAIT_S, 2.0 ** (tries - FREE_TRIES + 1)) - now_s

    def _note_wrong(self, address: str) -> None:
        now_s = self._clock()
        tries, _ = self._wrong.pop(address, (0, 0.0))
        if len(self._wrong) >= MOST_ADDRESSES:
            del self._wrong[next(iter(self._wrong))]
        self._wrong[address] = tries + 1, now_s
        self._recent.append(now_s)

    def session(self, role: Role) -> str:
        """Make the cookie of a device that has given a PIN."""
        body = f"{role.value}.{int(self._wall()) + SESSION_S}.{secrets.token_hex(8)}"
        return f"{body}.{self._sign(body)}"

    def role(self, session: str) -> Role:
        """Give the role of a cookie; a spectator's where it is not ours, or too old."""
        body, _, signature = session.rpartition(".")
        if not body.isascii() or not hmac.compare_digest(signature.encode(), self._sign(body).encode()):
            return Role.SPECTATOR
        role, until, _ = body.split(".")
        return Role(int(role)) if int(until) > self._wall() else Role.SPECTATOR

    def _sign(self, body: str) -> str:
        return hmac.new(self._kept["secret"].encode(), body.encode(), hashlib.sha256).hexdigest()


def renew(path: Path, clock: Callable[[], float], wall: Callable[[], float]) -> tuple[Access, Pins]:
    """Draw new PINs and keep them; whoever was known by the old ones is so no longer.

    Raises:
        SettingsError: The file cannot be written.
    """
    access, pins = Access.new(clock, wall)
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as stream:
            stream.write(access.text())
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except OSError as error:
        raise SettingsError(
            f"wanted to keep the PINs in {path}: {error.strerror}; see to the disk and its folder"
        ) from error
    return access, pins


def _draw() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def _digest(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode("utf-8", "replace"), salt=bytes.fromhex(salt), n=_SCRYPT_N, r=8, p=1).hex()
