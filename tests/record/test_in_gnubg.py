"""What is exported opens in the real gnubg with the same plays, cube actions, scores and winners."""

import random
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import pytest

from pi_companion.record.mat import to_mat
from pi_companion.record.sgf import to_sgf
from pi_companion.record.transcript import (
    CubeAction,
    CubeVerb,
    GameRecord,
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

GNUBG = Path("/usr/games/gnubg")
LETTERS = "abcdefghijklmnopqrstuvwx"
COLOURS = {Side.WHITE: "W", Side.BLACK: "B"}

MatchPlayer = Callable[..., tuple[TableEvent, ...]]

pytestmark = pytest.mark.skipif(not GNUBG.exists(), reason="gnubg is not installed (apt install gnubg)")

Fact = tuple[object, ...]
Board = dict[str, Counter[str]]
"""Checkers of W and B by SGF's letters, which are the same for both; `y` bar, `z` off."""


@dataclass
class SgfGame:
    """What gnubg says of one game."""

    length: int
    score: tuple[int, int]
    crawford: bool
    cube: str
    """What automatic doubles made of the cube; empty where there were none."""

    result: str
    facts: list[Fact]


def read_sgf(text: str) -> list[SgfGame]:
    """Read gnubg's file on its own terms, with no help from the program under test."""
    return [read_game(tree) for tree in re.findall(r"\((;(?:[^()\[\]]|\[(?:\\.|[^\]\\])*\])*)\)", text)]


def read_game(tree: str) -> SgfGame:
    nodes = [
        {name: re.findall(r"\[((?:\\.|[^\]\\])*)\]", values) for name, values in found}
        for node in re.findall(r";((?:[A-Z]+(?:\s*\[(?:\\.|[^\]\\])*\])+\s*)+)", tree)
        if (found := re.findall(r"([A-Z]+)((?:\s*\[(?:\\.|[^\]\\])*\])+)", node))
    ]
    head = dict(item.split(":") for item in nodes[0]["MI"])
    board = start_board()
    facts: list[Fact] = []
    for node in nodes[1:]:
        for colour in "WB":
            facts += [read_move(board, colour, value) for value in node.get(colour, [])]
        if "DI" in node:
            facts.append(("roll", node["PL"][0], dice(node["DI"][0])))
        elif "AE" in node:
            board = {colour: Counter(letter for letter in node.get(f"A{colour}", [])) for colour in "WB"}
            facts.append(("board", frozen(board)))
    rules = nodes[0].get("RU", [""])[0]
    score = (int(head["ws"]), int(head["bs"]))
    root = {name: nodes[0].get(name, [""])[0] for name in ("CV", "RE")}
    return SgfGame(int(head["length"]), score, "CrawfordGame" in rules, root["CV"], root["RE"], facts)


def read_move(board: Board, colour: str, value: str) -> Fact:
    if not value[0].isdigit():
        return (value, colour)
    other = "B" if colour == "W" else "W"
    for start, end in zip(value[2::2], value[3::2], strict=True):
        assert board[colour][start] > 0, value
        board[colour][start] -= 1
        board[colour][end] += 1
        if end != "z" and board[other][end]:
            assert board[other][end] == 1, value
            board[other][end] = 0
            board[other]["y"] += 1
    return ("play", colour, dice(value[:2]), frozen(board))


def start_board() -> Board:
    return {"W": Counter(f=5, h=3, m=5, x=2), "B": Counter(s=5, q=3, l=5, a=2)}


def frozen(board: Board) -> Fact:
    """Give the board as a value; checkers that are off are left out, since an edited board does not name them."""
    return tuple(
        frozenset((letter, count) for letter, count in board[colour].items() if count and letter != "z")
        for colour in "WB"
    )


def dice(text: str) -> str:
    return "".join(sorted(text, reverse=True))


def frozen_position(position: Position) -> Fact:
    white = {LETTERS[point - 1]: position.white[point] for point in range(1, 25)} | {"y": position.white[25]}
    black = {LETTERS[24 - point]: position.black[point] for point in range(1, 25)} | {"y": position.black[25]}
    return frozen({"W": Counter(white), "B": Counter(black)})


class Form(Enum):
    """The exports that gnubg reads, by the command that does it."""

    MAT = "import mat"
    SGF = "load match"

    def write(self, record: MatchRecord) -> str:
        return to_mat(record) if self is Form.MAT else to_sgf(record)


def expected_facts(game: GameRecord, form: Form) -> list[Fact]:
    facts: list[Fact] = []
    for place, action in enumerate(game.actions):
        colour = COLOURS[action.side]
        match action:
            case Turn():
                facts += turn_facts(action, colour, form)
            case CubeAction(verb=CubeVerb.BEAVER):
                facts.append(("double", colour))
                after = game.actions[place + 1 :]
                if after and not isinstance(after[0], CubeAction):
                    facts.append(("take", COLOURS[action.side.opponent]))
            case CubeAction(verb=verb):
                word = {CubeVerb.DOUBLE: "double", CubeVerb.TAKE: "take", CubeVerb.DROP: "drop"}[verb]
                facts.append((word, colour))
            case Resignation():
                pass
    return facts


def turn_facts(turn: Turn, colour: str, form: Form) -> list[Fact]:
    faces = dice(f"{turn.dice[0]}{turn.dice[1]}")
    if turn.outcome in (Outcome.STOOD, Outcome.DISPUTED):
        return [("roll", colour, faces), ("board", frozen_position(turn.after))]
    if turn.outcome is Outcome.UNPLAYED:
        plays = legal_plays(turn.before, turn.side, Roll(*turn.dice))
        if form is Form.MAT and not plays:
            return [("play", colour, faces, frozen_position(turn.before))]
        return [] if form is Form.MAT and len(plays) == 1 else [("roll", colour, faces)]
    return [("play", colour, faces, frozen_position(turn.after))]


def through_gnubg(folder: Path, form: Form, records: Sequence[MatchRecord]) -> list[list[SgfGame]]:
    """Let gnubg read exports and write what it understood; any complaint of it fails the test."""
    commands = []
    for number, record in enumerate(records):
        (folder / f"{number}.in").write_text(form.write(record), encoding="utf-8")
        commands += [
            f"set jacoby {'on' if record.started.jacoby else 'off'}",
            f'{form.value} "{folder}/{number}.in"',
            f'save match "{folder}/{number}.sgf"',
        ]
    (folder / "commands").write_text("".join(f"{command}\n" for command in commands), encoding="utf-8")
    done = subprocess.run(
        [str(GNUBG), "-t", "-q", "-r", "-c", str(folder / "commands")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env={"HOME": str(folder), "LANG": "C.UTF-8"},
    )
    for complaint in ("WARNING", "Unrecognised", "not a valid", "doesn't follow", "had errors", "rror:"):
        assert complaint not in done.stdout + done.stderr, done.stdout
    return [read_sgf((folder / f"{number}.sgf").read_text(encoding="utf-8")) for number in range(len(records))]


def check_same(record: MatchRecord, games: list[SgfGame], form: Form) -> None:
    assert len(games) == len(record.games)
    for ours, theirs in zip(record.games, games, strict=True):
        assert theirs.length == record.started.length
        assert theirs.score == (ours.white_before, ours.black_before)
        assert theirs.crawford == ours.crawford
        assert theirs.facts == expected_facts(ours, form)
        if form is Form.SGF:
            assert theirs.cube == (str(ours.cube_start) if ours.cube_start > 1 else "")
        if ours.result is None:
            assert theirs.result == ""
        else:
            points = ours.result.points // (ours.cube_start if form is Form.MAT else 1)
            resigned = "R" if ours.result.kind is WinKind.RESIGN else ""
            assert theirs.result == f"{COLOURS[ours.result.winner]}+{points}{resigned}"


def check_in_gnubg(folder: Path, form: Form, *records: MatchRecord) -> None:
    for record, games in zip(records, through_gnubg(folder, form, records), strict=True):
        check_same(record, games, form)


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
    """Nothing says how it came about, so the board after the next turn is written, and play goes on from there."""
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
    ((game,),) = through_gnubg(tmp_path, form, [replace(record, games=(replace(record.games[0], actions=turns),))])
    assert game.facts == [
        ("play", "W", "31", frozen_position(first)),
        ("roll", "B", "42"),
        ("board", frozen_position(reply)),
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
