"""Single pictures: stills and photographs without a profile, and with one learnt from another of the same camera."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from pi_companion.devices import Image, load_image
from pi_companion.errors import PictureError, ProfileError
from pi_companion.evaluation import conditions as circumstances
from pi_companion.evaluation.games import NEAR_ENOUGH, close_tiles, conditions_of, corner_error
from pi_companion.evaluation.judge import (
    Scribe,
    judge_columns,
    judge_cube,
    judge_dice,
    judge_dice_by_value,
    judge_off,
    judge_view,
)
from pi_companion.evaluation.marks import Aspect, Mark, Measure, Part, Verdict
from pi_companion.evaluation.sheet import Finding, Heading, Tile, board_tile
from pi_companion.evaluation.truth import POINTS, Columns, CubeTruth, Labelled, Photograph, as_columns
from pi_companion.rules import BAR, CHECKERS
from pi_companion.vision.align import Locator, clockwise_from_top_left
from pi_companion.vision.arrays import Points
from pi_companion.vision.geometry import BoardGeometry, point_column
from pi_companion.vision.learn import learn_profile
from pi_companion.vision.observation import Observation, View
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.reader import Reader
from pi_companion.vision.solve import read_position
from pi_companion.vision.telling import named
from pi_companion.vision.unprofiled import ColumnReading, UnprofiledReader

LEARN_FROM = 3
"""Every picture is read with the profiles learnt from so many others of its camera: the first, the last, between."""


def evaluate_stills(stills: Sequence[Labelled]) -> Iterator[Finding]:
    """Boards without a profile, corners given; and how well the corners would have been found.

    Raises:
        PictureError: A picture cannot be read.
    """
    reader, locator = UnprofiledReader(), Locator()
    for truth in stills:
        picture = load_image(truth.path)
        scribe = Scribe(Part.STILLS, truth.name, conditions_of(truth, picture))
        reading = reader.read(picture, truth.corners_px)
        marks = [judge_view(scribe, truth, reading.view), _judge_corners(scribe, locator, picture, truth)]
        if truth.covered:
            yield Finding(truth.name, tuple(marks))
            continue
        bar = (truth.position.white[BAR], truth.position.black[BAR])
        columns = judge_columns(
            scribe, truth.columns, bar, _columns(reading), (reading.bar_light, reading.bar_dark), whole=True
        )
        marks += columns
        marks += judge_off(scribe, truth, _off(reading))
        dice = judge_dice(scribe, truth.dice, named(reading.dice))
        cube = judge_cube(scribe, _cube_as_seen(truth), reading.cube)
        tiles = _tiles(columns, picture, truth.upright_px, _columns(reading), truth.columns)
        yield Finding(truth.name, (*marks, *dice, *cube), (*tiles, *close_tiles(dice, cube, truth, picture)))


def evaluate_photographs(photographs: Sequence[Photograph]) -> Iterator[Finding]:
    """Real boards without a profile, corners given.

    Raises:
        PictureError: A picture cannot be read.
    """
    reader = UnprofiledReader()
    for truth in photographs:
        picture = load_image(truth.path)
        reading = reader.read(picture, truth.corners_px)
        scribe = _scribe(Part.PHOTOS, truth, picture)
        marks = [_judge_hand(scribe, truth, reading.view)]
        tiles: tuple[Tile, ...] = ()
        if truth.columns is not None:
            read, bar = _columns(reading), (reading.bar_light, reading.bar_dark)
            if _alike(_exchanged(read), truth.columns) > _alike(read, truth.columns):
                read, bar = _exchanged(read), bar[::-1]
            columns = judge_columns(scribe, truth.columns, truth.bar, read, bar, whole=truth.complete)
            tiles = _tiles(columns, picture, clockwise_from_top_left(truth.corners_px), read, truth.columns)
            marks += columns
        if truth.dice is not None:
            marks += judge_dice_by_value(scribe, truth.dice, named(reading.dice))
        yield Finding(truth.name, tuple(marks), tiles)


def evaluate_learnt(photographs: Sequence[Photograph]) -> Iterator[Finding]:
    """Real boards with a profile learnt from a labelled picture by the same camera.

    Raises:
        PictureError: A picture cannot be read.
    """
    for camera in dict.fromkeys(one.camera for one in photographs):
        pictures = [one for one in photographs if one.camera == camera]
        lessons = [one for one in pictures if one.complete]
        if len(pictures) < 2 or not lessons:  # noqa: PLR2004 - one to learn from, one to read
            continue
        chosen = sorted({round(place) for place in np.linspace(0, len(lessons) - 1, LEARN_FROM)})
        for lesson in (lessons[index] for index in chosen):
            yield from _read_with(lesson, [one for one in pictures if one is not lesson])


def _read_with(lesson: Photograph, others: Sequence[Photograph]) -> Iterator[Finding]:
    try:
        profile = learn_profile(load_image(lesson.path), lesson.corners_px, lesson.columns or ())
    except (PictureError, ProfileError) as error:
        profile, why = None, str(error)
    else:
        why = ""
    reader = None if profile is None else Reader(profile)
    for truth in others:
        picture = load_image(truth.path)
        scribe = _scribe(Part.LEARNT, truth, picture)
        scribe = Scribe(scribe.part, f"{truth.name} (learnt from {lesson.name})", scribe.conditions)
        if reader is None or profile is None:
            yield Finding(scribe.picture, tuple(_judge_refused(scribe, truth, why)))
            continue
        observation = reader.observe(picture)
        marks = [_judge_hand(scribe, truth, observation.view)]
        tiles: tuple[Tile, ...] = ()
        if observation.view is not View.CLEAR and truth.complete:
            marks += _judge_refused(scribe, truth, f"said to be {observation.view.value}")
        elif observation.view is View.CLEAR and truth.columns is not None:
            read, bar = _columns_with(profile, observation, truth)
            columns = judge_columns(scribe, truth.columns, truth.bar, read, bar, whole=truth.complete)
            tiles = _tiles(columns, picture, clockwise_from_top_left(truth.corners_px), read, truth.columns)
            marks += columns
        yield Finding(scribe.picture, tuple(marks), tiles)


def _columns_with(
    profile: BoardProfile, observation: Observation, truth: Photograph
) -> tuple[Columns, tuple[int, int]]:
    """Columns and bar as read; fifteen a side are counted on only where so many play and all can be seen."""
    if truth.complete and truth.side == CHECKERS:
        position = read_position(observation).position
        return as_columns(position, profile.white_home), (position.white[BAR], position.black[BAR])
    counts = [0] * POINTS
    for point, row in enumerate(observation.points, start=1):
        column, near = point_column(point, profile.white_home)
        counts[column + POINTS // 2 * near] = int(row.argmax()) - CHECKERS
    return tuple(counts), (int(observation.bar[0].argmax()), int(observation.bar[1].argmax()))


def _judge_refused(scribe: Scribe, truth: Photograph, why: str) -> list[Mark]:
    if truth.columns is None:
        return []
    marks = [scribe.mark(Measure.POINT, Verdict.REFUSED, why) for count in truth.columns if count is not None]
    return [*marks, scribe.mark(Measure.WHOLE, Verdict.REFUSED, why)] if truth.complete else marks


def _judge_hand(scribe: Scribe, truth: Photograph, view: View) -> Mark:
    covered = truth.columns is None or None in truth.columns
    measure, wanted = (Measure.COVERED, View.COVERED) if covered else (Measure.CLEAR, View.CLEAR)
    return scribe.right(measure, right=view is wanted, detail=f"said to be {view.value}")


def _judge_corners(scribe: Scribe, locator: Locator, picture: Image, truth: Labelled) -> Mark:
    """The finder's first guess pulled onto the board; no start position helps to choose among guesses here."""
    found = []
    for guess in locator.guesses(picture)[:1]:
        for turn in (0, 1):
            try:
                geometry, look = locator.refine(picture, np.roll(guess, turn, axis=0))
            except ProfileError:
                continue
            found.append((look.board, geometry))
    if not found:
        return scribe.mark(Measure.CORNERS, Verdict.REFUSED, "no board found")
    error = corner_error(max(found, key=lambda pair: pair[0])[1].corners_px, truth)
    detail = f"{error:.2%} of the width off"
    return scribe.right(Measure.CORNERS, right=error < NEAR_ENOUGH, detail=detail, number=error)


