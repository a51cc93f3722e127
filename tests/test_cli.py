"""The command line: its forms of output, its exit statuses, and one clear line for every kind of bad input."""

import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pi_companion.cli import main
from pi_companion.devices import save_image
from pi_companion.rules import Position, Side
from tests.program import Outcome, Run

START = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
PROGRAM = (sys.executable, "-m", "pi_companion")


def refused(outcome: Outcome, status: int) -> str:
    """The one line that a refusal is, with nothing on standard output."""
    assert outcome.status == status, outcome
    assert outcome.out == ""
    lines = outcome.err.splitlines()
    assert len(lines) == 1, outcome.err
    assert lines[0].startswith("pi-companion: ")
    return lines[0]


class TestArguments:
    def test_no_argument_shows_the_commands(self, run: Run) -> None:
        outcome = run()
        assert outcome.status == 0
        assert "legal" in outcome.out

    def test_version_and_help_are_no_errors(self, run: Run) -> None:
        assert run("--version").out.startswith("pi-companion ")
        helped = run("check", "--help")
        assert (helped.status, "--after" in helped.out) == (0, True)

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (("lagel", "x"), "no command 'lagel'; did you mean legal?"),
            (("--json", "chek"), "did you mean check?"),
            (("zzzz",), "the commands are legal, check"),
            (("legal",), "XGID"),
            (("legal", "x", "--jsn"), "no option '--jsn'; did you mean --json?"),
            (("legal", "x", "y"), "no use for 'y'"),
            (("bench", "speed"), "rules"),
        ],
    )
    def test_a_slip_of_the_finger_is_named(self, run: Run, arguments: tuple[str, ...], says: str) -> None:
        assert says in refused(run(*arguments), 2)


class TestLegal:
    def test_plays_come_one_object_a_line(self, run: Run) -> None:
        outcome = run("legal", "--json", f"XGID={START}")
        assert outcome.status == 0
        plays = {str(line["play"]): line["result"] for line in outcome.lines}
        assert len(plays) == 16
        after = Position.from_xgid("-b---BD-B---eE---c-e----B-", on_roll=Side.WHITE)
        assert plays["8/5 6/5"] == after.to_json()

    def test_a_person_sees_board_and_list(self, run: Run) -> None:
        out = run("legal", START).out
        assert "White can play 3-1 in 16 ways:" in out
        assert "8/5 6/5" in out
        assert "BAR" in out

    def test_black_plays_in_its_own_numbering(self, run: Run) -> None:
        outcome = run("legal", "-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:7:10")
        assert "Black can play 3-1 in 16 ways:" in outcome.out
        assert "8/5 6/5" in outcome.out

    def test_no_play_is_said(self, run: Run) -> None:
        closed = "-------------------bbbbbbA:0:0:1:66:0:0:0:7:10"
        assert "White cannot play 6-6." in run("legal", closed).out
        assert run("legal", "--json", closed).out == ""

    @pytest.mark.parametrize(
        ("xgid", "says"),
        [
            ("-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:7:10", "26 characters"),
            ("-q----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "character 2"),
            ("-o----O-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "at most 15"),
            ("-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:7:10", "dice field"),
            ("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", "rolled dice"),
            ("-b----E-C---eE---c-e----B-:0:0:1:31:9:0:0:7:10", "scores up to 7"),
            ("-b----E-C---eE---c-e----B-", "9 fields"),
            ("XGID", "has 1 part;"),
            (f"{START[:-2]}{'1' * 5000}", "max cube wants a whole number from 0 to 15"),
        ],
    )
    def test_an_impossible_xgid_is_one_line(self, run: Run, xgid: str, says: str) -> None:
        assert says in refused(run("legal", xgid), 2)

    def test_a_very_long_input_is_quoted_in_part(self, run: Run) -> None:
        assert len(refused(run("legal", "x" * 5000), 2)) < 700


class TestCheck:
    def test_a_legal_play_is_status_0(self, run: Run) -> None:
        outcome = run("check", START, "--play", "6/5 8/5", "--json")
        assert outcome.status == 0
        assert outcome.lines == [{"legal": True, "breaches": [], "explanation": outcome.lines[0]["explanation"]}]

    def test_an_illegal_play_is_status_1_with_the_reason(self, run: Run) -> None:
        outcome = run("check", START, "--play", "8/5", "--json")
        assert outcome.status == 1
        (line,) = outcome.lines
        assert (line["legal"], line["breaches"]) == (False, ["MUST_PLAY_BOTH"])
        assert "8/5" in str(line["explanation"])

    def test_a_person_reads_a_sentence(self, run: Run) -> None:
        outcome = run("check", START, "--play", "8/4 6/5")
        assert outcome.status == 1
        assert outcome.out.startswith("Not legal. White ")

    @pytest.mark.parametrize("more", ["", ":0:0:-1:00:0:0:0:7:10"])
    def test_the_position_after_may_be_given_instead(self, run: Run, more: str) -> None:
        assert run("check", START, "--after", f"-b---BD-B---eE---c-e----B-{more}").status == 0
        assert run("check", START, "--after", f"-b---CC-B---eE---c-e----B-{more}").status == 1

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (("--play", "nonsense"), "nonsense"),
            (("--play", "7/4"), "no checker"),
            (("--play", f"{'1' * 5000}/4"), "a place is bar"),
            (("--play", f"8/5({'1' * 5000})"), "a play wants"),
            (("--after", "XGID=-b"), "26 characters"),
            ((), "--play"),
            (("--play", "8/5 6/5", "--after", "-b---BD-B---eE---c-e----B-"), "not allowed with"),
        ],
    )
    def test_what_cannot_be_judged_is_one_line(self, run: Run, arguments: tuple[str, ...], says: str) -> None:
        assert says in refused(run("check", START, *arguments), 2)


