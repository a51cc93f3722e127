"""A simulated camera: where it stands, how its lens draws, and what its sensor does to the picture."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from pi_companion.simulation.arrays import Floats, Points
from pi_companion.simulation.geometry import Geometry

_GRID_PX = 16


@dataclass(frozen=True, slots=True)
class Sensor:
    """What lens blur, electronics and file format do to the picture."""

    exposure: float = 1.0
    white_balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Gain of blue, green, red."""

    contrast: float = 0.0
    """Strength of the S-shaped tone curve, 0 none."""

    saturation: float = 1.0
    vignette: float = 0.0
    """Share of light lost in the corners."""

    noise: float = 1.0
    """Standard deviation in grey levels."""

    grain: float = 0.0
    """Share of the noise that is blotchy instead of single pixels."""

    blur_px: float = 0.5
    """Sigma of the defocus."""

    motion_px: float = 0.0
    motion_angle: float = 0.0
    sharpen: float = 0.0
    jpeg: int = 92
    """JPEG quality, 0 for none."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Pose, lens and sensor."""

    size: tuple[int, int]
    """Width and height of the picture in pixels."""

    focal_px: float
    eye: tuple[float, float, float]
    """World position in checker diameters."""

    rotation: tuple[tuple[float, float, float], ...]
    """Three rows: the camera's right, down and forward in the world frame."""

    field_size: tuple[float, float]
    """Width and depth of the playing field in checker diameters."""

    distortion: tuple[float, float] = (0.0, 0.0)
    """k1 and k2 of the radial model."""

    sensor: Sensor = field(default_factory=Sensor)

    def project(self, points: Points) -> Points:
        """Return the pixels (N, 2) of board points (N, 3): x, y in board coordinates, height in checker diameters."""
        given = np.asarray(points, float)
        width, depth = self.field_size
        world = np.stack([given[:, 0] * width, (1 - given[:, 1]) * depth, given[:, 2]], 1)
        return self.project_world(world)

    def project_world(self, world: Points) -> Points:
        """Return the pixels (N, 2) of world points (N, 3)."""
        seen = (np.asarray(world, float) - np.array(self.eye)) @ np.array(self.rotation).T
        plane = seen[:, :2] / np.maximum(seen[:, 2:], 1e-6)
        k1, k2 = self.distortion
        square = (plane**2).sum(1, keepdims=True)
        return np.asarray(plane * (1 + k1 * square + k2 * square**2) * self.focal_px + self.middle, float)

    @property
    def middle(self) -> Points:
        """The picture's optical centre in pixels."""
        return np.array([(self.size[0] - 1) / 2, (self.size[1] - 1) / 2])

    def undistorted_grid(self) -> tuple[Floats, Floats]:
        """Return x and y of the pinhole direction on a coarse grid over the picture, edges included."""
        width, height = self.size
        columns, rows = width // _GRID_PX + 1, height // _GRID_PX + 1
        across = np.linspace(0, width - 1, columns) - self.middle[0]
        down = np.linspace(0, height - 1, rows) - self.middle[1]
        x, y = np.meshgrid(across / self.focal_px, down / self.focal_px)
        k1, k2 = self.distortion
        radius = np.hypot(x, y)
        guess = radius.copy()
        for _ in range(8):  # Newton's method on r (1 + k1 r^2 + k2 r^4)
            square = guess**2
            value = guess * (1 + k1 * square + k2 * square**2) - radius
            guess -= value / np.maximum(1 + 3 * k1 * square + 5 * k2 * square**2, 0.2)
        scale = guess / np.maximum(radius, 1e-9)
        return (x * scale).astype(np.float32), (y * scale).astype(np.float32)

    def closer(self, world: Points, size: tuple[int, int]) -> "Camera":
        """The same camera turned to a world point (3,), with a small picture of what is round it and no distortion."""
        forward = np.asarray(world, float) - np.array(self.eye)
        forward /= np.linalg.norm(forward)
        down = np.array(self.rotation[1])
        down -= forward * (down @ forward)
        down /= np.linalg.norm(down)
        rows = np.stack([np.cross(down, forward), down, forward])
        return replace(self, size=size, rotation=_rows(rows), distortion=(0.0, 0.0))

    def nudged(self, rng: np.random.Generator, degrees: float) -> "Camera":
        """Return the camera after a knock: turned by about that much about each of its axes."""
        turn = _turn(rng.normal(0, math.radians(degrees), 3))
        return replace(self, rotation=_rows(turn @ np.array(self.rotation)))


def _turn(angles: Points) -> Points:
    matrix = np.eye(3)
    for axis, angle in enumerate(angles):
        one, other = (axis + 1) % 3, (axis + 2) % 3
        step = np.eye(3)
        step[one, one] = step[other, other] = math.cos(angle)
        step[one, other], step[other, one] = -math.sin(angle), math.sin(angle)
        matrix = step @ matrix
    return matrix


def _rows(matrix: Points) -> tuple[tuple[float, float, float], ...]:
    return tuple((float(a), float(b), float(c)) for a, b, c in matrix)


