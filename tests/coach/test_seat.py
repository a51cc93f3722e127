"""The companion's seat: what it says at a table where people throw its dice, move its checkers and answer it."""

from dataclasses import dataclass, field

import pytest

from pi_companion.coach.engine import CubeView, Engine, Outlook
from pi_companion.coach.seat import AGAIN_S, Seat, Stand
from pi_companion.coach.sparring import Partner
from pi_companion.coach.strength import Strength
from pi_companion.coach.thinking import think
from pi_companion.referee.course import Course
from pi_companion.referee.events import Said, TableEvent
from pi_companion.referee.inputs import Answer, Input, ResignationAnswered
from pi_companion.referee.terms import Mode, Terms
from pi_companion.rules import Position, Roll, Side, legal_plays
from tests.coach.engines import DOUBLE_DROP, DOUBLE_TAKE, NO_DOUBLE_TAKE, Broken, Chosen
from tests.referee.script import ScriptTable, says

RESIGNS = Outlook(0.0, 0.0, 0.0)


@dataclass
class SparringTable(ScriptTable):
    """A table with the companion in Black's seat."""

    engine: Engine = field(default_factory=Chosen)
    slow: bool = False
    """Whether it is still thinking when the next thing happens."""

    waiting: list[Course] = field(default_factory=list)
    now_s: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.partner = Partner(Side.BLACK, Strength.RUTHLESS, seed=1)
        self.seat = Seat(self.partner, self.waiting.append)

    def tell(self, event: Input) -> list[TableEvent]:
        told = super().tell(event)
        for each in told:
            self.seat.told(each)
        self.attend()
        return told

    def attend(self) -> None:
        orders = self.seat.look(self.state, self.now_s)
        while self.waiting and not self.slow:
            self.seat.take(think(self.partner, self.waiting.pop(0), self.engine), self.now_s)
            orders = (*orders, *self.seat.look(self.state, self.now_s))
        for order in orders:
            self.tell(order)

    def said(self, script: str) -> list[str]:
        """Play a script; gives what the referee said meanwhile."""
        events: list[TableEvent] = self.do(script)
        return [says(event) for event in events if not isinstance(event, Said)]

    @property
    def shows(self) -> tuple[Stand, str]:
        return self.seat.view.stand, self.seat.view.words


def best(position: Position, dice: str) -> str:
    """What `Chosen` plays for Black."""
    return min(map(str, legal_plays(position, Side.BLACK, Roll(*map(int, dice.split("-"))))))


def opened(**more: object) -> SparringTable:
    """White has opened with 3-1 and made its five point; Black is on roll."""
    table = SparringTable(**more)  # type: ignore[arg-type]
    table.do("looks; opening 3-1; 8/5 6/5; lifts")
    return table


def test_it_asks_for_its_dice_and_shows_its_play() -> None:
    table = opened()
    assert table.shows == (Stand.ROLL, "Roll the dice for Black.")
    before = table.position
    assert table.said("rolls 6-4") == ["roll black 6-4"]
    play = best(before, "6-4")
    assert table.shows == (Stand.PLAY, f"Black plays 6-4: {play}.")
    assert str(table.seat.view.play) == play
    assert table.said(f"{play}; lifts") == [f"play black {play}"]
    assert table.shows == (Stand.IDLE, "")


def test_it_knows_its_play_while_the_opening_dice_lie_there() -> None:
    table = SparringTable()
    table.do("looks; opening 1-3")
    play = best(Position.start(), "3-1")
    assert table.shows == (Stand.PLAY, f"Black begins and plays 3-1: {play}.")
    assert table.said(f"{play}; lifts") == ["opening 1-3", f"play black {play}"]


def test_when_the_other_side_begins_it_waits() -> None:
    table = SparringTable()
    table.do("looks; opening 3-1")
    assert table.shows == (Stand.IDLE, "")


def test_a_play_moved_wrong_is_told_and_put_right_by_moving_it_right() -> None:
    table = opened()
    before = table.position
    play = best(before, "6-4")
    table.do("rolls 6-4")
    assert table.said("24/14; lifts") == ["play black 24/14"]
    stand, words = table.shows
    assert stand is Stand.WRONG
    assert words == f"Black's play is {play}, but 24/14 was played. Move its checkers so; if play goes on, it stands."
    assert table.seat.view.play is not None
    table.position = table.seat.view.play.result
    assert table.said("looks") == [f"amended 1 to play black {play}"]
    assert table.shows == (Stand.IDLE, "")
    assert table.state.course.position == table.position
    assert table.said("rolls 5-2; 13/8 24/22; lifts") == ["roll white 5-2", "play white 24/22* 13/8"]


