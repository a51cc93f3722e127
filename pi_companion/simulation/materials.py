"""Procedural surfaces: cloth, leather, cork, wood, stone and the rest, each drawn from random numbers alone."""

from dataclasses import dataclass
from enum import Enum
from functools import cache

import cv2
import numpy as np

from pi_companion.simulation.arrays import Colour, Floats, Picture, mixed, tint

_BANK = 1024
_MANY = 100_000


class Stuff(Enum):
    """What a surface is made of."""

    PLAIN = "plain"
    FELT = "felt"
    LEATHER = "leather"
    CORK = "cork"
    WOOD = "wood"
    PAPER = "paper"
    VINYL = "vinyl"
    MARBLE = "marble"
    CLOTH = "cloth"
    PLAID = "plaid"
    PATTERN = "pattern"


@dataclass(frozen=True, slots=True)
class Surface:
    """A material with its colours; the same surface always draws the same picture."""

    stuff: Stuff
    colour: Colour
    second: Colour
    """Veins, late wood, specks or the second yarn."""

    gloss: float
    """0 dull to 1 polished."""

    roughness: float
    """How strong its pattern is, 0..1."""

    seed: int


@cache
def _bank(cell: int, stretch: int) -> Floats:
    """Return smooth noise, 0 mean and unit deviation, that tiles; features `cell` px high, `stretch` times as wide."""
    rng = np.random.default_rng([cell, stretch])
    rows, columns = max(2, _BANK // cell), max(2, _BANK // (cell * stretch))
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    if cell > 1 or stretch > 1:
        padded = np.pad(coarse, 2, mode="wrap")
        scale = (_BANK * (columns + 4) // columns, _BANK * (rows + 4) // rows)
        big = cv2.resize(padded, scale, interpolation=cv2.INTER_CUBIC)
        top, left = 2 * _BANK // rows, 2 * _BANK // columns
        coarse = np.asarray(big[top : top + _BANK, left : left + _BANK], np.float32)
    return np.ascontiguousarray((coarse - coarse.mean()) / (coarse.std() + 1e-6))


def noise(rng: np.random.Generator, shape: tuple[int, int], cell: float, stretch: int = 1) -> Floats:
    """Return (H, W) smooth noise with 0 mean and unit deviation; `cell` is the size of its features in pixels."""
    size = 2 ** int(np.clip(round(np.log2(max(cell, 1.0))), 0, 8))
    bank = _bank(size, stretch)
    zoom = max(cell, 0.7) / size
    rows, columns = int(shape[0] / zoom) + 2, int(shape[1] / zoom) + 2
    top, left = rng.integers(0, _BANK, 2)
    reps = ((top + rows) // _BANK + 1, (left + columns) // _BANK + 1)
    patch = np.tile(bank, reps)[top : top + rows, left : left + columns]
    if rng.random() < 0.5:
        patch = patch[::-1]
    return np.asarray(cv2.resize(patch, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)


def cloudy(
    rng: np.random.Generator, shape: tuple[int, int], cell: float, octaves: int = 4, fall: float = 0.55
) -> Floats:
    """Return (H, W) noise of several sizes added up, unit deviation."""
    total = np.zeros(shape, np.float32)
    weight, power = 1.0, 0.0
    for octave in range(octaves):
        size = cell / 2**octave
        if size < 1:
            break
        total += weight * noise(rng, shape, size)
        power += weight**2
        weight *= fall
    return np.asarray(total / np.sqrt(max(power, 1e-6)), np.float32)


def _blend(base: Colour, other: Colour, share: Floats) -> Floats:
    """Return (H, W, 3): a mix of two colours by a share of 0..1 for each pixel."""
    first, second = np.array(base, np.float32), np.array(other, np.float32)
    return np.asarray(first + np.clip(share, 0, 1)[..., None] * (second - first), np.float32)


def _shade(base: Colour, light: Floats) -> Floats:
    """Return (H, W, 3): the colour times 1 + light."""
    return np.asarray(np.array(base, np.float32) * (1 + light[..., None]), np.float32)


def paint(surface: Surface, shape: tuple[int, int], unit_px: float) -> Picture:
    """Draw the surface.

    Args:
        surface: What to draw.
        shape: Rows and columns of the picture.
        unit_px: Pixels a checker diameter, which sets the size of grain and weave.

    Returns:
        (H, W, 3) uint8.
    """
    rng = np.random.default_rng(surface.seed)
    drawn = _DRAWERS[surface.stuff](rng, surface, shape, unit_px)
    return np.asarray(np.clip(drawn, 0, 255), np.uint8)


def _plain(rng: np.random.Generator, surface: Surface, shape: tuple[int, int], unit_px: float) -> Floats:
    return _shade(surface.colour, 0.02 * surface.roughness * cloudy(rng, shape, unit_px * 3))


def _felt(rng: np.random.Generator, surface: Surface, shape: tuple[int, int], unit_px: float) -> Floats:
    fine = noise(rng, shape, max(1.0, unit_px / 40)) * 0.07
    light = surface.roughness * (fine + 0.05 * cloudy(rng, shape, unit_px * 2.5) + 0.03 * noise(rng, shape, 2, 4))
    return _shade(surface.colour, light)


def _leather(rng: np.random.Generator, surface: Surface, shape: tuple[int, int], unit_px: float) -> Floats:
    bumps = np.abs(noise(rng, shape, unit_px / 12)) - 0.8 * (np.abs(noise(rng, shape, unit_px / 8)) < 0.12)
    light = surface.roughness * (0.06 * bumps + 0.05 * cloudy(rng, shape, unit_px * 4))
    return _shade(surface.colour, np.asarray(light, np.float32))


def _cork(rng: np.random.Generator, surface: Surface, shape: tuple[int, int], unit_px: float) -> Floats:
    grains = cloudy(rng, shape, unit_px / 4, 3)
    specks = cloudy(rng, shape, unit_px / 6, 2)
    share = 0.35 + 0.22 * grains * surface.roughness + 0.5 * (specks > 1.7)
    return _blend(surface.colour, surface.second, np.asarray(share, np.float32))


def _wood(rng: np.random.Generator, surface: Surface, shape: tuple[int, int], unit_px: float) -> Floats:
    wide = (shape[0], shape[1])
    warp = cloudy(rng, wide, unit_px * 4, 3) * rng.uniform(0.2, 1.2)
    height = np.linspace(0, shape[0] / unit_px, shape[0], dtype=np.float32)[:, None]
    rings = np.sin((height * rng.uniform(1.0, 6.0) + warp) * 3.0 + 0.7 * noise(rng, wide, unit_px / 6, 8))
    streaks = noise(rng, wide, max(1.5, unit_px / 24), 16) + 0.6 * noise(rng, wide, max(1.0, unit_px / 50), 8)
    share = 0.4 + surface.roughness * (0.3 * rings + 0.17 * streaks)
    drawn = _blend(surface.colour, surface.second, np.asarray(share, np.float32))
    return np.asarray(drawn * (1 + 0.05 * cloudy(rng, wide, unit_px * 5, 2)[..., None]), np.float32)


def _paper(rng: np.random.Generator, surface: Surface, shape: tuple[int, int], unit_px: float) -> Floats:
    light = surface.roughness * (0.015 * noise(rng, shape, 1) + 0.03 * cloudy(rng, shape, unit_px * 5, 2))
    return _shade(surface.colour, np.asarray(light, np.float32))


def _vinyl(rng: np.random.Generator, surface: Surface, shape: tuple[int, int], unit_px: float) -> Floats:
    dimples = np.abs(noise(rng, shape, unit_px / 16))
    light = surface.roughness * (0.05 * dimples + 0.03 * cloudy(rng, shape, unit_px * 5, 2))
    return _shade(surface.colour, np.asarray(light, np.float32))


def _marble(rng: np.random.Generator, surface: Surface, shape: tuple[int, int], unit_px: float) -> Floats:
    veins = np.abs(cloudy(rng, shape, unit_px * rng.uniform(1.5, 5), 5))
    share = 0.8 * np.exp(-veins * rng.uniform(6, 16)) + 0.12 * cloudy(rng, shape, unit_px * 3) + 0.1
    return _blend(surface.colour, surface.second, np.asarray(share * surface.roughness, np.float32))


def _cloth(rng: np.random.Generator, surface: Surface, shape: tuple[int, int], unit_px: float) -> Floats:
    weave = noise(rng, shape, 1.5, 8) + noise(rng, (shape[1], shape[0]), 1.5, 8).T
    folds = cloudy(rng, shape, unit_px * 6, 2)
    light = surface.roughness * (0.05 * weave + 0.09 * folds)
    return _shade(surface.colour, np.asarray(light, np.float32))


def _plaid(rng: np.random.Generator, surface: Surface, shape: tuple[int, int], unit_px: float) -> Floats:
    period = unit_px * rng.uniform(0.8, 4.0)
    duty = rng.uniform(0.3, 0.6)
    rows = ((np.arange(shape[0]) / period) % 1 < duty).astype(np.float32)[:, None]
    columns = ((np.arange(shape[1]) / period) % 1 < duty).astype(np.float32)[None]
    drawn = _blend(surface.colour, surface.second, np.asarray((rows + columns) / 2, np.float32))
    return np.asarray(drawn * (1 + 0.06 * surface.roughness * noise(rng, shape, 1.5, 4)[..., None]), np.float32)


def _pattern(rng: np.random.Generator, surface: Surface, shape: tuple[int, int], unit_px: float) -> Floats:
    period = unit_px * rng.uniform(0.6, 3.0)
    down, across = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32) / period
    kind = rng.integers(0, 3)
    if kind == 0:
        dots = np.hypot(across % 1 - 0.5, down % 1 - 0.5)
        share = (dots < rng.uniform(0.15, 0.4)).astype(np.float32)
    elif kind == 1:
        share = np.asarray(0.5 + 0.5 * np.sign(np.sin(6.28 * (across + 0.5 * np.sin(down)))), np.float32)
    else:
        share = (cloudy(rng, shape, period, 3) > rng.uniform(-0.3, 0.8)).astype(np.float32)
    return _blend(surface.colour, surface.second, share * rng.uniform(0.3, 1))


_DRAWERS = {
    Stuff.PLAIN: _plain,
    Stuff.FELT: _felt,
    Stuff.LEATHER: _leather,
    Stuff.CORK: _cork,
    Stuff.WOOD: _wood,
    Stuff.PAPER: _paper,
    Stuff.VINYL: _vinyl,
    Stuff.MARBLE: _marble,
    Stuff.CLOTH: _cloth,
    Stuff.PLAID: _plaid,
    Stuff.PATTERN: _pattern,
}


def any_colour(rng: np.random.Generator, light: tuple[float, float] = (20, 240), strong: float = 1.0) -> Colour:
    """Draw any colour whose strongest part lies in `light`; `strong` scales how saturated it may be."""
    value = rng.uniform(*light)
    saturation = strong * rng.random() ** 1.6
    hue = rng.random()
    wheel = [abs((hue * 6 - shift) % 6 - 3) - 1 for shift in (4, 2, 0)]
    blue, green, red = (value * (1 - saturation + saturation * min(1.0, max(0.0, part))) for part in wheel)
    return (blue, green, red)


def wood_colours(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """Draw the light and dark wood of any timber from maple to ebony."""
    timbers: list[Colour] = [(120, 170, 205), (70, 115, 165), (35, 65, 115), (30, 40, 95), (25, 33, 52), (20, 22, 28)]
    one = int(rng.integers(0, len(timbers)))
    base = mixed(timbers[one], timbers[min(one + 1, len(timbers) - 1)], rng.random())
    base = mixed(base, any_colour(rng), 0.12 * rng.random())
    return base, tint(base, float(rng.uniform(0.45, 0.85)))


def random_surface(rng: np.random.Generator, kinds: dict[Stuff, float], colour: Colour | None = None) -> Surface:
    """Draw a surface of one of the kinds (by weight), of the colour given or of any."""
    stuffs = list(kinds)
    weights = np.array([kinds[stuff] for stuff in stuffs])
    stuff = stuffs[int(rng.choice(len(stuffs), p=weights / weights.sum()))]
    if stuff is Stuff.WOOD and colour is None:
        base, second = wood_colours(rng)
    else:
        base = colour or any_colour(rng)
        if stuff is Stuff.CORK and colour is None and rng.random() < 0.7:
            base = mixed((75, 125, 185), any_colour(rng), 0.25 * rng.random())
        second = tint(base, float(rng.uniform(0.3, 0.85))) if rng.random() < 0.7 else any_colour(rng)
    shiny = {
        Stuff.WOOD: 0.5,
        Stuff.MARBLE: 0.6,
        Stuff.VINYL: 0.4,
        Stuff.LEATHER: 0.35,
        Stuff.PLAIN: 0.4,
        Stuff.PAPER: 0.2,
    }
    gloss = float(rng.random() * shiny.get(stuff, 0.0) * 2) if rng.random() < 0.6 else 0.0
    return Surface(stuff, base, second, min(gloss, 1.0), float(rng.uniform(0.3, 1.4)), int(rng.integers(_MANY)))
