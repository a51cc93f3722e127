"""What the tests of the page share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.serving import Serving, Tabletop, serving


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Serving]:
    with serving(Tabletop(tmp_path / "journal.sqlite")) as page:
        yield page
