"""Events add up to games, turns, cube and score."""

from pi_companion.record.transcript import (
    CubeAction,
    CubeVerb,
    GameRecord,
    MatchRecord,
    Outcome,
    Resignation,
    Turn,
    actions_with_cube,
    transcribe,
)
from pi_companion.referee.events import (
    AutomaticDouble,
    Beavered,
    BoardMoved,
    Clear,
    Corrected,
    Covered,
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    NoMove,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    Scored,
    Stood,
    TableEvent,
    Taken,
    Unclear,
)
from pi_companion.rules import Breach, Cube, Position, Roll, Side, WinKind, legal_plays

START = Position.start()
AFTER_31 = next(play for play in legal_plays(START, Side.WHITE, Roll(3, 1)) if str(play) == "8/5 6/5").result
WRONG = Position((*START.white[:5], 1, 4, *START.white[7:]), START.black)
ILLEGAL = IllegalPlay(Side.WHITE, (3, 1), WRONG, (Breach.MUST_PLAY_BOTH,), "White left the 3 unplayed")


def game_of(*events: TableEvent) -> GameRecord:
    return record_of(*events).games[-1]


def record_of(*events: TableEvent) -> MatchRecord:
    return transcribe([MatchStarted(5, "Ann", "Bob"), GameStarted(1, crawford=False), *events])


def test_the_opening_roll_is_the_first_turns_roll_and_ties_are_kept() -> None:
    game = game_of(OpeningRoll(2, 2), OpeningRoll(1, 3))
    assert game.openings == ((2, 2), (1, 3))
    assert game.actions == (Turn(Side.BLACK, (3, 1), START, START, Outcome.UNPLAYED),)


def test_a_play_takes_the_place_of_its_roll() -> None:
    game = game_of(OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER_31), Rolled(Side.BLACK, (6, 6)))
    assert game.actions == (
        Turn(Side.WHITE, (3, 1), START, AFTER_31, Outcome.PLAYED, "8/5 6/5"),
        Turn(Side.BLACK, (6, 6), AFTER_31, AFTER_31, Outcome.UNPLAYED),
    )
    assert game.position == AFTER_31


def test_a_roll_that_is_told_anew_was_read_wrongly_at_first() -> None:
    game = game_of(OpeningRoll(2, 1), Rolled(Side.WHITE, (3, 1)), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER_31))
    assert game.actions == (Turn(Side.WHITE, (3, 1), START, AFTER_31, Outcome.PLAYED, "8/5 6/5"),)


def test_a_roll_that_cannot_be_played() -> None:
    (turn,) = game_of(OpeningRoll(3, 1), NoMove(Side.WHITE, (3, 1), START)).turns
    assert (turn.outcome, turn.before, turn.after) == (Outcome.NO_MOVE, START, START)


def test_an_illegal_play_is_disputed_until_it_is_settled() -> None:
    (turn,) = game_of(OpeningRoll(3, 1), ILLEGAL).turns
    assert (turn.outcome, turn.after) == (Outcome.DISPUTED, WRONG)
    assert (turn.breaches, turn.explanation) == (ILLEGAL.breaches, ILLEGAL.explanation)


def test_a_corrected_play_keeps_both_facts() -> None:
    game = game_of(OpeningRoll(3, 1), ILLEGAL, Covered(), Clear(), Corrected(Side.WHITE, "8/5 6/5", AFTER_31))
    (turn,) = game.turns
    assert (turn.outcome, turn.play, turn.before, turn.after) == (Outcome.CORRECTED, "8/5 6/5", START, AFTER_31)
    assert turn.breaches == ILLEGAL.breaches
    assert game.position == AFTER_31


def test_an_illegal_play_that_stood_is_the_board_from_then_on() -> None:
    game = game_of(OpeningRoll(3, 1), ILLEGAL, Stood(Side.WHITE), Rolled(Side.BLACK, (2, 1)))
    stood, rolled = game.turns
    assert (stood.outcome, stood.after) == (Outcome.STOOD, WRONG)
    assert rolled.before == WRONG


