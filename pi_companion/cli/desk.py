"""`desk`: all tables of the club on one page, as they tell the broker."""

import secrets
import signal
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from pi_companion.cli.broker import broker_of
from pi_companion.cli.output import Output, Status, complain
from pi_companion.club.listener import Listener
from pi_companion.club.register import Register
from pi_companion.club.topics import Topics
from pi_companion.config import ClubSettings, DeskSettings
from pi_companion.errors import InputError, JournalError
from pi_companion.web.access import Access, renew
from pi_companion.web.desk.app import DeskParts, build_desk
from pi_companion.web.desk.view import DeskPage
from pi_companion.web.server import PageServer, own_address, own_names

FILE_NAME = "desk.sqlite"
ACCESS_NAME = "desk-access.json"
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, not listened at


def desk(club: ClubSettings, settings: DeskSettings, file: Path, output: Output, *, new_pins: bool) -> Status:
    """Listen to the club and serve the page until the process is told to stop.

    Args:
        club: The broker.
        settings: Where the page is served.
        file: Where the desk keeps what it has heard.
        output: Tells the page's address, and new PINs.
        new_pins: Whether new PINs are drawn.

    Raises:
        InputError: The settings name no broker.
        SettingsError: Password, certificate or PINs cannot be read, or paho-mqtt is not installed.
        JournalError: The desk's file cannot be opened.
        DeviceError: The port cannot be had.
    """
    if not club.broker:
        raise InputError(
            "wanted the club's broker to listen to, but the settings name none; write it under [club] as broker"
        )
    broker = broker_of(club)
    over = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        over.set()

    with ExitStack() as stack:
        register = Register(file, time.time)
        stack.callback(register.close)
        access_file = file.with_name(ACCESS_NAME)
        make = renew if new_pins else Access.open
        access, pins = make(access_file, time.monotonic, time.time)
        page = DeskPage(secrets.token_hex(4), register, time.time)
        listener = Listener(Topics(club.prefix), broker, register, complain, lambda: _refresh(page, listener))
        server = PageServer(page.hub, settings.address, settings.port)
        host = own_address() if settings.address in _EVERYWHERE else settings.address
        address = f"http://{f'[{host}]' if ':' in host else host}:{server.port}/"
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        stack.callback(server.stop)
        server.start(build_desk(DeskParts(page, access, address, own_names(), listener.refresh, listener.forget)))
        stack.callback(listener.stop)
        listener.start()
        output.text(f"The desk's page: {address}")
        output.json({"address": address})
        if pins is not None:
            output.text(f"PIN of the director: {pins.director}")
            output.json({"director": pins.director})
        over.wait()
    return Status.DONE


def _refresh(page: DeskPage, listener: Listener) -> None:
    try:
        page.refresh(is_heard=listener.is_heard)
    except JournalError as error:
        complain(error)
