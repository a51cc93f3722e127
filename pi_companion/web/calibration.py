"""The addresses of the calibration wizard; a director's alone."""

import asyncio
from collections.abc import Awaitable, Callable

import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pi_companion.record.fields import Fields
from pi_companion.vision.arrays import Points
from pi_companion.vision.calibrate import BEYOND, WhiteIs
from pi_companion.web.access import Role
from pi_companion.web.answers import read_body
from pi_companion.web.fitting import BusyError, Fitting, Wanted
from pi_companion.web.orders import FieldError, ProfileWish
from pi_companion.web.page import Look, Page
from pi_companion.web.sessions import Sessions

PICTURE_S = 4.0
"""How long a new picture is waited for."""

_LOOK_S = 0.1
_CORNERS = 4
_FAR = 1e6

Ask = Callable[[ProfileWish], Awaitable[Response]]
"""Puts a wish into the table's queue and answers with what came of it."""


class CalibrationDesk:
    """Answers the wizard.

    Args:
        page: Where pictures come from.
        sessions: Who asks.
        ask: Brings a new board to the table.
        fitting: Finds the board.
    """

    def __init__(self, page: Page, sessions: Sessions, ask: Ask, fitting: Fitting) -> None:
        self._page = page
        self._sessions = sessions
        self._ask = ask
        self._fitting = fitting

    def routes(self) -> list[Route]:
        """Give the addresses."""
        return [
            Route("/api/board", self.told),
            Route("/api/board/picture", self.take, methods=["POST"]),
            Route("/api/board/picture/{taken:int}", self.picture),
            Route("/api/board/find", self.find, methods=["POST"]),
            Route("/api/board/keep", self.keep, methods=["POST"]),
        ]

    async def told(self, request: Request) -> Response:
        """Say how far the finding has come."""
        self._sessions.require(request, Role.DIRECTOR)
        return JSONResponse(self._fitting.told())

    async def take(self, request: Request) -> Response:
        """Hold a picture of now, and say where the board was believed to be."""
        self._sessions.require(request, Role.DIRECTOR)
        await read_body(request)
        look = await self._fresh()
        try:
            told = await run_in_threadpool(self._fitting.take, look.frame)
        except BusyError as error:
            return JSONResponse({"refused": str(error)}, 409)
        last = [] if look.geometry is None else look.geometry.corners_px.round(1).tolist()
        return JSONResponse({**told, "last_corners_px": last})

    async def picture(self, request: Request) -> Response:
        """Send the picture that is held."""
        self._sessions.require(request, Role.DIRECTOR)
        data = self._fitting.jpeg(request.path_params["taken"])
        if data is None:
            raise HTTPException(404)
        return Response(data, media_type="image/jpeg")

    async def find(self, request: Request) -> Response:
        """Look for the board in that picture: everywhere, or between the corners that a person drew."""
        self._sessions.require(request, Role.DIRECTOR)
        body = await read_body(request)
        fields = Fields(body)
        wanted = Wanted(self._corners(body.get("corners_px")), fields.choice("white_is", WhiteIs))
        taken = fields.integer("taken")
        try:
            return JSONResponse(self._fitting.begin(taken, wanted))
        except BusyError as error:
            return JSONResponse({"refused": str(error)}, 409)

    async def keep(self, request: Request) -> Response:
        """Let the table go on with the board that was found."""
        self._sessions.require(request, Role.DIRECTOR)
        job = Fields(await read_body(request)).integer("job")
        return await self._ask(ProfileWish(self._fitting.profile(job)))

    async def _fresh(self) -> Look:
        """Wait for a picture that was taken after it was asked for."""
        known = self._page.look()
        for _ in range(round(PICTURE_S / _LOOK_S)):
            await asyncio.sleep(_LOOK_S)
            look = self._page.look()
            if look is not None and look is not known:
                return look
        raise HTTPException(503, "No new picture comes from the camera; see to its cable.")

    def _corners(self, drawn: object) -> Points | None:
        if drawn is None:
            return None
        size = self._fitting.size_px
        if size is None or not _are_points(drawn):
            raise FieldError("corners_px", "The corners are four points in the picture, each with its x and y.")
        corners = np.array(drawn, np.float64)
        reach = np.array(size, np.float64)
        if not (np.abs(corners - reach / 2) <= reach * (0.5 + BEYOND)).all():
            raise FieldError("corners_px", "A corner lies far outside the picture; draw it to the board's corner.")
        return corners


def _are_points(drawn: object) -> bool:
    return (
        isinstance(drawn, list)
        and len(drawn) == _CORNERS
        and all(isinstance(point, list) and [_is_pixel(axis) for axis in point] == [True, True] for point in drawn)
    )


def _is_pixel(axis: object) -> bool:
    """Tell whether it is a number that any picture could have; a whole number in JSON may be longer than a float."""
    return type(axis) in (int, float) and -_FAR < axis < _FAR  # type: ignore[operator]
