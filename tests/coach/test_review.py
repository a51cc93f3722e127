"""A match judged: by an engine that stands in, whose answers are known, and by the real gnubg."""

from dataclasses import dataclass, field, replace

import pytest

from pi_companion.coach.engine import CubeView, EngineError, Level, Outlook, Ranked
from pi_companion.coach.gnubg import Gnubg, find_gnubg
from pi_companion.coach.report import report
from pi_companion.coach.review import Kind, Review, review
from pi_companion.paper.html import to_html
from pi_companion.paper.pages import Paper, set_pages
from pi_companion.paper.pdf import to_pdf
from pi_companion.record.transcript import MatchRecord, transcribe
from pi_companion.referee.events import (
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    MatchStarted,
    OpeningRoll,
    Played,
    Rolled,
    Scored,
    TableEvent,
    Taken,
)
from pi_companion.rules import Play, Position, Roll, Side, WinKind, Xgid, legal_plays, parse_play

WHITE, BLACK = Side.WHITE, Side.BLACK


@dataclass
class Known:
    """An engine that ranks plays by their writing and has one view of every cube."""

    view: CubeView = field(default_factory=lambda: CubeView(0.5, 0.5, 0.25, 1.0))
    asked: list[tuple[Xgid, Level]] = field(default_factory=list)
    dies_at: int | None = None

    def plays(self, xgid: Xgid, level: Level) -> tuple[Ranked, ...]:
        self._count(xgid, level)
        assert xgid.roll is not None
        plays: list[Play] = sorted(legal_plays(xgid.position, xgid.on_roll, xgid.roll), key=str)
        return tuple(Ranked(play, 0.5 - number / 100) for number, play in enumerate(plays))

    def cube(self, xgid: Xgid, level: Level) -> CubeView:
        self._count(xgid, level)
        return self.view

    def outlook(self, xgid: Xgid, level: Level) -> Outlook:
        self._count(xgid, level)
        return Outlook(0.5, 0.1, 0.0)

    def _count(self, xgid: Xgid, level: Level) -> None:
        self.asked.append((xgid, level))
        if len(self.asked) == self.dies_at:
            raise EngineError("the engine has died")


def played(position: Position, side: Side, dice: tuple[int, int], rank: int) -> Played:
    """Play what `Known` ranks so."""
    play = sorted(legal_plays(position, side, Roll(*dice)), key=str)[rank]
    return Played(side, dice, str(play), play.result)


def short_match(answer: TableEvent, *then: TableEvent) -> MatchRecord:
    """White opens with its fourth choice, Black plays its best, White doubles."""
    first = played(Position.start(), WHITE, (3, 1), 3)
    second = played(first.position, BLACK, (6, 4), 0)
    events: list[TableEvent] = [
        MatchStarted(5, "Ada", "Bo"),
        GameStarted(1, crawford=False),
        OpeningRoll(3, 1),
        first,
        Rolled(BLACK, (6, 4)),
        second,
        Doubled(WHITE, 2),
        answer,
        *then,
    ]
    return transcribe(events)


DROPPED = short_match(Dropped(BLACK), GameOver(WHITE, 1, WinKind.DROP), Scored(1, 0))


def test_errors_are_what_the_best_was_worth_more() -> None:
    found = review(DROPPED, Known())
    told = [(each.side, each.kind, round(each.error, 4), each.best) for each in found.decisions]
    first = min(map(str, legal_plays(Position.start(), WHITE, Roll(3, 1))))
    assert told == [
        (WHITE, Kind.PLAY, 0.03, first),
        (BLACK, Kind.PLAY, 0.0, told[1][3]),
        (WHITE, Kind.DOUBLE, 0.25, "no double"),  # 0.5 kept against 0.25 when taken
        (BLACK, Kind.DROP, 0.75, "take"),  # 1.0 given where 0.25 would do
    ]
    assert found.error_rate(WHITE) == pytest.approx(140)
    assert found.error_rate(BLACK) == pytest.approx(375)


