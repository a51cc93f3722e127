"""GNU Backgammon's two short IDs: of a position (14 characters) and of a match's state (12 characters)."""

import base64
import binascii
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from pi_companion.errors import InputError
from pi_companion.rules.cube import Cube
from pi_companion.rules.position import CHECKERS, OFF, PLACES, Position
from pi_companion.rules.side import FACES, Roll, Side

_POSITION_CHARACTERS = 14
_MATCH_CHARACTERS = 12
_CENTRED = 3
_PLAYERS = (Side.BLACK, Side.WHITE)
"""gnubg's player 0, at the top, and player 1, at the bottom, who is White as in an XGID."""

_WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
"""How many bits each field of a Match ID has, in order."""


def to_position_id(position: Position, on_roll: Side) -> str:
    """Write a position as a GNUBG Position ID.

    >>> to_position_id(Position.start(), Side.WHITE)
    '4HPwATDgc/ABMA'

    Raises:
        InputError: The position cannot arise in a game.
    """
    _refuse_faults(position)
    bits = place = 0
    for side in (on_roll.opponent, on_roll):
        for count in position.counts(side)[1:]:
            bits |= ((1 << count) - 1) << place
            place += count + 1
    return _to_text(bits, _POSITION_CHARACTERS)


def from_position_id(text: str, on_roll: Side) -> Position:
    """Read a GNUBG Position ID; checkers that are not on the board are off.

    Raises:
        InputError: The text is no Position ID, or names a position that cannot arise in a game.
    """
    bits = _from_text(text, _POSITION_CHARACTERS, "Position ID", "4HPwATDgc/ABMA")
    sides = []
    for _ in range(2):
        counts = [OFF] * PLACES
        for place in range(1, PLACES):
            while bits & 1:
                counts[place] += 1
                bits >>= 1
            bits >>= 1
        if sum(counts) > CHECKERS:
            message = f"a side has at most 15 checkers, but {text!r} has {sum(counts)}; copy the Position ID again"
            raise InputError(message)
        counts[OFF] = CHECKERS - sum(counts)
        sides.append(tuple(counts))
    position = Position.from_counts(on_roll, sides[1], sides[0])
    _refuse_faults(position)
    return position


class GameState(Enum):
    """Where a game stands; the value is gnubg's number."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


@dataclass(frozen=True, slots=True)
class MatchId:
    """The state of a match as a GNUBG Match ID holds it.

    >>> MatchId.parse("cImlABAAEAAE").length, MatchId.parse("cImlABAAEAAE").roll
    (5, Roll(a=3, b=1))
    >>> str(MatchId.parse("QYkqASAAIAAE"))
    'QYkqASAAIAAE'
    """

    cube: Cube
    on_roll: Side
    """Whose turn it is."""

    deciding: Side
    """Who decides next; not the side on roll while a double waits for an answer."""

    length: int
    """Points to win; 0 is money play."""

    white_score: int
    black_score: int
    roll: Roll | None = None
    """The dice; None when not yet rolled."""

    crawford: bool = False
    doubled: bool = False
    """Whether a double waits for an answer."""

    resigned: int = 0
    """What resignation is offered: 0 none, else 1 to 3 times the cube."""

    state: GameState = GameState.PLAYING
    jacoby: bool = True
    """Whether gammons count only once the cube was turned; money play only."""

    @classmethod
    def parse(cls, text: str) -> "MatchId":
        """Read a GNUBG Match ID.

        Raises:
            InputError: The text is no Match ID, or names a state that cannot be.
        """
        bits = _from_text(text, _MATCH_CHARACTERS, "Match ID", "cAkAAAAAAAAA")
        cube, owner, on_roll, crawford, state, deciding, doubled, resigned, die_a, die_b, *rest = _fields(bits)
        length, black_score, white_score, no_jacoby = rest
        known_state = state in [each.value for each in GameState]
        dice_fit = die_a == die_b == 0 or (die_a in FACES and die_b in FACES)
        if owner not in (0, 1, _CENTRED) or not known_state or not dice_fit:
            message = f"a Match ID wants a cube owner, dice and a game state that gnubg knows, but {text!r} has others"
            raise InputError(f"{message}; copy it again")
        return cls(
            cube=Cube(2**cube, None if owner == _CENTRED else _PLAYERS[owner]),
            on_roll=_PLAYERS[on_roll],
            deciding=_PLAYERS[deciding],
            length=length,
            white_score=white_score,
            black_score=black_score,
            roll=Roll(die_a, die_b) if die_a else None,
            crawford=bool(crawford),
            doubled=bool(doubled),
            resigned=resigned,
            state=GameState(state),
            jacoby=not no_jacoby,
        )

    def __str__(self) -> str:
        """Write the twelve characters.

        Raises:
            InputError: A number is too large for its place.
        """
        dice = self.roll.dice if self.roll else (0, 0)
        fields = (
            self.cube.value.bit_length() - 1,
            _CENTRED if self.cube.owner is None else _PLAYERS.index(self.cube.owner),
            _PLAYERS.index(self.on_roll),
            self.crawford,
            self.state.value,
            _PLAYERS.index(self.deciding),
            self.doubled,
            self.resigned,
            *dice,
            self.length,
            self.black_score,
            self.white_score,
            not self.jacoby,
        )
        bits = place = 0
        for number, width in zip(fields, _WIDTHS, strict=True):
            if not 0 <= number < 1 << width:
                message = f"a Match ID has room for numbers below {1 << width} here, but {number} came; correct it"
                raise InputError(message)
            bits |= number << place
            place += width
        return _to_text(bits, _MATCH_CHARACTERS)


def _fields(bits: int) -> Iterator[int]:
    for width in _WIDTHS:
        yield bits & ((1 << width) - 1)
        bits >>= width


def _to_text(bits: int, characters: int) -> str:
    return base64.b64encode(bits.to_bytes(characters * 6 // 8, "little")).decode("ascii").rstrip("=")


def _from_text(text: str, characters: int, what: str, example: str) -> int:
    stripped = text.strip()
    try:
        if len(stripped) == characters and "=" not in stripped:
            padded = stripped + "=" * (-characters % 4)
            return int.from_bytes(base64.b64decode(padded, validate=True), "little")
    except (binascii.Error, ValueError):
        pass
    message = f"a {what} wants {characters} characters like {example}, but {text!r} came; copy it again"
    raise InputError(message)


def _refuse_faults(position: Position) -> None:
    if faults := position.faults():
        message = f"a Position ID wants a possible position, but {faults[0]}; correct the position"
        raise InputError(message)
