"""GNU Backgammon as the engine: a child process that is asked a line at a time and may die without harm."""

import contextlib
import json
import os
import select
import shutil
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from types import TracebackType
from typing import Any, Self

from pi_companion.coach.engine import CubeView, EngineError, Level, Outlook, Ranked
from pi_companion.errors import InputError
from pi_companion.rules import (
    Action,
    Cube,
    Play,
    Position,
    Roll,
    Side,
    Xgid,
    legal_plays,
    parse_play,
    to_position_id,
)

GAMES_FOLDER = Path("/usr/games/gnubg")
"""Where Debian has it; a service's PATH leaves that folder out."""

START_S = 20.0
"""How long it may take to begin: it loads its networks and tables."""

ANSWER_S = 10.0
"""How long one answer may take before gnubg counts as hung."""

_SCRIPT = Path(__file__).with_name("gnubg_server.py")
_ALL_PLAYS = 10_000
_BLOCK = 65536


def find_gnubg() -> Path | None:
    """Find the program; None when it is not installed."""
    found = shutil.which("gnubg")
    if found is not None:
        return Path(found)
    return GAMES_FOLDER if GAMES_FOLDER.exists() else None


class Gnubg:
    """A gnubg that starts when it is first asked and is started anew after it died or hung.

    Several threads may ask it; it answers one after the other.
    """

    def __init__(
        self, command: Sequence[str] | None = None, *, start_s: float = START_S, answer_s: float = ANSWER_S
    ) -> None:
        """Take the command to run; None looks for the installed program when it is needed."""
        self._command = command
        self._start_s = start_s
        self._answer_s = answer_s
        self._child: subprocess.Popen[bytes] | None = None
        self._answers = -1
        self._unread = b""
        self._number = 0
        self._home: TemporaryDirectory[str] | None = None
        self._one_at_a_time = threading.RLock()

    @property
    def process_id(self) -> int | None:
        """The child's number; None while none runs."""
        return None if self._child is None else self._child.pid

    def plays(self, xgid: Xgid, level: Level) -> tuple[Ranked, ...]:
        """Rank all legal plays of a roll, best first; empty when there is none.

        Raises:
            EngineError: gnubg is absent, did not answer in time, died, or answered what cannot be.
            InputError: The situation has no roll.
        """
        if xgid.roll is None:
            raise InputError("ranking plays wants a situation with dice, but none came; roll first")
        own = _as_bottom(xgid)
        answer = self._ask({"about": "plays", "plies": level.value, "most": _ALL_PLAYS}, own)
        known = {
            (play.result.counts(xgid.on_roll), play.result.counts(xgid.on_roll.opponent)): play
            for play in legal_plays(xgid.position, xgid.on_roll, xgid.roll)
        }
        try:
            ranked = [Ranked(_known(known, own, xgid.roll, text), float(equity)) for text, equity in answer["plays"]]
        except (InputError, KeyError, TypeError, ValueError) as error:
            raise self._failed(f"gave plays that cannot be ({error})") from error
        return tuple(sorted(ranked, key=lambda each: -each.equity))

    def cube(self, xgid: Xgid, level: Level) -> CubeView:
        """Judge the cube before the roll.

        Raises:
            EngineError: gnubg is absent, did not answer in time, died, or answered what cannot be.
        """
        answer = self._ask({"about": "cube", "plies": level.value}, _as_bottom(xgid))
        try:
            best, no_double, take, drop = map(float, answer["cube"])
        except (KeyError, TypeError, ValueError) as error:
            raise self._failed(f"gave a cube decision that cannot be ({error})") from error
        return CubeView(best, no_double, take, drop)

    def outlook(self, xgid: Xgid, level: Level) -> Outlook:
        """Judge the chances before the roll.

        Raises:
            EngineError: gnubg is absent, did not answer in time, died, or answered what cannot be.
        """
        answer = self._ask({"about": "outlook", "plies": level.value}, _as_bottom(xgid))
        try:
            win, lose_gammon, lose_backgammon = map(float, answer["outlook"])
        except (KeyError, TypeError, ValueError) as error:
            raise self._failed(f"gave chances that cannot be ({error})") from error
        return Outlook(win, lose_gammon, lose_backgammon)

    def close(self) -> None:
        """End the child process; whoever waits for its answer is told that it has died."""
        child = self._child
        if child is not None:
            child.kill()
        with self._one_at_a_time:
            self._end()

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            with contextlib.suppress(OSError):  # what was not yet sent has no reader any more
                if child.stdin is not None:
                    child.stdin.close()
            child.wait()
            os.close(self._answers)
        if self._home is not None:
            self._home.cleanup()
            self._home = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _ask(self, question: dict[str, str | int], own: Xgid) -> dict[str, Any]:
        with self._one_at_a_time:
            return self._asked(question, own)

    def _asked(self, question: dict[str, str | int], own: Xgid) -> dict[str, Any]:
        limit_s = self._answer_s
        if self._child is None:
            self._start()
            limit_s += self._start_s
        self._number += 1
        line = json.dumps({**question, "number": self._number, "xgid": str(own)})
        answer = self._exchange(line, monotonic() + limit_s)
        if answer.get("number") != self._number or "trouble" in answer:
            raise self._failed(f"could not answer ({answer.get('trouble', 'another question was answered')})")
        if answer.get("position") != to_position_id(own.position, Side.WHITE):
            raise self._failed(f"did not set up {own}")
        return answer

    def _start(self) -> None:
        command = self._command
        if command is None:
            program = find_gnubg()
            if program is None:
                raise EngineError(
                    "GNU Backgammon was wanted, but it is not installed; everything else works without it. "
                    "To have its judgement: sudo apt install gnubg"
                )
            command = (str(program), "-t", "-q", "-r", "-p", str(_SCRIPT))
        self._home = TemporaryDirectory(prefix="pi-companion-gnubg-")  # it would write into the user's home
        reading, writing = os.pipe()
        try:
            self._child = subprocess.Popen(  # noqa: S603 - a program that the settings or the system name
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(writing,),
                env={**os.environ, "HOME": self._home.name, "PI_COMPANION_ANSWERS": str(writing)},
                start_new_session=True,  # Ctrl-C is for us
            )
        except OSError as error:
            os.close(reading)
            self._end()
            raise EngineError(
                f"GNU Backgammon was wanted, but {command[0]} does not start: {error.strerror}; check its path"
            ) from error
        finally:
            os.close(writing)
        self._answers, self._unread = reading, b""

    def _exchange(self, line: str, until: float) -> dict[str, Any]:
        """Send a line and wait for one."""
        if self._child is None or self._child.stdin is None:
            raise self._failed("is not running")
        try:
            self._child.stdin.write(line.encode() + b"\n")
            self._child.stdin.flush()
        except OSError as error:
            raise self._failed("has died") from error
        while b"\n" not in self._unread:
            ready, _, _ = select.select([self._answers], [], [], max(0.0, until - monotonic()))
            if not ready:
                raise self._failed("did not answer in time")
            block = os.read(self._answers, _BLOCK)
            if not block:
                raise self._failed("has died")
            self._unread += block
        text, _, self._unread = self._unread.partition(b"\n")
        try:
            answer = json.loads(text)
        except ValueError as error:
            raise self._failed("answered what is no JSON") from error
        return answer if isinstance(answer, dict) else {}

    def _failed(self, what: str) -> EngineError:
        """End the child, so that the next question finds a new one, and say what happened."""
        self._end()
        return EngineError(f"GNU Backgammon {what}; the table goes on without it, and it is started anew when asked")


def _as_bottom(xgid: Xgid) -> Xgid:
    """Turn the situation so that the side on roll is White, whom gnubg sees at the bottom."""
    if xgid.on_roll is Side.WHITE:
        return xgid
    owner = None if xgid.cube.owner is None else xgid.cube.owner.opponent
    return Xgid(
        position=Position(xgid.position.black, xgid.position.white),
        cube=Cube(xgid.cube.value, owner),
        on_roll=Side.WHITE,
        action=xgid.action if xgid.action is Action.ROLLED else Action.TO_ROLL,
        roll=xgid.roll,
        white_score=xgid.black_score,
        black_score=xgid.white_score,
        length=xgid.length,
        crawford=xgid.crawford,
        jacoby=xgid.jacoby,
        beavers=xgid.beavers,
        max_cube=xgid.max_cube,
    )


def _known(known: dict[tuple[tuple[int, ...], tuple[int, ...]], Play], own: Xgid, roll: Roll, text: object) -> Play:
    result = parse_play(str(text), own.position, Side.WHITE, roll).result
    return known[result.white, result.black]
