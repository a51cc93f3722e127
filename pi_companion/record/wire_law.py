"""The events of people's words, corrections, terms and the clock as JSON objects and back."""

from collections.abc import Callable
from dataclasses import fields as fields_of
from enum import Enum

from pi_companion.record.fields import Fields, JsonObject, JsonValue
from pi_companion.referee.events import (
    Clocked,
    Cocked,
    CockedDice,
    CubeSet,
    FlagFell,
    Inferred,
    Person,
    Redone,
    Refused,
    ResignOffered,
    ResignRefused,
    RolledEarly,
    RollVoided,
    Said,
    ScoreSet,
    TermsAgreed,
    TurnSet,
    Undone,
)
from pi_companion.referee.terms import (
    ClockTerms,
    DieOnChecker,
    EarlyRoll,
    IllegalPlays,
    Mode,
    Terms,
    TurnEnd,
)
from pi_companion.rules import Side

LawEvent = (
    Said
    | Refused
    | TermsAgreed
    | Undone
    | Redone
    | CubeSet
    | ScoreSet
    | TurnSet
    | ResignOffered
    | ResignRefused
    | CockedDice
    | RolledEarly
    | RollVoided
    | Inferred
    | Clocked
    | FlagFell
)

_NAMES: dict[type[LawEvent], str] = {
    Said: "said",
    Refused: "refused",
    TermsAgreed: "terms",
    Undone: "undone",
    Redone: "redone",
    CubeSet: "cube_set",
    ScoreSet: "score_set",
    TurnSet: "turn_set",
    ResignOffered: "resign_offered",
    ResignRefused: "resign_refused",
    CockedDice: "cocked",
    RolledEarly: "rolled_early",
    RollVoided: "roll_voided",
    Inferred: "inferred",
    Clocked: "clock",
    FlagFell: "flag",
}


def law_to_wire(event: LawEvent) -> JsonObject:
    """Turn an event into its JSON object: its fields under their own names, terms spread out."""
    head: JsonObject = {"event": _NAMES[type(event)]}
    if isinstance(event, TermsAgreed):
        return {**head, **_terms_to_wire(event.terms)}
    return {**head, **{each.name: _plain(getattr(event, each.name)) for each in fields_of(event)}}


def _terms_to_wire(terms: Terms) -> JsonObject:
    line = {each.name: _plain(getattr(terms, each.name)) for each in fields_of(Terms) if each.name != "clock"}
    if terms.clock is None:
        return line
    return {**line, "clock": {"delay_s": terms.clock.delay_s, "a_point_s": terms.clock.a_point_s}}


def _plain(value: object) -> JsonValue:
    if isinstance(value, Enum):
        return str(value.value)
    if value is None or isinstance(value, str | int | float):
        return value
    message = f"wanted a value that JSON has, got {value!r}"
    raise TypeError(message)


def _read_terms(fields: Fields) -> TermsAgreed:
    clock = fields.inner("clock")
    return TermsAgreed(
        Terms(
            mode=fields.choice("mode", Mode),
            illegal_plays=fields.choice("illegal_plays", IllegalPlays),
            early_roll=fields.choice("early_roll", EarlyRoll),
            die_on_checker=fields.choice("die_on_checker", DieOnChecker),
            turn_end=fields.choice("turn_end", TurnEnd),
            beavers=fields.flag("beavers"),
            raccoons=fields.flag("raccoons"),
            automatic_doubles=fields.integer("automatic_doubles"),
            pictures=fields.flag("pictures"),
            clock=None if clock is None else ClockTerms(clock.integer("delay_s"), clock.integer("a_point_s")),
        )
    )


def _read_clocked(fields: Fields) -> Clocked:
    return Clocked(
        fields.number("white_s"),
        fields.number("black_s"),
        fields.optional("running", Side),
        paused=fields.flag("paused"),
    )


def _read_score(fields: Fields) -> ScoreSet:
    return ScoreSet(
        fields.integer("white"), fields.integer("black"), fields.flag("crawford"), fields.flag("post_crawford")
    )


LAW_READERS: dict[str, Callable[[Fields], LawEvent]] = {
    "said": lambda f: Said(f.choice("by", Person), f.text("key"), f.text("words")),
    "refused": lambda f: Refused(f.text("why")),
    "terms": _read_terms,
    "undone": lambda f: Undone(f.integer("count")),
    "redone": lambda f: Redone(f.integer("count")),
    "cube_set": lambda f: CubeSet(f.integer("value"), f.optional("owner", Side)),
    "score_set": _read_score,
    "turn_set": lambda f: TurnSet(f.side("side")),
    "resign_offered": lambda f: ResignOffered(f.side("side"), f.integer("times")),
    "resign_refused": lambda f: ResignRefused(f.side("side")),
    "cocked": lambda f: CockedDice(f.optional("side", Side), f.optional("kind", Cocked)),
    "rolled_early": lambda f: RolledEarly(f.side("side")),
    "roll_voided": lambda f: RollVoided(f.side("side")),
    "inferred": lambda f: Inferred(f.integer("turns")),
    "clock": _read_clocked,
    "flag": lambda f: FlagFell(f.side("side")),
}
