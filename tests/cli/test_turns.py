"""`show --turn` tells one turn, or all, with the IDs that other programs read."""

from pathlib import Path

import pytest

from tests.program import Run

MATCH = """ 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5               42: 8/4 6/4
  2)  Doubles => 2              Drops

 Game 2
 Ann : 1                        Bob : 0
  1)                           31: 8/5 6/5
  2) 65: 24/13
"""


@pytest.fixture(autouse=True)
def _match(run: Run, tmp_path: Path) -> None:
    (tmp_path / "m.mat").write_text(MATCH, encoding="utf-8")
    assert run("import", "m.mat").status == 0


def test_one_turn_of_a_game(run: Run) -> None:
    (line,) = run("show", "last", "--turn", "1.2", "--json").lines
    assert (line["game"], line["turn"], line["side"], line["dice"]) == (1, 2, "black", [4, 2])
    assert line["play"] == "8/4 6/4"
    assert line["xgid"] == "XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:3:10".replace(
        "-b----E-C---eE---c-e----B-", "-b----E-C---eE---b-db---B-"
    )


def test_a_number_alone_is_a_turn_of_the_last_game(run: Run) -> None:
    (line,) = run("show", "last", "--turn", "1", "--json").lines
    assert (line["game"], line["side"], line["gnubg_id"]) == (2, "black", "4HPwATDgc/ABMA:MIFlAAAACAAE")


def test_all_turns(run: Run) -> None:
    lines = run("show", "last", "--turn", "all", "--json").lines
    assert [(line["game"], line["turn"]) for line in lines] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_a_turn_is_drawn_for_a_person(run: Run) -> None:
    told = run("show", "last", "--turn", "2").out
    assert "Ann rolled 6-5" in told
    assert "Ann 6-5: 24/13" in told
    assert "XGID=" in told


@pytest.mark.parametrize(
    ("turn", "says"), [("3", "turns 1 to 2"), ("7.1", "no such game"), ("x", "'x'"), ("1.", "'1.'")]
)
def test_a_turn_that_is_not_there_is_one_line(run: Run, turn: str, says: str) -> None:
    outcome = run("show", "last", "--turn", turn)
    assert (outcome.status, outcome.out) == (2, "")
    (line,) = outcome.err.splitlines()
    assert says in line


def test_what_an_export_leaves_out_is_said_beside_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "money.mat").write_text('; [Jacoby "Off"]\n' + MATCH.replace("3 point", "0 point"), encoding="utf-8")
    run("import", "money.mat")
    mat = run("export", "last", "--format", "mat")
    assert mat.out.startswith("; [Player 1")
    (line,) = mat.err.splitlines()
    assert "a .mat file cannot say all of match 2" in line
    assert run("export", "last", "--format", "sgf").err == ""
