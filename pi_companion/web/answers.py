"""What comes in with a request for a change, and what is answered where something is wrong with one."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from pi_companion.errors import CompanionError, InputError, JournalError
from pi_companion.web.guard import LARGEST_BODY
from pi_companion.web.library import NoSuchMatchError
from pi_companion.web.orders import FieldError

BODY_S = 10.0
"""How long the body of a request may take to come."""

Handler = Callable[[Request], Awaitable[Response]]


async def read_body(request: Request) -> dict[str, object]:
    """Read the JSON object that was sent.

    Raises:
        InputError: It is none.
    """
    try:
        async with asyncio.timeout(BODY_S):
            data = await _received(request)
    except TimeoutError:
        why = "The request did not come to its end; ask again."
        raise HTTPException(408, why, {"connection": "close"}) from None
    try:
        body = json.loads(data, parse_constant=_no_constant)
        # Half a letter, as JSON can write it, could not be sent back or kept.
        json.dumps(body, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise InputError("A request for a change is a JSON object in UTF-8.") from error
    if not isinstance(body, dict):
        raise InputError("A request for a change is a JSON object.")
    return body


async def _received(request: Request) -> bytes:
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > LARGEST_BODY:
            raise HTTPException(413, f"A request for a change has at most {LARGEST_BODY} bytes.")
    return data


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


REFUSALS: Mapping[type[Exception], Callable[[Request, Exception], Awaitable[Response]]] = {
    FieldError: _typed_wrongly,
    CompanionError: _companion_error,
    PermissionError: _forbidden,
    HTTPException: _http_error,
    ClientDisconnect: _gone,
    Exception: _mistake,
}
"""How each kind of error is answered."""
