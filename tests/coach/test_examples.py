"""The examples in the docstrings of the coach hold."""

import doctest
from types import ModuleType

import pytest

from pi_companion.coach import ahead, chances, choices, features, telling, words


@pytest.mark.parametrize(
    "module", [ahead, chances, choices, features, telling, words], ids=lambda module: module.__name__
)
def test_examples_hold(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
