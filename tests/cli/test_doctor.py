"""`doctor` from the command line: forms, exit status, the bundle, and a service that is at work."""

import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from pi_companion.devices.lock import LOCK_NAME, only_one

GAME = Path(__file__).parents[1] / "data" / "vision" / "game4"


class Outcome(Protocol):
    """What `run` of conftest gives back."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict[str, object]]: ...


Run = Callable[..., Outcome]


def settings(folder: Path, camera: Path | str = GAME) -> str:
    path = folder / "settings.toml"
    club = '[club]\nuser = "ada"\nbroker = "club.example"\n'
    path.write_text(f'[match]\nwhite = "Ada Example"\n[camera]\nsource = "{camera}"\n{club}', encoding="utf-8")
    return str(path)


def test_a_healthy_table_is_status_0_and_every_line_says_what_was_found(run: Run, tmp_path: Path) -> None:
    outcome = run("--settings", settings(tmp_path), "--json", "doctor")
    checks = {str(line["check"]): line for line in outcome.lines}
    assert {
        "version",
        "machine",
        "libraries",
        "power",
        "memory",
        "clock",
        "disk",
        "record",
        "board",
        "pins",
        "camera",
    } <= set(checks)
    assert checks["camera"]["verdict"] == "good"
    assert all(line["todo"] or line["verdict"] == "good" for line in outcome.lines)
    assert outcome.status == any(line["verdict"] == "bad" for line in outcome.lines)


def test_a_camera_that_is_missing_is_status_1_with_what_to_do(run: Run, tmp_path: Path) -> None:
    outcome = run("--settings", settings(tmp_path, "/dev/video99"), "doctor")
    assert outcome.status == 1
    assert "BAD   camera" in outcome.out
    assert "→" in outcome.out


def test_a_broken_profile_and_a_broken_wiring_are_told_in_their_lines(run: Run, tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("nonsense")
    (tmp_path / "wiring.toml").write_text("nonsense")
    path = settings(tmp_path)
    with Path(path).open("a") as file:
        file.write('[board]\nprofile = "board.toml"\n[hardware]\nwiring = "wiring.toml"\n')
    lines = {str(line["check"]): line["verdict"] for line in run("--settings", path, "--json", "doctor").lines}
    assert lines["board"] == "bad"
    assert lines["wiring"] == "bad"


def test_what_a_running_service_holds_is_left_to_it(run: Run, tmp_path: Path) -> None:
    journal = tmp_path / "j.sqlite"
    with only_one(journal.with_name(LOCK_NAME)):
        outcome = run("--settings", settings(tmp_path), "--journal", str(journal), "doctor")
    assert "doctor --pause" in outcome.out
    assert "  camera  " not in outcome.out


def test_the_bundle_holds_no_name_no_address_and_no_picture(run: Run, tmp_path: Path) -> None:
    outcome = run("--settings", settings(tmp_path), "doctor", "--bundle", "report.tar.gz")
    assert "report.tar.gz" in outcome.out
    with tarfile.open(tmp_path / "report.tar.gz") as archive:
        texts = {name: archive.extractfile(name).read().decode() for name in archive.getnames()}  # type: ignore[union-attr]
    assert sorted(texts) == ["findings.jsonl", "journal.txt", "settings.json"]
    assert not any(word in text for text in texts.values() for word in ("Ada", '"ada"', "club.example"))
    assert all(str(tmp_path) not in text for text in texts.values())
    network = [json.loads(line) for line in texts["findings.jsonl"].splitlines() if '"network"' in line]
    assert network[0]["found"] in {"(address)", "none"}


def test_a_bundle_that_cannot_be_written_is_one_line(run: Run, tmp_path: Path) -> None:
    outcome = run("--settings", settings(tmp_path), "doctor", "--bundle", str(tmp_path / "no" / "r.tar.gz"))
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1
