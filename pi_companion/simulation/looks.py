"""How checkers, dice and the doubling cube look."""

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from pi_companion.simulation.arrays import Colour, Floats, luminance, mixed, tint
from pi_companion.simulation.materials import any_colour, cloudy, noise, wood_colours
from pi_companion.simulation.numerals import Lettering, aside, draw_number, random_lettering

_MANY = 100_000
PROFILE_STEPS = 128
ALBEDO_PX = 128
FACE_PX = 64


class Body(Enum):
    """What a checker is made of."""

    PLAIN = "plain"
    MARBLED = "marbled"
    SWIRL = "swirl"
    WOOD = "wood"


@dataclass(frozen=True, slots=True)
class CheckerLook:
    """One side's checkers."""

    body: Body
    colour: Colour
    second: Colour
    gloss: float
    """Strength of highlights, 0..1."""

    sharpness: float
    """Exponent of the highlight: 8 satin to 200 polished."""

    bevel: float
    """Width of the rounded edge as a share of the radius."""

    dimple: float
    """Radius of the bowl in the middle as a share, 0 for none."""

    dimple_slope: float
    groove: float
    """Radius of a cut ring, 0 for none."""

    groove_slope: float
    rim: float
    """Inner radius of a painted or metal rim, 1 for none."""

    rim_colour: Colour
    inner: float
    """Radius of a disc of another colour in the middle, 0 for none."""

    inner_colour: Colour
    glow: float
    """Share of light that comes through from below, for see-through plastic."""

    seed: int

    def slopes(self) -> Floats:
        """Return how steeply the top falls outwards, for PROFILE_STEPS radii from 0 to 1."""
        radius = np.linspace(0, 1, PROFILE_STEPS, dtype=np.float32)
        start = 1 - self.bevel
        fall = np.where(radius > start, (np.maximum(radius - start, 0) / max(self.bevel, 1e-3)) ** 1.5 * 2.2, 0.0)
        if self.dimple:
            bowl = np.where(radius < self.dimple, -self.dimple_slope * radius / self.dimple, 0.0)
            fall = fall + bowl
        if self.groove:
            away = (radius - self.groove) / 0.03
            fall = fall - self.groove_slope * away * np.exp(-(away**2))
        return np.asarray(fall, np.float32)

    def albedo(self, variant: int) -> Floats:
        """Return the flat colours of the top, (ALBEDO_PX, ALBEDO_PX, 3), for one of several checkers of the set."""
        rng = np.random.default_rng([self.seed, variant])
        shape = (ALBEDO_PX, ALBEDO_PX)
        share = np.zeros(shape, np.float32)
        match self.body:
            case Body.PLAIN:
                share += 0.03 * cloudy(rng, shape, 40, 2)
            case Body.MARBLED:
                share += 0.5 * np.exp(-np.abs(cloudy(rng, shape, 60, 4)) * 5) + 0.2 * cloudy(rng, shape, 40)
            case Body.SWIRL:
                warp = 2.5 * cloudy(rng, shape, 90, 2)
                share += 0.45 + 0.4 * np.sin(warp * 4 + np.linspace(0, 4, ALBEDO_PX, dtype=np.float32))
            case Body.WOOD:
                rings = np.sin(np.linspace(0, 12, ALBEDO_PX, dtype=np.float32)[:, None] + cloudy(rng, shape, 90, 2) * 2)
                share += 0.4 + 0.3 * rings + 0.15 * noise(rng, shape, 2, 16)
        first, second = np.array(self.colour, np.float32), np.array(self.second, np.float32)
        drawn = first + np.clip(share, 0, 1)[..., None] * (second - first)
        down, across = np.mgrid[0:ALBEDO_PX, 0:ALBEDO_PX].astype(np.float32) * (2 / ALBEDO_PX) - 1
        radius = np.hypot(across, down)
        if self.inner:
            drawn[radius < self.inner] = self.inner_colour
        if self.rim < 1:
            drawn[radius > self.rim] = self.rim_colour
        return np.asarray(cv2.GaussianBlur(drawn, (3, 3), 0), np.float32)


