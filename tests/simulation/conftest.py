"""A plain table in plain light, on which what is drawn can be checked by colour."""

from dataclasses import replace

import numpy as np
import pytest

from pi_companion.simulation.camera import Camera, Sensor, aimed
from pi_companion.simulation.geometry import Geometry, Home
from pi_companion.simulation.light import Lamp, Light
from pi_companion.simulation.looks import Body, CheckerLook
from pi_companion.simulation.materials import Stuff, Surface
from pi_companion.simulation.style import Markers, OffPlace, PointShape, SceneStyle, random_style

SIZE = (640, 360)
CLEAN = Sensor(noise=0.0, blur_px=0.0, jpeg=0)


def _surface(colour: tuple[float, float, float]) -> Surface:
    return Surface(Stuff.PLAIN, colour, colour, 0.0, 0.3, 1)


def _checkers(look: CheckerLook, colour: tuple[float, float, float]) -> CheckerLook:
    return replace(
        look,
        body=Body.PLAIN,
        colour=colour,
        second=colour,
        rim=1.0,
        inner=0.0,
        dimple=0.0,
        groove=0.0,
        bevel=0.1,
        gloss=0.0,
        glow=0.0,
    )


@pytest.fixture(scope="session")
def geometry() -> Geometry:
    return Geometry(
        pitch=1.1,
        bar=1.3,
        depth=11.5,
        thickness=0.3,
        point_length=4.6,
        rail=0.8,
        rail_height=0.3,
        bar_height=0.3,
        left_tray=0.0,
        right_tray=1.6,
        inner_rail=0.4,
        divider=0.5,
        floor=0.3,
        home=Home.NEAR_RIGHT,
    )


@pytest.fixture(scope="session")
def style(geometry: Geometry) -> SceneStyle:
    drawn = random_style(np.random.default_rng(1))
    green = _surface((60, 120, 60))
    return replace(
        drawn,
        geometry=geometry,
        field=green,
        points=(_surface((60, 150, 150)), _surface((50, 90, 50))),
        point_shape=PointShape.TRIANGLE,
        outline=None,
        inlay=None,
        ornament=None,
        stitches=None,
        frame=_surface((40, 60, 90)),
        bar=_surface((40, 60, 90)),
        tray=green,
        table=_surface((120, 120, 120)),
        table_margin=(40.0, 40.0, 40.0, 40.0),
        white_checkers=_checkers(drawn.white_checkers, (230, 235, 235)),
        black_checkers=_checkers(drawn.black_checkers, (30, 30, 180)),
        white_dice=replace(drawn.white_dice, size=0.55, colour=(240, 240, 240), pips=(15, 15, 15), gloss=0.0),
        black_dice=replace(drawn.black_dice, size=0.55, colour=(30, 30, 30), pips=(240, 240, 240), gloss=0.0),
        off_place=OffPlace.TRAY_LYING,
        markers=Markers.NONE,
        seed=1,
    )


@pytest.fixture(scope="session")
def camera(geometry: Geometry) -> Camera:
    return aimed(
        geometry,
        size=SIZE,
        azimuth=8,
        elevation=66,
        distance=26,
        focal_px=560,
        roll=2,
        aim=(0.55, 0.5),
        distortion=(-0.06, 0.01),
        sensor=CLEAN,
    )


@pytest.fixture(scope="session")
def light() -> Light:
    return Light((Lamp((0.0, 20.0, 30.0), (1.0, 1.0, 1.0), 0.4, 0.2),), (0.6, 0.6, 0.6), (0.0, 0.0), 0.6, (), 0.0)


@pytest.fixture(scope="session")
def ambient() -> Light:
    """Light without lamps, in which nothing throws a shadow far."""
    return Light((), (1.0, 1.0, 1.0), (0.0, 0.0), 0.5, (), 0.0)
