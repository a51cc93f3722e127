"""The short way by legal turns from one board to another."""

import random

import pytest

from pi_companion.referee.bridge import MOST_BOARDS, MOST_TURNS, _Search, short_way
from pi_companion.rules import Position, Roll, Side, judge, legal_plays, winner_of


def walked(rng: random.Random, position: Position, side: Side, turns: int) -> tuple[Position, Side] | None:
    """Play turns by lot; None where one cannot be played or the game ends."""
    for _ in range(turns):
        plays = legal_plays(position, side, Roll(rng.randint(1, 6), rng.randint(1, 6)))
        if not plays or winner_of(position):
            return None
        position, side = rng.choice(plays).result, side.opponent
    return position, side


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_turns_that_were_played_are_found_and_every_way_is_legal(turns: int) -> None:
    rng = random.Random(turns)
    tried = 0
    while tried < 12:
        begun = walked(rng, Position.start(), Side.WHITE, rng.randint(1, 40))
        if begun is None or winner_of(begun[0]):
            continue
        before, side = begun
        ended = walked(rng, before, side, turns)
        if ended is None or ended[0] == before:
            continue
        tried += 1
        way = short_way(before, side, ended[0])
        assert way is not None
        assert len(way) <= turns
        for turn in way:
            assert turn.side is side
            assert judge(before, side, turn.roll, turn.position).legal
            before, side = turn.position, side.opponent
        assert before == ended[0]


def test_a_board_knocked_over_has_no_way() -> None:
    heap = Position.from_xgid("-----EEE------------eee---", on_roll=Side.WHITE)
    assert short_way(Position.start(), Side.BLACK, heap) is None


def test_the_same_turn_by_the_other_side_is_not_taken_for_this_ones() -> None:
    start = Position.start()
    after = next(play.result for play in legal_plays(start, Side.WHITE, Roll(3, 1)) if str(play) == "8/5 6/5")
    way = short_way(start, Side.BLACK, after)
    assert way is None or way[0].side is Side.BLACK


def test_the_search_is_given_up_in_time() -> None:
    """No search looks at many more boards than are allowed, whatever stands on the board."""
    rng = random.Random(3)
    for _ in range(6):
        begun = walked(rng, Position.start(), Side.WHITE, 12)
        other = walked(rng, Position.start(), Side.WHITE, 18)
        if begun is None or other is None:
            continue
        search = _Search(other[0])
        for length in range(1, MOST_TURNS + 1):
            search.way(begun[0], begun[1], length)
        assert search.left > -MOST_BOARDS // 10