class TestCalibrateRefuses:
    """What is wrong with the pictures or the corners is said before anything is computed."""

    @pytest.fixture
    def start(self, tmp_path: Path) -> Path:
        path = tmp_path / "start.jpg"
        save_image(path, np.random.default_rng(1).integers(0, 255, (240, 320, 3)).astype(np.uint8))
        return path

    @pytest.mark.parametrize(
        ("corners", "says"),
        [
            (("1,2", "3,4", "5,6", "seven"), "'seven'"),
            (("1,2", "3,4", "5,6", "1,2"), "four different corners"),
            (("1,2", "3,4", "5,6", "7,nan"), "'7,nan'"),
            (("-1,2", "3,4", "5,6", "-1,2"), "four different corners"),
            (("1,2", "3,4"), "expected 4"),
            (("1,2", "300,4", "300,200", "9000,9000"), "9000,9000 is outside"),
            (("1e300,2", "300,4", "300,200", "1,200"), "320x240 pixels"),
        ],
    )
    def test_corners_of_the_wrong_form(self, run: Run, start: Path, corners: tuple[str, ...], says: str) -> None:
        assert says in refused(run("calibrate", "--start", str(start), "-o", "b.toml", "--corners", *corners), 2)

    def test_a_text_file_for_a_picture(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "start.jpg").write_text("once upon a time", encoding="utf-8")
        assert "is text" in refused(run("calibrate", "--start", "start.jpg", "-o", "b.toml"), 1)

    def test_a_truncated_jpeg(self, run: Run, start: Path) -> None:
        start.write_bytes(start.read_bytes()[:-1000])
        assert "cut short" in refused(run("calibrate", "--start", str(start), "-o", "b.toml"), 1)

    def test_a_missing_picture_of_the_empty_board(self, run: Run, start: Path) -> None:
        outcome = run("calibrate", "--start", str(start), "--empty", "none.jpg", "-o", "b.toml")
        assert "no file none.jpg" in refused(outcome, 1)


class TestReadAndReplayRefuse:
    """What is wrong with the arguments, the profile or the recording is said before a picture is looked at."""

    @pytest.mark.parametrize(
        ("content", "says"),
        [("not = [toml", "profile b.toml"), ("x = 1\n", "version"), ("version = 99\n", "version"), (None, "b.toml")],
    )
    def test_a_broken_profile(self, run: Run, tmp_path: Path, content: str | None, says: str) -> None:
        if content is not None:
            (tmp_path / "b.toml").write_text(content, encoding="utf-8")
        assert says in refused(run("read", "a.jpg", "--board", "b.toml"), 2)

    def test_neither_profile_nor_corners(self, run: Run) -> None:
        assert "either --board" in refused(run("read", "a.jpg"), 2)
        assert "either --board" in refused(
            run("read", "a.jpg", "--board", "b.toml", "--corners", "1,2", "3,4", "5,6", "7,8"), 2
        )
        assert "--board" in refused(run("replay", "."), 2)

    def test_a_recording_that_is_none(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "notes.txt").write_text("no video", encoding="utf-8")
        assert "nothing at" in refused(run("replay", "gone", "--board", "b.toml"), 1)
        assert "video" in refused(run("replay", "notes.txt", "--board", "b.toml"), 1)
        (tmp_path / "empty").mkdir()
        assert "no picture" in refused(run("replay", "empty", "--board", "b.toml"), 1)

    def test_a_length_that_no_match_has(self, run: Run) -> None:
        assert "match.length" in refused(run("replay", ".", "--board", "b.toml", "--length", "-3"), 2)
        assert "invalid int" in refused(run("replay", ".", "--board", "b.toml", "--length", "five"), 2)


class Broken(io.StringIO):
    """A standard output that fails as the system lets it fail."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self._error = error

    def write(self, _text: str) -> int:
        raise self._error


class TestTheWorldAround:
    """What happens when the system is in the way."""

    def test_a_full_disk_is_one_line(self) -> None:
        done = subprocess.run(
            ["/bin/sh", "-c", '"$@" >/dev/full', "sh", *PROGRAM, "legal", START],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr.splitlines() == [
            "pi-companion: the disk is full, so the output is not complete; make room and run the command again"
        ]

    def test_a_reader_that_went_away_is_no_error(self) -> None:
        with subprocess.Popen([*PROGRAM, "legal", START], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            said = process.stderr.read()
        assert said == b""
        assert process.returncode == 141

    def test_ctrl_c_is_quiet(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", Broken(KeyboardInterrupt()))
            assert main(["legal", START]) == 130
        assert run("legal", START).status == 0

    def test_any_refusal_of_the_system_is_one_line(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", Broken(OSError(5, "Input/output error")))
            assert main(["legal", START]) == 2
        assert capsys.readouterr().err == (
            "pi-companion: the system refused: Input/output error; check the path and its permissions\n"
        )

    @pytest.mark.parametrize(
        ("streams", "status"), [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0), ("2>/dev/full --wrong", 2)]
    )
    def test_a_stream_that_takes_nothing_changes_no_status(self, streams: str, status: int) -> None:
        done = subprocess.run(
            ["/bin/sh", "-c", f'"$@" {streams}', "sh", *PROGRAM, "legal", START],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (status, "")

    def test_help_on_a_full_disk_is_one_line(self) -> None:
        done = subprocess.run(
            ["/bin/sh", "-c", '"$@" --help >/dev/full', "sh", PROGRAM[0], "-u", *PROGRAM[1:]],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
        assert "the disk is full" in done.stderr
