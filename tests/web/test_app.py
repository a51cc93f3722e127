"""What each address answers: to whom, to what, and to what no page of ours would send."""

import time
from pathlib import Path

import pytest

from pi_companion.referee.events import OpeningRoll, Played
from pi_companion.referee.terms import Mode, Terms
from pi_companion.rules import Position, Side, parse_play
from pi_companion.web.access import FREE_TRIES, Role
from pi_companion.web.guard import LARGEST_BODY
from pi_companion.web.page import OVERTAKEN
from pi_companion.web.stream import MOST_READERS
from tests.web.serving import Serving, Tabletop, serving, until

UNDO = {"order": "undo", "count": 1, "key": "k1"}
DOUBLE = {"order": "double", "side": "black", "key": "k2"}


def opened(served: Serving) -> None:
    """White has opened with 3-1 and made the five point."""
    after = parse_play("8/5 6/5", Position.start(), Side.WHITE, None).result
    served.table.happen(OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", after))


class TestLive:
    def test_the_state_comes_at_once_and_then_what_happens(self, served: Serving) -> None:
        with served.browser().live() as stream:
            first = stream.news()
            assert first["state"]["names"] == {"white": "Ann", "black": "Bob"}
            assert first["state"]["waiting"] == "opening"
            opened(served)
            told = [stream.news()]
            while told[-1]["state"]["deciding"] != "black":
                told.append(stream.news())
            assert [event["event"] for news in told for event in news["events"]] == ["opening_roll", "play"]

    def test_after_a_gap_nothing_is_missing_and_nothing_twice(self, served: Serving) -> None:
        with served.browser().live() as stream:
            stream.news()
            last = stream.last
        opened(served)
        with served.browser().live(last) as stream:
            news = stream.news()
        assert news["whole"]
        assert [event["event"] for event in news["events"]] == ["opening_roll", "play"]
        with served.browser().live(stream.last) as stream:
            assert stream.news()["events"] == []

    def test_a_beat_says_how_old_the_picture_and_the_state_are(self, served: Serving) -> None:
        """Who joins in the middle of a turn would else see clocks that begin anew."""
        served.table.clock.now_s += 40.0
        with served.browser().live() as stream:
            kind, data = next(stream.events())
        assert (kind, data) == ("beat", {"age_s": None, "since_s": 40.0})

    def test_readers_who_leave_make_room(self, served: Serving) -> None:
        for _ in range(3):
            with served.browser().live() as stream:
                stream.news()
        assert MOST_READERS > 50
        until(lambda: served.browser().get("/api/state").status == 200)

    def test_stopping_lets_readers_go_quickly(self, served: Serving) -> None:
        with served.browser().live() as stream:
            stream.news()
            begun = time.monotonic()
            served.server.stop()
            assert time.monotonic() - begun < 4
            list(stream.events())


class TestPin:
    def test_a_pin_opens_and_the_cookie_is_for_this_page_alone(self, served: Serving) -> None:
        browser = served.browser()
        assert browser.get("/api/session").json["role"] == "spectator"
        answer = browser.post("/api/session", {"pin": served.pins.player})
        assert answer.json["role"] == "player"
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        browser.session = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
        assert browser.get("/api/session").json["role"] == "player"

    def test_wrong_pins_are_slowed(self, served: Serving) -> None:
        browser = served.browser()
        for _ in range(FREE_TRIES):
            answer = browser.post("/api/session", {"pin": "000000x"})
            assert (answer.status, answer.json["field"]) == (403, "pin")
        answer = browser.post("/api/session", {"pin": served.pins.director})
        assert answer.status == 429
        assert int(answer.headers["retry-after"]) >= 1

    @pytest.mark.parametrize("pin", [None, 5, "", "1" * 500, ["1"]])
    def test_what_is_no_pin_is_told_by_its_field(self, served: Serving, pin: object) -> None:
        answer = served.browser().post("/api/session", {"pin": pin})
        assert (answer.status, answer.json["field"]) == (422, "pin")


class TestOrders:
    def test_a_spectator_changes_nothing(self, served: Serving) -> None:
        opened(served)
        for path in ("/api/orders", "/api/orders/preview", "/api/matches"):
            assert served.browser().post(path, UNDO).status == 403
        assert served.table.asked == []

    def test_a_player_undoes(self, served: Serving) -> None:
        opened(served)
        answer = served.browser(Role.PLAYER).post("/api/orders", UNDO)
        assert answer.status == 200
        assert [event["event"] for event in answer.json["events"]] == ["said", "undone"]
        assert served.table.state.course.position == Position.start()

    def test_the_same_key_counts_once(self, served: Serving) -> None:
        opened(served)
        browser = served.browser(Role.PLAYER)
        browser.post("/api/orders", UNDO)
        assert browser.post("/api/orders", UNDO).json["events"] == []
        assert served.table.state.course.roll is not None

    def test_what_was_shown_is_what_is_done_or_nothing(self, served: Serving) -> None:
        """Two who look at one record and both take its last act back take back one act."""
        opened(served)
        one, other = served.browser(Role.PLAYER), served.browser(Role.PLAYER)
        upon = one.post("/api/orders/preview", UNDO).json["upon"]
        assert upon == other.post("/api/orders/preview", UNDO).json["upon"]
        assert one.post("/api/orders", UNDO | {"upon": upon}).status == 200
        late = other.post("/api/orders", UNDO | {"key": "other", "upon": upon})
        assert (late.status, late.json["refused"]) == (409, OVERTAKEN)
        assert served.table.state.history.redoable == 1
        again = one.post("/api/orders", UNDO | {"upon": upon})
        assert (again.status, again.json["refused"]) == (200, ""), "the same order sent again was obeyed already"

    def test_a_preview_shows_what_would_change_and_changes_nothing(self, served: Serving) -> None:
        opened(served)
        before = served.table.state
        answer = served.browser(Role.PLAYER).post("/api/orders/preview", UNDO).json
        assert answer["state"]["position"]["white"] == list(Position.start().white)
        assert answer["refused"] == ""
        assert served.table.state is before
        assert served.table.asked == []

    def test_a_refusal_is_one_sentence(self, served: Serving) -> None:
        opened(served)
        body = DOUBLE | {"side": "white"}
        answer = served.browser(Role.PLAYER).post("/api/orders", body)
        assert answer.status == 409
        assert answer.json["refused"].endswith(".")

    def test_the_score_is_the_directors(self, served: Serving) -> None:
        body = {"order": "score", "white": 2, "black": 1, "key": "k"}
        assert served.browser(Role.PLAYER).post("/api/orders", body).status == 403
        assert served.browser(Role.DIRECTOR).post("/api/orders", body).status == 200
        assert served.table.state.course.score.white == 2

    def test_a_table_that_does_not_answer_is_told(self, served: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pi_companion.web.app.REPLY_S", 0.1)
        served.table.deaf = True
        answer = served.browser(Role.PLAYER).post("/api/orders", UNDO)
        assert answer.status == 503
        assert "does not answer" in answer.json["error"]


class TestMatches:
    def test_they_are_listed_told_and_handed_out(self, served: Serving) -> None:
        opened(served)
        browser = served.browser()
        (listed,) = browser.get("/api/matches").json["matches"]
        assert (listed["names"]["white"], listed["turns"]) == ("Ann", 1)
        told = browser.get(f"/api/matches/{listed['match']}").json
        action = told["list"][0]["actions"][0]
        assert action["play"] == "8/5 6/5"
        assert action["arrows"] == [[8, 5], [6, 5]]
        mat = browser.get("/api/matches/1/mat")
        assert b"31: 8/5 6/5" in mat.data
        assert mat.headers["content-disposition"] == 'attachment; filename="match-1.mat"'
        assert browser.get("/api/matches/1/sgf").data.startswith(b"(;")
        assert browser.get("/api/matches/1/json").json["match"]["white"] == "Ann"
        assert b"3-1: 8/5 6/5" in browser.get("/api/matches/1/html").data
        assert browser.get("/api/matches/1/pdf").data.startswith(b"%PDF")

    @pytest.mark.parametrize(
        "path", ["/api/matches/9", "/api/matches/9/mat", "/api/matches/1/exe", "/api/matches/" + "9" * 30]
    )
    def test_what_is_not_there_is_said(self, served: Serving, path: str) -> None:
        assert served.browser().get(path).status == 404

    def test_a_match_is_wished_for(self, served: Serving) -> None:
        wish = {"white": " Zoë  <b> ", "black": "Ömer", "length": 7, "mode": "teach", "pictures": False}
        wish |= {"illegal_plays": "legal-moves", "clock": True, "delay_s": 12, "a_point_s": 120}
        assert served.browser(Role.PLAYER).post("/api/matches", wish).status == 200
        (asked,) = served.table.asked
        assert asked.wish.white == "Zoë <b>"  # type: ignore[union-attr]

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"white": " "}, "white"),
            ({"black": "x" * 99}, "black"),
            ({"length": 99}, "length"),
            ({"length": -1}, "length"),
            ({"length": None}, "length"),
            ({"length": 2.5}, "length"),
            ({"clock": True, "delay_s": 99, "a_point_s": 120}, "delay_s"),
            ({"clock": True, "delay_s": 9, "a_point_s": 0}, "a_point_s"),
        ],
    )
    def test_what_cannot_be_played_is_told_by_its_field(
        self, served: Serving, change: dict[str, object], field: str
    ) -> None:
        wish = {
            "white": "A",
            "black": "B",
            "length": 5,
            "mode": "log",
            "pictures": True,
            "illegal_plays": "legal-moves",
        }
        answer = served.browser(Role.PLAYER).post("/api/matches", wish | change)
        assert (answer.status, answer.json["field"]) == (422, field)
        assert served.table.asked == []

    def test_a_silent_match_keeps_its_rulings_to_the_director(self, tmp_path: Path) -> None:
        table = Tabletop(tmp_path / "j.sqlite", terms=Terms(mode=Mode.LOG))
        with serving(table) as served:
            assert served.browser().get("/api/matches/1/json").status == 403
            assert served.browser(Role.DIRECTOR).get("/api/matches/1/json").status == 200


