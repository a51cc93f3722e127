"""Decisions of the referee are measured, doubles included, and come in time."""

import gzip
import json
from io import StringIO
from pathlib import Path

import pytest

from pi_companion.bench.referee import Case, cases_of_play, cases_of_vectors, decide, run
from pi_companion.cli.bench import bench_referee
from pi_companion.cli.output import Form, Output, Status
from pi_companion.errors import InputError
from pi_companion.rules import Position, Roll, Side, judge, parse_play

VECTORS = Path(__file__).parents[1] / "data" / "rules" / "vectors.jsonl.gz"
MEDIAN_MS, WORST_MS = 5.0, 50.0


def test_a_turn_that_is_timed_is_judged_and_reported() -> None:
    start = Position.start()
    legal = parse_play("8/5 6/5", start, Side.WHITE, Roll(3, 1)).result
    for after in (legal, parse_play("13/9 6/4", start, Side.WHITE, None).result):
        took, told = decide(Case(start, Roll(3, 1), after))
        assert told
        assert took.whole_ms > 0


def test_half_of_the_turns_are_legal() -> None:
    cases = cases_of_play(40)
    legal = sum(judge(case.before, Side.WHITE, case.roll, case.after).legal for case in cases)
    assert 15 <= legal <= 25
    assert sum(case.roll.is_double for case in cases) >= 10


def test_decisions_come_in_time(tmp_path: Path) -> None:
    """The median of some vectors, with room for a busy machine; `bench referee --vectors` measures all of them."""
    part = tmp_path / "part.jsonl"
    part.write_bytes(b"".join(gzip.decompress(VECTORS.read_bytes()).splitlines(keepends=True)[:60]))
    speed = run(cases_of_vectors(part))
    assert speed.doubles
    assert speed.told >= 0.9 * speed.decisions
    assert speed.judge_ms + speed.step_ms < 4 * MEDIAN_MS


def test_what_is_measured_is_said(tmp_path: Path) -> None:
    file = tmp_path / "vectors.jsonl"
    file.write_text(json.dumps({"pos": "-b----E-C---eE---c-e----B-", "dice": [3, 1]}), encoding="utf-8")
    stream = StringIO()
    assert bench_referee(Output(Form.JSON, stream), file) is Status.DONE
    line = json.loads(stream.getvalue())
    assert (line["bench"], line["decisions"], line["doubles"]) == ("referee", 2, 0)


@pytest.mark.parametrize("text", ["", "hello", "[1]", '{"pos": "x", "dice": [1, 2]}'])
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "vectors.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError):
        run(cases_of_vectors(file))
