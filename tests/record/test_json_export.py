"""The JSON export is what its schema says."""

import json
from collections.abc import Callable
from pathlib import Path

from pi_companion.record.journal import Journal, Stamp
from pi_companion.record.json_export import entry_to_wire, to_json
from pi_companion.record.wire import from_wire
from pi_companion.referee.events import GameStarted, MatchStarted, OpeningRoll, TableEvent


def exported(path: Path, events: tuple[TableEvent, ...]) -> str:
    assert isinstance(events[0], MatchStarted)
    with Journal.open(path) as journal:
        match = journal.new_match(events[0], Stamp(0.5, 1.7e9, clock_synced=True, frame="f0"), source="table 1")
        journal.append_all(match, [(event, None) for event in events[1:]], Stamp(2.0, frame="f1"))
        return to_json(journal.matches()[0], journal.events(match))


def test_every_event_can_be_read_back(tmp_path: Path, random_match: Callable[..., tuple[TableEvent, ...]]) -> None:
    events = random_match(3, 3)
    value = json.loads(exported(tmp_path / "j.sqlite", events))
    assert tuple(from_wire(line) for line in value["events"]) == events
    assert [line["seq"] for line in value["events"]] == list(range(1, len(events) + 1))


def test_head_result_and_games(tmp_path: Path, random_match: Callable[..., tuple[TableEvent, ...]]) -> None:
    value = json.loads(exported(tmp_path / "j.sqlite", random_match(3, 3)))
    assert list(value) == ["format", "version", "match", "result", "games", "events"]
    assert (value["format"], value["version"]) == ("pi-companion match", 1)
    assert value["match"] == {
        "number": 1,
        "source": "table 1",
        "length": 3,
        "white": "Ann",
        "black": "Bob, 2nd: x",
        "jacoby": True,
        "wall": 1.7e9,
        "clock_synced": True,
    }
    result, games = value["result"], value["games"]
    assert result["winner"] in ("white", "black")
    assert max(result["white"], result["black"]) >= 3
    assert sum(game["points"] for game in games) == result["white"] + result["black"]
    assert [game["game"] for game in games] == list(range(1, len(games) + 1))


def test_a_match_under_way_has_no_winner(tmp_path: Path) -> None:
    events = (MatchStarted(3), GameStarted(1, crawford=False), OpeningRoll(3, 1))
    value = json.loads(exported(tmp_path / "j.sqlite", events))
    assert value["result"] == {"white": 0, "black": 0, "winner": None}
    assert value["games"] == [
        {
            "game": 1,
            "crawford": False,
            "white": 0,
            "black": 0,
            "turns": 1,
            "winner": None,
            "points": None,
            "kind": None,
        }
    ]


def test_an_entry_is_a_line_of_replay(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j.sqlite") as journal:
        match = journal.new_match(MatchStarted(3))
        entry = journal.append(match, OpeningRoll(3, 1), Stamp(7.25, frame="f0007.jpg"))
    assert json.dumps(entry_to_wire(entry)) == (
        '{"seq": 2, "t": 7.25, "frame": "f0007.jpg", "event": "opening_roll", "white": 3, "black": 1}'
    )
