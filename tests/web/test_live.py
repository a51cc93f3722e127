"""What the live page shows: what the camera sees, while that is what people want to know."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pi_companion.referee.events import OpeningRoll, Played
from pi_companion.rules import Position, Side, parse_play
from tests.referee.conftest import Eye
from tests.web.serving import Serving, Tabletop

START = Position.start()
MISSING_ONE = replace(START, white=(*START.white[:6], 4, *START.white[7:24], 3, 0))


@pytest.fixture
def table(tmp_path: Path) -> Tabletop:
    return Tabletop(tmp_path / "journal.sqlite")


def look(table: Tabletop, position: Position, dice: tuple[tuple[int, tuple[float, float]], ...] = ()) -> None:
    for number in range(3):
        table.take(Eye().see(table.clock() + number, position, dice))


def shown(table: Tabletop) -> object:
    return json.loads(table.page.hub.news(None).text)["state"]["seen"]


def test_the_start_position_is_shown_as_it_is_seen(table: Tabletop) -> None:
    look(table, MISSING_ONE)
    assert shown(table) == {"white": [*MISSING_ONE.white], "black": [*MISSING_ONE.black]}
    look(table, START)
    assert shown(table) == {"white": [*START.white], "black": [*START.black]}


def test_once_dice_lie_there_the_record_is_shown(table: Tabletop) -> None:
    look(table, START, ((3, (0.6, 0.5)), (1, (0.2, 0.5))))
    assert shown(table) is None


def test_in_the_middle_of_a_game_the_record_is_shown(table: Tabletop) -> None:
    after = parse_play("8/5 6/5", START, Side.WHITE, None).result
    table.happen(OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", after))
    look(table, after)
    assert shown(table) is None


def test_a_stream_goes_on_after_the_number_in_its_address(served: Serving) -> None:
    with served.browser().live() as stream:
        stream.news()
        last = stream.last
    served.table.happen(OpeningRoll(3, 1))
    with served.browser().live(path=f"/api/live?after={last}") as stream:
        assert [event["event"] for event in stream.news()["events"]] == ["opening_roll"]
