"""The page beside the demo, and new PINs from the command line."""

from pathlib import Path
from typing import Any, cast

import pytest

from pi_companion.cli.demo_page import NOT_HERE, DemoPage
from pi_companion.record.journal import Journal
from pi_companion.referee.events import Person
from pi_companion.referee.inputs import Command, ScorePutRight
from pi_companion.referee.terms import Terms
from pi_companion.table import Table, begin
from pi_companion.web.access import Access, Role
from pi_companion.web.orders import Asked, MatchWish
from pi_companion.web.page import OVERTAKEN
from tests.program import Run
from tests.service.played import Seer


def test_orders_are_done_between_frames_and_a_match_of_ones_own_is_refused(tmp_path: Path) -> None:
    page = DemoPage()
    order = Asked(Command(Person.DIRECTOR, "k", ScorePutRight(2, 1)))
    late = Asked(Command(Person.DIRECTOR, "late", ScorePutRight(4, 4)), "1.0.0")
    match = Asked(MatchWish("Ann", "Bob", 3, jacoby=True, terms=Terms()))
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        number, _ = begin(journal, 5)
        table = Table(cast("Any", Seer([])), journal, number)
        assert list(page.answer(table, 0.0)) == []
        page.page.submit(order)
        page.page.submit(late)
        page.page.submit(match)
        told = list(page.answer(table, 1.0))
    assert order.reply.result(timeout=0).refused == ""
    assert [each.event for each in told] == [*order.reply.result().events]
    assert table.state.course.score.white == 2
    assert late.reply.result(timeout=0).refused == OVERTAKEN
    assert match.reply.result(timeout=0).refused == NOT_HERE


@pytest.mark.parametrize("arguments", [("--no-page", "--stay"), ("--port", "70000"), ("--port", "-1")])
def test_a_page_that_cannot_be_is_one_line(run: Run, arguments: tuple[str, ...]) -> None:
    outcome = run("demo", *arguments)
    assert (outcome.status, outcome.out, len(outcome.err.splitlines())) == (2, "", 1)


def test_new_pins_open_what_they_should(run: Run, tmp_path: Path) -> None:
    (drawn,) = run("--journal", str(tmp_path / "j.sqlite"), "pins", "--json").lines
    access, none = Access.open(tmp_path / "access.json", lambda: 0.0, lambda: 0.0)
    assert none is None
    assert access.try_pin(drawn["player"], "a") is Role.PLAYER
    assert access.try_pin(drawn["director"], "a") is Role.DIRECTOR
