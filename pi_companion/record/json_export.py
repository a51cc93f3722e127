"""A match as JSON, for programs of one's own.

One object. Version 1 has the fields

- `format`: "pi-companion match", `version`: 1;
- `match`: `number` in the journal, `source`, `length` (0 is money play), `white` and `black` (names), `jacoby`,
  `wall` (seconds since 1970 at the first event, or null) and `clock_synced`;
- `result`: `white` and `black` (points), `winner` ("white", "black" or null while the match is being played);
- `games`: for each `game`, `crawford`, `white` and `black` (points before it), `turns`, and `winner`, `points` and
  `kind`, which are null while it is being played;
- `events`: all events in their order, each as `replay --json` writes it: `seq`, `t`, `frame`, `event` and its fields.

New fields may come within a version; a change of one that is here makes a new version.
"""

import json

from pi_companion.record.journal import Entry, StoredMatch
from pi_companion.record.transcript import GameRecord, MatchRecord, transcribe
from pi_companion.record.wire import JsonObject, JsonValue, to_wire

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
    }
