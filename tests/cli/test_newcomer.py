"""`run` at a table whose board nobody has shown yet: it is up, and goes on to a match without a restart."""

from pathlib import Path

import pytest

from pi_companion.record.journal import Journal
from pi_companion.record.wire import to_wire
from pi_companion.vision.profile import BoardProfile
from tests.cli.live_process import NewTable, new_table
from tests.program import Run
from tests.web.serving import Browser, until


def director(table: NewTable) -> Browser:
    answer = Browser(table.port).post("/api/session", {"pin": table.director})
    return Browser(table.port, answer.headers["set-cookie"].partition(";")[0].partition("=")[2])


LONG_S = 300.0
"""How long a busy machine may take to find a board, and then to begin."""


def calibrate(by: Browser) -> None:
    """Show the board as the wizard does."""
    taken = by.post("/api/board/picture", {}).json["taken"]
    by.post("/api/board/find", {"taken": taken, "white_is": "light", "corners_px": None})
    until(lambda: by.get("/api/board").json["state"] != "working", LONG_S)
    found = by.get("/api/board").json
    assert found["state"] == "found"
    kept = by.post("/api/board/keep", {"job": found["job"]})
    # A machine that is busy may answer late; that it happened is seen by what follows.
    assert kept.status in {200, 503}, kept.data


def test_it_is_ready_without_a_board_and_begins_a_match_once_the_board_is_shown(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        table.until("READY=1")
        table.until("STATUS=No board profile yet")
        table.until("WATCHDOG=1")
        by = director(table)
        assert by.get("/api/state").json["state"]["waiting"] == "board"
        asked = {"white": "Ann", "black": "Bob", "length": 3, "mode": "monitor", "illegal_plays": "legal-moves"}
        early = by.post("/api/matches", {**asked, "pictures": False})
        assert early.status == 409
        assert "Calibrate" in early.json["refused"]
        calibrate(by)
        until(lambda: (by.get("/api/state").json["state"] or {}).get("waiting") == "opening", LONG_S)
        assert BoardProfile.load(tmp_path / "board.toml").quality > 0.9
        assert by.post("/api/matches", {**asked, "pictures": False}).status == 200
        until(lambda: by.get("/api/state").json["state"]["names"] == {"white": "Ann", "black": "Bob"}, LONG_S)
        status, complaints = table.stop()
    assert status == 0
    # A busy machine may take a slow reader of the film for one that hangs, and says so.
    others = [line for line in complaints.splitlines() if ": The camera " not in line]
    assert len(others) == 1
    assert "No board profile yet" in others[0]
    with Journal.read(table.journal) as journal:
        begun = [str(to_wire(entry.event)["event"]) for entry in journal.events(2)]
    assert begun[:2] == ["match_started", "game_started"]


def test_told_to_stop_before_it_ends_and_keeps_nothing(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        table.until("STATUS=No board profile yet")
        status, _ = table.stop()
        table.until("STOPPING=1")
    assert status == 0
    assert not (tmp_path / "board.toml").exists()
    with Journal.read(table.journal) as journal:
        assert journal.matches() == ()


def test_without_a_page_there_is_no_way_to_show_the_board(run: Run, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[web]\non = false\n")
    refused = run("--settings", "settings.toml", "--journal", "j.sqlite", "run")
    assert refused.status == 2
    assert "switch the page on" in refused.err
    assert not (tmp_path / "j.sqlite").exists()


def test_a_broken_profile_is_no_missing_one(run: Run, tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("nonsense")
    refused = run("--journal", "j.sqlite", "run", "--board", "board.toml")
    assert refused.status == 2
    assert "board.toml" in refused.err


@pytest.mark.parametrize(("shown", "says"), [(False, "no board profile yet"), (True, "BAD")])
def test_doctor_knows_where_the_board_is_kept(run: Run, tmp_path: Path, *, shown: bool, says: str) -> None:
    if shown:
        (tmp_path / "board.toml").write_text("nonsense")
    (tmp_path / "settings.toml").write_text('[camera]\nsource = "none.mp4"\n')
    told = run("--settings", "settings.toml", "--journal", "j.sqlite", "doctor").out
    assert says in next(line for line in told.splitlines() if "  board  " in line)
