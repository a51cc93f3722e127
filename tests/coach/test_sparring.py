"""What the companion decides as a player, with an engine whose answers are known."""

from dataclasses import replace

import pytest

from pi_companion.coach.engine import CubeView, EngineError, Level, Outlook
from pi_companion.coach.sparring import Ask, GivesUp, Intent, Moves, Partner, Says, asked
from pi_companion.coach.strength import Strength
from pi_companion.referee.course import Course, Dispute, Phase
from pi_companion.referee.events import (
    Doubled,
    GameOver,
    GameStarted,
    OpeningRoll,
    Played,
    ResignOffered,
    Rolled,
    TableEvent,
)
from pi_companion.rules import BAR, Cube, MatchScore, Position, Roll, Side, WinKind, legal_plays
from tests.coach.boards import board
from tests.coach.engines import DOUBLE_DROP, DOUBLE_TAKE, NO_DOUBLE_TAKE, TOO_GOOD, Broken, Chosen

WHITE, BLACK = Side.WHITE, Side.BLACK
RUTHLESS = Partner(BLACK, Strength.RUTHLESS, seed=1)


def course(*events: TableEvent, length: int = 5) -> Course:
    now = Course(MatchScore(length)).after(GameStarted(1, crawford=False))
    for event in events:
        now = now.after(event)
    return now


def opened(*events: TableEvent, length: int = 5) -> Course:
    """White has opened with 3-1; Black is on roll."""
    first = next(play for play in legal_plays(Position.start(), WHITE, Roll(3, 1)) if str(play) == "8/5 6/5")
    return course(OpeningRoll(3, 1), Played(WHITE, (3, 1), str(first), first.result), *events, length=length)


def at(position: Position, cube: Cube = Cube(), roll: Roll | None = None) -> Course:  # noqa: B008 - a frozen value
    """Black on roll in the middle of a game."""
    return replace(opened(), position=position, cube=cube, roll=roll)


def test_it_is_asked_only_what_is_its_to_decide() -> None:
    assert asked(course(), BLACK) is None
    assert asked(course(OpeningRoll(1, 3)), BLACK) is Ask.PLAY
    assert asked(course(OpeningRoll(3, 1)), BLACK) is None
    assert asked(opened(), BLACK) is Ask.BEFORE_ROLL
    assert asked(opened(), WHITE) is None
    assert asked(opened(Doubled(BLACK, 2)), WHITE) is Ask.ANSWER
    assert asked(opened(Doubled(BLACK, 2)), BLACK) is None
    assert asked(opened(ResignOffered(WHITE, 1)), BLACK) is Ask.CONSENT
    assert asked(opened(ResignOffered(WHITE, 1)), WHITE) is None
    assert asked(opened(GameOver(WHITE, 1, WinKind.SINGLE)), BLACK) is None
    disputed = replace(opened(), dispute=Dispute(WHITE, Position.start(), Roll(3, 1)))
    assert asked(disputed, BLACK) is None
    assert asked(replace(opened(), phase=Phase.MATCH_OVER), BLACK) is None


def test_it_plays_what_the_engine_likes_best() -> None:
    rolled = opened(Rolled(BLACK, (6, 4)))
    best = min(map(str, legal_plays(rolled.position, BLACK, Roll(6, 4))))
    decided = RUTHLESS.decide(rolled, Chosen())
    assert isinstance(decided, Moves)
    assert str(decided.play) == best


def test_a_weaker_one_slips_and_slips_alike_when_asked_again() -> None:
    """The same seed makes the same mistakes; over many seeds a weaker partner makes more of them."""
    rolled, engine = opened(Rolled(BLACK, (6, 4))), Chosen(step=0.03)
    best = min(map(str, legal_plays(rolled.position, BLACK, Roll(6, 4))))

    def mistakes(strength: Strength) -> int:
        chosen = [Partner(BLACK, strength, seed).choose(rolled, Roll(6, 4), engine) for seed in range(100)]
        again = [Partner(BLACK, strength, seed).choose(rolled, Roll(6, 4), engine) for seed in range(100)]
        assert chosen == again
        return sum(str(play) != best for play in chosen)

    assert mistakes(Strength.RUTHLESS) == 0
    assert 10 < mistakes(Strength.CLEVER) < mistakes(Strength.AVERAGE) < 95


def test_no_engine_is_needed_where_nothing_is_to_choose() -> None:
    closed = board({6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 8: 3}, {BAR: 1, 6: 5, 5: 5, 4: 4})
    assert RUTHLESS.decide(at(closed, roll=Roll(6, 5)), Broken()) == Moves(None)
    one = board({6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 8: 5}, {BAR: 1, 1: 2})
    forced = RUTHLESS.decide(at(one, roll=Roll(1, 1)), Broken())
    assert isinstance(forced, Moves)
    crawford = replace(opened(), score=MatchScore(5, white=4, crawford=True))
    assert RUTHLESS.decide(crawford, Broken()) is Says.ROLL


