"""The page beside a command: opened, its address and its PINs told, closed again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pi_companion.config import WebSettings
from pi_companion.errors import DeviceError
from pi_companion.web.access import Access, Pins
from pi_companion.web.host import PageHost
from pi_companion.web.page import Page


@contextmanager
def served(
    page: Page, settings: WebSettings, access: Access, journal: Path, say: Callable[[str], None]
) -> Iterator[str | None]:
    """Serve a page, and give its address; None where it cannot be served, for a match goes on without.

    Args:
        page: What is served.
        settings: Where.
        access: Who may do what.
        journal: Where the matches lie.
        say: Tells people what is not as it was set.
    """
    try:
        host = PageHost(settings, page, access, journal)
    except DeviceError as error:
        say(f"{error}; the page is not served")
        yield None
        return
    try:
        if host.remark:
            say(host.remark)
        yield host.address
    finally:
        host.close()


def pin_lines(pins: Pins) -> tuple[str, ...]:
    """Tell new PINs, which are nowhere to be read again."""
    return (
        f"PIN of the players: {pins.player}",
        f"PIN of the director: {pins.director}",
    )
