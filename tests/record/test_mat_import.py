"""A .mat file becomes the match that it tells; what is illegal or wrong in it is named with its line."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_companion.errors import InputError
from pi_companion.record.mat import to_mat
from pi_companion.record.mat_import import ImportedMatch, import_mat
from pi_companion.record.mat_reader import decode_mat
from pi_companion.record.transcript import GameRecord, MatchRecord, Outcome, transcribe
from pi_companion.referee.events import (
    Beavered,
    Doubled,
    GameOver,
    IllegalPlay,
    MatchOver,
    NoMove,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    Scored,
    Stood,
    TableEvent,
    Taken,
)
from pi_companion.rules import Breach, Position, Side, WinKind

DATA = Path(__file__).parents[1] / "data" / "record"
SHARED = Path(__file__).parents[2].parent / "shared" / "rules"
WHITE, BLACK = Side.WHITE, Side.BLACK

needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="the shared files of other programs are not here")


def record_of(imported: ImportedMatch) -> MatchRecord:
    return transcribe((imported.started, *imported.events))


def game(*rows: str, length: int = 3, score: str = " Ann : 0                        Bob : 0") -> ImportedMatch:
    """Import a file of one game; its rows begin at line 5."""
    return import_mat("\n".join([f" {length} point match", "", " Game 1", score, *rows, ""]))


def result(imported: ImportedMatch) -> GameOver | None:
    return record_of(imported).games[0].result


OPENING = "  1) 31: 8/5 6/5               42: 8/4 6/4"


FIXTURES: dict[str, tuple[int, list[int], GameOver | None]] = {
    "a01_min_drop": (1, [], GameOver(WHITE, 1, WinKind.DROP)),
    "a02_nospace_game": (1, [], GameOver(WHITE, 1, WinKind.DROP)),
    "a03_crlf_bom": (1, [], GameOver(WHITE, 1, WinKind.DROP)),
    "a04_right_first": (1, [], GameOver(BLACK, 1, WinKind.DROP)),
    "a05_take_resign": (1, [], GameOver(BLACK, 2, WinKind.RESIGN)),
    "a06_resign_gammon_match": (1, [], GameOver(WHITE, 4, WinKind.RESIGN)),
    "a07_consolidated": (1, [], None),
    "a08_illegal_move": (1, [5], None),
    "a09_money": (1, [], GameOver(WHITE, 4, WinKind.RESIGN)),
    "a10_bar_off_words": (1, [6], None),
    "a11_bar25": (1, [], None),
    "a12_cannot_move": (1, [], None),
    "a13_empty_move_forced": (1, [], None),
    "a14_crawford": (2, [], GameOver(BLACK, 1, WinKind.RESIGN)),
    "a15_crawford_illegal_double": (1, [], None),
    "a16_header_Point_Match": (1, [], None),
    "a17_header_nolead": (1, [], None),
    "a18_hit_unmarked": (1, [], None),
    "a19_narrow_cols": (1, [], GameOver(WHITE, 1, WinKind.DROP)),
    "a20_comments": (1, [], None),
    "a21_wins_wrong_points": (2, [], GameOver(WHITE, 1, WinKind.DROP)),
    "a22_score_inconsistent": (2, [], GameOver(WHITE, 1, WinKind.DROP)),
    "a23_illegal_play_snowie": (1, [6], None),
    "a24_names_spaces": (1, [], None),
    "a25_take_without_double": (1, [], None),
    "a26_resigns_word": (1, [], GameOver(WHITE, 1, WinKind.RESIGN)),
    "a28_slashes_intermediate": (1, [6], None),
    "a29_moves_order_hit": (1, [6], None),
    "a30_fibs_zero_off": (1, [], GameOver(WHITE, 1, WinKind.RESIGN)),
}
"""Games, lines of illegal plays, and the first game's result; one checker too few on the bar, a held point and a play
from the bar with nobody on it make a10, a28 and a29 impossible, and gnubg leaves those plays out too."""


@needs_shared
@pytest.mark.parametrize("name", FIXTURES)
def test_fixtures_of_other_programs(name: str) -> None:
    games, illegal, ended = FIXTURES[name]
    imported = import_mat(decode_mat((SHARED / "fixtures" / f"{name}.mat").read_bytes()))
    assert imported.games == games
    assert [remark.line for remark in imported.illegal_plays] == illegal
    assert result(imported) == ended


@needs_shared
def test_the_fixture_that_gnubg_passes_over_is_read_and_said() -> None:
    imported = import_mat((SHARED / "fixtures" / "a27_game_no_number.mat").read_text(encoding="utf-8"))
    assert (imported.games, imported.illegal_plays) == (1, ())
    (remark,) = imported.remarks
    assert (remark.line, "has no number and is read as game 1" in remark.text) == (3, True)


AUTOMATIC = {2: 16, 3: 2, 12: 1, 17: 8, 23: 1}
"""Games of the money session that had automatic doubles: what the file says instead. It has no trace of them, not
even in the scores."""


@needs_shared
def test_matches_that_gnubg_played_have_the_winners_and_points_that_it_knows() -> None:
    expected = json.loads((SHARED / "matches" / "expected.json").read_text(encoding="utf-8"))
    assert len(expected) == 12
    for name, games in expected.items():
        imported = import_mat(decode_mat((SHARED / "matches" / f"{name}.mat").read_bytes()))
        assert imported.illegal_plays == ()
        record = record_of(imported)
        assert len(record.games) == len(games)
        for number, (ours, theirs) in enumerate(zip(record.games, games, strict=True), 1):
            automatic = AUTOMATIC.get(number) if theirs["len"] == 0 else None
            check_game(ours, theirs, automatic)


def check_game(ours: GameRecord, theirs: dict[str, object], automatic: int | None) -> None:
    assert ours.result is not None
    assert ours.result.winner is (WHITE, BLACK)[int(str(theirs["winner"]))]
    assert ours.result.points == (automatic or theirs["points"])
    assert (ours.result.kind is WinKind.RESIGN) is theirs["resigned"]
    assert [ours.white_before, ours.black_before] == theirs["score"]
    assert ours.crawford is ("CrawfordGame" in str(theirs["rules"]))
    assert len(ours.turns) == theirs["rolls"]


def test_a_whole_match_is_read() -> None:
    imported = import_mat((DATA / "short_match.mat").read_text(encoding="utf-8"))
    assert to_mat(record_of(imported)) == (DATA / "short_match.mat").read_text(encoding="utf-8")


def test_what_was_exported_comes_back(random_match: Callable[..., tuple[TableEvent, ...]]) -> None:
    """Only what the format cannot say is lost: corrections, and rolls with one legal play before a resignation."""
    outcomes = set()
    for seed, length in enumerate([3, 5, 7, 0, 11]):
        record = transcribe(random_match(seed + 20, length))
        imported = import_mat(to_mat(record))
        read = record_of(imported)
        assert (read.white, read.black, read.winner) == (record.white, record.black, record.winner)
        for ours, theirs in zip(read.games, record.games, strict=True):
            assert (ours.crawford, ours.result, ours.position) == (theirs.crawford, theirs.result, theirs.position)
            assert (ours.cube_value, ours.cube_owner) == (theirs.cube_value, theirs.cube_owner)
            played = [turn.after for turn in theirs.turns if turn.outcome is not Outcome.UNPLAYED]
            assert [turn.after for turn in ours.turns if turn.outcome is not Outcome.UNPLAYED] == played
            outcomes |= {turn.outcome for turn in ours.turns}
        stood = sum(turn.outcome is Outcome.STOOD for each in record.games for turn in each.turns)
        assert len(imported.illegal_plays) <= stood
    assert outcomes == {Outcome.PLAYED, Outcome.NO_MOVE, Outcome.STOOD, Outcome.UNPLAYED}


def test_an_illegal_play_is_named_and_stands_when_the_game_goes_on() -> None:
    imported = game("  1) 31: 8/5 6/4               42: 8/4 6/4")
    (remark,) = imported.illegal_plays
    assert (remark.line, "8/5 6/4" in remark.text) == (5, True)
    kinds = [type(event) for event in imported.events]
    assert kinds[1:4] == [OpeningRoll, IllegalPlay, Stood]
    assert kinds[4:] == [Rolled, Played]


def test_an_illegal_play_at_the_end_is_not_settled() -> None:
    imported = game("  1) 31: 8/5 6/4")
    assert isinstance(imported.events[-1], IllegalPlay)


@pytest.mark.parametrize(
    ("moves", "breach"), [("20/17 6/5", Breach.CHECKER_COUNT_WRONG), ("24/19 24/23", Breach.POINT_BLOCKED)]
)
def test_a_play_that_cannot_be_made_leaves_the_board(moves: str, breach: Breach) -> None:
    imported = game(f"  1) 51: {moves}")
    event = imported.events[-1]
    assert isinstance(event, IllegalPlay)
    assert (event.position, event.breaches) == (Position.start(), (breach,))
    assert [remark.line for remark in imported.illegal_plays] == [5]


@pytest.mark.parametrize("text", ["", "Cannot Move", "can't move", "No move"])
def test_a_dance(text: str) -> None:
    """White is on the bar against two points made and rolls the numbers of them."""
    imported = game("  1) 64: 24/14                  55: 8/3(2) 6/1*(2)", f"  2) 66: {text:<24}31: 24/23 24/21")
    assert any(isinstance(event, NoMove) for event in imported.events)
    assert imported.illegal_plays == ()


def test_nothing_after_a_roll_is_the_only_legal_play() -> None:
    """White's last checker is on the bar, and one point of Black's board is open."""
    board = f"0;0;0;0;0;Black;White;0;0;0;1;0;-1;3;3;0;3;3;3;{'0;' * 19}3;1;"
    imported = game(f"{'  1)':31}31: Illegal play ({board})", "  2) 63:")
    play = imported.events[-1]
    assert isinstance(play, Played)
    assert play.play == "bar/16"


def test_nothing_after_a_roll_is_judged_when_the_game_went_on() -> None:
    imported = game(
        "  1) 64: 24/14                  55: 8/3(2) 6/1*(2)", "  2) 52:                         31: 24/23 24/21"
    )
    (remark,) = imported.illegal_plays
    assert remark.line == 6
    assert "no move" in remark.text


def test_cannot_move_is_judged_when_a_play_was_there_and_the_game_went_on() -> None:
    imported = game("  1) 31: Cannot Move              42: 8/4 6/4")
    (event,) = [event for event in imported.events if isinstance(event, IllegalPlay)]
    assert event.breaches == (Breach.NO_MOVE_MADE,)


@pytest.mark.parametrize("text", ["", "????", "???", "Cannot Move", "Concedes", " Resigns"])
def test_a_side_that_gives_up_after_its_roll(text: str) -> None:
    imported = game(OPENING, f"  2) 62: {text}", "                                Wins 2 points")
    assert imported.illegal_plays == ()
    assert isinstance(imported.events[-4], Rolled)
    assert imported.events[-3:] == (Resigned(WHITE, 2), GameOver(BLACK, 2, WinKind.RESIGN), Scored(0, 2))


@pytest.mark.parametrize("row", ["  2)  Concedes", "  2) 00: ????", "  2)  Resigned Match", "  2) 00: Concedes"])
def test_a_side_that_gives_up_before_its_roll(row: str) -> None:
    imported = game(OPENING, row, "                                Wins 1 point")
    assert imported.events[-3:] == (Resigned(WHITE, 1), GameOver(BLACK, 1, WinKind.RESIGN), Scored(0, 1))


@pytest.mark.parametrize(
    ("said", "multiple", "points"), [(1, 1, 2), (2, 1, 2), (3, 2, 4), (4, 2, 4), (5, 3, 6), (6, 3, 6), (1004, 2, 4)]
)
def test_a_resignation_is_for_one_two_or_three_times_the_cube(said: int, multiple: int, points: int) -> None:
    rows = [OPENING, "  2)  Doubles => 2              Takes", "  3) 65: 24/13", f"      Wins {said} points"]
    imported = game(*rows, length=15)
    assert imported.events[-3:-1] == (Resigned(BLACK, multiple), GameOver(WHITE, points, WinKind.RESIGN))


def test_a_resigned_match_is_over() -> None:
    imported = game(OPENING, "      Wins 1003 point and the match")
    assert imported.events[-1] == MatchOver(WHITE)


def test_a_match_that_the_file_calls_won_is_over() -> None:
    imported = game(OPENING, "      Wins 1 point and the match", length=7)
    assert imported.events[-1] == MatchOver(WHITE)
    assert not any(isinstance(event, MatchOver) for event in game(OPENING, "      Wins 1 point", length=7).events)


def test_a_match_is_over_after_its_last_game_only() -> None:
    """The score line takes back what the first game won, so the match goes on."""
    imported = game(OPENING, "      Wins 3 points", *(row.format(1, 0) for row in SECOND), length=1)
    assert not any(isinstance(event, MatchOver) for event in imported.events)


def test_a_double_that_was_answered_by_the_end_of_the_game_was_dropped() -> None:
    imported = game(OPENING, "  2)  Doubles => 2", "      Wins 1 point")
    assert result(imported) == GameOver(WHITE, 1, WinKind.DROP)


def test_beavers_and_raccoons() -> None:
    rows = [OPENING, "  2)  Doubles => 2              Beavers => 4", "  3)  Beavers => 8", "  4) 65: 24/13"]
    imported = game(*rows, length=0)
    assert imported.events[-5:-2] == (Doubled(WHITE, 2), Beavered(BLACK, 4), Beavered(WHITE, 8))
    record = record_of(imported).games[0]
    assert (record.cube_value, record.cube_owner) == (8, BLACK)


def test_a_beaver_may_be_dropped() -> None:
    rows = [OPENING, "  2)  Doubles => 2              Beavers => 4", "  3)  Drops"]
    assert result(game(*rows, length=0)) == GameOver(BLACK, 2, WinKind.DROP)


def test_who_rolls_after_his_double_has_been_taken() -> None:
    imported = game(OPENING, "  2)  Doubles => 2", "  3) 65: 24/13")
    assert imported.events[-4:-2] == (Doubled(WHITE, 2), Taken(BLACK))


@pytest.mark.parametrize(
    ("rows", "line", "told"),
    [
        ([OPENING, "  2)  Takes"], 6, "a take where nobody has doubled"),
        ([OPENING, "  2)  Drops"], 6, "a drop where nobody has doubled"),
        (
            [OPENING, "  2)  Doubles => 4              Takes"],
            6,
            "said to go to 4, but by what came before it goes to 2",
        ),
        ([OPENING, "  2)  Doubles => 2              Drops", "      Wins 2 points"], 7, "a win of 2 is said"),
        ([OPENING, "  2)  Doubles => 2              Drops", f"{'':34}Wins 1 point"], 7, "but White has won"),
        ([OPENING, "  2)  Doubles => 2              Drops", "  3) 31: 8/5"], 7, "the game was over before this"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(rows: list[str], line: int, told: str) -> None:
    (remark,) = game(*rows).remarks
    assert remark.line == line
    assert told in remark.text


def test_a_double_in_the_crawford_game_is_named_and_kept() -> None:
    imported = game("  1) 31: 8/5 6/5                Doubles => 2", score=" Ann : 2                        Bob : 0")
    assert "no doubling in the Crawford game" in imported.remarks[0].text
    assert imported.events[-1] == Doubled(BLACK, 2)


SECOND = ["", " Game 2", " Ann : {}                        Bob : {}", "  1) 31: 8/5 6/5"]


def two_games(first: str, white: int, black: int) -> ImportedMatch:
    return game(OPENING, first, *(row.format(white, black) for row in SECOND), length=9)


def test_the_score_before_a_game_is_the_files() -> None:
    imported = two_games("  2)  Doubles => 2              Drops", 0, 1)
    assert record_of(imported).games[1].black_before == 1
    assert [(remark.line, "said to be 0-1" in remark.text) for remark in imported.remarks] == [(9, True)]


def test_the_score_says_what_a_game_was_worth_with_automatic_doubles() -> None:
    imported = two_games("  2)  Doubles => 2              Drops", 4, 0)
    assert result(imported) == GameOver(WHITE, 4, WinKind.DROP)
    assert len(imported.remarks) == 1


@pytest.mark.parametrize(
    ("rows", "points", "cube"),
    [
        (["  2)  Doubles => 4              Takes", "  3) 65: 24/13", f"{'':34}Wins 4 points"], 4, 2),
        (["  2)  Doubles => 4              Drops", "      Wins 2 points"], 2, 2),
        (["  2)  Doubles => 8              Drops", "      Wins 4 points"], 4, 4),
    ],
)
def test_automatic_doubles_are_learned_from_what_the_cube_goes_to(rows: list[str], points: int, cube: int) -> None:
    imported = game(OPENING, *rows, length=0)
    ended = result(imported)
    assert ended is not None
    assert ended.points == points
    assert record_of(imported).games[0].cube_start == cube
    assert imported.remarks == ()


def test_automatic_doubles_are_learned_from_the_points_of_a_game_with_no_cube() -> None:
    board = f"0;0;0;0;1;White;Black;0;0;0;1;0;0;1;{'0;' * 15}-14;{'0;' * 8}3;1;"
    rows = [f"  1) 31: Illegal play ({board})   42: 8/4 6/4", "  2) 31: 1/off", "      Wins 2 points"]
    imported = game(*rows, length=0)
    assert (record_of(imported).games[0].cube_start, record_of(imported).white) == (2, 2)


def test_automatic_doubles_that_were_exported_come_back(random_match: Callable[..., tuple[TableEvent, ...]]) -> None:
    found = 0
    for seed in range(4):
        record = transcribe(random_match(seed, 0, automatic=2, doubles=0.02))
        read = record_of(import_mat(to_mat(record)))
        assert [each.cube_start for each in read.games] == [each.cube_start for each in record.games]
        assert [each.result for each in read.games] == [each.result for each in record.games]
        found += sum(each.cube_start > 1 for each in read.games)
    assert found > 1


def test_the_score_says_who_won_a_game_without_a_result() -> None:
    assert result(two_games("  2) 65: ????", 0, 2)) == GameOver(BLACK, 2, WinKind.RESIGN)
    assert result(two_games("  2) 65: ????", 0, 0)) is None


@pytest.mark.parametrize(("tag", "points"), [('; [Jacoby "Off"]', 2), ('; [Jacoby "On"]', 1), ("", 1)])
def test_gammons_count_in_money_play_as_the_jacoby_rule_says(tag: str, points: int) -> None:
    board = "0;0;0;0;1;White;Black;0;0;0;1;0;0;1;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;-15;0;0;0;0;0;3;1;"
    rows = [f"  1) 31: Illegal play ({board})", f"{'':31}42: 8/4 6/4", "  3) 31: 1/off"]
    imported = import_mat("\n".join([tag, " 0 point match", " Game 1", " A : 0   B : 0", *rows, ""]))
    assert result(imported) is not None
    assert record_of(imported).white == points


@pytest.mark.parametrize(("said", "jacoby"), [(1, True), (2, False)])
def test_money_play_without_a_word_on_jacoby_is_what_the_points_say(said: int, jacoby: bool) -> None:  # noqa: FBT001
    board = f"0;0;0;0;1;White;Black;0;0;0;1;0;0;1;{'0;' * 15}-15;{'0;' * 8}3;1;"
    rows = [f"  1) 31: Illegal play ({board})   42: 8/4 6/4", "  2) 31: 1/off", f"      Wins {said} points"]
    imported = game(*rows, length=0)
    assert imported.started.jacoby is jacoby
    assert imported.remarks == ()
    assert record_of(imported).white == said


def test_columns_may_be_parted_by_tabs() -> None:
    imported = game("1)\t\t31: 8/5 6/5", "2) 42: 8/4 6/4\t\tDoubles => 2", "3) Takes\t\t65: 24/13")
    sides = [event.side for event in imported.events if isinstance(event, Played | Doubled | Taken)]
    assert sides == [BLACK, WHITE, BLACK, WHITE, BLACK]


def test_a_rating_is_no_part_of_a_name() -> None:
    imported = game(OPENING, score=" goldie7808,1673 : 0            Tom, jr., 1838 : 0")
    assert (imported.started.white, imported.started.black) == ("goldie7808", "Tom, jr.")


def test_names_scores_and_comments() -> None:
    text = '; [Crawford "Off"]\n 3 POINT MATCH\n\nGame 1\n Jo: 2 : 2      Zoë de la Tour : 1\n'
    imported = import_mat(text)
    assert (imported.started.white, imported.started.black) == ("Jo: 2", "Zoë de la Tour")
    assert not record_of(imported).games[0].crawford


def test_files_of_other_systems() -> None:
    text = " 3 point match\r\n\r\n Game 1\r\n Zo\xeb : 0      Bob : 0\r\n  1) 31: 8/5 6/5\r\n"
    assert import_mat(decode_mat(text.encode("cp1252"))).started.white == "Zoë"
    assert import_mat(decode_mat(b"\xef\xbb\xbf" + text.encode())).started.white == "Zoë"


HEAD = " 3 point match\n\n Game 1\n Ann : 0       Bob : 0\n"


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("", 1, "` 7 point match`"),
        ("\n\x00\x01binary\n", 2, "point match"),
        (" 3 point match\n", 1, "`Game 1` in it"),
        (" 3 point match\nhello\n Game 1\n", 2, "`hello`"),
        (" 3 point match\n Game\n Ann   Bob\n", 3, "names and score"),
        (" 3 point match\n Game 1\n", 2, "names and score"),
        (" 3 point match\n Game 1\n Ann : 0   Bob :\n", 3, "names and score"),
        (" 99999999999999999999 point match\n Game 1\n", 1, "a number up to"),
        (HEAD + "  1) 71: 8/5\n", 5, "two dice from 1 to 6"),
        (HEAD + "  1) 31: 8/5 6/\n", 5, "`8/5 6/`"),
        (HEAD + "  1) 31: 8/26\n", 5, "`8/26`"),
        (HEAD + "  1) 31: 8/5 6/5   42: 8/4 6/4  31: 8/5\n", 5, "one or two of"),
        (HEAD + "  1) 31: 8/5 6/5   42: 8/4 6/4\n  2) hello\n", 6, "`2) hello`"),
        (HEAD + "  1) 31: 8/5 6/5    Doubles =>\n", 5, "the cube's new value"),
        (HEAD + "  1) 31: 8/5 6/5    Doubles => 3\n", 5, "the cube's new value"),
        (HEAD + "  1) 31: 8/5 6/5    Takes it\n", 5, "nothing after 'Takes'"),
        (HEAD + "  1) 31: 8/5 6/5    Tak\n", 5, "`8/5 6/5    Tak`"),
        (HEAD + "      Wins\n", 5, "`Wins` and how many points"),
        (HEAD + "  1) 31: Illegal play (1;2;3)\n", 5, "26 counts"),
        (HEAD + f"  1) 31: Illegal play (0;0;0;0;1;A;B;0;0;0;1;0;{'9;' * 26}3;1;)\n", 5, "at most 15 checkers"),
    ],
)
def test_damage_is_one_line_that_names_the_line(text: str, line: int, told: str) -> None:
    with pytest.raises(InputError) as raised:
        import_mat(text)
    message = str(raised.value)
    assert message.startswith(f"line {line}: wanted ")
    assert told in message
    assert "\n" not in message


def test_no_damage_ends_in_anything_but_a_match_or_its_line(
    random_match: Callable[..., tuple[TableEvent, ...]],
) -> None:
    chance = random.Random(4)
    whole = to_mat(transcribe(random_match(2, 3)))
    messages = []
    for _ in range(150):
        text = whole
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(text))
            length = chance.choice([1, 1, 5, 40])
            text = (
                text[:place]
                + chance.choice(["", "7", ":", "\n", "/", "x", "(", " ", ")", "*"])
                + text[place + length :]
            )
        try:
            import_mat(text)
        except InputError as error:
            messages.append(str(error))
    assert all(re.match(r"line \d+: wanted ", message) for message in messages)
    assert 20 < len(messages) < 150
