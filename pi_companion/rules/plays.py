"""The legal plays of a roll, one for each board they can lead to."""

from dataclasses import dataclass

from pi_companion.errors import InputError
from pi_companion.rules.moves import Move, write_moves
from pi_companion.rules.outcomes import decode, encode, outcomes, single_moves
from pi_companion.rules.position import BAR, CHECKERS, OFF, Position
from pi_companion.rules.side import Roll, Side


@dataclass(frozen=True, slots=True)
class Turn:
    """Who plays from where: what all plays of one roll share."""

    before: Position
    side: Side
    made: Roll | tuple[Move, ...]
    """The roll that is played, or the moves themselves where they were given."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Play:
    """All the moves of a roll; two plays from one position are equal when they lead to the same position.

    Built by `legal_plays`, `parse_play` and `Play.of`; moves and result are worked out when they are asked for.

    >>> legal_plays(Position.start(), Side.WHITE, Roll(6, 6))[0]
    <Play white 24/18(2) 13/7(2)>
    """

    _turn: Turn
    _board: int
    """The position that results, as `outcomes` numbers it."""

    @classmethod
    def of(cls, before: Position, side: Side, moves: tuple[Move, ...]) -> "Play":
        """Make a play from its moves, legal or not; whether a move hits follows from the position.

        Raises:
            InputError: A move starts where the side has no checker.
        """
        own, other = list(before.counts(side)), list(before.counts(side.opponent))
        made = []
        for move in moves:
            if move.start == OFF or not own[move.start]:
                message = f"{side.label} has no checker to play {move} with; give a play from where {side.label} stands"
                raise InputError(message)
            own[move.start] -= 1
            own[move.end] += 1
            hit = move.end != OFF and other[BAR - move.end] == 1
            if hit:
                other[BAR - move.end] -= 1
                other[BAR] += 1
            made.append(Move(move.start, move.end, hit=hit))
        return cls(Turn(before, side, tuple(made)), encode(own, other))

    @property
    def before(self) -> Position:
        """The position that the play starts from."""
        return self._turn.before

    @property
    def side(self) -> Side:
        """The side that plays."""
        return self._turn.side

    @property
    def result(self) -> Position:
        """The position that the play leads to."""
        return Position.from_counts(self.side, *decode(self._board))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves one by one, in an order in which they can be made."""
        made = self._turn.made
        if not isinstance(made, Roll):
            return made
        own, other = self.before.counts(self.side), self.before.counts(self.side.opponent)
        return _doubles_moves(own, other, made.a, self._board) if made.is_double else self._two_dice_moves(made)

    def _two_dice_moves(self, roll: Roll) -> tuple[Move, ...]:
        own, other = self.before.counts(self.side), self.before.counts(self.side.opponent)
        start_board = encode(own, other)
        found: list[tuple[Move, ...]] = []
        for die, next_die in (roll.dice, roll.dice[::-1]):
            for start, end, step in single_moves(own, other, die):
                board = start_board + step
                counts, others = decode(board)
                move = Move(start, end, hit=others != other)
                if board == self._board:
                    found.append((move,))
                found += [
                    (move, Move(start_b, end_b, hit=decode(board + step_b)[1] != others))
                    for start_b, end_b, step_b in single_moves(counts, others, next_die)
                    if board + step_b == self._board
                ]
        return max(found, key=len)

    def __str__(self) -> str:
        """Write the play as players do; empty when nothing is moved."""
        return write_moves(self.moves)

    def __repr__(self) -> str:
        """Show the play as it is written."""
        return f"<Play {self.side.value} {str(self) or 'no move'}>"

    def __eq__(self, other: object) -> bool:
        """Tell whether both plays lead one side from the same position to the same position."""
        if not isinstance(other, Play):
            return NotImplemented
        return (self._board, self.side, self.before) == (other._board, other.side, other.before)

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash((self._board, self.side))


def legal_plays(position: Position, side: Side, roll: Roll) -> tuple[Play, ...]:
    """List the legal plays of a roll, one for each distinct position that results; empty when it cannot be played.

    >>> len(legal_plays(Position.start(), Side.BLACK, Roll(3, 1)))
    16

    Raises:
        InputError: A side has more or fewer than fifteen checkers.
    """
    turn = Turn(position, side, roll)
    return tuple([Play(turn, board) for board in boards_after(position, side, roll)])


def boards_after(position: Position, side: Side, roll: Roll) -> list[int]:
    """List the boards that the legal plays lead to, as `outcomes` numbers them.

    Raises:
        InputError: A side has more or fewer than fifteen checkers.
    """
    own, other = position.counts(side), position.counts(side.opponent)
    if sum(own) != CHECKERS or sum(other) != CHECKERS:
        message = f"plays want a position of 15 checkers a side, but {position.faults()[0]}; correct the position"
        raise InputError(message)
    return outcomes(own, other, roll)


def _doubles_moves(own: tuple[int, ...], other: tuple[int, ...], die: int, board: int) -> tuple[Move, ...]:
    """Read the moves off from the highest place down: what came to a place and is gone has moved on."""
    counts, blots = list(own), list(other)
    goal = decode(board)[0]
    moves = []
    for start in range(BAR, OFF, -1):
        end = max(OFF, start - die)
        for _ in range(counts[start] - goal[start]):
            hit = end != OFF and blots[BAR - end] == 1
            if hit:
                blots[BAR - end] = 0
            counts[end] += 1
            moves.append(Move(start, end, hit=hit))
    return tuple(moves)
