"""All that a pointer does, by the keyboard alone: no click, and nothing filled in but by typing."""

from pi_companion.referee.events import IllegalPlay, OpeningRoll, Played, Rolled, TermsAgreed
from pi_companion.referee.terms import IllegalPlays, Mode, Terms
from pi_companion.rules import Position, Roll, Side, judge, parse_play
from pi_companion.web.access import Role
from tests.web.browser.chromium import People, Person
from tests.web.serving import Serving, until

START = Position.start()
AFTER = parse_play("8/5 6/5", START, Side.WHITE, None).result
FAR = 60
"""More stops of the Tab key than any view has."""

WHERE = """() => {
    const held = document.activeElement;
    const labels = [...(held.labels ?? [])].map((label) => label.textContent).join(" ");
    const group = held.closest("fieldset")?.querySelector("legend").textContent ?? "";
    const look = (element) => element && getComputedStyle(element);
    const ringed = [held, held.nextElementSibling].some((each) => each && look(each).outlineStyle !== "none");
    const drawn = (each) => each && look(each).stroke !== "none" && parseFloat(look(each).strokeWidth) >= 5;
    const seen = ringed || (held instanceof SVGElement && [held, held.firstElementChild].some(drawn));
    const text = held.matches("a, button, summary") ? held.textContent : "";
    return [held.getAttribute("aria-label") || labels || text, group, seen || held === document.body];
}"""
"""What has the focus: its name, the group that it stands in, and whether that is seen."""


class Keys:
    """Ten fingers on the keyboard of somebody who has a page open."""

    def __init__(self, person: Person) -> None:
        self.page = person.page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.press("Control+A")
        self.page.keyboard.type(text)

    def held(self) -> tuple[str, str]:
        name, group, *_ = self.page.evaluate(WHERE)
        return name.strip(), group

    def to(self, name: str, group: str = "", key: str = "Tab") -> None:
        """Press Tab until something has the focus; whatever has it meanwhile is seen to have it."""
        passed = []
        for _ in range(FAR):
            self.press(key)
            held, within, is_seen = self.page.evaluate(WHERE)
            passed.append(held.strip()[:30])
            assert is_seen, f"nothing shows that {passed[-1]!r} has the focus"
            if name in held and group in within:
                return
        raise AssertionError(f"{name!r} is not reached: {passed}")

    def do(self, name: str, group: str = "") -> None:
        self.to(name, group)
        self.press("Enter")

    def says(self, text: str) -> None:
        self.page.get_by_text(text).first.wait_for()

    def comes_back_to(self, name: str) -> None:
        until(lambda: name in self.held()[0])


def by_keys(people: People, path: str = "/", role: Role = Role.DIRECTOR) -> Keys:
    keys = Keys(people.come(path, role))
    keys.page.locator("header button").first.wait_for()
    return keys


def opened(served: Serving) -> None:
    served.table.happen(OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER))


def test_somebody_signs_in_and_begins_a_match(served: Serving, people: People) -> None:
    keys = by_keys(people, role=Role.SPECTATOR)
    keys.says("Waiting for the opening roll.")
    keys.do("Skip to")
    assert keys.page.evaluate("document.activeElement.id") == "main"
    keys.do("Sign in")
    keys.comes_back_to("PIN")
    keys.press("Escape")
    keys.comes_back_to("Sign in")
    keys.press("Enter")
    keys.comes_back_to("PIN")
    keys.type(served.pins.player)
    keys.press("Enter")
    keys.says("You may now")
    keys.do("New match")
    keys.to("Name of White")
    keys.type("Zoë")
    keys.to("Name of Black")
    keys.type("Ömer")
    keys.to("Points to win")
    keys.type("7")
    keys.to("Monitor", "Mode")
    keys.press("ArrowDown")
    keys.to("With a clock")
    keys.press("Space")
    keys.to("Delay")
    keys.type("10")
    keys.do("Begin the match")
    keys.says("The match has begun")
    (asked,) = served.table.asked
    wish = asked.wish
    assert (wish.white, wish.black, wish.length) == ("Zoë", "Ömer", 7)  # type: ignore[union-attr]
    assert (wish.terms.mode, wish.terms.clock.delay_s) == (Mode.TEACH, 10)  # type: ignore[union-attr]


