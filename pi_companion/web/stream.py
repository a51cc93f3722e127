"""The stream of news to those who look on (Server-Sent Events)."""

import json
from collections import Counter
from collections.abc import AsyncIterator, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from pi_companion.record.wire import JsonObject
from pi_companion.web.hub import Hub

BEAT_S = 2.0
"""How often a reader hears that the program is alive."""

MOST_READERS = 150
MOST_OF_ONE = MOST_READERS // 2
"""Readers at one address, so that no one device keeps all others out."""


class Stream:
    """Sends news to all readers.

    Args:
        hub: Where news come from.
        told: What every beat tells, such as how old the table's picture is.
    """

    def __init__(self, hub: Hub, told: Callable[[], JsonObject]) -> None:
        self._hub = hub
        self._told = told
        self._readers: Counter[str] = Counter()

    async def live(self, request: Request) -> Response:
        """Tell everything as it happens (Server-Sent Events); `Last-Event-ID`, or `after`, goes on from there."""
        address = request.client.host if request.client else ""
        if self._readers.total() >= MOST_READERS or self._readers[address] >= MOST_OF_ONE:
            why = "As many look on already as this small computer takes."
            return JSONResponse({"error": why}, 503, {"retry-after": "10"})
        known = request.headers.get("last-event-id") or request.query_params.get("after", "")
        after = self._hub.after(known)
        return StreamingResponse(self._stream(after, address), media_type="text/event-stream")

    async def _stream(self, after: int | None, address: str) -> AsyncIterator[str]:
        """Send the state at once, then whatever is new, and a beat in between."""
        self._readers[address] += 1
        hub = self._hub
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
            self._readers[address] -= 1
            self._readers += Counter()  # forgets addresses that have none

    def _beat(self) -> str:
        return f"event: beat\ndata: {json.dumps(self._told())}\n\n"
