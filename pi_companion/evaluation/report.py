"""The figures in words: a table for a terminal, Markdown and JSON for keeping."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from pi_companion.errors import InputError
from pi_companion.evaluation.figures import Division, Figure, Reliability, divisions, figures, reliabilities
from pi_companion.evaluation.marks import Mark, Measure, Part, Verdict

HEADINGS = {
    Part.GAMES: "Pictures of recordings; profile from their own start picture, all found without help",
    Part.CORNERS_GIVEN: "The same pictures with the true corners given: what is left is not the corners' fault",
    Part.STILLS: "Stills: no profile, corners given",
    Part.PHOTOS: "Real photographs: no profile, corners given",
    Part.LEARNT: "Real photographs: profile learnt from another picture of the same camera",
    Part.REPLAY: "Whole recordings through camera, referee and journal",
}

FAULTS_TOLD = frozenset({
    Measure.CALIBRATED, Measure.CORNERS, Measure.FOUND_AGAIN, Measure.WHOLE, Measure.CLEAR, Measure.COVERED,
    Measure.DIE, Measure.DIE_INVENTED, Measure.CUBE, Measure.OFF, Measure.OFF_UNSEEN, Measure.EVENT, Measure.UNREAL,
})  # fmt: skip
"""Faults of these are listed one by one; those of the others are parts of theirs."""


@dataclass(frozen=True, slots=True)
class Report:
    """All that an evaluation found."""

    figures: tuple[Figure, ...]
    divisions: tuple[Division, ...]
    reliabilities: tuple[Reliability, ...]
    faults: tuple[Mark, ...]

    @classmethod
    def of(cls, marks: Sequence[Mark]) -> "Report":
        """Count the marks."""
        faults = [mark for mark in marks if mark.verdict is not Verdict.RIGHT and mark.measure in FAULTS_TOLD]
        return cls(tuple(figures(marks)), tuple(divisions(marks)), tuple(reliabilities(marks)), tuple(faults))


Shares = Mapping[tuple[str, str], float]
"""Of an earlier report: by part and measure."""


def load_shares(path: Path) -> Shares:
    """The figures of an earlier report, to lay beside new ones.

    Raises:
        InputError: The file is no report of an evaluation.
    """
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))["figures"]
        return {(str(row["part"]), str(row["measure"])): float(row["share"]) for row in rows}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"wanted an earlier report.json of an evaluation in {path}, but it cannot be read as one; name another"
        ) from error


def table(report: Report, earlier: Shares) -> Iterator[str]:
    """The rows for a terminal; those that an earlier report has too say what they were."""
    width = max((len(figure.name) for figure in report.figures), default=0)
    for part, rows in groupby(report.figures, key=lambda figure: figure.part):
        yield ""
        yield HEADINGS[part]
        for figure in rows:
            told = f"{_share(figure):<24} {_refused(figure):<13} {_told(figure, earlier)}"
            yield f"  {figure.name:<{width}}  {told}".rstrip()


def markdown(report: Report) -> str:
    """The whole report."""
    lines = ["# Evaluation", ""]
    for part, rows in groupby(report.figures, key=lambda figure: figure.part):
        lines += [f"## {HEADINGS[part]}", "", "| measure | figure | refused | goal |", "|---|---|---|---|"]
        lines += [f"| {figure.name} | {_share(figure)} | {figure.refused or ''} | {_goal(figure)} |" for figure in rows]
        lines.append("")
        lines += _reliability_lines([row for row in report.reliabilities if row.part is part])
        lines += _division_lines([division for division in report.divisions if division.part is part])
        lines += _fault_lines([mark for mark in report.faults if mark.part is part])
    return "\n".join(lines)


def as_json(report: Report) -> str:
    """The whole report for programs."""
    return json.dumps(
        {
            "figures": [
                {
                    "part": figure.part.value,
                    "measure": figure.name,
                    "count": figure.count,
                    "of": figure.of,
                    "share": round(figure.share, 6),
                    "refused": figure.refused,
                    "goal": None if figure.goal is None else str(figure.goal),
                    "met": figure.met,
                    "note": figure.note,
                }
                for figure in report.figures
            ],
            "conditions": [
                {
                    "part": division.part.value,
                    "measure": division.measure.value,
                    "by": division.aspect.value,
                    "bands": [{"band": band, "right": right, "of": of} for band, right, of in division.bands],
                }
                for division in report.divisions
            ],
            "confidence": [
                {
                    "part": row.part.value,
                    "from": row.low,
                    "to": row.high,
                    "positions": row.count,
                    "mean_confidence": round(row.mean_confidence, 6),
                    "right": row.right,
                }
                for row in report.reliabilities
            ],
            "faults": [
                {
                    "part": mark.part.value,
                    "measure": mark.measure.value,
                    "picture": mark.picture,
                    "verdict": mark.verdict.value,
                    "detail": mark.detail,
                }
                for mark in report.faults
            ],
        },
        indent=1,
    )


def _share(figure: Figure) -> str:
    return f"{figure.count}/{figure.of} = {100 * figure.share:.2f} %" if figure.of else "none"


def _refused(figure: Figure) -> str:
    return f"{figure.refused} refused" if figure.refused else ""


def _goal(figure: Figure) -> str:
    told = "" if figure.goal is None else f"{figure.goal}: {'met' if figure.met else 'MISSED'}"
    return "; ".join(part for part in (told, figure.note) if part)


def _told(figure: Figure, earlier: Shares) -> str:
    before = earlier.get((figure.part.value, figure.name))
    told = [] if before is None else [f"before {100 * before:.2f} %"]
    return "; ".join(part for part in (*told, _goal(figure)) if part)


def _reliability_lines(rows: Sequence[Reliability]) -> Iterator[str]:
    if rows:
        yield from ("| confidence | positions | sure on average | right |", "|---|---|---|---|")
        for row in rows:
            share = 100 * row.right / row.count
            yield f"| {row.low:g} to {row.high:g} | {row.count} | {100 * row.mean_confidence:.1f} % | {share:.1f} % |"
        yield ""


def _division_lines(found: Sequence[Division]) -> Iterator[str]:
    for division in found:
        yield from (f"| {division.measure.value}, by {division.aspect.value} | right | share |", "|---|---|---|")
        for band, right, of in division.bands:
            yield f"| {band} | {right}/{of} | {100 * right / of:.1f} % |"
        yield ""


def _fault_lines(faults: Sequence[Mark]) -> Iterator[str]:
    if faults:
        yield from ("| fault in | what | |", "|---|---|---|")
        for mark in faults:
            yield f"| {mark.picture} | {mark.measure.value}: {mark.verdict.value} | {mark.detail} |"
        yield ""
