"""What a table tells, and what a desk makes of it, over a broker that is often away."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_companion.club.link import Arrived
from pi_companion.club.listener import ASK_EVERY_S, Hearing
from pi_companion.club.messages import Doing, Kind, Trouble, read_item, read_state
from pi_companion.club.register import Register
from pi_companion.club.telling import MOST_ON_THE_WAY, STATE_EVERY_S, Place, TableReport, Teller
from pi_companion.club.topics import OFFLINE, ONLINE, Topics
from pi_companion.record.backup import back_up, restore
from pi_companion.record.outbox import Outbox
from pi_companion.referee.events import Undone
from pi_companion.rules import Side
from tests.club.fakes import FakeLink, Hall
from tests.club.tabletop import WALL_S, Tabletop
from tests.devices.fakes import Clock


class Night:
    """One table and one desk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hall = Hall()
        self.clock = Clock()
        self.table = Tabletop(folder / "journal.sqlite")
        self.now: TableReport = self.table.begin(length=3)
        self.words: list[str] = []
        self.heard: list[str] = []
        self.start_table()
        self.start_desk()
        self.hall.open()

    def start_table(self) -> None:
        self.outbox = Outbox.open(self.table.path)
        topics = Topics()
        self.link = FakeLink(self.hall, (topics.ask(self.outbox.name), topics.online("table-1")))
        place = Place("table-1", topics, "homeassistant")
        self.teller = Teller(place, self.outbox, self.link, self.words.append, self.clock)

    def start_desk(self) -> None:
        self.register = Register(self.folder / "desk.sqlite", lambda: WALL_S)
        self.desk_link = FakeLink(self.hall, Topics().of_tables())
        self.hearing = Hearing(Topics(), self.register, self.desk_link, self.heard.append, self.clock)

    def stop_table(self) -> None:
        self.outbox.book.close()
        self.table.close()
        self.hall.links.remove(self.link)

    def stop_desk(self) -> None:
        self.register.close()
        self.hall.links.remove(self.desk_link)

    def go_on(self, turns: int = 6) -> None:
        for _ in range(turns):
            self.clock.now_s += max(STATE_EVERY_S, ASK_EVERY_S) + 0.01
            self.teller.turn(self.now, 0.0)
            self.hearing.turn(0.0)

    def keys(self) -> list[tuple[str, int]]:
        """Give kind and white's points of each result that the desk has, oldest first."""
        return [(told.ending.kind.value, told.ending.white_points) for told in reversed(self.register.results(100))]


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    night = Night(tmp_path)
    yield night
    night.outbox.book.close()
    night.table.close()
    night.register.close()


def test_the_desk_has_the_state_and_each_result(night: Night) -> None:
    night.now = night.table.win(points=1)
    night.go_on()
    night.now = night.table.win(points=2)
    night.go_on()
    assert night.keys() == [("game", 1), ("game", 3), ("match", 3)]
    (place,) = night.register.places()
    assert place.online
    assert place.state is not None
    assert (place.state.white, place.state.white_points, place.state.doing) == ("Ada", 3, Doing.OVER)
    assert place.state.winner is Side.WHITE
    assert len(night.hall.texts("result")) == 3


def test_the_state_is_told_only_when_it_changes(night: Night) -> None:
    night.go_on(20)
    assert len(night.hall.texts("state")) == 1
    night.now = TableReport(night.now.match, night.now.state, (Trouble.CAMERA,))
    night.go_on()
    assert read_state(night.hall.texts("state")[-1]).troubles == (Trouble.CAMERA,)
    assert len(night.hall.texts("state")) == 2


def test_what_happened_while_the_broker_was_away_is_told_once(night: Night) -> None:
    night.go_on()
    night.hall.drop()
    night.now = night.table.win(points=3)
    night.go_on()
    night.hall.drop()
    night.go_on()
    assert [("away" in word, "again" in word) for word in night.words] == [(True, False)]
    night.hall.open()
    night.go_on()
    assert night.keys() == [("game", 3), ("match", 3)]
    assert len(night.hall.texts("result")) == 2
    assert "again" in night.words[-1]
    assert len(night.words) == 2


def test_what_was_not_confirmed_is_told_again_and_dropped_by_the_desk(night: Night) -> None:
    night.go_on()
    night.link.mute = True
    night.now = night.table.win(points=3)
    night.go_on()
    night.link.mute = False
    night.hall.drop()
    night.go_on()
    night.hall.open()
    night.go_on()
    assert len(night.hall.texts("result")) == 4
    assert night.keys() == [("game", 3), ("match", 3)]


def test_what_a_broker_confirmed_and_lost_is_asked_for(night: Night) -> None:
    night.go_on()
    night.hall.lost = {"result"}
    night.now = night.table.win(points=1)
    night.go_on(1)
    night.hall.lost = set()
    assert night.outbox.last()[0] == 1
    night.go_on()
    assert night.outbox.sent == 1
    assert night.keys() == [("game", 1)]


def test_a_table_that_starts_anew_goes_on_where_it_was(night: Night) -> None:
    night.now = night.table.win(points=1)
    night.go_on()
    night.stop_table()
    night.now = night.table.win(points=2)
    night.start_table()
    night.link.join()
    night.go_on()
    assert night.keys() == [("game", 1), ("game", 3), ("match", 3)]
    assert len(night.hall.texts("result")) == 3


def test_a_desk_that_starts_anew_has_what_it_heard_and_asks_for_the_rest(night: Night) -> None:
    night.now = night.table.win(points=1)
    night.go_on()
    night.stop_desk()
    night.now = night.table.win(points=2)
    for _ in range(4):
        night.clock.now_s += 1
        night.teller.turn(night.now, 0.0)
    night.start_desk()
    assert night.keys() == [("game", 1)]
    night.desk_link.join()
    night.go_on()
    assert night.keys() == [("game", 1), ("game", 3), ("match", 3)]


