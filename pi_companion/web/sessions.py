"""Who asks: a device says a PIN once, and is known from then on by its cookie."""

from importlib.metadata import version

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pi_companion.record.wire import JsonObject
from pi_companion.web.access import Access, Role, Wait
from pi_companion.web.answers import read_body
from pi_companion.web.orders import FieldError

COOKIE = "pi_companion"
LONGEST_PIN = 12


class Sessions:
    """Answers who may do what.

    Args:
        access: Knows the PINs.
        address: Where spectators find the page.
    """

    def __init__(self, access: Access, address: str) -> None:
        self._access = access
        self._address = address

    def role(self, request: Request) -> Role:
        """Give what the device may do that sent the request."""
        return self._access.role(request.cookies.get(COOKIE, ""))

    def require(self, request: Request, role: Role) -> Role:
        """Give the device's role.

        Raises:
            PermissionError: It is below the one that is wanted.
        """
        held = self.role(request)
        if held < role:
            raise PermissionError
        return held

    async def session(self, request: Request) -> Response:
        """Say what this device may do; with a PIN, let it do more."""
        if request.method == "GET":
            return JSONResponse(self._session(self.role(request)))
        body = await read_body(request)
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

    async def end(self, request: Request) -> Response:
        """Forget what this device may do."""
        await read_body(request)
        response = JSONResponse(self._session(Role.SPECTATOR))
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return response

    def _session(self, role: Role) -> JsonObject:
        return {"role": role.name.lower(), "version": version("pi-companion"), "address": self._address}
