"""Renders a scene: the picture a camera would deliver, and what is in it, exactly."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_companion.rules import Side
from pi_companion.simulation.arrays import Picture, Points
from pi_companion.simulation.camera import Camera, Sensor, random_pose, random_sensor
from pi_companion.simulation.geometry import Geometry, Home
from pi_companion.simulation.light import Light, random_light
from pi_companion.simulation.painter import Painter
from pi_companion.simulation.placing import Standing, Zone, off_area, place_checkers
from pi_companion.simulation.sensor import exposed, pinhole, through_lens
from pi_companion.simulation.setting import CENTRED, START, CubeSpot, DieSpot, Hand, Scene
from pi_companion.simulation.style import SceneStyle, random_style

__all__ = [
    "CENTRED",
    "START",
    "Camera",
    "CheckerSeen",
    "CubeSeen",
    "CubeSpot",
    "DieSeen",
    "DieSpot",
    "Geometry",
    "Hand",
    "Home",
    "Light",
    "Render",
    "Scene",
    "SceneStyle",
    "Sensor",
    "Zone",
    "random_camera",
    "random_light",
    "random_style",
    "render",
    "render_clean",
]

_COVERED_SHARE = 0.002


@dataclass(frozen=True, slots=True)
class CheckerSeen:
    """A checker as it shows in the picture."""

    side: Side
    zone: Zone
    point: int
    """1..24 in White's numbering, 0 when it is not on a point."""

    layer: int
    """0 on the board, 1 on another checker, ..."""

    centre_px: tuple[float, float]
    """Middle of the top face."""

    axes_px: tuple[float, float, float]
    """Long and short half axis of the top face's ellipse in pixels, and the angle of the long one in degrees."""

    visible: float
    """Share of the top face that nothing hides, 0..1; 0 outside the picture."""


@dataclass(frozen=True, slots=True)
class DieSeen:
    """A die as it shows in the picture."""

    value: int
    owner: Side
    centre_px: tuple[float, float]
    """Middle of the top face; of the die when it is cocked."""

    size_px: float
    """Edge in pixels."""

    visible: float
    on_field: bool
    """Whether it lies on the playing field, bar excluded."""

    cocked: bool
    rolled: bool


@dataclass(frozen=True, slots=True)
class CubeSeen:
    """The doubling cube as it shows in the picture."""

    value: int
    """1 for the centred cube, which shows 64."""

    owner: Side | None
    centre_px: tuple[float, float]
    size_px: float
    visible: float


@dataclass(frozen=True, slots=True, eq=False)
class Render:
    """A picture and its truth. All pixels include the lens's distortion."""

    frame: Picture
    """(H, W, 3) uint8, blue green red."""

    corners_px: Points
    """(4, 2) of the playing field on the felt: far left, far right, near right, near left, as White sits."""

    white_home: Home
    checkers: tuple[CheckerSeen, ...]
    dice: tuple[DieSeen, ...]
    cube: CubeSeen | None
    hand_mask: Picture
    """(H, W) uint8, 255 where hand or arm is."""

    covered: bool
    """Whether the hand or arm hides a part of the playing field."""

    off_in_view: bool
    """Whether the places of borne-off checkers are in the picture."""


def random_camera(rng: np.random.Generator, style: SceneStyle, size: tuple[int, int] = (1280, 720)) -> Camera:
    """Draw pose, lens and sensor; the whole playing field is in view."""
    return replace(random_pose(rng, style.geometry, size), sensor=random_sensor(rng, size))


def render(style: SceneStyle, camera: Camera, light: Light, scene: Scene, rng: np.random.Generator) -> Render:
    """Draw the scene.

    Args:
        style: How the table looks.
        camera: Where the camera is and what it does to the picture.
        light: Lamps and shadows.
        scene: What stands there.
        rng: Only for the sensor's noise.

    Returns:
        The picture and its exact labels.
    """
    clean = render_clean(style, camera, light, scene)
    return replace(clean, frame=exposed(camera, clean.frame, rng))