def test_a_desk_that_lost_its_file_gets_everything_again(night: Night) -> None:
    night.now = night.table.win(points=3)
    night.go_on()
    night.stop_desk()
    for path in night.folder.glob("desk.sqlite*"):
        path.unlink()
    night.start_desk()
    night.desk_link.join()
    night.go_on()
    assert night.keys() == [("game", 3), ("match", 3)]


def test_a_journal_that_was_put_back_tells_no_match_twice_and_every_new_one(night: Night) -> None:
    night.now = night.table.win(points=3)
    night.go_on()
    back_up(night.table.path, night.folder / "copy.sqlite")
    night.table.begin(length=1)
    night.now = night.table.win(points=1)
    night.go_on()
    assert len(night.keys()) == 4
    night.stop_table()
    restore(night.folder / "copy.sqlite", night.table.path)
    night.start_table()
    night.table.begin("Cy", "Di", length=1)
    night.now = night.table.win(points=1)
    night.link.join()
    night.go_on(12)
    names = [(told.ending.kind, told.ending.white) for told in reversed(night.register.results(100))]
    game, match = Kind.GAME, Kind.MATCH
    assert names == [(game, "Ada"), (match, "Ada"), (game, "Ada"), (match, "Ada"), (game, "Cy"), (match, "Cy")]


def test_a_result_that_is_taken_back_is_no_longer_there_and_a_corrected_one_counts(night: Night) -> None:
    night.now = night.table.win(points=3)
    night.go_on()
    assert [result.winner for result in night.register.matches()] == ["Ada"]
    night.now = night.table.write(Undone(1))
    night.go_on()
    assert night.keys() == []
    assert night.register.matches() == ()
    night.now = night.table.win(Side.BLACK, points=3)
    night.go_on()
    assert [result.winner for result in night.register.matches()] == ["Bo"]


def test_only_matches_of_this_table_are_told(night: Night) -> None:
    other = Tabletop(night.table.path, source="a file")
    other.begin("Cy", "Di")
    other.win()
    other.close()
    night.go_on()
    assert night.keys() == []


def test_a_call_reaches_the_desk_once_and_is_answered(night: Night) -> None:
    night.teller.call(Side.BLACK, night.now, WALL_S)
    night.hall.drop()
    night.go_on()
    night.hall.open()
    night.go_on()
    (call,) = night.register.calls()
    assert (call.place, call.call.name, call.call.side) == ("table-1", "Bo", Side.BLACK)
    night.register.answer(call.call.key)
    assert night.register.calls() == ()


def test_a_will_that_comes_late_is_contradicted(night: Night) -> None:
    night.go_on()
    night.hall.say(Place("table-1").will)
    assert night.hall.kept["pi-companion/tables/table-1/online"] == OFFLINE
    night.go_on()
    assert night.hall.kept["pi-companion/tables/table-1/online"] == ONLINE
    assert night.register.places()[0].online


def test_many_results_go_in_their_order_and_not_all_at_once(night: Night) -> None:
    night.hall.drop()
    for _ in range(12):
        night.table.begin(length=1)
        night.now = night.table.win(points=1)
    night.hall.open()
    night.link.mute = True
    night.go_on(1)
    night.go_on(1)
    assert len(night.hall.texts("result")) == MOST_ON_THE_WAY
    night.link.mute = False
    night.hall.drop()
    night.go_on()
    night.hall.open()
    night.go_on(12)
    assert len(night.keys()) == 24
    numbers = [read_item(text).number for text in night.hall.texts("result")][MOST_ON_THE_WAY:]
    assert numbers == list(range(1, 25))


def test_nonsense_on_the_clubs_topics_is_said_once_and_passed_over(night: Night) -> None:
    topics = Topics()
    for text in ("[]", "{", '{"table":1}', json.dumps({"have": -1})):
        for topic in (topics.state("table-9"), topics.result("table-9"), topics.ask(night.outbox.name)):
            for link in night.hall.links:
                link.happened.append(Arrived(topic, text))
    night.now = night.table.win(points=3)
    night.go_on()
    assert night.keys() == [("game", 3), ("match", 3)]
    assert len(night.heard) == 2


def test_home_assistant_finds_score_and_turn(night: Night) -> None:
    night.go_on()
    found = {topic: json.loads(text) for topic, text in night.hall.kept.items() if topic.startswith("homeassistant/")}
    score = found["homeassistant/sensor/pi_companion_table-1/score/config"]
    turn = found["homeassistant/sensor/pi_companion_table-1/turn/config"]
    assert score["state_topic"] == turn["state_topic"] == "pi-companion/tables/table-1/state"
    assert score["availability_topic"] in night.hall.kept
    state = json.loads(night.hall.kept[score["state_topic"]])
    for sensor, value in ((score, "0-0"), (turn, "-")):
        field = sensor["value_template"].removeprefix("{{ value_json.").removesuffix(" }}")
        assert state[field] == value
    assert len({each["unique_id"] for each in found.values()}) == len(found) == 4


def test_a_table_that_leaves_says_so(night: Night) -> None:
    night.go_on()
    night.teller.close()
    night.hearing.turn(0.0)
    assert not night.register.places()[0].online


def test_a_table_is_forgotten_with_what_the_broker_keeps_of_it(night: Night) -> None:
    night.go_on()
    night.teller.close()
    night.hearing.turn(0.0)
    night.hearing.forget("table-1")
    night.hearing.turn(0.0)
    assert night.register.places() == ()
    assert {night.hall.kept[f"pi-companion/tables/table-1/{word}"] for word in ("state", "online")} == {""}
