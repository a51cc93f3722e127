"""Light on a simulated table: lamps, the shadows they throw, and the shine they leave."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from pi_companion.simulation.arrays import Floats, Picture, Points
from pi_companion.simulation.geometry import Geometry
from pi_companion.simulation.numerals import aside

_SHIFT = 3
LEVEL_SCALE = 15.0
"""Cells a checker diameter; the pictures' scales are whole multiples of it."""

_TABLE_SCALE = 6.0
_LEVEL_MARGIN = 3.0
_SHINE_STEP = 3
_DULL = 0.02
_WIDE = 3.0
_FAR = 160_000.0
_STEPS = 6
_OPEN = 6.5


def as_seen(light: Floats) -> Floats:
    """Return the factor for gamma-coded colours that an amount of light gives (a gamma of 2: its root)."""
    return np.asarray(np.sqrt(light), np.float32)


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp or window."""

    place: tuple[float, float, float]
    """World position in checker diameters."""

    colour: tuple[float, float, float]
    """Gain of blue, green, red."""

    strength: float
    """Share of the light at the board's middle."""

    size: float
    """Width over distance: 0.02 throws hard shadows, 0.6 soft ones."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A hard edge of light on the table, such as a window's, as a band in board coordinates."""

    angle: float
    offset: float
    width: float
    softness: float
    """In checker diameters."""

    darkness: float


@dataclass(frozen=True, slots=True)
class Window:
    """Something bright in the room that lights little and is mirrored in what is polished."""

    around: float
    """Radians, in which direction it is; with `up`, seen from the board."""

    up: float
    half: tuple[float, float]
    """Half of its width and of its height, radians."""

    brightness: float


@dataclass(frozen=True, slots=True)
class Light:
    """All the light of a scene."""

    lamps: tuple[Lamp, ...]
    ambient: tuple[float, float, float]
    """Gain of blue, green, red of the light that comes from everywhere."""

    slope: tuple[float, float]
    """How the ambient light grows to the right and to the far side, per board width."""

    hollow: float
    """Strength of the darkening in corners and under checkers, 0..1."""

    edges: tuple[Edge, ...]
    glare: float
    """How strongly polished surfaces mirror the lamps, 0..1."""

    windows: tuple[Window, ...] = ()

    def mirrored(self, normal: tuple[Floats, Floats, Floats], toward_eye: Points, sharpness: float) -> Floats:
        """Return how bright the mirrored windows are on a surface.

        Args:
            normal: its direction, three (H, W).
            toward_eye: unit vector (3,).
            sharpness: how sharp its mirror images are, as of a lamp.
        """
        nx, ny, nz = normal
        x, y, z = (np.float32(part) for part in toward_eye)
        twice = 2 * (nx * x + ny * y + nz * z)
        around, up = np.arctan2(twice * ny - y, twice * nx - x), np.arcsin(np.clip(twice * nz - z, -1, 1))
        soft = 1 / math.sqrt(sharpness)
        total = np.zeros(nx.shape, np.float32)
        for window in self.windows:
            beside = np.abs((around - window.around + np.pi) % (2 * np.pi) - np.pi) * np.cos(up)
            above = np.abs(up - window.up)
            wide, high = (
                np.clip(0.5 + (half - off) / soft, 0, 1) for half, off in zip(window.half, (beside, above), strict=True)
            )
            total += window.brightness * wide * high
        return total


@dataclass(frozen=True, slots=True, eq=False)
class Caster:
    """Something that throws a shadow: an upright prism."""

    footprint: Points
    """(N, 2) world X, Y of a convex outline."""

    low: float
    high: float
    soft: bool = False
    """High over the table, so that its shadow is softer (a hand)."""


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """How much light reaches a plane of constant height, on a coarse grid."""

    lamps: tuple[Floats, ...]
    """For each lamp, (H, W) strength with distance and shadows in it, without the angle of the surface."""

    hollow: Floats
    """(H, W) share of the ambient light that gets there."""

    x0: float
    y1: float
    scale: float

    def index(self, x: Floats, y: Floats) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.int32]], ...]:
        """Return the row and column of world points."""
        rows, columns = self.hollow.shape
        column = np.clip((x - self.x0) * self.scale, 0, columns - 1).astype(np.int32)
        row = np.clip((self.y1 - y) * self.scale, 0, rows - 1).astype(np.int32)
        return row, column


