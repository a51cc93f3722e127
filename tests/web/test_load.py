"""Fifty spectators, for a short while; `make load` measures for minutes."""

from pathlib import Path

import pytest

from tests.web.load import measure


@pytest.mark.slow
def test_fifty_spectators_hear_every_event_once_and_in_order(tmp_path: Path) -> None:
    load = measure(tmp_path, spectators=50, phases=2, frames=40, interval_s=0.02)
    assert load.events == 80
    assert load.lost == 0
    assert load.heard == 50 * load.events
    assert load.grown_mb < 40
