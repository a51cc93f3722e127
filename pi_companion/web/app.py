"""The page's addresses and what each answers."""

import asyncio
import io
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass, field

import segno
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from pi_companion.coach.engine import Engine
from pi_companion.coach.gnubg import Gnubg
from pi_companion.coach.hints import Hint, hint_at
from pi_companion.errors import InputError
from pi_companion.record.evidence import When
from pi_companion.record.fields import Fields
from pi_companion.referee.inputs import Command
from pi_companion.web.access import Access, Role
from pi_companion.web.answers import REFUSALS, read_body
from pi_companion.web.calibration import CalibrationDesk
from pi_companion.web.camera import CameraDesk
from pi_companion.web.files import PageFiles, load_files
from pi_companion.web.fitting import Fitting
from pi_companion.web.guard import Guard
from pi_companion.web.library import Download, Library
from pi_companion.web.live import snapshot
from pi_companion.web.orders import Asked, MatchWish, ProfileWish, read_command, read_match_wish
from pi_companion.web.page import Page, replied, wire_events
from pi_companion.web.sessions import Sessions
from pi_companion.web.stream import Stream

REPLY_S = 5.0


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

    fitting: Fitting = field(default_factory=Fitting)
    """Learns a board anew."""


def build_app(parts: Parts) -> ASGIApp:
    """Put the addresses together."""
    desk = Desk(parts)
    routes = [
        Route("/", desk.files.page("index.html")),
        Route("/overlay", desk.files.page("overlay.html")),
        Route("/assets/{path:path}", desk.files.asset),
        Route("/api/session", desk.sessions.session, methods=["GET", "POST"]),
        Route("/api/session/end", desk.sessions.end, methods=["POST"]),
        Route("/api/live", desk.stream.live),
        Route("/api/state", desk.state),
        Route("/api/matches", desk.matches, methods=["GET", "POST"]),
        Route("/api/matches/{match:int}", desk.match),
        Route("/api/matches/{match:int}/{form}", desk.download),
        Route("/api/matches/{match:int}/pictures/{seq:int}/{when}", desk.picture),
        Route("/api/orders", desk.order, methods=["POST"]),
        Route("/api/orders/preview", desk.preview, methods=["POST"]),
        Route("/api/hint", desk.hint, methods=["POST"]),
        Route("/api/link.svg", desk.link),
        *desk.camera.routes(),
        *desk.calibration.routes(),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, names=parts.names)],
        exception_handlers=REFUSALS,
    )


class Desk:
    """Answers requests."""

    def __init__(self, parts: Parts) -> None:
        self._page = parts.page
        self._library = parts.library
        self._address = parts.address
        self._engine = parts.engine
        self.files = PageFiles(load_files())
        """The page's own files."""

        self.sessions = Sessions(parts.access, parts.address)
        """Who asks."""

        self.stream = Stream(parts.page.hub, parts.page.beat)
        """What is told to those who look on."""

        self.calibration = CalibrationDesk(parts.page, self.sessions, self._ask, parts.fitting)
        """The wizard's addresses."""

        self.camera = CameraDesk(parts.page, self.sessions)
        """The camera's view."""

    async def state(self, _: Request) -> Response:
        """Give the state alone."""
        return Response(self._page.hub.news(None).text, media_type="application/json")

    async def matches(self, request: Request) -> Response:
        """List the matches; or begin one."""
        if request.method == "POST":
            self.sessions.require(request, Role.PLAYER)
            return await self._ask(read_match_wish(await read_body(request)))
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
        pictures = self.sessions.role(request) >= Role.PLAYER
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
        self.sessions.require(request, Role.PLAYER)
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
        role = self.sessions.require(request, Role.PLAYER)
        body = await read_body(request)
        return await self._ask(read_command(body, role), Fields(body).text("upon", ""))

    async def preview(self, request: Request) -> Response:
        """Say what an order would come to; nothing is done."""
        role = self.sessions.require(request, Role.PLAYER)
        command = read_command(await read_body(request), role)
        found = await run_in_threadpool(self._page.preview, command)
        if found is None:
            raise HTTPException(503, "The table is not ready yet.")
        answer: dict[str, object] = {"refused": replied(found.events).refused, "events": [*wire_events(found.events)]}
        answer |= {"upon": found.upon, "state": await run_in_threadpool(snapshot, found.after)}
        return JSONResponse(answer)

    async def hint(self, request: Request) -> Response:
        """Give a hint for the roll that waits to be played, where the match is one that teaches."""
        self.sessions.require(request, Role.PLAYER)
        step = Fields(await read_body(request)).choice("step", Hint)
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

    async def _ask(self, wish: Command | MatchWish | ProfileWish, upon: str = "") -> Response:
        asked = Asked(wish, upon)
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

    def _is_kept_back(self, request: Request, match: int) -> bool:
        """Whether a match is still played in silence, so that its illegal plays are the director's alone to see."""
        return self._page.is_silent and match == self._page.match and self.sessions.role(request) < Role.DIRECTOR
