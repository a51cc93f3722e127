"""XGID: a whole game situation in one line of text, as eXtreme Gammon and GNU Backgammon write it."""

from dataclasses import dataclass
from enum import Enum

from pi_companion.errors import InputError
from pi_companion.rules.cube import Cube
from pi_companion.rules.position import Position
from pi_companion.rules.side import Roll, Side

_PREFIX = "XGID="
_FIELDS = 10
_FORM = "it looks like XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"
_HIGHEST_LOG = 15
_DICE = 2
_MOST_DIGITS = 9
"""A number with more is a slip; Python itself refuses to read one of thousands."""


class Action(Enum):
    """What the side on roll has done in its turn; the value is the XGID's dice field."""

    TO_ROLL = "00"
    """Nothing: it may roll or double."""

    ROLLED = "rolled"
    """Rolled; the dice stand in the field."""

    DOUBLED = "D"
    """Doubled; the other side has to take or drop."""

    BEAVERED = "B"
    """Doubled and was beavered."""

    RACCOONED = "R"
    """Doubled, was beavered, and doubled again."""


@dataclass(frozen=True, slots=True)
class Xgid:
    """An XGID: position and nine fields; the bottom player, in upper case, is White.

    >>> xgid = Xgid.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10")
    >>> xgid.on_roll, xgid.roll, xgid.white_score
    (<Side.WHITE: 'white'>, Roll(a=3, b=1), 2)
    >>> str(xgid)
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10'
    """

    position: Position
    cube: Cube
    on_roll: Side
    action: Action
    roll: Roll | None
    """The dice as written, when `action` is ROLLED; None otherwise."""

    white_score: int
    black_score: int
    length: int
    """Points to win; 0 is money play."""

    crawford: bool = False
    """Whether this is the Crawford game; matches only."""

    jacoby: bool = False
    """Whether gammons count only once the cube was turned; money play only."""

    beavers: bool = False
    """Whether a double may be doubled back at once; money play only."""

    max_cube: int = 1024
    """The highest number that the cube may come to."""

    def __post_init__(self) -> None:
        """Refuse a situation that cannot be."""
        if faults := self.position.faults():
            message = f"an XGID wants a possible position, but {faults[0]}; correct the 26 letters"
            raise InputError(message)
        if (self.roll is not None) is not (self.action is Action.ROLLED):
            message = "dice belong to a turn that was rolled, and to no other; give both or neither"
            raise InputError(message)
        if self.length and max(self.white_score, self.black_score) > self.length:
            message = (
                f"a match to {self.length} wants scores up to {self.length}, but {self.white_score} and "
                f"{self.black_score} came; correct score or length"
            )
            raise InputError(message)

    @classmethod
    def parse(cls, text: str) -> "Xgid":
        """Read an XGID, with or without "XGID=" before it.

        Raises:
            InputError: A field is missing or makes no sense; the message names it.
        """
        stripped = text.strip()
        if stripped.upper().startswith(_PREFIX):
            stripped = stripped[len(_PREFIX) :]
        fields = stripped.split(":")
        if len(fields) != _FIELDS:
            message = (
                f"an XGID wants the position and 9 fields with : between them, "
                f"but {text!r} has {len(fields)} part{'s' if len(fields) > 1 else ''}; {_FORM}"
            )
            raise InputError(message)
        letters, *rest = fields
        dice = rest.pop(3)
        names = ("cube", "cube owner", "turn", "score of White", "score of Black", "rules", "match length", "max cube")
        limits = ((0, _HIGHEST_LOG), (-1, 1), (-1, 1), (0, None), (0, None), (0, 3), (0, None), (0, _HIGHEST_LOG))
        numbers = [_number(*each) for each in zip(rest, names, limits, strict=True)]
        cube_log, owner, turn, white_score, black_score, rules, length, max_log = numbers
        if not turn:
            message = f"an XGID's turn is 1 (bottom, White) or -1 (top, Black), but 0 came in {text!r}; correct it"
            raise InputError(message)
        if length and rules > 1:
            message = f"in a match an XGID's rules field is 1 (Crawford) or 0, but {rules} came; correct it"
            raise InputError(message)
        action, roll = _action(dice)
        return cls(
            position=Position.from_xgid(letters, on_roll=Side.WHITE),
            cube=Cube(2**cube_log, {1: Side.WHITE, -1: Side.BLACK}.get(owner)),
            on_roll=Side.WHITE if turn > 0 else Side.BLACK,
            action=action,
            roll=roll,
            white_score=white_score,
            black_score=black_score,
            length=length,
            crawford=bool(length and rules),
            jacoby=not length and rules & 1 > 0,
            beavers=not length and rules & 2 > 0,
            max_cube=2**max_log,
        )

    def __str__(self) -> str:
        """Write the position and all nine fields."""
        signs = {Side.WHITE: 1, Side.BLACK: -1, None: 0}
        dice = f"{self.roll.a}{self.roll.b}" if self.roll else self.action.value
        rules = int(self.crawford) if self.length else self.jacoby + 2 * self.beavers
        fields = (
            self.position.to_xgid(on_roll=Side.WHITE),
            self.cube.value.bit_length() - 1,
            signs[self.cube.owner],
            signs[self.on_roll],
            dice,
            self.white_score,
            self.black_score,
            rules,
            self.length,
            self.max_cube.bit_length() - 1,
        )
        return _PREFIX + ":".join(map(str, fields))


def _number(text: str, name: str, limits: tuple[int, int | None]) -> int:
    lowest, highest = limits
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS:
        number = int(text)
        if number >= lowest and (highest is None or number <= highest):
            return number
    span = f"from {lowest} to {highest}" if highest is not None else f"of {lowest} or more"
    message = f"an XGID's {name} wants a whole number {span}, but {text!r} came; {_FORM}"
    raise InputError(message)


def _action(dice: str) -> tuple[Action, Roll | None]:
    """Read the dice field."""
    for action in (Action.TO_ROLL, Action.DOUBLED, Action.BEAVERED, Action.RACCOONED):
        if dice == action.value:
            return action, None
    if len(dice) == _DICE and dice.isascii() and dice.isdecimal() and "0" not in dice and max(dice) < "7":
        return Action.ROLLED, Roll(int(dice[0]), int(dice[1]))
    message = f"an XGID's dice field wants 00, D or two dice like 31, but {dice!r} came; {_FORM}"
    raise InputError(message)
