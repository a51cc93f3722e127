"""Whose the cube is and what it says: the face that lies up and the place where it lies, weighed together."""

import numpy as np

from pi_companion.rules import Side
from pi_companion.vision.arrays import Floats
from pi_companion.vision.nets import CUBE_VALUES
from pi_companion.vision.observation import CubeSeen

WHITE, BLACK, CENTRE = range(3)
"""Where it lies: on White's side, which is near, on Black's, or with nobody."""

FIELD_EDGE, TRAY_EDGE = 0.2, 0.09
"""How far from the middle, in shares of the board's depth, a cube becomes a player's: on the bar it is pushed to the
rail, in a tray beside the field it may lie just across the divider."""

EDGE_SOFTNESS = 0.03
SUREST = 8.0
"""Nats; a cube's place alone never says more."""

_FACES = (*CUBE_VALUES, 1)
_CENTRED_FACES = (64, 1)

ODD_FACE = 2.0
"""Nats against a cube that is nobody's and shows another face, for each time that it must have been doubled: every
automatic double turns it once more, and most tables have none. A low camera sees the side's number best, often 16."""


def place_likelihoods(cube: CubeSeen) -> Floats:
    """Log probability, (3,), that the cube is White's, Black's or nobody's, by where it lies alone."""
    across, along = cube.centre_board
    edge = FIELD_EDGE if 0 <= across <= 1 else TRAY_EDGE
    scores = np.zeros(3)
    scores[WHITE] = np.clip((along - 0.5 - edge) / EDGE_SOFTNESS, -SUREST, SUREST)
    scores[BLACK] = np.clip((0.5 - edge - along) / EDGE_SOFTNESS, -SUREST, SUREST)
    return np.asarray(scores - np.logaddexp.reduce(scores), np.float32)


def value_and_owner(cube: CubeSeen) -> tuple[int, Side | None]:
    """The likeliest value and owner together; a cube that is nobody's counts 1 where it shows 64 or a blank face."""
    joint = cube.values[:, None] + place_likelihoods(cube)[None, :]
    for row, face in enumerate(_FACES):
        if face not in _CENTRED_FACES:
            joint[row, CENTRE] -= ODD_FACE * np.log2(face)
    joint[_FACES.index(1), [WHITE, BLACK]] = -np.inf  # who owns it has taken a double
    row, place = (int(index) for index in np.unravel_index(int(joint.argmax()), joint.shape))
    owner = (Side.WHITE, Side.BLACK, None)[place]
    return (1 if owner is None and _FACES[row] in _CENTRED_FACES else _FACES[row]), owner
