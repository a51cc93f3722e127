"""Whether a play was legal, and if not, why."""

from dataclasses import dataclass
from operator import sub

from pi_companion.rules.breach import Breach
from pi_companion.rules.explanations import Telling, explain_fault
from pi_companion.rules.moves import Move
from pi_companion.rules.outcomes import decode, encode, single_moves
from pi_companion.rules.plays import Play, Turn, boards_after
from pi_companion.rules.position import CHECKERS, OFF, Position
from pi_companion.rules.side import Roll, Side
from pi_companion.rules.stories import Case, nearest_story


@dataclass(frozen=True, slots=True)
class Ruling:
    """The judgement of one play."""

    legal: bool
    breaches: tuple[Breach, ...]
    """Every rule that the play broke in the likeliest story of it; empty when it is legal."""

    explanation: str
    """One sentence for a person, naming points and dice."""

    play: Play | None
    """The play that was made when it is legal and something moved; None otherwise."""


def judge(before: Position, side: Side, roll: Roll, after: Position) -> Ruling:
    """Judge a play by the board that came after it, so that an unusual order of moves is no fault.

    A last checker borne off ends the game whatever dice are left, so that is legal even where the rules would have
    wanted a longer way.

    >>> start = Position.start()
    >>> after = Position.from_xgid("-b----F-B---eE---c-e----B-", on_roll=Side.WHITE)
    >>> ruling = judge(start, Side.WHITE, Roll(2, 1), after)
    >>> ruling.breaches
    (<Breach.MUST_PLAY_BOTH: 'MUST_PLAY_BOTH'>,)
    >>> print(ruling.explanation)
    White played 8/6 with the 2 and left the 1 unplayed, but both dice can be played, for example 24/23 8/6.

    Raises:
        InputError: The position before has not fifteen checkers a side.
    """
    turn = Turn(before, side, roll)
    boards = boards_after(before, side, roll)
    own, other = before.counts(side), before.counts(side.opponent)
    own_after, other_after = after.counts(side), after.counts(side.opponent)
    if sum(own_after) == CHECKERS == sum(other_after):
        board = encode(own_after, other_after)
        if not boards and after == before:
            return Ruling(
                legal=True, breaches=(), explanation=f"{side.label} had no legal move with {roll}.", play=None
            )
        if board in boards:
            return _legal(Play(turn, board), roll)
        if own_after[OFF] == CHECKERS:
            for die in roll.dice:
                for start, end, step in single_moves(own, other, die):
                    if encode(own, other) + step == board:
                        return _legal(Play.of(before, side, (Move(start, end),)), roll)
    nearest = min(boards, key=lambda board: _distance(decode(board)[0], own_after), default=None)
    example = None if nearest is None else Play(turn, nearest)
    case = Case(
        own=own,
        other=other,
        roll=roll,
        own_after=own_after,
        other_after=other_after,
        must_play=len(example.moves) if example else 0,
        must_use=next(((die,) for die in roll.dice if any(single_moves(own, other, die))), ()),
    )
    story = nearest_story(case)
    telling = Telling(side, case, story, str(example) if example else "")
    breaches = tuple(dict.fromkeys(fault.breach for fault in story.faults))
    return Ruling(legal=False, breaches=breaches, explanation=explain_fault(telling, story.faults[0]), play=None)


def _legal(play: Play, roll: Roll) -> Ruling:
    return Ruling(legal=True, breaches=(), explanation=f"{play.side.label} played {play} with {roll}.", play=play)


def _distance(counts: tuple[int, ...], others: tuple[int, ...]) -> int:
    return sum(map(abs, map(sub, counts, others)))
