"""What is exported opens in the real gnubg with the same plays, cube actions, scores and winners."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pi_companion.record.transcript import (
    CubeAction,
    CubeVerb,
    MatchRecord,
    Outcome,
    Resignation,
    Turn,
    transcribe,
)
from pi_companion.referee.events import (
    Beavered,
    Corrected,
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    Scored,
    Stood,
    TableEvent,
    Taken,
)
from pi_companion.rules import BAR, OFF, Breach, Position, Roll, Side, WinKind, legal_plays
from tests.record.in_gnubg import Form, check_in_gnubg, expected_facts, frozen_position, needs_gnubg, through_gnubg

MatchPlayer = Callable[..., tuple[TableEvent, ...]]

pytestmark = needs_gnubg

Kinds = Counter[str]


def kinds_of(record: MatchRecord) -> Kinds:
    found: Kinds = Counter()
    found["no jacoby"] += not record.started.jacoby and not record.started.length
    found["long match"] += record.started.length > 15
    for game in record.games:
        found["crawford"] += game.crawford
        found["automatic double"] += game.cube_start > 1
        found["unfinished"] += game.result is None
        found["cube at 64"] += game.cube_value >= 64
        for action in game.actions:
            found[action.outcome.value if isinstance(action, Turn) else type(action).__name__] += 1
            found["beaver"] += isinstance(action, CubeAction) and action.verb is CubeVerb.BEAVER
            found["resigned a gammon"] += isinstance(action, Resignation) and action.multiple == 2
            found["resigned a backgammon"] += isinstance(action, Resignation) and action.multiple == 3
            if isinstance(action, Turn):
                found["from the bar"] += action.before.counts(action.side)[BAR] > 0
                found["borne off"] += action.after.counts(action.side)[OFF] > action.before.counts(action.side)[OFF]
        if game.result is not None:
            found[game.result.kind.value] += 1
    return found


LENGTHS = [0, 1, 2, 3, 5, 7, 11, 0, 9, 3, 5, 7, 21, 0, 1, 5, 17, 4, 3, 25]


def matches(random_match: MatchPlayer) -> list[MatchRecord]:
    """Thirty-eight matches of all kinds: of every length, cut off, money with beavers, high cubes, odd names."""
    played = [random_match(seed, length, jacoby=seed % 2 == 0) for seed, length in enumerate(LENGTHS)]
    played += [random_match(seed, 0, jacoby=seed % 2 == 0, beavers=0.3, doubles=0.1) for seed in range(30, 34)]
    played += [random_match(seed, 0, doubles=0.5) for seed in range(40, 44)]
    played += [random_match(seed, 64, doubles=0.5, names=("Zoë \\ [x]", "Jo; 1) 31:")) for seed in range(50, 53)]
    played += [cut(random_match(seed, 3), seed) for seed in range(60, 67)]
    return list(map(transcribe, played))


def cut(events: tuple[TableEvent, ...], seed: int) -> tuple[TableEvent, ...]:
    """Leave a match off after a roll or a play."""
    places = [place for place, event in enumerate(events) if isinstance(event, Played | Rolled | Taken | Doubled)]
    return events[: random.Random(seed).choice(places) + 1]


@pytest.mark.parametrize("form", Form)
def test_whole_matches_are_the_same_in_gnubg(tmp_path: Path, random_match: MatchPlayer, form: Form) -> None:
    records = matches(random_match)
    assert len(records) >= 30
    check_in_gnubg(tmp_path, form, *records)
    seen: Kinds = sum(map(kinds_of, records), Counter())
    wanted = {"from the bar", "borne off", "beaver", "unfinished", "cube at 64", "no jacoby", "long match", "crawford"}
    wanted |= {"played", "no move", "corrected", "stood", "unplayed", "CubeAction", "Resignation"}
    wanted |= {"resigned a gammon", "resigned a backgammon"} | {kind.value for kind in WinKind}
    assert wanted <= {kind for kind, count in seen.items() if count}


@pytest.mark.parametrize("form", Form)
def test_automatic_doubles(tmp_path: Path, random_match: MatchPlayer, form: Form) -> None:
    """gnubg has them from .sgf; a .mat file cannot say them, so each game counts there as without them."""
    records = [transcribe(random_match(seed, 0, automatic=2, doubles=0.0)) for seed in range(8)]
    assert sum(game.cube_start > 1 for record in records for game in record.games) > 2
    check_in_gnubg(tmp_path, form, *records)


def test_a_dropped_beaver_is_the_same_from_sgf(tmp_path: Path) -> None:
    play = legal_plays(Position.start(), Side.WHITE, Roll(3, 1))[0]
    offer = (OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), str(play), play.result), Doubled(Side.BLACK, 2))
    end = (Dropped(Side.BLACK), GameOver(Side.WHITE, 2, WinKind.DROP), Scored(2, 0))
    events = (MatchStarted(0), GameStarted(1, crawford=False), *offer, Beavered(Side.WHITE, 4), *end)
    check_in_gnubg(tmp_path, Form.SGF, transcribe([*events, GameStarted(2, crawford=False), OpeningRoll(3, 1)]))


def begin(*events: TableEvent) -> MatchRecord:
    return transcribe([MatchStarted(3, "Ann", "Bob"), GameStarted(1, crawford=False), *events])


@pytest.mark.parametrize("form", Form)
def test_a_board_with_a_checker_too_few_is_the_same_in_gnubg(tmp_path: Path, form: Form) -> None:
    start = Position.start()
    lost = Position((*start.white[:6], 4, *start.white[7:]), start.black)
    illegal = IllegalPlay(Side.WHITE, (3, 1), lost, (Breach.CHECKER_COUNT_WRONG,), "one is missing")
    check_in_gnubg(tmp_path, form, begin(OpeningRoll(3, 1), illegal, Stood(Side.WHITE)))


@pytest.mark.parametrize("form", Form)
def test_a_roll_that_was_never_seen_played_does_not_end_the_game(tmp_path: Path, form: Form) -> None:
    first = legal_plays(Position.start(), Side.WHITE, Roll(3, 1))[0]
    second = legal_plays(first.result, Side.WHITE, Roll(4, 2))[0]
    record = begin(
        OpeningRoll(3, 1),
        Played(Side.WHITE, (3, 1), str(first), first.result),
        Rolled(Side.BLACK, (6, 5)),
        Rolled(Side.WHITE, (4, 2)),
        Played(Side.WHITE, (4, 2), str(second), second.result),
    )
    check_in_gnubg(tmp_path, form, record)


@pytest.mark.parametrize("form", Form)
def test_a_board_that_was_set_anew_between_turns_is_the_same_in_gnubg(tmp_path: Path, form: Form) -> None:
    """Only .sgf can say it; in .mat the board after the next turn is written, and play goes on from there."""
    start = Position.start()
    first, second = (legal_plays(start, Side.WHITE, Roll(3, 1))[place].result for place in (0, 1))
    reply = legal_plays(second, Side.BLACK, Roll(4, 2))[0].result
    answer = legal_plays(reply, Side.WHITE, Roll(6, 5))[0].result
    turns = (
        Turn(Side.WHITE, (3, 1), start, first, Outcome.PLAYED),
        Turn(Side.BLACK, (4, 2), second, reply, Outcome.PLAYED),
        Turn(Side.WHITE, (6, 5), reply, answer, Outcome.PLAYED),
    )
    record = begin()
    ((game,),) = through_gnubg(
        tmp_path, form, [replace(record, games=(replace(record.games[0], actions=turns, position=answer),))]
    )
    as_mat = [("roll", "B", "42"), ("board", frozen_position(reply))]
    as_sgf = [("board", frozen_position(second)), ("play", "B", "42", frozen_position(reply))]
    assert game.facts == [
        ("play", "W", "31", frozen_position(first)),
        *(as_mat if form is Form.MAT else as_sgf),
        ("play", "W", "65", frozen_position(answer)),
    ]


@pytest.mark.parametrize("form", Form)
def test_the_last_checkers_borne_off_illegally_win_in_gnubg(tmp_path: Path, form: Form) -> None:
    start = Position.start()
    over = Position((15,) + (0,) * 25, start.black)
    record = begin(
        OpeningRoll(1, 3),
        IllegalPlay(Side.BLACK, (3, 1), start, (Breach.NO_MOVE_MADE,), "nothing was moved"),
        Stood(Side.BLACK),
        Rolled(Side.WHITE, (6, 6)),
        IllegalPlay(Side.WHITE, (6, 6), over, (Breach.TOO_MANY_MOVES,), "too many"),
        Stood(Side.WHITE),
        GameOver(Side.WHITE, 3, WinKind.BACKGAMMON),
    )
    ((game,),) = through_gnubg(tmp_path, form, [record])
    assert game.facts == expected_facts(record.games[0], form)
    assert game.result.startswith("W+")


@pytest.mark.parametrize("form", Form)
def test_a_last_checker_borne_off_with_any_die_wins_in_gnubg(tmp_path: Path, form: Form) -> None:
    """Black's last checker leaves with the 6 although the 1 could have been played first: that is legal and an end."""
    board = Position((0, 15) + (0,) * 24, (14, 0, 1) + (0,) * 23)
    record = begin(
        OpeningRoll(3, 1),
        IllegalPlay(Side.WHITE, (3, 1), board, (Breach.WRONG_DISTANCE,), "everything was moved"),
        Stood(Side.WHITE),
        Rolled(Side.BLACK, (6, 1)),
        Played(Side.BLACK, (6, 1), "2/off", Position(board.white, (15,) + (0,) * 25)),
        GameOver(Side.BLACK, 2, WinKind.GAMMON),
    )
    check_in_gnubg(tmp_path, form, record)


