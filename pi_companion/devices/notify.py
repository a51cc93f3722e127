"""Telling systemd how the service fares, in its own words over its own socket; without systemd nothing happens."""

import contextlib
import os
import socket
from collections.abc import Mapping

_FED_TWICE = 2
"""The watchdog is fed so often within its time."""

_US = 1_000_000


class Notifier:
    """Speaks to the service manager that started this process.

    Args:
        environment: Where systemd says how it is spoken to.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        watchdog_us = environment.get("WATCHDOG_USEC", "")
        meant = environment.get("WATCHDOG_PID", "")
        ours = not meant or meant == str(os.getpid())
        self.interval_s: float | None = (
            int(watchdog_us) / _US / _FED_TWICE if watchdog_us.isdecimal() and ours else None
        )
        """How often the watchdog wants to be fed; None where there is none."""

    def ready(self) -> None:
        """Say that the service is up."""
        self._say("READY=1")

    def status(self, words: str) -> None:
        """Say how it fares, for `systemctl status`."""
        self._say(f"STATUS={' '.join(words.split())}")

    def alive(self) -> None:
        """Feed the watchdog."""
        self._say("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the service ends because it was told to."""
        self._say("STOPPING=1")

    def _say(self, words: str) -> None:
        if not self._address:
            return
        # An @ stands for the zero byte of a socket that is no file.
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out,
        ):
            # Who does not read must not keep the table waiting: the queue is long, and the watchdog is fed again soon.
            out.sendto(words.encode(), socket.MSG_DONTWAIT, address)
