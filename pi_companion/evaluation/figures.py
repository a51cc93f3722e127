"""From marks to figures: shares with their goals, divided by condition, and how far a confidence can be trusted."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import median

from pi_companion.evaluation.marks import Aspect, Mark, Measure, Part, Verdict

CONFIDENCE_EDGES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0)


class Bound(Enum):
    """Which way a goal reads."""

    AT_LEAST = "at least"
    UNDER = "under"


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure ought to be."""

    bound: Bound
    share: float

    def met(self, share: float) -> bool:
        """Whether a figure reaches it."""
        return share >= self.share if self.bound is Bound.AT_LEAST else share < self.share

    def __str__(self) -> str:
        """Say it as a table does.

        >>> str(Goal(Bound.AT_LEAST, 0.998)), str(Goal(Bound.UNDER, 0.005))
        ('at least 99.8 %', 'under 0.5 %')
        """
        return f"{self.bound.value} {100 * self.share:g} %"


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the table."""

    part: Part
    name: str
    count: int
    of: int
    refused: int
    """How many of the rest were refused rather than wrong."""

    goal: Goal | None
    note: str = ""

    @property
    def share(self) -> float:
        """Count as a share of all; of nothing it is 0."""
        return self.count / self.of if self.of else 0.0

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached; None where there is none, or nothing to judge it by."""
        return None if self.goal is None or not self.of else self.goal.met(self.share)


@dataclass(frozen=True, slots=True)
class Division:
    """One measure divided by one aspect: the share in each band."""

    part: Part
    measure: Measure
    aspect: Aspect
    bands: tuple[tuple[str, int, int], ...]
    """Band, right, of."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Positions read with a confidence from `low` to `high`: how sure on average, and how often right."""

    part: Part
    low: float
    high: float
    count: int
    mean_confidence: float
    right: int


_LEAST = Bound.AT_LEAST
GOALS: dict[tuple[Part, Measure], Goal] = {
    (Part.GAMES, Measure.WHOLE): Goal(_LEAST, 0.97),
    (Part.GAMES, Measure.POINT): Goal(_LEAST, 0.998),
    (Part.GAMES, Measure.CORNERS): Goal(_LEAST, 0.98),
    (Part.GAMES, Measure.DIE): Goal(_LEAST, 0.99),
    (Part.GAMES, Measure.CUBE): Goal(_LEAST, 0.98),
    (Part.GAMES, Measure.OFF): Goal(_LEAST, 0.95),
    (Part.GAMES, Measure.COVERED): Goal(_LEAST, 0.99),
    (Part.GAMES, Measure.CLEAR): Goal(_LEAST, 0.98),
    (Part.STILLS, Measure.POINT): Goal(_LEAST, 0.98),
    (Part.STILLS, Measure.DIE): Goal(_LEAST, 0.99),
    (Part.STILLS, Measure.CUBE): Goal(_LEAST, 0.98),
    (Part.STILLS, Measure.OFF): Goal(_LEAST, 0.95),
    (Part.PHOTOS, Measure.POINT): Goal(_LEAST, 0.95),
    (Part.PHOTOS, Measure.WHOLE): Goal(_LEAST, 0.60),
    (Part.PHOTOS, Measure.DIE): Goal(_LEAST, 0.90),
    (Part.LEARNT, Measure.POINT): Goal(_LEAST, 0.985),
    (Part.REPLAY, Measure.TURN): Goal(_LEAST, 1.0),
    (Part.REPLAY, Measure.GAME): Goal(_LEAST, 1.0),
}
"""What issue 3 asks for."""

WRONG_DICE = {
    Part.GAMES: Goal(Bound.UNDER, 0.005),
    Part.STILLS: Goal(Bound.UNDER, 0.005),
    Part.PHOTOS: Goal(Bound.UNDER, 0.02),
}
SURE_WRONG = Goal(Bound.UNDER, 0.005)

DIVIDED = (
    (Measure.WHOLE, (Aspect.BOARD, Aspect.LIGHT, Aspect.BRIGHTNESS, Aspect.ELEVATION, Aspect.SEAT, Aspect.STACK)),
    (Measure.POINT, (Aspect.BOARD, Aspect.LIGHT, Aspect.BRIGHTNESS, Aspect.ELEVATION, Aspect.SEAT, Aspect.HEIGHT)),
    (Measure.DIE, (Aspect.BOARD, Aspect.BRIGHTNESS, Aspect.ELEVATION, Aspect.DIE_SIZE)),
    (Measure.DIE_NOTICED, (Aspect.DIE_SIZE,)),
    (Measure.DIE_CENTRED, (Aspect.DIE_SIZE,)),
    (Measure.DIE_VALUE, (Aspect.DIE_SIZE,)),
    (Measure.CUBE, (Aspect.BOARD, Aspect.ELEVATION)),
    (Measure.CORNERS, (Aspect.BOARD, Aspect.ELEVATION)),
    (Measure.TURN, (Aspect.BOARD,)),
)


