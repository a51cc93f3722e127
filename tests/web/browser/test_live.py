"""The live table in a real browser: what is seen at once, what players do, and what each correction shows first."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_companion.coach.seat import SeatView, Stand
from pi_companion.coach.strength import Strength
from pi_companion.devices import Frame
from pi_companion.devices.camera import CameraHealth
from pi_companion.referee.events import IllegalPlay, OpeningRoll, Played, Rolled, TermsAgreed
from pi_companion.referee.terms import ClockTerms, IllegalPlays, Mode, Terms
from pi_companion.rules import Position, Roll, Side, judge, legal_plays, parse_play
from pi_companion.vision import View
from pi_companion.vision.geometry import BoardGeometry
from pi_companion.vision.observation import nothing_seen
from pi_companion.web.access import Role
from tests.referee.conftest import Eye
from tests.web.browser.chromium import People, Person
from tests.web.serving import Serving, until

START = Position.start()
AFTER = parse_play("8/5 6/5", START, Side.WHITE, None).result
REPLY = parse_play("24/18 13/9", AFTER, Side.BLACK, None).result
TEACHING = Terms(Mode.TEACH, IllegalPlays.RESPONSIBLE_MOVES, clock=ClockTerms())


def opened(served: Serving) -> None:
    served.table.happen(OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER))


def replied(served: Serving) -> None:
    opened(served)
    served.table.happen(Rolled(Side.BLACK, (6, 4)), Played(Side.BLACK, (6, 4), "24/18 13/9", REPLY))


def status(person: Person, words: str) -> None:
    person.page.locator(".status", has_text=words).wait_for()


def confirm(person: Person) -> None:
    person.page.get_by_role("dialog").get_by_role("button", name="Do it").click()


def test_the_table_is_seen_as_it_stands_and_follows(served: Serving, people: People) -> None:
    replied(served)
    viewer = people.come()
    status(viewer, "Ann to roll.")
    board = viewer.page.get_by_role("img", name="White: 24: 2, 13: 5, 8: 2, 6: 4, 5: 2.")
    assert board.count() == 1
    assert viewer.page.locator(".turn-list li").all_inner_texts() != []
    assert viewer.page.get_by_role("button", name="Undo").count() == 0, "a spectator only looks on"
    viewer.shown("live")
    viewer.has_no_serious_barrier()
    served.table.happen(Rolled(Side.WHITE, (5, 2)))
    status(viewer, "Ann to play.")
    assert viewer.page.locator(".die").count() == 2


@pytest.mark.parametrize(
    ("health", "says"),
    [
        ({"covered": True}, "Something covers the board"),
        ({"camera": CameraHealth.LOST}, "Camera lost"),
        ({"camera": CameraHealth.BLACK}, "picture is black"),
        ({"disk": True}, "disk is nearly full"),
    ],
)
def test_what_ails_the_table_is_seen_at_once(
    served: Serving, people: People, health: dict[str, object], says: str
) -> None:
    opened(served)
    viewer = people.come()
    status(viewer, "Bob to roll.")
    served.table.show(**health)
    viewer.page.get_by_role("alert").get_by_text(says).wait_for()
    assert viewer.page.locator(".stale").count() == int("camera" in health)


def test_a_board_that_was_moved_is_greyed_until_it_is_found(served: Serving, people: People) -> None:
    opened(served)
    viewer = people.come()
    served.table.state = replace(served.table.state, moved=True)
    served.table.show()
    viewer.page.get_by_text("was moved").wait_for()
    viewer.page.locator(".board-box.stale").wait_for()
    served.table.state = replace(served.table.state, moved=False)
    served.table.show()
    viewer.page.locator(".board-box:not(.stale)").wait_for()


def test_a_flagged_play_says_why_and_shows_what_was_allowed(served: Serving, people: People) -> None:
    replied(served)
    served.table.happen(TermsAgreed(TEACHING))
    wrong = parse_play("13/8 13/9", REPLY, Side.WHITE, None).result
    ruling = judge(REPLY, Side.WHITE, Roll(5, 2), wrong)
    served.table.happen(
        Rolled(Side.WHITE, (5, 2)), IllegalPlay(Side.WHITE, (5, 2), wrong, ruling.breaches, ruling.explanation)
    )
    player = people.come(role=Role.PLAYER)
    status(player, "not legal")
    assert ruling.explanation in player.page.locator(".ruling").inner_text()
    assert player.page.locator(".arrow.done").count() == 2
    assert player.page.locator(".arrow.allowed").count() == 2
    assert "Moving by the dice" in player.page.locator(".ruling .rules").inner_text()
    player.page.get_by_label("Show the board before the play").check()
    player.page.get_by_role("img", name="White: 24: 2, 13: 5,").wait_for()
    player.page.get_by_label("Show the board before the play").uncheck()
    player.page.get_by_role("img", name="White: 24: 2, 13: 3,").wait_for()
    player.shown("ruling")
    player.has_no_serious_barrier()
    player.page.get_by_role("button", name="Let it stand").click()
    confirm(player)
    player.page.locator(".ruling").wait_for(state="hidden")


def test_touching_a_checker_shows_where_it_may_go(served: Serving, people: People) -> None:
    replied(served)
    served.table.happen(TermsAgreed(TEACHING), Rolled(Side.WHITE, (5, 2)))
    learner = people.come()
    learner.page.get_by_text("Touch a checker").wait_for()
    learner.page.get_by_role("button", name="point 13:").click()
    learner.page.get_by_text("From 13: 11, 8, 6").wait_for()
    assert learner.page.locator(".mark.target").count() == 3
    learner.page.keyboard.press("ArrowRight")
    learner.page.keyboard.press("Enter")
    learner.page.get_by_text("From 13").wait_for(state="detached")
    learner.shown("teaching")
    learner.has_no_serious_barrier()


def test_who_learns_sees_what_is_on_the_board_and_asks_for_hints_one_by_one(served: Serving, people: People) -> None:
    opened(served)
    served.table.happen(TermsAgreed(TEACHING), Rolled(Side.BLACK, (3, 1)))
    learner, viewer = people.come(role=Role.PLAYER), people.come()
    card = learner.page.locator(".lesson")
    card.get_by_role("row", name="Pips to go 163 167").wait_for()
    for button, hint in (
        ("A hint", "Of the 15 legal plays"),
        ("the idea", "The best play"),
        ("best play", "13/10 6/5"),
    ):
        card.get_by_role("button", name=button).click()
        card.locator(".hints li", has_text=hint).last.wait_for()
    assert card.get_by_role("button").count() == 0, "there is no fourth hint"
    learner.shown("lesson")
    learner.has_no_serious_barrier()
    viewer.page.locator(".lesson").get_by_text("To think about").wait_for()
    assert viewer.page.get_by_role("button", name="A hint").count() == 0, "hints are for those who play"
    served.table.happen(Played(Side.BLACK, (3, 1), "8/5 6/5", parse_play("8/5 6/5", AFTER, Side.BLACK, None).result))
    card.locator(".hints").wait_for(state="hidden")


def test_the_companions_own_play_is_drawn_until_it_is_made(served: Serving, people: People) -> None:
    opened(served)
    served.table.happen(Rolled(Side.BLACK, (6, 4)))
    play = next(each for each in legal_plays(AFTER, Side.BLACK, Roll(6, 4)) if str(each) == "24/18 13/9")
    view = SeatView(Side.BLACK, Strength.CLEVER, Stand.PLAY, "Black plays 6-4: 24/18 13/9.", play)
    served.table.show(seat=view)
    player = people.come(role=Role.PLAYER)
    player.page.get_by_text("Move for Bob: 24/18 13/9").wait_for()
    assert player.page.locator(".arrow.allowed").count() == 2
    player.shown("sparring")
    player.has_no_serious_barrier()
    served.table.show(seat=replace(view, stand=Stand.ROLL, words="Roll the dice for Black.", play=None))
    player.page.get_by_text("Throw the dice for Bob.").wait_for()
    assert player.page.locator(".arrow").count() == 0
    served.table.show(seat=replace(view, stand=Stand.IDLE, words="", play=None))
    player.page.locator(".sparring").wait_for(state="hidden")


def test_dice_that_the_camera_does_not_see_are_told_in_two_taps(served: Serving, people: People) -> None:
    opened(served)
    player = people.come(role=Role.PLAYER)
    player.page.get_by_role("button", name="Tell the dice").click()
    player.shown("roll")
    player.has_no_serious_barrier()
    player.page.get_by_role("button", name="6-4").click()
    status(player, "Bob to play.")
    assert player.page.locator(".die").count() == 2
    assert served.table.state.course.roll == Roll(6, 4)


def test_a_misread_play_is_put_right_by_tapping(served: Serving, people: People) -> None:
    opened(served)
    player = people.come(role=Role.PLAYER)
    page = player.page
    page.get_by_role("button", name="Correct").click()
    page.get_by_role("button", name="point 5:").click()
    page.get_by_role("button", name="point 8:").click()
    page.get_by_role("button", name="point 5:").click()
    page.get_by_role("button", name="point 6:").click()
    page.get_by_role("button", name="point 24:").click()
    page.get_by_role("button", name="point 23:").click()
    page.get_by_role("button", name="point 24:").click()
    page.get_by_role("button", name="point 21:").click()
    page.get_by_text("Ann’s play: 8/5 6/5 → 24/23 24/21").wait_for()
    player.shown("correction")
    player.has_no_serious_barrier()
    assert served.table.state.course.position == AFTER, "nothing is done before it was shown"
    page.get_by_role("button", name="Do it").click()
    page.locator(".correction").wait_for(state="detached")
    until(lambda: served.table.state.course.position.white[21] == 1)
    page.get_by_text("24/23 24/21").wait_for()


def test_dice_are_put_right_in_one_tap_more(served: Serving, people: People) -> None:
    opened(served)
    served.table.happen(Rolled(Side.BLACK, (6, 4)))
    player = people.come(role=Role.PLAYER)
    player.page.get_by_role("button", name="Correct").click()
    player.page.get_by_role("group", name="Die 2").get_by_role("radio", name="5").check()
    player.page.get_by_text("Dice: 6-4 → 6-5").wait_for()
    player.page.get_by_role("button", name="Do it").click()
    until(lambda: served.table.state.course.roll == Roll(6, 5))


def test_undo_and_redo_show_what_changes(served: Serving, people: People) -> None:
    opened(served)
    player = people.come(role=Role.PLAYER)
    player.page.get_by_role("button", name="Undo").click()
    player.page.get_by_role("dialog").get_by_text("White 5: 2 → 0").wait_for()
    player.shown("undo")
    confirm(player)
    until(lambda: served.table.state.course.position == START)
    status(player, "Ann to play.")
    player.page.get_by_role("button", name="Redo").click()
    confirm(player)
    until(lambda: served.table.state.course.position == AFTER)


def test_a_wrong_start_position_is_drawn(served: Serving, people: People) -> None:
    wrong = replace(START, white=(*START.white[:6], 4, 1, *START.white[8:]))
    for number in range(3):
        served.table.take(Eye().see(float(number), wrong))
    viewer = people.come()
    viewer.page.get_by_text("White 6: 1 missing").wait_for()
    assert viewer.page.locator(".mark.wrong").count() == 2
    viewer.shown("setup")


def test_a_match_is_started_after_the_pin_and_errors_stand_by_their_field(served: Serving, people: People) -> None:
    visitor = people.come()
    page = visitor.page
    assert page.get_by_role("link", name="New match").count() == 0
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("PIN").fill(served.pins.player)
    page.get_by_role("button", name="Enter").click()
    page.get_by_role("link", name="New match").click()
    page.get_by_label("Name of White").fill("Zoë <b>")
    page.get_by_label("Name of Black").fill("")
    visitor.complaints.clear()
    page.get_by_role("button", name="Begin the match").click()
    page.get_by_text("Each player needs a name").wait_for()
    # The browser notes every answer of 4xx in its console; this one was wanted.
    until(lambda: len(visitor.complaints) == 1)
    visitor.complaints.clear()
    assert page.get_by_label("Name of Black").get_attribute("aria-invalid") == "true"
    visitor.shown("start")
    visitor.has_no_serious_barrier()
    page.get_by_label("Name of Black").fill("Ömer")
    page.get_by_role("button", name="Begin the match").click()
    page.get_by_text("The match has begun").wait_for()
    assert page.url.endswith("#live")
    (asked,) = served.table.asked
    assert asked.wish.white == "Zoë <b>"  # type: ignore[union-attr]
    assert not asked.wish.terms.pictures, "nobody agreed to them"  # type: ignore[union-attr]


def test_the_cameras_view_is_fetched_while_it_is_looked_at(served: Serving, people: People) -> None:
    player = people.come("/#camera", role=Role.PLAYER)
    player.page.get_by_text("No picture yet.").wait_for()
    image = np.full((360, 640, 3), (60, 110, 90), np.uint8)
    cv2.rectangle(image, (100, 40), (540, 320), (40, 60, 90), -1)
    flat = BoardGeometry(np.array([[100.0, 40.0], [540.0, 40.0], [540.0, 320.0], [100.0, 320.0]]), 0.06)
    page = served.table.page
    until(lambda: page.is_looked_at)
    page.see(Frame(image, 1.0, "f"), flat, nothing_seen(View.COVERED))
    player.page.get_by_text("Something covers the board.").wait_for()
    player.page.locator("svg.camera image").wait_for()
    player.shown("camera")
    player.has_no_serious_barrier()
