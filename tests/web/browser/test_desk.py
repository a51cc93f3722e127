"""The desk's page in a real browser: every width, light, dark, and what a reader without eyes meets."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pi_companion.club.messages import Call, read_state
from pi_companion.rules import Side
from pi_companion.web.access import Role
from tests.web.browser.chromium import People, visiting
from tests.web.desk.a_desk import STATE, ADesk

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[ADesk]:
    desk = ADesk(tmp_path)
    for number in range(1, 4):
        desk.register.set_state(f"table-{number}", read_state(json.dumps({**STATE, "table": f"table-{number}"})))
        desk.register.set_online(f"table-{number}", online=number != 2)
    desk.won("Ada", "Bo", "m1")
    desk.won("A name that is as long as names of players may well be", "Bo", "m2")
    desk.hear(Call("c1", Side.WHITE, "Ada", None))
    yield desk
    desk.server.stop()
    desk.register.close()


@pytest.fixture
def visitors(chromium: "Browser", desk: ADesk, request: pytest.FixtureRequest) -> Iterator[People]:
    with visiting(chromium, desk, request) as visitors:
        yield visitors


def test_tables_and_ladder_fit_every_width_and_bar_nobody(visitors: People) -> None:
    director = visitors.come(role=Role.DIRECTOR)
    page = director.page
    page.get_by_role("heading", name="table-3").wait_for()
    director.shown("desk-tables")
    director.has_no_serious_barrier()
    page.get_by_role("link", name="Ladder").click()
    page.locator("td.desk-name").first.wait_for()
    director.shown("desk-ladder")
    page.emulate_media(color_scheme="dark")
    director.has_no_serious_barrier()


def test_the_director_answers_a_call_in_another_language(visitors: People) -> None:
    page = visitors.come(role=Role.DIRECTOR, width=390).page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    page.get_by_role("button", name="Fertig").click()
    page.get_by_role("button", name="Erledigt").click()
    page.get_by_text("Der Ruf von table-1 ist erledigt.").wait_for()
    assert page.locator(".desk-calls li").count() == 0
