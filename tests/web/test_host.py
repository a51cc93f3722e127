"""The page of one table, opened beside a command: where it listens, and what it says where it cannot."""

import http.client
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_companion.cli.page import served
from pi_companion.config import WebSettings
from pi_companion.errors import DeviceError
from pi_companion.web.access import Access
from pi_companion.web.host import PageHost
from pi_companion.web.page import Page
from tests.devices.fakes import Clock
from tests.web.serving import WALL_S

HERE = "127.0.0.1"


@pytest.fixture
def access() -> Access:
    return Access.new(Clock(), lambda: WALL_S)[0]


@pytest.fixture
def page() -> Page:
    return Page("run", lambda _: None, Clock())


@pytest.fixture
def taken() -> Iterator[int]:
    """Take a port after which others are free."""
    with socket.socket() as holder:
        holder.bind((HERE, 0))
        holder.listen()
        yield holder.getsockname()[1]


def status(address: str, path: str = "/") -> int:
    host = address.removeprefix("http://").rstrip("/")
    connection = http.client.HTTPConnection(host, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def test_the_page_is_served_where_it_says(tmp_path: Path, page: Page, access: Access) -> None:
    said: list[str] = []
    with served(page, WebSettings(address=HERE, port=0), access, tmp_path / "journal.sqlite", said.append) as address:
        assert address is not None
        assert status(address) == 200
    assert said == []


def test_where_the_port_is_taken_the_next_is_used_and_said(
    tmp_path: Path, page: Page, access: Access, taken: int
) -> None:
    host = PageHost(WebSettings(address=HERE, port=taken), page, access, tmp_path / "journal.sqlite")
    try:
        assert status(host.address) == 200
        assert f"Port {taken} is taken" in host.remark
    finally:
        host.close()


def test_a_table_goes_on_without_a_page(tmp_path: Path, page: Page, access: Access) -> None:
    said: list[str] = []
    nowhere = WebSettings(address="192.0.2.77", port=0)
    with served(page, nowhere, access, tmp_path / "journal.sqlite", said.append) as address:
        assert address is None
    assert len(said) == 1
    assert "the page is not served" in said[0]


def test_an_address_of_another_machine_is_an_error(tmp_path: Path, page: Page, access: Access) -> None:
    with pytest.raises(DeviceError, match=r"192\.0\.2\.77"):
        PageHost(WebSettings(address="192.0.2.77", port=0), page, access, tmp_path / "journal.sqlite")
