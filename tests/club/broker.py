"""A real Mosquitto on a free port of this machine, and a wire to it that can be cut."""

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

PROGRAM = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
needs_mosquitto = pytest.mark.skipif(PROGRAM is None, reason="Mosquitto is not installed (apt install mosquitto)")


def until(condition: Callable[[], object], patience_s: float = 60.0) -> None:
    """Wait for what another thread or process does."""
    end = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < end, "it never happened"
        threading.Event().wait(0.02)


def free_port() -> int:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


class Mosquitto:
    """A broker that can be ended and started again; it keeps nothing over a restart, which is the harder case.

    Args:
        folder: Where its settings lie.
        lines: More lines of its settings.
    """

    def __init__(self, folder: Path, *lines: str) -> None:
        self.port = free_port()
        self._settings = folder / "mosquitto.conf"
        # Started by root it would give up root's rights, and could not read what lies in a test's folder.
        text = [f"listener {self.port} 127.0.0.1", *(lines or ["allow_anonymous true"]), "persistence false"]
        text += ["user root", ""]
        self._settings.write_text("\n".join(text))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert PROGRAM is not None
        self._process = subprocess.Popen(
            [PROGRAM, "-c", str(self._settings)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            until(self._answers)
        except AssertionError:
            self.stop()
            raise

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 0.2):
            return True
        return False


class Wire:
    """Carries connections to a port; cut, it swallows what is sent, as a network does whose cable was pulled.

    What was swallowed comes through when the wire is mended, as TCP sends anew what was not confirmed; connections
    that were given up meanwhile stay dead.
    """

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._listening = socket.socket()
        self._listening.bind(("127.0.0.1", 0))
        self._listening.listen(64)
        self.port = int(self._listening.getsockname()[1])
        self._whole = threading.Event()
        self._whole.set()
        self._over = False
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    def close(self) -> None:
        self._over = True
        self._whole.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        while not self._over:
            try:
                here, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._carry_both, args=(here,), daemon=True).start()

    def _carry_both(self, here: socket.socket) -> None:
        """Connect on when the first word is there: a client that gave up meanwhile never reached the other side."""
        first = self._receive(here)
        if not first:
            here.close()
            return
        try:
            there = socket.create_connection(("127.0.0.1", self._to_port), 2.0)
        except OSError:
            here.close()
            return
        there.settimeout(None)
        threading.Thread(target=self._carry, args=(there, here, b""), daemon=True).start()
        self._carry(here, there, first)

    def _carry(self, source: socket.socket, target: socket.socket, data: bytes) -> None:
        with suppress(OSError):
            while data := data or self._receive(source):
                target.sendall(data)
                data = b""
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _receive(self, source: socket.socket) -> bytes:
        """Take what comes, when the wire is whole; nothing from an end that was closed while it was cut."""
        with suppress(OSError):
            data = source.recv(65536)
            if self._whole.is_set():
                return data
            self._whole.wait()
            try:
                return data if source.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) else b""
            except BlockingIOError:
                return data
        return b""
