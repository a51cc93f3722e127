"""How long a decision of the rules takes: under 5 ms at the median and 50 ms at worst, doubles included.

Measured in processor time, so that a busy machine fails nobody; the worst is of the better of two tries, since even
processor time has hiccups.
"""

import gzip
import json
from pathlib import Path
from statistics import median
from time import process_time

import pytest

from pi_companion.rules import Position, Roll, Side, judge

DATA = Path(__file__).parents[1] / "data" / "rules" / "vectors.jsonl.gz"
SHARED = Path(__file__).parents[2].parent / "shared" / "rules" / "vectors_dev.jsonl.gz"
MEDIAN_S, WORST_S = 0.005, 0.050

Case = tuple[Position, Roll, Position]


def cases(path: Path) -> list[Case]:
    """Give for each vector a play that is legal and one that is not: the last result, and one checker more moved."""
    found = []
    with gzip.open(path, "rt") as lines:
        vectors = [json.loads(line) for line in lines]
    for vector in vectors:
        before = Position.from_xgid(vector["pos"], on_roll=Side.WHITE)
        roll = Roll(*vector["dice"])
        results = [Position.from_xgid(each, on_roll=Side.WHITE) for each in vector["res"]] or [before]
        found += [(before, roll, results[-1]), (before, roll, one_more(results[-1]))]
    return found


def one_more(position: Position) -> Position:
    """Move White's rearmost checker one point further."""
    counts = list(position.white)
    rear = max((place for place in range(26) if counts[place]), default=0)
    if rear == 0:
        return position
    counts[rear] -= 1
    counts[rear - 1] += 1
    return Position(tuple(counts), position.black)


def seconds(case: Case) -> float:
    before, roll, after = case
    start = process_time()
    judge(before, Side.WHITE, roll, after)
    return process_time() - start


@pytest.mark.parametrize("path", [DATA, SHARED], ids=["part", "whole"])
def test_a_ruling_comes_in_time(path: Path) -> None:
    if not path.exists():
        pytest.skip(f"the whole set is not beside the repository: {path}")
    all_cases = cases(path)[:4000]
    assert any(roll.is_double for _, roll, _ in all_cases)
    times = [min(seconds(case), seconds(case)) for case in all_cases]
    assert median(times) < MEDIAN_S
    assert max(times) < WORST_S
