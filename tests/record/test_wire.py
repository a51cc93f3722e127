"""Events go out as the contract's JSON and come back the same."""

import json
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_companion.errors import InputError
from pi_companion.record.wire import dump_event, from_wire, kind_of, load_event, to_wire
from pi_companion.referee.events import (
    GameOver,
    IllegalPlay,
    MatchStarted,
    NoMove,
    OpeningRoll,
    Played,
    Rolled,
    TableEvent,
)
from pi_companion.rules import Breach, Position, Side

NAMES = [
    "match_started",
    "game_started",
    "opening_roll",
    "roll",
    "play",
    "illegal_play",
    "corrected",
    "stood",
    "no_move",
    "double",
    "take",
    "drop",
    "beaver",
    "automatic_double",
    "resign",
    "game_over",
    "score",
    "match_over",
    "unclear",
    "board_moved",
    "board_found",
    "covered",
    "clear",
    "said",
    "refused",
    "terms",
    "undone",
    "redone",
    "amended",
    "cube_set",
    "score_set",
    "turn_set",
    "resign_offered",
    "resign_refused",
    "cocked",
    "rolled_early",
    "roll_voided",
    "inferred",
    "clock",
    "flag",
]

counts = st.tuples(*[st.integers(0, 15)] * 26)
positions = st.builds(Position, counts, counts)
die = st.integers(1, 6)
dice = st.tuples(die, die)


def events_of(kind: type[TableEvent]) -> st.SearchStrategy[TableEvent]:
    """Any event of a kind, with the dice and positions that its types cannot say."""
    special: dict[str, st.SearchStrategy[object]] = {}
    for name in getattr(kind, "__slots__", ()):
        if name == "position":
            special[name] = positions
        elif name == "dice":
            special[name] = dice
        elif name == "events":
            special[name] = st.lists(st.one_of(events_of(Rolled), events_of(Played), events_of(GameOver))).map(tuple)
        elif name in {"white_s", "black_s"}:
            special[name] = st.floats(0, 1e6)
    return st.builds(kind, **special)


any_event = st.one_of(*(events_of(kind) for kind in get_args(TableEvent)))


@given(any_event)
def test_an_event_comes_back_as_it_went(event: TableEvent) -> None:
    line = dump_event(event)
    assert "\n" not in line
    assert load_event(line) == event
    assert from_wire(to_wire(event)) == event


@settings(max_examples=5, suppress_health_check=[HealthCheck.too_slow])  # draws one of every kind, and a name is a name
@given(st.data())
def test_every_event_has_its_own_name_from_the_contract(data: st.DataObject) -> None:
    names = [kind_of(data.draw(events_of(kind))) for kind in get_args(TableEvent)]
    assert names == NAMES


def test_fields_are_the_contracts() -> None:
    start = Position.start()
    play = to_wire(Played(Side.WHITE, (3, 1), "8/5 6/5", start))
    assert list(play) == ["event", "side", "dice", "play", "position", "legal"]
    assert play["legal"] is True
    assert play["position"] == {"white": list(start.white), "black": list(start.black)}
    illegal = to_wire(IllegalPlay(Side.BLACK, (6, 5), start, (Breach.NO_MOVE_MADE,), "Black moved nothing"))
    assert illegal["breaches"] == ["NO_MOVE_MADE"]
    assert to_wire(MatchStarted(5)) == {"event": "match_started", "length": 5}
    assert to_wire(OpeningRoll(3, 1)) == {"event": "opening_roll", "white": 3, "black": 1}
    assert to_wire(Rolled(Side.WHITE, (1, 3))) == {"event": "roll", "side": "white", "dice": [1, 3]}
    assert list(to_wire(NoMove(Side.WHITE, (6, 6), start))) == ["event", "side", "dice", "position"]


def test_players_and_jacoby_are_written_where_they_are_not_the_usual() -> None:
    event = MatchStarted(0, "Ann", "Black", jacoby=False)
    assert to_wire(event) == {"event": "match_started", "length": 0, "white": "Ann", "jacoby": False}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "wants a JSON object"),
        ("[1]", "wants a JSON object"),
        ('{"event":"rolls"}', "'rolls'"),
        ('{"side":"white"}', "'event'"),
        ('{"event":"roll","side":"red","dice":[1,2]}', "white, black"),
        ('{"event":"roll","side":"white","dice":[1,7]}', "two dice"),
        ('{"event":"roll","side":"white","dice":[true,2]}', "two dice"),
        ('{"event":"double","side":"white"}', "but nothing came"),
        ('{"event":"double","side":"white","value":2.5}', "a whole number"),
        ('{"event":"game_started","game":1,"crawford":"no"}', "true or false"),
        ('{"event":"take","side":null}', "'side'"),
        ('{"event":"corrected","side":"white","play":"8/5","position":{"white":[1]}}', "26 counts"),
        ("[" * 100_000, "wants a JSON object"),
    ],
)
def test_a_broken_line_is_told_in_one_line(line: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        load_event(line)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_fields_are_passed_over() -> None:
    line = json.dumps({"event": "take", "side": "black", "seq": 7})
    assert kind_of(load_event(line)) == "take"
