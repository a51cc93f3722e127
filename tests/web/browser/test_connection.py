"""What the page does while the network is away, and what it costs to open."""

from typing import TYPE_CHECKING

import pytest

from pi_companion.referee.events import OpeningRoll, Played, Rolled
from pi_companion.rules import Position, Side, parse_play
from pi_companion.web.access import Role
from tests.web.browser.chromium import People
from tests.web.browser.wire import Wire
from tests.web.serving import Serving

if TYPE_CHECKING:
    from playwright.sync_api import Request

AFTER = parse_play("8/5 6/5", Position.start(), Side.WHITE, None).result
FIRST_VIEW_BYTES = 150 * 1024


@pytest.mark.parametrize("path", ["/", "/overlay"])
def test_a_page_that_was_cut_off_says_so_and_takes_up_where_it_was(served: Serving, people: People, path: str) -> None:
    with Wire(served.server.port) as wire:
        viewer = people.come(path, port=wire.port)
        page = viewer.page
        page.get_by_text("Waiting for the opening roll.").wait_for()
        wire.cut()
        page.get_by_text("Connection lost." if path == "/" else "No news from the table.").wait_for()
        served.table.happen(OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER))
        viewer.complaints.clear()
        wire.mend()
        page.get_by_text("Bob to roll.").wait_for()
        served.table.happen(Rolled(Side.BLACK, (6, 5)))
        page.get_by_text("Bob to play.").wait_for()
        assert page.get_by_text("Connection lost.").count() == 0
        # While the cable is out the browser notes each try in its console.
        viewer.complaints[:] = [each for each in viewer.complaints if "net::ERR" not in each]


def test_the_first_view_is_small_and_asks_nobody_else(people: People) -> None:
    visitor = people.come("")
    finished: list[Request] = []

    def note(request: "Request") -> None:
        finished.append(request)

    visitor.page.on("requestfinished", note)
    visitor.page.goto(people.base + "/")
    visitor.page.get_by_text("Waiting for the opening roll.").wait_for()
    loaded = {}
    for request in finished:
        sizes = request.sizes()
        loaded[request.url] = sizes["responseBodySize"] + sizes["responseHeadersSize"]
    assert f"{people.base}/assets/page.css" in loaded
    assert sum(loaded.values()) < FIRST_VIEW_BYTES, loaded
    assert all(url.startswith(people.base) for url in loaded)


def test_a_spectator_gets_nothing_done_that_is_a_directors(served: Serving, people: People) -> None:
    served.table.happen(OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER))
    before = served.table.state
    spectator, player = people.come("/#wizard"), people.come("/", Role.PLAYER)
    score = {"order": "score", "white": 4, "black": 0, "key": "k"}
    tries = {
        "/api/orders": score,
        "/api/orders/preview": score,
        "/api/matches": {"white": "A", "black": "B", "length": 3, "mode": "log", "illegal_plays": "legal-moves"},
        "/api/board/picture": {},
        "/api/board/keep": {"job": 1},
    }
    ask = """async ([path, body]) => (await fetch(path, {method: "POST",
        headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)})).status"""
    for path, body in tries.items():
        assert spectator.page.evaluate(ask, [path, body]) == 403, path
    for path in ("/api/orders", "/api/board/picture", "/api/board/keep"):
        assert player.page.evaluate(ask, [path, tries[path]]) == 403, path
    assert spectator.page.locator(".acts").count() == 0
    assert served.table.state is before
    assert served.table.asked == []
    for person in (spectator, player):
        person.complaints[:] = [each for each in person.complaints if "403" not in each]
