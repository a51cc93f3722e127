"""What is asked for on the page and carried out by the loop."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from pi_companion.config import MatchSettings
from pi_companion.errors import JournalError, ProfileError
from pi_companion.record.journal import Journal, Stamp
from pi_companion.referee.events import MatchStarted, Person, TermsAgreed, Undone
from pi_companion.referee.inputs import Command, Redo, Undo
from pi_companion.referee.terms import Mode, Terms, TurnEnd
from pi_companion.service.match import Agreed, MatchKeeper
from pi_companion.service.wishes import LATER, Desk, carry_out
from pi_companion.web.live import record_mark
from pi_companion.web.orders import Asked, MatchWish, ProfileWish, Reply
from pi_companion.web.page import OVERTAKEN
from tests.devices.fakes import Clock
from tests.service.played import Seer, played

GAME = played()


class Office:
    """A table with everything that wishes are carried out with."""

    def __init__(self, journal: Journal) -> None:
        self.seer = Seer(GAME)
        terms = Terms(turn_end=TurnEnd.BUTTON)
        self.keeper = MatchKeeper(
            cast("Any", self.seer),
            journal,
            MatchSettings(),
            lambda t_s, name: Stamp(t_s, frame=name),
            Clock(),
            Agreed(terms),
        )
        self.kept: list[Any] = []
        self.refuses = False
        self._asked = 0

    def keep(self, profile: Any) -> None:
        if self.refuses:
            raise ProfileError("wanted to write the board; the disk is read-only")
        self.kept.append(profile)

    def ask(self, wish: Any, upon: str = "") -> Reply:
        asked = Asked(wish, upon)
        self._asked += 1
        desk = Desk(self.keeper, cast("Any", self.seer), self.keep)
        self.told = carry_out(asked, desk, float(self._asked), f"page {self._asked}")
        return asked.reply.result(timeout=0)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        yield Office(journal)


def undo(key: str = "k") -> Command:
    return Command(Person.TABLE, key, Undo(1))


def wish(**more: Any) -> MatchWish:
    return MatchWish("Ann", "Bob", 3, jacoby=True, terms=Terms(mode=Mode.TEACH, pictures=False), **more)


def test_an_order_is_carried_out_and_its_reply_says_what_came_of_it(office: Office) -> None:
    reply = office.ask(undo())
    assert reply.refused == ""
    assert any(isinstance(event, Undone) for event in reply.events)
    assert [told.event for told in office.told] == [*reply.events]


def test_what_cannot_be_is_refused_in_a_sentence(office: Office) -> None:
    assert office.ask(Command(Person.TABLE, "k", Redo(1))).refused.endswith(".")


def test_a_match_begins_with_what_was_agreed_and_the_one_before_stays(office: Office) -> None:
    before = office.keeper.number
    reply = office.ask(wish())
    assert office.keeper.number == before + 1
    (started,) = [event for event in reply.events if isinstance(event, MatchStarted)]
    assert (started.white, started.black, started.length) == ("Ann", "Bob", 3)
    (agreed,) = [event for event in reply.events if isinstance(event, TermsAgreed)]
    assert (agreed.terms.mode, agreed.terms.pictures) == (Mode.TEACH, False)
    assert agreed.terms.turn_end is TurnEnd.BUTTON, "what the page does not ask for is as usual at this table"


def test_a_wish_for_a_match_that_comes_twice_begins_one(office: Office) -> None:
    before = office.keeper.number
    for _ in range(2):
        assert office.ask(wish(key="k")).refused == ""
    assert office.keeper.number == before + 1
    office.ask(wish(key="other"))
    assert office.keeper.number == before + 2


def test_an_order_upon_a_record_that_is_no_longer_so_is_refused(office: Office) -> None:
    shown = record_mark(office.keeper.number, office.keeper.state)
    assert office.ask(undo("first"), shown).refused == ""
    assert office.ask(undo("second"), shown).refused == OVERTAKEN
    assert office.ask(undo("first"), shown).refused == "", "it was obeyed already"
    assert office.ask(Command(Person.TABLE, "third", Redo(1))).refused == ""


def test_a_board_is_kept_and_then_watched(office: Office) -> None:
    profile = cast("Any", object())
    assert office.ask(ProfileWish(profile)).refused == ""
    assert office.kept == [profile]
    assert office.seer.used is profile


def test_a_board_that_cannot_be_kept_is_not_watched(office: Office) -> None:
    office.refuses = True
    assert "read-only" in office.ask(ProfileWish(cast("Any", object()))).refused
    assert not hasattr(office.seer, "used")


def test_while_the_disk_refuses_an_order_waits_and_says_so(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise JournalError("wanted to write; the disk is full")

    monkeypatch.setattr(Journal, "append_all", refuse)
    assert office.ask(undo()).refused == LATER
    assert "full" in office.ask(wish()).refused


def test_a_wish_that_nobody_waits_for_any_more_is_left(office: Office) -> None:
    asked = Asked(wish())
    asked.reply.cancel()
    before = office.keeper.number
    assert carry_out(asked, Desk(office.keeper, cast("Any", office.seer), office.keep), 0.0, "page 1") == []
    assert office.keeper.number == before
