"""A board learnt anew from the page: one picture is held, and its board found in a thread of its own, one at a time."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import cv2

from pi_companion.devices.frames import Frame
from pi_companion.errors import CompanionError, InputError, PictureError, ProfileError
from pi_companion.record.wire import JsonObject, position_to_wire
from pi_companion.rules import Position
from pi_companion.vision.advice import Advice
from pi_companion.vision.arrays import Picture, Points
from pi_companion.vision.calibrate import Calibrator, WhiteIs
from pi_companion.vision.profile import BoardProfile
from pi_companion.vision.reader import Reader
from pi_companion.vision.solve import read_position

JPEG_QUALITY = 85


class FitState(Enum):
    """How far the finding has come."""

    IDLE = "idle"
    """Nothing was asked for since the picture was taken."""

    WORKING = "working"
    FOUND = "found"
    FAILED = "failed"


class Failure(Enum):
    """Why no board was found."""

    NOT_FOUND = "not found"
    """No board with the start position is to be seen."""

    CORNERS = "corners"
    """The start position does not stand between the corners that were given."""

    MISTAKE = "mistake"
    """The program failed."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A board as the picture shows it."""

    profile: BoardProfile
    advice: tuple[Advice, ...]
    position: Position | None
    """What is read where the start position should stand; None where it cannot be read at all."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a finding."""

    corners_px: Points | None
    """(4, 2) in any order; None where they are to be found."""

    white_is: WhiteIs


Finder = Callable[[Picture, Wanted], Found]


class BusyError(InputError):
    """A board is being looked for already."""


def find_board(picture: Picture, wanted: Wanted) -> Found:
    """Learn the board from a picture of the start position, and read that picture back.

    Raises:
        PictureError: No board with the start position is to be seen.
        ProfileError: It does not stand between the corners.
    """
    made = Calibrator().calibrate(picture, None, wanted.corners_px, wanted.white_is)
    observation = Reader(made.profile).observe(picture)
    position = read_position(observation).position if observation.points.any() else None
    return Found(made.profile, made.advice, position)


class Fitting:
    """Holds the picture and what was found in it.

    Args:
        find: Finds the board; called in a thread of its own.
    """

    def __init__(self, find: Finder = find_board) -> None:
        self._find = find
        self._lock = threading.Lock()
        self._taken = 0
        self._picture: Picture | None = None
        self._jpeg = b""
        self._state = FitState.IDLE
        self._failure: tuple[Failure, str] | None = None
        self._found: Found | None = None
        self._job = 0

    def take(self, frame: Frame) -> JsonObject:
        """Hold a picture, and forget the one before.

        Raises:
            BusyError: A board is being looked for in that one.
            PictureError: It cannot be written as JPEG.
        """
        done, encoded = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        if not done:
            raise PictureError("wanted to show the camera's picture, but it cannot be written as JPEG; take another")
        with self._lock:
            self._refuse_while_working()
            self._taken += 1
            self._picture, self._jpeg = frame.image, encoded.tobytes()
            self._state, self._failure, self._found = FitState.IDLE, None, None
            return self._told()

    def jpeg(self, taken: int) -> bytes | None:
        """Give the picture that is held as JPEG; None where it is no longer that one."""
        with self._lock:
            return self._jpeg if self._picture is not None and taken == self._taken else None

    def begin(self, taken: int, wanted: Wanted) -> JsonObject:
        """Start to look for the board.

        Raises:
            BusyError: One is being looked for already.
            InputError: That picture is no longer held.
        """
        with self._lock:
            self._refuse_while_working()
            if self._picture is None or taken != self._taken:
                raise InputError("Another picture was taken meanwhile; begin with that one.")
            self._state, self._failure, self._found = FitState.WORKING, None, None
            self._job += 1
            threading.Thread(target=self._work, args=(self._picture, wanted), name="fitting", daemon=True).start()
            return self._told()

    def told(self) -> JsonObject:
        """Say how far it has come."""
        with self._lock:
            return self._told()

    def profile(self, job: int) -> BoardProfile:
        """Give the board that was found.

        Raises:
            InputError: None was, or it is no longer that one.
        """
        with self._lock:
            if self._found is None or job != self._job:
                raise InputError("The board was looked for anew meanwhile; see what was found then.")
            return self._found.profile

    @property
    def size_px(self) -> tuple[int, int] | None:
        """Width and height of the picture that is held."""
        picture = self._picture
        return None if picture is None else (picture.shape[1], picture.shape[0])

    def _refuse_while_working(self) -> None:
        if self._state is FitState.WORKING:
            raise BusyError("The board is being looked for already; it takes some seconds.")

    def _work(self, picture: Picture, wanted: Wanted) -> None:
        found, failure = None, None
        try:
            found = self._find(picture, wanted)
        except ProfileError as error:
            failure = Failure.CORNERS, str(error)
        except CompanionError as error:
            failure = Failure.NOT_FOUND, str(error)
        except Exception as error:  # noqa: BLE001 - whatever fails in this thread, the page is told of it
            failure = Failure.MISTAKE, f"This is a mistake in the program ({type(error).__name__}); please report it."
        with self._lock:
            self._state = FitState.FAILED if found is None else FitState.FOUND
            self._found, self._failure = found, failure

    def _told(self) -> JsonObject:
        told: JsonObject = {"taken": self._taken, "job": self._job, "state": self._state.value}
        if self._picture is not None:
            told["size_px"] = [self._picture.shape[1], self._picture.shape[0]]
        if self._failure is not None:
            told |= {"failure": self._failure[0].value, "why": self._failure[1]}
        if self._found is not None:
            profile = self._found.profile
            position = self._found.position
            told |= {
                "corners_px": profile.geometry.corners_px.round(1).tolist(),
                "quality": round(profile.quality, 4),
                "white_home": profile.white_home.value,
                "advice": [advice.name for advice in self._found.advice],
                "position": None if position is None else position_to_wire(position),
            }
        return told
