"""Pictures of recordings, read with the profile from their own start picture as a user's companion would."""

from collections.abc import Collection, Iterator

import numpy as np

from pi_companion.devices import load_image
from pi_companion.errors import PictureError, ProfileError
from pi_companion.evaluation import conditions as circumstances
from pi_companion.evaluation.judge import IN_VIEW, Scribe, judge_cube, judge_dice, judge_position, judge_view
from pi_companion.evaluation.marks import Aspect, Conditions, Mark, Measure, Part, Verdict
from pi_companion.evaluation.sheet import Finding, Heading, Subject, Tile, board_tile, close_tile, corners_tile
from pi_companion.evaluation.truth import Labelled, Recording, as_columns
from pi_companion.vision.align import Locator, Usual, clockwise_from_top_left
from pi_companion.vision.arrays import Picture, Points
from pi_companion.vision.calibrate import Calibrator
from pi_companion.vision.following import FollowingReader
from pi_companion.vision.geometry import BoardGeometry
from pi_companion.vision.observation import Observation, View
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.solve import Reading, read_position
from pi_companion.vision.telling import named

NEAR_ENOUGH = 0.01
"""Largest distance of a corner from its true place, as a share of the board's width."""


CUBE_SHARE = 0.06
"""A cube's size as a share of the board's width, good enough to show it by."""


class Companion(FollowingReader):
    """A board's reader that follows the board, as the live companion does, or is told where it is."""

    def __init__(self, profile: BoardProfile) -> None:
        self._locator = Locator()
        super().__init__(profile, self._locator)

    def observe_at(self, picture: Picture, corners_px: Points) -> Observation:
        """What a picture shows of a board whose corners are told.

        That the board lies there is told too: what the alignment network says of it is taken for its usual error.
        """
        self.geometry = BoardGeometry(corners_px, self.profile.geometry.bar)
        offsets = self._locator.look(picture, corners_px).offsets
        self.reader.usual = Usual(offsets, self.reader.usual.corners_px)
        return self.reader.observe(picture, self.geometry)


def evaluate_games(
    recordings: Collection[Recording], parts: Collection[Part], calibrator: Calibrator
) -> Iterator[Finding]:
    """Every picture of every recording, for each of the parts `GAMES` and `CORNERS_GIVEN` that is wanted.

    Raises:
        PictureError: A picture cannot be read.
    """
    for recording in recordings:
        for part in (Part.GAMES, Part.CORNERS_GIVEN):
            if part in parts:
                yield from _evaluate(recording, part, calibrator)


def corner_error(found: Points, truth: Labelled) -> float:
    """Distance of the worst corner from its true place as a share of the board's width, whoever sits where."""
    apart = clockwise_from_top_left(found) - clockwise_from_top_left(truth.corners_px)
    return float(np.linalg.norm(apart, axis=1).max() / truth.width_px)


def conditions_of(truth: Labelled, picture: Picture) -> Conditions:
    """Under which conditions a labelled picture was taken."""
    tallest = max(*truth.position.white[1:25], *truth.position.black[1:25])
    known = ((Aspect.LIGHT, truth.light), (Aspect.SEAT, circumstances.seat(truth.corners_px)))
    return circumstances.of_picture(picture, truth.corners_px, truth.board, tallest) + known


def _evaluate(recording: Recording, part: Part, calibrator: Calibrator) -> Iterator[Finding]:
    start = load_image(recording.start.path)
    corners = recording.start.corners_px if part is Part.CORNERS_GIVEN else None
    try:
        profile = calibrator.calibrate(start, corners_px=corners).profile
    except (PictureError, ProfileError) as error:
        profile, why = None, str(error)
    else:
        why = ""
    if part is Part.GAMES:
        yield _judge_calibration(recording.start, start, profile, why)
    companion = None if profile is None else Companion(profile)
    knocked = False
    for truth in recording.pictures:
        picture = load_image(truth.path)
        scribe = Scribe(part, truth.name, conditions_of(truth, picture))
        knocked = knocked or truth.path.name == recording.knocked
        if companion is None:
            yield Finding(truth.name, () if truth.covered else tuple(_judge_nothing(scribe, truth)))
            continue
        given = part is Part.CORNERS_GIVEN
        observation = companion.observe_at(picture, truth.corners_px) if given else companion.observe(picture)
        finding = _judge(scribe, truth, picture, companion, observation)
        if knocked and not truth.covered and part is Part.GAMES:
            finding = _with_knock(scribe, truth, companion, finding)
            knocked = False
        yield finding


