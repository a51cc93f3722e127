"""What the tests of the service share."""

import pytest

from tests.devices.fakes import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()
