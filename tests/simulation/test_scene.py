"""What the renderer says stands in a picture is what the picture shows."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_companion.rules import Side
from pi_companion.simulation.camera import Camera, aimed
from pi_companion.simulation.light import Light, Window
from pi_companion.simulation.scene import (
    CENTRED,
    START,
    CubeSpot,
    DieSpot,
    Hand,
    Scene,
    SceneStyle,
    Zone,
    random_camera,
    random_light,
    random_style,
    render,
    render_clean,
)
from pi_companion.simulation.staging import random_scene
from pi_companion.simulation.style import Markers

EMPTY = (0,) * 26


def counts(**places: int) -> tuple[int, ...]:
    """Return 26 counts: `p6=2` is two on the 6-point, `off` and `bar` what they say."""
    names = {"off": 0, "bar": 25}
    found = [0] * 26
    for name, count in places.items():
        found[names[name] if name in names else int(name[1:])] = count
    return tuple(found)


@pytest.mark.parametrize("seed", [3, 11])
def test_same_seed_draws_the_same_picture(seed: int) -> None:
    drawn = []
    for _ in range(2):
        rng = np.random.default_rng(seed)
        style = random_style(rng)
        camera, light, scene = random_camera(rng, style, (640, 360)), random_light(rng), random_scene(rng, style)
        drawn.append(render(style, camera, light, scene, rng))
    assert np.array_equal(drawn[0].frame, drawn[1].frame)
    assert drawn[0].checkers == drawn[1].checkers
    assert drawn[0].dice == drawn[1].dice


@pytest.mark.parametrize("seed", range(8))
def test_random_scenes_have_fifteen_a_side_and_the_field_in_view(seed: int) -> None:
    rng = np.random.default_rng([seed, 9])
    style = random_style(rng)
    camera, scene = random_camera(rng, style, (640, 360)), random_scene(rng, style)
    seen = render(style, camera, random_light(rng), scene, rng)
    for side in Side:
        placed = [one for one in seen.checkers if one.side is side and one.zone is not Zone.HAND]
        assert len(placed) == 15
        own = scene.counts(side)
        for point in range(1, 25):
            number = point if side is Side.WHITE else 25 - point
            assert sum(one.point == number for one in placed) == own[point]
        assert sum(one.zone is Zone.BAR for one in placed) == own[25]
        assert sum(one.zone is Zone.OFF for one in placed) == own[0]
    assert (seen.corners_px >= 0).all()
    assert (seen.corners_px < np.array([640, 360])).all()
    assert seen.frame.shape == (360, 640, 3)


def test_a_checker_has_its_colour_where_its_label_says(style: SceneStyle, camera: Camera, light: Light) -> None:
    scene = Scene(counts(p6=1, p13=1, off=13), counts(p6=1, p13=1, off=13), jitter_seed=4)
    seen = render_clean(style, camera, light, scene)
    alone = [one for one in seen.checkers if one.zone is Zone.POINT]
    assert len(alone) == 4
    for one in alone:
        x, y = (round(value) for value in one.centre_px)
        patch = seen.frame[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).mean(0)
        white, black = (np.abs(patch - style.checkers(side).colour).sum() for side in Side)
        assert (white < black) == (one.side is Side.WHITE)
        assert one.visible == pytest.approx(1.0, abs=0.03)


def test_the_ellipse_of_a_label_is_the_checkers_top(style: SceneStyle, camera: Camera, ambient: Light) -> None:
    bare = render_clean(style, camera, ambient, Scene(EMPTY, EMPTY))
    seen = render_clean(style, camera, ambient, Scene(counts(p6=1), EMPTY, jitter_seed=4))
    (one,) = seen.checkers
    ellipse = np.zeros(seen.frame.shape[:2], np.uint8)
    long, short, angle = one.axes_px
    cv2.ellipse(ellipse, (one.centre_px, (2 * long, 2 * short), angle), 255, -1)
    bright = (seen.frame.astype(int) - bare.frame).min(2) > 60
    both, either = (bright & (ellipse > 0)).sum(), (bright | (ellipse > 0)).sum()
    assert both / either > 0.75


def test_home_side_turns_the_board_round(style: SceneStyle, camera: Camera, light: Light) -> None:
    left = replace(style, geometry=replace(style.geometry, home=type(style.geometry.home).NEAR_LEFT))
    scene = Scene(counts(p1=1), EMPTY)
    (right_one,), (left_one,) = (render_clean(each, camera, light, scene).checkers for each in (style, left))
    assert right_one.centre_px[0] > 320 > left_one.centre_px[0]
    assert right_one.centre_px[1] > 180 < left_one.centre_px[1]


def test_corners_agree_with_printed_markers(style: SceneStyle, camera: Camera, light: Light) -> None:
    marked = replace(style, markers=Markers.FRAME, marker_size=0.8)
    big = replace(camera, size=(1600, 900), focal_px=camera.focal_px * 2.5)
    seen = render_clean(marked, big, light, Scene(EMPTY, EMPTY))
    if not hasattr(getattr(cv2, "aruco", None), "ArucoDetector"):
        pytest.skip("this OpenCV is older than 4.7 and has no ArucoDetector to read the markers with")
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    found, numbers, _ = detector.detectMarkers(seen.frame)
    assert sorted(numbers.ravel().tolist()) == [0, 1, 2, 3]
    x0, y0, x1, y1 = style.geometry.outer
    places = [(x0 + 0.4, y1 - 0.4), (x1 - 0.4, y1 - 0.4), (x1 - 0.4, y0 + 0.4), (x0 + 0.4, y0 + 0.4)]
    for corners, number in zip(found, numbers.ravel().tolist(), strict=True):
        x, y = places[int(number)]
        wanted = big.project_world(np.array([[x, y, style.geometry.rail_height]]))[0]
        assert np.abs(corners.reshape(4, 2).mean(0) - wanted).max() < 1.5
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    assert np.allclose(seen.corners_px, big.project(square))


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_its_value_on_top(style: SceneStyle, ambient: Light, value: int, *, left_handed: bool) -> None:
    look = replace(style.white_dice, left_handed=left_handed, roundness=1.7, pip_radius=0.085)
    plain = replace(style, white_dice=look)
    near = aimed(style.geometry, size=(400, 400), azimuth=0, elevation=89, distance=9, focal_px=3000, aim=(0.25, 0.5))
    scene = Scene(EMPTY, EMPTY, (DieSpot(value, Side.WHITE, 0.25, 0.5, yaw=0.4),))
    seen = render_clean(plain, near, ambient, scene)
    (die,) = seen.dice
    x, y = (round(part) for part in die.centre_px)
    half = round(die.size_px * 0.45)
    face = seen.frame[y - half : y + half, x - half : x + half].max(2)
    blobs, _ = cv2.connectedComponents((face < 90).astype(np.uint8))
    assert blobs - 1 == value
    assert die.visible > 0.9
    assert die.on_field


def test_a_centred_cube_shows_64(style: SceneStyle, ambient: Light) -> None:
    faces = style.cube.faces(64)
    assert not np.array_equal(faces[4], style.cube.faces(2)[4])
    near = aimed(style.geometry, size=(400, 400), azimuth=0, elevation=88, distance=9, focal_px=2500)
    spot = CubeSpot(CENTRED, None, 0.5, 0.5, style.geometry.bar_height)
    centred = render_clean(style, near, ambient, Scene(EMPTY, EMPTY, cube=spot))
    turned = render_clean(style, near, ambient, Scene(EMPTY, EMPTY, cube=replace(spot, value=64)))
    other = render_clean(style, near, ambient, Scene(EMPTY, EMPTY, cube=replace(spot, value=2)))
    assert np.array_equal(centred.frame, turned.frame)
    assert not np.array_equal(centred.frame, other.frame)
    assert centred.cube is not None
    assert (centred.cube.value, centred.cube.owner) == (1, None)


def test_the_hand_mask_covers_what_the_hand_changes(style: SceneStyle, camera: Camera, ambient: Light) -> None:
    scene = Scene(START, START, jitter_seed=2)
    hand = Hand(0.5, 0.4, 0.8, np.pi / 2, None, seed=5)
    bare, seen = (render_clean(style, camera, ambient, each) for each in (scene, replace(scene, hand=hand)))
    changed = np.abs(seen.frame.astype(int) - bare.frame).max(2) > 12
    grown = cv2.dilate(seen.hand_mask, np.ones((5, 5), np.uint8)) > 0
    assert changed.sum() > 3000
    assert (changed & ~grown).sum() == 0
    assert (changed & (seen.hand_mask > 0)).sum() > 0.8 * (seen.hand_mask > 0).sum()
    assert seen.covered
    assert not bare.covered
    assert bare.hand_mask.max() == 0


def test_a_held_checker_is_in_the_hand_and_on_no_point(style: SceneStyle, camera: Camera, light: Light) -> None:
    scene = Scene(counts(p6=4, off=10), START, hand=Hand(0.4, 0.5, 1.0, np.pi / 2, Side.WHITE, seed=8))
    held = [one for one in render_clean(style, camera, light, scene).checkers if one.zone is Zone.HAND]
    assert [(one.side, one.point) for one in held] == [(Side.WHITE, 0)]


def test_what_lies_under_another_checker_is_hidden(style: SceneStyle, camera: Camera, light: Light) -> None:
    seen = render_clean(style, camera, light, Scene(counts(p6=7), EMPTY, jitter_seed=3))
    layers = {layer: [one.visible for one in seen.checkers if one.layer == layer] for layer in (0, 1)}
    assert min(layers[1]) > 0.95
    assert [len(layers[0]), len(layers[1])] == [5, 2]
    assert sum(layers[0]) < 5 - 1.4


def test_a_checker_under_the_hand_is_hidden(style: SceneStyle, camera: Camera, light: Light) -> None:
    scene = Scene(counts(p6=1), EMPTY, jitter_seed=3)
    (x, y), _ = style.geometry.to_board(*style.geometry.point_base(6)[:2]), None
    hand = Hand(x, y - 0.25, 0.6, np.pi / 2, None, seed=8)
    (bare,), (under,) = (
        render_clean(style, camera, light, each).checkers for each in (scene, replace(scene, hand=hand))
    )
    assert bare.visible > 0.95
    assert under.visible < 0.3


def test_unchanged_points_stay_where_they_are(style: SceneStyle, camera: Camera, light: Light) -> None:
    before = render_clean(style, camera, light, Scene(START, START, jitter_seed=6))
    moved = list(START)
    moved[8] -= 1
    moved[5] += 1
    after = render_clean(style, camera, light, Scene(tuple(moved), START, jitter_seed=6))
    kept = [one.centre_px for one in before.checkers if one.point not in {8, 5}]
    assert kept == [one.centre_px for one in after.checkers if one.point not in {8, 5}]


def test_off_in_view_knows_where_the_picture_ends(style: SceneStyle, camera: Camera, light: Light) -> None:
    scene = Scene(counts(off=15), counts(off=15))
    assert render_clean(style, camera, light, scene).off_in_view
    close = aimed(style.geometry, size=(640, 360), azimuth=0, elevation=80, distance=9, focal_px=560)
    assert not render_clean(style, close, light, scene).off_in_view


def test_noise_comes_from_the_given_generator(style: SceneStyle, camera: Camera, light: Light) -> None:
    noisy = replace(camera, sensor=replace(camera.sensor, noise=3.0))
    scene = Scene(START, START)
    one, other = (render(style, noisy, light, scene, np.random.default_rng(seed)).frame for seed in (1, 2))
    assert not np.array_equal(one, other)
    assert np.abs(one.astype(int) - other).mean() < 8


@pytest.mark.parametrize("gloss", [0.0, 0.9])
def test_a_polished_die_mirrors_a_window(style: SceneStyle, ambient: Light, gloss: float) -> None:
    camera = aimed(style.geometry, size=(640, 360), azimuth=0, elevation=60, distance=26, focal_px=560, aim=(0.5, 0.5))
    behind = Window(around=np.pi / 2, up=np.radians(60), half=(0.4, 0.4), brightness=2.0)
    look = replace(style.black_dice, gloss=gloss, sharpness=300.0)
    polished = replace(style, black_dice=look)
    scene = Scene(EMPTY, EMPTY, (DieSpot(1, Side.BLACK, 0.25, 0.5),))
    plain, lit = (
        render_clean(polished, camera, light, scene) for light in (ambient, replace(ambient, windows=(behind,)))
    )
    changed = cv2.absdiff(plain.frame, lit.frame).max(axis=2)
    x, y = plain.dice[0].centre_px
    on_top = changed[round(y) - 3 : round(y) + 4, round(x) - 3 : round(x) + 4]
    assert bool(on_top.max() > 60) == (gloss > 0)
    far = changed.copy()
    far[round(y) - 30 : round(y) + 30, round(x) - 30 : round(x) + 30] = 0
    assert far.max() == 0
