"""The script of a simulated match is a match by the rules, and its scenes show it."""

import itertools

import numpy as np
import pytest

from pi_companion.errors import InputError
from pi_companion.referee.events import (
    Corrected,
    Doubled,
    GameOver,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    NoMove,
    OpeningRoll,
    Played,
    Rolled,
    Taken,
)
from pi_companion.rules import Position, Roll, Side, first_to_play, judge, legal_plays
from pi_companion.simulation.frames import demo_table, frames
from pi_companion.simulation.game import MomentKind, SimulatedMatch, play_match
from pi_companion.simulation.placing import Zone, place_checkers
from pi_companion.simulation.staging import idle_dice
from pi_companion.simulation.style import SceneStyle

SEEDS = (1, 2, 3)


@pytest.fixture(scope="module", params=SEEDS)
def match(request: pytest.FixtureRequest, style: SceneStyle) -> SimulatedMatch:
    return play_match(style, seed=request.param, length=3, error_rate=0.1)


def test_every_event_follows_the_rules(match: SimulatedMatch) -> None:
    position, roll, wrong = Position.start(), Roll(1, 2), None
    kinds = set()
    for event in match.events:
        kinds.add(type(event))
        match event:
            case OpeningRoll(white=white, black=black):
                roll = Roll(white, black)
                position = Position.start()
            case Rolled(dice=dice):
                roll = Roll(*dice)
            case Played(side=side, dice=dice, position=after, play=play):
                assert roll.dice == dice
                assert judge(position, side, roll, after).legal
                assert str(judge(position, side, roll, after).play) == play
                position = after
            case NoMove(side=side, position=after):
                assert legal_plays(position, side, roll) == ()
                assert after == position
            case IllegalPlay(side=side, position=after, breaches=breaches):
                assert breaches
                assert judge(position, side, roll, after).breaches == breaches
                wrong = after
            case Corrected(side=side, position=after):
                assert after != wrong
                assert judge(position, side, roll, after).legal
                position = after
            case _:
                pass
    assert {MatchStarted, OpeningRoll, Rolled, Played, GameOver, MatchOver} <= kinds
    assert isinstance(match.events[-1], MatchOver)


def test_players_err_and_are_set_right(style: SceneStyle) -> None:
    events = [event for seed in SEEDS[:2] for event in play_match(style, seed=seed, length=3, error_rate=0.2).events]
    errors = [number for number, event in enumerate(events) if isinstance(event, IllegalPlay)]
    assert len(errors) >= 5
    assert all(isinstance(events[number + 1], Corrected) for number in errors)


def test_without_errors_every_play_is_legal(style: SceneStyle) -> None:
    events = play_match(style, seed=4, length=3, error_rate=0.0).events
    assert not any(isinstance(event, IllegalPlay) for event in events)


def test_a_double_is_taken_at_once(style: SceneStyle) -> None:
    events = [event for seed in SEEDS for event in play_match(style, seed=seed, length=5).events]
    doubles = [number for number, event in enumerate(events) if isinstance(event, Doubled)]
    assert doubles
    assert all(isinstance(events[number + 1], Taken) for number in doubles)


def test_the_higher_die_begins(match: SimulatedMatch) -> None:
    for event, following in itertools.pairwise(match.events):
        if isinstance(event, OpeningRoll) and not isinstance(following, OpeningRoll):
            assert isinstance(following, Played | IllegalPlay)
            assert following.side is first_to_play(event.white, event.black)


def test_scenes_show_what_happened(match: SimulatedMatch) -> None:
    for moment in match.moments:
        for event in moment.events:
            if isinstance(event, Played | IllegalPlay | Corrected | NoMove):
                assert (moment.scene.white, moment.scene.black) == (event.position.white, event.position.black)
            if isinstance(event, Rolled):
                thrown = [die for die in moment.scene.dice if die.rolled]
                assert sorted(die.value for die in thrown) == sorted(event.dice)
                assert {die.owner for die in thrown} == {event.side}
                right = event.side is Side.WHITE
                assert all((die.x > 0.5) == right for die in thrown)
        if moment.kind in {MomentKind.LIFTED, MomentKind.CORRECTED, MomentKind.SET_UP}:
            assert not any(die.rolled for die in moment.scene.dice)


def test_there_are_always_two_dice_a_side(match: SimulatedMatch) -> None:
    for moment in match.moments:
        assert sorted(die.owner.value for die in moment.scene.dice) == ["black", "black", "white", "white"]


def test_checkers_do_not_stand_on_dice(match: SimulatedMatch, style: SceneStyle) -> None:
    geometry = style.geometry
    for moment in match.moments:
        if moment.kind not in {MomentKind.ROLLED, MomentKind.PLAYED}:
            continue
        standing = [one.centre[:2] for one in place_checkers(style, moment.scene) if one.zone is Zone.POINT]
        for die in moment.scene.dice:
            if die.rolled:
                x, y, _ = geometry.to_world(die.x, die.y)
                assert min(np.hypot(*(place - [x, y])) for place in standing) > 0.5 + 0.45 * style.dice(die.owner).size


def test_same_seed_plays_the_same_match(style: SceneStyle) -> None:
    assert play_match(style, seed=7, length=1) == play_match(style, seed=7, length=1)


def test_a_length_of_nothing_is_refused(style: SceneStyle) -> None:
    with pytest.raises(InputError, match="length of at least 1"):
        play_match(style, seed=1, length=0)


def test_frames_come_twice_a_second_with_their_moment() -> None:
    table = demo_table(2, (320, 180))
    match = play_match(table[0], seed=2, length=1)
    shown = list(itertools.islice(frames(match.moments, table, seed=2), 14))
    assert [t_s for t_s, _, _ in shown] == [number / 2 for number in range(14)]
    assert all(frame.shape == (180, 320, 3) and frame.dtype == np.uint8 for _, frame, _ in shown)
    moments = [moment for moment, _ in itertools.groupby(moment for _, _, moment in shown)]
    assert moments == list(match.moments[: len(moments)])
    again = list(itertools.islice(frames(match.moments, table, seed=2), 2))
    assert np.array_equal(again[1][1], shown[1][1])
    assert not np.array_equal(shown[0][1], shown[1][1])


def test_idle_dice_lie_on_a_floor_or_on_the_table(style: SceneStyle) -> None:
    boxes = style.geometry.boxes()
    for seed in range(40):
        rng = np.random.default_rng(seed)
        for side in Side:
            for die in idle_dice(rng, style, side, (3, 4)):
                x, y, _ = style.geometry.to_world(die.x, die.y)
                assert not any(box.x0 < x < box.x1 and box.y0 < y < box.y1 for box in boxes)
                assert not die.rolled
