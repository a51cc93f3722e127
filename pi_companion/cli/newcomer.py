"""`run` at a table whose board nobody has shown yet: the page leads to the calibration, and then the match begins."""

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pi_companion.cli.feeding import buffers_of, feed_of
from pi_companion.config import Settings
from pi_companion.devices.notify import Notifier
from pi_companion.errors import DeviceError, InputError
from pi_companion.service.newcomer import NO_BOARD, Newcomer, NewcomerParts
from pi_companion.vision.profile import BoardProfile
from pi_companion.web.page import Page

if TYPE_CHECKING:
    import queue

    from pi_companion.service.loop import Happening


def require_page(settings: Settings, board: Path) -> None:
    """Make sure that the board can be shown on the page, where there is no profile of it.

    Raises:
        InputError: No page is served.
    """
    if not settings.web.on:
        raise InputError(
            f"wanted a board profile at {board}, but there is none; make one with `pi-companion calibrate`, "
            "or switch the page on ([web] on = true) and show the board there"
        )


def shown_board(
    settings: Settings,
    board: Path,
    page: Page,
    address: str | None,
    happenings: "queue.SimpleQueue[Happening]",
    say: Callable[[str], None],
) -> BoardProfile | None:
    """Wait until the board is shown on the page, and keep its profile.

    Args:
        settings: Which camera.
        board: Where the profile is kept.
        page: The page, served already.
        address: Where it is; None where it could not be served.
        happenings: What the loop hears.
        say: Tells people.

    Returns:
        The profile; None where the process was told to stop before.

    Raises:
        DeviceError: The page could not be served, or the camera's library hangs for good.
    """
    if address is None:
        raise DeviceError(f"wanted a board profile at {board}, and no page can be served on which the board is shown")
    say(f"{NO_BOARD}: set the board up for the start, open {address} as director, and calibrate")
    # The names of its pictures are of no use later, when a match begins.
    name = f"{secrets.token_hex(4)}:"
    parts = NewcomerParts(
        feed_of(settings.camera, None, buffers_of(settings), name, happenings),
        Notifier(),
        page,
        lambda profile: profile.save(board),
        say,
    )
    return Newcomer(parts, happenings, time.monotonic).run()
