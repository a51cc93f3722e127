"""The desk's addresses and what each answers."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from pi_companion.club.ladder import ladder_plot
from pi_companion.club.messages import LONGEST_NAME
from pi_companion.paper.svg import to_svg
from pi_companion.record.fields import Fields
from pi_companion.web.access import Access, Role
from pi_companion.web.answers import REFUSALS, read_body
from pi_companion.web.desk.view import DeskPage, ladder_to_wire
from pi_companion.web.files import PageFile, PageFiles, load_files, page_file
from pi_companion.web.guard import Guard
from pi_companion.web.orders import FieldError
from pi_companion.web.sessions import Sessions
from pi_companion.web.stream import Stream

FOLDER = Path(__file__).with_name("assets")


@dataclass(frozen=True, slots=True)
class DeskParts:
    """What the desk's addresses work with."""

    page: DeskPage
    access: Access
    address: str
    """Where people find the page."""

    names: tuple[str, ...]
    """What this machine may be called."""

    changed: Callable[[], None]
    """Called after something was done here, so that everybody sees it."""

    forget: Callable[[str], None]
    """Forgets a table, and lets the broker forget it."""


def build_desk(parts: DeskParts) -> ASGIApp:
    """Put the addresses together."""
    desk = DeskAnswers(parts)
    routes = [
        Route("/", desk.files.page("index.html")),
        Route("/assets/{path:path}", desk.files.asset),
        Route("/api/session", desk.sessions.session, methods=["GET", "POST"]),
        Route("/api/session/end", desk.sessions.end, methods=["POST"]),
        Route("/api/live", desk.stream.live),
        Route("/api/ladder", desk.ladder),
        Route("/api/ladder.svg", desk.plot),
        Route("/api/players/rename", desk.rename, methods=["POST"]),
        Route("/api/players/part", desk.part, methods=["POST"]),
        Route("/api/calls/answer", desk.answer, methods=["POST"]),
        Route("/api/tables/forget", desk.forget, methods=["POST"]),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Guard, names=parts.names)], exception_handlers=REFUSALS)


class DeskAnswers:
    """Answers requests."""

    def __init__(self, parts: DeskParts) -> None:
        self._page = parts.page
        self._register = parts.page.register
        self._changed = parts.changed
        self._forget = parts.forget
        self.files = PageFiles(desk_files())
        """The page's own files."""

        self.sessions = Sessions(parts.access, parts.address)
        """Who asks."""

        self.stream = Stream(parts.page.hub, lambda: {"age_s": None})
        """What is told to those who look on."""

    async def ladder(self, _: Request) -> Response:
        """Give the ladder and who was renamed."""
        ladder = await run_in_threadpool(self._page.ladder)
        return JSONResponse(await run_in_threadpool(ladder_to_wire, ladder, self._register))

    async def plot(self, _: Request) -> Response:
        """Draw the ratings of the best players from match to match."""
        ladder = await run_in_threadpool(self._page.ladder)
        if not ladder.rungs:
            raise HTTPException(404)
        return Response(to_svg(ladder_plot(ladder, below="")), media_type="image/svg+xml")

    async def rename(self, request: Request) -> Response:
        """Let a player be called otherwise; a name that another player has makes them one."""
        body = await self._asked(request)
        old, new = _name(body, "old"), _name(body, "new")
        await run_in_threadpool(lambda: self._register.set_players(self._register.players().rename(old, new)))
        return self._done()

    async def part(self, request: Request) -> Response:
        """Take a renaming back."""
        old = _name(await self._asked(request), "old")
        await run_in_threadpool(lambda: self._register.set_players(self._register.players().forget(old)))
        return self._done()

    async def answer(self, request: Request) -> Response:
        """Note that somebody went to the table that called."""
        key = _name(await self._asked(request), "key")
        await run_in_threadpool(self._register.answer, key)
        return self._done()

    async def forget(self, request: Request) -> Response:
        """Forget a table that is no more; its results stay."""
        self._forget(_name(await self._asked(request), "table"))
        return self._done()

    async def _asked(self, request: Request) -> Fields:
        self.sessions.require(request, Role.DIRECTOR)
        return Fields(await read_body(request))

    def _done(self) -> Response:
        self._changed()
        return JSONResponse({})


def desk_files() -> dict[str, PageFile]:
    """Give the desk's own files, with those of the table's page that it uses too; its words are added to theirs."""
    shared, own = load_files(), load_files(FOLDER)
    files = {**shared, **own}
    for path in shared.keys() & own.keys():
        if path.startswith("lang/"):
            words = {**json.loads(shared[path].data), **json.loads(own[path].data)}
            files[path] = page_file(path, json.dumps(words, ensure_ascii=False).encode())
    return files


def _name(fields: Fields, name: str) -> str:
    text = fields.text(name)
    if not 0 < len(text) <= LONGEST_NAME:
        raise FieldError(name, f"A name has 1 to {LONGEST_NAME} letters.")
    return text
