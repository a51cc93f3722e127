"""What every request must pass, and what every answer carries, whatever it is about."""

import ipaddress
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 64 * 1024
"""Bytes; the longest thing that anybody sends is a position."""

_READING = frozenset({"GET", "HEAD"})

_ALWAYS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Refuses what no page of ours would send, before anything looks at it.

    A request must name this machine (so that a foreign name that was made to point here gets nothing). One that wants
    to change something must come from a page of this very address, as JSON, and be small.

    Args:
        app: What is guarded.
        names: The names by which this machine may be called; numbers are always fine.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope["method"], headers)

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    sent[name] = value
                sent.setdefault("cache-control", "no-store")
            await send(message)

        if refusal is not None:
            status, why = refusal
            await JSONResponse({"error": why}, status)(scope, receive, sealed)
            return
        await self._app(scope, receive, sealed)

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return 421, "This machine is not called so; use the address that the companion prints."
        if method in _READING:
            return None
        if headers.get("origin") != f"http://{host}":
            return 403, "Only the companion's own page may ask for changes."
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "A request for a change is JSON."
        length = headers.get("content-length", "")
        if "transfer-encoding" in headers or not (length.isascii() and length.isdecimal()):
            return 411, "A request for a change says how long it is."
        if len(length) > len(str(LARGEST_BODY)) or int(length) > LARGEST_BODY:
            return 413, f"A request for a change has at most {LARGEST_BODY} bytes."
        return None

    def _is_ours(self, host: str) -> bool:
        name, _, port = host.rpartition(":") if ":" in host and not host.endswith("]") else (host, "", "")
        if port and not (port.isascii() and port.isdecimal()):
            return False
        if name.startswith("[") and name.endswith("]"):
            name = name[1:-1]
        if name.lower().rstrip(".") in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True
