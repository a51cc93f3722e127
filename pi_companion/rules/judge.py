"""Whether a play was legal, and if not, why."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import sub

from pi_companion.rules.breach import Breach
from pi_companion.rules.explanations import Telling, explain_fault
from pi_companion.rules.moves import Move
from pi_companion.rules.outcomes import decode, encode, single_moves
from pi_companion.rules.plays import Play, Turn, boards_after
from pi_companion.rules.position import CHECKERS, OFF, Position
from pi_companion.rules.side import Roll, Side
from pi_companion.rules.stories import Case, Story, nearest_story


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
    boards = boards_after(before, side, roll)
    legal = _legal_ruling(before, side, roll, after, boards)
    if legal is not None:
        return legal
    case = _case(before, side, roll, after, boards)
    story = nearest_story(case)
    nearest = min(boards, key=lambda board: _distance(decode(board)[0], case.own_after), default=None)
    example = "" if nearest is None else str(Play(Turn(before, side, roll), nearest))
    telling = Telling(side, case, story, example)
    return Ruling(
        legal=False, breaches=_breaches(story), explanation=explain_fault(telling, story.faults[0]), play=None
    )


def breaches_of(before: Position, side: Side, roll: Roll, after: Position, boards: Sequence[int]) -> tuple[Breach, ...]:
    """Name the rules that a play broke, as `judge` does, where its words are not wanted.

    Args:
        before: Where the checkers stood.
        side: Who played.
        roll: With what.
        after: Where they stand now.
        boards: What `boards_after` gives for the roll.
    """
    if _legal_ruling(before, side, roll, after, boards) is not None:
        return ()
    return _breaches(nearest_story(_case(before, side, roll, after, boards)))


def _legal_ruling(before: Position, side: Side, roll: Roll, after: Position, boards: Sequence[int]) -> Ruling | None:
    """Rule that a play was legal; None where it was not."""
    own, other = before.counts(side), before.counts(side.opponent)
    own_after, other_after = after.counts(side), after.counts(side.opponent)
    if not sum(own_after) == CHECKERS == sum(other_after):
        return None
    board = encode(own_after, other_after)
    if not boards and after == before:
        return Ruling(legal=True, breaches=(), explanation=f"{side.label} had no legal move with {roll}.", play=None)
    if board in boards:
        return _legal(Play(Turn(before, side, roll), board), roll)
    if own_after[OFF] == CHECKERS:
        for die in roll.dice:
            for start, end, step in single_moves(own, other, die):
                if encode(own, other) + step == board:
                    return _legal(Play.of(before, side, (Move(start, end),)), roll)
    return None


def _case(before: Position, side: Side, roll: Roll, after: Position, boards: Sequence[int]) -> Case:
    """Gather what is known of a play that is not legal; all legal plays of a roll use equally many dice."""
    own, other = before.counts(side), before.counts(side.opponent)
    return Case(
        own=own,
        other=other,
        roll=roll,
        own_after=after.counts(side),
        other_after=after.counts(side.opponent),
        must_play=len(Play(Turn(before, side, roll), boards[0]).moves) if boards else 0,
        must_use=next(((die,) for die in roll.dice if any(single_moves(own, other, die))), ()),
    )


def _breaches(story: Story) -> tuple[Breach, ...]:
    return tuple(dict.fromkeys(fault.breach for fault in story.faults))


def _legal(play: Play, roll: Roll) -> Ruling:
    return Ruling(legal=True, breaches=(), explanation=f"{play.side.label} played {play} with {roll}.", play=play)


def _distance(counts: tuple[int, ...], others: tuple[int, ...]) -> int:
    return sum(map(abs, map(sub, counts, others)))
