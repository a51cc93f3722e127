"""What goes wrong between people and the page: two at once, a finger that slips, a lost answer, a long sleep."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pi_companion.referee.events import OpeningRoll, Played, Rolled, TermsAgreed
from pi_companion.referee.terms import ClockTerms, Terms
from pi_companion.rules import Position, Side, parse_play
from pi_companion.web.access import FREE_TRIES, Role
from tests.web.browser.chromium import People, Person
from tests.web.browser.wire import Wire
from tests.web.serving import Serving, Tabletop, serving, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

AFTER = parse_play("8/5 6/5", Position.start(), Side.WHITE, None).result
LONG = ("Wilhelmina-Konstantina von Donnersmarckxy", "محمد <b>عبد</b> الله &amp;")


def opened(served: Serving) -> None:
    served.table.happen(OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER))


def undone(served: Serving) -> int:
    return served.table.state.history.redoable


def wished(person: Person, *parts: str) -> None:
    """Leave out what the browser notes of answers that were wanted."""
    person.complaints[:] = [each for each in person.complaints if not any(part in each for part in parts)]


def ask_to_undo(page: "Page") -> None:
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Do it").wait_for()


def test_two_who_take_back_the_same_act_take_back_one(served: Serving, people: People) -> None:
    opened(served)
    one, other = people.come(role=Role.PLAYER), people.come(role=Role.PLAYER)
    for person in (one, other):
        ask_to_undo(person.page)
    one.page.get_by_role("button", name="Do it").click()
    until(lambda: undone(served) == 1)
    other.page.get_by_role("button", name="Do it").click()
    other.page.get_by_text("The table went on meanwhile. Look again; nothing was done.").wait_for()
    assert undone(served) == 1
    wished(other, "409")


def test_a_correction_of_what_went_on_meanwhile_begins_anew(served: Serving, people: People) -> None:
    opened(served)
    page = people.come(role=Role.PLAYER).page
    page.get_by_role("button", name="Correct").click()
    page.get_by_role("button", name="point 5:").click()
    page.get_by_role("button", name="point 6:").click()
    page.get_by_text("White 5: 2 → 1").first.wait_for()
    served.table.happen(Rolled(Side.BLACK, (6, 4)))
    page.get_by_text("The table went on meanwhile, so the correction begins anew.").wait_for()
    page.get_by_text("Nothing is changed yet.").wait_for()
    page.reload()
    page.get_by_text("Bob to play.").wait_for()
    assert served.table.state.course.position == AFTER


def test_a_double_click_and_an_enter_that_is_held_count_once(served: Serving, people: People) -> None:
    opened(served)
    page = people.come(role=Role.PLAYER).page
    page.get_by_role("button", name="Undo").dblclick()
    page.get_by_role("button", name="Do it").wait_for()
    assert page.locator("dialog").count() == 1
    page.get_by_role("button", name="Do it").dblclick()
    page.get_by_text("Ann to play.").wait_for()
    assert (undone(served), page.locator("dialog").count()) == (1, 0)
    page.get_by_role("button", name="Redo").focus()
    page.keyboard.down("Enter")
    page.get_by_role("button", name="Do it").wait_for()
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert undone(served) == 1, "a key that is still down confirms nothing"


def test_an_order_whose_answer_is_lost_is_done_once(served: Serving, people: People) -> None:
    opened(served)
    player = people.come(role=Role.PLAYER)
    keys = []

    def lose_the_first_answer(route: "Route") -> None:
        keys.append(json.loads(route.request.post_data or "")["key"])
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    player.page.route("**/api/orders", lose_the_first_answer)
    ask_to_undo(player.page)
    with player.page.expect_response("**/api/orders"):
        player.page.get_by_role("button", name="Do it").click()
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert undone(served) == 1
    assert player.page.locator(".notice.bad").count() == 0
    wished(player, "net::ERR")


def test_whose_cookie_is_gone_is_told_and_looks_on(served: Serving, people: People) -> None:
    opened(served)
    player = people.come(role=Role.PLAYER, language="de")
    player.page.context.clear_cookies()
    player.page.get_by_role("button", name="Zurück").click()
    player.page.get_by_text("Dazu braucht es die PIN").wait_for()
    player.page.get_by_text("Dieses Gerät ist nicht mehr angemeldet.").wait_for()
    player.page.get_by_role("button", name="Anmelden").wait_for()
    assert player.page.locator(".acts").count() == 0
    wished(player, "403")


def test_wrong_pins_are_told_in_the_readers_language(people: People) -> None:
    visitor = people.come("/", language="fr")
    page = visitor.page
    page.locator("#sign-in").click()
    for _ in range(FREE_TRIES + 1):
        page.locator("#pin").fill("nothing")
        with page.expect_response("**/api/session"):
            page.keyboard.press("Enter")
        page.locator("dialog [type=submit]:enabled").wait_for()
    page.get_by_text("Trop de codes erronés ; réessayez dans 3 secondes.").wait_for()
    wished(visitor, "403", "429")


def test_a_stream_that_hangs_is_begun_anew(served: Serving, people: People) -> None:
    with Wire(served.server.port) as wire:
        sleeper = people.come("")
        page = sleeper.page
        page.clock.install()
        page.goto(f"http://127.0.0.1:{wire.port}/")
        page.get_by_text("Waiting for the opening roll.").wait_for()
        wire.hang()
        opened(served)
        page.clock.fast_forward(3_600_000)
        for _ in range(100):
            # Connections that the browser kept for later hang too, and each new try may take one of them.
            page.clock.fast_forward(10_000)
            page.wait_for_timeout(200)
            if page.get_by_text("Bob to roll.").is_visible():
                break
        page.get_by_text("Bob to roll.").wait_for()
        page.get_by_text("Connection lost.").wait_for(state="hidden")


def test_clocks_are_right_for_who_joins_in_the_middle_of_a_turn(served: Serving, people: People) -> None:
    served.table.happen(TermsAgreed(Terms(clock=ClockTerms(0, 120))))
    opened(served)
    state = served.table.state
    assert state.clock is not None
    served.table.state = replace(state, clock=replace(state.clock, running=Side.BLACK, delay_s=0.0))
    served.table.show()
    served.table.clock.now_s += 100.0
    clock = people.come().page.locator(".clock.running")
    clock.wait_for()
    assert clock.inner_text().startswith("8:")


def test_long_names_and_names_from_right_to_left_fit_and_stay_text(chromium: "Browser", tmp_path: Path) -> None:
    with serving(Tabletop(tmp_path / "journal.sqlite", names=LONG)) as served:
        people = People(chromium, served)
        opened(served)
        person = people.come("", Role.DIRECTOR, width=390)
        for view, waits_for in (("live", ".plate"), ("matches", ".match-entry"), ("match/1", "h1"), ("start", "form")):
            person.page.goto(f"{people.base}/#{view}")
            person.page.locator(waits_for).first.wait_for()
            person.keeps_within()
            assert person.page.locator("main b").count() == 0
        person.page.goto(f"{people.base}/#match/1")
        title = person.page.locator("h1", has_text="0–0").inner_text()
        assert title.endswith(f"\u2068{LONG[1]}\u2069 0–0"), "the score is read from left to right"
        people.leave()


def test_who_is_not_let_in_is_told(people: People) -> None:
    visitor = people.come("")
    visitor.page.route("**/api/live", lambda route: route.fulfill(status=503, json={"error": "full"}))
    visitor.page.clock.install()
    visitor.page.goto(people.base + "/")
    visitor.page.get_by_text("I keep trying.").wait_for()
    visitor.page.unroute("**/api/live")
    visitor.page.clock.fast_forward(5_000)
    visitor.page.get_by_text("Waiting for the opening roll.").wait_for()
    wished(visitor, "503")


def test_a_view_that_cannot_be_fetched_says_so_and_is_tried_again(served: Serving, people: People) -> None:
    with Wire(served.server.port) as wire:
        viewer = people.come("/", port=wire.port)
        page = viewer.page
        page.get_by_text("Waiting for the opening roll.").wait_for()
        wire.cut()
        page.get_by_role("link", name="Matches").click()
        page.get_by_text("The companion does not answer.").wait_for()
        wire.mend()
        page.get_by_role("button", name="Try again").click()
        page.get_by_role("link", name="Ann").wait_for()
        wished(viewer, "net::ERR")


def test_who_goes_on_while_a_view_is_on_its_way_sees_one_view(people: People) -> None:
    page = people.come("/").page
    page.get_by_text("Waiting for the opening roll.").wait_for()
    waiting: list[Route] = []

    def hold(route: "Route") -> None:
        waiting.append(route)

    page.route("**/api/matches/1", hold)
    page.evaluate("location.hash = 'match/1'")
    back = page.get_by_text("All matches")
    back.wait_for()
    page.get_by_role("link", name="Table").click()
    page.get_by_text("Waiting for the opening roll.").wait_for()
    with page.expect_response("**/api/matches/1"):
        waiting[0].continue_()
    page.wait_for_timeout(100)
    assert back.count() == 0
    assert page.url.endswith("#live")


def test_a_new_match_after_a_reload_knows_the_one_that_is_played(served: Serving, people: People) -> None:
    opened(served)
    page = people.come("/#start", Role.PLAYER).page
    page.get_by_text("A match is being played.").wait_for()
    assert page.get_by_label("Name of White").input_value() == "Ann"


def test_a_tab_that_is_pressed_while_the_first_view_is_on_its_way_is_heard(people: People) -> None:
    page = people.come("/").page
    held: list[Route] = []
    page.route("**/view_live.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright looks into it
    page.reload(wait_until="commit")
    page.get_by_role("link", name="Matches").click()
    page.get_by_role("heading", name="Matches").wait_for()
    for route in held:
        route.continue_()
    page.wait_for_timeout(300)
    assert page.get_by_role("heading", name="Matches").count() == 1
