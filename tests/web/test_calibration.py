"""The wizard's addresses: a picture is held, its board found one at a time, and kept when a director says so."""

import math
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pi_companion.devices.frames import Frame
from pi_companion.errors import PictureError, ProfileError
from pi_companion.rules import Position
from pi_companion.vision.advice import Advice
from pi_companion.vision.arrays import Picture
from pi_companion.vision.colours import CheckerColour
from pi_companion.vision.geometry import BoardGeometry, Home
from pi_companion.vision.profile import BoardProfile
from pi_companion.web import calibration
from pi_companion.web.access import Role
from pi_companion.web.fitting import Fitting, Found, Wanted
from pi_companion.web.orders import ProfileWish
from pi_companion.web.page import Page
from tests.web.serving import Browser, Serving, Tabletop, serving, until

CORNERS = [[20.0, 15.0], [140.0, 15.0], [140.0, 75.0], [20.0, 75.0]]
GREY = CheckerColour((50.0, 0.0, 0.0), 5.0)
PROFILE = BoardProfile(
    BoardGeometry(np.array(CORNERS), 0.08), Home.NEAR_RIGHT, GREY, GREY, (160, 90), (0.0,) * 8, (0.0,) * 8, 0, 0.1, 0, 1
)


class Eyes:
    """Finds what it is told to find, when it is let."""

    def __init__(self) -> None:
        self.wanted: list[Wanted] = []
        self.go = threading.Event()
        self.go.set()
        self.found: Found | Exception = Found(PROFILE, (Advice.LIGHT_FROM_LEFT,), Position.start())

    def __call__(self, picture: Picture, wanted: Wanted) -> Found:
        assert picture.shape == (90, 160, 3)
        self.wanted.append(wanted)
        assert self.go.wait(20)
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


@pytest.fixture
def eyes() -> Eyes:
    return Eyes()


@pytest.fixture
def camera(eyes: Eyes, tmp_path: Path) -> Iterator[Serving]:
    """A served table whose camera always has a new picture."""
    table = Tabletop(tmp_path / "journal.sqlite")
    stop = threading.Event()

    def film() -> None:
        geometry = BoardGeometry(np.array(CORNERS) + 3, 0.08)
        while not stop.wait(0.02):
            table.page.see(Frame(np.full((90, 160, 3), 80, np.uint8), table.clock(), "f"), geometry, None)

    filming = threading.Thread(target=film, daemon=True)
    filming.start()
    try:
        with serving(table, fitting=Fitting(eyes)) as served:
            yield served
    finally:
        stop.set()
        filming.join()


@pytest.fixture
def director(camera: Serving) -> Browser:
    return camera.browser(Role.DIRECTOR)


def taken(director: Browser) -> int:
    answer = director.post("/api/board/picture", {})
    assert answer.status == 200
    return int(answer.json["taken"])


def found(director: Browser, **wish: Any) -> Any:
    begun = director.post("/api/board/find", {"taken": taken(director), "white_is": "light"} | wish)
    assert begun.json["state"] in ("working", "found")
    until(lambda: director.get("/api/board").json["state"] != "working")
    return director.get("/api/board").json


def test_a_picture_is_held_while_the_camera_goes_on(director: Browser) -> None:
    told = director.post("/api/board/picture", {}).json
    assert (told["state"], told["size_px"]) == ("idle", [160, 90])
    assert told["last_corners_px"][0] == [23.0, 18.0]
    picture = director.get(f"/api/board/picture/{told['taken']}")
    assert picture.data.startswith(b"\xff\xd8")
    assert director.get(f"/api/board/picture/{told['taken'] + 1}").status == 404


def test_what_was_found_is_told(director: Browser) -> None:
    told = found(director)
    assert (told["state"], told["quality"], told["white_home"]) == ("found", 1.0, "near-right")
    assert told["corners_px"] == CORNERS
    assert told["advice"] == ["LIGHT_FROM_LEFT"]
    assert told["position"]["white"] == list(Position.start().white)


