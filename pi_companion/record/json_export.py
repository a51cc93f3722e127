"""A match as JSON, for programs of one's own.

One object; docs/match.schema.json says its form. `events` are all events as the journal has them, as `replay --json`
writes each. `games` say what came of them: the actions that count, with the original of an illegal play in its
breaches and explanation.

New fields and events may come within a version; a change of one that is here makes a new version.
"""

import json
from typing import assert_never

from pi_companion.record.fields import JsonObject, JsonValue
from pi_companion.record.journal import Entry, StoredMatch
from pi_companion.record.transcript import (
    Action,
    CubeAction,
    CubeVerb,
    GameRecord,
    MatchRecord,
    Resignation,
    Turn,
    transcribe,
)
from pi_companion.record.wire import position_to_wire, to_wire

FORMAT = "pi-companion match"
VERSION = 1


def entry_to_wire(entry: Entry) -> JsonObject:
    """Give an entry of the journal as a line of `replay --json`."""
    return {"seq": entry.seq, "t": entry.stamp.t_s, "frame": entry.stamp.frame, **to_wire(entry.event)}


def to_json(match: StoredMatch, entries: tuple[Entry, ...]) -> str:
    """Write a match, finished or not; every event stands on a line of its own."""
    record = transcribe(entry.event for entry in entries)
    head: JsonObject = {
        "format": FORMAT,
        "version": VERSION,
        "match": _match(match, record),
        "result": {
            "white": record.white,
            "black": record.black,
            "winner": record.winner.value if record.winner else None,
        },
        "games": [_game(game) for game in record.games],
    }
    events = ",\n".join("    " + json.dumps(entry_to_wire(entry), ensure_ascii=False) for entry in entries)
    text = json.dumps(head, indent=2, ensure_ascii=False)
    return f'{text.removesuffix("}").rstrip()},\n  "events": [\n{events}\n  ]\n}}\n'


def _match(match: StoredMatch, record: MatchRecord) -> JsonValue:
    return {
        "number": match.match,
        "source": match.source,
        "length": record.started.length,
        "white": record.started.white,
        "black": record.started.black,
        "jacoby": record.started.jacoby,
        "wall": match.wall_s,
        "clock_synced": match.clock_synced,
    }


def _game(game: GameRecord) -> JsonValue:
    result = game.result
    return {
        "game": game.number,
        "crawford": game.crawford,
        "white": game.white_before,
        "black": game.black_before,
        "turns": len(game.turns),
        "winner": result.winner.value if result else None,
        "points": result.points if result else None,
        "kind": result.kind.value if result else None,
        "openings": [[white, black] for white, black in game.openings],
        "cube": game.cube_start,
        "actions": [action_to_wire(action) for action in game.actions],
    }


_CUBE = {CubeVerb.DOUBLE: "double", CubeVerb.TAKE: "take", CubeVerb.DROP: "drop", CubeVerb.BEAVER: "beaver"}


def action_to_wire(action: Action) -> JsonValue:
    """Give a turn, an act with the cube or a resignation as a JSON object."""
    match action:
        case Turn():
            return {
                "action": "turn",
                "side": action.side.value,
                "dice": [*action.dice],
                "outcome": action.outcome.value,
                "play": action.play,
                "position": position_to_wire(action.after),
                "breaches": [breach.value for breach in action.breaches],
                "explanation": action.explanation,
            }
        case CubeAction(side, verb, value):
            return {"action": _CUBE[verb], "side": side.value, "value": value}
        case Resignation(side, multiple):
            return {"action": "resign", "side": side.value, "points": multiple}
        case _:
            assert_never(action)