def test_a_take_of_what_should_be_dropped_is_an_error() -> None:
    found = review(short_match(Taken(BLACK)), Known(CubeView(1.0, 0.8, 1.5, 1.0)))
    kinds = {each.kind: each.error for each in found.decisions}
    assert kinds[Kind.DOUBLE] == 0
    assert kinds[Kind.TAKE] == pytest.approx(0.5)


def test_a_missed_double_is_counted_where_one_might_have_been_offered() -> None:
    found = review(DROPPED, Known(CubeView(1.0, 0.8, 1.5, 1.0)))
    missed = [each for each in found.decisions if each.kind is Kind.NO_DOUBLE]
    assert [(each.side, each.number, each.best) for each in missed] == [(BLACK, 2, "double, drop")]
    assert missed[0].error == pytest.approx(0.2)


def test_in_the_crawford_game_no_double_is_missed() -> None:
    crawford = replace(DROPPED, games=(replace(DROPPED.games[0], crawford=True, actions=DROPPED.games[0].turns),))
    found = review(crawford, Known(CubeView(1.0, 0.8, 1.5, 1.0)))
    assert {each.kind for each in found.decisions} == {Kind.PLAY}


def test_the_engine_is_asked_by_the_score_and_the_cube() -> None:
    engine = Known()
    review(short_match(Taken(BLACK), played(DROPPED.games[0].position, WHITE, (2, 1), 0)), engine)
    last, level = engine.asked[-1]
    assert (last.length, last.cube.value, last.cube.owner, last.on_roll) == (5, 2, BLACK, WHITE)
    assert level is Level.QUICK


def test_luck_is_counted_from_the_second_roll_on() -> None:
    found = review(DROPPED, Known(CubeView(0.2, 0.2, 0.1, 1.0)))
    assert [(each.side, each.number) for each in found.luck] == [(BLACK, 2)]
    assert found.luck_of(BLACK) == pytest.approx(0.3)
    assert found.luck_of(WHITE) == 0


def test_where_the_engine_dies_the_review_ends_and_says_so() -> None:
    found = review(DROPPED, Known(dies_at=3))
    assert "Game 1: the engine has died" in found.stopped
    assert len(found.decisions) == 1
    assert "the engine has died" in to_html(report(DROPPED, found))


@pytest.mark.parametrize("found", [review(DROPPED, Known()), None], ids=["judged", "without an engine"])
def test_a_report_is_made_with_and_without_a_review(found: Review | None) -> None:
    document = report(DROPPED, found, why_no_review="None is installed.")
    page = to_html(document)
    assert "Ada against Bo" in page
    assert ("None is installed." in page) is (found is None)
    told = "Game 1 at 0-0, before turn 3. Bo, doubled to 2: drop. Better: take, by 0.750."
    assert (told in page) is (found is not None)
    assert to_pdf(set_pages(document, Paper.LETTER), document.title).startswith(b"%PDF")


def test_a_match_that_has_hardly_begun_has_a_report() -> None:
    record = transcribe([MatchStarted(5, "Ada", "Bo"), GameStarted(1, crawford=False)])
    assert "stands at 0-0" in to_html(report(record, review(record, Known())))


@pytest.mark.skipif(find_gnubg() is None, reason="gnubg is not installed (apt install gnubg)")
def test_the_real_engine_finds_a_blunder_and_nothing_wrong_with_the_best_play() -> None:
    good = parse_play("8/5 6/5", Position.start(), WHITE, Roll(3, 1))
    bad = parse_play("6/3 6/5", good.result, BLACK, Roll(3, 1))
    record = transcribe(
        [
            MatchStarted(7),
            GameStarted(1, crawford=False),
            OpeningRoll(3, 1),
            Played(WHITE, (3, 1), str(good), good.result),
            Rolled(BLACK, (3, 1)),
            Played(BLACK, (3, 1), str(bad), bad.result),
        ]
    )
    with Gnubg(start_s=60, answer_s=60) as engine:
        found = review(record, engine)
    assert found.stopped == ""
    white, black = found.decisions
    assert white.error == 0
    assert black.error > 0.2
    assert black.best == "8/5 6/5"
