"""How one simulated table looks: the board's measures, its materials, and everything that lies on it."""

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from pi_companion.rules import Side
from pi_companion.simulation.arrays import Colour, luminance, mixed, tint
from pi_companion.simulation.geometry import Geometry, random_geometry
from pi_companion.simulation.looks import CheckerLook, CubeLook, DieLook, random_checkers, random_cube, random_dice
from pi_companion.simulation.materials import Stuff, Surface, any_colour, random_surface, wood_colours

_MANY = 100_000


class PointShape(Enum):
    """The outline of a point."""

    TRIANGLE = "triangle"
    SLIM = "slim"
    ROUNDED = "rounded"
    CURVED = "curved"
    BLUNT = "blunt"


class Markers(Enum):
    """Where printed ArUco markers 0 to 3 lie."""

    NONE = "none"
    FRAME = "frame"
    TABLE = "table"


class OffPlace(Enum):
    """Where borne-off checkers go."""

    TRAY_STANDING = "standing on edge in the tray"
    TRAY_LYING = "lying in the tray"
    BESIDE = "stacked beside the board"


@dataclass(frozen=True, slots=True)
class SceneStyle:
    """Everything about a table that stays the same from picture to picture; equal styles draw equal boards."""

    geometry: Geometry
    field: Surface
    points: tuple[Surface, Surface]
    point_shape: PointShape
    outline: Colour | None
    inlay: Colour | None
    """Colour of diamonds set into the points."""

    point_width: float
    """Share of the pitch that a point's base takes."""

    centre_line: Colour | None
    ornament: Colour | None
    """Colour of a drawing in the middle of each half."""

    stitches: Colour | None
    frame: Surface
    bar: Surface
    tray: Surface
    hinges: Colour | None
    bar_gap: bool
    """Whether the bar is two rails with a gap between them."""

    table: Surface
    table_margin: tuple[float, float, float, float]
    """How far the table reaches beyond the board on the left, near, right and far, in checker diameters."""

    room: Surface
    """What is seen beyond the table's edge."""

    white_checkers: CheckerLook
    black_checkers: CheckerLook
    white_dice: DieLook
    black_dice: DieLook
    cube: CubeLook
    off_place: OffPlace
    markers: Markers
    marker_size: float
    """Edge of a marker in checker diameters."""

    seed: int

    def checkers(self, side: Side) -> CheckerLook:
        """Return how that side's checkers look."""
        return self.white_checkers if side is Side.WHITE else self.black_checkers

    def dice(self, side: Side) -> DieLook:
        """Return how that side's dice look."""
        return self.white_dice if side is Side.WHITE else self.black_dice


_FIELDS = {
    Stuff.FELT: 3.0,
    Stuff.LEATHER: 2.0,
    Stuff.CORK: 1.5,
    Stuff.WOOD: 2.5,
    Stuff.PAPER: 1.0,
    Stuff.VINYL: 2.0,
    Stuff.PLAIN: 1.0,
    Stuff.CLOTH: 0.7,
}
_FRAMES = {Stuff.WOOD: 6.0, Stuff.LEATHER: 1.5, Stuff.PLAIN: 2.0, Stuff.VINYL: 1.0, Stuff.MARBLE: 0.2}
_TABLES = {
    Stuff.WOOD: 4.0,
    Stuff.MARBLE: 1.5,
    Stuff.CLOTH: 2.0,
    Stuff.PLAID: 1.0,
    Stuff.PLAIN: 2.0,
    Stuff.PATTERN: 1.2,
    Stuff.FELT: 1.0,
    Stuff.LEATHER: 0.3,
}
_SCHEMES: tuple[tuple[Colour, Colour, Colour], ...] = (
    ((70, 110, 35), (35, 30, 130), (200, 225, 235)),
    ((90, 150, 190), (40, 60, 95), (180, 215, 230)),
    ((200, 215, 220), (40, 40, 170), (35, 35, 35)),
    ((210, 225, 230), (35, 35, 165), (30, 30, 30)),
    ((140, 60, 30), (200, 120, 60), (220, 225, 225)),
    ((60, 45, 35), (40, 35, 110), (130, 130, 130)),
    ((130, 130, 130), (60, 60, 60), (205, 205, 205)),
    ((60, 60, 150), (35, 35, 35), (225, 230, 230)),
    ((110, 60, 60), (150, 80, 100), (95, 75, 70)),
    ((60, 90, 120), (30, 45, 70), (60, 115, 175)),
    ((40, 100, 60), (30, 70, 35), (110, 170, 110)),
    ((90, 60, 20), (50, 35, 15), (160, 140, 90)),
)


