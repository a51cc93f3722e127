"""Every number in the coach's sentences about 64 positions from games, against a plain count of all 36 rolls.

The plain count knows nothing of `legal_plays`: it tries every order of the dice as the rules are written.
"""

import re
from functools import cache
from itertools import product

import pytest

from pi_companion.bench.rules import plain_enumeration, self_play_positions
from pi_companion.coach.ahead import PIPS_OF_A_ROLL, ahead
from pi_companion.coach.choices import thought
from pi_companion.coach.telling import tell
from pi_companion.rules import BAR, OFF, Position, Roll, Side

POSITIONS = self_play_positions(64, seed=5)
"""Positions with the side to play, from seeded games of careless play: blots, bars and bear-offs as they come."""

PAIRS = list(product(range(1, 7), repeat=2))


@cache
def hits(position: Position, side: Side, point: int | None = None) -> int:
    """Count the rolls of 36 by which `side`'s opponent can hit it, on one point or anywhere."""
    before = position.counts(side)
    wanted = range(1, BAR) if point is None else [point]
    found = 0
    for a, b in PAIRS:
        boards = plain_enumeration(position, side.opponent, Roll(a, b))
        found += any(after[BAR] > before[BAR] and any(after[p] < before[p] for p in wanted) for _, after in boards)
    return found


@cache
def enters(position: Position, side: Side) -> int:
    waiting = position.counts(side)[BAR]
    return sum(any(own[BAR] < waiting for own, _ in plain_enumeration(position, side, Roll(a, b))) for a, b in PAIRS)


def ends(position: Position, side: Side) -> int:
    return sum(any(own[OFF] == 15 for own, _ in plain_enumeration(position, side, Roll(a, b))) for a, b in PAIRS)


def pips(position: Position, side: Side) -> int:
    return sum(place * count for place, count in enumerate(position.counts(side)))


def numbers(text: str) -> list[int]:
    """Give the numbers of a sentence; every roll is 36 of them."""
    return [int(number) for number in re.findall(r"\d+", re.sub("[Ee]very roll", "36 of 36 rolls", text))]


def check(line: str, position: Position) -> str:
    """Count anew what a sentence says; gives the kind of sentence it was."""
    side = Side.WHITE if line.startswith("White") else Side.BLACK
    found = chance_told(line, position, side) or structure_told(line, position, side)
    assert found, line
    return found


def chance_told(line: str, position: Position, side: Side) -> str:
    """Check a sentence that counts rolls."""
    own, other = position.counts(side), position.counts(side.opponent)
    alone = [p for p in range(24, 0, -1) if own[p] == 1]
    kind = ""
    if "cannot enter" in line:
        kind = "shut out"
        assert (numbers(line)[0], enters(position, side)) == (own[BAR], 0)
    elif "on the bar;" in line:
        kind = "bar"
        free = [BAR - point for point in range(1, 7) if other[point] < 2]
        assert numbers(line) == [own[BAR], enters(position, side), 36, *free]
    elif "no roll of" in line:
        kind = "safe blots"
        assert hits(position, side) == 0
        assert numbers(line) == (alone if len(alone) == 1 else [len(alone), *alone])
    elif " has a blot " in line:
        kind = "blot"
        assert numbers(line) == [*alone, hits(position, side), 36]
    elif " blots, on " in line:
        kind = "blots"
        each = [number for p in alone if (count := hits(position, side, p)) for number in (p, count)]
        assert numbers(line) == [len(alone), *alone, hits(position, side), 36, *each]
    elif "would bear off all" in line:
        kind = "last"
        whose = Side.WHITE if line.endswith("White has left.") else Side.BLACK
        assert numbers(line) == [ends(position, whose), 36]
    return kind


