"""The list of matches, and a match turn by turn."""

import numpy as np

from pi_companion.record.evidence import FOLDER_NAME, EvidenceRing
from pi_companion.referee.events import (
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    OpeningRoll,
    Played,
    Rolled,
    Scored,
    TermsAgreed,
)
from pi_companion.referee.terms import Mode, Terms
from pi_companion.rules import Position, Side, WinKind, parse_play
from pi_companion.web.access import Role
from tests.web.browser.chromium import People
from tests.web.serving import Serving

AFTER = parse_play("8/5 6/5", Position.start(), Side.WHITE, None).result
REPLY = parse_play("24/18 13/8", AFTER, Side.BLACK, None).result


def played(served: Serving) -> None:
    """Three turns, a picture of the second."""
    served.table.happen(OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER))
    served.table.happen(Rolled(Side.BLACK, (6, 5)), Played(Side.BLACK, (6, 5), "24/18 13/8", REPLY))
    ring = EvidenceRing(served.table.path.with_name(FOLDER_NAME), 10)
    ring.keep(served.table.match, served.table.last_seq, np.full((90, 160, 3), (60, 110, 90), np.uint8))
    served.table.happen(Doubled(Side.WHITE, 2), Dropped(Side.BLACK))


def test_a_match_is_found_and_gone_through(served: Serving, people: People) -> None:
    played(served)
    viewer = people.come("/#matches")
    page = viewer.page
    viewer_link = page.get_by_role("link", name="Ann")
    viewer_link.wait_for()
    viewer.shown("matches")
    viewer.has_no_serious_barrier()
    viewer_link.click()
    status = page.locator(".status")
    page.get_by_text("The start position.").wait_for()
    page.get_by_role("button", name="On").click()
    assert status.inner_text() == "Ann 3-1: 8/5 6/5."
    assert page.locator(".arrow").count() == 2
    page.keyboard.press("ArrowRight")
    assert status.inner_text() == "Bob 6-5: 24/18 13/8."
    assert page.url.endswith("#match/1.1.2")
    viewer.shown("match")
    viewer.has_no_serious_barrier()
    page.get_by_role("button", name="drops").click()
    assert status.inner_text() == "Bob drops."
    page.reload()
    page.get_by_text("Bob drops.").wait_for()


def test_pictures_of_a_turn_are_for_those_who_signed_in(served: Serving, people: People) -> None:
    played(served)
    stranger = people.come("/#match/1.1.2").page
    stranger.get_by_text("Pictures are shown to those who have signed in.").wait_for()
    assert stranger.locator(".pictures img").count() == 0
    player = people.come("/#match/1.1.2", Role.PLAYER).page
    image = player.get_by_role("img", name="The table after Bob played 6-5")
    image.scroll_into_view_if_needed()
    player.wait_for_function("document.querySelector('.pictures img').naturalWidth === 160")


def test_each_form_can_be_taken_along(served: Serving, people: People) -> None:
    played(served)
    page = people.come("/#match/1").page
    heads = {"mat": b"; [", "sgf": b"(;", "json": b"{", "html": b"<!DOCTYPE html>", "pdf": b"%PDF"}
    for form, head in heads.items():
        with page.expect_download() as started:
            page.locator(f"a[download$='.{form}']").click()
        assert started.value.suggested_filename == f"match-1.{form}"
        assert started.value.path().read_bytes().startswith(head)


def test_a_match_played_in_silence_keeps_its_files_back_until_it_is_over(served: Serving, people: People) -> None:
    served.table.happen(TermsAgreed(Terms(mode=Mode.LOG)), OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "", AFTER))
    page = people.come("/#match/1").page
    page.get_by_text("This match is being played in silence").wait_for()
    assert page.locator("a[download]").count() == 0


def test_where_there_is_no_such_match_that_is_said(people: People) -> None:
    visitor = people.come("/#match/77")
    visitor.page.get_by_text("There is no such match.").wait_for()
    assert [each for each in visitor.complaints if "404" not in each] == []
    visitor.complaints.clear()


def test_one_more_game_is_one_step_on(served: Serving, people: People) -> None:
    served.table.happen(OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER))
    served.table.happen(Doubled(Side.BLACK, 2), Dropped(Side.WHITE), GameOver(Side.BLACK, 1, WinKind.DROP))
    served.table.happen(Scored(0, 1), GameStarted(2, crawford=False))
    page = people.come("/#match/1.1.9").page
    page.get_by_text("Ann drops. Bob wins the game: 1 point.").wait_for()
    assert page.locator("#game option").all_inner_texts() == ["Game 1 at 0–0", "Game 2 at 0–1"]
    page.get_by_role("button", name="On").click()
    page.get_by_text("The start position.").wait_for()
    assert page.url.endswith("#match/1.2.0")
