"""What holds for every position and roll."""

from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pi_companion.bench.rules import plain_enumeration
from pi_companion.rules import (
    BAR,
    CHECKERS,
    OFF,
    Action,
    Breach,
    Cube,
    GameResult,
    MatchScore,
    Position,
    Roll,
    Side,
    WinKind,
    Xgid,
    can_double,
    from_position_id,
    judge,
    legal_plays,
    parse_play,
    to_position_id,
)

SIDES = st.sampled_from(list(Side))
ROLLS = st.builds(Roll, st.integers(1, 6), st.integers(1, 6))


@st.composite
def counts(draw: st.DrawFn, places: list[int], reach: int) -> list[int]:
    """Fifteen checkers of one side on some of the places, and the rest off."""
    found = [0] * 26
    open_places = [place for place in places if place <= reach or place == BAR] or [OFF]
    for place in draw(st.lists(st.sampled_from(open_places), max_size=CHECKERS)):
        found[place] += 1
    found[OFF] += CHECKERS - sum(found)
    return found


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions that can stand on a board: crowded, scattered, on the bar, bearing off."""
    owners = draw(st.lists(st.sampled_from([*Side, *Side, None]), min_size=24, max_size=24))
    reach = st.sampled_from([6, 7, 12, 24])
    white_places = [point for point in range(1, 25) if owners[point - 1] is Side.WHITE] + [BAR]
    black_places = [BAR - point for point in range(1, 25) if owners[point - 1] is Side.BLACK] + [BAR]
    white = draw(counts(white_places, draw(reach)))
    black = draw(counts(black_places, draw(reach)))
    position = Position(tuple(white), tuple(black))
    assume(not position.faults())
    return position


def mirrored(position: Position) -> Position:
    return Position(position.black, position.white)


@given(positions(), SIDES, ROLLS)
def test_every_play_keeps_fifteen_checkers_a_side_on_a_possible_board(
    position: Position, side: Side, roll: Roll
) -> None:
    for play in legal_plays(position, side, roll):
        assert not play.result.placing_faults()
        assert sum(play.result.white) == sum(play.result.black) == CHECKERS


@given(positions(), SIDES, ROLLS)
def test_plays_are_those_of_the_plain_enumeration(position: Position, side: Side, roll: Roll) -> None:
    plays = legal_plays(position, side, roll)
    results = {(play.result.counts(side), play.result.counts(side.opponent)) for play in plays}
    assert len(results) == len(plays)
    assert results == plain_enumeration(position, side, roll)


@given(positions(), ROLLS)
def test_mirrored_sides_have_mirrored_plays(position: Position, roll: Roll) -> None:
    white = legal_plays(position, Side.WHITE, roll)
    black = legal_plays(mirrored(position), Side.BLACK, roll)
    assert [mirrored(play.result) for play in white] == [play.result for play in black]
    assert [str(play) for play in white] == [str(play) for play in black]


@given(positions(), SIDES, ROLLS)
def test_the_order_of_the_dice_does_not_matter(position: Position, side: Side, roll: Roll) -> None:
    assert legal_plays(position, side, roll) == legal_plays(position, side, Roll(roll.b, roll.a))


@given(positions(), SIDES, ROLLS, st.randoms())
def test_what_is_written_is_read_again_in_any_order(position: Position, side: Side, roll: Roll, rng: Random) -> None:
    for play in legal_plays(position, side, roll):
        parts = str(play).split()
        rng.shuffle(parts)
        assert parse_play(" ".join(parts), position, side, roll) == play


@given(positions(), SIDES, ROLLS)
def test_a_play_goes_no_further_than_its_dice(position: Position, side: Side, roll: Roll) -> None:
    for play in legal_plays(position, side, roll):
        gone = position.pip_count(side) - play.result.pip_count(side)
        assert 0 < gone <= sum(roll.steps)
        hits = sum(move.hit for move in play.moves)
        assert play.result.counts(side.opponent)[BAR] == position.counts(side.opponent)[BAR] + hits


@given(positions(), SIDES, ROLLS, positions())
def test_any_board_after_is_judged_and_legal_only_if_a_play_leads_to_it(
    position: Position, side: Side, roll: Roll, after: Position
) -> None:
    ruling = judge(position, side, roll, after)
    results = {play.result for play in legal_plays(position, side, roll)} or {position}
    finished = after.counts(side)[OFF] == CHECKERS
    assert ruling.legal == (after in results) or (ruling.legal and finished)
    assert ruling.legal is not bool(ruling.breaches)
    assert ruling.explanation.endswith(".")
    assert side.label in ruling.explanation


@given(positions(), SIDES, ROLLS, st.data())
def test_a_checker_moved_one_point_more_is_never_legal_unless_another_play_leads_there(
    position: Position, side: Side, roll: Roll, data: st.DataObject
) -> None:
    plays = legal_plays(position, side, roll)
    assume(plays)
    play = data.draw(st.sampled_from(plays))
    own = list(play.result.counts(side))
    place = data.draw(st.sampled_from([place for place in range(1, 26) if own[place]] or [OFF]))
    assume(place != OFF)
    own[place] -= 1
    own[place - 1] += 1
    after = Position.from_counts(side, tuple(own), play.result.counts(side.opponent))
    ruling = judge(position, side, roll, after)
    finished = own[OFF] == CHECKERS
    assert ruling.legal == (after in {each.result for each in plays}) or (ruling.legal and finished)


@given(positions(), SIDES)
def test_positions_survive_xgid_position_id_and_json(position: Position, side: Side) -> None:
    assert Position.from_xgid(position.to_xgid(on_roll=side), on_roll=side) == position
    assert from_position_id(to_position_id(position, side), side) == position
    assert Position.from_json(position.to_json()) == position


@given(
    positions(),
    SIDES,
    st.sampled_from([None, *Side]),
    st.integers(0, 10),
    ROLLS,
    st.integers(0, 25),
    st.integers(0, 25),
)
def test_xgids_survive(
    position: Position, side: Side, owner: Side | None, cube: int, roll: Roll, white: int, black: int
) -> None:  # fmt: skip
    xgid = Xgid(position, Cube(2**cube, owner), side, Action.ROLLED, roll, white, black, 25)
    assert Xgid.parse(str(xgid)) == xgid


@given(st.integers(1, 25), st.lists(st.tuples(SIDES, st.integers(1, 12)), min_size=1, max_size=60))
def test_a_match_ends_once_and_has_one_crawford_game_at_most(length: int, games: list[tuple[Side, int]]) -> None:
    score, crawfords = MatchScore(length), 0
    for side, points in games:
        assert not (score.crawford and any(can_double(Cube(), each, score) for each in Side))
        score = score.after_game(GameResult(side, points, WinKind.SINGLE))
        crawfords += score.crawford
        if score.winner is not None:
            assert score.winner is side
            break
    assert crawfords <= 1
    assert score.white + score.black <= sum(points for _, points in games)


@settings(max_examples=50)
@given(positions(), ROLLS)
def test_no_other_breach_than_no_move_when_nothing_was_moved(position: Position, roll: Roll) -> None:
    ruling = judge(position, Side.WHITE, roll, position)
    assert ruling.breaches == ((Breach.NO_MOVE_MADE,) if legal_plays(position, Side.WHITE, roll) else ())