def _scheme(rng: np.random.Generator) -> tuple[Colour, Colour, Colour]:
    if rng.random() < 0.55:
        chosen = _SCHEMES[int(rng.integers(0, len(_SCHEMES)))]
        field, one, two = (mixed(colour, any_colour(rng), 0.2 * float(rng.random())) for colour in chosen)
        return field, one, two
    while True:
        field, one, two = any_colour(rng), any_colour(rng), any_colour(rng)
        gaps = [
            abs(a - b)
            for first, second in ((field, one), (field, two), (one, two))
            for a, b in zip(first, second, strict=True)
        ]
        if max(gaps[:3]) > 22 and max(gaps[3:6]) > 22 and max(gaps[6:]) > 22:
            return field, one, two


def _maybe(rng: np.random.Generator, chance: float, colour: Colour) -> Colour | None:
    return colour if rng.random() < chance else None


def random_style(rng: np.random.Generator) -> SceneStyle:
    """Draw one table: board, checkers, dice, cube and what the board stands on."""
    geometry = random_geometry(rng)
    ground, one, two = _scheme(rng)
    field = random_surface(rng, _FIELDS, ground)
    kinds = {field.stuff: 3.0, Stuff.PLAIN: 1.0, Stuff.LEATHER: 1.0, Stuff.FELT: 1.0, Stuff.WOOD: 0.7}
    points = (random_surface(rng, kinds, one), random_surface(rng, kinds, two))
    frame = random_surface(rng, _FRAMES)
    white, black = random_checkers(rng)
    white_dice, black_dice = random_dice(rng)
    places = (OffPlace.TRAY_STANDING, OffPlace.TRAY_LYING, OffPlace.BESIDE)
    has_tray = bool(geometry.left_tray or geometry.right_tray)
    shapes = (PointShape.TRIANGLE, PointShape.SLIM, PointShape.ROUNDED, PointShape.CURVED, PointShape.BLUNT)
    line = tint(ground, 0.5) if luminance(ground) > 110 else tint(ground, 1.8)
    return SceneStyle(
        geometry=geometry,
        field=field,
        points=points,
        point_shape=shapes[int(rng.choice(5, p=[0.45, 0.2, 0.1, 0.1, 0.15]))],
        outline=_maybe(rng, 0.25, line),
        inlay=_maybe(rng, 0.1, two if rng.random() < 0.5 else any_colour(rng)),
        point_width=float(rng.uniform(0.72, 1.0)),
        centre_line=_maybe(rng, 0.25, line),
        ornament=_maybe(rng, 0.15, any_colour(rng)),
        stitches=_maybe(rng, 0.15, line),
        frame=frame,
        bar=frame if rng.random() < 0.75 else random_surface(rng, _FRAMES),
        tray=field if rng.random() < 0.6 else random_surface(rng, _FIELDS),
        hinges=_maybe(rng, 0.4, mixed((70, 160, 205), (190, 190, 190), float(rng.random()))),
        bar_gap=bool(rng.random() < 0.45),
        table=_table(rng),
        table_margin=_table_margin(rng),
        room=random_surface(rng, {Stuff.PLAIN: 1.0, Stuff.WOOD: 1.0, Stuff.PATTERN: 0.5, Stuff.CLOTH: 0.5}),
        white_checkers=white,
        black_checkers=black,
        white_dice=white_dice,
        black_dice=black_dice,
        cube=random_cube(rng),
        off_place=places[int(rng.integers(0, 3))] if has_tray else OffPlace.BESIDE,
        markers=(Markers.NONE, Markers.FRAME, Markers.TABLE)[int(rng.choice(3, p=[0.8, 0.1, 0.1]))],
        marker_size=float(rng.uniform(0.6, 1.4)),
        seed=int(rng.integers(_MANY)),
    )


def _table(rng: np.random.Generator) -> Surface:
    """Draw the table: mostly in a calm colour, as most are."""
    if rng.random() < 0.35:
        return random_surface(rng, _TABLES)
    calm = random_surface(rng, _TABLES, any_colour(rng, (15, 245), 0.35))
    if calm.stuff is Stuff.WOOD:
        base, second = wood_colours(rng)
        return replace(calm, colour=base, second=second)
    return calm


def _table_margin(rng: np.random.Generator) -> tuple[float, float, float, float]:
    if rng.random() < 0.6:
        return (40.0, 40.0, 40.0, 40.0)
    left, near, right, far = (float(part) for part in rng.uniform(0.5, 14, 4))
    return (left, near, right, far)
