"""The doubling cube as seen over several sightings: whether it has been turned and by whom it is held."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pi_companion.referee.look import place_costs
from pi_companion.referee.sighting import CubePlace, CubeReading
from pi_companion.rules import Side

VALUE_MISREAD = 0.02
"""How often the cube's value may be misread for no reason that its likelihoods know of."""

PLACE_MISREAD = 0.002
"""The same of where it lies: an end of the board is far from the middle."""

FACES = (2, 4, 8, 16, 32, 64, 1)
"""The values in the order of `CubeReading.values`."""

_PLACES = tuple(CubePlace)
_CENTRED_FACES = (64, 1)


@dataclass(frozen=True, slots=True, eq=False)
class CubeSeen:
    """The mean evidence about the cube over some sightings."""

    costs: NDArray[np.float64]
    """(7, 3): mean cost in nats of each face at each place."""

    sightings: int
    """How many sightings showed a cube."""

    @classmethod
    def of(cls, reading: CubeReading | None) -> "CubeSeen":
        """Begin with one reading."""
        if reading is None:
            return no_cube_seen()
        values = place_costs(reading.values, VALUE_MISREAD)
        places = place_costs(reading.places, PLACE_MISREAD)
        return cls(values[:, None] + places[None, :], 1)

    def joined(self, other: "CubeSeen") -> "CubeSeen":
        """Take in the evidence of more sightings."""
        sightings = self.sightings + other.sightings
        if not sightings:
            return self
        costs = (self.costs * self.sightings + other.costs * other.sightings) / sightings
        return CubeSeen(costs, sightings)

    def cost(self, value: int, owner: Side | None) -> float:
        """Give the cost of a cube; centred it counts 1 with 64 or 1 up, or shows what automatic doubles made it."""
        if owner is None:
            faces = _CENTRED_FACES if value == 1 else (value,)
            return min(float(self.costs[FACES.index(face), _PLACES.index(CubePlace.CENTRE)]) for face in faces)
        return float(self.costs[FACES.index(value), _PLACES.index(_side_of(owner))])

    def lies_with(self, owner: Side) -> bool:
        """Say whether the cube lies on this player's side more likely than anywhere else, whatever face is up."""
        by_place = self.costs.min(axis=0)
        return int(by_place.argmin()) == _PLACES.index(_side_of(owner))

    def face(self, owner: Side) -> int:
        """Give the face that most likely lies up where this player's cube lies."""
        return FACES[int(self.costs[:, _PLACES.index(_side_of(owner))].argmin())]


def _side_of(owner: Side) -> CubePlace:
    return CubePlace.WHITE if owner is Side.WHITE else CubePlace.BLACK


def no_cube_seen() -> CubeSeen:
    """Give the evidence of no sighting."""
    return CubeSeen(np.zeros((len(FACES), len(_PLACES))), 0)
