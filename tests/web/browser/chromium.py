"""A real Chromium, driven by Playwright: what it complains of, how a page looks in it, what axe-core says of it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

from pi_companion.web.access import Access, Role
from pi_companion.web.server import PageServer
from pi_companion.web.sessions import COOKIE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SCREENS = Path(__file__).parents[3] / "build" / "screens"
"""Where pictures of the views are left for whoever wants to look."""

WIDTHS = {390: 844, 820: 1180, 1440: 900}
"""A phone, a tablet by the board and a laptop, in CSS pixels: width and height."""

PATIENCE_MS = 120_000
"""How long to wait for what must come: only a machine that is busy with other things needs it."""

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def find_chromium() -> str | None:
    """Find the system's Chromium; `CHROMIUM` may name another."""
    return os.environ.get("CHROMIUM") or next((path for name in _NAMES if (path := shutil.which(name))), None)


@contextmanager
def launched() -> Iterator["Browser"]:
    """Start a Chromium; skip the test where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright: pip install playwright")
    path = find_chromium()
    if path is None:
        pytest.skip("needs a Chromium: sudo apt install chromium")
    with playwright.sync_playwright() as driver:
        # As root, as CI runs, Chromium wants to be told that it may do without its sandbox.
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Person:
    """Somebody with a page open."""

    page: "Page"
    complaints: list[str] = field(default_factory=list)
    """What the browser's console says is wrong, a broken Content-Security-Policy and scripts that fail among it."""

    def has_no_serious_barrier(self) -> None:
        """Let axe-core look at the page; every serious finding fails."""
        axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
        found = axe.Axe().run(self.page).response["violations"]
        serious = [
            f"{rule['id']}: {rule['help']}: {rule['nodes'][0]['html']}"
            for rule in found
            if rule["impact"] in ("serious", "critical")
        ]
        assert not serious, "\n".join(serious)

    def keeps_within(self) -> None:
        """See that nothing is wider than the window, so that nobody has to push the page sideways."""
        over = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{over} pixels stick out at {self.page.viewport_size}"

    def shown(self, name: str) -> None:
        """Leave a picture of the page at each width, and see that it fits."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        before = self.page.viewport_size
        for width, height in WIDTHS.items():
            self.page.set_viewport_size({"width": width, "height": height})
            # Two frames: the page has been laid out anew, and what moves on it has been told.
            self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.page.screenshot(path=SCREENS / f"{name}-{width}.png", full_page=True, animations="disabled")
            self.keeps_within()
        if before is not None:
            self.page.set_viewport_size(before)


class Served(Protocol):
    """A page that is served: a table's, or the desk's."""

    @property
    def server(self) -> PageServer: ...

    @property
    def access(self) -> Access: ...


class People:
    """Opens pages for people, each with cookies of their own, and asks at the end whether all went well.

    Args:
        browser: Where the pages are opened.
        served: What is opened.
    """

    def __init__(self, browser: "Browser", served: Served) -> None:
        self._browser = browser
        self._served = served
        self._contexts: list[BrowserContext] = []
        self._all: list[Person] = []
        self.base = f"http://127.0.0.1:{served.server.port}"

    def come(
        self,
        path: str = "/",
        role: Role = Role.SPECTATOR,
        *,
        width: int = 1440,
        language: str = "en",
        port: int | None = None,
    ) -> Person:
        """Let somebody open a page.

        Args:
            path: Which; empty opens none yet.
            role: As whom.
            width: Of the window.
            language: What the browser asks for.
            port: Where, if not at the page's own port.
        """
        context = self._browser.new_context(
            viewport={"width": width, "height": WIDTHS[width]},
            locale=language,
            accept_downloads=True,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        self._contexts.append(context)
        if role is not Role.SPECTATOR:
            session = self._served.access.session(role)
            context.add_cookies([{"name": COOKIE, "value": session, "url": self.base}])
        person = Person(context.new_page())
        self._all.append(person)
        person.page.on("console", lambda said: person.complaints.append(said.text) if said.type == "error" else None)
        person.page.on("pageerror", lambda error: person.complaints.append(str(error)))
        if path:
            person.page.goto((self.base if port is None else f"http://127.0.0.1:{port}") + path)
        return person

    def leave(self, failed: str = "") -> None:
        """Close all pages; a page that complained fails the test.

        Args:
            failed: The name of a test that went wrong; what everybody saw then is left as pictures.
        """
        if failed:
            SCREENS.mkdir(parents=True, exist_ok=True)
            for number, person in enumerate(self._all, start=1):
                person.page.screenshot(path=SCREENS / f"failed-{failed}-{number}.png")
        complaints = [each for person in self._all for each in person.complaints]
        for context in self._contexts:
            context.close()
        assert not complaints, "\n".join(complaints)


@contextmanager
def visiting(browser: "Browser", served: Served, request: pytest.FixtureRequest) -> Iterator[People]:
    """Let people come for one test; where it fails, what they saw is left as pictures."""
    people = People(browser, served)
    failures = request.session.testsfailed
    yield people
    people.leave(failed=request.node.name if request.session.testsfailed > failures else "")
