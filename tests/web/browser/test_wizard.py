"""The calibration wizard, on pictures of real size: found by itself, drawn by finger, kept."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from pi_companion.devices.frames import Frame
from pi_companion.errors import PictureError
from pi_companion.rules import Position
from pi_companion.vision.arrays import Picture
from pi_companion.vision.geometry import BoardGeometry
from pi_companion.web.access import Role
from pi_companion.web.fitting import Fitting, Found, Wanted
from pi_companion.web.orders import ProfileWish
from tests.web.browser.chromium import People
from tests.web.browser.test_keyboard import Keys
from tests.web.serving import Serving, Tabletop, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DATA = Path(__file__).parents[2] / "data" / "vision" / "game4"
SHARED = Path(__file__).parents[3].parent / "shared" / "frames"
LOOKING_MS = 120_000
"""How long a busy machine may look for a board."""

STALE = BoardGeometry(np.array([[300.0, 200.0], [900.0, 200.0], [900.0, 600.0], [300.0, 600.0]]), 0.08)
"""Where the board was believed to be before."""


def picture(path: Path) -> Picture:
    return np.asarray(cv2.imread(str(path)), np.uint8)


@contextmanager
def filmed(path: Path, image: Picture, fitting: Fitting | None = None) -> Iterator[Serving]:
    """A served table over which a camera sees one picture again and again."""
    table = Tabletop(path / "journal.sqlite")
    stop = threading.Event()

    def film() -> None:
        while not stop.wait(0.1):
            table.page.see(Frame(image, table.clock(), "f"), STALE, None)

    filming = threading.Thread(target=film, daemon=True)
    filming.start()
    try:
        with serving(table, fitting=fitting) as served:
            yield served
    finally:
        stop.set()
        filming.join()


def kept(served: Serving) -> list[ProfileWish]:
    return [asked.wish for asked in served.table.asked if isinstance(asked.wish, ProfileWish)]


def take(page: "Page") -> None:
    page.get_by_role("button", name="Take a picture").click()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["data", "board2"])
def test_a_board_is_found_and_kept_in_two_taps(chromium: "Browser", tmp_path: Path, game: str) -> None:
    path = DATA / "f0001.jpg" if game == "data" else SHARED / game / "f0001.jpg"
    if not path.exists():
        pytest.skip("needs the recordings of ../shared/frames")
    with filmed(tmp_path, picture(path)) as served:
        people = People(chromium, served)
        director = people.come("/#wizard", Role.DIRECTOR)
        page = director.page
        page.get_by_role("button", name="Take a picture").wait_for()
        director.shown(f"wizard-begin-{game}")
        take(page)
        page.get_by_text("The board is found.").wait_for(timeout=LOOKING_MS)
        page.get_by_text("It is read right").wait_for()
        director.shown(f"wizard-found-{game}")
        director.has_no_serious_barrier()
        page.get_by_role("button", name="Keep this board").click()
        page.get_by_text("Done: the table goes on with this board.").wait_for()
        (wish,) = kept(served)
        assert wish.profile.quality > 0.9
        people.leave()


@pytest.mark.slow
def test_corners_are_drawn_by_finger_and_back(chromium: "Browser", tmp_path: Path) -> None:
    image = picture(DATA / "f0001.jpg")
    with filmed(tmp_path, image) as served:
        people = People(chromium, served)
        director = people.come("/#wizard", Role.DIRECTOR, width=390)
        page = director.page
        take(page)
        page.get_by_text("The board is found.").wait_for(timeout=LOOKING_MS)
        right = page.locator(".corner").nth(0).get_attribute("aria-label")
        assert right is not None
        draw(page, 0, 60, 40)
        page.get_by_text("Draw the yellow corners").wait_for()
        director.shown("wizard-drawn")
        director.has_no_serious_barrier()
        page.get_by_role("button", name="Use these corners").click()
        page.get_by_text("The start position does not stand between these corners").wait_for(timeout=LOOKING_MS)
        draw(page, 0, -60, -40)
        page.get_by_role("button", name="Use these corners").click()
        page.get_by_role("button", name="Keep this board").wait_for(timeout=LOOKING_MS)
        people.leave()


def draw(page: "Page", number: int, x: float, y: float) -> None:
    """Draw a corner, so many CSS pixels from where it lies."""
    box = page.locator(".corner-dot").nth(number).bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + x, middle[1] + y, steps=5)
    assert page.locator(".loupe").is_visible()
    page.mouse.up()
    assert not page.locator(".loupe").is_visible()


def test_a_picture_without_a_board_is_told_and_keys_alone_draw_corners(chromium: "Browser", tmp_path: Path) -> None:
    blank = np.full((360, 640, 3), 120, np.uint8)
    with filmed(tmp_path, blank) as served:
        people = People(chromium, served)
        keys = Keys(people.come("/#wizard", Role.DIRECTOR))
        keys.says("Set the board up")
        keys.do("Take a picture")
        keys.says("No board with the start position is found.")
        keys.to("Corner 3")
        before = keys.held()
        keys.press("ArrowRight", "Shift+ArrowUp")
        keys.says("Draw the yellow corners")
        assert keys.held() != before
        assert keys.page.locator(".loupe").is_visible()
        keys.to("Corner 4")
        keys.do("Use these corners")
        keys.says("The start position does not stand between these corners.")
        assert kept(served) == []
        people.leave()


def test_who_comes_back_in_the_middle_is_told_what_was_found(chromium: "Browser", tmp_path: Path) -> None:
    goes_on = threading.Event()

    def find(_picture: Picture, _wanted: Wanted) -> Found:
        goes_on.wait(30)
        raise PictureError("wanted a board; none is to be seen")

    with filmed(tmp_path, np.full((360, 640, 3), 120, np.uint8), Fitting(find)) as served:
        people = People(chromium, served)
        page = people.come("/", Role.DIRECTOR).page
        page.get_by_role("link", name="Calibrate").click()
        take(page)
        page.get_by_text("Looking for the board").wait_for()
        page.go_back()
        page.get_by_text("Waiting for the opening roll.").wait_for()
        page.go_forward()
        page.get_by_text("Looking for the board").wait_for()
        goes_on.set()
        page.get_by_text("No board with the start position is found.").wait_for()
        people.leave()


def test_spectators_and_players_have_no_wizard(served: Serving, people: People) -> None:
    for role in (Role.SPECTATOR, Role.PLAYER):
        page = people.come("/#wizard", role).page
        page.get_by_role("link", name="Table").wait_for()
        assert page.get_by_role("link", name="Calibrate").count() == 0
        assert page.get_by_role("button", name="Take a picture").count() == 0
    assert served.table.state.course.position == Position.start()
