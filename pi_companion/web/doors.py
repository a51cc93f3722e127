"""Connections to the page: nobody keeps others out, be it by coming often or by saying nothing."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 300
MOST_OF_ONE = MOST_CONNECTIONS // 2
"""Connections from one address; a browser has six, and several people may come through one router."""

FIRST_REQUEST_S = 10.0
"""How long a connection may take to say what it wants."""


class Door(H11Protocol):
    """One connection."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, unless too many of its address are there, and see soon whether it says anything."""
        super().connection_made(transport)
        if sum(_address(other) == _address(self) for other in self.connections) > MOST_OF_ONE:
            transport.abort()
        else:
            self.loop.call_later(FIRST_REQUEST_S, self._close_if_silent)

    def _close_if_silent(self) -> None:
        if self.cycle is None:
            self.transport.close()


def _address(connection: object) -> str:
    client = connection.client if isinstance(connection, Door) else None
    return "" if client is None else client[0]