class Lighting:
    """The light of one scene on all its planes, each worked out when first asked for."""

    def __init__(self, light: Light, geometry: Geometry, casters: list[Caster], *, table_reach: float) -> None:
        """Take the light, the board's measures and everything that throws a shadow."""
        self.light = light
        self._geometry = geometry
        self._casters = casters
        self._table_reach = table_reach
        self._step = geometry.thickness
        self._levels: dict[tuple[int, bool], Level] = {}
        self._planes: dict[tuple[int, bool], Floats] = {}
        self._shines: dict[tuple[int, int], Floats] = {}

    def level(self, z: float, *, table: bool = False) -> Level:
        """Return the light on the plane of height z; `table` asks for the wide, coarse one."""
        key = (round(z * 20), table)
        if key not in self._levels:
            self._levels[key] = self._work_out(z, table=table)
        return self._levels[key]

    def above(self, z: float) -> Level:
        """Return the light on the top of something z high; heights are taken in steps, to work out fewer planes."""
        steps = math.ceil(z / self._step - 0.02)
        return self.level(_OPEN if steps > _STEPS else steps * self._step)

    def _work_out(self, z: float, *, table: bool) -> Level:
        x0, y0, x1, y1 = self._geometry.outer
        margin = self._table_reach if table else _LEVEL_MARGIN
        scale = _TABLE_SCALE if table else LEVEL_SCALE
        left, top = x0 - margin, y1 + margin
        shape = (math.ceil((y1 - y0 + 2 * margin) * scale), math.ceil((x1 - x0 + 2 * margin) * scale))
        frame = _Frame(left, top, scale, shape)
        standing = [caster for caster in self._casters if caster.high > z + 0.03]
        across, up = frame.world()
        lamps = tuple(self._lamp(lamp, frame, standing, z, across, up) for lamp in self.light.lamps)
        return Level(lamps, self._hollow(frame, standing, z, across, up), left, top, scale)

    def _lamp(
        self, lamp: Lamp, frame: "_Frame", standing: list[Caster], z: float, across: Floats, up: Floats
    ) -> Floats:
        geometry = self._geometry
        centre = np.array([geometry.width / 2, geometry.depth / 2, 0.0])
        reach = float(((np.array(lamp.place) - centre) ** 2).sum())
        square = (across - lamp.place[0]) ** 2 + (up - lamp.place[1]) ** 2 + (z - lamp.place[2]) ** 2
        strength = np.minimum(lamp.strength * reach / square, 3 * lamp.strength)
        clear = np.ones(frame.shape, np.float32)
        for soft in (False, True):
            chosen = [caster for caster in standing if caster.soft is soft]
            if chosen:
                mask = np.zeros(frame.shape, np.uint8)
                for caster in chosen:
                    cv2.fillConvexPoly(mask, frame.fixed(_shadow(caster, lamp.place, z)), 255, cv2.LINE_8, _SHIFT)
                reach_z = float(np.mean([(caster.low + caster.high) / 2 - z for caster in chosen]))
                sigma = max(0.45, lamp.size * max(reach_z, 0.15) * frame.scale * 0.6)
                clear *= 1 - _softened(mask, sigma).astype(np.float32) / 255
        for edge in self.light.edges:
            clear *= _edge_mask(edge, geometry, across, up)
        return np.asarray(strength * clear, np.float32)

    def _hollow(self, frame: "_Frame", standing: list[Caster], z: float, across: Floats, up: Floats) -> Floats:
        mask = np.zeros(frame.shape, np.uint8)
        for caster in standing:
            if not caster.soft and caster.low < z + 1.5:
                cv2.fillConvexPoly(mask, frame.fixed(caster.footprint), 255, cv2.LINE_8, _SHIFT)
        close = cv2.GaussianBlur(mask, (0, 0), 0.12 * frame.scale).astype(np.float32)
        wide = cv2.blur(cv2.blur(mask, (9, 9)), (15, 15)).astype(np.float32)
        lost = self.light.hollow * (0.5 * close + 0.4 * wide) / 255
        right, far = self.light.slope
        width = self._geometry.width
        grown = 1 + right * (across / width - 0.5) + far * (up / width - 0.35)
        return np.asarray((1 - np.minimum(lost, 0.9)) * np.clip(grown, 0.3, 2.0), np.float32)

    def on_plane(self, z: float, *, table: bool = False) -> tuple[Level, Floats]:
        """Return the level and the light on a surface that faces up, (H, W, 3), as a factor for gamma-coded colours."""
        level = self.level(z, table=table)
        key = (round(z * 20), table)
        if key not in self._planes:
            self._planes[key] = self._facing_up(level, z)
        return level, self._planes[key]

    def _facing_up(self, level: Level, z: float) -> Floats:
        rows, columns = level.hollow.shape
        across = (level.x0 + (np.arange(columns, dtype=np.float32) + 0.5) / level.scale)[None]
        up = (level.y1 - (np.arange(rows, dtype=np.float32) + 0.5) / level.scale)[:, None]
        total = level.hollow[..., None] * np.array(self.light.ambient, np.float32)
        for lamp, reached in zip(self.light.lamps, level.lamps, strict=True):
            height = lamp.place[2] - z
            slant = np.sqrt((across - lamp.place[0]) ** 2 + (up - lamp.place[1]) ** 2 + height**2)
            total += (reached * height / slant)[..., None] * np.array(lamp.colour, np.float32)
        return as_seen(total)

    def shine(self, level: Level, z: float, eye: tuple[float, float, float], gloss: float) -> Floats | None:
        """Return the lamps' mirror image on a polished plane in grey levels, (H, W) coarser than the level, or None."""
        if gloss * self.light.glare < _DULL:
            return None
        key = (round(z * 20), round(gloss * 100))
        if key not in self._shines:
            self._shines[key] = self._mirrored(level, z, eye, gloss)
        return self._shines[key]

    def _mirrored(self, level: Level, z: float, eye: tuple[float, float, float], gloss: float) -> Floats:
        rows, columns = level.hollow.shape
        across = (level.x0 + (np.arange(0, columns, _SHINE_STEP, dtype=np.float32) + 0.5) / level.scale)[None]
        up = (level.y1 - (np.arange(0, rows, _SHINE_STEP, dtype=np.float32) + 0.5) / level.scale)[:, None]
        view = _unit(eye[0] - across, eye[1] - up, eye[2] - z)
        total = np.zeros((up.shape[0], across.shape[1]), np.float32)
        for lamp, reached in zip(self.light.lamps, level.lamps, strict=True):
            toward = _unit(lamp.place[0] - across, lamp.place[1] - up, lamp.place[2] - z)
            half_z = (toward[2] + view[2]) / np.sqrt(sum((a + b) ** 2 for a, b in zip(toward, view, strict=True)))
            spread = 0.0008 + 0.02 * lamp.size**2 + 0.03 * (1 - gloss) ** 2
            total += reached[::_SHINE_STEP, ::_SHINE_STEP] * np.exp(-(1 - half_z) / spread) / (0.4 + 20 * spread)
        return np.asarray(np.minimum(total * gloss * self.light.glare * 160, 230), np.float32)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a level's grid lies."""

    left: float
    top: float
    scale: float
    shape: tuple[int, int]

    def fixed(self, world: Points) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        fine = self.scale * 2**_SHIFT
        pixels = world * (fine, -fine)
        pixels += (-self.left * fine - 2 ** (_SHIFT - 1), self.top * fine - 2 ** (_SHIFT - 1))
        return np.asarray(np.minimum(np.maximum(pixels, -_FAR), _FAR), np.int32)

    def world(self) -> tuple[Floats, Floats]:
        across = self.left + (np.arange(self.shape[1], dtype=np.float32) + 0.5) / self.scale
        up = self.top - (np.arange(self.shape[0], dtype=np.float32) + 0.5) / self.scale
        return across[None], up[:, None]


