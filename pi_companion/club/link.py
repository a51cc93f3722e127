"""The connection to the club's broker: made anew whenever it breaks, and never trusted to be there.

One thread owns a link and turns it; paho-mqtt reads and writes, and all that is of MQTT stays in this file. A client is
used for one connection only, so that what was on its way when it broke is known here, and not sent a second time by a
queue that nobody sees.
"""

import contextlib
import importlib
import secrets
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pi_companion.errors import SettingsError

KEEPALIVE_S = 4
"""After twice so long a broker that says nothing is given up; it does the same with us after one and a half times."""

PATIENCE_S = 3.0
"""A broker that takes so long to confirm something is given up; after each such time it is given twice as long."""

LONGEST_PATIENCE_S = 12.0
"""So that one that is slow is not taken for one that is away again and again."""

CONNECT_S = 2.0
RETRY_S = 1.0
"""How long after a failure the broker is tried again."""

MOST_BYTES = 64 * 1024
"""Longer messages are none of ours."""

MOST_AT_ONCE = 200
"""So many things are read in one turn, since one write to the disk serves for all of them."""

QOS = 1


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the club's messages go."""

    host: str
    port: int = 1883
    user: str = ""
    password: str = ""
    tls: bool = False
    ca: Path | None = None
    """The certificate by which the broker is known; None for those that the system trusts."""

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Message:
    """Something to say on a topic."""

    topic: str
    text: str
    retain: bool = False
    """Whether the broker keeps it for those who come later."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The broker has let us in."""


