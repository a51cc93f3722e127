"""The measurement of the live companion: it starts the real service and plays a real turn."""

from pathlib import Path

import pytest

from pi_companion.bench import service
from pi_companion.bench.chain import Chain, measure
from pi_companion.bench.process import Idle, watch_idle
from pi_companion.bench.service import ServiceSpeed, report_lines
from pi_companion.devices.pictures import save_image
from pi_companion.vision.calibrate import Calibrator

CHAIN = Chain(
    turns=8, panel_ms=60.0, ruling_panel_ms=300.0, ruling_page_ms=310.0, slowest_page_ms=500.0, cpu_percent=30.0
)
SPEED = ServiceSpeed(Idle(ready_s=1.2, cpu_percent=2.5, memory_mb=120.0), CHAIN)
BUSY_MACHINE = 10
"""The product's limits are for a machine of its own; here other things may run."""


def test_the_report_says_what_was_measured() -> None:
    assert report_lines(SPEED) == [
        "the service: a rendered table of 1280x720, 8 turns ended by the button",
        "  start to ready                      1.20 s",
        "  a board that nobody touches          2.5 % of a core, 120 MB",
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
    assert len(figures) == 9


@pytest.mark.slow
def test_a_turn_goes_from_the_finger_to_panel_and_page(tmp_path: Path) -> None:
    """With everything in its own thread, as at a table."""
    start, turns = service._stage(seed=1, turns=2)
    profile = Calibrator().calibrate(start).profile
    chain = measure(tmp_path, profile, start, turns, pause_s=2.0)
    assert chain.turns == 2
    assert 0 < chain.panel_ms < 100 * BUSY_MACHINE
    assert chain.panel_ms < chain.ruling_panel_ms < 400 * BUSY_MACHINE
    assert chain.panel_ms < chain.ruling_page_ms <= chain.slowest_page_ms < 400 * BUSY_MACHINE
    still, folder = tmp_path / "still", tmp_path / "alone"
    still.mkdir()
    folder.mkdir()
    save_image(still / "f0001.png", start)
    profile.save(tmp_path / "board.toml")
    idle = watch_idle(folder, tmp_path / "board.toml", still, starts=1, settle_s=3.0, idle_s=5.0)
    assert 0 < idle.ready_s < 3 * BUSY_MACHINE
    assert idle.cpu_percent < 5 * BUSY_MACHINE
    assert 50 < idle.memory_mb < 170
