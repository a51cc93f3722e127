"""A .mat file as its games and cells, each with its line; what they mean on the board is for `mat_import`.

Written for what is met: gnubg, XG, Jellyfish, Studio and Galaxy, narrow and wide columns, any line ends, a byte order
mark, `Cannot Move`, `????`, `Concedes`. What fits none of these is damage, and the error names its line.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from pi_companion.errors import InputError
from pi_companion.rules import Side

LEFT_ENDS = 16
"""A cell that stands alone on its line is the left one where it begins before this column."""

MOST = 10**9
"""No score, length or cube is larger; a longer row of digits is damage."""

_HEADER = re.compile(r"\s*(\d+)\s+point\s+match\b", re.IGNORECASE)
_COMMENT = re.compile(r"\s*[;#]\s*(.*)")
_TAG = re.compile(r'\[\s*(?P<name>[^"\]]*?)\s*"(?P<value>.*)"\s*\]')
_GAME = re.compile(r"\s*Game\b\s*(?P<number>\d*)\s*$", re.IGNORECASE)
_SIDE = r"\s*(?P<{0}>(?:\S.*)?\S|)\s*:\s*(?P<{0}_score>\d+)"
_NAMES = [re.compile(_SIDE.format("white") + gap + _SIDE.format("black") + r"\s*") for gap in (r"\s\s+", r"\s")]
"""Wide columns first: a name may hold what looks like the end of one."""

_RATING = re.compile(r"\s*,\s*\d+$")
"""Some servers write a player's rating behind the name."""

_NUMBER = re.compile(r"\s*\d+\)")
_CELL = re.compile(
    r"(?<![\d/])(?P<dice>\d\d):"
    r"|(?<!\S)(?P<word>(?:Doubles?|Redoubles?|Takes?|Accepts?|Drops?|Pass(?:es)?|Rejects?|Beavers?|Raccoons?|Wins?"
    r"|Concedes?|Resign(?:s|ed)?)\b)",
    re.IGNORECASE,
)
_VALUE = re.compile(r"\s*(?:=>|to)\s*(\d+)", re.IGNORECASE)
_WINS = re.compile(r"\s*(\d+)\s+points?(?P<match>\s+and\s+the\s+match)?", re.IGNORECASE)
_BOARD = re.compile(r"Illegal\s+play\s*\((?P<board>[^()]*)\)", re.IGNORECASE)
_PLACE = r"(?:bar|off|2[0-5]|1?\d)"
_MOVES = re.compile(rf"{_PLACE}(?:/{_PLACE}\*?)+(?:\([1-4]\))?", re.IGNORECASE)
_CANNOT_MOVE = re.compile(r"(?:cannot|can't|no)\s+move", re.IGNORECASE)
_UNKNOWN = re.compile(r"\?+")


class Made(Enum):
    """What a cell says was done with a roll."""

    MOVES = "moves"
    NOTHING = "nothing"
    """The cell is blank after the dice."""

    CANNOT_MOVE = "cannot move"
    UNKNOWN = "unknown"
    """Question marks: the side gave up after the roll."""

    BOARD = "board"
    """`Illegal play`, and the board that it led to."""


@dataclass(frozen=True, slots=True)
class RollCell:
    """A roll and what was done with it."""

    line: int
    side: Side
    dice: tuple[int, int] | None
    """None where the file has 00: nothing was rolled."""

    made: Made
    text: str = ""
    """The moves, or the Snowie fields of the board."""


class CubeWord(Enum):
    """What a cell says was done with the cube."""

    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"


@dataclass(frozen=True, slots=True)
class CubeCell:
    """A double or an answer to one."""

    line: int
    side: Side
    word: CubeWord
    value: int = 0
    """Of a double or beaver; 0 for the others."""


@dataclass(frozen=True, slots=True)
class GaveUpCell:
    """`Concedes` or `Resigns`: what it is worth, the winner's line says."""

    line: int
    side: Side


@dataclass(frozen=True, slots=True)
class WinsCell:
    """The end of a game, in the winner's column."""

    line: int
    side: Side
    points: int
    match: bool
    """Whether the file says that the match is won too."""