def test_a_play_moved_wrong_stands_when_play_goes_on() -> None:
    table = opened()
    table.do("rolls 6-4; 24/14; lifts")
    assert table.shows[0] is Stand.WRONG
    assert table.said("rolls 5-2") == ["roll white 5-2"]
    assert table.shows == (Stand.IDLE, "")


def test_an_illegal_play_for_it_is_the_referees_to_tell() -> None:
    table = opened()
    table.do("rolls 6-4")
    assert table.said("24/15; lifts")[0].startswith("illegal black")
    assert table.shows == (Stand.IDLE, "")


def test_where_the_match_is_only_logged_nothing_is_said_of_a_wrong_play() -> None:
    table = opened(terms=Terms(Mode.LOG))
    table.do("rolls 6-4; 24/14; lifts")
    assert table.shows == (Stand.IDLE, "")


def test_it_doubles_before_its_roll_and_waits_for_the_answer() -> None:
    table = opened(engine=Chosen(DOUBLE_TAKE))
    assert says(table.events[-1]) == "double black 2"
    assert table.shows == (Stand.OFFER, "Black doubles to 2. White takes or drops.")
    table.engine = Chosen(NO_DOUBLE_TAKE)
    assert table.said("white: take") == ["take white"]
    assert table.shows == (Stand.ROLL, "Roll the dice for Black.")


def test_a_double_that_is_dropped_ends_the_game() -> None:
    table = opened(engine=Chosen(DOUBLE_DROP))
    assert table.said("white: drop") == ["drop white", "won black 1 drop", "score 0-1"]
    assert table.shows == (Stand.IDLE, "")


@pytest.mark.parametrize(("view", "answer"), [(DOUBLE_TAKE, "take black"), (DOUBLE_DROP, "drop black")])
def test_it_answers_a_double(view: CubeView, answer: str) -> None:
    table = opened()
    table.do(f"rolls 6-4; {best(table.position, '6-4')}; lifts")
    table.engine = Chosen(view)
    assert table.said("white: double white")[:2] == ["double white 2", answer]


def test_it_answers_an_offer_to_give_up() -> None:
    table = opened(engine=Chosen(CubeView(1.6, 1.6, 1.2, 1.0)))
    assert table.said("white: resign white 1") == ["offers resignation white 1", "resign refused black"]
    assert table.said("white: resign white 2")[:2] == ["offers resignation white 2", "resigned white 2"]


LOST = "-A-----------------edb----"
"""White bears off its last checker next turn; Black has eleven left."""


def test_it_gives_up_what_is_lost_and_refused_plays_on() -> None:
    table = opened(engine=Chosen(chances=RESIGNS))
    assert table.said(f"adopt {LOST} black") == ["corrected white", "offers resignation black 1"]
    assert table.shows == (Stand.OFFER, "Black offers to give up a single game. White agrees or refuses.")
    table.tell(ResignationAnswered(Answer.NO))
    assert table.shows == (Stand.ROLL, "Roll the dice for Black.")
    assert table.said("rolls 6-5; looks") == ["roll black 6-5"]


def test_it_gives_up_what_is_lost() -> None:
    table = opened(engine=Chosen(chances=RESIGNS))
    table.do(f"adopt {LOST} black")
    table.tell(ResignationAnswered(Answer.YES))
    assert [says(event) for event in table.events[-3:]] == ["resigned black 1", "won white 1 resign", "score 1-0"]


def test_an_engine_that_fails_is_said_and_asked_again_later() -> None:
    table = opened(engine=Broken())
    table.do("rolls 6-4")
    stand, words = table.shows
    assert stand is Stand.TROUBLE
    assert words.startswith("Black cannot decide: the engine has died")
    table.engine = Chosen()
    table.attend()
    assert table.shows == (stand, words)
    table.now_s += AGAIN_S
    table.attend()
    assert table.shows[1].startswith("Black plays 6-4: ")


def test_people_may_play_for_it_while_the_engine_fails() -> None:
    table = opened(engine=Broken())
    assert table.said("rolls 6-4; 24/14; lifts") == ["roll black 6-4", "play black 24/14"]
    assert table.shows == (Stand.IDLE, "")


def test_a_thought_that_comes_too_late_is_let_go() -> None:
    table = opened(engine=Chosen(DOUBLE_TAKE), slow=True)
    assert table.shows == (Stand.THINKING, "Black is thinking.")
    table.do("rolls 6-4")
    table.slow = False
    table.attend()
    assert table.shows[0] is Stand.PLAY
    assert all(says(event) != "double black 2" for event in table.events)


def test_after_an_undo_it_says_its_play_again() -> None:
    table = opened()
    play = best(table.position, "6-4")
    table.do(f"rolls 6-4; {play}; lifts")
    table.do("table: undo")
    assert table.shows == (Stand.PLAY, f"Black plays 6-4: {play}.")