def figures(marks: Sequence[Mark]) -> list[Figure]:
    """All rows, in the order of parts and measures."""
    sorted_out: dict[tuple[Part, Measure], list[Mark]] = defaultdict(list)
    for mark in marks:
        sorted_out[mark.part, mark.measure].append(mark)
    rows = []
    for part, measure in itertools.product(Part, Measure):
        mine = sorted_out[part, measure]
        if measure is Measure.DIE_INVENTED:
            rows += _wrong_dice(part, sorted_out)
        elif measure is Measure.SURE:
            rows += _sure_wrong(part, sorted_out)
        elif measure in (Measure.FALSE_ALARM, Measure.UNREAL):
            rows += _unreal(part, measure, sorted_out)
        elif mine:
            rows.append(_figure(part, measure, mine))
    return rows


def _figure(part: Part, measure: Measure, mine: Sequence[Mark]) -> Figure:
    came = Counter(mark.verdict for mark in mine)
    note = ""
    if measure in (Measure.CORNERS, Measure.FOUND_AGAIN):
        errors = [mark.number for mark in mine if mark.number is not None]
        note = f"median {median(errors):.2%}, worst {max(errors):.2%}" if errors else ""
    return Figure(
        part, measure.value, came[Verdict.RIGHT], len(mine), came[Verdict.REFUSED], GOALS.get((part, measure)), note
    )


_Sorted = dict[tuple[Part, Measure], list[Mark]]


def _wrong_dice(part: Part, marks: _Sorted) -> list[Figure]:
    lying = marks[part, Measure.DIE]
    if not lying:
        return []
    invented = len(marks[part, Measure.DIE_INVENTED])
    wrong = sum(mark.verdict is Verdict.WRONG for mark in lying)
    note = f"{wrong} misread, {invented} where none was rolled"
    return [
        Figure(part, "dice read wrongly, of those rolled", wrong + invented, len(lying), 0, WRONG_DICE.get(part), note)
    ]


def _sure_wrong(part: Part, marks: _Sorted) -> list[Figure]:
    sure = marks[part, Measure.SURE]
    if not sure:
        return []
    wrong = sum(mark.verdict is Verdict.WRONG for mark in sure)
    return [Figure(part, "positions wrong, of those with confidence over 0.99", wrong, len(sure), 0, SURE_WRONG)]


def _unreal(part: Part, measure: Measure, marks: _Sorted) -> list[Figure]:
    happened = marks[part, Measure.EVENT]
    if not happened:
        return []
    told = len(marks[part, measure])
    goal = Goal(Bound.AT_LEAST, 1.0) if measure is Measure.FALSE_ALARM else None
    if goal is None:
        return [Figure(part, f"{measure.value}, beside those that did", told, len(happened), 0, None)]
    recordings = {mark.picture for mark in happened}
    without = recordings - {mark.picture for mark in marks[part, measure]}
    return [Figure(part, "recordings without a false alarm", len(without), len(recordings), 0, goal, f"{told} alarms")]


def divisions(marks: Sequence[Mark]) -> list[Division]:
    """Every measure that is divided, by each aspect that has at least two bands."""
    found = []
    for part, (measure, aspects) in itertools.product(Part, DIVIDED):
        mine = [mark for mark in marks if mark.part is part and mark.measure is measure]
        for aspect in aspects:
            totals: Counter[str] = Counter()
            rights: Counter[str] = Counter()
            for mark in mine:
                for kind, band in mark.conditions:
                    if kind is aspect:
                        totals[band] += 1
                        rights[band] += mark.verdict is Verdict.RIGHT
            if len(totals) > 1:
                bands = tuple((band, rights[band], totals[band]) for band in sorted(totals, key=_in_order))
                found.append(Division(part, measure, aspect, bands))
    return found


def _in_order(band: str) -> tuple[float, str]:
    """Bands of numbers by their size, others by name.

    >>> sorted(["20 to 30 px", "12 to 15 px", "30 px and more", "under 12 px"], key=_in_order)
    ['under 12 px', '12 to 15 px', '20 to 30 px', '30 px and more']
    """
    number = "".join(itertools.takewhile(str.isdigit, band))
    return (float(number) if number else -1.0, band)


def reliabilities(marks: Sequence[Mark]) -> list[Reliability]:
    """How often positions were right, by how sure the reader was."""
    found = []
    for part in Part:
        mine = [
            (mark.number, mark.verdict is Verdict.RIGHT)
            for mark in marks
            if mark.part is part and mark.measure is Measure.WHOLE and mark.number is not None
        ]
        for low, high in itertools.pairwise(CONFIDENCE_EDGES):
            here = [pair for pair in mine if low <= pair[0] < high or (pair[0] == high == CONFIDENCE_EDGES[-1])]
            if here:
                mean = sum(sure for sure, _ in here) / len(here)
                found.append(Reliability(part, low, high, len(here), mean, sum(right for _, right in here)))
    return found
