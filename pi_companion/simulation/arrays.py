"""Names for the kinds of arrays the renderer passes around."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
"""float32; the docstring of each user gives the shape."""

Picture = NDArray[np.uint8]
"""(H, W, 3) uint8 in blue, green, red; or (H, W) for a mask."""

Points = NDArray[np.float64]
"""(N, 2) or (N, 3) float64."""

AnyArray = NDArray[Any]

Colour = tuple[float, float, float]
"""Blue, green, red, 0..255, as the eye sees them (gamma-coded)."""


def tint(colour: Colour, factor: float) -> Colour:
    """Return the colour made lighter or darker, held inside 0..255."""
    blue, green, red = (min(255.0, max(0.0, part * factor)) for part in colour)
    return (blue, green, red)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return a blend: 0 is all `one`, 1 is all `other`."""
    blue, green, red = (a * (1 - share) + b * share for a, b in zip(one, other, strict=True))
    return (blue, green, red)


def luminance(colour: Colour) -> float:
    """Return how light the colour looks, 0..255."""
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]