@dataclass(frozen=True, slots=True)
class DieLook:
    """One side's dice."""

    size: float
    """Edge in checker diameters."""

    colour: Colour
    pips: Colour
    pip_radius: float
    """As a share of the edge."""

    roundness: float
    """Reach of the corners: 1.73 is a sharp cube, 1.25 a very round one (radius of the cutting ball in half edges)."""

    gloss: float
    left_handed: bool
    bevel: float
    """Width of the rounded edges, in half edges."""

    pip_spread: float
    """How far a pip is from the middle of its face along each edge, as a share of the edge."""

    sharpness: float
    """How small a lamp's mirror image is: one of 30 is a sheen, one of several hundred a white dot like a pip."""

    @property
    def order(self) -> tuple[int, ...]:
        """The values on +x, -x, +y, -y, +z, -z when a 1 lies on top (+z)."""
        return (3, 4, 2, 5, 1, 6) if self.left_handed else (4, 3, 2, 5, 1, 6)

    def faces(self) -> Floats:
        """Return the six faces, (6, FACE_PX, FACE_PX, 3), as `order` has them."""
        return np.stack([self._face(value) for value in self.order])

    def _face(self, value: int) -> Floats:
        scale = 4
        face = np.full((FACE_PX, FACE_PX, 3), self.colour, np.float32)
        shifts = {
            1: [(0, 0)],
            2: [(-1, -1), (1, 1)],
            3: [(-1, -1), (0, 0), (1, 1)],
            4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
            5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
            6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
        }[value]
        for across, down in shifts:
            centre = (FACE_PX / 2 + self.pip_spread * FACE_PX * across, FACE_PX / 2 + self.pip_spread * FACE_PX * down)
            where = (round(centre[0] * 2**scale), round(centre[1] * 2**scale))
            radius = round(self.pip_radius * FACE_PX * 2**scale)
            cv2.circle(face, where, radius, self.pips, -1, cv2.LINE_AA, scale)
        return face


@dataclass(frozen=True, slots=True)
class CubeLook:
    """The doubling cube."""

    size: float
    colour: Colour
    ink: Colour
    lettering: Lettering
    glyph_share: float
    """Height of the digits as a share of the face."""

    roundness: float
    gloss: float
    bevel: float
    """Width of the rounded edges, in half edges."""

    seed: int

    def faces(self, top: int) -> Floats:
        """Return the six faces, (6, FACE_PX, FACE_PX, 3), with the number `top` on +z."""
        rng = np.random.default_rng(self.seed)
        others = [value for value in (2, 4, 8, 16, 32, 64) if value != top]
        order = [*rng.permutation(others).tolist()[:4], top]
        order.append(next(value for value in others if value not in order))
        turns = rng.integers(0, 4, 6)
        drawn = [np.rot90(self._face(value), turns[face]) for face, value in enumerate(order)]
        drawn[4] = self._face(top)
        return np.stack(drawn)

    def _face(self, value: int) -> Floats:
        ink = draw_number(value, self.lettering, FACE_PX, self.glyph_share)[..., None]
        return np.asarray((1 - ink) * np.array(self.colour) + ink * np.array(self.ink), np.float32)


_PAIRS: tuple[tuple[Colour, Colour], ...] = (
    ((235, 240, 242), (28, 26, 25)),
    ((235, 240, 242), (35, 32, 175)),
    ((205, 230, 240), (35, 45, 75)),
    ((205, 228, 238), (30, 30, 120)),
    ((235, 240, 242), (120, 55, 25)),
    ((130, 185, 220), (30, 32, 45)),
    ((120, 180, 225), (40, 50, 90)),
    ((235, 240, 242), (60, 95, 30)),
    ((60, 200, 235), (30, 30, 30)),
    ((40, 110, 235), (70, 120, 40)),
    ((200, 205, 205), (40, 30, 160)),
    ((150, 150, 150), (30, 30, 30)),
    ((225, 235, 240), (95, 105, 110)),
    ((60, 50, 205), (30, 28, 28)),
    ((170, 120, 40), (40, 35, 170)),
)


def random_checkers(rng: np.random.Generator) -> tuple[CheckerLook, CheckerLook]:
    """Draw the two sides' checkers; the first is the lighter."""
    while True:
        if rng.random() < 0.7:
            pair = _PAIRS[int(rng.integers(0, len(_PAIRS)))]
            light, dark = (mixed(colour, any_colour(rng), 0.15 * float(rng.random())) for colour in pair)
        else:
            light, dark = any_colour(rng, (60, 245)), any_colour(rng, (15, 220))
        if luminance(light) - luminance(dark) > 28:
            break
    shape = _checker_shape(rng)
    body = Body.PLAIN
    if rng.random() < 0.5:
        body = (Body.MARBLED, Body.SWIRL, Body.WOOD)[int(rng.integers(0, 3))]
    if body is Body.WOOD and rng.random() < 0.7:
        light, dark = wood_colours(rng)[0], wood_colours(rng)[0]
        if luminance(light) < luminance(dark):
            light, dark = dark, light
        light, dark = tint(light, float(rng.uniform(1.0, 1.5))), tint(dark, float(rng.uniform(0.3, 0.7)))
    return _dressed(rng, shape, body, light, other=dark), _dressed(rng, shape, body, dark, other=light)


@dataclass(frozen=True, slots=True)
class _Shape:
    gloss: float
    sharpness: float
    bevel: float
    dimple: float
    dimple_slope: float
    groove: float
    groove_slope: float
    rim: float
    inner: float
    glow: float


