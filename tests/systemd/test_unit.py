"""The unit: systemd understands every line, it is closed tightly, and it starts what there is."""

import shutil
import subprocess
from pathlib import Path

import pytest

from pi_companion.cli.commands import build_parser
from pi_companion.cli.parser import parse
from pi_companion.cli.places import board_of
from pi_companion.config import load_settings

FOLDER = Path(__file__).parents[2] / "systemd"
UNIT = FOLDER / "pi-companion.service"
MOST_EXPOSED = 2.0


@pytest.fixture(scope="module")
def analyze() -> str:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    return program


def lines(key: str) -> list[str]:
    """All values of a key that may come more than once."""
    return [line.partition("=")[2] for line in UNIT.read_text().splitlines() if line.startswith(f"{key}=")]


def test_systemd_understands_every_line(analyze: str, tmp_path: Path) -> None:
    """With a program that is there in place of the installed one."""
    unit = tmp_path / UNIT.name
    (program,) = lines("ExecStart")
    unit.write_text(UNIT.read_text().replace(program, "/bin/true"))
    done = subprocess.run(
        [analyze, "verify", "--recursive-errors=no", unit], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert unit.name not in done.stderr, done.stderr


def test_a_line_that_systemd_does_not_know_would_be_noticed(analyze: str, tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    (program,) = lines("ExecStart")
    unit.write_text(UNIT.read_text().replace(program, "/bin/true").replace("UMask=", "UMusk="))
    done = subprocess.run(
        [analyze, "verify", "--recursive-errors=no", unit], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0 or "UMusk" in done.stderr


def test_it_is_exposed_to_no_more_than_two_of_ten(analyze: str) -> None:
    done = subprocess.run(
        [analyze, "security", "--offline=true", f"--threshold={MOST_EXPOSED * 10:.0f}", UNIT],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-300:] + done.stderr


def test_it_runs_a_command_that_there_is() -> None:
    (program,) = lines("ExecStart")
    parser, known = build_parser()
    assert parse(parser, program.split()[1:], known).handler


def test_what_hangs_is_restarted_and_what_is_set_wrongly_is_not() -> None:
    assert lines("Type") == ["notify"]
    assert lines("Restart") == ["on-failure"]
    assert lines("RestartPreventExitStatus") == ["2"]
    assert float(lines("WatchdogSec")[0]) > 0


def test_pins_camera_and_the_libraries_folder_are_open_to_it() -> None:
    assert {"char-gpiochip rw", "char-video4linux rw", "char-media rw", "char-dma_heap rw"} <= set(lines("DeviceAllow"))
    assert lines("WorkingDirectory") == ["/run/pi-companion"]
    assert "LG_WD=/run/pi-companion" in lines("Environment")[0]
    assert not lines("ProcSubset")


def test_the_settings_that_come_with_it_are_settings(tmp_path: Path) -> None:
    """Also with everything in them switched on."""
    text = (FOLDER / "settings.toml").read_text(encoding="utf-8")
    (tmp_path / "settings.toml").write_text(text)
    assert load_settings(tmp_path / "settings.toml").board.profile is None
    on = "\n".join(line[2:] if line.startswith("# ") and " = " in line else line for line in text.splitlines())
    (tmp_path / "on.toml").write_text(on)
    on_settings = load_settings(tmp_path / "on.toml")
    assert on_settings.panel.night == 15
    assert on_settings.board.profile == Path("/var/lib/pi-companion/board.toml")


def test_the_board_is_kept_where_the_service_may_write_and_not_waited_for(tmp_path: Path) -> None:
    """The page writes the profile as the service's own user, and without one the page must be there to make it."""
    (tmp_path / "settings.toml").write_text((FOLDER / "settings.toml").read_text(encoding="utf-8"))
    settings = load_settings(tmp_path / "settings.toml")
    assert settings.journal.path is not None
    board = board_of(settings, settings.journal.path)
    assert board.parent == Path("/var/lib") / lines("StateDirectory")[0]
    assert not lines("ConditionPathExists")


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_the_scripts_are_whole_and_run_by_owner(script: str) -> None:
    path = FOLDER / script
    assert path.stat().st_mode & 0o100
    subprocess.run(["/bin/sh", "-n", path], check=True)
