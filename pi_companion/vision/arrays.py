"""Names for the arrays that run through the room."""

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""(H, W, 3) in the order B, G, R; or a stack of views, (H, W, C)."""

Points = NDArray[np.float64]
"""(N, 2) of x, y; or a matrix."""

Floats = NDArray[np.float32]
"""Scores and log likelihoods."""
