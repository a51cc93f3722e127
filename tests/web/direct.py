"""Requests handed to the app itself, without a network between: so many of them are quick."""

import asyncio
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes

from starlette.types import ASGIApp, Message

from pi_companion.web.sessions import COOKIE
from tests.web.serving import Answer

HOST = "127.0.0.1:8000"


@dataclass(frozen=True)
class Direct:
    """Sends what a page would send, as whoever the session says."""

    app: ASGIApp
    session: str = ""

    def send(self, method: str, path: str, raw: bytes = b"", headers: dict[str, str] | None = None) -> Answer:
        """Send one request, and give the whole answer; an error that the app does not catch is raised here."""
        return asyncio.run(self._send(method, path, raw, headers or {}))

    async def _send(self, method: str, path: str, raw: bytes, more: dict[str, str]) -> Answer:
        headers = {"host": HOST, "origin": f"http://{HOST}", "content-type": "application/json"}
        headers |= {"content-length": str(len(raw)), "cookie": f"{COOKIE}={self.session}", **more}
        place, _, query = path.partition("?")
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote_to_bytes(place).decode("utf-8", "replace"),
            "raw_path": place.encode("utf-8"),
            "query_string": query.encode("utf-8"),
            "root_path": "",
            "headers": [(name.encode(), text.encode("utf-8")) for name, text in headers.items()],
            "client": ("127.0.0.1", 50000),
            "server": ("127.0.0.1", 8000),
        }
        told: list[Message] = []
        asked = [{"type": "http.request", "body": raw, "more_body": False}]

        async def receive() -> Message:
            if asked:
                return asked.pop()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            told.append(message)

        await self.app(scope, receive, send)
        start = next(message for message in told if message["type"] == "http.response.start")
        data = b"".join(message.get("body", b"") for message in told if message["type"] == "http.response.body")
        return Answer(start["status"], {k.decode(): v.decode() for k, v in start["headers"]}, data)
