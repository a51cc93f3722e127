"""The rules of moving, each by name; a board is the first field of an XGID with the mover in upper case."""

from itertools import combinations_with_replacement

import pytest

from pi_companion.bench.rules import plain_enumeration
from pi_companion.errors import InputError
from pi_companion.rules import Move, Play, Position, Roll, Side, legal_plays

START = Position.start()

RULES: list[tuple[str, str, tuple[int, int], list[str]]] = [
    # The ruler counts the mover's points; checkers that are not shown are off.
    # rule                                   0....5....1....5....2....5   roll    plays
    ("a choice of plays",                    "-b----E-C---eE---c-e----B-", (5, 5),
     ["13/8(4)", "13/3 13/8(2)", "13/3(2)", "13/3 8/3(2)"]),
    ("two checkers hold a point",            "------------------b--b--A-", (6, 3), []),
    ("round a blocked point",                "----------a-------b-----A-", (6, 3), ["24/15"]),
    ("hitting a blot",                       "-----------------a------A-", (6, 1), ["24/17*"]),
    ("hitting while entering",               "------------------a----a-B", (2, 1), ["bar/24 bar/23*"]),
    ("the bar comes first",                  "-A-----------------b-b---A", (5, 2), ["bar/18"]),
    ("no entry, no move",                    "-E-----------------bb----A", (6, 5), []),
    ("two enter with one die each",          "-A-----------------b-----B", (5, 4), ["bar/21 bar/20"]),
    ("one still on the bar, nothing else",   "-C-----------------b-----B", (6, 3), ["bar/22"]),
    ("either die but not both: the larger",  "-----b---------A----------", (6, 4), ["15/9"]),
    ("the larger also when entering",        "-----------bbbbbb--------A", (6, 5), ["bar/19"]),
    ("the smaller when only it can be",      "-----b---b-----A----------", (6, 4), ["15/11"]),
    ("both dice where both can be played",   "-----b-----b-----A--------", (6, 3), ["17/8"]),
    ("doubles are four moves",               "--b-------A-A-------------", (4, 4), ["12/off 10/6"]),
    ("doubles as far as they go",            "--b-----------A-----------", (4, 4), ["14/6"]),
    ("three come home and one goes off",     "------A-----C----------ab-", (6, 6), ["12/off 12/6(2)"]),
    ("bearing off exactly or moving inside", "---A-B------------------a-", (5, 3), ["5/2 5/off", "5/off 3/off"]),
    ("too large a number takes the highest", "---C-A------------------a-", (6, 5), ["5/off 3/off"]),
    ("first all home, then off",             "----AA-A---------------aa-", (6, 5), ["7/1 5/off", "7/2 5/off"]),
    ("home with one die, off with the other", "----AA-A---------------aa-", (5, 2), ["7/2 5/3", "7/2 4/2", "7/off"]),
    ("hitting while bearing off",            "-a--A-A----------------aa-", (6, 3), ["6/off 4/1*", "6/3 4/off"]),
    ("the last checker ends the game",       "-A---------------------aa-", (6, 6), ["1/off"]),
    ("the last checker may need both dice",  "------A----------------aa-", (5, 1), ["6/off"]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "board", "dice", "plays"), RULES, ids=[rule for rule, *_ in RULES])
@pytest.mark.parametrize("side", Side)
def test_rule(rule: str, board: str, dice: tuple[int, int], plays: list[str], side: Side) -> None:
    position = Position.from_xgid(board, on_roll=side)
    for roll in (Roll(*dice), Roll(*dice[::-1])):
        assert sorted(map(str, legal_plays(position, side, roll))) == sorted(plays), rule


FIRST_PLAYS = {
    (1, 1): 42, (2, 1): 15, (3, 1): 16, (4, 1): 14, (5, 1): 8, (6, 1): 10, (2, 2): 75, (3, 2): 17, (4, 2): 18,
    (5, 2): 8, (6, 2): 14, (3, 3): 73, (4, 3): 17, (5, 3): 9, (6, 3): 14, (4, 4): 52, (5, 4): 9,
    (6, 4): 14, (5, 5): 4, (6, 5): 7, (6, 6): 11,
}  # fmt: skip
"""Distinct results from the start; each was counted here two ways and by gnubg 1.07 (`hint` with every play)."""


@pytest.mark.parametrize(("dice", "count"), FIRST_PLAYS.items())
def test_number_of_first_plays(dice: tuple[int, int], count: int) -> None:
    for side in Side:
        assert len(legal_plays(START, side, Roll(*dice))) == count


def test_number_of_positions_after_two_turns() -> None:
    """447 plays to 406 positions, then 183,632 to 163,706: as counted with the plain enumeration of the benchmark."""
    level, side, counted = {START}, Side.WHITE, []
    for _ in range(2):
        plays, reached = 0, set()
        for position in level:
            for dice in combinations_with_replacement(range(1, 7), 2):
                results = {play.result for play in legal_plays(position, side, Roll(*dice))}
                plays += len(results)
                reached |= results or {position}
        counted.append((plays, len(reached)))
        level, side = reached, side.opponent
    assert counted == [(447, 406), (183_632, 163_706)]


def test_the_plain_enumeration_finds_the_same_for_every_rule() -> None:
    for rule, board, dice, _ in RULES:
        position = Position.from_xgid(board, on_roll=Side.BLACK)
        plays = legal_plays(position, Side.BLACK, Roll(*dice))
        plain = plain_enumeration(position, Side.BLACK, Roll(*dice))
        assert {(play.result.black, play.result.white) for play in plays} == plain, rule


def test_a_play_knows_its_moves_and_what_they_hit() -> None:
    position = Position.from_xgid("-----------a-----a------A-", on_roll=Side.BLACK)
    (play,) = legal_plays(position, Side.BLACK, Roll(6, 1))
    assert [move for move in play.moves if move.hit] == [Move(18, 17, hit=True)]
    assert play.before == position
    assert play.side is Side.BLACK
    assert play.result.white[25] == 1


def test_the_moves_of_a_play_can_be_made_one_by_one() -> None:
    for dice in ((6, 5), (3, 1), (2, 2), (6, 6)):
        for play in legal_plays(START, Side.WHITE, Roll(*dice)):
            again = Play.of(START, Side.WHITE, play.moves)
            assert again == play
            assert again.moves == play.moves


def test_plays_to_the_same_position_are_one_play() -> None:
    one = Play.of(START, Side.WHITE, (Move(13, 8), Move(8, 6)))
    other = Play.of(START, Side.WHITE, (Move(13, 11), Move(11, 6)))
    assert one == other
    assert hash(one) == hash(other)
    assert one != Play.of(START, Side.BLACK, (Move(13, 8), Move(8, 6)))
    assert one != "13/6"


def test_a_move_from_an_empty_point_is_refused() -> None:
    with pytest.raises(InputError, match="White has no checker to play 7/6"):
        Play.of(START, Side.WHITE, (Move(7, 6),))


def test_a_position_of_sixteen_checkers_is_refused() -> None:
    position = Position((1, *START.white[1:]), START.black)
    with pytest.raises(InputError, match="White has 16 checkers in all"):
        legal_plays(position, Side.BLACK, Roll(3, 1))
