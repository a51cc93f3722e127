"""Every script of tests/data/referee/scripts, each one behaviour."""

from pathlib import Path

import pytest

from tests.referee.script import Script, run, scripts

FOLDER = Path(__file__).parents[1] / "data" / "referee" / "scripts"
ALL = tuple(scripts(FOLDER))

NEEDS = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 18}
"""The numbered lines of what people need that concern the referee."""

FAILURES = {1, 2, 3, 4, 5, 6, 7, 9, 12, 13, 14}
"""The numbered lines of how such devices fail that concern the referee."""


def _name(script: Script) -> str:
    return f"{script.need + ': ' if script.need else ''}{script.file}: {script.title}"


@pytest.mark.parametrize("script", ALL, ids=_name)
def test_the_referee_says(script: Script) -> None:
    run(script)


def test_there_are_enough_scripts_and_no_title_twice() -> None:
    assert len(ALL) >= 150
    assert len({(script.file, script.title) for script in ALL}) == len(ALL)


def test_every_need_and_failure_that_concerns_the_referee_has_a_script() -> None:
    shown = {script.need for script in ALL}
    assert {f"need {number}" for number in NEEDS} <= shown
    assert {f"fail {number}" for number in FAILURES} <= shown


def test_every_script_says_something_or_is_silent_for_a_reason() -> None:
    assert all(script.exchanges for script in ALL)
