"""Exports put to the real gnubg: what it understood of them, and what it should have."""

import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pytest

from pi_companion.record.losses import mat_losses, sgf_losses
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
)
from pi_companion.rules import Position, Roll, Side, WinKind, legal_plays

GNUBG = Path("/usr/games/gnubg")
LETTERS = "abcdefghijklmnopqrstuvwx"
COLOURS = {Side.WHITE: "W", Side.BLACK: "B"}

needs_gnubg = pytest.mark.skipif(not GNUBG.exists(), reason="gnubg is not installed (apt install gnubg)")

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
        elif "CV" in node:
            facts.append(("cube value", node["CV"][0]))
        elif "CP" in node:
            facts.append(("cube owner", node["CP"][0]))
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
    board = Position.start()
    for place, action in enumerate(game.actions):
        facts += cube_facts(game, place, form)
        if isinstance(action, Turn):
            facts += turn_facts(action, board, form)
            board = action.after
        else:
            facts += facts_without_dice(game, place)
    facts += cube_facts(game, len(game.actions), form)
    if form is Form.SGF and game.result is None and game.position != board:
        facts.append(("board", frozen_position(game.position)))
    return facts


def cube_facts(game: GameRecord, place: int, form: Form) -> Iterator[Fact]:
    for put in game.cubes_put:
        if put.after == place and form is Form.SGF:
            yield ("cube value", str(put.cube.value))
            yield ("cube owner", "c" if put.cube.owner is None else COLOURS[put.cube.owner].lower())


def facts_without_dice(game: GameRecord, place: int) -> Iterator[Fact]:
    action, following = game.actions[place], game.actions[place + 1 :]
    colour = COLOURS[action.side]
    match action:
        case CubeAction(verb=CubeVerb.BEAVER):
            yield ("double", colour)
            if not following:
                # gnubg knows no beaver that is still to be answered, and lets the doubler take it.
                yield ("take", COLOURS[doublers(game)[-1]])
            elif not isinstance(following[0], CubeAction):
                yield ("take", COLOURS[action.side.opponent])
        case CubeAction(verb=verb):
            yield ({CubeVerb.DOUBLE: "double", CubeVerb.TAKE: "take", CubeVerb.DROP: "drop"}[verb], colour)
        case Resignation() | Turn():
            return


def doublers(game: GameRecord) -> list[Side]:
    cube = [action for action in game.actions if isinstance(action, CubeAction)]
    return [action.side for action in cube if action.verb is CubeVerb.DOUBLE]


def turn_facts(turn: Turn, board: Position, form: Form) -> list[Fact]:
    """Give what gnubg has of a turn, after a board as a reader of the export has it."""
    colour = COLOURS[turn.side]
    faces = dice(f"{turn.dice[0]}{turn.dice[1]}")
    anew = turn.before != board
    before: list[Fact] = [("board", frozen_position(turn.before))] if anew and form is Form.SGF else []
    if turn.outcome is Outcome.UNPLAYED:
        plays = None if board.placing_faults() else legal_plays(board, turn.side, Roll(*turn.dice))
        if form is Form.MAT and plays == ():
            return [("play", colour, faces, frozen_position(board))]
        left_out = form is Form.MAT and plays is not None and len(plays) == 1
        return [*before, *([] if left_out else [("roll", colour, faces)])]
    if turn.outcome in (Outcome.STOOD, Outcome.DISPUTED) or (anew and form is Form.MAT):
        return [*before, ("roll", colour, faces), ("board", frozen_position(turn.after))]
    return [*before, ("play", colour, faces, frozen_position(turn.after))]


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
    """Compare all that the form can say; what it cannot must be named."""
    lost = " ".join(mat_losses(record) if form is Form.MAT else sgf_losses(record))
    assert len(games) == len(record.games)
    for ours, theirs in zip(record.games, games, strict=True):
        assert theirs.length == record.started.length
        assert theirs.score == (ours.white_before, ours.black_before)
        assert theirs.crawford == ours.crawford or (form is Form.MAT and "the Crawford game" in lost)
        if not any(map(shared_point, ours.turns)):
            assert without_leftover(theirs.facts) == expected_facts(ours, form)
        else:
            assert "both sides held" in lost
        if form is Form.SGF:
            assert theirs.cube == (str(ours.cube_start) if ours.cube_start > 1 else "")
        if form is Form.MAT and ours.cubes_put:
            assert "the cube was put right" in lost
            assert theirs.result[:1] == ("" if ours.result is None else COLOURS[ours.result.winner])
        elif ours.result is None:
            assert theirs.result == ""
        else:
            # A board in .mat never ends a game; gnubg has the winner and the points from the `Wins` line then.
            by_board = form is Form.MAT and bool(theirs.facts) and theirs.facts[-1][0] == "board"
            resigned = "R" if ours.result.kind is WinKind.RESIGN or by_board else ""
            points = ours.result.points // (ours.cube_start if form is Form.MAT and not by_board else 1)
            assert theirs.result == f"{COLOURS[ours.result.winner]}+{points}{resigned}"


def shared_point(turn: Turn) -> bool:
    return any("both sides" in fault for fault in turn.after.placing_faults())


def without_leftover(facts: list[Fact]) -> list[Fact]:
    """Leave out the dice that gnubg saves at the end where a board was set: behind a double or a roll that waits."""
    kinds = [fact[0] for fact in facts[-3:]]
    rolled_anew = kinds == ["board", "roll", "play"] and facts[-1][2] != facts[-2][2]
    return facts[:-1] if rolled_anew or kinds == ["board", "double", "play"] else facts


def check_in_gnubg(folder: Path, form: Form, *records: MatchRecord) -> None:
    for record, games in zip(records, through_gnubg(folder, form, records), strict=True):
        check_same(record, games, form)