def _checker_shape(rng: np.random.Generator) -> _Shape:
    return _Shape(
        gloss=float(rng.random() ** 1.5),
        sharpness=float(np.exp(rng.uniform(2.0, 5.3))),
        bevel=float(rng.uniform(0.04, 0.3)),
        dimple=float(rng.uniform(0.3, 0.85)) if rng.random() < 0.35 else 0.0,
        dimple_slope=float(rng.uniform(0.05, 0.6)),
        groove=float(rng.uniform(0.35, 0.85)) if rng.random() < 0.35 else 0.0,
        groove_slope=float(rng.uniform(0.2, 1.2)),
        rim=float(rng.uniform(0.82, 0.95)) if rng.random() < 0.15 else 1.0,
        inner=float(rng.uniform(0.2, 0.8)) if rng.random() < 0.08 else 0.0,
        glow=float(rng.uniform(0.1, 0.45)) if rng.random() < 0.1 else 0.0,
    )


def _dressed(rng: np.random.Generator, shape: _Shape, body: Body, colour: Colour, *, other: Colour) -> CheckerLook:
    metal = mixed((170, 185, 190), (70, 160, 205), float(rng.random()))
    second = tint(colour, float(rng.uniform(0.45, 1.5))) if rng.random() < 0.8 else mixed(colour, any_colour(rng), 0.5)
    return CheckerLook(
        body=body,
        colour=colour,
        second=mixed(second, colour, 0.2),
        gloss=shape.gloss,
        sharpness=shape.sharpness,
        bevel=shape.bevel,
        dimple=shape.dimple,
        dimple_slope=shape.dimple_slope,
        groove=shape.groove,
        groove_slope=shape.groove_slope,
        rim=shape.rim,
        rim_colour=metal if rng.random() < 0.6 else tint(colour, 0.6),
        inner=shape.inner,
        inner_colour=mixed(tint(colour, 0.7), other, 0.25 * float(rng.random())),
        glow=shape.glow,
        seed=int(rng.integers(_MANY)),
    )


_POLISH = (3.4, 6.6)
"""Logarithms of the least and the greatest sharpness of a die's lamp mirrors."""

_WHITE: Colour = (238, 240, 240)
_BLACK: Colour = (22, 22, 22)


def random_dice(rng: np.random.Generator) -> tuple[DieLook, DieLook]:
    """Draw the two sides' dice: often light and dark, sometimes any two colours, sometimes the same."""
    pairs: tuple[tuple[Colour, Colour], ...] = (
        (_WHITE, _BLACK),
        (_WHITE, (40, 35, 170)),
        ((205, 225, 235), (40, 50, 80)),
        (_WHITE, (50, 110, 40)),
        (_WHITE, (140, 60, 30)),
        (any_colour(rng), any_colour(rng)),
        (_WHITE, _WHITE),
        (any_colour(rng), _WHITE),
    )
    one, two = pairs[int(rng.integers(0, len(pairs)))]
    size = float(rng.uniform(0.31, 0.55))
    pip, round_ = float(rng.uniform(0.07, 0.12)), float(rng.uniform(1.25, 1.7))
    gloss, left = float(rng.random()), bool(rng.random() < 0.5)
    apart = aside(pip)
    bevel, spread = float(apart.uniform(0.04, 0.5)), float(apart.uniform(0.21, 0.29))
    sharpness = float(np.exp(apart.uniform(*_POLISH)))
    return tuple(  # type: ignore[return-value]
        DieLook(size, colour, _pip_colour(rng, colour), pip, round_, gloss, left, bevel, spread, sharpness)
        for colour in (one, two)
    )


def _pip_colour(rng: np.random.Generator, colour: Colour) -> Colour:
    if rng.random() < 0.85:
        return _BLACK if luminance(colour) > 130 else _WHITE
    while True:
        pips = any_colour(rng)
        if abs(luminance(pips) - luminance(colour)) > 70:
            return pips


def random_cube(rng: np.random.Generator) -> CubeLook:
    """Draw a doubling cube."""
    colour = (_WHITE, (200, 225, 235), _BLACK, any_colour(rng), (70, 110, 160))[int(rng.integers(0, 5))]
    size = float(rng.uniform(0.55, 1.0))
    return CubeLook(
        size=size,
        colour=colour,
        ink=_pip_colour(rng, colour),
        lettering=random_lettering(rng),
        glyph_share=float(rng.uniform(0.25, 0.68)),
        roundness=float(rng.uniform(1.35, 1.7)),
        gloss=float(rng.random()),
        bevel=float(aside(size).uniform(0.03, 0.25)),
        seed=int(rng.integers(_MANY)),
    )
