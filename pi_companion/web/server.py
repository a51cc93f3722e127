"""The web server in a thread of its own, beside the table's loop."""

import asyncio
import contextlib
import socket
import threading

import uvicorn
from starlette.types import ASGIApp

from pi_companion.errors import DeviceError
from pi_companion.web.doors import MOST_CONNECTIONS, Door
from pi_companion.web.hub import Hub

START_S = 10.0
STOP_S = 5.0
_NOWHERE = ("192.0.2.1", 9)
"""An address of no machine (RFC 5737); nothing is sent to it, only the way there is asked for."""


class PageServer:
    """Serves the page until it is stopped.

    Args:
        hub: Where readers wait for news.
        host: The address to listen at.
        port: The port; 0 takes any free one.

    Raises:
        DeviceError: The port cannot be had.
    """

    def __init__(self, hub: Hub, host: str, port: int) -> None:
        self._hub = hub
        self._socket = _listen(host, port)
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._socket.getsockname()[1])

    def start(self, app: ASGIApp) -> None:
        """Serve.

        Raises:
            DeviceError: The server does not come up.
        """
        config = uvicorn.Config(
            app,
            http=Door,
            ws="none",
            lifespan="off",
            loop="asyncio",
            log_config=None,
            access_log=False,
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=2,
        )
        self._server = uvicorn.Server(config)
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(self._server, ready), name="page", daemon=True)
        self._thread.start()
        if not ready.wait(START_S):
            raise DeviceError("wanted to serve the page, but the server does not come up; start the program again")

    def stop(self) -> None:
        """Let all readers go and end; harmless where it was never started."""
        self._hub.close()
        if self._server is not None:
            self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(STOP_S)
        with contextlib.suppress(OSError):
            self._socket.close()

    def _run(self, server: uvicorn.Server, ready: threading.Event) -> None:
        asyncio.run(self._serve(server, ready))

    async def _serve(self, server: uvicorn.Server, ready: threading.Event) -> None:
        self._hub.attach(asyncio.get_running_loop())
        ready.set()
        await server.serve(sockets=[self._socket])


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, port))
            listening.listen(128)
        except BaseException:
            listening.close()
            raise
    except OSError as error:
        raise DeviceError(
            f"wanted to serve the page at {host}:{port}, but the system says {error.strerror or error}; "
            "choose another [web] port in the settings"
        ) from error
    return listening


def own_names() -> tuple[str, ...]:
    """Say by which names this machine may be called."""
    name = socket.gethostname().lower()
    return "localhost", name, f"{name.partition('.')[0]}.local"


def own_address() -> str:
    """Find the address by which others on the local network reach this machine."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(_NOWHERE)
        return str(asking.getsockname()[0])
    return "127.0.0.1"
