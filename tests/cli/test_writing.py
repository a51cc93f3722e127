"""Files that commands make: whole or not at all, and nothing else is replaced."""

import errno
import os
from pathlib import Path

import pytest

from pi_companion.cli.writing import whole_file
from pi_companion.errors import InputError


def write(target: Path, text: str) -> None:
    with whole_file(target) as part:
        part.write_text(text, encoding="utf-8")


def fill_the_disk(target: Path) -> None:
    with whole_file(target) as part:
        part.write_text("half", encoding="utf-8")
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_file_that_cannot_be_finished_leaves_the_old_one(tmp_path: Path) -> None:
    target = tmp_path / "match.mat"
    write(target, "old")
    with pytest.raises(InputError, match=r"match\.mat, but the system says: No space left"):
        fill_the_disk(target)
    assert [path.name for path in tmp_path.iterdir()] == ["match.mat"]
    assert target.read_text(encoding="utf-8") == "old"


def test_a_link_goes_on_pointing_where_it_points(tmp_path: Path) -> None:
    (tmp_path / "link.mat").symlink_to("real.mat")
    write(tmp_path / "link.mat", "text")
    assert (tmp_path / "link.mat").is_symlink()
    assert (tmp_path / "real.mat").read_text(encoding="utf-8") == "text"


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write(pipe, "text")
        assert os.read(reader, 100) == b"text"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_folder_is_no_place_for_a_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Is a directory"):
        write(tmp_path, "text")
    assert list(tmp_path.iterdir()) == []
