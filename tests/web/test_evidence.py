"""Which picture belongs to which turn, and who may see it."""

import numpy as np

from pi_companion.record.evidence import FOLDER_NAME, EvidenceRing
from pi_companion.record.journal import Entry, Stamp
from pi_companion.referee.events import (
    Corrected,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    OpeningRoll,
    Played,
    Rolled,
    TableEvent,
    Undone,
)
from pi_companion.rules import Breach, Position, Side, parse_play
from pi_companion.web.access import Role
from pi_companion.web.evidence import ended_by
from tests.web.serving import Serving
from tests.web.test_app import opened

AFTER = parse_play("8/5 6/5", Position.start(), Side.WHITE, None).result
REPLY = parse_play("24/18 13/8", AFTER, Side.BLACK, None).result
OPENED: tuple[TableEvent, ...] = (
    MatchStarted(5, "Ann", "Bob"),
    GameStarted(1, crawford=False),
    OpeningRoll(3, 1),
    Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER),
)
WRONG = IllegalPlay(Side.BLACK, (6, 5), REPLY, (Breach.WRONG_DISTANCE,), "So not.")


def entries(*events: TableEvent) -> tuple[Entry, ...]:
    return tuple(Entry(1, seq, Stamp(0.0), event) for seq, event in enumerate(events, start=1))


def test_a_turn_is_known_by_the_event_that_ended_it() -> None:
    told = entries(*OPENED, Rolled(Side.BLACK, (6, 5)), Played(Side.BLACK, (6, 5), "24/18 13/8", REPLY))
    assert ended_by(told) == {(0, 0): (4,), (0, 1): (6,)}


def test_an_illegal_play_that_was_put_right_has_both() -> None:
    told = entries(*OPENED, Rolled(Side.BLACK, (6, 5)), WRONG, Corrected(Side.BLACK, "24/18 13/8", REPLY))
    assert ended_by(told)[0, 1] == (6, 7)


def test_a_turn_that_was_taken_back_has_none() -> None:
    assert ended_by(entries(*OPENED, Undone(1))) == {}


class TestServed:
    def keep(self, served: Serving) -> int:
        opened(served)
        seq = served.table.last_seq
        ring = EvidenceRing(served.table.path.with_name(FOLDER_NAME), 10)
        ring.keep(served.table.match, seq, np.full((40, 60, 3), 90, np.uint8))
        return seq

    def test_those_at_the_table_see_the_pictures(self, served: Serving) -> None:
        seq = self.keep(served)
        browser = served.browser(Role.PLAYER)
        action = browser.get("/api/matches/1").json["list"][0]["actions"][0]
        assert action["pictures"] == [{"seq": seq, "when": "after"}]
        picture = browser.get(f"/api/matches/1/pictures/{seq}/after")
        assert picture.headers["content-type"] == "image/jpeg"
        assert picture.data.startswith(b"\xff\xd8")

    def test_spectators_do_not(self, served: Serving) -> None:
        seq = self.keep(served)
        action = served.browser().get("/api/matches/1").json["list"][0]["actions"][0]
        assert "pictures" not in action
        assert served.browser().get(f"/api/matches/1/pictures/{seq}/after").status == 403

    def test_what_is_not_kept_is_not_found(self, served: Serving) -> None:
        seq = self.keep(served)
        browser = served.browser(Role.PLAYER)
        for path in (f"{seq}/before", f"{seq + 9}/after", f"{seq}/..", f"{seq}/after.jpg", "9999999999999/after"):
            assert browser.get(f"/api/matches/1/pictures/{path}").status == 404