Cell = RollCell | CubeCell | GaveUpCell | WinsCell


@dataclass(frozen=True, slots=True)
class MatGame:
    """One game as the file has it."""

    line: int
    """Where the score stands."""

    white: str
    """The left player's name."""

    black: str
    score: tuple[int, int]
    """Before the game."""

    cells: tuple[Cell, ...]
    unnumbered: int | None = None
    """The line of its `Game` where no number stands behind that, which some programs pass over with the whole game."""


@dataclass(frozen=True, slots=True)
class MatFile:
    """A .mat file."""

    length: int
    tags: dict[str, str]
    """What the comments say, such as Jacoby: On; names in lower case."""

    games: tuple[MatGame, ...]


def decode_mat(data: bytes) -> str:
    """Turn a file's bytes into text: UTF-8, with or without a byte order mark, else as Windows wrote it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def read_mat(text: str) -> MatFile:
    """Read a file.

    Raises:
        InputError: It is no .mat file, or is damaged; the message names the line.
    """
    lines = [(number, line.expandtabs().rstrip()) for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1)]
    heads = ((place, found[1]) for place, (_, line) in enumerate(lines) if (found := _HEADER.match(line)))
    header, points = next(heads, (None, ""))
    if header is None:
        number, line = next(((number, line) for number, line in lines if line.strip()), (1, ""))
        raise _damage(number, "a .mat file with a line such as ` 7 point match`", line)
    number, line = lines[header]
    length = _integer(points, number)
    tags = dict(_tags(line for _, line in lines))
    starts = [place for place in range(header + 1, len(lines)) if _GAME.match(lines[place][1])]
    body = [each for each in lines[header + 1 : starts[0] if starts else None] if _says_something(each[1])]
    if body:
        raise _damage(body[0][0], "`Game 1` after the length of the match", body[0][1])
    if not starts:
        raise _damage(number, "a match with `Game 1` in it", line)
    ends = [*starts[1:], len(lines)]
    return MatFile(length, tags, tuple(_game(lines[start:end]) for start, end in zip(starts, ends, strict=True)))


def _tags(lines: Iterable[str]) -> Iterable[tuple[str, str]]:
    for line in lines:
        comment = _COMMENT.fullmatch(line)
        tag = None if comment is None else _TAG.search(comment[1])
        if tag is not None:
            yield tag["name"].lower(), tag["value"]


def _game(lines: list[tuple[int, str]]) -> MatGame:
    (number, head), *rest = lines
    unnumbered = None if re.search(r"\d", head) else number
    told = [each for each in rest if _says_something(each[1])]
    if not told:
        raise _damage(number, "a line with names and score after this one, such as `Ann : 0    Bob : 0`", head)
    number, line = told[0]
    names = _NAMES[0].fullmatch(line) or _NAMES[1].fullmatch(line)
    if names is None:
        raise _damage(number, "names and score, such as `Ann : 0    Bob : 0`", line)
    score = (_integer(names["white_score"], number), _integer(names["black_score"], number))
    cells = tuple(cell for number, line in told[1:] for cell in _row(number, line))
    white, black = (_RATING.sub("", names[side]) for side in ("white", "black"))
    return MatGame(number, white, black, score, cells, unnumbered)


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not _COMMENT.fullmatch(line)


def _row(number: int, line: str) -> list[Cell]:
    """Read the one or two cells of a line; columns may be of any width."""
    counted = _NUMBER.match(line)
    # What stands in brackets is a board or a count, never a cell; blanks keep the columns where they are.
    plain = re.sub(r"\([^)]*\)?", lambda found: "." * len(found[0]), line[counted.end() :] if counted else line)
    offset = counted.end() if counted else 0
    found = [each for each in _CELL.finditer(plain) if not _belongs_to_a_roll(plain, each)]
    before = plain[: found[0].start()] if found else plain
    if before.strip() or len(found) > len(Side):
        raise _damage(number, "one or two of `31: 8/5 6/5`, `Doubles => 2`, `Takes`, `Drops`, `Wins 1 point`", line)
    alone = Side.WHITE if found and offset + found[0].start() < LEFT_ENDS else Side.BLACK
    sides = [alone] if len(found) == 1 else list(Side)
    ends = [each.start() for each in found[1:]] + [len(plain)]
    cells: list[Cell] = []
    for side, each, end in zip(sides, found, ends, strict=False):
        text = line[offset + each.end() : offset + end].strip()
        cells += _roll(number, side, each["dice"], text) if each["dice"] else [_word(number, side, each["word"], text)]
    return cells


def _belongs_to_a_roll(line: str, found: re.Match[str]) -> bool:
    """Tell whether a word is no cell of its own: `62: Concedes` is what was done with that roll."""
    return found["word"] is not None and bool(re.search(r"\d\d: {0,2}$", line[: found.start()]))


def _roll(number: int, side: Side, faces: str, text: str) -> list[Cell]:
    dice = (int(faces[0]), int(faces[1]))
    if dice != (0, 0) and not all(1 <= die <= 6 for die in dice):  # noqa: PLR2004 -- a die's faces
        raise _damage(number, "two dice from 1 to 6", f"{faces}: {text}")
    rolled = None if dice == (0, 0) else dice
    word = _CELL.match(text)
    if word is not None and word["word"].lower().startswith(("concede", "resign")):
        return [RollCell(number, side, rolled, Made.UNKNOWN), GaveUpCell(number, side)]
    return [RollCell(number, side, rolled, *_made(number, text))]


def _made(number: int, text: str) -> tuple[Made, str]:
    if not text:
        return Made.NOTHING, ""
    if _CANNOT_MOVE.fullmatch(text):
        return Made.CANNOT_MOVE, ""
    if _UNKNOWN.fullmatch(text):
        return Made.UNKNOWN, ""
    if board := _BOARD.fullmatch(text):
        return Made.BOARD, board["board"]
    if all(_MOVES.fullmatch(move) for move in text.split()):
        return Made.MOVES, text
    raise _damage(number, "moves such as `8/5 6/5`, `bar/20` or `6/off` after the dice", text)


_WORDS = {
    "doub": CubeWord.DOUBLE,
    "redo": CubeWord.DOUBLE,
    "take": CubeWord.TAKE,
    "acce": CubeWord.TAKE,
    "drop": CubeWord.DROP,
    "pass": CubeWord.DROP,
    "reje": CubeWord.DROP,
    "beav": CubeWord.BEAVER,
    "racc": CubeWord.BEAVER,
}
"""By the first letters, since programs write Double and Doubles."""


def _word(number: int, side: Side, word: str, text: str) -> Cell:
    start = word.lower()[:4]
    if start in ("conc", "resi"):
        return GaveUpCell(number, side)
    if start.startswith("win"):
        wins = _WINS.fullmatch(text)
        if wins is None:
            raise _damage(number, "`Wins` and how many points, such as `Wins 2 points`", f"{word} {text}")
        return WinsCell(number, side, _integer(wins[1], number), wins["match"] is not None)
    kind = _WORDS[start]
    if kind in (CubeWord.TAKE, CubeWord.DROP):
        if text:
            raise _damage(number, f"nothing after {word!r}", text)
        return CubeCell(number, side, kind)
    value = _VALUE.fullmatch(text)
    cube = _integer(value[1], number) if value else 0
    if cube < 2 or cube & (cube - 1):  # noqa: PLR2004 -- a doubled cube shows 2 at least
        raise _damage(number, f"the cube's new value after {word!r}, such as `=> 2`", text)
    return CubeCell(number, side, kind, cube)


def _integer(digits: str, number: int) -> int:
    value = int(digits[:12])
    if len(digits) > len(str(MOST)) or value > MOST or not digits.isascii():
        raise _damage(number, f"a number up to {MOST}", digits)
    return value


def _damage(number: int, wanted: str, came: str) -> InputError:
    shown = came.strip()
    what = f"`{shown[:60]}{'…' if len(shown) > 60 else ''}`" if shown else "nothing"  # noqa: PLR2004 -- a short quote
    return InputError(f"line {number}: wanted {wanted}, but {what} came; correct the line or take an undamaged file")
