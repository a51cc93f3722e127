"""The page of one table, opened beside a command and closed with it."""

from pathlib import Path

from pi_companion.coach.gnubg import Gnubg
from pi_companion.config import LAST_PORT, WebSettings
from pi_companion.errors import DeviceError
from pi_companion.web.access import Access
from pi_companion.web.app import Parts, build_app
from pi_companion.web.library import Library
from pi_companion.web.page import Page
from pi_companion.web.server import PageServer, own_address, own_names

NEXT_PORTS = 10
"""So many ports are tried, beginning with the one that is set."""

_EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - compared with, not listened at


class PageHost:
    """Serves a page until it is closed.

    Args:
        settings: Where to listen.
        page: What is served.
        access: Who may do what.
        journal: Where the matches lie.

    Raises:
        DeviceError: No port near the one that is set is free, or the address is not this machine's.
    """

    def __init__(self, settings: WebSettings, page: Page, access: Access, journal: Path) -> None:
        self._server = _listening(settings, page)
        port = self._server.port
        self.remark = ""
        """What is not as it was set, in a line; empty where all is."""
        if settings.port not in (0, port):
            self.remark = f"Port {settings.port} is taken, so the page is served at port {port}."
        host = own_address() if settings.address in _EVERYWHERE else settings.address
        self.address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        """Where people find the page."""
        self._engine = Gnubg()
        names = own_names()
        self._server.start(build_app(Parts(page, access, Library(journal), self.address, names, self._engine)))

    def close(self) -> None:
        """Let all readers go and stop serving."""
        self._server.stop()
        self._engine.close()


def _listening(settings: WebSettings, page: Page) -> PageServer:
    ports = range(settings.port, min(settings.port + NEXT_PORTS, LAST_PORT + 1)) if settings.port else (0,)
    refusal: DeviceError | None = None
    for port in ports:
        try:
            return PageServer(page.hub, settings.address, port)
        except DeviceError as error:
            refusal = refusal or error
    raise refusal or DeviceError("wanted a port for the page, but there is none")
