"""What a stream lays over its picture."""

from pathlib import Path
from typing import TYPE_CHECKING

from pi_companion.referee.events import Doubled, OpeningRoll, Played, Taken, TermsAgreed
from pi_companion.referee.terms import ClockTerms, Mode, Terms
from pi_companion.rules import Position, Side, parse_play
from tests.web.browser.chromium import People
from tests.web.serving import Serving, Tabletop, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

AFTER = parse_play("8/5 6/5", Position.start(), Side.WHITE, None).result
OPENED = (OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER))


def test_it_tells_names_score_and_cube_on_a_ground_of_its_own(served: Serving, people: People) -> None:
    served.table.happen(*OPENED, Doubled(Side.BLACK, 2), Taken(Side.WHITE))
    viewer = people.come("/overlay")
    page = viewer.page
    page.get_by_text("Bob", exact=True).wait_for()
    assert page.locator(".cube:visible").all_inner_texts() == ["2"]
    assert "Match to 5" in page.locator(".facts").inner_text()
    assert page.locator(".pips:visible").count() == 0
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    viewer.shown("overlay")
    viewer.has_no_serious_barrier()


def test_pips_and_clock_are_there_where_they_were_agreed(served: Serving, people: People) -> None:
    served.table.happen(TermsAgreed(Terms(mode=Mode.TEACH, clock=ClockTerms(12, 120))), *OPENED)
    page = people.come("/overlay?at=top-right&lang=en").page
    page.get_by_text("163 pips").wait_for()
    assert page.locator(".clock:visible").count() == 2
    box = page.locator("main").bounding_box()
    assert box is not None
    assert (box["x"] > 700, box["y"] < 100) == (True, True)


def test_what_happens_is_there_at_once(served: Serving, people: People) -> None:
    page = people.come("/overlay").page
    page.get_by_text("Waiting for the opening roll.").wait_for()
    served.table.happen(*OPENED)
    page.get_by_text("Bob to roll.").wait_for()


def test_a_name_is_text_and_nothing_else(chromium: "Browser", tmp_path: Path) -> None:
    with serving(Tabletop(tmp_path / "journal.sqlite", names=("<img src=x onerror=alert(1)>", "W" * 40))) as served:
        people = People(chromium, served)
        viewer = people.come("/overlay", width=390)
        viewer.page.get_by_text("<img src=x").wait_for()
        assert viewer.page.locator("img").count() == 0
        viewer.keeps_within()
        people.leave()
