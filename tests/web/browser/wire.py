"""A network cable between a browser and the page that a test can pull out and plug in again."""

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self

CHUNK = 65536


class Wire:
    """Forwards connections to a port of this machine until it is cut.

    Args:
        port: Where the page is served.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._lock = threading.Lock()
        self._whole = True
        self._ends: list[socket.socket] = []
        self._hangs = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listening.close()
        self.cut()

    def cut(self) -> None:
        """Pull it out: whatever goes through it ends, and nothing new comes through."""
        with self._lock:
            self._whole = False
            ends, self._ends = self._ends, []
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def hang(self) -> None:
        """Let what goes through it now hang for good, as when a phone fell asleep; what is new comes through."""
        self._hangs.set()
        self._hangs = threading.Event()

    def mend(self) -> None:
        """Plug it in again."""
        with self._lock:
            self._whole = True

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                self._join(near)

    def _join(self, near: socket.socket) -> None:
        with self._lock:
            if not self._whole:
                near.close()
                return
            far = socket.create_connection(("127.0.0.1", self._to))
            self._ends += [near, far]
        for source, target in ((near, far), (far, near)):
            threading.Thread(target=_pump, args=(source, target, self._hangs), daemon=True).start()


def _pump(source: socket.socket, target: socket.socket, hangs: threading.Event) -> None:
    with contextlib.suppress(OSError), source:
        while data := source.recv(CHUNK):
            if not hangs.is_set():
                target.sendall(data)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)
