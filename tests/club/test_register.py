"""What a desk keeps."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pi_companion.club.messages import Ending, Heard, Kind
from pi_companion.club.register import Register, Stream
from pi_companion.errors import JournalError
from pi_companion.record.outbox import next_mark
from pi_companion.rules import Side

WALL_S = 1_800_000_000.0


def heard(number: int, match: str, wall_s: float | None = None, *, revision: int = 1, mark: str = "") -> Heard:
    told = Ending(Kind.MATCH, match, None, "Ada", "Bo", 5, Side.WHITE, 5, None, 5, 0, wall_s)
    return Heard("table-1", "j1", number, mark, revision, Kind.MATCH, told)


def test_it_survives_a_restart_and_knows_how_far_it_has_heard(tmp_path: Path) -> None:
    path = tmp_path / "desk.sqlite"
    register = Register(path, lambda: WALL_S)
    mark = next_mark("", "m1", 1)
    assert register.take(heard(1, "m1", mark=mark))
    assert not register.take(heard(1, "m1", mark=mark))
    register.close()
    register = Register(path, lambda: WALL_S)
    assert register.stream("j1") == Stream(1, mark)
    assert [told.ending.match for told in register.results(10)] == ["m1"]
    register.close()


def test_what_comes_out_of_its_order_is_kept_and_the_gap_is_known(tmp_path: Path) -> None:
    register = Register(tmp_path / "desk.sqlite", lambda: WALL_S)
    assert register.take(heard(3, "m3", mark="x"))
    assert register.stream("j1") == Stream()
    assert len(register.results(10)) == 1
    register.close()


def test_the_ladder_takes_matches_in_the_order_in_which_they_ended(tmp_path: Path) -> None:
    register = Register(tmp_path / "desk.sqlite", lambda: WALL_S)
    register.take(heard(1, "late", WALL_S))
    register.take(heard(2, "early", WALL_S - 3600))
    register.take(heard(3, "no clock"))
    register.take(heard(4, "early", WALL_S - 3600, revision=2))
    assert [result.wall_s for result in register.matches()] == [WALL_S - 3600, WALL_S, None]
    register.close()


def test_another_programs_file_is_left_alone_and_a_newer_one_too(tmp_path: Path) -> None:
    path = tmp_path / "desk.sqlite"
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE music (title TEXT)")
    with pytest.raises(JournalError, match="another program"):
        Register(path, lambda: WALL_S)
    path.unlink()
    Register(path, lambda: WALL_S).close()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA user_version = 99")
    with pytest.raises(JournalError, match="version 99"):
        Register(path, lambda: WALL_S)
    path.write_text("no database at all, but long enough to be taken for one" * 20)
    with pytest.raises(JournalError, match="give another path"):
        Register(path, lambda: WALL_S)
