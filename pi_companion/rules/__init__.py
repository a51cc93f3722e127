"""Backgammon itself, with no camera in it: positions, plays, breaches, the cube, scores and notation."""

from pi_companion.rules.breach import Breach
from pi_companion.rules.judge import Ruling, judge
from pi_companion.rules.moves import Move
from pi_companion.rules.plays import Play, legal_plays
from pi_companion.rules.position import BAR, CHECKERS, OFF, Position
from pi_companion.rules.side import Roll, Side

__all__ = [
    "BAR",
    "CHECKERS",
    "OFF",
    "Breach",
    "Move",
    "Play",
    "Position",
    "Roll",
    "Ruling",
    "Side",
    "judge",
    "legal_plays",
]
