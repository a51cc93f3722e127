from pi_companion.bench.rules import ROLLS, RulesSpeed, report_lines, run, self_play_positions
from pi_companion.rules import OFF


def test_there_are_21_rolls() -> None:
    assert len({roll.dice for roll in ROLLS}) == len(ROLLS) == 21


def test_self_play_positions_are_possible_unfinished_and_the_same_for_a_seed() -> None:
    found = self_play_positions(50, seed=3)
    assert len(found) == 50
    assert found == self_play_positions(50, seed=3)
    assert found != self_play_positions(50, seed=4)
    for position, _ in found:
        assert position.faults() == ()
        assert max(position.white[OFF], position.black[OFF]) < 15


def test_the_report_says_what_was_measured() -> None:
    speed = RulesSpeed(positions=200, rolls=21, plays=80_000, seconds=0.2, plain_seconds=1.0)
    assert report_lines(speed) == [
        "legal plays: 200 positions x 21 rolls, 80,000 distinct results",
        "  legal_plays           400,000 plays a second",
        "  plain enumeration      80,000 plays a second",
        "  ratio                     5.0 times as fast",
    ]


def test_legal_plays_are_at_least_two_and_a_half_times_as_fast_as_the_plain_enumeration() -> None:
    speed = run(positions=20, rounds=2)
    assert speed.plays > 20 * 21
    assert speed.ratio > 2.5
