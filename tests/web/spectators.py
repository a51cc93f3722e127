"""Many who look on, in a process of their own: each says at the end which events it was told.

    python -m tests.web.spectators PORT COUNT

Each line that it writes is a JSON list of one spectator's event numbers; before that one line, `ready`, when all have
had the state. It ends when the page lets its readers go.
"""

import asyncio
import json
import sys

START_S = 60.0
ASK = "GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n\r\n"


class Spectator:
    """One stream, and what came through it."""

    def __init__(self) -> None:
        self.told: list[int] = []
        self.ready = asyncio.Event()

    async def look_on(self, port: int) -> None:
        """Read until the page ends the stream."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        writer.write(ASK.format(port=port).encode())
        while line := await reader.readline():
            if line.startswith(b"data: ") and b'"state"' in line:
                self.ready.set()
                events = json.loads(line[6:])["events"]
                self.told += [int(event["what"]) for event in events if event["event"] == "unclear"]
        writer.close()


async def _all(port: int, count: int) -> list[Spectator]:
    spectators = [Spectator() for _ in range(count)]
    looking = [asyncio.create_task(spectator.look_on(port)) for spectator in spectators]
    await asyncio.wait_for(asyncio.gather(*(spectator.ready.wait() for spectator in spectators)), START_S)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.gather(*looking)
    return spectators


if __name__ == "__main__":
    for each in asyncio.run(_all(int(sys.argv[1]), int(sys.argv[2]))):
        sys.stdout.write(json.dumps(each.told) + "\n")
