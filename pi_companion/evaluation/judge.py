"""What was read beside what is true: marks for one picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pi_companion.evaluation.conditions import DIE_SIZES_PX, band, height_band
from pi_companion.evaluation.marks import Aspect, Conditions, Mark, Measure, Part, Verdict, verdict
from pi_companion.evaluation.truth import POINTS, Columns, CubeTruth, DieTruth, Labelled, signed_count
from pi_companion.rules import BAR, OFF, Position
from pi_companion.vision.cube import value_and_owner
from pi_companion.vision.observation import CubeSeen, DieSeen, View
from pi_companion.vision.solve import Reading

SURE = 0.99
IN_VIEW = 0.5
"""A die or cube of whose top face less than this share is in view need not be read."""

NEAR_SIZES = 1.2
"""A die read no farther from one that lies there, in sizes of it, is that die."""

CENTRED_SIZES = 0.35
"""A top face whose middle is found no farther off, in sizes of the die, is found."""


@dataclass(frozen=True, slots=True)
class Scribe:
    """Writes the marks of one picture.

    `right` marks what cannot be refused, `mark` everything.
    """

    part: Part
    picture: str
    conditions: Conditions

    def mark(
        self,
        measure: Measure,
        came: Verdict,
        detail: str = "",
        also: Conditions = (),
        number: float | None = None,
    ) -> Mark:
        """One mark; the detail is kept only where something is amiss."""
        kept = "" if came is Verdict.RIGHT else detail
        return Mark(self.part, measure, self.picture, came, self.conditions + also, kept, number)

    def right(self, measure: Measure, *, right: bool, detail: str = "", number: float | None = None) -> Mark:
        """A mark of what cannot be refused."""
        return self.mark(measure, verdict(right=right), detail, number=number)


def judge_view(scribe: Scribe, truth: Labelled, view: View) -> Mark:
    """Whether a hand, or that there is none, was noticed."""
    wanted, measure = (View.COVERED, Measure.COVERED) if truth.covered else (View.CLEAR, Measure.CLEAR)
    return scribe.right(measure, right=view is wanted, detail=f"said to be {view.value}")


def judge_position(scribe: Scribe, truth: Labelled, reading: Reading | None) -> list[Mark]:
    """The whole position and each place of it; None is a clear picture in which nothing was read."""
    wanted = truth.position
    if reading is None:
        marks = [scribe.mark(measure, Verdict.REFUSED, "nothing was read") for measure in (Measure.WHOLE, Measure.BAR)]
        heights = [height_band(signed_count(wanted, point)) for point in range(1, POINTS + 1)]
        marks += [scribe.mark(Measure.POINT, Verdict.REFUSED, also=((Aspect.HEIGHT, height),)) for height in heights]
        return [*marks, *judge_off(scribe, truth, None)]
    read, sure = reading.position, reading.confidence
    differences = unlike(read, wanted)
    whole = not differences and read == wanted
    told = ", ".join(differences) or "borne-off counts differ"
    detail = f"{told} ({sure:.1%} sure)"
    marks = [scribe.right(Measure.WHOLE, right=whole, detail=detail, number=sure)]
    if sure > SURE:
        marks.append(scribe.right(Measure.SURE, right=whole, detail=detail, number=sure))
    for point in range(1, POINTS + 1):
        count, true = signed_count(read, point), signed_count(wanted, point)
        also = ((Aspect.HEIGHT, height_band(true)),)
        marks.append(scribe.mark(Measure.POINT, verdict(right=count == true), f"point {point}: {count:+d}", also))
    bars = [read.white[BAR], read.black[BAR]] == [wanted.white[BAR], wanted.black[BAR]]
    marks.append(scribe.right(Measure.BAR, right=bars, detail=detail))
    return [*marks, *judge_off(scribe, truth, (read.white[OFF], read.black[OFF]))]


def unlike(read: Position, wanted: Position) -> list[str]:
    """Name the points and the bar where a position was read wrongly, with what was read and what is true."""
    points = ((f"point {n}", signed_count(read, n), signed_count(wanted, n)) for n in range(1, POINTS + 1))
    bars = (("White's bar", read.white[BAR], wanted.white[BAR]), ("Black's bar", read.black[BAR], wanted.black[BAR]))
    found = [f"{name} read {count:+d} for {true:+d}" for name, count, true in points if count != true]
    return found + [f"{name} read {count} for {true}" for name, count, true in bars if count != true]


def judge_columns(
    scribe: Scribe, columns: Columns, bar: tuple[int, int], read: Columns, read_bar: tuple[int, int], *, whole: bool
) -> list[Mark]:
    """Columns as the picture shows them, and the bar.

    Args:
        scribe: of the picture.
        columns: what is true.
        bar: light and dark checkers on it.
        read: what was read.
        read_bar: the same of the bar.
        whole: whether everything is known of the picture, so that its whole position can be judged.
    """
    marks, wrong = [], []
    for number, (true, count) in enumerate(zip(columns, read, strict=True)):
        if true is None:
            continue
        name = f"{'far' if number < POINTS // 2 else 'near'} {number % (POINTS // 2) + 1} read {count} for {true}"
        if count != true:
            wrong.append(name)
        also = ((Aspect.HEIGHT, height_band(true)),)
        marks.append(scribe.mark(Measure.POINT, verdict(right=count == true), name, also))
    told = "" if read_bar == bar else f"bar read {read_bar} for {bar}"
    marks.append(scribe.right(Measure.BAR, right=not told, detail=told))
    if whole:
        told = "; ".join([*wrong, *([told] if told else [])])
        marks.append(scribe.right(Measure.WHOLE, right=not told, detail=told))
    return marks


def judge_off(scribe: Scribe, truth: Labelled, read: tuple[int, int] | None) -> list[Mark]:
    """Borne-off checkers, where there are any; None is a picture in which nothing was read."""
    wanted = (truth.position.white[OFF], truth.position.black[OFF])
    if wanted == (0, 0):
        return []
    measure = Measure.OFF if truth.off_in_view else Measure.OFF_UNSEEN
    if read is None:
        return [scribe.mark(measure, Verdict.REFUSED, "nothing was read")]
    return [scribe.right(measure, right=read == wanted, detail=f"off read {read} for {wanted}")]


def judge_dice(scribe: Scribe, lying: Sequence[DieTruth], seen: Sequence[DieSeen] | None) -> list[Mark]:
    """Each die that was rolled and can be seen, by stage; and each that was read where none was rolled.

    Args:
        scribe: of the picture.
        lying: all dice in the picture.
        seen: the dice that were noticed on the field; None where nothing was read.
    """
    marks = []
    free = list(seen or ())
    for die in lying:
        if not die.rolled or die.visible <= IN_VIEW:
            continue
        size = ((Aspect.DIE_SIZE, band(die.size_px, DIE_SIZES_PX, " px")),)
        near = min(free, key=lambda one, die=die: _apart_px(one, die), default=None)  # type: ignore[misc]
        if near is None or _apart_px(near, die) >= NEAR_SIZES * die.size_px:
            detail = f"{die.value} of {die.size_px:.0f} px not noticed"
            marks.append(scribe.mark(Measure.DIE, Verdict.REFUSED, detail, size))
            marks.append(scribe.mark(Measure.DIE_NOTICED, Verdict.WRONG, detail, size))
            continue
        free.remove(near)
        marks += _judge_die(scribe, die, near, size)
    marks += [
        scribe.mark(
            Measure.DIE_INVENTED, Verdict.WRONG, f"{die.value} at {die.centre_px[0]:.0f},{die.centre_px[1]:.0f}"
        )
        for die in free
        if not die.cocked and not _hidden(die, lying)
    ]
    return marks


def _judge_die(scribe: Scribe, die: DieTruth, near: DieSeen, size: Conditions) -> list[Mark]:
    apart = _apart_px(near, die) / die.size_px
    centred = f"{apart:.2f} of its size off"
    read = f"{die.value} of {die.size_px:.0f} px read {'as cocked' if near.cocked else near.value}"
    stages = [
        scribe.mark(Measure.DIE_NOTICED, Verdict.RIGHT, also=size),
        scribe.mark(Measure.DIE_CENTRED, verdict(right=apart < CENTRED_SIZES), centred, size),
    ]
    if near.cocked:
        return [scribe.mark(Measure.DIE, Verdict.REFUSED, read, size), *stages]
    came = verdict(right=near.value == die.value)
    return [
        scribe.mark(Measure.DIE, came, read, size),
        *stages,
        scribe.mark(Measure.DIE_VALUE, came, read, size),
    ]


def _hidden(die: DieSeen, lying: Iterable[DieTruth]) -> bool:
    """Whether what was read is a rolled die of which hardly anything is in view: no invention, and not required."""
    return any(
        one.rolled and one.visible <= IN_VIEW and _apart_px(die, one) < NEAR_SIZES * one.size_px for one in lying
    )


def _apart_px(seen: DieSeen, die: DieTruth) -> float:
    return float(np.hypot(seen.centre_px[0] - die.centre_px[0], seen.centre_px[1] - die.centre_px[1]))


def judge_dice_by_value(
    scribe: Scribe, values: Sequence[int | None], seen: Sequence[DieSeen], size: Conditions = ()
) -> list[Mark]:
    """Dice of which only the values are known; one that nobody could read excuses one reading."""
    rest = [value for value in values if value is not None]
    surplus = []
    marks = []
    for die in seen:
        if die.cocked:
            continue
        if die.value in rest:
            rest.remove(die.value)
            marks.append(scribe.mark(Measure.DIE, Verdict.RIGHT, also=size))
        else:
            surplus.append(die.value)
    for value in rest:
        came, told = (Verdict.WRONG, f"read {surplus.pop(0)}") if surplus else (Verdict.REFUSED, "not read")
        marks.append(scribe.mark(Measure.DIE, came, f"{value} {told}", size))
    excused = sum(value is None for value in values)
    marks += [scribe.mark(Measure.DIE_INVENTED, Verdict.WRONG, f"{value} read", size) for value in surplus[excused:]]
    return marks


def judge_cube(scribe: Scribe, cube: CubeTruth | None, seen: CubeSeen | None) -> list[Mark]:
    """Value and owner; a cube of which little is in view is passed over."""
    if cube is None or cube.visible <= IN_VIEW:
        return []
    wanted = f"{cube.value}, {cube.owner}"
    if seen is None:
        return [scribe.mark(Measure.CUBE, Verdict.REFUSED, f"none seen for {wanted}")]
    value, side = value_and_owner(seen)
    owner = "centre" if side is None else side.value
    detail = f"read {value}, {owner} for {wanted}"
    return [
        scribe.right(Measure.CUBE, right=(value, owner) == (cube.value, cube.owner), detail=detail),
        scribe.right(Measure.CUBE_VALUE, right=value == cube.value, detail=detail),
        scribe.right(Measure.CUBE_OWNER, right=owner == cube.owner, detail=detail),
    ]
