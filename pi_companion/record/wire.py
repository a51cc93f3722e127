"""Events as JSON objects and back: the lines of `replay --json`, the rows of the journal, and the page's feed.

The names and fields are the contract's. Two sorts of field are written only where they say something: the
players' names and the Jacoby rule of `match_started`, where they differ from the usual.
"""

import json
from collections.abc import Callable, Mapping

from pi_companion.errors import InputError
from pi_companion.record.fields import Fields, JsonObject, JsonValue
from pi_companion.record.wire_law import LAW_READERS, law_to_wire
from pi_companion.referee.events import (
    Amended,
    AutomaticDouble,
    Beavered,
    BoardFound,
    BoardMoved,
    Clear,
    Corrected,
    Covered,
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    NoMove,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    Scored,
    Stood,
    TableEvent,
    Taken,
    Unclear,
)
from pi_companion.rules import Breach, Position, WinKind

__all__ = [
    "JsonObject",
    "JsonValue",
    "dump_event",
    "from_wire",
    "kind_of",
    "load_event",
    "position_to_wire",
    "to_wire",
]

_PLAIN_MATCH = MatchStarted(length=0)


def to_wire(event: TableEvent) -> JsonObject:  # noqa: C901, PLR0911, PLR0912 -- one flat case an event, and mypy sees that none is missing
    """Turn an event into its JSON object; `event` comes first and names it."""
    match event:
        case MatchStarted():
            return _match_started(event)
        case GameStarted(game, crawford):
            return {"event": "game_started", "game": game, "crawford": crawford}
        case OpeningRoll(white, black):
            return {"event": "opening_roll", "white": white, "black": black}
        case Rolled(side, dice):
            return {"event": "roll", "side": side.value, "dice": [*dice]}
        case Played(side, dice, play, position):
            turn: JsonObject = {"event": "play", "side": side.value, "dice": [*dice], "play": play}
            return {**turn, "position": position_to_wire(position), "legal": True}
        case IllegalPlay(side, dice, position, breaches, explanation):
            turn = {"event": "illegal_play", "side": side.value, "dice": [*dice]}
            names: list[JsonValue] = [breach.value for breach in breaches]
            return {
                **turn,
                "position": position_to_wire(position),
                "breaches": names,
                "explanation": explanation,
            }
        case Corrected(side, play, position):
            return {
                "event": "corrected",
                "side": side.value,
                "play": play,
                "position": position_to_wire(position),
            }
        case Stood(side):
            return {"event": "stood", "side": side.value}
        case NoMove(side, dice, position):
            return {
                "event": "no_move",
                "side": side.value,
                "dice": [*dice],
                "position": position_to_wire(position),
            }
        case Doubled(side, value):
            return {"event": "double", "side": side.value, "value": value}
        case Taken(side):
            return {"event": "take", "side": side.value}
        case Dropped(side):
            return {"event": "drop", "side": side.value}
        case Beavered(side, value):
            return {"event": "beaver", "side": side.value, "value": value}
        case AutomaticDouble(value):
            return {"event": "automatic_double", "value": value}
        case Resigned(side, points):
            return {"event": "resign", "side": side.value, "points": points}
        case GameOver(winner, points, kind):
            return {"event": "game_over", "winner": winner.value, "points": points, "kind": kind.value}
        case Scored(white, black):
            return {"event": "score", "white": white, "black": black}
        case MatchOver(winner):
            return {"event": "match_over", "winner": winner.value}
        case Unclear(what):
            return {"event": "unclear", "what": what}
        case BoardMoved():
            return {"event": "board_moved"}
        case BoardFound():
            return {"event": "board_found"}
        case Covered():
            return {"event": "covered"}
        case Clear():
            return {"event": "clear"}
        case Amended(back, events):
            return {"event": "amended", "back": back, "events": [to_wire(each) for each in events]}
        case _:
            return law_to_wire(event)


def from_wire(value: Mapping[str, object]) -> TableEvent:
    """Read an event from its JSON object; fields that are not the event's own are passed over.

    Raises:
        InputError: The object names no known event, or a field is missing or of the wrong form.
    """
    fields = Fields(value)
    name = fields.text("event")
    if name not in _READERS:
        message = f"an event wants one of the names {', '.join(_READERS)}, but {name!r} came; correct the name"
        raise InputError(message)
    return _READERS[name](fields)


