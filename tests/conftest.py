"""What tests of the whole program share."""

from pathlib import Path

import pytest
from hypothesis import settings

from pi_companion.cli import main
from tests.program import Outcome, Run

# A busy machine, or an emulated one, is no failing property, so no example has a deadline.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
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
