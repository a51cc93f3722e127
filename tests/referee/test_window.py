"""Dice of an earlier turn that still lie on the board, and new ones that fall where they lay."""

import math

from pi_companion.referee.window import LyingDie, _without


def lying(value: int, place: tuple[float, float], sure: float = 0.98) -> LyingDie:
    chances = tuple(math.log(sure if face == value else (1 - sure) / 5) for face in range(1, 7))
    return LyingDie(place, chances, 3, 0)


def test_a_die_that_stayed_where_it_lay_is_no_new_one() -> None:
    old = lying(1, (0.8, 0.66))
    assert _without((lying(1, (0.8, 0.67)),), (old,)) == ()


def test_a_die_that_fell_where_one_with_another_face_lay_is_new() -> None:
    old, new = lying(1, (0.8, 0.66)), lying(4, (0.8, 0.67))
    assert _without((new,), (old,)) == (new,)


def test_a_doubtful_reading_of_an_old_die_is_no_new_one() -> None:
    old, doubtful = lying(1, (0.8, 0.66)), lying(4, (0.8, 0.66), sure=0.3)
    assert _without((doubtful,), (old,)) == ()
