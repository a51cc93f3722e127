"""`import` brings a .mat file into the journal whole or not at all, and names what is illegal in it."""

from pathlib import Path

import pytest

from tests.program import Run

MATCH = """; [Event "Club night"]

 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/4               42: 8/4 6/4
  2)  Doubles => 2              Drops
      Wins 1 point
"""


@pytest.fixture
def mat(tmp_path: Path) -> Path:
    path = tmp_path / "club night.mat"
    path.write_text(MATCH, encoding="utf-8")
    return path


def test_what_was_imported_is_told(run: Run, mat: Path) -> None:
    (line,) = run("import", str(mat), "--json").lines
    assert (line["match"], line["games"], line["illegal_plays"]) == (1, 1, 1)
    told = run("show", "last").out
    assert "Match to 3: Ann (White, O) against Bob (Black, X)" in told
    assert "Ann wins 1 point by a dropped double" in told


def test_illegal_plays_are_told_with_their_lines(run: Run, mat: Path) -> None:
    told = run("import", str(mat)).out
    assert "1 game, Ann 1, Bob 0" in told
    assert "line 7: White 3-1, 8/5 6/4:" in told


def test_the_same_file_is_imported_once(run: Run, mat: Path) -> None:
    first = run("import", str(mat), "--json").lines
    assert run("import", str(mat), "--json").lines == first
    assert "nothing was added" in run("import", str(mat)).out
    assert len(run("matches", "--json").lines) == 1


@pytest.mark.parametrize("cut", [0, 40, 95, 130, 190])
def test_a_damaged_file_leaves_no_journal_and_one_line(run: Run, mat: Path, cut: int) -> None:
    mat.write_text(MATCH[:cut] + "  3) 77: 8/1\n", encoding="utf-8")
    outcome = run("import", str(mat), "--json")
    assert (outcome.status, outcome.out) == (2, "")
    (line,) = outcome.err.splitlines()
    assert "club night.mat, line " in line
    assert "a journal was wanted" in run("matches").err


@pytest.mark.parametrize("name", [".", "none.mat"])
def test_a_file_that_cannot_be_read_is_one_line(run: Run, name: str) -> None:
    outcome = run("import", name)
    assert outcome.status == 2
    (line,) = outcome.err.splitlines()
    assert f"{name} cannot be read" in line