def _unit(x: Floats, y: Floats, z: float) -> tuple[Floats, Floats, Floats]:
    length = np.asarray(np.sqrt(x * x + y * y + np.float32(z * z)), np.float32)
    return x / length, y / length, np.asarray(z / length, np.float32)


def _shadow(caster: Caster, place: tuple[float, float, float], z: float) -> Points:
    """Return the convex outline of the caster's shadow on the plane of height z."""
    lamp = np.array(place[:2])
    reached = [
        caster.footprint + (caster.footprint - lamp) * ((height - z) / max(place[2] - height, 0.5))
        for height in (max(caster.low, z), max(caster.high, z))
    ]
    hull = cv2.convexHull(np.concatenate(reached).astype(np.float32))
    return np.asarray(hull.reshape(-1, 2), float)


def _softened(mask: Picture, sigma: float) -> Picture:
    """Return the mask blurred; wide blurs are worked out on a smaller mask."""
    if sigma < _WIDE:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.uint8)
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / 4), mask.shape[::-1]), np.uint8)


def _edge_mask(edge: Edge, geometry: Geometry, across: Floats, up: Floats) -> Floats:
    """Return 1 in the light and less in the band's shadow."""
    along = (across - geometry.width / 2) * math.cos(edge.angle) + (up - geometry.depth / 2) * math.sin(edge.angle)
    away = np.abs(along - edge.offset * geometry.width) - edge.width * geometry.width / 2
    return np.asarray(1 - edge.darkness * np.clip(0.5 - away / (2 * edge.softness), 0, 1), np.float32)


