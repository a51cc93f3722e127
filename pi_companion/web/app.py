"""The page's addresses and what each answers."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass, field
from importlib.metadata import version

import segno
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from pi_companion.coach.engine import Engine
from pi_companion.coach.gnubg import Gnubg
from pi_companion.coach.hints import Hint, hint_at
from pi_companion.errors import CompanionError, InputError, JournalError
from pi_companion.record.evidence import When
from pi_companion.record.fields import Fields
from pi_companion.record.wire import JsonObject
from pi_companion.referee.inputs import Command
from pi_companion.web.access import Access, Role, Wait
from pi_companion.web.files import PageFile, load_files
from pi_companion.web.guard import LARGEST_BODY, Guard
from pi_companion.web.library import Download, Library, NoSuchMatchError
from pi_companion.web.live import snapshot
from pi_companion.web.orders import Asked, FieldError, MatchWish, ProfileWish, read_command, read_match_wish
from pi_companion.web.page import Page, replied, wire_events

COOKIE = "pi_companion"
BEAT_S = 2.0
"""How often a reader hears that the table is alive, and how old its picture is."""

REPLY_S = 5.0
MOST_READERS = 150
LONGEST_PIN = 12

Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Parts:
    """What the addresses work with."""

    page: Page
    access: Access
    library: Library
    address: str
    """Where spectators find the page."""

    names: tuple[str, ...]
    """What this machine may be called."""

    engine: Engine = field(default_factory=Gnubg)
    """Gives the hints; it starts when the first one is asked for."""


def build_app(parts: Parts) -> ASGIApp:
    """Put the addresses together."""
    desk = Desk(parts)
    routes = [
        Route("/", desk.file("index.html")),
        Route("/overlay", desk.file("overlay.html")),
        Route("/assets/{path:path}", desk.asset),
        Route("/api/session", desk.session, methods=["GET", "POST"]),
        Route("/api/session/end", desk.end_session, methods=["POST"]),
        Route("/api/live", desk.live),
        Route("/api/state", desk.state),
        Route("/api/matches", desk.matches, methods=["GET", "POST"]),
        Route("/api/matches/{match:int}", desk.match),
        Route("/api/matches/{match:int}/{form}", desk.download),
        Route("/api/matches/{match:int}/pictures/{seq:int}/{when}", desk.picture),
        Route("/api/orders", desk.order, methods=["POST"]),
        Route("/api/orders/preview", desk.preview, methods=["POST"]),
        Route("/api/hint", desk.hint, methods=["POST"]),
        Route("/api/link.svg", desk.link),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, names=parts.names)],
        exception_handlers={
            FieldError: _typed_wrongly,
            CompanionError: _companion_error,
            PermissionError: _forbidden,
            HTTPException: _http_error,
            ClientDisconnect: _gone,
            Exception: _mistake,
        },
    )


class Desk:
    """Answers requests."""

    def __init__(self, parts: Parts) -> None:
        self._page = parts.page
        self._access = parts.access
        self._library = parts.library
        self._address = parts.address
        self._engine = parts.engine
        self._files = load_files()
        self._readers = 0

    def file(self, name: str) -> Handler:
        """Make the handler of one file of the page."""

        async def handle(request: Request) -> Response:
            return self._file(name).answer(request)

        return handle

    async def asset(self, request: Request) -> Response:
        """Send one of the page's files."""
        return self._file(request.path_params["path"]).answer(request)

    async def session(self, request: Request) -> Response:
        """Say what this device may do; with a PIN, let it do more."""
        if request.method == "GET":
            return JSONResponse(self._session(self._role(request)))
        body = await _body(request)
        pin = body.get("pin")
        if not isinstance(pin, str) or not 1 <= len(pin) <= LONGEST_PIN:
            raise FieldError("pin", "A PIN is the six digits that the companion printed when it first started.")
        address = request.client.host if request.client else ""
        found = await run_in_threadpool(self._access.try_pin, pin.strip(), address)
        if isinstance(found, Wait):
            seconds = int(found.seconds) + 1
            why = f"Too many wrong PINs; try again in {seconds} seconds."
            return JSONResponse({"error": why, "field": "pin"}, 429, {"retry-after": str(seconds)})
        if found is Role.SPECTATOR:
            return JSONResponse({"error": "That is not the PIN of this table.", "field": "pin"}, 403)
        response = JSONResponse(self._session(found))
        response.set_cookie(COOKIE, self._access.session(found), max_age=14 * 86400, httponly=True, samesite="strict")
        return response

    async def end_session(self, request: Request) -> Response:
        """Forget what this device may do."""
        await _body(request)
        response = JSONResponse(self._session(Role.SPECTATOR))
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return response

    async def live(self, request: Request) -> Response:
        """Tell everything as it happens (Server-Sent Events); `Last-Event-ID`, or `after`, goes on from there."""
        if self._readers >= MOST_READERS:
            why = f"{MOST_READERS} are looking on already, and this small computer takes no more."
            return JSONResponse({"error": why}, 503, {"retry-after": "10"})
        known = request.headers.get("last-event-id") or request.query_params.get("after", "")
        after = self._page.hub.after(known)
        return StreamingResponse(self._stream(after), media_type="text/event-stream")

    async def state(self, _: Request) -> Response:
        """Give the state alone."""
        return Response(self._page.hub.news(None).text, media_type="application/json")

    async def matches(self, request: Request) -> Response:
        """List the matches; or begin one."""
        if request.method == "POST":
            self._require(request, Role.PLAYER)
            return await self._ask(read_match_wish(await _body(request)))
        before = request.query_params.get("before", "")
        if before and not (before.isascii() and before.isdecimal()):
            raise InputError("The matches are listed before a number.")
        listed = await run_in_threadpool(self._library.listed, int(before[:12]) if before else None)
        return JSONResponse(listed)

    async def match(self, request: Request) -> Response:
        """Tell one match turn by turn."""
        number = request.path_params["match"]
        silent = self._is_kept_back(request, number)
        # Players agreed that pictures are kept as evidence, not that they are shown to everybody.
        pictures = self._role(request) >= Role.PLAYER
        told = await run_in_threadpool(lambda: self._library.match(number, silent=silent, pictures=pictures))
        return JSONResponse(told)

    async def download(self, request: Request) -> Response:
        """Hand one match out as a file."""
        number, name = request.path_params["match"], request.path_params["form"]
        form = next((form for form in Download if form.value == name), None)
        if form is None:
            raise HTTPException(404)
        if self._is_kept_back(request, number):
            raise PermissionError
        handout = await run_in_threadpool(self._library.handout, number, form)
        headers = {"content-disposition": f'attachment; filename="{handout.name}"'}
        return Response(handout.data, headers=headers, media_type=handout.kind)

    async def picture(self, request: Request) -> Response:
        """Send a picture of a turn to those who were at the table."""
        self._require(request, Role.PLAYER)
        asked = request.path_params
        when = next((when for when in When if when.value == asked["when"]), None)
        data = None
        if when is not None:
            data = await run_in_threadpool(self._library.picture, asked["match"], asked["seq"], when)
        if data is None:
            raise HTTPException(404)
        return Response(data, media_type="image/jpeg")

    async def order(self, request: Request) -> Response:
        """Pass an order on to the table, and say what came of it."""
        role = self._require(request, Role.PLAYER)
        return await self._ask(read_command(await _body(request), role))

    async def preview(self, request: Request) -> Response:
        """Say what an order would come to; nothing is done."""
        role = self._require(request, Role.PLAYER)
        command = read_command(await _body(request), role)
        found = await run_in_threadpool(self._page.preview, command)
        if found is None:
            raise HTTPException(503, "The table is not ready yet.")
        after, events = found
        answer: JsonObject = {"refused": replied(events).refused, "events": [*wire_events(events)]}
        answer["state"] = await run_in_threadpool(snapshot, after)
        return JSONResponse(answer)

    async def hint(self, request: Request) -> Response:
        """Give a hint for the roll that waits to be played, where the match is one that teaches."""
        self._require(request, Role.PLAYER)
        step = Fields(await _body(request)).choice("step", Hint)
        now = self._page.now
        if now is None:
            raise HTTPException(503, "The table is not ready yet.")
        found = await run_in_threadpool(hint_at, now.state.course, step, self._engine)
        return JSONResponse({"refused": found.refused, "hint": found.words}, 409 if found.refused else 200)

    async def link(self, _: Request) -> Response:
        """Draw the address for spectators as a QR code."""
        drawing = io.BytesIO()
        segno.make(self._address, error="m", micro=False).save(drawing, kind="svg", scale=8, border=2, light="#fff")
        return Response(drawing.getvalue(), media_type="image/svg+xml")

    async def _stream(self, after: int | None) -> AsyncIterator[str]:
        """Send the state at once, then whatever is new, and a beat in between."""
        self._readers += 1
        hub = self._page.hub
        try:
            yield f"retry: 1000\n{self._beat()}"
            news = hub.news(after)
            while True:
                yield f"event: news\nid: {hub.run}-{news.number}\ndata: {news.text}\n\n"
                known = news.number
                while (fresh := await hub.wait(known, BEAT_S)) is None:
                    yield self._beat()
                news = fresh
        except EOFError:
            return
        finally:
            self._readers -= 1

    def _beat(self) -> str:
        return f"event: beat\ndata: {json.dumps({'age_s': self._page.age_s()})}\n\n"

    async def _ask(self, wish: Command | MatchWish | ProfileWish) -> Response:
        asked = Asked(wish)
        self._page.submit(asked)
        try:
            reply = await asyncio.wait_for(asyncio.wrap_future(asked.reply), REPLY_S)
        except (TimeoutError, FutureTimeoutError):
            raise HTTPException(
                503, "The table does not answer; look whether it happened before you ask again."
            ) from None
        return JSONResponse(
            {"refused": reply.refused, "events": wire_events(reply.events)},
            409 if reply.refused else 200,
        )

    def _file(self, name: str) -> PageFile:
        if name not in self._files:
            raise HTTPException(404)
        return self._files[name]

    def _session(self, role: Role) -> JsonObject:
        return {"role": role.name.lower(), "version": version("pi-companion"), "address": self._address}

    def _role(self, request: Request) -> Role:
        return self._access.role(request.cookies.get(COOKIE, ""))

    def _require(self, request: Request, role: Role) -> Role:
        held = self._role(request)
        if held < role:
            raise PermissionError
        return held

    def _is_kept_back(self, request: Request, match: int) -> bool:
        """Whether a match is still played in silence, so that its illegal plays are the director's alone to see."""
        return self._page.is_silent and match == self._page.match and self._role(request) < Role.DIRECTOR


