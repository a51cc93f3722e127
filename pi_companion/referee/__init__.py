"""The referee: which play was made, whether it is legal, whose turn it is, and what the cube says."""

from pi_companion.referee.course import Course, Phase
from pi_companion.referee.explain import Candidate, Explanation, Illegal, Legal, Undecided, explain
from pi_companion.referee.inputs import (
    Adopted,
    CubeDropped,
    CubeOffered,
    CubeTaken,
    GaveUp,
    Input,
    TurnEnded,
    ViewChange,
)
from pi_companion.referee.sighting import CubePlace, CubeReading, DieReading, Sighting
from pi_companion.referee.tracker import State, Step, resume, start_match, step

__all__ = [
    "Adopted",
    "Candidate",
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
    "Phase",
    "Sighting",
    "State",
    "Step",
    "TurnEnded",
    "Undecided",
    "ViewChange",
    "explain",
    "resume",
    "start_match",
    "step",
]