def random_light(rng: np.random.Generator) -> Light:
    """Draw the light: lamps with hard or soft shadows, warm or cold, even or not."""
    count = int(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15]))
    ambient_share = float(rng.uniform(0.2, 0.85))
    weights = rng.dirichlet(np.full(count, 1.5)) * (1 - ambient_share)
    lamps = []
    for weight in weights:
        around, up = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(22, 85))
        distance = float(np.exp(rng.uniform(np.log(11), np.log(90))))
        place = (
            7.5 + distance * math.cos(around) * math.cos(up),
            6.0 + distance * math.sin(around) * math.cos(up),
            max(7.0, distance * math.sin(up)),
        )
        size = float(np.exp(rng.uniform(np.log(0.02), np.log(0.9))))
        lamps.append(Lamp(place, _tone(rng), float(weight), size))
    edges = []
    while rng.random() < 0.18:
        edges.append(
            Edge(
                angle=float(rng.uniform(0, 2 * np.pi)),
                offset=float(rng.uniform(-0.6, 0.6)),
                width=float(rng.uniform(0.05, 0.9)),
                softness=float(np.exp(rng.uniform(np.log(0.03), np.log(1.5)))),
                darkness=float(rng.uniform(0.3, 0.95)),
            )
        )
    blue, green, red = _tone(rng)
    slope = (float(rng.normal(0, 0.25)), float(rng.normal(0, 0.25)))
    hollow, glare = float(rng.uniform(0.3, 1.0)), float(rng.random())
    return Light(
        tuple(lamps),
        (blue * ambient_share, green * ambient_share, red * ambient_share),
        slope,
        hollow,
        tuple(edges),
        glare,
        _windows(aside(glare)),
    )


def _windows(rng: np.random.Generator) -> tuple[Window, ...]:
    """Draw what polished dice mirror: windows, lit walls, lamps farther off."""
    return tuple(
        Window(
            float(rng.uniform(-np.pi, np.pi)),
            float(rng.uniform(0.05, 1.4)),
            (float(rng.uniform(0.03, 0.3)), float(rng.uniform(0.05, 0.4))),
            float(np.exp(rng.normal(0, 0.8))),
        )
        for _ in range(int(rng.integers(0, 6)))
    )


def _tone(rng: np.random.Generator) -> tuple[float, float, float]:
    warm = float(np.clip(rng.normal(0.03, 0.1), -0.22, 0.3))
    return (1 - warm, 1.0, 1 + warm)