def aimed(
    geometry: Geometry,
    *,
    size: tuple[int, int],
    azimuth: float,
    elevation: float,
    distance: float,
    focal_px: float,
    roll: float = 0.0,
    aim: tuple[float, float] = (0.5, 0.5),
    distortion: tuple[float, float] = (0.0, 0.0),
    sensor: Sensor | None = None,
) -> Camera:
    """Place a camera that looks at a board point.

    Angles are in degrees: azimuth 0 is White's seat, 90 the right short side, 180 Black's seat; elevation 90 is
    straight above.
    `aim` is in board coordinates, `distance` in checker diameters.
    """
    around, up = math.radians(azimuth), math.radians(elevation)
    target = np.array(geometry.to_world(aim[0], aim[1]))
    away = np.array([math.sin(around) * math.cos(up), -math.cos(around) * math.cos(up), math.sin(up)])
    right = np.array([math.cos(around), math.sin(around), 0.0])
    forward = -away
    down = np.cross(forward, right)
    tilt = math.radians(roll)
    rows = np.stack(
        [math.cos(tilt) * right + math.sin(tilt) * down, math.cos(tilt) * down - math.sin(tilt) * right, forward]
    )
    eye = target + distance * away
    return Camera(
        size,
        focal_px,
        (float(eye[0]), float(eye[1]), float(eye[2])),
        _rows(rows),
        (geometry.width, geometry.depth),
        distortion,
        sensor or Sensor(),
    )


def random_sensor(rng: np.random.Generator, size: tuple[int, int]) -> Sensor:
    """Draw what lens and sensor add, from a fine camera to a poor one."""
    warm = rng.normal(0, 0.07)
    scale = size[0] / 1280
    return Sensor(
        exposure=float(np.exp(rng.normal(0.5, 0.42))),
        white_balance=(float(1 - warm), float(1 + rng.normal(0, 0.02)), float(1 + warm)),
        contrast=float(rng.uniform(0, 0.8)),
        saturation=float(np.clip(rng.normal(0.92, 0.2), 0.4, 1.5)),
        vignette=float(rng.uniform(0, 0.5) * rng.random()),
        noise=float(rng.uniform(0.3, 2.5) if rng.random() < 0.7 else rng.uniform(2.5, 9)),
        grain=float(rng.uniform(0, 0.8)),
        blur_px=float(abs(rng.normal(0.35, 0.35)) * scale if rng.random() < 0.85 else rng.uniform(0.8, 1.8) * scale),
        motion_px=float(rng.uniform(1, 4) * scale) if rng.random() < 0.06 else 0.0,
        motion_angle=float(rng.uniform(0, 180)),
        sharpen=float(rng.uniform(0, 1.0)) if rng.random() < 0.4 else 0.0,
        jpeg=int(rng.integers(60, 98)),
    )


def random_pose(rng: np.random.Generator, geometry: Geometry, size: tuple[int, int]) -> Camera:
    """Draw where the camera stands and its lens, the whole field in view, trays usually too."""
    width, height = size
    for _ in range(200):
        fov = rng.uniform(45, 100)
        focal = width / 2 / math.tan(math.radians(fov) / 2)
        half_up = math.degrees(math.atan(height / 2 / focal))
        elevation = 90 - abs(rng.normal(0, 22)) if rng.random() < 0.7 else rng.uniform(40, 90)
        if elevation < max(40, half_up + 8):  # no horizon in the picture
            continue
        seat = float(rng.choice([0, 180, 90, 270], p=[0.5, 0.2, 0.15, 0.15]))
        corner = math.hypot(width, height) / 2 / focal
        # How far the lens moves the picture's corners, as a share; more than this and the lens would fold the picture.
        bend, twist = np.clip(rng.normal([-0.035, 0.0], [0.045, 0.008]), [-0.1, -0.01], [0.1, 0.02])
        camera = aimed(
            geometry,
            size=size,
            azimuth=seat + rng.uniform(-20, 20),
            elevation=float(elevation),
            distance=100.0,
            focal_px=focal,
            roll=float(rng.normal(0, 4)),
            aim=(float(rng.normal(0.5, 0.05)), float(rng.normal(0.5, 0.05))),
            distortion=(float(bend) / corner**2, float(twist) / corner**4),
        )
        placed = _at_distance(camera, geometry, float(rng.uniform(0.35, 0.9)), trays=rng.random() < 0.85)
        if placed is not None:
            return placed
    message = f"wanted a camera that sees the whole field of {geometry}, found none in 200 tries; widen the limits"
    raise RuntimeError(message)


def _at_distance(camera: Camera, geometry: Geometry, share: float, *, trays: bool) -> Camera | None:
    """Move the camera along its line of sight until the field fills that share of the picture's width or height."""
    x0, y0, x1, y1 = geometry.outer
    field_corners = np.array([[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 0, 0]], float) * [geometry.width, geometry.depth, 0]
    outline = np.array([[x0, y0, 0], [x0, y1, 0], [x1, y1, 0], [x1, y0, 0]])
    forward = np.array(camera.rotation[2])
    target = np.array(camera.eye) + forward * 100.0
    near, far = 8.0, 140.0
    for _ in range(18):
        distance = (near + far) / 2
        eye = target - forward * distance
        moved = replace(camera, eye=(float(eye[0]), float(eye[1]), float(eye[2])))
        corners = moved.project_world(field_corners)
        wanted = moved.project_world(outline if trays else field_corners)
        span = corners.max(0) - corners.min(0)
        margin = 0.004 * camera.size[0]
        inside = (wanted.min(0) > margin).all() and (wanted.max(0) < np.array(camera.size) - 1 - margin).all()
        if inside and (span[0] < share * camera.size[0]):
            far = distance
        else:
            near = distance
    eye = target - forward * far
    moved = replace(camera, eye=(float(eye[0]), float(eye[1]), float(eye[2])))
    corners = moved.project_world(field_corners)
    if np.ptp(corners[:, 0]) < 0.33 * camera.size[0] or far > 130:
        return None
    return moved
