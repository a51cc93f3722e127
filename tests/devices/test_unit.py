"""The service is asked how it fares and is let rest, through a systemctl that only notes what it was told."""

import stat
from pathlib import Path

import pytest

from pi_companion.devices import unit
from pi_companion.errors import DeviceError


class Systemctl:
    """A program in systemctl's place."""

    def __init__(self, folder: Path, *, answer: str = "", fails_at: str = "nothing") -> None:
        self.path = str(folder / "systemctl")
        self._heard = folder / "heard"
        script = f'#!/bin/sh\necho "$1" >>"{self._heard}"\n[ "$1" != {fails_at} ] || {{ echo denied >&2; exit 1; }}\n'
        Path(self.path).write_text(f"{script}printf '%b' '{answer}'\n", encoding="utf-8")
        Path(self.path).chmod(stat.S_IRWXU)

    @property
    def heard(self) -> list[str]:
        return self._heard.read_text(encoding="utf-8").split()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (r"ActiveState=active\nStatusText=White to play\n", "White to play"),
        (r"ActiveState=activating\nStatusText=\n", "it says nothing of itself"),
        (r"ActiveState=inactive\nStatusText=\n", None),
        (r"ActiveState=failed\nStatusText=White to play\n", None),
    ],
)
def test_a_service_that_runs_says_how_it_fares(tmp_path: Path, answer: str, told: str | None) -> None:
    assert unit.status(Systemctl(tmp_path, answer=answer).path) == told


def test_without_systemd_nothing_runs(tmp_path: Path) -> None:
    assert unit.status(str(tmp_path / "none")) is None
    assert unit.status(Systemctl(tmp_path, fails_at="show").path) is None


def test_a_service_that_rests_is_started_again_whatever_happens(tmp_path: Path) -> None:
    systemctl = Systemctl(tmp_path)

    def look() -> None:
        with unit.paused(systemctl.path):
            assert systemctl.heard == ["stop"]
            raise KeyError

    with pytest.raises(KeyError):
        look()
    assert systemctl.heard == ["stop", "start"]


@pytest.mark.parametrize("verb", ["stop", "start"])
def test_who_may_not_is_told_to_use_sudo(tmp_path: Path, verb: str) -> None:
    systemctl = Systemctl(tmp_path, fails_at=verb)
    refused = pytest.raises(DeviceError, match=f"wanted to {verb} the service, but denied; run this with sudo")
    with refused, unit.paused(systemctl.path):
        pass