def render_clean(style: SceneStyle, camera: Camera, light: Light, scene: Scene) -> Render:
    """Draw the scene as the lens shows it, before the sensor adds blur, tone, noise and JPEG; see `exposed`."""
    standing = place_checkers(style, scene)
    painter = Painter(style, pinhole(camera), light, scene, standing)
    painted = painter.paint()
    picture = through_lens(camera, painted.canvas)
    hand_mask = np.zeros(picture.shape[:2], np.uint8)
    if scene.hand is not None:
        hand_mask = through_lens(camera, painted.hand_mask)
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    corners = camera.project(square)
    shown = painted.shown
    count = len(painted.checkers)
    checkers = tuple(
        _checker(camera, style.geometry, one, shown[number]) for number, one in enumerate(painted.checkers)
    )
    dice = tuple(_die(camera, style, spot, shown[count + number]) for number, spot in enumerate(scene.dice))
    cube = None if scene.cube is None else _cube(camera, style, scene.cube, shown[count + len(dice)])
    return Render(
        frame=picture,
        corners_px=corners,
        white_home=style.geometry.home,
        checkers=checkers,
        dice=dice,
        cube=cube,
        hand_mask=np.asarray(np.where(hand_mask > 127, 255, 0), np.uint8),
        covered=_covered(hand_mask, corners),
        off_in_view=all(_in_picture(camera, point) for point in _off_points(camera, style)),
    )


def _in_picture(camera: Camera, point: Points) -> bool:
    return bool((point >= 0).all() and (point < np.array(camera.size) - 0.5).all())


def _pair(point: Points) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _checker(camera: Camera, geometry: Geometry, one: Standing, shown: float) -> CheckerSeen:
    top = one.centre + one.turn[:, 2] * geometry.thickness
    circle = np.stack([np.cos(np.arange(16) * np.pi / 8), np.sin(np.arange(16) * np.pi / 8)], 1) * 0.5
    rim = camera.project_world(np.concatenate([top[None], top + circle @ one.turn[:, :2].T]))
    centre = rim[0]
    around = rim[1:] - rim[1:].mean(0)
    (xx, xy), (_, yy) = (around.T @ around / len(around)).tolist()
    # Half axes and angle of the ellipse whose rim has these second moments.
    half, apart = (xx + yy) / 2, math.hypot((xx - yy) / 2, xy)
    long, short = math.sqrt(2 * (half + apart)), math.sqrt(2 * max(half - apart, 0.0))
    angle = math.degrees(math.atan2(2 * xy, xx - yy) / 2) % 180
    visible = shown if _in_picture(camera, centre) else 0.0
    return CheckerSeen(one.side, one.zone, one.point, one.layer, _pair(centre), (long, short, angle), visible)


def _edge_px(camera: Camera, centre: Points, size: float) -> float:
    ends = camera.project_world(centre + np.array([[-0.5, 0, 0], [0.5, 0, 0], [0, -0.5, 0], [0, 0.5, 0]]) * size)
    return float((np.linalg.norm(ends[1] - ends[0]) + np.linalg.norm(ends[3] - ends[2])) / 2)


def _die(camera: Camera, style: SceneStyle, spot: DieSpot, shown: float) -> DieSeen:
    geometry, size = style.geometry, style.dice(spot.owner).size
    x, y, z = geometry.to_world(spot.x, spot.y, spot.z)
    middle = np.array([x, y, z + size * (0.5 if spot.tilt else 1.0)])
    pixel = camera.project_world(middle[None])[0]
    bar0, bar1 = geometry.bar_x
    on_field = 0 <= spot.x <= 1 and 0 <= spot.y <= 1 and not bar0 <= x <= bar1
    visible = shown if _in_picture(camera, pixel) else 0.0
    size_px = _edge_px(camera, middle, size)
    return DieSeen(spot.value, spot.owner, _pair(pixel), size_px, visible, on_field, spot.tilt > 0, spot.rolled)


def _cube(camera: Camera, style: SceneStyle, spot: CubeSpot, shown: float) -> CubeSeen:
    x, y, z = style.geometry.to_world(spot.x, spot.y, spot.z)
    middle = np.array([x, y, z + style.cube.size])
    pixel = camera.project_world(middle[None])[0]
    visible = shown if _in_picture(camera, pixel) else 0.0
    return CubeSeen(spot.value, spot.owner, _pair(pixel), _edge_px(camera, middle, style.cube.size), visible)


def _covered(hand_mask: Picture, corners: Points) -> bool:
    field = np.zeros(hand_mask.shape, np.uint8)
    cv2.fillConvexPoly(field, np.round(corners).astype(np.int32), 255)
    hidden = cv2.countNonZero(cv2.bitwise_and(field, hand_mask))
    return hidden > _COVERED_SHARE * cv2.countNonZero(field)


def _off_points(camera: Camera, style: SceneStyle) -> Points:
    low = -style.geometry.floor if style.off_place.name == "BESIDE" else 0.0
    ends = [off_area(style, side) for side in Side]
    return camera.project_world(np.array([[x, y, low] for x0, y0, x1, y1 in ends for x, y in ((x0, y0), (x1, y1))]))