def test_the_cube_goes_to_who_takes_it() -> None:
    game = game_of(Doubled(Side.WHITE, 2), Taken(Side.BLACK), Doubled(Side.BLACK, 4), Taken(Side.WHITE))
    assert (game.cube_value, game.cube_owner) == (4, Side.WHITE)
    assert game.actions[2:] == (CubeAction(Side.BLACK, CubeVerb.DOUBLE, 4), CubeAction(Side.WHITE, CubeVerb.TAKE, 4))


def test_an_offered_cube_stays_where_it_was() -> None:
    game = game_of(Doubled(Side.WHITE, 2))
    assert (game.cube_value, game.cube_owner) == (1, None)
    game = game_of(Doubled(Side.WHITE, 2), Dropped(Side.BLACK))
    assert (game.cube_value, game.cube_owner) == (1, None)


def test_who_beavers_keeps_the_cube_whatever_the_doubler_answers() -> None:
    game = game_of(Doubled(Side.WHITE, 2), Beavered(Side.BLACK, 4))
    assert (game.cube_value, game.cube_owner) == (4, Side.BLACK)
    game = game_of(Doubled(Side.WHITE, 2), Beavered(Side.BLACK, 4), Beavered(Side.WHITE, 8))
    assert (game.cube_value, game.cube_owner) == (8, Side.BLACK)
    assert game.actions[2] == CubeAction(Side.WHITE, CubeVerb.BEAVER, 8)


def test_automatic_doubles_leave_the_cube_in_the_middle() -> None:
    game = game_of(OpeningRoll(2, 2), AutomaticDouble(2), OpeningRoll(3, 1), Doubled(Side.BLACK, 4))
    assert (game.cube_start, game.cube_value, game.cube_owner) == (2, 2, None)


def test_each_action_is_told_with_the_cube_before_it() -> None:
    game = game_of(AutomaticDouble(2), Doubled(Side.WHITE, 4), Taken(Side.BLACK), Doubled(Side.BLACK, 8))
    assert [cube for _, cube in actions_with_cube(game)] == [Cube(2), Cube(2), Cube(4, Side.BLACK)]


def test_points_before_each_game_follow_from_the_results() -> None:
    record = record_of(
        Resigned(Side.WHITE, 2),
        GameOver(Side.BLACK, 2, WinKind.RESIGN),
        Scored(0, 2),
        GameStarted(2, crawford=False),
        GameOver(Side.WHITE, 1, WinKind.SINGLE),
        Scored(1, 2),
        GameStarted(3, crawford=True),
    )
    assert [(game.white_before, game.black_before) for game in record.games] == [(0, 0), (0, 2), (1, 2)]
    assert record.games[0].actions == (Resignation(Side.WHITE, 2),)
    assert record.games[0].result == GameOver(Side.BLACK, 2, WinKind.RESIGN)
    assert record.games[2].crawford
    assert record.games[2].result is None


def test_the_score_is_known_before_it_is_said() -> None:
    record = record_of(GameOver(Side.BLACK, 4, WinKind.GAMMON))
    assert (record.white, record.black) == (0, 4)


def test_the_winner_is_named_at_the_end_only() -> None:
    assert record_of().winner is None
    assert record_of(MatchOver(Side.BLACK)).winner is Side.BLACK
    assert record_of().name(Side.BLACK) == "Bob"


def test_what_is_not_of_the_game_leaves_no_trace() -> None:
    noise = (Covered(), Clear(), BoardMoved(), Unclear("a shadow"))
    with_noise = record_of(*noise, OpeningRoll(3, 1), *noise, Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER_31), *noise)
    assert with_noise == record_of(OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER_31))


def test_events_before_the_first_game_are_no_game() -> None:
    assert transcribe([Rolled(Side.WHITE, (3, 1)), Taken(Side.WHITE)]).games == ()