def test_an_engine_that_fails_is_no_play() -> None:
    with pytest.raises(EngineError):
        RUTHLESS.decide(opened(Rolled(BLACK, (6, 4))), Broken())


@pytest.mark.parametrize(
    ("view", "says"),
    [
        (NO_DOUBLE_TAKE, Says.ROLL),
        (DOUBLE_TAKE, Says.DOUBLE),
        (DOUBLE_DROP, Says.DOUBLE),
        (TOO_GOOD, Says.ROLL),
    ],
)
def test_it_doubles_where_doubling_is_better(view: CubeView, says: Says) -> None:
    assert RUTHLESS.decide(opened(), Chosen(view)) is says


def test_it_does_not_double_with_the_cube_on_the_other_side() -> None:
    engine = Chosen(DOUBLE_TAKE)
    assert RUTHLESS.decide(replace(opened(), cube=Cube(2, WHITE)), engine) is Says.ROLL
    assert engine.asked == []


@pytest.mark.parametrize(("view", "says"), [(DOUBLE_TAKE, Says.TAKE), (DOUBLE_DROP, Says.DROP)])
def test_it_takes_and_drops_by_what_is_cheaper(view: CubeView, says: Says) -> None:
    engine = Chosen(view)
    white = Partner(WHITE, Strength.RUTHLESS, seed=1)
    assert white.decide(opened(Doubled(BLACK, 2)), engine) is says
    [(about, xgid, _)] = engine.asked
    assert (about, xgid.on_roll, xgid.roll, xgid.cube) == ("cube", BLACK, None, Cube())


@pytest.mark.parametrize(
    ("outlook", "decided"),
    [
        (Outlook(0.0, 0.0, 0.0), GivesUp(1)),
        (Outlook(0.0, 1.0, 0.0), GivesUp(2)),
        (Outlook(0.0, 1.0, 1.0), GivesUp(3)),
        (Outlook(0.0, 0.4, 0.0), Says.ROLL),  # a gammon may yet be saved
        (Outlook(0.0, 1.0, 0.5), Says.ROLL),  # and a backgammon
        (Outlook(0.01, 0.0, 0.0), Says.ROLL),
    ],
)
def test_it_gives_up_what_is_surely_lost_and_for_no_more(outlook: Outlook, decided: Intent) -> None:
    race = board({1: 2}, {6: 5, 5: 5, 4: 2})
    assert RUTHLESS.decide(at(race), Chosen(chances=outlook)) == decided


def test_by_the_jacoby_rule_a_gammon_without_a_turned_cube_is_a_single_game() -> None:
    race = board({1: 2}, {6: 5, 5: 5, 4: 5})
    money = replace(at(race), score=MatchScore(0), jacoby=True)
    assert RUTHLESS.decide(money, Chosen(chances=Outlook(0.0, 1.0, 0.0))) == GivesUp(1)
    turned = replace(money, cube=Cube(2, BLACK))
    assert RUTHLESS.decide(turned, Chosen(chances=Outlook(0.0, 1.0, 0.0))) == GivesUp(2)


def test_it_never_gives_up_while_the_sides_meet() -> None:
    engine = Chosen(chances=Outlook(0.0, 0.0, 0.0))
    assert RUTHLESS.decide(opened(), engine) is Says.ROLL
    assert all(about != "outlook" for about, _, _ in engine.asked)


@pytest.mark.parametrize(("times", "says"), [(1, Says.REFUSE), (2, Says.AGREE), (3, Says.AGREE)])
def test_it_agrees_to_what_playing_on_would_not_better(times: int, says: Says) -> None:
    worth = CubeView(1.6, 1.6, 1.2, 1.0)
    assert RUTHLESS.decide(opened(ResignOffered(WHITE, times)), Chosen(worth)) is says


def test_an_offer_after_the_roll_is_weighed_with_the_roll() -> None:
    white_rolled = opened(Rolled(BLACK, (6, 4)), ResignOffered(BLACK, 1))
    white = Partner(WHITE, Strength.RUTHLESS, seed=1)
    assert white.decide(white_rolled, Chosen(best=-0.9)) is Says.AGREE
    assert white.decide(white_rolled, Chosen(best=-1.4)) is Says.REFUSE


def test_the_engine_looks_as_far_as_the_strength_wants() -> None:
    for strength, plays, cube in (
        (Strength.AVERAGE, Level.QUICK, Level.CAREFUL),
        (Strength.CLEVER, Level.QUICK, Level.CAREFUL),
        (Strength.RUTHLESS, Level.DEEP, Level.DEEP),
    ):
        engine = Chosen()
        partner = Partner(BLACK, strength, seed=1)
        partner.decide(opened(), engine)
        partner.decide(opened(Rolled(BLACK, (6, 4))), engine)
        assert [(about, level) for about, _, level in engine.asked] == [("cube", cube), ("plays", plays)]
