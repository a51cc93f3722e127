"""Profiles of the Pi's models."""

from pathlib import Path

import pytest

from pi_companion.devices.boards import load_pi_board
from pi_companion.errors import SettingsError

FOLDER = Path(__file__).parents[2] / "hardware" / "boards"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_every_profile_is_whole(path: Path) -> None:
    board = load_pi_board(path)
    assert board.model.startswith("Raspberry Pi")
    assert board.supply
    assert board.camera_cable


def test_the_four_models_are_there_and_the_small_one_holds_fewer_pictures() -> None:
    boards = {path.stem: load_pi_board(path) for path in FOLDER.glob("*.toml")}
    assert set(boards) == {"pi-3", "pi-4", "pi-5", "zero-2-w"}
    assert boards["zero-2-w"].buffers < boards["pi-4"].buffers


@pytest.mark.parametrize(
    ("text", "says"),
    [("nonsense", "cannot be read"), ('name = "x"\n', "wants name, model"), ("", "nothing came")],
)
def test_a_broken_profile_is_refused_by_its_path(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "b.toml").write_text(text)
    with pytest.raises(SettingsError, match=says):
        load_pi_board(tmp_path / "b.toml")


@pytest.mark.parametrize("buffers", ["1", "99", '"4"'])
def test_a_number_of_buffers_that_does_not_work_is_refused(tmp_path: Path, buffers: str) -> None:
    text = (FOLDER / "pi-4.toml").read_text().replace("buffers = 4", f"buffers = {buffers}")
    (tmp_path / "b.toml").write_text(text)
    with pytest.raises(SettingsError, match="buffers"):
        load_pi_board(tmp_path / "b.toml")
