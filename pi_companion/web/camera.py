"""The camera's view with what was read drawn over it: made only while somebody looks, once for all who do."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pi_companion.record.wire import JsonObject, JsonValue
from pi_companion.rules import BAR, Position, Side
from pi_companion.vision import View
from pi_companion.vision.arrays import Points
from pi_companion.vision.geometry import (
    CANVAS_PX,
    PITCH_PX,
    BoardGeometry,
    Home,
    column_centres,
    field_corners,
    point_column,
)
from pi_companion.vision.observation import Observation
from pi_companion.vision.solve import read_position
from pi_companion.vision.telling import cube_json, dice_json
from pi_companion.web.access import Role
from pi_companion.web.page import Look, Page
from pi_companion.web.sessions import Sessions

WIDEST_PX = 960
JPEG_QUALITY = 72
KEPT = 3
"""So many pictures are kept, so that one whose reading was fetched can be fetched too."""

_STACK = 5
"""Checkers that lie in a row on a point; more lie on top of them."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture as it is shown."""

    number: int
    jpeg: bytes
    told: JsonObject


class CameraView:
    """Makes shots of the newest picture."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._lock = threading.Lock()
        self._look: Look | None = None
        self._shots: list[Shot] = []
        self._number = 0

    def newest(self) -> Shot | None:
        """Give the newest picture; None until one comes, which asking brings about."""
        with self._lock:
            look = self._page.look()
            if look is None:
                return None
            if look is not self._look:
                self._look = look
                self._number += 1
                self._shots = [*self._shots[1 - KEPT :], _shot(self._number, look)]
            return self._shots[-1]

    def jpeg(self, number: int) -> bytes | None:
        """Give a picture that was newest lately."""
        return next((shot.jpeg for shot in self._shots if shot.number == number), None)


class CameraDesk:
    """Answers those at the table who look through the camera.

    Args:
        page: Where pictures come from.
        sessions: Who asks.
    """

    def __init__(self, page: Page, sessions: Sessions) -> None:
        self._page = page
        self._sessions = sessions
        self._view = CameraView(page)

    def routes(self) -> list[Route]:
        """Give the addresses."""
        return [Route("/api/camera", self.told), Route("/api/camera/{number:int}", self.picture)]

    async def told(self, request: Request) -> Response:
        """Say what was read in the newest picture, and which that is."""
        self._sessions.require(request, Role.PLAYER)
        shot = await run_in_threadpool(self._view.newest)
        if shot is None:
            return JSONResponse({"number": None, "age_s": self._page.age_s()})
        now: JsonObject = {"number": shot.number, "age_s": self._page.age_s(), "panel": self._page.panel}
        return JSONResponse(shot.told | now)

    async def picture(self, request: Request) -> Response:
        """Send one of the newest pictures."""
        self._sessions.require(request, Role.PLAYER)
        data = self._view.jpeg(request.path_params["number"])
        if data is None:
            raise HTTPException(404)
        return Response(data, media_type="image/jpeg")


def _shot(number: int, look: Look) -> Shot:
    height, width = look.frame.image.shape[:2]
    scale = min(1.0, WIDEST_PX / width)
    size = round(width * scale), round(height * scale)
    image = look.frame.image if scale == 1.0 else cv2.resize(look.frame.image, size, interpolation=cv2.INTER_AREA)
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    known = () if look.geometry is None else look.geometry.corners_px
    corners: list[JsonValue] = [_point(corner, scale) for corner in known]
    told: JsonObject = {"size": [*size], "corners": corners, **_told(look, scale)}
    return Shot(number, packed.tobytes(), told)


def _told(look: Look, scale: float) -> JsonObject:
    """Tell what was read, with all places in pixels of the picture that is shown."""
    observation = look.observation
    if observation is None or look.geometry is None:
        return {"view": None}
    if observation.view is not View.CLEAR or not observation.points.any():
        return {"view": observation.view.value}
    reading = read_position(observation)
    places = [*_places(reading.position, look.geometry, look.home, scale)]
    dice: list[JsonValue] = [
        {"value": die["value"], "cocked": die["cocked"], "at": _point(die["center_px"], scale)}
        for die in dice_json(observation.rolled)
    ]
    return {
        "view": observation.view.value,
        "confidence": round(reading.confidence, 4),
        "doubtful": [*reading.doubtful],
        "places": places,
        "dice": dice,
        "cube": _cube(observation, scale),
    }


def _cube(observation: Observation, scale: float) -> JsonValue:
    seen, told = observation.cube, cube_json(observation.cube)
    return None if seen is None or told is None else {**told, "at": _point(seen.centre_px, scale)}


def _places(position: Position, geometry: BoardGeometry, home: Home, scale: float) -> Iterator[JsonValue]:
    """Give each place that holds checkers, with the circles of those that lie in a row."""
    for side in Side:
        counts = position.counts(side)
        for place in range(1, BAR + 1):
            if not counts[place]:
                continue
            centres = _centres(side, place, counts[place], geometry.bar, home)
            edges = centres + np.array([PITCH_PX / 2, 0.0])
            drawn = geometry.picture_from_canonical(np.concatenate([centres, edges])) * scale
            middle, edge = drawn[: len(centres)], drawn[len(centres) :]
            radii = np.linalg.norm(edge - middle, axis=1)
            circles: list[JsonValue] = [
                [round(float(x), 1), round(float(y), 1), round(float(radius), 1)]
                for (x, y), radius in zip(middle, radii, strict=True)
            ]
            name = "bar" if place == BAR else str(place)
            yield {"side": side.value, "place": name, "count": counts[place], "circles": circles}


def _centres(side: Side, place: int, count: int, bar: float, home: Home) -> Points:
    """Give where checkers lie in the canonical view, (n, 2), the one at the rail first."""
    rows = PITCH_PX * (np.arange(min(count, _STACK)) + 0.5)
    corners = field_corners(bar)
    top, bottom = corners[0, 1], corners[2, 1]
    if place == BAR:
        away = 1 if side is Side.WHITE else -1
        return np.column_stack([np.full(len(rows), CANVAS_PX[0] / 2), CANVAS_PX[1] / 2 + away * rows])
    column, near = point_column(place if side is Side.WHITE else BAR - place, home)
    y = bottom - rows if near else top + rows
    return np.column_stack([np.full(len(rows), column_centres(bar)[column]), y])


def _point(point: Sequence[float] | Points, scale: float) -> JsonValue:
    x, y = np.asarray(point, np.float64) * scale
    return [round(float(x), 1), round(float(y), 1)]
