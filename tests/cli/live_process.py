"""`run` as a process over a film that stands still, with its page on a free port of this machine."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.web.serving import until

START = Path(__file__).parents[1] / "data" / "vision" / "game4" / "f0001.jpg"
LONGEST_S = 90.0
"""A machine that is busy with other things takes long to start Python."""

TOLD = {
    "address": r"The page is at (\S+)",
    "player": "PIN of the players: (.*)",
    "director": "PIN of the director: (.*)",
}
"""What is told at the first start."""


@dataclass
class NewTable:
    """A companion that nobody has shown its board."""

    folder: Path
    process: "subprocess.Popen[str]"
    told: list[str]
    """What systemd was told."""

    address: str = ""
    player: str = ""
    director: str = ""

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    @property
    def journal(self) -> Path:
        return self.folder / "journal.sqlite"

    def until(self, words: str) -> None:
        """Wait until systemd is told something."""
        until(lambda: any(words in line for line in self.told), LONGEST_S)

    def stop(self) -> tuple[int, str]:
        """Let it end as systemd would; gives its status and what it complained of."""
        self.process.send_signal(signal.SIGTERM)
        _, complaints = self.process.communicate(timeout=LONGEST_S)
        return self.process.returncode, complaints


@contextmanager
def new_table(folder: Path) -> Iterator[NewTable]:
    """Start a companion over the start position, without a board profile."""
    (folder / "film").mkdir()
    shutil.copy(START, folder / "film")
    (folder / "settings.toml").write_text('[web]\naddress = "127.0.0.1"\nport = 0\n')
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind(str(folder / "notify"))
    told: list[str] = []
    # Read all the time, as systemd does: who tells it something waits while nobody reads.
    threading.Thread(target=_hear, args=(heard, told), daemon=True).start()
    environment = {"NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": "400000", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-u", "-m", "pi_companion", "--settings", str(folder / "settings.toml")]
    process = subprocess.Popen(
        [*command, "--journal", str(folder / "journal.sqlite"), "run", "--camera", str(folder / "film")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    )
    table = NewTable(folder, process, told)
    try:
        assert process.stdout is not None
        while not table.director:
            line = process.stdout.readline()
            assert line, process.communicate()[1]
            for name, form in TOLD.items():
                if found := re.search(form, line):
                    setattr(table, name, found[1])
        yield table
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
        with contextlib.suppress(OSError):
            heard.shutdown(socket.SHUT_RDWR)
        heard.close()


def _hear(heard: socket.socket, told: list[str]) -> None:
    with contextlib.suppress(OSError):
        while line := heard.recv(4096).decode():
            told.append(line)
