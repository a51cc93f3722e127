"""The demo: its settings, its pace, its last words, and one whole match."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pi_companion.cli.compare import compare
from pi_companion.cli.demo import conclusion, paced, panel_picture
from pi_companion.devices import Frame
from pi_companion.devices.panel.lights import BLINK_S
from pi_companion.devices.wiring import PanelKind
from pi_companion.record.journal import Journal
from pi_companion.record.transcript import transcribe
from pi_companion.referee import resume
from pi_companion.referee.events import MatchStarted, Played, TableEvent
from pi_companion.rules import Position, Side
from pi_companion.vision import View
from tests.cli.gnubg_facts import GNUBG, exported, in_gnubg
from tests.cli.gnubg_facts import told as facts_told
from tests.program import Run


def shots() -> Iterator[Frame]:
    for number in range(4):
        yield Frame(np.zeros((64, 64, 3), dtype=np.uint8), 0.5 * number, f"f{number}")


class Clock:
    """Time that passes only in sleep."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.now += seconds


@pytest.mark.parametrize("speed", [0.5, 1.0, 4.0])
def test_frames_come_at_the_pace_that_was_asked_for(speed: float) -> None:
    clock = Clock()
    assert [clock() - 100.0 for _ in paced(shots(), speed, clock, clock.sleep)] == [
        0.5 * number / speed for number in range(4)
    ]


def test_a_machine_that_is_late_does_not_wait() -> None:
    clock = Clock()
    moments = []
    for _ in paced(shots(), 1.0, clock, clock.sleep):
        moments.append(clock() - 100.0)
        clock.now += 0.8
    assert moments == pytest.approx([0.0, 0.8, 1.6, 2.4])


def test_the_panel_is_drawn_as_it_would_shine() -> None:
    """What covers the board makes the light of readiness blink."""
    begun = resume([MatchStarted(5)])
    assert "● ready" in panel_picture(begun, View.CLEAR, PanelKind.LEDS, BLINK_S)
    assert "● ready" in panel_picture(begun, View.COVERED, PanelKind.LEDS, 0.0)
    assert "· ready" in panel_picture(begun, View.COVERED, PanelKind.LEDS, BLINK_S)
    assert len(panel_picture(begun, View.CLEAR, PanelKind.MATRIX, 0.0).splitlines()) == 8


def test_the_last_words_name_what_went_wrong() -> None:
    record = transcribe([MatchStarted(1, "Ada", "Bo")])
    truth: list[TableEvent] = [Played(Side.WHITE, (3, 1), "8/5 6/5", Position.start())]
    told: list[TableEvent] = [Played(Side.WHITE, (4, 1), "8/4 6/5", Position.start())]
    assert conclusion(record, compare(truth, truth), right_score=True) == [
        "Recognised 1 of 1 plays; the score is right."
    ]
    assert conclusion(record, compare(truth, told), right_score=False) == [
        "Recognised 0 of 1 plays; the score is WRONG.",
        "  missed: Ada  3-1: 8/5 6/5",
        "  told, but not played so: Ada  4-1: 8/4 6/5",
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--length", "0"), "1 to 64 points"),
        (("--length", "1000000"), "1 to 64 points"),
        (("--speed", "-1"), "--speed"),
        (("--speed", "inf"), "--speed"),
        (("--speed", "nan"), "--speed"),
        (("--seed", "-1"), "--seed"),
        (("--seed", "one"), "invalid int"),
    ],
)
def test_settings_that_make_no_sense_are_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    outcome = run("demo", *arguments)
    assert (outcome.status, outcome.out, len(outcome.err.splitlines())) == (2, "", 1)
    assert says in outcome.err


@pytest.mark.slow
def test_every_play_of_a_match_is_recognised_and_is_the_same_in_gnubg(run: Run, tmp_path: Path) -> None:
    shown = run("demo", "--seed", "2", "--length", "1", "--json")
    summary = shown.lines[-1]
    assert str(tmp_path) in str(summary["journal"])
    assert (shown.status, summary["recognised"], summary["invented"]) == (0, summary["plays"], 0)
    if not GNUBG.exists():
        pytest.skip("all plays were recognised; gnubg is not installed to read them (apt install gnubg)")
    with Journal.read(Path(summary["journal"])) as book:
        events = [entry.event for entry in book.events(summary["match"])]
    assert in_gnubg(exported(run, Path(summary["journal"]), summary["match"])) == facts_told(events)


@pytest.mark.slow
def test_the_frames_of_a_match_replay_to_its_record(run: Run) -> None:
    *told, _ = run("demo", "--seed", "1", "--length", "1", "--save-frames", "kept", "--json").lines
    assert run("calibrate", "--start", "kept/f00000.jpg", "-o", "board.toml").status == 0
    again = run("replay", "kept", "--board", "board.toml", "--length", "1", "--json")
    assert again.status == 0
    plays = [[_what(line) for line in lines if line["event"] == "play"] for lines in (again.lines, told)]
    assert plays[0] == plays[1]

    read = run("read", "kept/f00000.jpg", "--board", "board.toml", "--json").lines[0]
    assert read["position"] == Position.start().to_json()


def _what(line: dict[str, object]) -> str:
    return json.dumps({key: value for key, value in line.items() if key not in {"seq", "t", "frame"}})