def test_corners_and_colour_that_a_person_gave_are_used(director: Browser, eyes: Eyes) -> None:
    found(director, corners_px=[[1, 2], [150, 2.5], [150, 80], [-10, 80]], white_is="dark")
    (wanted,) = eyes.wanted
    assert wanted.corners_px is not None
    assert wanted.corners_px[1].tolist() == [150.0, 2.5]
    assert wanted.white_is.value == "dark"


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (PictureError("no board"), "not found"),
        (ProfileError("not there"), "corners"),
        (ZeroDivisionError("oh"), "mistake"),
    ],
)
def test_why_nothing_was_found_is_told(director: Browser, eyes: Eyes, error: Exception, failure: str) -> None:
    eyes.found = error
    told = found(director)
    assert (told["state"], told["failure"]) == ("failed", failure)
    assert told["why"]


def test_one_board_is_looked_for_at_a_time(director: Browser, eyes: Eyes) -> None:
    number = taken(director)
    eyes.go.clear()
    director.post("/api/board/find", {"taken": number, "white_is": "light"})
    for path, body in (("find", {"taken": number, "white_is": "light"}), ("picture", {})):
        answer = director.post(f"/api/board/{path}", body)
        assert (answer.status, "already" in answer.json["refused"]) == (409, True)
    eyes.go.set()
    until(lambda: director.get("/api/board").json["state"] == "found")
    assert len(eyes.wanted) == 1


def test_the_board_that_was_found_is_kept_and_no_other(director: Browser, camera: Serving, eyes: Eyes) -> None:
    job = found(director)["job"]
    eyes.found = Found(replace(PROFILE, quality=0.7), (), None)
    newer = found(director)
    assert newer["position"] is None
    assert director.post("/api/board/keep", {"job": job}).status == 422
    assert director.post("/api/board/keep", {"job": newer["job"]}).status == 200
    (asked,) = camera.table.asked
    assert isinstance(asked.wish, ProfileWish)
    assert asked.wish.profile.quality == 0.7


def test_a_camera_that_gives_nothing_new_is_told(served: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "PICTURE_S", 0.2)
    answer = served.browser(Role.DIRECTOR).post("/api/board/picture", {})
    assert (answer.status, answer.json["error"]) == (503, "No new picture comes from the camera; see to its cable.")


@pytest.mark.parametrize("role", [Role.SPECTATOR, Role.PLAYER])
def test_nobody_but_a_director_calibrates(served: Serving, role: Role) -> None:
    browser = served.browser(role)
    assert [browser.get(path).status for path in ("/api/board", "/api/board/picture/1")] == [403, 403]
    for path in ("picture", "find", "keep"):
        assert browser.post(f"/api/board/{path}", {}).status == 403


@pytest.mark.parametrize(
    "corners",
    [
        [],
        [[1, 2]] * 3,
        [[1, 2], [3, 4], [5, 6], [7]],
        [[1, 2], [3, 4], [5, 6], [7, "8"]],
        [[1, 2], [3, 4], [5, 6], [True, 8]],
        [[1, 2], [3, 4], [5, 6], [7, 1e9]],
        [[1, 2], [3, 4], [5, 6], [7, math.ldexp(1, 1000)]],
        [[1, 2], [3, 4], [5, 6], [7, 10**400]],
        "corners",
        {"a": 1},
    ],
)
def test_corners_that_are_none_are_told_by_their_field(director: Browser, corners: object) -> None:
    wish = {"taken": taken(director), "white_is": "light", "corners_px": corners}
    answer = director.post("/api/board/find", wish)
    assert (answer.status, answer.json["field"]) == (422, "corners_px")


def test_before_a_picture_there_are_no_corners(served: Serving) -> None:
    wish = {"taken": 0, "white_is": "light", "corners_px": CORNERS}
    assert served.browser(Role.DIRECTOR).post("/api/board/find", wish).status == 422
    assert served.browser(Role.DIRECTOR).post("/api/board/find", wish | {"corners_px": None}).status == 422


def test_a_first_picture_has_no_corners_of_before(camera: Serving) -> None:
    """Nobody has shown the board yet: the wizard begins with none, and the camera's view draws none."""
    director = camera.browser(Role.DIRECTOR)
    camera.table.page.see = lambda frame, *_: Page.see(camera.table.page, frame, None, None)  # type: ignore[method-assign]
    until(lambda: director.post("/api/board/picture", {}).json["last_corners_px"] == [])
    seen = director.get("/api/camera").json
    assert (seen["corners"], seen["view"]) == ([], None)
