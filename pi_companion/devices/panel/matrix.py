"""A row of four 8×8 matrices: both dice, the cube, and whose turn it is or what is wrong; 32 by 8 points in all."""

import numpy as np
from numpy.typing import NDArray

from pi_companion.devices.panel.view import PanelState, PanelView
from pi_companion.rules import Side

SIDE = 8
COLUMNS = 4 * SIDE
Dots = NDArray[np.bool_]
"""Shape (8, 32): which points shine."""

_PIPS = {
    1: ((3, 3),),
    2: ((1, 5), (5, 1)),
    3: ((1, 5), (3, 3), (5, 1)),
    4: ((1, 1), (1, 5), (5, 1), (5, 5)),
    5: ((1, 1), (1, 5), (3, 3), (5, 1), (5, 5)),
    6: ((1, 1), (3, 1), (5, 1), (1, 5), (3, 5), (5, 5)),
}
"""The upper left point of each pip, row and column; a pip is two by two points."""

_FONT = {
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", ".##", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", ".#.", ".#.", ".#."),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "###"),
    "-": ("...", "...", "###", "...", "..."),
    " ": ("...", "...", "...", "...", "..."),
}

_ARROW_UP = ("........", "...##...", "..####..", ".######.", "...##...", "...##...", "...##...", "........")
_ARROW_DOWN = _ARROW_UP[::-1]
_ICONS = {
    PanelState.WAIT: ("........", "........", "........", ".#.#.#..", "........", "........", "........", "........"),
    PanelState.ILLEGAL: (
        "#......#",
        ".#....#.",
        "..#..#..",
        "...##...",
        "...##...",
        "..#..#..",
        ".#....#.",
        "#......#",
    ),
    PanelState.NO_CAMERA: (
        "#.......",
        ".####...",
        ".##..##.",
        ".#.##.#.",
        ".#.###..",
        ".####...",
        "......#.",
        ".......#",
    ),
    PanelState.OUT_OF_STEP: (
        "..####..",
        ".##..##.",
        ".....##.",
        "....##..",
        "...##...",
        "........",
        "...##...",
        "........",
    ),
    PanelState.DISK: (".######.", ".#....#.", ".#.##.#.", ".#.##.#.", ".#....#.", ".#.##.#.", ".######.", "........"),
    PanelState.POWER: ("....##..", "...##...", "..##....", ".######.", "...##...", "..##....", ".##.....", "........"),
    PanelState.BUTTON: ("...##...", "...##...", ".######.", "..####..", "...##...", "........", ".######.", "########"),
}


def matrix_dots(view: PanelView) -> Dots:
    """Say which points shine."""
    dots = np.zeros((SIDE, COLUMNS), dtype=np.bool_)
    if view.state is PanelState.SCORE:
        white, black = view.score
        text = f"{white}-{black}"
        _write(dots, text, (COLUMNS - 4 * len(text)) // 2)
        return dots
    if view.move is not None:
        _write(dots, f"{view.move[0]}-{view.move[1]}", 0)
    else:
        for number, value in enumerate(view.dice or ()):
            for row, column in _PIPS[value]:
                dots[row : row + 2, number * SIDE + column : number * SIDE + column + 2] = True
        _cube(dots, view)
    icon = _ICONS.get(view.state)
    if icon is None and view.turn is not None:
        icon = _ARROW_DOWN if view.turn is Side.WHITE else _ARROW_UP
    if icon is not None:
        dots[:, 3 * SIDE :] = [[letter == "#" for letter in row] for row in icon]
    if view.pressed:
        dots[0] = ~dots[0]  # the upper row answers a finger
    return dots


def _cube(dots: Dots, view: PanelView) -> None:
    """Write the cube's value; a bar below or above it points to its owner, White sits below."""
    if view.cube_value > 1:
        text = f"{view.cube_value % 100}"
        _write(dots, text, 2 * SIDE + (SIDE - 4 * len(text) + 1) // 2)
    if view.cube_owner is not None:
        dots[SIDE - 1 if view.cube_owner is Side.WHITE else 0, 2 * SIDE + 1 : 3 * SIDE - 1] = True


def _write(dots: Dots, text: str, column: int) -> None:
    for number, letter in enumerate(text):
        left = column + 4 * number
        rows = [[point == "#" for point in row] for row in _FONT[letter]]
        dots[2:7, left : left + 3] = rows
