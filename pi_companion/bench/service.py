"""What the live companion takes and how soon it answers, at 1280×720: on a rendered table, or at a recorded game."""

import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from itertools import cycle, islice
from pathlib import Path

import cv2
import numpy as np

from pi_companion.bench.chain import Chain, Staged, measure
from pi_companion.bench.process import Busy, Idle, watch_busy, watch_idle
from pi_companion.devices.frames import FrameWriter
from pi_companion.devices.pictures import load_image, save_image
from pi_companion.errors import PictureError
from pi_companion.evaluation.truth import load_recording
from pi_companion.simulation.frames import demo_table
from pi_companion.simulation.game import Moment, MomentKind, play_match
from pi_companion.simulation.scene import render_clean
from pi_companion.simulation.sensor import exposed
from pi_companion.vision.calibrate import Calibrator

STARTS = 3
SETTLE_S = 8.0
IDLE_S = 20.0
BUSY_S = 20.0
CHANGE_S, SEEN_TWICE_S = 0.5, 0.25
"""Under load the board is another every half second, and seen twice, so that each one is read."""

PAUSE_S = 2.0
TURNS = 8
_AFTERWARDS = (MomentKind.LIFTED.value, MomentKind.CORRECTED.value)
"""What still belongs to the turn before."""


@dataclass(frozen=True, slots=True)
class Staging:
    """What is played before the camera."""

    name: str
    start: Path
    """A picture of the start position."""

    turns: tuple[Staged, ...]


@dataclass(frozen=True, slots=True)
class ServiceSpeed:
    """What one run measured."""

    game: str
    """What was played."""

    idle: Idle
    busy: Busy
    chain: Chain

    def figures(self) -> dict[str, float]:
        """Give all figures by name."""
        idle = {f"idle_{name}": value for name, value in asdict(self.idle).items()}
        busy = {f"busy_{name}": value for name, value in asdict(self.busy).items()}
        figures = idle | busy | asdict(self.chain)
        figures["ready_s"] = figures.pop("idle_ready_s")
        return {name: round(value, 2) for name, value in figures.items()}


def run(recording: Path | None = None, *, seed: int = 1, turns: int = TURNS) -> ServiceSpeed:
    """Measure at one table.

    Args:
        recording: A recorded game with its labels, as `make eval` takes them; None renders a table.
        seed: The same seed draws the same table and the same game.
        turns: How many rendered turns are played and pressed.

    Raises:
        PictureError: The board could not be calibrated, or a picture of the recording cannot be read.
        InputError: A label of the recording is broken.
        DeviceError: The service did not start, or too many turns were not understood.
    """
    cv2.setNumThreads(1)  # as `run` does
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rendered, alone, busy, played = (folder / word for word in ("rendered", "alone", "busy", "played"))
        for each in (rendered, alone, busy, played):
            each.mkdir()
        play = render(rendered, seed, turns) if recording is None else recorded(recording)
        profile = Calibrator().calibrate(load_image(play.start)).profile
        board = folder / "board.toml"
        profile.save(board)
        idle = watch_idle(alone, board, play.start, starts=STARTS, settle_s=SETTLE_S, idle_s=IDLE_S)
        # Some seconds longer than it is watched, for it begins before that.
        make_film(folder / "film", play, 2 * BUSY_S)
        load = watch_busy(busy, board, folder / "film", BUSY_S)
        chain = measure(played, profile, play.start, play.turns, pause_s=PAUSE_S)
    return ServiceSpeed(play.name, idle, load, chain)


def recorded(folder: Path) -> Staging:
    """Stage a recorded game: each play is ended by the button, whatever ended it when it was recorded.

    Raises:
        PictureError: A file is missing.
        InputError: A label is broken.
    """
    game = load_recording(folder)
    turns: list[Staged] = []
    before: list[Path] = []
    for picture in game.pictures:
        if picture.kind == MomentKind.PLAYED.value:
            turns.append(Staged(tuple(before), picture.path, ()))
            before.clear()
        elif picture.kind in _AFTERWARDS and turns and not before:
            turns[-1] = replace(turns[-1], after=(*turns[-1].after, picture.path))
        elif picture is not game.start:
            before.append(picture.path)
    return Staging(f"the recorded game {folder.name}", game.start.path, tuple(turns))


def make_film(folder: Path, play: Staging, seconds: float) -> None:
    """Make a film in which the board changes all the time."""
    every = [path for turn in play.turns for path in (*turn.before, turn.played, *turn.after)]
    writer = FrameWriter(folder)
    for number, path in enumerate(islice(cycle(every), int(seconds / CHANGE_S))):
        image = load_image(path)
        for t_s in (number * CHANGE_S, number * CHANGE_S + SEEN_TWICE_S):
            writer.write(image, t_s)


def render(folder: Path, seed: int, turns: int) -> Staging:
    """Render the start position and the first turns of a game.

    Args:
        folder: Where the pictures are kept.
        seed: The same seed draws the same table and the same game.
        turns: How many.

    Raises:
        PictureError: The game has too few plain turns.
    """
    table = demo_table(seed)
    rng = np.random.default_rng([seed, 3])

    def picture(moment: Moment) -> Path:
        style, camera, light = table
        path = folder / f"f{len(list(folder.iterdir())):05d}.png"
        save_image(path, exposed(camera, render_clean(style, camera, light, moment.scene).frame, rng))
        return path

    moments = iter(play_match(table[0], seed=seed, length=1, error_rate=0.0).moments)
    start = picture(next(moments))
    staged = []
    for turn, _ in zip(_turns(moments), range(turns), strict=False):
        rolled, played, lifted = map(picture, turn)
        staged.append(Staged((rolled,), played, (lifted,)))
    if len(staged) < turns:
        raise PictureError(f"wanted {turns} turns that were played, but the game has {len(staged)}; try another --seed")
    return Staging("a rendered table", start, tuple(staged))


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

    >>> idle, busy = Idle(1.2, 2.5, 120.0), Busy(40.0, 150.0)
    >>> report_lines(ServiceSpeed("a table", idle, busy, Chain(8, 0, 60.0, 300.0, 310.0, 500.0, 30.0)))[1]
    '  start to ready                      1.20 s'
    """
    idle, busy, chain = speed.idle, speed.busy, speed.chain
    missed = f", {chain.missed} more were not answered by their press" if chain.missed else ""
    return [
        f"the service: {speed.game}, 1280x720, {chain.turns} turns ended by the button{missed}",
        f"  start to ready                  {idle.ready_s:8.2f} s",
        f"  a board that nobody touches     {idle.cpu_percent:8.1f} % of a core, {idle.memory_mb:.0f} MB",
        f"  another board twice a second    {busy.cpu_percent:8.1f} % of a core, {busy.memory_mb:.0f} MB at most",
        f"  a game, with the measurement    {chain.cpu_percent:8.1f} % of a core",
        f"  finger to panel's answer        {chain.panel_ms:8.0f} ms",
        f"  finger to ruling on the panel   {chain.ruling_panel_ms:8.0f} ms",
        f"  finger to ruling on the page    {chain.ruling_page_ms:8.0f} ms, the slowest {chain.slowest_page_ms:.0f} ms",
    ]
