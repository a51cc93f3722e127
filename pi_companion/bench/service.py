"""What the live companion takes and how soon it answers, on a rendered table at 1280×720."""

import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from pi_companion.bench.chain import Chain, Staged, measure
from pi_companion.bench.process import Idle, watch_idle
from pi_companion.devices.pictures import Image, save_image
from pi_companion.errors import PictureError
from pi_companion.simulation.frames import demo_table
from pi_companion.simulation.game import Moment, MomentKind, play_match
from pi_companion.simulation.scene import render_clean
from pi_companion.simulation.sensor import exposed
from pi_companion.vision.calibrate import Calibrator

STARTS = 3
SETTLE_S = 8.0
IDLE_S = 20.0
PAUSE_S = 2.0
TURNS = 8


@dataclass(frozen=True, slots=True)
class ServiceSpeed:
    """What one run measured."""

    idle: Idle
    chain: Chain

    def figures(self) -> dict[str, float]:
        """Give all figures by name."""
        figures = {f"idle_{name}": value for name, value in asdict(self.idle).items()} | asdict(self.chain)
        figures["ready_s"] = figures.pop("idle_ready_s")
        return {name: round(value, 2) for name, value in figures.items()}


def run(*, seed: int = 1, turns: int = TURNS) -> ServiceSpeed:
    """Measure on one rendered table.

    Args:
        seed: The same seed draws the same table and the same game.
        turns: How many turns are played and pressed.

    Raises:
        PictureError: The rendered board could not be calibrated.
        DeviceError: The service did not start, or a turn was not understood.
    """
    cv2.setNumThreads(1)  # as `run` does
    start, staged = _stage(seed, turns)
    profile = Calibrator().calibrate(start).profile
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        still, alone, played = folder / "still", folder / "alone", folder / "played"
        for each in (still, alone, played):
            each.mkdir()
        save_image(still / "f0001.png", start)
        profile.save(folder / "board.toml")
        idle = watch_idle(alone, folder / "board.toml", still, starts=STARTS, settle_s=SETTLE_S, idle_s=IDLE_S)
        chain = measure(played, profile, start, staged, pause_s=PAUSE_S)
    return ServiceSpeed(idle, chain)


def _stage(seed: int, turns: int) -> tuple[Image, list[Staged]]:
    """Render the start position and the first turns of a game."""
    table = demo_table(seed)
    rng = np.random.default_rng([seed, 3])

    def picture(moment: Moment) -> Image:
        style, camera, light = table
        return exposed(camera, render_clean(style, camera, light, moment.scene).frame, rng)

    moments = iter(play_match(table[0], seed=seed, length=1, error_rate=0.0).moments)
    start = picture(next(moments))
    staged = [Staged(*map(picture, turn)) for turn, _ in zip(_turns(moments), range(turns), strict=False)]
    if len(staged) < turns:
        raise PictureError(f"wanted {turns} turns that were played, but the game has {len(staged)}; try another --seed")
    return start, staged


def _turns(moments: Iterator[Moment]) -> Iterator[tuple[Moment, Moment, Moment]]:
    """Give the turns up to the first one that is more than dice thrown, checkers played, dice lifted."""
    rolled: Moment | None = None
    played: Moment | None = None
    for moment in moments:
        match moment.kind:
            case MomentKind.ROLLED:
                rolled = moment
            case MomentKind.HAND:
                pass
            case MomentKind.PLAYED:
                played = moment
            case MomentKind.LIFTED if rolled is not None and played is not None:
                yield rolled, played, moment
                rolled = played = None
            case _:
                return


def report_lines(speed: ServiceSpeed) -> list[str]:
    """Say in lines for a person what was measured.

    >>> idle, chain = Idle(1.2, 2.5, 120.0), Chain(8, 60.0, 300.0, 310.0, 500.0, 30.0)
    >>> report_lines(ServiceSpeed(idle, chain))[1]
    '  start to ready                      1.20 s'
    """
    idle, chain = speed.idle, speed.chain
    return [
        f"the service: a rendered table of 1280x720, {chain.turns} turns ended by the button",
        f"  start to ready                  {idle.ready_s:8.2f} s",
        f"  a board that nobody touches     {idle.cpu_percent:8.1f} % of a core, {idle.memory_mb:.0f} MB",
        f"  a game, with the measurement    {chain.cpu_percent:8.1f} % of a core",
        f"  finger to panel's answer        {chain.panel_ms:8.0f} ms",
        f"  finger to ruling on the panel   {chain.ruling_panel_ms:8.0f} ms",
        f"  finger to ruling on the page    {chain.ruling_page_ms:8.0f} ms, the slowest {chain.slowest_page_ms:.0f} ms",
    ]
