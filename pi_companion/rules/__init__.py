"""Backgammon itself, with no camera in it: positions, plays, breaches, the cube, scores and notation."""

from pi_companion.rules.breach import Breach
from pi_companion.rules.cube import HIGHEST_CUBE, Cube
from pi_companion.rules.doubling import Offer, can_double, why_not_double
from pi_companion.rules.gnubg_id import GameState, MatchId, from_position_id, to_position_id
from pi_companion.rules.judge import Ruling, judge
from pi_companion.rules.match import MatchScore, first_to_play
from pi_companion.rules.moves import Move
from pi_companion.rules.notation import parse_play
from pi_companion.rules.plays import Play, legal_plays
from pi_companion.rules.position import BAR, CHECKERS, OFF, Position
from pi_companion.rules.scoring import GameResult, WinKind, finished_game, resigned_game, win_kind, winner_of
from pi_companion.rules.side import Roll, Side
from pi_companion.rules.xgid import Action, Xgid

__all__ = [
    "BAR",
    "CHECKERS",
    "HIGHEST_CUBE",
    "OFF",
    "Action",
    "Breach",
    "Cube",
    "GameResult",
    "GameState",
    "MatchId",
    "MatchScore",
    "Move",
    "Offer",
    "Play",
    "Position",
    "Roll",
    "Ruling",
    "Side",
    "WinKind",
    "Xgid",
    "can_double",
    "finished_game",
    "first_to_play",
    "from_position_id",
    "judge",
    "legal_plays",
    "parse_play",
    "resigned_game",
    "to_position_id",
    "why_not_double",
    "win_kind",
    "winner_of",
]