async def _body(request: Request) -> dict[str, object]:
    """Read the JSON object that was sent.

    Raises:
        InputError: It is none.
    """
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > LARGEST_BODY:
            raise HTTPException(413, f"A request for a change has at most {LARGEST_BODY} bytes.")
    try:
        body = json.loads(data, parse_constant=_no_constant)
        # Half a letter, as JSON can write it, could not be sent back or kept.
        json.dumps(body, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise InputError("A request for a change is a JSON object in UTF-8.") from error
    if not isinstance(body, dict):
        raise InputError("A request for a change is a JSON object.")
    return body


def _no_constant(name: str) -> None:
    raise ValueError(name)


async def _typed_wrongly(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error), "field": getattr(error, "name", "")}, 422)


async def _companion_error(_: Request, error: Exception) -> Response:
    if isinstance(error, NoSuchMatchError):
        return JSONResponse({"error": str(error)}, 404)
    return JSONResponse({"error": str(error)}, 503 if isinstance(error, JournalError) else 422)


async def _forbidden(_: Request, _error: Exception) -> Response:
    return JSONResponse({"error": "That takes the PIN of a player, or of the director."}, 403)


async def _http_error(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    why = error.detail if isinstance(error, HTTPException) else ""
    headers = error.headers if isinstance(error, HTTPException) else None
    return JSONResponse({"error": why}, status, headers)


async def _gone(_: Request, _error: Exception) -> Response:
    return Response(status_code=400)


async def _mistake(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": f"This is a mistake in the program ({type(error).__name__}); please report it."}, 500)
