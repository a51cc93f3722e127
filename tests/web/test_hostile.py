"""Whatever is sent to whatever address, the answer is one of ours, never a mistake in the program."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.routing import Route

from pi_companion.web import calibration
from pi_companion.web.access import Role
from pi_companion.web.orders import _READERS
from tests.web.direct import Direct
from tests.web.serving import Serving, Tabletop, serving

FINE = (200, 304, 307, 400, 403, 404, 405, 409, 411, 413, 415, 421, 422, 429)
"""What may be answered; 503 only where a person is told that the table or the camera is not there."""

TRIES = settings(max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])

NAMES = [
    "order",
    "key",
    "side",
    "times",
    "answer",
    "count",
    "dice",
    "turns_back",
    "play",
    "position",
    "value",
    "owner",
    "white",
    "black",
    "crawford",
    "taken",
    "job",
    "pin",
    "corners_px",
    "white_is",
    "length",
    "jacoby",
    "mode",
    "illegal_plays",
    "beavers",
    "pictures",
    "clock",
    "delay_s",
    "a_point_s",
    "step",
]

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(0, 70)
    | st.floats(allow_nan=False)
    | st.text(max_size=60)
    | st.sampled_from(["white", "black", "light", "dark", "log", "teach", "legal-moves", "yes", "no", *_READERS])
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=26) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4)
)
bodies = st.dictionaries(st.sampled_from(NAMES), values, max_size=10)
paths = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="#"), max_size=40)

likely: dict[str, st.SearchStrategy[Any]] = {
    "key": st.text("abc", min_size=1, max_size=8),
    "side": st.sampled_from(["white", "black"]),
    "count": st.integers(-1, 60),
    "times": st.integers(-1, 5),
    "dice": st.lists(st.integers(0, 7), min_size=1, max_size=3),
    "turns_back": st.integers(-2, 12),
    "play": st.sampled_from(["8/5 6/5", "bar/20", "24/0", "6/off", "8/5*", "/", "٣/1", "999/1", "13/11(9)"]),
    "position": st.fixed_dictionaries(
        {side: st.lists(st.integers(-1, 16), min_size=25, max_size=27) for side in ("white", "black")}
    ),
    "value": st.sampled_from([-2, 0, 1, 2, 3, 64, 2**62, 2**70]),
    "owner": st.sampled_from(["white", "black", None, "me"]),
    "white": st.integers(-5, 80),
    "black": st.integers(-5, 80),
    "answer": st.sampled_from(["yes", "no", "maybe"]),
}
orders = st.fixed_dictionaries({"order": st.sampled_from(sorted(_READERS)), **likely})


class Target:
    """The app of a served table, for anybody to try."""

    def __init__(self, served: Serving) -> None:
        self.served = served

    def by(self, role: Role) -> Direct:
        return Direct(self.served.app, self.served.access.session(role))


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    before = calibration.PICTURE_S
    calibration.PICTURE_S = 0.1
    with serving(Tabletop(tmp_path_factory.mktemp("hostile") / "journal.sqlite")) as served:
        yield Target(served)
    calibration.PICTURE_S = before


def changing(target: Target) -> list[str]:
    """All addresses that take a body, as the app itself lists them."""
    app = target.served.app
    assert isinstance(app, Starlette)
    return [route.path for route in app.routes if isinstance(route, Route) and "POST" in (route.methods or ())]


def is_fine(answer: Any, path: str) -> None:
    assert answer.status in FINE or (answer.status == 503 and path == "/api/board/picture"), (answer.status, path)
    assert b"Traceback" not in answer.data


@TRIES
@given(data=st.data(), role=st.sampled_from(Role), body=bodies)
def test_any_object_to_any_address(target: Target, data: st.DataObject, role: Role, body: dict[str, Any]) -> None:
    path = data.draw(st.sampled_from(changing(target)))
    is_fine(target.by(role).send("POST", path, json.dumps(body).encode()), path)


@TRIES
@given(body=orders, preview=st.booleans())
def test_orders_that_nearly_make_sense(target: Target, body: dict[str, Any], *, preview: bool) -> None:
    path = "/api/orders/preview" if preview else "/api/orders"
    answer = target.by(Role.DIRECTOR).send("POST", path, json.dumps(body).encode())
    is_fine(answer, path)
    assert answer.json.get("refused") or answer.json.get("error") or answer.status == 200
    assert target.by(Role.SPECTATOR).send("GET", "/api/state").status == 200


@TRIES
@given(data=st.data(), raw=st.binary(max_size=200))
def test_any_bytes_to_any_address(target: Target, data: st.DataObject, raw: bytes) -> None:
    path = data.draw(st.sampled_from(changing(target)))
    is_fine(target.by(Role.DIRECTOR).send("POST", path, raw), path)


@TRIES
@given(
    path=paths,
    start=st.sampled_from(["/", "/api/", "/api/matches/", "/api/matches/1/pictures/", "/assets/", "/api/board/"]),
    method=st.sampled_from(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]),
    last=st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=30),
)
def test_any_address(target: Target, path: str, start: str, method: str, last: str) -> None:
    if unquote(start + path).startswith("/api/live"):
        return  # a stream that does not end is read in other tests
    answer = target.by(Role.DIRECTOR).send(method, start + path, headers={"last-event-id": last})
    is_fine(answer, start + path)


@TRIES
@given(query=st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="#"), max_size=30))
def test_any_question(target: Target, query: str) -> None:
    for path in ("/api/matches?before=", "/api/matches?", "/overlay?", "/?"):
        is_fine(target.by(Role.SPECTATOR).send("GET", path + query), path)


def test_all_addresses_are_tried(target: Target) -> None:
    """They come from the app itself, so that a new one is tried without being named here."""
    assert {"/api/orders", "/api/session", "/api/board/find", "/api/matches"} <= set(changing(target))
