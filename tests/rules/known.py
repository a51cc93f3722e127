"""The known answers: a part of them in the repository, the whole beside it."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

Case = dict[str, Any]

DATA = Path(__file__).parents[1] / "data" / "rules"
SHARED = Path(__file__).parents[2].parent / "shared" / "rules"


def read(kind: str, source: str = "part") -> list[Case]:
    path = DATA / f"{kind}.jsonl.gz" if source == "part" else SHARED / f"{kind}_dev.jsonl.gz"
    if source == "whole" and not path.exists():
        pytest.skip(f"the whole set is not beside the repository: {path}")
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]
