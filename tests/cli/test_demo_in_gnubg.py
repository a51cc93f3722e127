"""The demo's matches, exported from its journal, are the same matches in the real gnubg."""

from pathlib import Path

import pytest

from pi_companion.record.journal import Journal
from pi_companion.referee.events import MatchStarted
from pi_companion.simulation.frames import demo_table
from pi_companion.simulation.game import play_match
from tests.cli.gnubg_facts import GNUBG, exported, in_gnubg, told
from tests.program import Run

pytestmark = pytest.mark.skipif(not GNUBG.exists(), reason="gnubg is not installed (apt install gnubg)")


@pytest.mark.parametrize(("seed", "length"), [(1, 1), (2, 3), (3, 5), (4, 3)])
def test_what_the_players_of_the_demo_do_is_the_same_in_gnubg(run: Run, tmp_path: Path, seed: int, length: int) -> None:
    first, *others = play_match(demo_table(seed)[0], seed=seed, length=length, error_rate=0.08).events
    assert isinstance(first, MatchStarted)
    with Journal.open(tmp_path / "journal.sqlite") as book:
        match = book.new_match(first, then=others)
    facts = in_gnubg(exported(run, tmp_path / "journal.sqlite", match))
    assert facts == told([first, *others])
    assert facts[-1][0] == "won"