def structure_told(line: str, position: Position, side: Side) -> str:
    """Check a sentence about pips, points and checkers."""
    own, other = position.counts(side), position.counts(side.opponent)
    kind = ""
    if "leads by" in line:
        kind = "race"
        mine, theirs = pips(position, side), pips(position, side.opponent)
        assert numbers(line) == [theirs - mine, mine, theirs]
    elif "to go" in line:
        kind = "race"
        assert {pips(position, each) for each in Side} == {*numbers(line)}
    elif "of its home board" in line:
        kind = "home"
        made = [p for p in range(6, 0, -1) if own[p] > 1]
        assert numbers(line) == [len(made), *made]
    elif "anchor" in line:
        kind = "anchor"
        held = [p for p in range(24, 18, -1) if own[p] > 1]
        assert numbers(line) in (held, [len(held), *held])
    elif "prime of" in line:
        kind = "prime"
        length, low, high, *trapped = numbers(line)
        assert high - low + 1 == length
        assert all(own[p] > 1 for p in range(low, high + 1))
        assert sum(other[BAR - low + 1 :]) == (trapped[0] if trapped else 0)
    elif "borne off" in line:
        kind = "off"
        assert numbers(line) == [own[OFF], 15]
    return kind


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_every_number_is_right(number: int) -> None:
    position, side = POSITIONS[number]
    assert [check(line, position) for line in tell(position, side)]


def test_every_kind_of_sentence_is_among_them() -> None:
    kinds = {check(line, position) for position, side in POSITIONS for line in tell(position, side)}
    assert kinds >= {"race", "bar", "blot", "blots", "safe blots", "last", "home", "anchor", "prime", "off"}


@pytest.mark.parametrize("number", range(0, len(POSITIONS), 2))
def test_the_thought_before_the_roll_is_true(number: int) -> None:
    position, side = POSITIONS[number]
    line = ahead(position, side)
    own, other = position.counts(side), position.counts(side.opponent)
    match line:
        case _ if "in from the bar" in line:
            told = numbers(line)
            assert told[:2] == [enters(position, side), 36]
            free = [BAR - point for point in range(1, 7) if other[point] < 2]
            assert (own[BAR] > 1) == ("before another one may move" in line)
            assert told[2:] in ([], [own[BAR]], free)
        case _ if "cannot enter" in line:
            assert own[BAR]
            assert enters(position, side) == 0
        case _ if "cannot move" in line:
            assert other[BAR]
            assert enters(position, side.opponent) == 0
        case _ if f"{side.label} hit {side.opponent.label}" in line:
            assert numbers(line) == [hits(position, side.opponent), 36]
        case _ if f"{side.opponent.label} hit {side.label}" in line:
            assert numbers(line) == [hits(position, side), 36]
            assert hits(position, side.opponent) == 0
            assert ("its blots" in line) == (own[1:BAR].count(1) > 1)
        case _ if "off all that" in line:
            assert numbers(line) == [ends(position, side), 36]
        case _ if "rolls bring on average" in line:
            lead, rolls = numbers(line)
            first, last = sorted(pips(position, each) for each in Side)
            assert last - first == lead
            assert rolls == int(lead / PIPS_OF_A_ROLL)
            behind = side if pips(position, side) == last else side.opponent
            assert ("save the gammon" in line) == (position.counts(behind)[OFF] == 0)
        case _ if "leads the race" in line:
            lead, share, pips_of_leader, _ = numbers(line)
            assert share == round(100 * lead / pips_of_leader)
            assert {pips_of_leader, pips_of_leader + lead} == {pips(position, each) for each in Side}
        case _ if "The race is even" in line:
            assert {pips(position, each) for each in Side} == {*numbers(line)}
        case _:
            assert hits(position, side) == hits(position, side.opponent) == 0


@pytest.mark.parametrize("number", range(0, len(POSITIONS), 4))
def test_the_thought_about_a_roll_counts_the_plays_there_are(number: int) -> None:
    position, side = POSITIONS[number]
    roll = Roll(1 + number % 6, 1 + number // 6 % 6)
    line = thought(position, side, roll)
    plays = plain_enumeration(position, side, roll)
    if line.startswith("Of the "):
        before = position.counts(side.opponent)[BAR]
        assert numbers(line)[0] == len(plays)
        if " hit" in line and "What can" in line:
            hitting = sum(other[BAR] > before for _, other in plays)
            assert hitting == (len(plays) if "every one" in line else numbers(line)[1])
    elif "only one legal play" in line:
        assert len(plays) == 1
    elif "no legal play" in line:
        assert not plays