def dump_event(event: TableEvent) -> str:
    """Write an event as one line of JSON."""
    return json.dumps(to_wire(event), separators=(",", ":"), ensure_ascii=False)


def load_event(text: str) -> TableEvent:
    """Read what `dump_event` wrote.

    Raises:
        InputError: The text is not JSON, or the object is not an event.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        message = f"an event wants a JSON object, but {text[:60]!r} cannot be read ({error}); correct the line"
        raise InputError(message) from error
    if not isinstance(value, dict):
        message = f"an event wants a JSON object, but {text[:60]!r} came; write one object a line"
        raise InputError(message)
    return from_wire(value)


def kind_of(event: TableEvent) -> str:
    """Give the event's name on the wire."""
    return str(to_wire(event)["event"])


def position_to_wire(position: Position) -> JsonValue:
    """Give a position as the contract's JSON object."""
    return {side: list[JsonValue](places) for side, places in position.to_json().items()}


def _match_started(event: MatchStarted) -> JsonObject:
    line: JsonObject = {"event": "match_started", "length": event.length}
    if event.white != _PLAIN_MATCH.white:
        line["white"] = event.white
    if event.black != _PLAIN_MATCH.black:
        line["black"] = event.black
    if event.jacoby != _PLAIN_MATCH.jacoby:
        line["jacoby"] = event.jacoby
    return line


def _read_match_started(fields: Fields) -> MatchStarted:
    return MatchStarted(
        length=fields.integer("length"),
        white=fields.text("white", _PLAIN_MATCH.white),
        black=fields.text("black", _PLAIN_MATCH.black),
        jacoby=fields.flag("jacoby", usual=_PLAIN_MATCH.jacoby),
    )


def _read_illegal_play(fields: Fields) -> IllegalPlay:
    return IllegalPlay(
        side=fields.side("side"),
        dice=fields.dice("dice"),
        position=fields.position("position"),
        breaches=tuple(fields.choices("breaches", Breach)),
        explanation=fields.text("explanation"),
    )


def _read_amended(fields: Fields) -> Amended:
    return Amended(fields.integer("back"), tuple(from_wire(each) for each in fields.objects("events")))


_READERS: dict[str, Callable[[Fields], TableEvent]] = {
    "match_started": _read_match_started,
    "game_started": lambda f: GameStarted(f.integer("game"), f.flag("crawford")),
    "opening_roll": lambda f: OpeningRoll(f.integer("white"), f.integer("black")),
    "roll": lambda f: Rolled(f.side("side"), f.dice("dice")),
    "play": lambda f: Played(f.side("side"), f.dice("dice"), f.text("play"), f.position("position")),
    "illegal_play": _read_illegal_play,
    "corrected": lambda f: Corrected(f.side("side"), f.text("play"), f.position("position")),
    "stood": lambda f: Stood(f.side("side")),
    "no_move": lambda f: NoMove(f.side("side"), f.dice("dice"), f.position("position")),
    "double": lambda f: Doubled(f.side("side"), f.integer("value")),
    "take": lambda f: Taken(f.side("side")),
    "drop": lambda f: Dropped(f.side("side")),
    "beaver": lambda f: Beavered(f.side("side"), f.integer("value")),
    "automatic_double": lambda f: AutomaticDouble(f.integer("value")),
    "resign": lambda f: Resigned(f.side("side"), f.integer("points")),
    "game_over": lambda f: GameOver(f.side("winner"), f.integer("points"), f.choice("kind", WinKind)),
    "score": lambda f: Scored(f.integer("white"), f.integer("black")),
    "match_over": lambda f: MatchOver(f.side("winner")),
    "unclear": lambda f: Unclear(f.text("what")),
    "board_moved": lambda _: BoardMoved(),
    "board_found": lambda _: BoardFound(),
    "covered": lambda _: Covered(),
    "clear": lambda _: Clear(),
    "amended": _read_amended,
    **LAW_READERS,
}
