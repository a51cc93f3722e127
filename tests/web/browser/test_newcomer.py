"""A new companion, from its first start to a match, all by the page and without a restart."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.live_process import new_table
from tests.web.browser.chromium import Person

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LONG_MS = 300_000
"""How long a busy machine may look for a board."""


@pytest.mark.slow
def test_a_person_shows_the_board_and_begins_a_match(chromium: "Browser", tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        context.set_default_timeout(LONG_MS)
        person = Person(context.new_page())
        page = person.page
        page.on("pageerror", lambda error: person.complaints.append(str(error)))
        page.goto(table.address)
        page.get_by_text("does not know its board yet").wait_for()
        person.shown("newcomer")
        person.has_no_serious_barrier()
        page.locator(".newcomer").get_by_role("button").click()
        page.get_by_label("PIN").fill(table.director)
        page.get_by_role("button", name="Enter").click()
        page.get_by_role("button", name="Take a picture").click()
        page.get_by_text("The board is found.").wait_for()
        page.get_by_role("button", name="Keep this board").click()
        page.get_by_role("link", name="New match").last.click()
        page.get_by_label("Name of White").fill("Zoë")
        page.get_by_label("Name of Black").fill("Bob")
        page.get_by_role("button", name="Begin the match").click()
        page.locator(".plate", has_text="Zoë").wait_for()
        page.get_by_text("The start position stands.").wait_for()
        context.close()
        assert person.complaints == []
        assert table.stop()[0] == 0
