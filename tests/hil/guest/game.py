"""A recorded game with its truth: its pictures one by one, what a companion must say of it and show on its panel."""

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

Event = dict[str, object]

TURN_ENDS = frozenset({"play", "illegal_play", "no_move", "corrected"})
"""Events that end a turn or put it right; the recording numbers its turns by them."""

COMPARED = frozenset(
    {"opening_roll", "roll", "play", "illegal_play", "corrected", "no_move", "double", "take", "drop", "game_over"}
)
FIELDS = ("event", "side", "white", "black", "value", "winner", "kind", "points", "dice", "position")


@dataclass(frozen=True, slots=True)
class Moment:
    """One picture of the game."""

    image: str
    seconds: float
    """How long the recording shows it."""

    kind: str
    """rolled, hand, played, lifted, corrected, final or calib_start."""

    turn: int
    illegal: bool
    roller: str | None
    """Whose two dice lie in clear view; None where none do, or where each side has one (the opening)."""

    dice: tuple[int, ...]
    """The dice that lie there, the larger first."""

    cube: str
    """Who has the cube."""


def load(folder: Path) -> list[Moment]:
    """Read the moments of a game from the start position on."""
    with (folder / "frames.csv").open(newline="") as listing:
        images = [row["image"] for row in csv.DictReader(listing)]
    labels = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
    by_image = {label["image"]: label for label in labels}
    kept = [image for image in dict.fromkeys(images) if by_image[image]["kind"] != "calib_empty"]
    return [_moment(by_image[image], images.count(image) / 2) for image in kept]


def _moment(label: dict[str, object], seconds: float) -> Moment:
    found = label["dice"]
    thrown = [die for die in found if die["rolled"]] if isinstance(found, list) and not label["covered"] else []
    owners = {die["owner"] for die in thrown}
    turn, cube = label["turn"], label["cube"]
    return Moment(
        image=str(label["image"]),
        seconds=seconds,
        kind=str(label["kind"]),
        turn=turn if isinstance(turn, int) else -1,
        illegal=label["event"] == "illegal",
        roller=owners.pop() if len(owners) == 1 else None,
        dice=tuple(sorted((die["value"] for die in thrown), reverse=True)),
        cube=cube["owner"] if isinstance(cube, dict) else "",
    )


def truth(folder: Path) -> list[Event]:
    """Read what a companion must say, without what it may leave out."""
    lines = (json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines())
    return [line for line in lines if not line.get("optional")]


def turns(events: Iterable[Event]) -> list[Event]:
    """Keep the events that end a turn or put it right."""
    return [event for event in events if event["event"] in TURN_ENDS]


def until_turn(events: Sequence[Event], turn: int) -> list[Event]:
    """Cut a course after a turn, the first being 0; all of it where it has no more."""
    ends = [number for number, event in enumerate(events) if event["event"] in TURN_ENDS]
    return list(events[: ends[turn] + 1] if turn < len(ends) else events)


def told_wrong(wanted: Sequence[Event], told: Iterable[Event]) -> tuple[list[Event], list[Event]]:
    """Compare two courses of a match; one slip counts once, whatever follows it.

    Returns:
        What is missing, and what is too much.
    """
    want = [_compared(event) for event in wanted if event["event"] in COMPARED]
    have = [_compared(event) for event in told if event["event"] in COMPARED]
    length = [[0] * (len(have) + 1) for _ in range(len(want) + 1)]
    for i in reversed(range(len(want))):
        for j in reversed(range(len(have))):
            longest = max(length[i + 1][j], length[i][j + 1])
            length[i][j] = max(longest, 1 + length[i + 1][j + 1]) if _same(want[i], have[j]) else longest
    missing, extra, i, j = list[Event](), list[Event](), 0, 0
    while i < len(want) and j < len(have):
        if _same(want[i], have[j]):
            i, j = i + 1, j + 1
        elif length[i + 1][j] >= length[i][j + 1]:
            missing.append(want[i])
            i += 1
        else:
            extra.append(have[j])
            j += 1
    return missing + want[i:], extra + have[j:]


def _compared(event: Event) -> Event:
    kept = {key: event[key] for key in FIELDS if key in event}
    dice = kept.get("dice")
    if isinstance(dice, list):
        kept["dice"] = sorted(dice, reverse=True)
    return kept


def _same(wanted: Event, told: Event) -> bool:
    return all(told.get(key) == value for key, value in wanted.items())


@dataclass(frozen=True, slots=True)
class Shown:
    """What a panel shows of a game."""

    dice: tuple[int, ...]
    """The larger first; two noughts where none has been rolled."""

    turn: str
    cube: str
    """Who has it; empty while it is in the middle."""


OTHER = {"white": "black", "black": "white"}
NONE = (0, 0)


def shown_after(events: Iterable[Event]) -> Shown | None:
    """Say what a panel must show after a course of events; None where more than these decides it, as at a dispute."""
    shown, certain = Shown(NONE, "", ""), False
    for event in events:
        if event["event"] in COMPARED:
            certain = event["event"] in ("opening_roll", "roll", "take", "play", "no_move")
        side = str(event.get("side", ""))
        match event:
            case {"event": "game_started"}:
                shown = Shown(NONE, "", "")
            case {"event": "opening_roll", "white": int(white), "black": int(black)}:
                first = "white" if white > black else "black"
                shown = Shown((max(white, black), min(white, black)), first, shown.cube)
                certain = white != black
            case {"event": "roll"}:
                shown = Shown(last_roll([event])[1], side, shown.cube)
            case {"event": "take"}:
                shown = Shown(NONE, OTHER[side], side)
            case {"event": "play" | "no_move"}:
                shown = Shown(NONE, OTHER[side], shown.cube)
    return shown if certain else None


def last_roll(events: Iterable[Event]) -> tuple[str, tuple[int, ...]]:
    """Say who rolled last, and what, the larger die first; an opening roll is nobody's."""
    side, dice = "", NONE
    for event in events:
        match event:
            case {"event": "roll", "side": str(roller), "dice": list(rolled)}:
                side, dice = roller, tuple(sorted(rolled, reverse=True))
    return side, dice


def brief(event: Event) -> str:
    """Say an event in a few words."""
    return " ".join(str(event[key]) for key in ("event", "side", "dice", "value", "white", "black") if key in event)