def test_a_record_is_put_right_taken_back_and_brought_back(served: Serving, people: People) -> None:
    opened(served)
    keys = by_keys(people)
    keys.do("Correct")
    keys.comes_back_to("Correct the record")
    keys.to("point", key="Shift+Tab")
    for place in ("point 23", "point 24", "point 1:", "point 2", "point 3", "point 4", "point 5"):
        key = {"point 23": "ArrowLeft", "point 24": "ArrowRight", "point 1:": "ArrowDown"}.get(place, "ArrowLeft")
        keys.press(key)
        assert place in keys.held()[0]
    keys.press("Enter")
    keys.says("Now tap where the checker from 5 belongs.")
    keys.press("Escape")
    keys.says("Tap a checker")
    keys.press("Space", "ArrowLeft", "Space")
    keys.says("White 6: 4 → 5")
    keys.to("Do it")
    keys.press("Shift+Tab", "Tab", "Enter")
    until(lambda: served.table.state.course.position.white[6] == 5)
    keys.comes_back_to("Correct")

    keys.press("Enter")
    keys.to("1", "Die 2")
    keys.press("ArrowRight")
    keys.to("Value", "Cube")
    keys.press("ArrowDown")
    keys.to("Ann", "Score before")
    keys.type("2")
    keys.to("Do it", key="Shift+Tab")
    keys.says("Score: 0–0 → 2–0")
    keys.press("Enter")
    until(lambda: (served.table.state.course.cube.value, served.table.state.course.score.white) == (2, 2))
    keys.comes_back_to("Correct")

    last = served.table.state.history.undoable
    keys.to("Undo", key="Shift+Tab")
    keys.press("Enter")
    keys.comes_back_to("Do it")
    keys.press("Tab", "Enter")
    keys.comes_back_to("Undo")
    keys.press("Enter")
    keys.comes_back_to("Do it")
    keys.press("Enter")
    until(lambda: served.table.state.history.undoable == last - 1)
    keys.comes_back_to("Undo")
    keys.do("Redo")
    keys.comes_back_to("Do it")
    keys.press("Enter")
    until(lambda: served.table.state.history.undoable == last)


def test_a_flagged_play_is_spoken_and_let_stand(served: Serving, people: People) -> None:
    terms = Terms(Mode.TEACH, IllegalPlays.RESPONSIBLE_MOVES)
    served.table.happen(TermsAgreed(terms), OpeningRoll(3, 1), Played(Side.WHITE, (3, 1), "8/5 6/5", AFTER))
    served.table.happen(Rolled(Side.BLACK, (6, 4)))
    keys = by_keys(people, role=Role.PLAYER)
    keys.says("Bob to play.")
    spoken = keys.page.locator("p[role=alert].hidden")
    assert spoken.inner_text() == "", "it is there before it has anything to say"
    keys.to("point 24")
    keys.press("ArrowDown", "Enter")
    keys.says("From 24: 18, 14")
    wrong = parse_play("13/8 13/9", AFTER, Side.BLACK, None).result
    ruling = judge(AFTER, Side.BLACK, Roll(6, 4), wrong)
    served.table.happen(IllegalPlay(Side.BLACK, (6, 4), wrong, ruling.breaches, ruling.explanation))
    keys.says("Bob’s play is not legal")
    assert spoken.inner_text() == f"Not legal. Bob played 6-4. {ruling.explanation}"
    keys.to("Show the board before")
    keys.press("Space")
    moves = keys.page.locator(".checker").first.evaluate("(checker) => getComputedStyle(checker).transitionDuration")
    assert moves == "0s", "who asked for less motion gets none"
    keys.do("Let it stand")
    keys.comes_back_to("Do it")
    keys.press("Enter")
    until(lambda: served.table.state.course.dispute is None)
    until(lambda: spoken.inner_text() == "")


def test_a_match_is_gone_through_and_taken_along_and_the_page_set(served: Serving, people: People) -> None:
    opened(served)
    keys = by_keys(people, role=Role.SPECTATOR)
    keys.do("Matches")
    keys.do("Ann")
    keys.says("The start position.")
    keys.press("ArrowRight")
    keys.says("Ann 3-1: 8/5 6/5.")
    keys.do("Back")
    keys.says("The start position.")
    keys.to(".mat")
    with keys.page.expect_download() as started:
        keys.press("Enter")
    assert started.value.suggested_filename == "match-1.mat"
    keys.to("Settings")
    keys.press("Enter")
    keys.to("Light or dark")
    keys.press("ArrowDown", "ArrowDown")
    assert keys.page.evaluate("document.documentElement.dataset.theme") == "dark"
    keys.press("Escape")
    keys.comes_back_to("Settings")
    keys.press("Enter")
    keys.comes_back_to("Language")
    keys.press("ArrowDown")
    keys.comes_back_to("Language")
    keys.press("ArrowDown")
    keys.comes_back_to("Sprache")
    keys.press("Escape")
    keys.comes_back_to("Einstellungen")
    keys.says("Die Grundstellung.")
