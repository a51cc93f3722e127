"""Two thousand random positions are put to the real gnubg, which must know the same legal plays."""

import pytest

from pi_companion.bench.gnubg import BLOCK, GNUBG, board_after, compare, main, questions, run
from pi_companion.rules import Position, Roll, Side, legal_plays

COUNT = 2_000

needs_gnubg = pytest.mark.skipif(not GNUBG.exists(), reason="gnubg is not installed (apt install gnubg)")


@pytest.mark.slow
@needs_gnubg
def test_gnubg_knows_the_same_plays() -> None:
    *_, total = run(COUNT, first=1_000_000, helpers=4)
    assert total.disagreements == ()
    assert total.positions == COUNT
    assert total.plays > COUNT * 5
    assert total.unplayable > COUNT // 100


@needs_gnubg
def test_a_difference_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one play kept back from ours, the comparison names the position and the board that is missing."""
    monkeypatch.setattr("pi_companion.bench.gnubg.legal_plays", lambda *asked: legal_plays(*asked)[1:])
    found = compare([(Position.start(), Roll(3, 1))])
    (line,) = found.disagreements
    assert line.startswith("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:")
    assert "only ours set()" in line


def test_questions_are_the_same_in_every_run() -> None:
    asked = questions(7, 20)
    assert asked == questions(7, 20)
    assert asked != questions(8, 20)
    assert all(position.faults() == () for position, _ in asked)
    assert BLOCK % 2 == 0


@pytest.mark.parametrize("roll", [Roll(6, 5), Roll(4, 4), Roll(6, 6)])
def test_plays_are_made_as_gnubg_writes_them(roll: Roll) -> None:
    for position, _ in questions(3, 30):
        for play in legal_plays(position, Side.WHITE, roll):
            if "*(" not in str(play):
                assert board_after(position, str(play)) == (play.result.white, play.result.black)


def test_without_gnubg_one_line_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("pi_companion.bench.gnubg.GNUBG", GNUBG.with_name("no-such-gnubg"))
    assert main(["--count", "1"]) == 2
    assert "apt install gnubg" in capsys.readouterr().err