def _judge_calibration(truth: Labelled, start: Picture, profile: BoardProfile | None, why: str) -> Finding:
    scribe = Scribe(Part.GAMES, truth.name, conditions_of(truth, start))
    if profile is None:
        marks = tuple(scribe.mark(measure, Verdict.REFUSED, why) for measure in (Measure.CALIBRATED, Measure.CORNERS))
        tile = corners_tile(_heading(Part.GAMES, truth, why), start, None, truth.corners_px, 1.0)
        return Finding(truth.name, marks, (tile,))
    error = corner_error(profile.geometry.corners_px, truth)
    seats = float(np.linalg.norm(profile.geometry.corners_px - truth.corners_px, axis=1).max() / truth.width_px)
    turned = profile.white_home is not truth.home or seats > 0.5  # noqa: PLR2004 - another corner is the first
    told = f"quality {profile.quality:.2f}" + (", White sits elsewhere" if turned else "")
    near = error < NEAR_ENOUGH
    marks = (
        scribe.right(Measure.CALIBRATED, right=not turned, detail=told),
        scribe.right(Measure.CORNERS, right=near, detail=f"{error:.2%} of the width off", number=error),
    )
    if near and not turned:
        return Finding(truth.name, marks)
    heading = _heading(Part.GAMES, truth, f"corners {error:.1%} of the width off, {told}")
    tile = corners_tile(heading, start, profile.geometry.corners_px, truth.corners_px, error)
    return Finding(truth.name, marks, (tile,))


def _with_knock(scribe: Scribe, truth: Labelled, companion: Companion, finding: Finding) -> Finding:
    error = corner_error(companion.geometry.corners_px, truth)
    detail = f"{error:.2%} of the width off"
    mark = scribe.right(Measure.FOUND_AGAIN, right=error < NEAR_ENOUGH, detail=detail, number=error)
    return Finding(finding.picture, (*finding.marks, mark), finding.tiles)


def _judge_nothing(scribe: Scribe, truth: Labelled) -> list[Mark]:
    return [
        *judge_position(scribe, truth, None),
        *judge_dice(scribe, truth.dice, None),
        *judge_cube(scribe, truth.cube, None),
    ]


def _judge(
    scribe: Scribe, truth: Labelled, picture: Picture, companion: Companion, observation: Observation
) -> Finding:
    marks = [judge_view(scribe, truth, observation.view)]
    if truth.covered:
        return Finding(truth.name, tuple(marks))
    if observation.view is not View.CLEAR:
        heading = _heading(scribe.part, truth, f"clear, but said to be {observation.view.value}")
        columns = as_columns(truth.position, truth.home)
        tile = board_tile(heading, picture, companion.geometry, None, columns)
        return Finding(truth.name, (*marks, *_judge_nothing(scribe, truth)), (tile,))
    reading = read_position(observation)
    dice = judge_dice(scribe, truth.dice, named(observation.rolled))
    position = judge_position(scribe, truth, reading)
    cube = judge_cube(scribe, truth.cube, observation.cube)
    tiles = [*_board_tiles(position, truth, picture, companion, reading), *close_tiles(dice, cube, truth, picture)]
    return Finding(truth.name, (*marks, *position, *dice, *cube), tuple(tiles))


def _board_tiles(
    marks: list[Mark], truth: Labelled, picture: Picture, companion: Companion, reading: Reading
) -> Iterator[Tile]:
    for mark in marks:
        if mark.measure is Measure.WHOLE and mark.verdict is Verdict.WRONG:
            read = as_columns(reading.position, companion.profile.white_home)
            true = as_columns(truth.position, truth.home)
            yield board_tile(_heading(mark.part, truth, mark.detail), picture, companion.geometry, read, true)


def close_tiles(dice: list[Mark], cubes: list[Mark], truth: Labelled, picture: Picture) -> Iterator[Tile]:
    """The dice and the cube that were misread or refused."""
    rolled = [die for die in truth.dice if die.rolled and die.visible > IN_VIEW]
    for die, mark in zip(rolled, (mark for mark in dice if mark.measure is Measure.DIE), strict=True):
        if mark.verdict is not Verdict.RIGHT:
            heading = _heading(mark.part, truth, mark.detail)
            yield close_tile(heading, Subject.DIE, picture, die.centre_px, die.size_px)
    for mark in cubes:
        if mark.measure is Measure.CUBE and mark.verdict is not Verdict.RIGHT and truth.cube is not None:
            size_px = CUBE_SHARE * truth.width_px
            yield close_tile(
                _heading(mark.part, truth, mark.detail), Subject.CUBE, picture, truth.cube.centre_px, size_px
            )


def _heading(part: Part, truth: Labelled, told: str) -> Heading:
    return Heading(part, truth.board, f"{truth.name}: {told}")