@dataclass(frozen=True, slots=True)
class Left:
    """The broker is not to be had; told for each try."""

    why: str


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The broker has taken a message."""

    ticket: int


@dataclass(frozen=True, slots=True)
class Arrived:
    """Somebody has said something."""

    topic: str
    text: str


LinkEvent = Joined | Left | Confirmed | Arrived


class Link(Protocol):
    """What the two ends work with."""

    def turn(self, patience_s: float) -> list[LinkEvent]:
        """Wait so long for something to happen, and give it."""
        ...

    def send(self, message: Message) -> int | None:
        """Send something and give the ticket by which it will be confirmed; None where nobody is there."""
        ...

    def close(self, last: Message | None = None) -> None:
        """Leave in good order, with a last word."""
        ...


class BrokerLink:
    """A link over the network.

    Args:
        broker: Where to.
        topics: What to listen to.
        will: What the broker says for us when we are gone without a word.
        clock: Monotonic seconds.

    Raises:
        SettingsError: paho-mqtt is not installed.
    """

    def __init__(
        self,
        broker: Broker,
        topics: tuple[str, ...],
        will: Message | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._mqtt = _library()
        self._broker = broker
        self._topics = topics
        self._will = will
        self._clock = clock
        # The same through all of this run, so that a new connection takes the place of one that hangs.
        self._id = f"pi-companion-{secrets.token_hex(5)}"
        self._client: Any = None
        self._joined = False
        self._since_s = 0.0
        self._retry_at_s = 0.0
        self._patience_s = PATIENCE_S
        self._waiting: dict[int, float] = {}
        self._happened: list[LinkEvent] = []
        self._refused = ""
        self._over = threading.Event()

    def turn(self, patience_s: float) -> list[LinkEvent]:
        """See `Link`; a broker that is away is tried again when it is time."""
        if self._client is None:
            left_s = self._retry_at_s - self._clock()
            if left_s > 0:
                self._over.wait(min(patience_s, left_s))
            else:
                self._connect()
        else:
            self._read(patience_s)
        happened, self._happened = self._happened, []
        return happened

    def send(self, message: Message) -> int | None:
        """See `Link`."""
        if self._client is None or not self._joined:
            return None
        try:
            info = self._client.publish(message.topic, message.text.encode(), qos=QOS, retain=message.retain)
        except (OSError, ValueError) as error:
            self._lose(_words(error))
            return None
        self._waiting[info.mid] = self._clock()
        return int(info.mid)

    def close(self, last: Message | None = None) -> None:
        """See `Link`."""
        if self._client is None:
            return
        ticket = None if last is None else self.send(last)
        end_s = self._clock() + RETRY_S
        while ticket in self._waiting and self._client is not None and self._clock() < end_s:
            self._read(0.05)
        if self._client is not None:
            with contextlib.suppress(OSError, ValueError):
                self._client.disconnect()
                self._client.loop(0.05)
            self._drop()

    def _connect(self) -> None:
        self._joined, self._refused, self._since_s = False, "", self._clock()
        try:
            self._client = self._new_client()
            self._client.connect(self._broker.host, self._broker.port, KEEPALIVE_S)
        except (OSError, ValueError) as error:
            self._lose(_words(error))

    def _new_client(self) -> Any:  # noqa: ANN401 - two versions of the library, of which one has no types
        mqtt, broker = self._mqtt, self._broker
        versions = getattr(mqtt, "CallbackAPIVersion", None)
        first = () if versions is None else (versions.VERSION2,)  # paho-mqtt 1 has but one form of callbacks
        client = mqtt.Client(*first, client_id=self._id, clean_session=True)
        client._connect_timeout = CONNECT_S  # noqa: SLF001 - version 1 has no public name for it
        if broker.user:
            client.username_pw_set(broker.user, broker.password)
        if broker.tls:
            context = ssl.create_default_context(cafile=None if broker.ca is None else str(broker.ca))
            client.tls_set_context(context)
        if self._will is not None:
            client.will_set(self._will.topic, self._will.text.encode(), qos=QOS, retain=self._will.retain)
        client.max_inflight_messages_set(0)  # whoever sends here counts by itself
        client.on_connect, client.on_publish, client.on_message = self._on_connect, self._on_publish, self._on_message
        return client

    def _read(self, patience_s: float) -> None:
        client, code = self._client, 0
        try:
            for _ in range(MOST_AT_ONCE):
                known = len(self._happened)
                code = client.loop(patience_s)
                if code != 0 or len(self._happened) == known:
                    break
                patience_s = 0.0  # what else has come already
        except (OSError, ValueError) as error:
            self._lose(_words(error))
            return
        if self._client is None:
            return
        now_s = self._clock()
        if self._refused:
            self._lose(self._refused)
        elif code != 0:
            self._lose(str(self._mqtt.error_string(code)).rstrip("."))
        elif not self._joined and now_s - self._since_s > self._patience_s:
            self._give_up("it does not answer")
        elif self._waiting and now_s - next(iter(self._waiting.values())) > self._patience_s:
            self._give_up("it confirms nothing")

    def _give_up(self, why: str) -> None:
        self._patience_s = min(LONGEST_PATIENCE_S, 2 * self._patience_s)
        self._lose(why)

    def _lose(self, why: str) -> None:
        self._drop()
        self._retry_at_s = self._clock() + RETRY_S
        self._happened.append(Left(why))

    def _drop(self) -> None:
        client, self._client, self._joined = self._client, None, False
        self._waiting.clear()
        if client is None:
            return
        client.on_connect = client.on_publish = client.on_message = None
        with contextlib.suppress(OSError, ValueError):
            client._reset_sockets()  # noqa: SLF001 - else its sockets stay open until it is collected

    # paho-mqtt calls these inside `loop`; the form of the last arguments differs between its versions.

    def _on_connect(self, client: Any, _data: object, _flags: object, code: Any, *_more: object) -> None:  # noqa: ANN401
        if code != 0:
            why = _REFUSALS.get(code, f"code {code}") if isinstance(code, int) else str(code).lower()
            self._refused = f"it refuses us, {why}"
            return
        self._joined = True
        if self._topics:
            client.subscribe([(topic, QOS) for topic in self._topics])
        self._happened.append(Joined())

    def _on_publish(self, _client: object, _data: object, ticket: int, *_more: object) -> None:
        self._waiting.pop(ticket, None)
        self._patience_s = PATIENCE_S
        self._happened.append(Confirmed(ticket))

    def _on_message(self, _client: object, _data: object, message: Any) -> None:  # noqa: ANN401
        if not self._waiting:
            self._patience_s = PATIENCE_S
        if len(message.payload) <= MOST_BYTES:
            self._happened.append(Arrived(str(message.topic), bytes(message.payload).decode("utf-8", "replace")))


_REFUSALS = {3: "it is not ready", 4: "name or password are wrong", 5: "this name may not"}
"""What MQTT 3.1.1's return codes mean, for paho-mqtt 1, which gives the bare number."""


def _library() -> Any:  # noqa: ANN401 - see `BrokerLink._new_client`
    try:
        return importlib.import_module("paho.mqtt.client")
    except ImportError as error:
        raise SettingsError(
            "wanted to speak to the club's broker, but paho-mqtt is not installed; install python3-paho-mqtt, or "
            "pi-companion[club], or take broker out of [club] in the settings"
        ) from error


def _words(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}"
    return str(getattr(error, "strerror", None) or str(error) or type(error).__name__)
