"""What our review finds in a game is what gnubg's own analysis of it finds."""

import random
import re
import subprocess
from pathlib import Path

import pytest

from pi_companion.coach.gnubg import Gnubg, find_gnubg
from pi_companion.coach.review import Kind, review
from pi_companion.record.mat import to_mat
from pi_companion.record.transcript import transcribe
from pi_companion.referee.events import (
    GameOver,
    GameStarted,
    MatchOver,
    MatchStarted,
    NoMove,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    Scored,
    TableEvent,
)
from pi_companion.rules import Position, Roll, Side, WinKind, legal_plays

TURNS = 40


def random_game() -> list[TableEvent]:
    """Play a one-point match at random, with no cube, until one side gives up."""
    chance = random.Random(5)
    events: list[TableEvent] = [MatchStarted(1, "Ada", "Bo"), GameStarted(1, crawford=False), OpeningRoll(6, 3)]
    position, side, dice = Position.start(), Side.WHITE, (6, 3)
    for turn in range(TURNS):
        if turn:
            dice = (chance.randint(1, 6), chance.randint(1, 6))
            events.append(Rolled(side, dice))
        plays = legal_plays(position, side, Roll(*dice))
        if plays:
            play = chance.choice(plays)
            position = play.result
            events.append(Played(side, dice, str(play), position))
        else:
            events.append(NoMove(side, dice, position))
        side = side.opponent
    return [*events, Resigned(side, 1), GameOver(side.opponent, 1, WinKind.RESIGN), Scored(1, 0), MatchOver(Side.WHITE)]


@pytest.mark.skipif(find_gnubg() is None, reason="gnubg is not installed (apt install gnubg)")
def test_errors_and_luck_are_those_of_gnubgs_own_analysis(tmp_path: Path) -> None:
    record = transcribe(random_game())
    (tmp_path / "game.mat").write_text(to_mat(record), encoding="utf-8")
    settings = ("threads 1", "analysis chequerplay evaluation plies 0", "analysis cubedecision evaluation plies 1")
    orders = [*(f"set {each}" for each in settings), f'import mat "{tmp_path / "game.mat"}"', "analyse match"]
    told = subprocess.run(
        [str(find_gnubg()), "-t", "-q", "-r"],
        input="\n".join([*orders, "show statistics match", "quit", "y", ""]),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env={"HOME": str(tmp_path)},
    ).stdout

    def row(name: str) -> list[float]:
        """The first row of that name: that of gnubg's left and right player, Black and White or the other way."""
        found = re.search(rf"^{re.escape(name)}\s+(.*)$", told, re.MULTILINE)
        assert found is not None, told
        plain = re.sub(r"\([^)]*\)", "", found[1])
        return sorted(float(number) for number in plain.split())

    with Gnubg(start_s=60, answer_s=60) as engine:
        found = review(record, engine)
    plays = [[each for each in found.of(side) if each.kind is Kind.PLAY] for side in Side]
    assert sorted(map(len, plays)) == row("Unforced moves")
    assert sorted(-sum(each.error for each in own) for own in plays) == pytest.approx(
        row("Error total EMG (MWC)"), abs=0.01
    )
    # The opening roll counts as luck with gnubg and not with us; the luckless Bo did not throw it.
    assert any(found.luck_of(Side.BLACK) == pytest.approx(luck, abs=0.15) for luck in row("Luck total EMG (MWC)"))
