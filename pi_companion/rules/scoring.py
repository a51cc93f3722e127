"""What a finished game is worth."""

from dataclasses import dataclass
from enum import Enum

from pi_companion.errors import InputError
from pi_companion.rules.cube import Cube
from pi_companion.rules.position import BAR, CHECKERS, HOME, OFF, Position
from pi_companion.rules.side import Side

_RESIGNABLE = range(1, 4)


class WinKind(Enum):
    """How a game was won."""

    SINGLE = "single"
    """The loser had borne off a checker."""

    GAMMON = "gammon"
    """The loser had borne off nothing: twice the cube."""

    BACKGAMMON = "backgammon"
    """As a gammon, and a checker of the loser was on the bar or in the winner's home board: three times the cube."""

    DROP = "drop"
    """The loser refused a double."""

    RESIGN = "resign"
    """The loser gave up."""

    @property
    def multiplier(self) -> int:
        """How often the cube counts when the game is played to its end."""
        return {WinKind.GAMMON: 2, WinKind.BACKGAMMON: 3}.get(self, 1)


@dataclass(frozen=True, slots=True)
class GameResult:
    """Who won a game, and what for."""

    winner: Side
    points: int
    """Points won, the cube included."""

    kind: WinKind


def winner_of(position: Position) -> Side | None:
    """Name the side that has borne off its last checker; it has won at once, whatever dice are left."""
    return next((side for side in Side if position.counts(side)[OFF] == CHECKERS), None)


def win_kind(position: Position, winner: Side) -> WinKind:
    """Tell single, gammon and backgammon apart by where the loser's checkers are.

    >>> win_kind(Position.start(), Side.WHITE)
    <WinKind.BACKGAMMON: 'backgammon'>
    """
    loser = position.counts(winner.opponent)
    if loser[OFF]:
        return WinKind.SINGLE
    return WinKind.BACKGAMMON if any(loser[BAR - HOME.stop + 1 :]) else WinKind.GAMMON


def finished_game(position: Position, cube: Cube, *, jacoby: bool = False) -> GameResult | None:
    """Score the game if a side has borne off its last checker; None while it goes on.

    Args:
        position: Where the checkers stand.
        cube: The cube as it lies.
        jacoby: Whether gammons and backgammons count single while nobody owns the cube (money play only).
    """
    winner = winner_of(position)
    if winner is None:
        return None
    kind = win_kind(position, winner)
    if jacoby and cube.owner is None:
        return GameResult(winner, cube.value, WinKind.SINGLE)
    return GameResult(winner, cube.value * kind.multiplier, kind)


def resigned_game(loser: Side, times: int, cube: Cube) -> GameResult:
    """Score a resignation for a single game, a gammon or a backgammon.

    Args:
        loser: The side that gives up.
        times: 1, 2 or 3 times the cube.
        cube: The cube as it lies.

    Raises:
        InputError: `times` is not 1, 2 or 3.
    """
    if times not in _RESIGNABLE:
        message = f"a resignation is for 1, 2 or 3 times the cube, but {times} came; give one of these"
        raise InputError(message)
    return GameResult(loser.opponent, cube.value * times, WinKind.RESIGN)
