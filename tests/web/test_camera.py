"""The camera's view: made only while somebody looks, and drawn where the checkers lie."""

import math

import cv2
import numpy as np
import pytest

from pi_companion.devices import Frame
from pi_companion.rules import Position
from pi_companion.vision import View
from pi_companion.vision.geometry import BoardGeometry, Home
from pi_companion.vision.observation import CubeSeen, DieSeen, Observation, nothing_seen
from pi_companion.web.access import Role
from pi_companion.web.page import LOOKED_AT_S
from tests.referee.conftest import Eye
from tests.web.serving import Serving

SIZE = (1280, 720)
LEFT, TOP, RIGHT, BOTTOM = 240.0, 80.0, 1040.0, 640.0
FLAT = BoardGeometry(np.array([[LEFT, TOP], [RIGHT, TOP], [RIGHT, BOTTOM], [LEFT, BOTTOM]]), 0.06)
SHOWN = 960 / 1280


def picture(number: int = 0) -> Frame:
    return Frame(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), float(number), f"f{number}")


def observed(position: Position) -> Observation:
    seen = Eye().see(0.0, position)
    face = np.full(6, -9.0, np.float32)
    face[4] = 0.0
    values = np.full(7, -9.0, np.float32)
    values[1] = 0.0
    return Observation(
        view=View.CLEAR,
        points=np.array(seen.points, np.float32),
        bar=np.array([seen.bar_white, seen.bar_black], np.float32),
        off=np.array([seen.off_white, seen.off_black], np.float32),
        dice=(DieSeen(face, (800.0, 360.0), (0.7, 0.5), cocked=True, on_field=True, presence=1.0),),
        cube=CubeSeen(values, (160.0, 360.0), (-0.1, 0.5)),
    )


@pytest.fixture
def told(served: Serving) -> dict[str, object]:
    browser = served.browser(Role.PLAYER)
    browser.get("/api/camera")
    served.table.page.see(picture(), FLAT, observed(Position.start()), Home.NEAR_RIGHT)
    found: dict[str, object] = browser.get("/api/camera").json
    return found


def test_the_panel_on_the_table_is_drawn_beside_it(served: Serving, told: dict[str, object]) -> None:
    assert told["panel"] == ""
    served.table.page.show_panel("●   ●")
    assert served.browser(Role.PLAYER).get("/api/camera").json["panel"] == "●   ●"


def test_nothing_is_made_until_somebody_looks(served: Serving) -> None:
    page, browser = served.table.page, served.browser(Role.PLAYER)
    page.see(picture(), FLAT, None)
    assert not page.is_looked_at
    assert browser.get("/api/camera").json["number"] is None
    page.see(picture(1), FLAT, None)
    assert browser.get("/api/camera").json["number"] == 1
    assert browser.get("/api/camera").json["number"] == 1, "the same picture is not made twice"
    served.table.clock.now_s += LOOKED_AT_S + 1
    assert not page.is_looked_at


def test_checkers_are_drawn_where_they_lie(told: dict[str, object]) -> None:
    places = {(each["side"], each["place"]): each for each in told["places"]}  # type: ignore[attr-defined]
    assert {key: each["count"] for key, each in places.items()} == {
        (side, place): count
        for side in ("white", "black")
        for place, count in (("24", 2), ("13", 5), ("8", 3), ("6", 5))
    }
    ace = places["white", "24"]["circles"][0]
    pitch = (RIGHT - LEFT) * (1 - 0.06) / 12 * SHOWN
    assert ace[2] == pytest.approx(pitch / 2, rel=0.05)
    assert math.dist(ace[:2], (RIGHT * SHOWN - pitch / 2, TOP * SHOWN + pitch / 2)) < pitch / 2
    foot = places["white", "6"]["circles"][0]
    assert foot[1] > (TOP + BOTTOM) / 2 * SHOWN, "White's six point is on the near side"


def test_dice_and_cube_are_told_in_the_pixels_of_the_picture(served: Serving, told: dict[str, object]) -> None:
    assert told["dice"] == [{"value": 5, "cocked": True, "at": [600.0, 270.0]}]
    assert told["cube"]["at"] == [120.0, 270.0]  # type: ignore[index]
    sent = served.browser(Role.PLAYER).get(f"/api/camera/{told['number']}")
    image = cv2.imdecode(np.frombuffer(sent.data, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert [image.shape[1], image.shape[0]] == told["size"] == [960, 540]


def test_what_cannot_be_read_says_why_and_draws_nothing(served: Serving) -> None:
    browser = served.browser(Role.PLAYER)
    browser.get("/api/camera")
    served.table.page.see(picture(), FLAT, nothing_seen(View.COVERED))
    told = browser.get("/api/camera").json
    assert told["view"] == "covered"
    assert "places" not in told


def test_spectators_do_not_look_through_the_camera(served: Serving) -> None:
    browser = served.browser()
    assert browser.get("/api/camera").status == 403
    assert browser.get("/api/camera/1").status == 403
    assert not served.table.page.is_looked_at


def test_a_picture_that_is_gone_is_not_there(served: Serving) -> None:
    assert served.browser(Role.PLAYER).get("/api/camera/7").status == 404
