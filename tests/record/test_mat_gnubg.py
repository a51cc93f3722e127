"""What is exported opens in the real gnubg with the same plays, cube actions, scores and winners."""

import re
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pi_companion.record.mat import to_mat
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
    GameKind,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    OpeningRoll,
    Resigned,
    Rolled,
    Stood,
    TableEvent,
)
from pi_companion.rules import Breach, Position, Roll, Side, legal_plays

GNUBG = Path("/usr/games/gnubg")
LETTERS = "abcdefghijklmnopqrstuvwx"

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
    return SgfGame(int(head["length"]), score, "CrawfordGame" in rules, nodes[0].get("RE", [""])[0], facts)


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


def expected_facts(game: GameRecord) -> list[Fact]:
    facts: list[Fact] = []
    for action in game.actions:
        colour = "W" if action.side is Side.WHITE else "B"
        match action:
            case Turn(dice=faces, outcome=outcome):
                facts += turn_facts(action, colour, dice(f"{faces[0]}{faces[1]}"), outcome)
            case CubeAction(verb=verb):
                word = {CubeVerb.DOUBLE: "double", CubeVerb.TAKE: "take", CubeVerb.DROP: "drop"}[verb]
                facts.append((word, colour))
            case Resignation():
                pass
    return facts


def turn_facts(turn: Turn, colour: str, faces: str, outcome: Outcome) -> list[Fact]:
    if outcome is Outcome.STOOD:
        return [("roll", colour, faces), ("board", frozen_position(turn.after))]
    if outcome is Outcome.UNPLAYED:
        plays = legal_plays(turn.before, turn.side, Roll(*turn.dice))
        if not plays:
            return [("play", colour, faces, frozen_position(turn.before))]
        return [("roll", colour, faces)] if len(plays) > 1 else []
    return [("play", colour, faces, frozen_position(turn.after))]


def through_gnubg(folder: Path, text: str, *, jacoby: bool = True) -> list[SgfGame]:
    """Let gnubg read a .mat file and write what it understood; any complaint of it fails the test."""
    mat, sgf, commands = folder / "m.mat", folder / "m.sgf", folder / "commands"
    mat.write_text(text, encoding="utf-8")
    commands.write_text(f'set jacoby {"on" if jacoby else "off"}\nimport mat "{mat}"\nsave match "{sgf}"\n')
    done = subprocess.run(
        [str(GNUBG), "-t", "-q", "-r", "-c", str(commands)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={"HOME": str(folder), "LANG": "C.UTF-8"},
    )
    for complaint in ("WARNING", "Unrecognised", "not a valid", "doesn't follow", "had errors"):
        assert complaint not in done.stdout + done.stderr, done.stdout
    return read_sgf(sgf.read_text(encoding="utf-8"))


def check_same(record: MatchRecord, games: list[SgfGame]) -> None:
    assert len(games) == len(record.games)
    for ours, theirs in zip(record.games, games, strict=True):
        assert theirs.length == record.started.length
        assert theirs.score == (ours.white_before, ours.black_before)
        assert theirs.crawford == ours.crawford
        assert theirs.facts == expected_facts(ours)
        if ours.result is not None:
            colour = "W" if ours.result.winner is Side.WHITE else "B"
            resigned = "R" if ours.result.kind is GameKind.RESIGN else ""
            assert theirs.result == f"{colour}+{ours.result.points}{resigned}"
        else:
            assert theirs.result == ""


Kinds = Counter[str]


def kinds_of(record: MatchRecord) -> Kinds:
    found: Kinds = Counter()
    for game in record.games:
        found["crawford"] += game.crawford
        found["redouble"] += sum(isinstance(a, CubeAction) and a.value > 2 for a in game.actions)
        for action in game.actions:
            found[action.outcome.value if isinstance(action, Turn) else type(action).__name__] += 1
        if game.result is not None:
            found[game.result.kind.value] += 1
    return found


def test_whole_matches_are_the_same_in_gnubg(
    tmp_path: Path, random_match: Callable[..., tuple[TableEvent, ...]]
) -> None:
    seen: Kinds = Counter()
    for seed, length in enumerate([0, 1, 2, 3, 5, 7, 11, 0, 9, 3, 5, 7, 21, 0]):
        record = transcribe(random_match(seed, length, jacoby=seed % 2 == 0))
        games = through_gnubg(tmp_path, to_mat(record), jacoby=seed % 2 == 0)
        check_same(record, games)
        seen += kinds_of(record)
    wanted = {
        "played",
        "no move",
        "corrected",
        "stood",
        "unplayed",
        "CubeAction",
        "Resignation",
        "redouble",
        "crawford",
    }
    wanted |= {kind.value for kind in GameKind}
    assert wanted <= seen.keys()


def begin(*events: TableEvent) -> MatchRecord:
    return transcribe([MatchStarted(3, "Ann", "Bob"), GameStarted(1, crawford=False), *events])


def test_a_board_with_a_checker_too_few_is_the_same_in_gnubg(tmp_path: Path) -> None:
    start = Position.start()
    lost = Position((*start.white[:6], 4, *start.white[7:]), start.black)
    record = begin(
        OpeningRoll(3, 1),
        IllegalPlay(Side.WHITE, (3, 1), lost, (Breach.CHECKER_COUNT_WRONG,), "one is missing"),
        Stood(Side.WHITE),
    )
    check_same(record, through_gnubg(tmp_path, to_mat(record)))


def test_the_last_checkers_borne_off_illegally_win_in_gnubg(tmp_path: Path) -> None:
    start = Position.start()
    over = Position((15,) + (0,) * 25, start.black)
    record = begin(
        OpeningRoll(1, 3),
        IllegalPlay(Side.BLACK, (3, 1), start, (Breach.NO_MOVE_MADE,), "nothing was moved"),
        Stood(Side.BLACK),
        Rolled(Side.WHITE, (6, 6)),
        IllegalPlay(Side.WHITE, (6, 6), over, (Breach.TOO_MANY_MOVES,), "too many"),
        Stood(Side.WHITE),
        GameOver(Side.WHITE, 2, GameKind.GAMMON),
    )
    (game,) = through_gnubg(tmp_path, to_mat(record))
    assert game.facts == expected_facts(record.games[0])
    assert game.result.startswith("W+2")


def test_a_roll_with_one_legal_play_before_a_resignation_is_not_played_in_gnubg(tmp_path: Path) -> None:
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
        GameOver(Side.BLACK, 1, GameKind.RESIGN),
    )
    check_same(record, through_gnubg(tmp_path, to_mat(record)))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Zoë: Müller", "Zoë Müller"),
        ("Tom, 1800", "Tom 1800"),
        ("Tom, jr.", "Tom, jr."),
        ("a\tb\nc", "a b c"),
        ("é" * 40, "é" * 15),
        (":", "White"),
        ("Game 7", "Game 7"),
    ],
)
def test_any_name_reaches_gnubg_without_harm(tmp_path: Path, name: str, told: str) -> None:
    events: list[TableEvent] = [MatchStarted(3, name, "Bob"), GameStarted(1, crawford=False), OpeningRoll(3, 1)]
    text = to_mat(transcribe([*events, Resigned(Side.WHITE, 1), GameOver(Side.BLACK, 1, GameKind.RESIGN)]))
    (game,) = through_gnubg(tmp_path, text)
    assert game.result == "B+1R"
    assert f"PW[{told}]" in (tmp_path / "m.sgf").read_text(encoding="utf-8")
