"""Every board that a roll can lead to, found fast: the one place that knows how checkers may move.

Boards are whole numbers here. Byte p (0 to 25) counts the mover's checkers on place p, byte 26 + n the opponent's on
its own place n, so that a move is one addition, a board is its own key, and `decode` is one conversion to bytes.
"""

from collections.abc import Iterator, Sequence

from pi_companion.rules.position import BAR, OFF, PLACES
from pi_companion.rules.side import Roll

_LAST_HOME = 6
BLOCK = 2
_DOUBLES_MOVES = 4
_BYTE = 256

_STEP = tuple(
    tuple(_BYTE ** max(OFF, start - die) - _BYTE**start if start else 0 for start in range(PLACES)) for die in range(7)
)
"""[die][start]: what one checker's move adds to a board."""

_HIT = tuple(_BYTE ** (PLACES + BAR) - _BYTE ** (PLACES + BAR - end) for end in range(PLACES))
"""[end]: what sending the opposing checker on the mover's place `end` to the bar adds to a board."""


def encode(own: Sequence[int], other: Sequence[int]) -> int:
    """Turn two sides' 26 counts, each in its own numbering, into a board number."""
    return int.from_bytes(bytes((*own, *other)), "little")


def decode(board: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Turn a board number back into the mover's and the opponent's counts.

    >>> decode(encode(range(26), [2] * 26))[0][:4]
    (0, 1, 2, 3)
    """
    counts = tuple(board.to_bytes(2 * PLACES, "little"))
    return counts[:PLACES], counts[PLACES:]


def outcomes(own: Sequence[int], other: Sequence[int], roll: Roll) -> list[int]:
    """List the distinct boards that the legal plays of a roll lead to; empty when nothing can be moved."""
    if roll.is_double:
        return _doubles(own, other, roll.a)
    high, low = roll.dice
    if own[BAR]:
        return _from_bar(own, other, high, low)
    if sum(own[_LAST_HOME + 1 :]) > 1:
        return _before_bearing_off(own, other, high, low)
    return _bearing_off(own, other, high, low)


def single_moves(own: Sequence[int], other: Sequence[int], die: int) -> Iterator[tuple[int, int, int]]:
    """Give start, end and what it adds to the board for each legal move of one die, whatever else is rolled."""
    step = _STEP[die]
    if own[BAR]:
        starts: Sequence[int] = (BAR,)
    elif any(own[_LAST_HOME + 1 :]):
        starts = [start for start in range(BAR - 1, die, -1) if own[start]]
    else:
        starts = [start for start in range(_LAST_HOME, OFF, -1) if own[start]]
        highest = starts[0] if starts else OFF
        starts = [start for start in starts if start >= die or start == highest]
    for start in starts:
        end = start - die
        if end <= OFF:
            yield start, OFF, step[start]
        elif (blockers := other[BAR - end]) == 0:
            yield start, end, step[start]
        elif blockers == 1:
            yield start, end, step[start] + _HIT[end]


def _before_bearing_off(own: Sequence[int], other: Sequence[int], high: int, low: int) -> list[int]:
    """Two different dice with nobody on the bar and too many checkers outside to bear off: any two moves combine."""
    board = encode(own, other)
    highs = list(single_moves(own, other, high))
    lows = list(single_moves(own, other, low))
    low_steps = [step for _, _, step in lows]
    boards: list[int] = []
    for start, end, step in highs:
        after = board + step
        if other[BAR - end]:  # the blot is hit once, so another checker that comes to the same point hits nothing
            boards += [
                after + (step_b - _HIT[end] if end_b == end else step_b)
                for start_b, end_b, step_b in lows
                if start_b != start or own[start] > 1
            ]
        elif own[start] > 1:
            boards += [after + step_b for step_b in low_steps]
        else:
            boards += [after + step_b for start_b, _, step_b in lows if start_b != start]
        if not own[end]:
            boards += _onward(other, after, end, low)
    for _, end, step in lows:
        if not own[end]:
            boards += _onward(other, board + step, end, high)
    return list(dict.fromkeys(boards)) or [board + step for _, _, step in highs] or [board + step for step in low_steps]


def _onward(other: Sequence[int], board: int, start: int, die: int) -> tuple[int, ...]:
    """Move on the checker that has just come to `start`, short of bearing it off."""
    end = start - die
    if end <= OFF or (blockers := other[BAR - end]) >= BLOCK:
        return ()
    return (board + _STEP[die][start] + (_HIT[end] if blockers else 0),)


def _from_bar(own: Sequence[int], other: Sequence[int], high: int, low: int) -> list[int]:
    """Two different dice with a checker on the bar."""
    board = encode(own, other)
    entered = [(die, board + step) for die in (high, low) for _, _, step in single_moves(own, other, die)]
    if own[BAR] > 1:
        if len(entered) > 1:
            return [entered[0][1] + entered[1][1] - board]
        return [after for _, after in entered]
    boards: list[int] = []
    for die, after in entered:
        counts_own, counts_other = decode(after)
        boards += [after + step for _, _, step in single_moves(counts_own, counts_other, high + low - die)]
    return list(dict.fromkeys(boards)) or [after for _, after in entered[:1]]


def _bearing_off(own: Sequence[int], other: Sequence[int], high: int, low: int) -> list[int]:
    """Two different dice when checkers may be borne off: what the first move opens decides what the second may do."""
    board = encode(own, other)
    both: list[int] = []
    one: dict[int, list[int]] = {high: [], low: []}
    counts = list(own)
    for die in (high, low):
        for start, end, step in single_moves(own, other, die):
            after = board + step
            one[die].append(after)
            counts[start] -= 1
            counts[end] += 1
            others = other if step == _STEP[die][start] else decode(after)[1]
            both += [after + step_b for _, _, step_b in single_moves(counts, others, high + low - die)]
            counts[start] += 1
            counts[end] -= 1
    return list(dict.fromkeys(both or one[high] or one[low]))


def _doubles(own: Sequence[int], other: Sequence[int], die: int) -> list[int]:
    """Four moves of one die.

    Any such play can be made in the order of its starting points, highest first, and in that order two different
    plays never lead to the same board; so each board is met once. A play of fewer moves counts only when no
    play of more exists.
    """
    counts = list(own)
    steps = list(_STEP[die])
    for end in range(1, BAR - die + 1):
        if other[BAR - end] == 1:
            steps[end + die] += _HIT[end]
    may_bear_off = sum(own[_LAST_HOME + 1 :]) < _DOUBLES_MOVES
    starts: list[int] = []
    reached = [count > 0 for count in own]
    for start in range(BAR, OFF if may_bear_off else die, -1):
        if reached[start] and (start <= die or other[BAR - start + die] < BLOCK):
            starts.append(start)
            reached[max(OFF, start - die)] = True
    levels: list[list[int]] = [[], [], [], []]

    def move_on(first: int, made: int, board: int) -> None:
        level = levels[made]
        for index in range(first, len(starts)):
            start = starts[index]
            if not counts[start] or (start != BAR and counts[BAR]):
                continue
            end = start - die
            if end <= OFF:
                if any(counts[(start if end < OFF else _LAST_HOME) + 1 :]):
                    continue
                end = OFF
            after = board + steps[start]
            level.append(after)
            if made + 1 < _DOUBLES_MOVES:
                hit_step, steps[start] = steps[start], _STEP[die][start]
                counts[start] -= 1
                counts[end] += 1
                move_on(index, made + 1, after)
                counts[start] += 1
                counts[end] -= 1
                steps[start] = hit_step

    move_on(0, 0, encode(own, other))
    return next((level for level in reversed(levels) if level), [])