class TestHostile:
    @pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "[::1", "a b"])
    def test_another_name_gets_nothing(self, served: Serving, host: str) -> None:
        assert served.browser().send("GET", "/api/state", headers={"Host": host}).status in (400, 421)

    @pytest.mark.parametrize("host", ["localhost:{}", "LOCALHOST", "10.0.0.7:{}", "[::1]:{}"])
    def test_our_own_names_and_numbers_are_fine(self, served: Serving, host: str) -> None:
        host = host.format(served.server.port)
        assert served.browser().send("GET", "/api/state", headers={"Host": host}).status == 200

    @pytest.mark.parametrize(
        ("headers", "status"),
        [
            ({"Origin": "http://evil.example"}, 403),
            ({"Origin": "null"}, 403),
            ({"Origin": ""}, 403),
            ({"Content-Type": "text/plain"}, 415),
            ({"Content-Type": ""}, 415),
            ({"Content-Length": str(LARGEST_BODY + 1)}, 413),
            ({"Content-Length": "9" * 40}, 413),
        ],
    )
    def test_a_change_comes_from_our_page_as_json_and_small(
        self, served: Serving, headers: dict[str, str], status: int
    ) -> None:
        answer = served.browser(Role.DIRECTOR).send("POST", "/api/orders", UNDO, headers)
        assert answer.status in (status, 400)
        assert served.table.asked == []

    @pytest.mark.parametrize(
        "raw",
        [b"", b"[]", b"5", b"{", b"\xff\xfe", b'{"order": "\\ud800", "key": "k"}', b"[" * 5000, b'{"count": NaN}'],
    )
    def test_what_is_no_json_object_is_refused(self, served: Serving, raw: bytes) -> None:
        assert served.browser(Role.DIRECTOR).send("POST", "/api/orders", raw=raw).status == 422

    @pytest.mark.parametrize(
        "path",
        [
            "/assets/../app.py",
            "/assets/..%2fapp.py",
            "/assets/%2e%2e/app.py",
            "/assets//etc/passwd",
            "/assets/",
            "/%00",
            "/assets/lang/../../__init__.py",
        ],
    )
    def test_no_file_outside_the_page_is_served(self, served: Serving, path: str) -> None:
        assert served.browser().get(path).status == 404

    def test_every_answer_carries_the_strict_headers(self, served: Serving) -> None:
        for path in ("/", "/api/state", "/nothing", "/assets/page.js"):
            headers = served.browser().get(path).headers
            assert "script-src 'self'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert "server" not in headers
