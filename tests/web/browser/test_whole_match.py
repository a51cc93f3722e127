"""A match at a table with real eyes, from its set-up on the page to the file that other programs read."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import cv2
import numpy as np
import pytest

from pi_companion.devices import Frame, open_source
from pi_companion.vision.calibrate import Calibrator
from tests.web.browser.chromium import People
from tests.web.browser.real_table import RealTable
from tests.web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAME = Path(__file__).parents[2] / "data" / "vision" / "game4"
START_FRAMES = 4
"""The recording begins with so many pictures of the start position."""

WATCHING_MS = 300_000
"""How long a busy machine may take to watch it all."""


def frames() -> list[Frame]:
    return list(open_source(GAME))


def sign_in(page: "Page", pin: str) -> None:
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("PIN").fill(pin)
    page.get_by_role("button", name="Enter").click()


def confirm(page: "Page") -> None:
    page.get_by_role("dialog").get_by_role("button", name="Do it").click()


@pytest.mark.slow
def test_from_the_set_up_to_the_file(chromium: "Browser", tmp_path: Path) -> None:
    start = np.asarray(cv2.imread(str(GAME / "f0001.jpg")), np.uint8)
    table = RealTable(tmp_path / "journal.sqlite", Calibrator().calibrate(start).profile, frames())
    with table.running(), serving(cast("Any", table)) as served:
        people = People(chromium, served)
        player = people.come()
        page = player.page
        sign_in(page, served.pins.player)

        page.get_by_role("link", name="New match").click()
        page.get_by_label("Name of White").fill("Zoë")
        page.get_by_label("Name of Black").fill("Ömer")
        page.get_by_label("Points to win").fill("1")
        page.get_by_text("Both players agree that a picture").click()
        page.get_by_role("button", name="Begin the match").click()
        table.let(START_FRAMES)
        page.get_by_text("The start position stands. Throw for the opening roll.").wait_for()

        table.let(len(frames()) - START_FRAMES)
        turns = page.locator(".turn-list li")
        for roll in ("6-3", "6-6", "1-1", "4-3"):
            turns.filter(has_text=roll).first.wait_for(timeout=WATCHING_MS)
        player.shown("whole-match")

        read_as_another_roll(page)
        give_up_and_take_the_win_back(page)
        take_it_along(page)
        people.leave()


def read_as_another_roll(page: "Page") -> None:
    """Correct the last roll, see it, and take the correction back."""
    turns = page.locator(".turn-list li")
    page.get_by_role("button", name="Correct").click()
    page.get_by_role("group", name="Die 2").get_by_role("radio", name="2").check()
    page.get_by_text("Dice: 4-3 → 4-2").wait_for()
    page.get_by_role("button", name="Do it").click()
    turns.filter(has_text="4-2").first.wait_for()
    page.get_by_role("button", name="Undo").click()
    confirm(page)
    turns.filter(has_text="4-3").first.wait_for()


def give_up_and_take_the_win_back(page: "Page") -> None:
    """End the match by a resignation, undo that, and let it hold after all."""
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="a single game").click()
    page.get_by_role("button", name="Agree").click()
    confirm(page)
    won = page.locator(".status", has_text="has won the match.")
    won.wait_for()
    page.get_by_role("button", name="Undo").click()
    confirm(page)
    won.wait_for(state="detached")
    page.get_by_role("button", name="Redo").click()
    confirm(page)
    won.wait_for()


def take_it_along(page: "Page") -> None:
    """Find the match in the list, see the pictures of a turn, and download it."""
    page.get_by_role("link", name="Matches").click()
    page.get_by_role("link", name="Zoë").click()
    page.get_by_role("button", name="To the end").click()
    page.locator(".turn-list li", has_text="6-6").get_by_role("button").click()
    page.get_by_role("img", name="played 6-6").first.wait_for()
    with page.expect_download() as started:
        page.get_by_role("link", name=".mat for XG").click()
    assert started.value.suggested_filename.endswith(".mat")
    written = started.value.path().read_text(encoding="utf-8")
    assert "1 point match" in written
    assert "63: 13/" in written
    assert "66: " in written
    assert "Wins 1 point" in written
