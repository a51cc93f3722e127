"""What was seen since the last event is kept, and believed only where it belongs."""

from pathlib import Path

import pytest

from pi_companion.referee import State, start_match, step
from pi_companion.service.memory import Memory
from tests.service.played import played

SEEN = step(start_match(5).state, played()[0]).state


def same(one: State | None, other: State) -> bool:
    return one is not None and len(one.window.episodes) == len(other.window.episodes) and one.course == other.course


def test_a_thought_comes_back_whole(tmp_path: Path) -> None:
    Memory(tmp_path / "m").keep(3, 7, SEEN)
    recalled = Memory(tmp_path / "m").recall(3, 7, SEEN)
    assert same(recalled, SEEN)
    assert recalled is not None
    assert step(recalled, played()[1]).effects == step(SEEN, played()[1]).effects


@pytest.mark.parametrize(("match", "seq"), [(4, 7), (3, 8), (3, 6)])
def test_a_thought_of_another_match_or_another_event_is_left(tmp_path: Path, match: int, seq: int) -> None:
    memory = Memory(tmp_path / "m")
    memory.keep(3, 7, SEEN)
    assert memory.recall(match, seq, SEEN) is None


def test_a_thought_of_another_version_is_left(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "m")
    memory._program = "another"
    memory.keep(3, 7, SEEN)
    assert Memory(tmp_path / "m").recall(3, 7, SEEN) is None


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99])
def test_a_thought_that_was_cut_is_left(tmp_path: Path, share: float) -> None:
    memory = Memory(tmp_path / "m")
    memory.keep(3, 7, SEEN)
    data = (tmp_path / "m").read_bytes()
    (tmp_path / "m").write_bytes(data[: int(len(data) * share)])
    assert memory.recall(3, 7, SEEN) is None


def test_no_thought_and_a_disk_that_refuses_are_no_fault(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "missing" / "m")
    assert memory.recall(1, 1, SEEN) is None
    memory.keep(1, 1, SEEN)
    assert memory.recall(1, 1, SEEN) is None
