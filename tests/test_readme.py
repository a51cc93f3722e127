"""Every command that the README and its neighbours tell a person to type is tried here."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from pi_companion.cli.commands import build_parser
from pi_companion.cli.parser import parse
from pi_companion.config import load_settings
from tests.program import Run

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/evaluation.md", "hardware/README.md", "calibration/README.md")
BLOCK = re.compile(r"^ *```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)

NEEDS_HARDWARE = (
    "sudo apt install ",
    "sudo make ",
    "sudo systemctl ",
    "sudo pi-companion ",
    "sudo journalctl ",
    "rpicam-still ",
    "mkdir ",
)
"""How a command begins that only a Pi, or a machine to be set up, can run."""


def commands(kind: str) -> list[str]:
    """The lines of all blocks of a kind: sh is tried in full, console needs a Pi and a board."""
    return [line.strip() for block in blocks(kind) for line in block.splitlines() if line.strip()]


def blocks(kind: str) -> list[str]:
    found = []
    for page in PAGES:
        for label, text in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
            assert label in {"sh", "console", "toml", "text"}, f"{page}: say whether ```{label} can be tried"
            if label == kind:
                found.append(text)
    return found


def test_the_readme_shows_the_two_commands() -> None:
    assert {"make demo", "make test"} <= set(commands("sh"))


def test_commands_for_any_computer_work_in_their_order(run: Run) -> None:
    for command in commands("sh"):
        words = shlex.split(command)
        if words[0] == "pi-companion":
            outcome = run(*words[1:])
            assert outcome.status == 0, f"{command}: {outcome.err}"
        else:
            assert words[0] == "make", command
            assert_make_knows(words[1:])


def test_the_settings_shown_are_settings(tmp_path: Path) -> None:
    (text,) = blocks("toml")
    (tmp_path / "settings.toml").write_text(text, encoding="utf-8")
    assert load_settings(tmp_path / "settings.toml").match.length == 7


def assert_make_knows(targets: list[str]) -> None:
    """The targets themselves run the whole suite, this test among them, so only their being there is tried."""
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not installed")
    done = subprocess.run([make, "--dry-run", "-C", str(ROOT), *targets], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_commands_for_a_pi_are_of_a_known_kind_and_well_formed() -> None:
    parser, known = build_parser()
    for command in commands("console"):
        words = shlex.split(command)
        if words[0] == "pi-companion":
            assert parse(parser, words[1:], known).handler
        else:
            assert command.startswith(NEEDS_HARDWARE), command


def test_pages_point_only_at_files_that_are_there() -> None:
    for page in PAGES:
        folder = (ROOT / page).parent
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text(encoding="utf-8")):
            assert (folder / target).exists(), f"{page}: {target}"
