"""What the guest's checks expect of a panel is what the product shows of the same course of a match."""

from collections.abc import Iterable

from pi_companion.devices.camera import CameraHealth
from pi_companion.record.wire import to_wire
from pi_companion.referee import resume
from pi_companion.referee.events import (
    Doubled,
    GameStarted,
    MatchStarted,
    NoMove,
    OpeningRoll,
    Played,
    Rolled,
    TableEvent,
    Taken,
)
from pi_companion.rules import Position, Side, parse_play
from pi_companion.service.panel import Ailments, panel_view
from tests.hil.guest.game import NONE, Event, Shown, last_roll, shown_after

WHITE, BLACK = Side.WHITE, Side.BLACK
FIRST = parse_play("8/5 6/5", Position.start(), WHITE, None)
SECOND = parse_play("24/14", FIRST.result, BLACK, None)
GAME: tuple[TableEvent, ...] = (
    MatchStarted(7),
    GameStarted(1, crawford=False),
    OpeningRoll(3, 1),
    Played(WHITE, (3, 1), "8/5 6/5", FIRST.result),
    Rolled(BLACK, (4, 6)),
    Played(BLACK, (4, 6), "24/14", SECOND.result),
    Doubled(WHITE, 2),
    Taken(BLACK),
    Rolled(WHITE, (5, 2)),
    NoMove(WHITE, (5, 2), SECOND.result),
    Rolled(BLACK, (1, 1)),
)


def written(events: Iterable[TableEvent]) -> list[Event]:
    return [{**to_wire(event)} for event in events]


def shown_by_the_product(events: Iterable[TableEvent]) -> Shown:
    view = panel_view(resume(events), Ailments(camera=CameraHealth.LIVE), pressed=False)
    dice = tuple(sorted(view.dice or NONE, reverse=True))
    return Shown(dice, view.turn.value if view.turn else "", view.cube_owner.value if view.cube_owner else "")


def test_it_is_what_the_product_shows_after_every_event_that_settles_it() -> None:
    settled = 0
    for count in range(len(GAME) + 1):
        wanted = shown_after(written(GAME[:count]))
        if wanted is not None:
            assert wanted == shown_by_the_product(GAME[:count]), GAME[count - 1]
            settled += 1
    assert settled == 8


def test_nothing_is_expected_while_a_double_is_pending_or_before_the_opening_roll() -> None:
    assert shown_after([]) is None
    assert shown_after(written(GAME[:7])) is None


def test_the_last_roll_is_whose_dice_lie_there_also_when_its_turn_is_told() -> None:
    told = written(GAME[:6])
    assert last_roll(told) == ("black", (6, 4))
    assert last_roll(told[:4]) == ("", NONE)
