"""Nobody keeps others out: not by many connections, not by silence, not by a request without an end."""

import socket
from contextlib import ExitStack

import pytest

from pi_companion.web import answers, doors, stream
from pi_companion.web.access import Role
from pi_companion.web.sessions import COOKIE
from tests.web.serving import Serving, until

ELSEWHERE = "127.0.0.2"
"""Another address of this machine, so that the server sees two devices."""


def connect(served: Serving, address: str = ELSEWHERE) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.server.port), timeout=10, source_address=(address, 0))


def look_on(stack: ExitStack, served: Serving, address: str) -> bytes:
    """Ask for the news and stay; gives the status."""
    reader = stack.enter_context(connect(served, address))
    reader.sendall(f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{served.server.port}\r\n\r\n".encode())
    return reader.recv(2000).split()[1]


def test_one_address_does_not_take_all_connections(served: Serving) -> None:
    crowd = [connect(served) for _ in range(doors.MOST_CONNECTIONS + 10)]
    try:
        assert served.browser().get("/api/state").status == 200
        assert crowd[-1].recv(1) == b"", "whoever comes then is let go at once"
    finally:
        for each in crowd:
            each.close()


def test_who_says_nothing_is_let_go(served: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "FIRST_REQUEST_S", 0.1)
    with connect(served) as silent, connect(served) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        assert (silent.recv(1), slow.recv(1)) == (b"", b"")


def test_a_request_that_never_ends_is_answered_and_let_go(served: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "BODY_S", 0.1)
    host = f"127.0.0.1:{served.server.port}"
    head = f"Host: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n"
    with connect(served) as endless:
        endless.sendall(f"POST /api/session HTTP/1.1\r\n{head}\r\n{{".encode())
        said = b""
        while data := endless.recv(2000):
            said += data
    assert said.startswith(b"HTTP/1.1 408 ")
    assert b"ask again." in said


def test_one_address_does_not_take_all_places_of_those_who_look_on(
    served: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "MOST_OF_ONE", 2)
    with ExitStack() as stack:
        assert [look_on(stack, served, ELSEWHERE) for _ in range(3)] == [b"200", b"200", b"503"]
        assert look_on(stack, served, "127.0.0.1") == b"200"

    def there_is_room_again() -> bool:
        with ExitStack() as stack:
            return look_on(stack, served, ELSEWHERE) == b"200"

    until(there_is_room_again)


@pytest.mark.parametrize("length", [65537, 10 * 1024 * 1024])
def test_ten_megabytes_are_refused_before_they_are_read(served: Serving, length: int) -> None:
    answer = served.browser(Role.DIRECTOR).send("POST", "/api/orders", headers={"Content-Length": str(length)})
    assert answer.status == 413


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ("Content-Length: 36\r\nHost: evil.example", 400),
        ("Content-Length: 36\r\n folded", 400),
        ("Content-Length: 36\r\nContent-Length: 3", 400),
        ("Content-Length: -1", 400),
        ("Content-Length: +36", 400),
        ("Content-Length: 0x24", 400),
        ("Transfer-Encoding: chunked", 411),
        ("Content-Length: 36\r\nTransfer-Encoding: chunked", 411),
        ("Connection: close", 411),
    ],
)
def test_a_request_of_two_lengths_or_two_hosts_is_refused(served: Serving, lines: str, status: int) -> None:
    host = f"127.0.0.1:{served.server.port}"
    known = f"Cookie: {COOKIE}={served.access.session(Role.DIRECTOR)}\r\nContent-Type: application/json"
    head = f"POST /api/orders HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{known}\r\n{lines}\r\n\r\n"
    with connect(served) as sender:
        sender.sendall(head.encode() + b'{"order":"undo","count":1,"key":"k"}')
        assert sender.recv(2000).split()[1] == str(status).encode()
    assert served.table.asked == []
