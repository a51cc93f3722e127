"""What may be told to the referee, beside sightings: buttons, what people say, and changes of the view.

What a person says of the match comes as a `Command`: an order with who gave it and a key. The order itself may also
come alone, as from a button, which says who it is by its place and speaks once a press.
"""

from dataclasses import dataclass
from enum import Enum

from pi_companion.referee.events import Person
from pi_companion.referee.sighting import Sighting
from pi_companion.referee.terms import Terms
from pi_companion.rules import Position, Side


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A player pressed the button (or the clock) at the end of the turn."""

    side: Side
    t_s: float | None = None
    """Monotonic seconds; where there are none the clock is not pressed."""


@dataclass(frozen=True, slots=True)
class CubeOffered:
    """A player said that a double is offered."""

    side: Side


@dataclass(frozen=True, slots=True)
class CubeTaken:
    """The other player said that the double is taken."""


@dataclass(frozen=True, slots=True)
class CubeDropped:
    """The other player said that the double is dropped."""


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A player resigned, and the other agreed to it."""

    side: Side
    times: int
    """1, 2 or 3 times the cube."""


@dataclass(frozen=True, slots=True)
class Adopted:
    """A person said what stands on the board and whose turn it is."""

    position: Position
    on_roll: Side


class Answer(Enum):
    """An answer to an offer."""

    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class BeaverMade:
    """The side that was doubled takes and doubles back at once; in answer to a beaver it is a raccoon."""


@dataclass(frozen=True, slots=True)
class ResignationOffered:
    """A player offers to give up; the other player has to agree."""

    side: Side
    times: int
    """1, 2 or 3 times the cube."""


@dataclass(frozen=True, slots=True)
class ResignationAnswered:
    """The other player's answer."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Condoned:
    """The opponent lets an illegal play stand before rolling; `responsible-moves` only."""


@dataclass(frozen=True, slots=True)
class RollCalledOff:
    """The roll does not count: cocked, or thrown too early where the other player chooses so."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last acts back."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Redo:
    """Let acts that were taken back hold again."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class RollReplaced:
    """The dice of a turn were read wrongly; its play is judged anew by the right ones."""

    dice: tuple[int, int]
    turns_back: int = 0
    """0 for the last roll, 1 for the one before it, and so on."""


@dataclass(frozen=True, slots=True)
class RollTold:
    """The side on roll has thrown these dice, which the camera does not see."""

    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlayReplaced:
    """The last play was another one."""

    play: str
    """In words, such as 8/5 6/5; it need not be legal."""


@dataclass(frozen=True, slots=True)
class CubeAnswerReplaced:
    """The last double was answered otherwise."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class CubePutRight:
    """The cube's value and owner are these."""

    value: int
    owner: Side | None


@dataclass(frozen=True, slots=True)
class ScorePutRight:
    """The score before this game is this."""

    white: int
    black: int
    crawford: bool = False
    """Whether this is the Crawford game."""


@dataclass(frozen=True, slots=True)
class TurnPutRight:
    """It is this side's turn."""

    side: Side


@dataclass(frozen=True, slots=True)
class SeenAdopted:
    """The board stands as the camera sees it, and that is right."""

    on_roll: Side


@dataclass(frozen=True, slots=True)
class TermsChanged:
    """The players agreed on other terms."""

    terms: Terms


@dataclass(frozen=True, slots=True)
class ClockHeld:
    """The clock stands still, as in a dispute."""


@dataclass(frozen=True, slots=True)
class ClockGoesOn:
    """The clock runs on."""


@dataclass(frozen=True, slots=True)
class Moment:
    """It is this late; nothing else happened."""

    t_s: float
    """Monotonic seconds."""


Order = (
    TurnEnded
    | CubeOffered
    | CubeTaken
    | CubeDropped
    | BeaverMade
    | ResignationOffered
    | ResignationAnswered
    | GaveUp
    | Adopted
    | SeenAdopted
    | Condoned
    | RollCalledOff
    | Undo
    | Redo
    | RollReplaced
    | RollTold
    | PlayReplaced
    | CubeAnswerReplaced
    | CubePutRight
    | ScorePutRight
    | TurnPutRight
    | TermsChanged
    | ClockHeld
    | ClockGoesOn
)


@dataclass(frozen=True, slots=True)
class Command:
    """An order with who gave it; the same key never counts twice in a match."""

    by: Person
    key: str
    order: Order


class ViewChange(Enum):
    """Something happened to the camera's view of the board."""

    COVERED = "covered"
    CLEAR = "clear"
    MOVED = "moved"
    """The board or the camera was moved; nothing is believed until it is found again."""

    FOUND = "found"


Input = Sighting | ViewChange | Moment | Order | Command
