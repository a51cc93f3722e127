"""The measurement of the live companion: it starts the real service and plays a real turn."""

import shutil
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from pi_companion.bench import service
from pi_companion.bench.chain import Chain, measure
from pi_companion.bench.process import Busy, Idle, watch_busy, watch_idle
from pi_companion.bench.service import ServiceSpeed, report_lines
from pi_companion.devices.pictures import load_image
from pi_companion.vision.calibrate import Calibrator

CHAIN = Chain(
    turns=8,
    missed=0,
    panel_ms=60.0,
    ruling_panel_ms=300.0,
    ruling_page_ms=310.0,
    slowest_page_ms=500.0,
    cpu_percent=30.0,
)
IDLE, BUSY = Idle(ready_s=1.2, cpu_percent=2.5, memory_mb=120.0), Busy(cpu_percent=40.0, memory_mb=150.0)
SPEED = ServiceSpeed("a rendered table", IDLE, BUSY, CHAIN)
GAME = Path(__file__).parents[1] / "data/vision/game4"
BUSY_MACHINE = 10
"""The product's limits are for a machine of its own; here other things may run."""


def test_the_report_says_what_was_measured() -> None:
    assert report_lines(SPEED) == [
        "the service: a rendered table, 1280x720, 8 turns ended by the button",
        "  start to ready                      1.20 s",
        "  a board that nobody touches          2.5 % of a core, 120 MB",
        "  another board twice a second        40.0 % of a core, 150 MB at most",
        "  a game, with the measurement        30.0 % of a core",
        "  finger to panel's answer              60 ms",
        "  finger to ruling on the panel        300 ms",
        "  finger to ruling on the page         310 ms, the slowest 500 ms",
    ]


def test_every_figure_has_a_name_of_its_own() -> None:
    figures = SPEED.figures()
    assert figures["ready_s"] == 1.2
    assert figures["idle_cpu_percent"] == 2.5
    assert figures["cpu_percent"] == 30.0
    assert len(figures) == 12


def test_turns_that_were_missed_are_told() -> None:
    speed = replace(SPEED, chain=replace(CHAIN, turns=7, missed=1))
    assert report_lines(speed)[0].endswith("7 turns ended by the button, 1 more were not answered by their press")


def test_a_recorded_game_is_staged_turn_by_turn(tmp_path: Path) -> None:
    """What was lifted belongs to the turn before, hands and rolls to the turn after; nothing is left out."""
    folder = shutil.copytree(GAME, tmp_path / "game")
    (folder / "about.json").write_text('{"start": "f0001.jpg"}')
    staging = service.recorded(folder)
    names = [[path.name for path in (*turn.before, turn.played, *turn.after)] for turn in staging.turns]
    assert staging.start.name == "f0001.jpg"
    assert names[:3] == [["f0002.jpg", "f0003.jpg"], ["f0004.jpg", "f0005.jpg"], ["f0006.jpg", "f0007.jpg"]]
    assert list(chain.from_iterable(names)) == sorted(path.name for path in GAME.glob("*.jpg"))[1:]


@pytest.mark.slow
def test_a_turn_goes_from_the_finger_to_panel_and_page(tmp_path: Path) -> None:
    """With everything in its own thread, as at a table."""
    folders = pictures, played, alone, busy = [tmp_path / name for name in ("pictures", "played", "alone", "busy")]
    for folder in folders:
        folder.mkdir()
    staging = service.render(pictures, seed=1, turns=2)
    profile = Calibrator().calibrate(load_image(staging.start)).profile
    speed = measure(played, profile, staging.start, staging.turns, pause_s=2.0)
    assert speed.turns == 2
    assert 0 < speed.panel_ms < 100 * BUSY_MACHINE
    assert speed.panel_ms < speed.ruling_panel_ms < 400 * BUSY_MACHINE
    assert speed.panel_ms < speed.ruling_page_ms <= speed.slowest_page_ms < 400 * BUSY_MACHINE
    board = tmp_path / "board.toml"
    profile.save(board)
    idle = watch_idle(alone, board, staging.start, starts=1, settle_s=3.0, idle_s=5.0)
    assert 0 < idle.ready_s < 3 * BUSY_MACHINE
    assert idle.cpu_percent < 5 * BUSY_MACHINE
    assert 50 < idle.memory_mb < 170
    service.make_film(tmp_path / "film", staging, seconds=10.0)
    load = watch_busy(busy, board, tmp_path / "film", busy_s=5.0)
    assert idle.cpu_percent < load.cpu_percent < 100
    assert idle.memory_mb <= load.memory_mb < 300
