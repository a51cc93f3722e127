"""`run` as a process over a film that stands still, with its page on a free port of this machine."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

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
    socket: socket.socket
    """Systemd's."""

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
        while words not in self.socket.recv(4096).decode():
            pass

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
    heard.settimeout(LONGEST_S)
    told = {"NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": "400000", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-u", "-m", "pi_companion", "--settings", str(folder / "settings.toml")]
    process = subprocess.Popen(
        [*command, "--journal", str(folder / "journal.sqlite"), "run", "--camera", str(folder / "film")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | told,
    )
    table = NewTable(folder, process, heard)
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
        heard.close()
