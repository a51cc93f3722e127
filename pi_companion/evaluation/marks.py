"""A mark: one thing that was to be seen, and whether it was; all figures are counts of marks."""

from dataclasses import dataclass
from enum import Enum


class Part(Enum):
    """What is evaluated, by what the companion was given."""

    GAMES = "games"
    """Pictures of recordings; the profile from the start picture without help, a knocked camera found again."""

    CORNERS_GIVEN = "corners given"
    """The same pictures; the profile and each picture's corners as they truly are."""

    STILLS = "stills"
    """Pictures of boards without a profile; the corners given."""

    PHOTOS = "photos"
    """The same of real photographs."""

    LEARNT = "learnt"
    """Real photographs; a profile learnt from another picture of the same camera."""

    REPLAY = "replay"
    """Whole recordings through camera, referee and journal."""


class Measure(Enum):
    """What is judged."""

    CALIBRATED = "start picture gives a profile"
    CORNERS = "corners found without help, within 1 % of the board's width"
    FOUND_AGAIN = "board found again after a knock, within 1 %"
    WHOLE = "whole position"
    POINT = "point, colour and count"
    BAR = "checkers on the bar"
    OFF = "borne-off counts, where in view"
    OFF_UNSEEN = "borne-off counts, where not in view"
    CLEAR = "clear picture said to be clear"
    COVERED = "covered picture said to be covered"
    DIE = "die"
    DIE_NOTICED = "die noticed where it lies"
    DIE_CENTRED = "die's top face found, where noticed"
    DIE_VALUE = "die's value, where read"
    DIE_INVENTED = "die read where none was rolled"
    CUBE = "cube, value and owner"
    CUBE_VALUE = "cube's value, where seen"
    CUBE_OWNER = "cube's owner, where seen"
    SURE = "position read with confidence over 0.99"
    TURN = "turn"
    EVENT = "event"
    GAME = "whole recording without a fault"
    FALSE_ALARM = "illegal play reported that was none"
    UNREAL = "event that did not happen"


class Verdict(Enum):
    """What came of it."""

    RIGHT = "right"
    WRONG = "wrong"
    REFUSED = "refused"
    """Nothing was said."""


class Aspect(Enum):
    """What a figure is divided by."""

    BOARD = "board"
    LIGHT = "light"
    BRIGHTNESS = "brightness"
    ELEVATION = "camera's elevation"
    SEAT = "camera at"
    STACK = "tallest stack"
    HEIGHT = "checkers on the point"
    DIE_SIZE = "die's size"


Conditions = tuple[tuple[Aspect, str], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing that was to be seen."""

    part: Part
    measure: Measure
    picture: str
    verdict: Verdict
    conditions: Conditions = ()
    detail: str = ""
    """What was read and what is true, where it was not right."""

    number: float | None = None
    """Of corners the error as a share of the board's width, of a position the confidence."""


def verdict(*, right: bool) -> Verdict:
    """Right or wrong, for what cannot be refused."""
    return Verdict.RIGHT if right else Verdict.WRONG
