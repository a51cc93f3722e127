"""The referee: which play was made, whether it is legal, whose turn it is, and what the cube says."""

from pi_companion.referee.course import Course, Phase
from pi_companion.referee.explain import Candidate, Explanation, Illegal, Legal, Undecided, explain
from pi_companion.referee.history import standing
from pi_companion.referee.inputs import (
    Adopted,
    Command,
    CubeDropped,
    CubeOffered,
    CubeTaken,
    GaveUp,
    Input,
    Order,
    TurnEnded,
    ViewChange,
)
from pi_companion.referee.sighting import CubePlace, CubeReading, DieReading, Sighting
from pi_companion.referee.state import State, Step, resume
from pi_companion.referee.terms import Mode, Terms
from pi_companion.referee.tracker import start_match, step

__all__ = [
    "Adopted",
    "Candidate",
    "Command",
    "Course",
    "CubeDropped",
    "CubeOffered",
    "CubePlace",
    "CubeReading",
    "CubeTaken",
    "DieReading",
    "Explanation",
    "GaveUp",
    "Illegal",
    "Input",
    "Legal",
    "Mode",
    "Order",
    "Phase",
    "Sighting",
    "State",
    "Step",
    "Terms",
    "TurnEnded",
    "Undecided",
    "ViewChange",
    "explain",
    "resume",
    "standing",
    "start_match",
    "step",
]
