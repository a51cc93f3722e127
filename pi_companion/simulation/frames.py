"""The frames of a simulated match, as a camera over the table would deliver them."""

from collections.abc import Iterable, Iterator

import numpy as np

from pi_companion.rules import Side
from pi_companion.simulation.arrays import Colour, Picture, luminance
from pi_companion.simulation.camera import Camera, Sensor, aimed
from pi_companion.simulation.game import Moment
from pi_companion.simulation.geometry import Geometry
from pi_companion.simulation.light import Lamp, Light
from pi_companion.simulation.scene import render_clean
from pi_companion.simulation.sensor import exposed
from pi_companion.simulation.style import SceneStyle, random_style

FRAMES_PER_S = 2.0
_CONTRAST = 60.0
_SMALL_DIE = 0.44


def demo_table(seed: int, size: tuple[int, int] = (1280, 720)) -> tuple[SceneStyle, Camera, Light]:
    """Draw a table as people set one up: a board whose checkers and dice can be told apart, in fair light.

    Args:
        seed: The same seed draws the same table.
        size: Width and height of the frames.
    """
    rng = np.random.default_rng([seed, 1])
    style = random_style(rng)
    while not _is_fair(style):
        style = random_style(rng)
    return style, _camera(rng, style.geometry, size), _light(rng, style.geometry)


def _is_fair(style: SceneStyle) -> bool:
    white, black = (style.checkers(side).colour for side in Side)
    grounds = [style.field.colour, style.points[0].colour, style.points[1].colour]
    apart = min(_difference(one, ground) for one in (white, black) for ground in grounds)
    dice = min(style.dice(side).size for side in Side)
    return (
        style.ornament is None
        and _difference(white, black) > 2 * _CONTRAST
        and apart > _CONTRAST
        and dice > _SMALL_DIE
        and all(_difference(style.dice(side).colour, ground) > _CONTRAST for side in Side for ground in grounds)
        and all(surface.stuff is not surface.stuff.PATTERN for surface in (style.field, *style.points))
        and luminance(white) - luminance(black) > _CONTRAST
    )


def _difference(one: Colour, other: Colour) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _camera(rng: np.random.Generator, geometry: Geometry, size: tuple[int, int]) -> Camera:
    """Return a camera on an arm over the table that sees all of the board, trays and what lies beside it."""
    focal = 0.93 * size[0]
    x0, y0, x1, y1 = geometry.outer
    across = (x1 - x0 + 4.0) * focal / size[0]
    along = (y1 - y0 + 4.0) * focal / size[1]
    middle = geometry.to_board((x0 + x1) / 2, (y0 + y1) / 2)
    sensor = Sensor(exposure=1.1, contrast=0.3, vignette=0.15, noise=1.5, grain=0.4, blur_px=0.4, jpeg=92)
    return aimed(
        geometry,
        size=size,
        azimuth=float(rng.normal(0, 6)),
        elevation=float(rng.uniform(62, 82)),
        distance=max(across, along) * float(rng.uniform(1.0, 1.08)),
        focal_px=focal,
        roll=float(rng.normal(0, 1.5)),
        aim=middle,
        distortion=(float(rng.uniform(-0.08, 0.02)), 0.0),
        sensor=sensor,
    )


def _light(rng: np.random.Generator, geometry: Geometry) -> Light:
    around, share = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.35, 0.55))
    place = (
        geometry.width / 2 + 18 * float(np.cos(around)),
        geometry.depth / 2 + 18 * float(np.sin(around)),
        float(rng.uniform(20, 32)),
    )
    warm = float(rng.uniform(0, 0.12))
    lamp = Lamp(place, (1 - warm, 1.0, 1 + warm), share, float(rng.uniform(0.1, 0.5)))
    rest = 1 - share
    return Light((lamp,), (rest, rest, rest), (0.1, 0.05), 0.7, (), 0.3)


def frames(
    moments: Iterable[Moment], table: tuple[SceneStyle, Camera, Light], *, seed: int
) -> Iterator[tuple[float, Picture, Moment]]:
    """Deliver the frames of a match, two pictures a second.

    Args:
        moments: Of a match on the same table, as `play_match` wrote it or as they come.
        table: From `demo_table`.
        seed: For the sensor's noise.

    Yields:
        Seconds since the start, the frame (H, W, 3) uint8 blue green red, and the moment that it shows.
    """
    style, camera, light = table
    rng = np.random.default_rng([seed, 2])
    number, shown, clean = 0, None, None
    for moment in moments:
        if clean is None or moment.scene != shown:
            shown, clean = moment.scene, render_clean(style, camera, light, moment.scene)
        for _ in range(max(1, round(moment.seconds * FRAMES_PER_S))):
            yield number / FRAMES_PER_S, exposed(camera, clean.frame, rng), moment
            number += 1
