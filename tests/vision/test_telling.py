"""What is told of dice: sure faces, and no number where none is sure."""

import numpy as np

from pi_companion.vision.observation import DieSeen
from pi_companion.vision.telling import dice_json


def die(*chances: float) -> DieSeen:
    return DieSeen(np.log(np.array(chances, np.float32)), (640.0, 360.0), (0.3, 0.5), False, True, 0.9)  # noqa: FBT003


def test_a_sure_face_is_named_with_its_place() -> None:
    assert dice_json((die(0.9, 0.02, 0.02, 0.02, 0.02, 0.02),)) == [
        {"value": 1, "center_px": [640.0, 360.0], "cocked": False}
    ]


def test_a_die_that_may_show_anything_is_not_named() -> None:
    assert dice_json((die(0.2, 0.15, 0.15, 0.2, 0.15, 0.15),)) == []
