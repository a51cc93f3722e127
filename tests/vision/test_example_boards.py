"""The example boards in calibration/boards are profiles, and one is tried with a picture of its board."""

from pathlib import Path

import pytest

from pi_companion.devices import load_image
from pi_companion.rules import Position
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.reader import Reader
from pi_companion.vision.solve import read_position

ROOT = Path(__file__).parents[2]
PROFILES = sorted((ROOT / "calibration/boards").glob("*.toml"))
PICTURE = ROOT / "tests/data/vision/game4/f0001.jpg"


def test_there_are_some() -> None:
    assert len(PROFILES) >= 4


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.stem)
def test_each_is_a_profile_that_was_made_well_and_says_what_it_shows(path: Path) -> None:
    profile = BoardProfile.load(path)
    assert profile.quality > 0.95
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert not path.read_text(encoding="utf-8").startswith("# Board profile of"), "nobody would know which board it is"


def test_the_board_of_the_recorded_game_is_read_with_its_profile() -> None:
    profile = BoardProfile.load(ROOT / "calibration/boards/green-board.toml")
    picture = load_image(PICTURE)
    assert picture.shape[1::-1] == profile.picture_px
    observation = Reader(profile).observe(picture, profile.geometry)
    assert read_position(observation).position == Position.start()
