"""What tests of the whole program share."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pi_companion.cli import main


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict[str, object]]:
        """Standard output as JSON, one object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Run a command as a person does whose home, journal and working folder are the test's own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.chdir(tmp_path)

    def start(*arguments: str) -> Outcome:
        capsys.readouterr()
        status = main(arguments)
        said = capsys.readouterr()
        return Outcome(status, said.out, said.err)

    return start