def _scribe(part: Part, truth: Photograph, picture: Image) -> Scribe:
    counts = [abs(count) for count in truth.columns or () if count is not None]
    corners = clockwise_from_top_left(truth.corners_px)
    tallest = max(counts, default=0)
    return Scribe(part, truth.name, circumstances.of_picture(picture, corners, truth.board, tallest))


def _columns(reading: ColumnReading) -> Columns:
    return (*reading.top, *reading.bottom)


def _off(reading: ColumnReading) -> tuple[int, int]:
    """Without a profile the borne-off checkers are those that are missing of fifteen."""
    counts = (*reading.top, *reading.bottom)
    light = sum(count for count in counts if count > 0) + reading.bar_light
    dark = -sum(count for count in counts if count < 0) + reading.bar_dark
    return CHECKERS - light, CHECKERS - dark


def _cube_as_seen(truth: Labelled) -> CubeTruth | None:
    """Without a profile the cube is White's where it lies near, whoever sits there."""
    owners = {"white": "black", "black": "white"}
    if truth.cube is None or not truth.seen_from_black:
        return truth.cube
    return replace(truth.cube, owner=owners.get(truth.cube.owner, truth.cube.owner))


def _exchanged(columns: Columns) -> Columns:
    """Light for dark: which of two strong colours is the lighter is a matter of taste."""
    return tuple(None if count is None else -count for count in columns)


def _alike(read: Columns, true: Columns) -> int:
    return sum(count is not None and count == said for said, count in zip(read, true, strict=True))


def _tiles(marks: Sequence[Mark], picture: Image, corners_px: Points, read: Columns, true: Columns) -> tuple[Tile, ...]:
    wrong = [mark for mark in marks if mark.verdict is not Verdict.RIGHT]
    if not wrong:
        return ()
    geometry = BoardGeometry(corners_px, circumstances.USUAL_BAR)
    columns = sum(mark.measure is Measure.POINT for mark in wrong)
    bars = [mark.detail for mark in wrong if mark.measure is Measure.BAR]
    title = "; ".join([f"{wrong[0].picture}: {columns} columns wrong", *bars])
    board = dict(wrong[0].conditions)[Aspect.BOARD]
    return (board_tile(Heading(wrong[0].part, board, title), picture, geometry, read, true),)
