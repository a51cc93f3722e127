"""What is told of dice: sure faces, and no number where none is sure."""

from dataclasses import replace

import numpy as np

from pi_companion.vision.observation import DieSeen, View, nothing_seen
from pi_companion.vision.telling import dice_json


def die(*chances: float) -> DieSeen:
    return DieSeen(np.log(np.array(chances, np.float32)), (640.0, 360.0), (0.3, 0.5), False, True, 0.9)  # noqa: FBT003


def test_a_sure_face_is_named_with_its_place() -> None:
    assert dice_json((die(0.9, 0.02, 0.02, 0.02, 0.02, 0.02),)) == [
        {"value": 1, "center_px": [640.0, 360.0], "cocked": False}
    ]


def test_a_die_that_may_show_anything_is_not_named() -> None:
    assert dice_json((die(0.2, 0.15, 0.15, 0.2, 0.15, 0.15),)) == []


def test_a_face_is_named_where_no_two_others_together_are_nearly_as_likely() -> None:
    assert [seen["value"] for seen in dice_json((die(0.04, 0.04, 0.66, 0.2, 0.03, 0.03),))] == [3]
    assert dice_json((die(0.04, 0.04, 0.55, 0.31, 0.03, 0.03),)) == []


def test_what_may_well_be_no_die_is_not_named() -> None:
    highlight = replace(die(0.9, 0.02, 0.02, 0.02, 0.02, 0.02), presence=0.3)
    assert dice_json((highlight,)) == []


def test_beside_a_pair_a_highlight_is_no_die_and_a_third_die_is_one() -> None:
    pair = (die(0.9, 0.02, 0.02, 0.02, 0.02, 0.02), replace(die(0.02, 0.9, 0.02, 0.02, 0.02, 0.02), presence=0.7))
    third, highlight = replace(pair[0], presence=0.6), replace(pair[0], presence=0.35)
    seen = replace(nothing_seen(View.CLEAR), dice=(*pair, third, highlight))
    assert seen.rolled == (*pair, third)
    assert replace(seen, dice=(third, highlight)).rolled == (third, highlight)
