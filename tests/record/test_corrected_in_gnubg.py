"""Undo, redo and amendments reach gnubg as what they come to: the same plays, cube, scores and winners."""

from pathlib import Path

import pytest

from pi_companion.record.losses import mat_losses
from pi_companion.record.transcript import MatchRecord, transcribe
from tests.record.in_gnubg import Form, check_in_gnubg, needs_gnubg
from tests.referee.script import Script, scripts, table_for

SCRIPTS = Path(__file__).parents[1] / "data" / "referee" / "scripts"

pytestmark = needs_gnubg


@pytest.fixture(scope="module")
def told() -> list[MatchRecord]:
    """Give what every script of the referee comes to; among them are all orders that put something right."""
    return [played(script) for script in scripts(SCRIPTS)]


def played(script: Script) -> MatchRecord:
    table = table_for(script)
    for exchange in script.exchanges:
        table.do(exchange.does)
    return transcribe(table.events)


@pytest.mark.parametrize("form", Form)
def test_what_every_script_of_the_referee_tells_is_the_same_in_gnubg(
    tmp_path: Path, told: list[MatchRecord], form: Form
) -> None:
    read = [record for record in told if form is Form.SGF or not any("beaver" in loss for loss in mat_losses(record))]
    assert len(told) - len(read) <= (7 if form is Form.MAT else 0)  # beavers dropped or open are what .mat cannot say
    check_in_gnubg(tmp_path, form, *read)
