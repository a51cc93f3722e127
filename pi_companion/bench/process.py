"""The service as a process: how soon it is ready, and what it takes at a board that lies still or never does."""

import os
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from pi_companion.errors import DeviceError

PATIENCE_S = 120.0
"""After so long a service that is not ready never will be."""

_TICKS = os.sysconf("SC_CLK_TCK")
_KB = 1024


@dataclass(frozen=True, slots=True)
class Idle:
    """What the running service took."""

    ready_s: float
    """From its start until it says that it is ready; the median of several starts."""

    cpu_percent: float
    """Of one core, while nothing moved."""

    memory_mb: float
    """What lay in memory at the end."""


@dataclass(frozen=True, slots=True)
class Busy:
    """What it took at a board that changed all the time."""

    cpu_percent: float
    """Of one core."""

    memory_mb: float
    """The most that ever lay in memory."""


def watch_idle(folder: Path, board: Path, picture: Path, *, starts: int, settle_s: float, idle_s: float) -> Idle:
    """Start the service on a board that nobody touches.

    Args:
        folder: An empty folder for its journal.
        board: The board's profile.
        picture: A picture of that board.
        starts: How often it is started; the last one is watched.
        settle_s: How long it may take to look at the board, before it is watched.
        idle_s: How long it is watched.

    Raises:
        DeviceError: The service does not start.
    """
    ready: list[float] = []
    for number in range(starts):
        service = _Service(folder, board, picture)
        try:
            ready.append(service.ready())
            if number == starts - 1:
                time.sleep(settle_s)
                return Idle(median(ready), service.cpu_percent(idle_s), service.memory_mb("VmRSS"))
        finally:
            service.close()
    raise ValueError(f"wanted the service to be started at least once, but {starts} came")


def watch_busy(folder: Path, board: Path, film: Path, busy_s: float) -> Busy:
    """Start the service on a film in which something changes all the time.

    Args:
        folder: An empty folder for its journal.
        board: The board's profile.
        film: The film, as long as it is watched or longer.
        busy_s: How long it is watched.

    Raises:
        DeviceError: The service does not start.
    """
    service = _Service(folder, board, film)
    try:
        service.ready()
        return Busy(service.cpu_percent(busy_s), service.memory_mb("VmHWM"))
    finally:
        service.close()


class _Service:
    """One run of it, as systemd would start it."""

    def __init__(self, folder: Path, board: Path, film: Path) -> None:
        address = folder / "notify"
        address.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(address))
        self._socket.settimeout(PATIENCE_S)
        settings = folder / "settings.toml"
        settings.write_text('[web]\naddress = "127.0.0.1"\nport = 0\n', encoding="utf-8")
        command = [sys.executable, "-m", "pi_companion", "--settings", str(settings)]
        command += [
            "--journal",
            str(folder / "journal.sqlite"),
            "run",
            "--board",
            str(board),
            "--camera",
            str(film),
        ]
        self._begun_s = time.monotonic()
        self._process = subprocess.Popen(  # noqa: S603 - this very program
            command,
            env=os.environ | {"NOTIFY_SOCKET": str(address)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    def ready(self) -> float:
        """Wait until it is ready, and give the seconds that took."""
        try:
            while b"READY=1" not in self._socket.recv(4096):
                pass
        except TimeoutError as error:
            self._process.kill()
            said = self._process.communicate()[1].decode("utf-8", "replace").strip()
            raise DeviceError(
                f"wanted the service to be ready within {PATIENCE_S:.0f} s, but it says: {said}"
            ) from error
        return time.monotonic() - self._begun_s

    def cpu_percent(self, seconds: float) -> float:
        """Watch it for a while, and give what it took of one core."""
        before_s, begun_s = self._cpu_s(), time.monotonic()
        time.sleep(seconds)
        return 100 * (self._cpu_s() - before_s) / (time.monotonic() - begun_s)

    def _cpu_s(self) -> float:
        """Give the processor's seconds that all its threads have taken."""
        # The name in brackets may hold anything; user and system time are the 12th and 13th word after it.
        words = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / _TICKS

    def memory_mb(self, which: str) -> float:
        """Give what of it lies in memory (VmRSS), or the most that ever did (VmHWM)."""
        return memory_mb(self._process.pid, which)

    def close(self) -> None:
        """Stop it."""
        self._process.terminate()
        self._process.communicate()
        self._socket.close()


def memory_mb(process: int, which: str) -> float:
    """Give what of a process lies in memory (VmRSS), or the most that ever did (VmHWM); `getrusage` adds its parent."""
    text = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    (line,) = (line for line in text.splitlines() if line.startswith(f"{which}:"))
    return int(line.split()[1]) / _KB
