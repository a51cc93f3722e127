"""What the tests in a real browser share."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.browser.chromium import People, launched, visiting
from tests.web.serving import Serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser


# For a file at a time: while Playwright's own event loop runs, other tests could run none in this thread.
@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    with launched() as browser:
        yield browser


@pytest.fixture
def people(chromium: "Browser", served: Serving, request: pytest.FixtureRequest) -> Iterator[People]:
    with visiting(chromium, served, request) as visitors:
        yield visitors
