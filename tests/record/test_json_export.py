"""The JSON export is what its schema says."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pi_companion.record.journal import Journal, Stamp
from pi_companion.record.json_export import entry_to_wire, to_json
from pi_companion.record.wire import from_wire
from pi_companion.referee.events import (
    Amended,
    AutomaticDouble,
    Clocked,
    CockedDice,
    Corrected,
    CubeSet,
    FlagFell,
    GameStarted,
    IllegalPlay,
    Inferred,
    MatchStarted,
    OpeningRoll,
    Person,
    Redone,
    Refused,
    ResignOffered,
    ResignRefused,
    RolledEarly,
    RollVoided,
    Said,
    ScoreSet,
    TableEvent,
    TermsAgreed,
    TurnSet,
    Undone,
)
from pi_companion.referee.terms import Terms
from pi_companion.rules import Breach, Position, Side

DOCS = Path(__file__).parents[2] / "docs"
Json = Any
"""A value as `json.loads` gives it; the checks below find out what it is."""


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
            "openings": [[3, 1]],
            "cube": 1,
            "actions": [
                {
                    "action": "turn",
                    "side": "white",
                    "dice": [3, 1],
                    "outcome": "unplayed",
                    "play": "",
                    "position": Position.start().to_json(),
                    "breaches": [],
                    "explanation": "",
                }
            ],
        }
    ]


def test_an_entry_is_a_line_of_replay(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j.sqlite") as journal:
        match = journal.new_match(MatchStarted(3))
        entry = journal.append(match, OpeningRoll(3, 1), Stamp(7.25, frame="f0007.jpg"))
    assert json.dumps(entry_to_wire(entry)) == (
        '{"seq": 2, "t": 7.25, "frame": "f0007.jpg", "event": "opening_roll", "white": 3, "black": 1}'
    )


def test_games_tell_what_counts_and_events_what_was(tmp_path: Path) -> None:
    start = Position.start()
    events = (
        MatchStarted(0),
        GameStarted(1, crawford=False),
        OpeningRoll(2, 2),
        AutomaticDouble(2),
        OpeningRoll(3, 1),
        IllegalPlay(Side.WHITE, (3, 1), start, (Breach.NO_MOVE_MADE,), "White moved nothing."),
        Corrected(Side.WHITE, "8/5 6/5", start),
    )
    value = json.loads(exported(tmp_path / "j.sqlite", events))
    (game,) = value["games"]
    assert (game["cube"], game["openings"]) == (2, [[2, 2], [3, 1]])
    (turn,) = game["actions"]
    assert (turn["outcome"], turn["play"], turn["breaches"]) == ("corrected", "8/5 6/5", ["NO_MOVE_MADE"])
    assert [line["event"] for line in value["events"]][-2:] == ["illegal_play", "corrected"]


class Schema:
    """The published schema with the words of JSON Schema that it uses; any other word fails the test."""

    def __init__(self, root: Json) -> None:
        self.root = root
        self.silent = {"$schema", "$defs", "title", "description", "then"}

    def faults(self, value: Json, part: Json = None, where: str = "") -> list[str]:
        """Say where a value is not as the schema, or a part of it, wants it."""
        part = self.root if part is None else part
        found: list[str] = []
        for word, want in part.items():
            if word in ("$ref", "properties", "items", "allOf", "oneOf", "if"):
                found += self.inside(value, word, want, part, where)
            elif word not in self.silent and not fits(value, word, want):
                found.append(f"{where}: {word} {want} wanted, {str(value)[:60]} came")
        return found

    def inside(self, value: Json, word: str, want: Json, part: Json, where: str) -> list[str]:
        """Check what a value holds, or is by another part of the schema."""
        match word:
            case "$ref":
                return self.faults(value, self.root["$defs"][want.removeprefix("#/$defs/")], where)
            case "properties":
                there = [(name, each) for name, each in want.items() if name in value]
                return [fault for name, each in there for fault in self.faults(value[name], each, f"{where}.{name}")]
            case "items":
                return [fault for n, item in enumerate(value) for fault in self.faults(item, want, f"{where}[{n}]")]
            case "allOf":
                return [fault for each in want for fault in self.faults(value, each, where)]
            case "oneOf":
                forms = sum(not self.faults(value, each, where) for each in want)
                return [] if forms == 1 else [f"{where}: fits {forms} of the forms"]
            case _:
                return [] if self.faults(value, want, where) else self.faults(value, part["then"], where)


def fits(value: Json, word: str, want: Json) -> bool:
    match word:
        case "type":
            return any(is_a(value, kind) for kind in (want if isinstance(want, list) else [want]))
        case "const" | "enum":
            return any(value == each and type(value) is type(each) for each in (want if word == "enum" else [want]))
        case "required":
            return set(want) <= set(value)
        case "minItems" | "maxItems":
            return len(value) >= int(want) if word == "minItems" else len(value) <= int(want)
        case "minimum" | "maximum":
            return bool(value >= want if word == "minimum" else value <= want)
        case _:
            pytest.fail(f"the schema has a word that this check does not know: {word}")


KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
    "boolean": (bool,),
}


def is_a(value: Json, kind: str) -> bool:
    return isinstance(value, KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))


@pytest.fixture(scope="module")
def schema() -> Schema:
    return Schema(json.loads((DOCS / "match.schema.json").read_text(encoding="utf-8")))


LAW: tuple[TableEvent, ...] = (
    MatchStarted(0),
    GameStarted(1, crawford=False),
    TermsAgreed(Terms()),
    Said(Person.TABLE, "a", "undo"),
    Refused("There is nothing to undo."),
    OpeningRoll(3, 1),
    Undone(1),
    Redone(1),
    CockedDice(None),
    Amended(1, (OpeningRoll(1, 3),)),
    RolledEarly(Side.BLACK),
    RollVoided(Side.BLACK),
    CubeSet(2, Side.WHITE),
    ScoreSet(0, 0, crawford=False, post_crawford=False),
    TurnSet(Side.WHITE),
    ResignOffered(Side.WHITE, 2),
    ResignRefused(Side.BLACK),
    Inferred(2),
    Clocked(120.0, 99.5, None, paused=False),
    FlagFell(Side.BLACK),
)
"""One of each kind that no plain match has."""


def test_exports_are_as_the_published_schema_says(
    tmp_path: Path, random_match: Callable[..., tuple[TableEvent, ...]], schema: Schema
) -> None:
    kinds = set()
    for seed, length in enumerate([0, 1, 3, 5, 0, 7]):
        events = random_match(seed, length, jacoby=seed % 2 == 0, beavers=0.5, doubles=0.2, automatic=2)
        value = json.loads(exported(tmp_path / f"{seed}.sqlite", events))
        assert schema.faults(value) == []
        kinds |= {line["event"] for line in value["events"]}
    value = json.loads(exported(tmp_path / "law.sqlite", LAW))
    assert schema.faults(value) == []
    kinds |= {line["event"] for line in value["events"]}
    described = schema.root["$defs"]["event"]["allOf"]
    assert kinds >= {each["if"]["properties"]["event"]["const"] for each in described} - {"unclear"}


def test_the_schema_refuses_what_is_no_export(
    tmp_path: Path, random_match: Callable[..., tuple[TableEvent, ...]], schema: Schema
) -> None:
    text = exported(tmp_path / "j.sqlite", random_match(3, 3))
    for old, new in [
        ('"version": 1', '"version": 2'),
        ('"event": "roll", "side": "white"', '"event": "roll", "side": "red"'),
        ('"event": "roll", "side"', '"event": "roll", "sides"'),
        ('"winner": "white"', '"winner": "nobody"'),
        ('"outcome": "played"', '"outcome": "fine"'),
        ('"dice": [', '"dice": [7, '),
        ('"seq": 2,', '"seq": 0,'),
    ]:
        assert old in text
        assert schema.faults(json.loads(text.replace(old, new, 1)))
