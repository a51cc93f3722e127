"""Dice and the cube on rendered boards that no network was trained on: found, told apart, named."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest

from pi_companion.rules import Side
from pi_companion.simulation.placing import place_checkers
from pi_companion.simulation.scene import START, CubeSpot, DieSpot, Render, Scene, render
from pi_companion.training.scenes import crowded_scene, random_board, restyled
from pi_companion.vision.arrays import Floats
from pi_companion.vision.colours import balance
from pi_companion.vision.dice import DIE_PRESENT, DiceFinder, doubted, is_side_of, near_field, on_field, without_cube
from pi_companion.vision.geometry import BoardGeometry
from pi_companion.vision.observation import CubeSeen, DieSeen
from pi_companion.vision.reader import CHECKER_HEAT, CUBE_HEAT, DIE_HEAT, Networks

BOARDS = 16


@dataclass(frozen=True, slots=True)
class Shot:
    scene: Scene
    truth: Render
    geometry: BoardGeometry
    heats: Floats
    dice: tuple[DieSeen, ...]
    cube: CubeSeen | None


@pytest.fixture(scope="module")
def shots() -> list[Shot]:
    """Crowds of dice on boards of many kinds."""
    networks, out = Networks(), []
    for seed in range(BOARDS):
        rng = np.random.default_rng((987, seed))
        style, camera, (light, _) = random_board(rng)
        style = restyled(style, rng)
        scene = crowded_scene(style, rng)
        truth = render(style, camera, light, scene, rng)
        geometry = BoardGeometry(truth.corners_px, style.geometry.bar / style.geometry.width)
        heats = networks.heats(balance(geometry.rectify(truth.frame)))
        dice = networks.dice.find(truth.frame, geometry, heats[DIE_HEAT], heats[CUBE_HEAT], heats[CHECKER_HEAT])
        out.append(
            Shot(scene, truth, geometry, heats, dice, networks.cube.find(truth.frame, geometry, heats[CUBE_HEAT]))
        )
    return out


def near(seen: tuple[float, float], true: tuple[float, float], size_px: float) -> bool:
    return bool(np.hypot(*np.subtract(seen, true)) < 0.8 * size_px)


def test_most_dice_in_plain_sight_are_found_and_named(shots: list[Shot]) -> None:
    found = named = total = 0
    for shot in shots:
        for die in shot.truth.dice:
            if die.visible < 0.9 or die.cocked or not die.on_field or die.size_px < 14:
                continue
            total += 1
            here = [seen for seen in shot.dice if near(seen.centre_px, die.centre_px, die.size_px)]
            found += bool(here)
            named += any(seen.value == die.value for seen in here)
    assert total > 20
    assert found > 0.8 * total
    assert named > 0.95 * found


def test_little_else_is_taken_for_a_die(shots: list[Shot]) -> None:
    invented = sum(
        not any(near(seen.centre_px, die.centre_px, die.size_px) for die in shot.truth.dice)
        for shot in shots
        for seen in shot.dice
        if seen.on_field and seen.presence > 0.5
    )
    assert invented <= 3


def test_no_die_is_told_twice(shots: list[Shot]) -> None:
    for shot in shots:
        for index, one in enumerate(shot.dice):
            for other in shot.dice[:index]:
                assert np.hypot(*np.subtract(one.centre_px, other.centre_px)) > 3


def test_two_dice_that_touch_are_two() -> None:
    networks, told = Networks(), []
    for seed in range(6):
        rng = np.random.default_rng((55, seed))
        style, camera, (light, _) = random_board(rng)
        size = style.dice(Side.WHITE).size
        x, y = 0.25, 0.5
        step = size * 1.08 / style.geometry.width
        dice = (DieSpot(3, Side.WHITE, x, y, 0.0, 0.0), DieSpot(5, Side.WHITE, x + step, y, 0.0, 0.0))
        cube = CubeSpot(4, Side.WHITE, 0.5, 0.9, style.geometry.bar_height, 0.0)
        truth = render(style, camera, light, Scene(START, START, dice, cube), rng)
        geometry = BoardGeometry(truth.corners_px, style.geometry.bar / style.geometry.width)
        heats = networks.heats(balance(geometry.rectify(truth.frame)))
        told.append(
            len([d for d in networks.dice.find(truth.frame, geometry, heats[0], heats[1], heats[2]) if d.on_field])
        )
    assert told.count(2) >= 4


@pytest.mark.parametrize(
    ("place", "expected"),
    [((0.2, 0.5), True), ((0.5, 0.5), False), ((-0.05, 0.5), False), ((0.985, 0.99), True), ((0.7, 1.003), False)],
)
def test_dice_in_a_half_lie_on_the_field(place: tuple[float, float], expected: bool) -> None:  # noqa: FBT001
    assert on_field(np.array(place), 0.08) is expected


def test_flat_dice_are_not_taken_for_cocked_ones(shots: list[Shot]) -> None:
    told: list[bool] = []
    for shot in shots:
        for spot, die in zip(shot.scene.dice, shot.truth.dice, strict=True):
            if die.visible < 0.9 or not die.on_field or die.size_px < 14 or spot.tilt > 0 or spot.z > 0:
                continue
            here = [seen for seen in shot.dice if near(seen.centre_px, die.centre_px, die.size_px)]
            told.extend(seen.cocked for seen in here[:1])
    assert len(told) > 20
    assert np.mean(told) < 0.05


def test_some_dice_that_lie_on_a_checker_are_noticed() -> None:
    networks = Networks()
    noticed: list[bool] = []
    for seed in range(24):
        rng = np.random.default_rng((77, seed))
        style, camera, (light, _) = random_board(rng)
        top = next(one for one in place_checkers(style, Scene(START, START)) if one.point == 13)
        place = style.geometry.to_board(*top.centre[:2])
        dice = (DieSpot(4, Side.WHITE, *place, style.geometry.thickness, 0.3),)
        truth = render(style, camera, light, Scene(START, START, dice), rng)
        geometry = BoardGeometry(truth.corners_px, style.geometry.bar / style.geometry.width)
        heats = networks.heats(balance(geometry.rectify(truth.frame)))
        seen = networks.dice.find(truth.frame, geometry, heats[DIE_HEAT], heats[CUBE_HEAT], heats[CHECKER_HEAT])
        at = truth.dice[0]
        noticed.extend(die.on_checker for die in seen[:1] if near(die.centre_px, at.centre_px, at.size_px))
    assert len(noticed) > 8
    assert np.mean(noticed) > 0.1


def test_a_die_that_looks_a_little_like_a_cube_is_still_a_die() -> None:
    dice, cubes = np.zeros((88, 140), np.float32), np.zeros((88, 140), np.float32)
    dice[30, 40], cubes[30, 40] = 0.4, 0.6
    dice[50, 70], cubes[50, 70] = 0.5, 0.9
    left = without_cube(dice, cubes)
    assert left[30, 40] > 0.3
    assert left[50, 70] == 0


def test_where_a_die_lies_is_what_its_top_is_above(shots: list[Shot]) -> None:
    off: list[float] = []
    for shot in shots:
        for spot, die in zip(shot.scene.dice, shot.truth.dice, strict=True):
            if die.visible < 0.9 or die.size_px < 14 or spot.tilt or spot.z:
                continue
            here = [seen for seen in shot.dice if near(seen.centre_px, die.centre_px, die.size_px)]
            off.extend(np.abs(np.subtract(seen.centre_board, (spot.x, spot.y))).max() for seen in here[:1])
    assert len(off) > 20
    assert np.median(off) < 0.009


class Says:
    """A face network that says the same of everything."""

    def __init__(self, face: int, die: float) -> None:
        self.logits = np.zeros(9, np.float32)
        self.logits[[face - 1, 6, 7, 8]] = 30.0, -20.0, -20.0, die

    def __call__(self, pieces: np.ndarray) -> np.ndarray:
        return np.tile(self.logits, (len(pieces), 1))


def seen_by(shot: Shot, faces: Says | None, scale: float = 1.0) -> tuple[DieSeen, ...]:
    """The dice of a shot, their faces named by another network, in a smaller picture."""
    geometry = shot.geometry
    heats = shot.heats
    finder = DiceFinder()
    if faces is not None:
        finder._faces = faces  # type: ignore[assignment]
    frame = shot.truth.frame
    if scale != 1:
        frame = np.asarray(cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        geometry = BoardGeometry(geometry.corners_px * scale, geometry.bar)
    return finder.find(frame, geometry, heats[DIE_HEAT], heats[CUBE_HEAT], heats[CHECKER_HEAT])


def test_both_networks_name_the_face_and_all_three_must_take_it_for_a_die(shots: list[Shot]) -> None:
    shot = max(shots, key=lambda one: len(one.dice))
    assert len(shot.dice) > 2
    fives = seen_by(shot, Says(5, die=12.0))
    assert all(die.value == 5 for die in fives)
    doubtful = seen_by(shot, Says(5, die=2.0))
    assert max(die.presence for die in doubtful) < 0.7 * max(die.presence for die in fives)
    assert seen_by(shot, Says(5, die=-9.0)) == ()
    assert all(die.presence > DIE_PRESENT for die in fives)


def test_dice_of_a_few_pixels_are_in_doubt(shots: list[Shot]) -> None:
    sure = np.array([0, -9, -9, -9, -9, -9], np.float32)
    assert doubted(sure, 10.0).max() > -0.01
    assert np.exp(doubted(sure, 4.0)).max() < 0.4
    shot = max(shots, key=lambda one: len(one.dice))
    tiny = seen_by(shot, Says(5, die=12.0), scale=0.2)
    assert tiny
    assert all(np.exp(die.log_likelihoods).max() < 0.7 for die in tiny)


def test_dice_are_looked_for_near_the_field_only() -> None:
    heat = np.ones((88, 140), np.float32)
    left = near_field(heat, 0.08)
    rows, columns = np.nonzero(left)
    assert (rows.min(), rows.max()) == (4, 83)
    assert left[:, : columns.min()].sum() == 0
    assert 20 < columns.min() < 25


def test_the_side_of_a_die_is_no_second_die() -> None:
    die = DieSeen(np.zeros(6, np.float32), (0.0, 0.0), (0.3, 0.5), False, True, 0.9)  # noqa: FBT003
    side, twin = replace(die, presence=0.5), replace(die, presence=0.85)
    here, close = np.array([100.0, 100.0]), np.array([100.0, 110.0])
    assert is_side_of(side, close, die, here)
    assert not is_side_of(twin, close, die, here)
    assert not is_side_of(side, np.array([100.0, 120.0]), die, here)


@pytest.mark.parametrize(
    ("warm", "looked_at"), [((0.9, 0.8, 0.12), 2), ((0.9, 0.5, 0.12), 3), ((0.12,), 1), ((0.08,), 0)]
)
def test_what_is_much_colder_than_two_dice_is_not_looked_at(warm: tuple[float, ...], looked_at: int) -> None:
    finder, shown = DiceFinder(), list[int]()

    def sees_nothing(pieces: np.ndarray) -> np.ndarray:
        shown.append(len(pieces))
        return np.full((len(pieces), 8, 16, 16), -9.0, np.float32)

    finder._network = sees_nothing  # type: ignore[assignment]
    geometry = BoardGeometry(np.array([[200.0, 100.0], [1000, 100], [1000, 600], [200, 600]]), 0.08)
    heat, none = np.zeros((2, 88, 140), np.float32)
    for index, height in enumerate(warm):
        heat[44, 30 + 20 * index] = height
    assert finder.find(np.zeros((720, 1280, 3), np.uint8), geometry, heat, none, none) == ()
    assert sum(shown) == looked_at
