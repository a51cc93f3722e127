"""The desk's page: what it shows of what was heard, and what takes the director's PIN."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_companion.club.messages import Call, read_state
from pi_companion.rules import Side
from pi_companion.web.access import Role
from pi_companion.web.desk.app import desk_files
from tests.web.desk.a_desk import STATE, ADesk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[ADesk]:
    desk = ADesk(tmp_path)
    yield desk
    desk.server.stop()
    desk.register.close()


def test_anybody_sees_tables_calls_and_results(desk: ADesk) -> None:
    desk.register.set_state("table-1", read_state(json.dumps(STATE)))
    desk.register.set_online("table-1", online=True)
    desk.won("Ada", "Bo", "m1")
    desk.hear(Call("c1", Side.WHITE, "Ada", None))
    with desk.browser(Role.SPECTATOR).live() as stream:
        state = stream.news()["state"]
    (table,) = state["tables"]
    assert (table["name"], table["online"], table["state"]["score_text"]) == ("table-1", True, "2-1")
    assert table["state"]["troubles"] == ["camera"]
    assert [(each["kind"], each["white"], each["winner"]) for each in state["results"]] == [("match", "Ada", "white")]
    assert [(each["table"], each["name"]) for each in state["calls"]] == [("table-1", "Ada")]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/players/rename", {"old": "Ada", "new": "Eve"}),
        ("/api/players/part", {"old": "Ada"}),
        ("/api/calls/answer", {"key": "c1"}),
        ("/api/tables/forget", {"table": "table-1"}),
    ],
)
@pytest.mark.parametrize("role", [Role.SPECTATOR, Role.PLAYER])
def test_only_the_director_changes_anything(desk: ADesk, path: str, body: dict[str, str], role: Role) -> None:
    assert desk.browser(role).post(path, body).status == 403


def test_the_director_answers_a_call(desk: ADesk) -> None:
    desk.hear(Call("c1", None, "", None))
    assert desk.browser(Role.DIRECTOR).post("/api/calls/answer", {"key": "c1"}).status == 200
    with desk.browser(Role.SPECTATOR).live() as stream:
        assert stream.news()["state"]["calls"] == []


def test_a_table_is_forgotten(desk: ADesk) -> None:
    assert desk.browser(Role.DIRECTOR).post("/api/tables/forget", {"table": "table-1"}).status == 200
    assert desk.forgotten == ["table-1"]


def test_players_are_renamed_made_one_and_parted_again(desk: ADesk) -> None:
    desk.won("Al", "Bo", "m1")
    desk.won("Albert", "Bo", "m2")
    director, anybody = desk.browser(Role.DIRECTOR), desk.browser(Role.SPECTATOR)
    assert [rung["name"] for rung in anybody.get("/api/ladder").json["rungs"]] == ["Al", "Albert", "Bo"]
    assert director.post("/api/players/rename", {"old": "Al", "new": "Albert"}).status == 200
    ladder = anybody.get("/api/ladder").json
    assert [(rung["name"], rung["won"], rung["lost"]) for rung in ladder["rungs"]] == [("Albert", 2, 0), ("Bo", 0, 2)]
    assert ladder["renamed"] == {"Al": "Albert"}
    again = director.post("/api/players/rename", {"old": "Al", "new": "Albert"})
    assert (again.status, "same player" in again.json["error"]) == (422, True)
    assert director.post("/api/players/rename", {"old": "Al", "new": " "}).status == 422
    assert director.post("/api/players/rename", {"old": "Al", "new": "x" * 81}).status == 422
    assert director.post("/api/players/part", {"old": "Al"}).status == 200
    assert len(anybody.get("/api/ladder").json["rungs"]) == 3


def test_the_ladder_is_empty_at_first_and_then_has_a_plot(desk: ADesk) -> None:
    browser = desk.browser(Role.SPECTATOR)
    assert browser.get("/api/ladder").json == {"rungs": [], "renamed": {}}
    assert browser.get("/api/ladder.svg").status == 404
    desk.won("Ada", "Bo", "m1")
    assert browser.get("/api/ladder.svg").data.count(b"<polyline") > 2


def test_the_page_comes_with_its_words_and_those_of_the_table(desk: ADesk) -> None:
    browser = desk.browser(Role.SPECTATOR)
    assert b"/assets/desk.js" in browser.get("/").data
    words = browser.get("/assets/lang/en.json").json
    assert {"desk_tables", "on_roll", "game_n"} <= words.keys()
    assert words["wrong_pin"].endswith("desk.")


def test_every_word_that_the_page_says_is_there() -> None:
    files = desk_files()
    words = json.loads(files["lang/en.json"].data)
    for kind, values in (
        ("doing", ["setting_up", "opening", "playing", "doubled", "resigning", "over"]),
        ("trouble", ["camera", "moved", "out_of_step", "disk", "power", "button"]),
        ("how", ["single", "gammon", "backgammon", "drop", "resign"]),
        ("column", ["place", "name", "rating", "week", "won", "lost", "experience"]),
    ):
        assert all(f"desk_{kind}_{value}" in words for value in values)
    said = {
        word
        for name, file in files.items()
        if name.startswith("desk") and name.endswith(".js")
        for word in re.findall(r'\bt\("(\w+)"', file.data.decode())
    }
    assert said
    assert said <= words.keys()
