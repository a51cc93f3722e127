"""The examples in the docstrings of drawing hold."""

import doctest
from types import ModuleType

import pytest

from pi_companion.paper import pdf, svg


@pytest.mark.parametrize("module", [pdf, svg], ids=lambda module: module.__name__)
def test_examples_hold(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
