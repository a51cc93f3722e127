"""What the tests of the edge share."""

import pytest

from tests.devices.fakes import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()
