"""`python -m pi_companion.evaluation`: score the weights on labelled pictures, and show the worst cases.

Photographs whose rights are unclear are only measured on; their crops stay in the output folder, which git ignores.
"""

import argparse
import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import cv2

from pi_companion.devices import save_image
from pi_companion.errors import CompanionError, InputError, PictureError
from pi_companion.evaluation.games import evaluate_games
from pi_companion.evaluation.marks import Mark, Part
from pi_companion.evaluation.photographs import evaluate_learnt, evaluate_photographs, evaluate_stills
from pi_companion.evaluation.replays import evaluate_replays
from pi_companion.evaluation.report import Report, as_json, load_shares, markdown, table
from pi_companion.evaluation.sheet import Finding, Subject, Tile, sheet, worst
from pi_companion.evaluation.truth import STILLS, Recording, load_photographs, load_recordings, load_stills
from pi_companion.vision import nets
from pi_companion.vision.calibrate import Calibrator

FRAMES, PHOTOS, OUT = Path("../shared/frames"), Path("../shared/photos"), Path("build/eval")
WORDS = {part.value.replace(" ", "-"): part for part in Part}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be evaluated, and where it lies."""

    frames: Path
    photos: Path
    parts: tuple[Part, ...]
    recordings: tuple[str, ...]
    """Names of folders; empty for all."""


def findings(wanted: Wanted) -> Iterator[Finding]:
    """Evaluate part by part, picture by picture.

    Raises:
        PictureError: A folder or picture is missing.
        InputError: A label is broken, or no recording has a name that was given.
    """
    if {Part.GAMES, Part.CORNERS_GIVEN, Part.REPLAY} & set(wanted.parts):
        calibrator = Calibrator()
        recordings = _recordings(wanted)
        yield from evaluate_games(recordings, wanted.parts, calibrator)
        if Part.REPLAY in wanted.parts:
            yield from evaluate_replays(recordings, calibrator)
    if Part.STILLS in wanted.parts:
        yield from evaluate_stills(load_stills(wanted.frames / STILLS))
    if Part.PHOTOS in wanted.parts:
        yield from evaluate_photographs(load_photographs(wanted.photos))
    if Part.LEARNT in wanted.parts:
        yield from evaluate_learnt(load_photographs(wanted.photos))


def _recordings(wanted: Wanted) -> tuple[Recording, ...]:
    found = tuple(load_recordings(wanted.frames))
    names = [recording.folder.name for recording in found]
    unknown = [name for name in wanted.recordings if name not in names]
    if unknown:
        raise InputError(f"wanted some of the recordings {', '.join(names)}, but {', '.join(unknown)} came; correct it")
    return tuple(one for one in found if not wanted.recordings or one.folder.name in wanted.recordings)


@contextlib.contextmanager
def weights(folder: Path | None) -> Iterator[None]:
    """Read networks from another folder meanwhile; those that it lacks are the package's.

    Raises:
        InputError: There is no network in the folder.
    """
    if folder is None:
        yield
        return
    others = sorted(folder.glob("*.onnx"))
    if not others:
        raise InputError(f"wanted networks (*.onnx) in {folder}, but there are none; name the folder they lie in")
    usual = nets.WEIGHTS
    with tempfile.TemporaryDirectory() as joined:
        for path in (*usual.glob("*.onnx"), *others):
            shutil.copy(path, joined)
        nets.WEIGHTS = Path(joined)
        try:
            yield
        finally:
            nets.WEIGHTS = usual


def evaluate(wanted: Wanted, out: Path) -> Report:
    """Evaluate, and write the report and the sheets of the worst cases.

    Raises:
        PictureError: A folder or picture is missing, or the output cannot be written.
        InputError: A label is broken.
    """
    marks: list[Mark] = []
    tiles: list[Tile] = []
    for number, finding in enumerate(findings(wanted), start=1):
        _progress(f"{number}  {finding.picture}")
        marks += finding.marks
        tiles += finding.tiles
    _progress("")
    report = Report.of(marks)
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / "report.json").write_text(as_json(report) + "\n", encoding="utf-8")
        (out / "report.md").write_text(markdown(report), encoding="utf-8")
    except OSError as error:
        raise PictureError(
            f"wanted to write the report in {out}: {error.strerror}; choose another with --out"
        ) from error
    for part, subject in product(wanted.parts, Subject):
        mine = worst([tile for tile in tiles if (tile.heading.part, tile.subject) == (part, subject)])
        path = out / f"worst-{part.value.replace(' ', '-')}-{subject.value}.jpg"
        path.unlink(missing_ok=True)
        if mine:
            save_image(path, sheet(mine))
    return report


def _progress(text: str) -> None:
    """Show on a terminal where it stands."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}\033[K")
        sys.stderr.flush()


def _parts(text: str) -> tuple[Part, ...]:
    unknown = [word for word in text.split(",") if word not in WORDS]
    if unknown:
        msg = f"wanted some of {','.join(WORDS)}, but {','.join(unknown)} came"
        raise argparse.ArgumentTypeError(msg)
    return tuple(part for word, part in WORDS.items() if word in text.split(","))


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    options = argparse.ArgumentParser(
        prog="python -m pi_companion.evaluation", description="Score what the companion reads on labelled pictures."
    )
    options.add_argument("--frames", type=Path, default=FRAMES, help="rendered recordings and stills (%(default)s)")
    options.add_argument("--photos", type=Path, default=PHOTOS, help="real photographs (%(default)s)")
    options.add_argument("--only", type=_parts, default=tuple(Part), metavar="PART,...", help=f"of {','.join(WORDS)}")
    options.add_argument("--recordings", nargs="+", default=(), metavar="NAME", help="only these, such as game1 board3")
    options.add_argument("--weights", type=Path, metavar="DIR", help="networks to try in place of the package's")
    options.add_argument("--against", type=Path, metavar="FILE", help="an earlier report.json to compare with")
    options.add_argument("--out", type=Path, default=OUT, help="folder for the report (%(default)s)")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; exit status 2 where pictures or labels are missing or broken."""
    options = parser().parse_args(arguments)
    wanted = Wanted(options.frames, options.photos, options.only, tuple(options.recordings))
    cv2.setNumThreads(1)
    try:
        earlier = {} if options.against is None else load_shares(options.against)
        with weights(options.weights):
            report = evaluate(wanted, options.out)
    except CompanionError as error:
        _progress("")
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.writelines(
        f"{line}\n" for line in (*table(report, earlier), "", f"The whole report is {options.out}/report.md.")
    )
    return 0
