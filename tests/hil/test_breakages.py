"""The breakages of the checks on simulated hardware fit the product that they break."""

from pathlib import Path

import pytest

from tests.hil.guest.breakages import AT_THE_TABLE, BY_BOOT, Breakage

ROOT = Path(__file__).parents[2]
GUEST = Path(__file__).with_name("guest")
ALL = (*AT_THE_TABLE, *BY_BOOT.values())


@pytest.mark.parametrize("breakage", ALL, ids=lambda breakage: breakage.name)
def test_what_it_breaks_is_there_once(breakage: Breakage) -> None:
    for change in breakage.changes:
        assert (ROOT / change.path).read_text(encoding="utf-8").count(change.was) == 1, change


@pytest.mark.parametrize("breakage", ALL, ids=lambda breakage: breakage.name)
def test_the_check_that_must_see_it_is_made(breakage: Breakage) -> None:
    made = "".join(path.read_text(encoding="utf-8") for path in GUEST.glob("*.py") if path.name != "breakages.py")
    assert f'"{breakage.reddens}"' in made
