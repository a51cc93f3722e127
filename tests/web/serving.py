"""A page on a free port of this machine, with a table behind it that does at once what it is asked."""

import http.client
import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp

from pi_companion.record.journal import Journal, Stamp
from pi_companion.referee import State, resume, step
from pi_companion.referee.events import TableEvent, TermsAgreed
from pi_companion.referee.inputs import Command, Input
from pi_companion.referee.terms import Terms
from pi_companion.table import Told, begin
from pi_companion.web.access import Access, Pins, Role
from pi_companion.web.app import Parts, build_app
from pi_companion.web.fitting import Fitting
from pi_companion.web.library import Library
from pi_companion.web.live import TableNow
from pi_companion.web.orders import Asked, Reply
from pi_companion.web.page import OVERTAKEN, Page, is_overtaken, replied
from pi_companion.web.server import PageServer
from pi_companion.web.sessions import COOKIE
from tests.coach.engines import Chosen
from tests.devices.fakes import Clock

WALL_S = 1_800_000_000.0


class Tabletop:
    """The table's loop, without a loop: every wish is carried out where it arrives."""

    def __init__(
        self, path: Path, *, length: int = 5, names: tuple[str, str] = ("Ann", "Bob"), terms: Terms | None = None
    ) -> None:
        self.path = path
        self.lock = threading.RLock()
        self.clock = Clock()
        self.asked: list[Asked] = []
        self.deaf = False
        self.page = Page("run1", self.submit, self.clock)
        with Journal.open(path) as journal:
            self.match, opening = begin(journal, length, *names, source="table")
        self.state: State = resume(told.event for told in opening)
        self.health: dict[str, Any] = {}
        self._keys = 0
        self.last_seq = 0
        for told in opening:
            self.page.tell(told)
        self.show()
        if terms is not None:
            self.happen(TermsAgreed(terms))

    def reopen(self) -> None:
        """Begin a new run of the page, as after a restart: a hub that was closed has let its readers go for good."""
        self.page = Page("run1", self.submit, self.clock)
        self.show()

    def show(self, **health: Any) -> None:
        self.health |= health
        self.page.show(TableNow(self.match, self.state, **self.health))

    def take(self, given: Input) -> tuple[TableEvent, ...]:
        with self.lock:
            done = step(self.state, given)
            self.state = done.state
            self.write(*done.effects)
            return done.effects

    def happen(self, *events: TableEvent) -> None:
        """Let events happen as if the referee had told them."""
        with self.lock:
            self.write(*events)
            with Journal.read(self.path) as journal:
                self.state = resume(entry.event for entry in journal.events(self.match))
            self.show()

    def write(self, *events: TableEvent) -> None:
        # Opened anew each time, since a request comes in a thread of its own.
        with Journal.open(self.path) as journal:
            for event in events:
                self._keys += 1
                entry = journal.append(self.match, event, Stamp(0.0), key=str(self._keys))
                self.last_seq = entry.seq
                self.page.tell(Told(entry.seq, 0.0, "", event))
        self.show()

    def submit(self, asked: Asked) -> None:
        self.asked.append(asked)
        if self.deaf:
            return
        if is_overtaken(asked, self.match, self.state):
            asked.reply.set_result(Reply(refused=OVERTAKEN))
        elif isinstance(asked.wish, Command):
            asked.reply.set_result(replied(self.take(asked.wish)))
        else:
            asked.reply.set_result(Reply())


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    data: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.data)


class Browser:
    """Sends what a page would send; each part can be changed to what none would."""

    def __init__(self, port: int, session: str = "") -> None:
        self.port, self.session = port, session

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        *,
        raw: bytes | None = None,
    ) -> Answer:
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        sent = {"Host": f"127.0.0.1:{self.port}"}
        if self.session:
            sent["Cookie"] = f"{COOKIE}={self.session}"
        if method not in ("GET", "HEAD"):
            sent |= {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/json"}
            sent["Content-Length"] = str(len(data))
        sent |= headers or {}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(method, path, data or None, {name: text for name, text in sent.items() if text})
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})

    def post(self, path: str, body: Any) -> Answer:
        return self.send("POST", path, body)

    @contextmanager
    def live(self, last: str = "", path: str = "/api/live") -> Iterator["Stream"]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"Last-Event-ID": last} if last else {}
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        try:
            yield Stream(answer)
        finally:
            answer.close()
            connection.close()


class Stream:
    """Server-Sent Events, one after the other."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.answer = answer
        self.last = ""

    def events(self) -> Iterator[tuple[str, Any]]:
        kind, data = "", ""
        while line := self.answer.readline().decode():
            line = line.rstrip("\n")
            name, _, text = line.partition(": ")
            if name == "event":
                kind = text
            elif name == "data":
                data = text
            elif name == "id":
                self.last = text
            elif not line and data:
                yield kind, json.loads(data)
                kind, data = "", ""

    def news(self) -> Any:
        return next(data for kind, data in self.events() if kind == "news")


@dataclass
class Serving:
    """The page, served."""

    table: Tabletop
    access: Access
    pins: Pins
    server: PageServer
    app: ASGIApp

    def browser(self, role: Role = Role.SPECTATOR) -> Browser:
        session = "" if role is Role.SPECTATOR else self.access.session(role)
        return Browser(self.server.port, session)


@contextmanager
def serving(
    table: Tabletop, names: Sequence[str] = ("localhost",), fitting: Fitting | None = None
) -> Iterator[Serving]:
    access, pins = Access.new(table.clock, lambda: WALL_S)
    server = PageServer(table.page.hub, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.port}/"
    parts = Parts(table.page, access, Library(table.path), address, tuple(names), Chosen(), fitting or Fitting())
    app = build_app(parts)
    server.start(app)
    try:
        yield Serving(table, access, pins, server, app)
    finally:
        server.stop()


def until(condition: Any, patience_s: float = 10.0) -> None:
    """Wait for what another thread does."""
    end = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < end, "it never happened"
        threading.Event().wait(0.01)