@pytest.mark.parametrize("form", Form)
def test_a_roll_with_one_legal_play_before_a_resignation_is_not_played_in_gnubg(tmp_path: Path, form: Form) -> None:
    """White on the bar against a five-point board has one way in and nothing else to move."""
    white = (14,) + (0,) * 24 + (1,)
    black = (0, 0, 3, 3, 3, 3, 3) + (0,) * 19
    board = Position(white, black)
    assert len(legal_plays(board, Side.WHITE, Roll(1, 1))) == 1
    record = begin(
        OpeningRoll(1, 3),
        IllegalPlay(Side.BLACK, (3, 1), board, (Breach.WRONG_DISTANCE,), "everything was moved"),
        Stood(Side.BLACK),
        Rolled(Side.WHITE, (1, 1)),
        Resigned(Side.WHITE, 1),
        GameOver(Side.BLACK, 1, WinKind.RESIGN),
    )
    check_in_gnubg(tmp_path, form, record)


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize(
    ("name", "told", "in_mat"),
    [
        ("Zoë: Müller", "Zoë: Müller", "Zoë Müller"),
        ("Tom, 1800", "Tom, 1800", "Tom 1800"),
        ("Tom, jr.", "Tom, jr.", "Tom, jr."),
        ("a\tb\nc", "a b c", "a b c"),
        ("é" * 40, "é" * 15, "é" * 15),
        (":", ":", "White"),
        ("", "White", "White"),
        ("Game 7", "Game 7", "Game 7"),
        ("a]b\\c", "a\\]b/c", "a\\]b\\\\c"),
    ],
)
def test_any_name_reaches_gnubg_without_harm(tmp_path: Path, form: Form, name: str, told: str, in_mat: str) -> None:
    events: list[TableEvent] = [MatchStarted(3, name, "Bob"), GameStarted(1, crawford=False), OpeningRoll(3, 1)]
    record = transcribe([*events, Resigned(Side.WHITE, 1), GameOver(Side.BLACK, 1, WinKind.RESIGN)])
    check_in_gnubg(tmp_path, form, record)
    assert f"PW[{in_mat if form is Form.MAT else told}]" in (tmp_path / "0.sgf").read_text(encoding="utf-8")


def test_what_was_put_right_is_a_comment_in_sgf(tmp_path: Path) -> None:
    start = Position.start()
    after = next(play for play in legal_plays(start, Side.WHITE, Roll(3, 1)) if str(play) == "8/5 6/5").result
    record = begin(
        OpeningRoll(3, 1),
        IllegalPlay(Side.WHITE, (3, 1), start, (Breach.NO_MOVE_MADE,), "White moved nothing [at all]."),
        Corrected(Side.WHITE, "8/5 6/5", after),
    )
    check_in_gnubg(tmp_path, Form.SGF, record)
    text = (tmp_path / "0.sgf").read_text(encoding="utf-8")
    assert "C[Illegal play, put right: White moved nothing [at all\\].]" in text
