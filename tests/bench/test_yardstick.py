"""The network that ours is timed beside has the size that it claims."""

import numpy as np
import pytest

from pi_companion.bench.yardstick import SIDE_PX, Yardstick, build


@pytest.fixture(scope="module")
def yardstick() -> Yardstick:
    return build()


def test_it_is_as_large_as_yolo_nano(yardstick: Yardstick) -> None:
    """Published for YOLOv8n: 3.2 million weights, 8.7 thousand million operations (two a multiplication)."""
    assert yardstick.weights == pytest.approx(3.2e6, rel=0.1)
    assert 2 * yardstick.multiplications == pytest.approx(8.7e9, rel=0.05)


def test_opencv_runs_all_of_it(yardstick: Yardstick) -> None:
    yardstick.net.setInput(np.full((1, 3, SIDE_PX, SIDE_PX), 0.5, np.float32))
    out = yardstick.net.forward()
    assert out.shape == (1, 144 * (80**2 + 40**2 + 20**2))
    assert np.isfinite(out).all()
    assert out.std() > 0
