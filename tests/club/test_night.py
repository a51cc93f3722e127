"""A short club night: three companions, half a minute, each fault once; `make night` runs the long one."""

from pathlib import Path

import pytest

from tests.club.broker import needs_mosquitto
from tests.club.night import Night

pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed")


@needs_mosquitto
@pytest.mark.slow
def test_each_result_reaches_the_desk_once_whatever_happens_between(tmp_path: Path) -> None:
    report = Night(tmp_path, tables=3, seconds=30, pause_s=0.8).run()
    assert report.results > 10
    assert (report.missing, report.twice, report.invented) == (0, 0, 0)
    assert len(report.right_after_s) == 7
