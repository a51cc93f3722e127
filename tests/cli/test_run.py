"""The live service as a process: ready, told to stop, killed, started twice, set wrongly."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_companion.record.journal import Journal
from pi_companion.record.schema import APPLICATION_ID
from pi_companion.record.wire import to_wire

GAME = Path(__file__).parents[1] / "data" / "vision" / "game4"
LONGEST_S = 90.0
"""A machine that is busy with other things takes long to start Python."""


class Table:
    """A folder with a board, a recording for a camera, and systemd's socket."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = folder / "journal.sqlite"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(folder / "notify"))
        self.socket.settimeout(LONGEST_S)
        self.running: list[subprocess.Popen[str]] = []

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "pi_companion", "--journal", str(self.journal), *arguments]

    def start(self) -> "subprocess.Popen[str]":
        environment = os.environ | {
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "WATCHDOG_USEC": "400000",
            "OMP_NUM_THREADS": "1",
        }
        process = subprocess.Popen(
            self.command("run", "--board", str(self.folder / "board.toml"), "--camera", str(GAME)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.running.append(process)
        return process

    def until(self, words: str) -> None:
        while words not in self.socket.recv(4096).decode():
            pass

    def close(self) -> None:
        for process in self.running:
            process.kill()
            process.communicate()
        self.socket.close()

    def events(self) -> list[str]:
        with Journal.read(self.journal) as journal:
            assert len(journal.matches()) == 1
            return [str(to_wire(entry.event)["event"]) for entry in journal.events(1)]


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from pi_companion.cli import main  # noqa: PLC0415

    path = tmp_path_factory.mktemp("board") / "board.toml"
    assert main(["calibrate", "--start", str(GAME / "f0001.jpg"), "-o", str(path)]) == 0
    return path


@pytest.fixture
def table(tmp_path: Path, board: Path) -> Iterator[Table]:
    (tmp_path / "board.toml").write_bytes(board.read_bytes())
    made = Table(tmp_path)
    yield made
    made.close()


def test_it_says_ready_feeds_the_watchdog_tells_a_turn_and_stops_when_told_to(table: Table) -> None:
    process = table.start()
    table.until("READY=1")
    table.until("WATCHDOG=1")
    table.until("Opening roll")
    process.send_signal(signal.SIGTERM)
    table.until("STOPPING=1")
    out, err = process.communicate(timeout=LONGEST_S)
    assert process.returncode == 0, err
    assert "Game 1" in out
    assert "The page is at http://" in out
    assert "PIN of the director: " in out
    assert err == ""
    assert "opening_roll" in table.events()


def test_killed_without_warning_it_goes_on_with_the_same_match_and_a_second_one_is_refused(table: Table) -> None:
    first = table.start()
    table.until("Opening roll")
    first.kill()
    first.communicate()
    before = table.events()
    second = table.start()
    table.until("READY=1")
    third = table.start()
    _, err = third.communicate(timeout=LONGEST_S)
    assert third.returncode == 2
    assert "another pi-companion does already" in err
    assert err.count("\n") == 1
    second.send_signal(signal.SIGTERM)
    out, err = second.communicate(timeout=LONGEST_S)
    assert second.returncode == 0
    assert "goes on where its record ends" in err
    assert table.events()[: len(before)] == before
    assert out.count("Game 1") == 0
    assert "PIN" not in out, "they are told at the first start alone"


def refused(table: Table, *arguments: str) -> str:
    done = subprocess.run(table.command(*arguments), capture_output=True, text=True, check=False, timeout=LONGEST_S)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    return done.stderr


def test_settings_that_are_broken_are_one_line_and_no_match_is_begun(table: Table) -> None:
    settings = table.folder / "settings.toml"
    settings.write_text("[camera]\nper_second_still = 1000\n")
    assert "per_second_still wants 1 to 30" in refused(table, "--settings", str(settings), "run")
    settings.write_text('[hardware]\nwiring = "none.toml"\n[board]\nprofile = "board.toml"\n')
    assert "none.toml" in refused(table, "--settings", str(settings), "run")
    assert not table.journal.exists()


def test_a_journal_of_a_newer_version_is_refused_and_kept(table: Table) -> None:
    with Journal.open(table.journal) as journal:
        journal._connection.execute("PRAGMA user_version = 999")
        assert journal._connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    before = table.journal.read_bytes()
    assert "newer" in refused(table, "run", "--board", str(table.folder / "board.toml"), "--camera", str(GAME))
    assert table.journal.read_bytes() == before
