"""Whole recordings through camera, referee and journal; what was told beside what a perfect companion tells."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from pi_companion.devices import load_image, open_source
from pi_companion.errors import PictureError, ProfileError
from pi_companion.evaluation.judge import Scribe
from pi_companion.evaluation.marks import Aspect, Mark, Measure, Part, Verdict
from pi_companion.evaluation.sheet import Finding
from pi_companion.evaluation.truth import Recording
from pi_companion.record.journal import Journal
from pi_companion.record.wire import to_wire
from pi_companion.table import Table, Watcher, begin
from pi_companion.vision.calibrate import Calibrator

LENGTH = 5
"""Points to win, as `replay` takes it when it is not told."""

TURNS = frozenset({"play", "illegal_play", "no_move", "corrected"})
JUDGED = TURNS | {"opening_roll", "roll", "stood", "double", "take", "drop", "game_over"}
FIELDS = ("side", "white", "black", "value", "winner", "kind", "points", "position")
"""What must agree where the truth has it, besides the dice; the words of an explanation need not."""

Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Course:
    """What was told, laid beside what happened."""

    heard: tuple[Event, ...]
    missed: tuple[Event, ...]
    """Happened and was not told, or was told otherwise; optional events are left out."""

    unreal: tuple[Event, ...]
    """Told and did not happen."""


def evaluate_replays(recordings: Sequence[Recording], calibrator: Calibrator) -> Iterator[Finding]:
    """Every recording as a match; the profile is that of its start picture, made without help.

    Raises:
        PictureError: A picture cannot be read.
    """
    for recording in recordings:
        scribe = Scribe(Part.REPLAY, recording.folder.name, ((Aspect.BOARD, recording.folder.name),))
        yield Finding(scribe.picture, tuple(_marks(scribe, compare(recording.events, told(recording, calibrator)))))


def told(recording: Recording, calibrator: Calibrator) -> list[Event]:
    """What the companion tells of a recording, in the contract's form; nothing where it cannot be calibrated."""
    start = load_image(recording.start.path)
    try:
        profile = calibrator.calibrate(start).profile
    except (PictureError, ProfileError):
        return []
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal.sqlite") as journal:
        number, first = begin(journal, LENGTH)
        table = Table(Watcher(profile), journal, number)
        return [to_wire(one.event) for one in chain(first, table.watch(open_source(recording.folder)))]


def compare(happened: Sequence[Event], heard: Sequence[Event]) -> Course:
    """Lay two courses of events side by side so that as many as can agree, in order: one slip is not counted twice."""
    wanted = [event for event in happened if event["event"] in JUDGED]
    came = [event for event in heard if event["event"] in JUDGED]
    longest = [[0] * (len(came) + 1) for _ in range(len(wanted) + 1)]
    for row, event in enumerate(wanted, start=1):
        for column, said in enumerate(came, start=1):
            longest[row][column] = (
                longest[row - 1][column - 1] + 1
                if agrees(event, said)
                else max(longest[row - 1][column], longest[row][column - 1])
            )
    pairs = []
    row, column = len(wanted), len(came)
    while row and column:
        if agrees(wanted[row - 1], came[column - 1]):
            row, column = row - 1, column - 1
            pairs.append((row, column))
        elif longest[row - 1][column] >= longest[row][column - 1]:
            row -= 1
        else:
            column -= 1
    rows, columns = {row for row, _ in pairs}, {column for _, column in pairs}
    return Course(
        heard=tuple(event for number, event in enumerate(wanted) if number in rows),
        missed=tuple(event for number, event in enumerate(wanted) if number not in rows and not event.get("optional")),
        unreal=tuple(event for number, event in enumerate(came) if number not in columns),
    )


def agrees(wanted: Event, said: Event) -> bool:
    """Whether an event was told as it happened.

    >>> agrees({"event": "roll", "side": "white", "dice": [3, 1]}, {"event": "roll", "side": "white", "dice": [1, 3]})
    True
    >>> agrees({"event": "roll", "side": "white", "dice": [3, 1]}, {"event": "roll", "side": "black", "dice": [3, 1]})
    False
    """
    same_fields = all(wanted[name] == said.get(name) for name in FIELDS if name in wanted)
    same_dice = sorted(wanted.get("dice", [])) == sorted(said.get("dice", [])) or "dice" not in wanted
    return wanted["event"] == said["event"] and same_fields and same_dice


def _marks(scribe: Scribe, course: Course) -> Iterator[Mark]:
    for verdict, events in ((Verdict.RIGHT, course.heard), (Verdict.REFUSED, course.missed)):
        for event in events:
            detail = f"missed: {_in_words(event)}"
            yield scribe.mark(Measure.EVENT, verdict, detail)
            if event["event"] in TURNS:
                yield scribe.mark(Measure.TURN, verdict, detail)
    for event in course.unreal:
        alarm = event["event"] == "illegal_play"
        measures = (Measure.FALSE_ALARM, Measure.UNREAL) if alarm else (Measure.UNREAL,)
        yield from (scribe.mark(measure, Verdict.WRONG, f"told: {_in_words(event)}") for measure in measures)
    faults = len(course.missed) + len(course.unreal)
    yield scribe.right(Measure.GAME, right=not faults, detail=f"{faults} faults")


def _in_words(event: Event) -> str:
    skipped = {"position", "explanation", "first"}
    return " ".join(
        str(value) if name == "event" else f"{name} {value}" for name, value in event.items() if name not in skipped
    )
