"""Tables and a desk on the club's real broker, which is restarted, cut off, and asks for a password."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pi_companion.club.link import Broker
from pi_companion.club.listener import Listener
from pi_companion.club.publisher import Publisher
from pi_companion.club.register import Register
from pi_companion.club.telling import Place
from pi_companion.club.topics import Topics
from tests.club.broker import Mosquitto, Wire, needs_mosquitto, until
from tests.club.tabletop import WALL_S, Tabletop

pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed")
pytestmark = needs_mosquitto

TOPICS = Topics("club")
DOCS = Path(__file__).parents[2] / "docs" / "club.md"


class Evening:
    """A table and a desk, each with its own way to the broker."""

    def __init__(self, folder: Path, table_to: Broker, desk_to: Broker, topics: Topics = TOPICS) -> None:
        self.words: list[str] = []
        self.heard: list[str] = []
        self.table = Tabletop(folder / "journal.sqlite")
        self.now = self.table.begin(length=0)
        self.register = Register(folder / "desk.sqlite", lambda: WALL_S)
        self.listener = Listener(topics, desk_to, self.register, self.heard.append, lambda: None)
        self.publisher = Publisher(
            Place("table-1", topics), table_to, self.table.path, self.words.append, lambda: WALL_S
        )
        self.publisher.show(self.now)
        self.listener.start()
        self.publisher.start()

    def win(self) -> None:
        self.now = self.table.win()
        self.publisher.show(self.now)

    def is_right(self) -> bool:
        """Whether the desk has the table as it is, and each game once."""
        scores = [told.ending.white_points for told in reversed(self.register.results(100))]
        places = self.register.places()
        points = self.now.state.course.score.white
        return (
            scores == list(range(1, points + 1))
            and bool(places)
            and places[0].online
            and places[0].state is not None
            and places[0].state.white_points == points
        )

    def close(self) -> None:
        self.publisher.stop()
        self.listener.stop()
        self.register.close()
        self.table.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture
def wire(broker: Mosquitto) -> Iterator[Wire]:
    wire = Wire(broker.port)
    yield wire
    wire.close()


@pytest.fixture
def evening(tmp_path: Path, broker: Mosquitto, wire: Wire) -> Iterator[Evening]:
    evening = Evening(tmp_path, Broker("127.0.0.1", wire.port), Broker("127.0.0.1", broker.port))
    yield evening
    evening.close()


def test_a_broker_that_is_killed_and_comes_back_loses_nothing(evening: Evening, broker: Mosquitto) -> None:
    evening.win()
    until(evening.is_right)
    broker.stop()
    evening.win()
    evening.win()
    until(lambda: evening.words and evening.heard)
    broker.start()
    until(evening.is_right)
    assert [len(evening.words), len(evening.heard)] == [2, 2]


def test_a_network_that_swallows_everything_for_a_while_loses_nothing(evening: Evening, wire: Wire) -> None:
    until(evening.is_right)
    wire.cut()
    evening.win()
    until(lambda: evening.words)
    assert "away" in evening.words[0]
    evening.win()
    wire.mend()
    until(evening.is_right)


def test_a_table_that_ends_tells_its_last_result_and_that_it_is_gone(evening: Evening) -> None:
    until(evening.is_right)
    evening.win()
    evening.publisher.stop()
    until(lambda: not evening.register.places()[0].online)
    assert len(evening.register.results(10)) == 1


@pytest.mark.filterwarnings("ignore:unclosed <ssl:ResourceWarning")  # paho-mqtt lets go of a failed handshake late
def test_tls_passwords_and_rights_as_the_manual_has_them(tmp_path: Path) -> None:
    if not (shutil.which("openssl") and shutil.which("mosquitto_passwd")):
        pytest.skip("openssl and mosquitto_passwd are wanted to make a certificate and a password file")
    certificate, key, passwords = (tmp_path / name for name in ("ca.pem", "key.pem", "passwords"))
    make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=broker"
    made = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*make.split(), *made], check=True, capture_output=True)
    passwords.touch(mode=0o600)
    words = {"table-1": "one word", "desk": "another word"}
    for user, word in words.items():
        subprocess.run(["mosquitto_passwd", "-b", str(passwords), user, word], check=True)  # noqa: S607
    rights = tmp_path / "rights"
    rights.write_text(re.findall(r"```\n(user desk\n.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[0])
    files = [f"password_file {passwords}", f"certfile {certificate}", f"keyfile {key}", f"acl_file {rights}"]
    broker = Mosquitto(tmp_path, "allow_anonymous false", *files)
    broker.start()
    right = Broker("127.0.0.1", broker.port, "table-1", words["table-1"], tls=True, ca=certificate)
    wrong = replace(right, password=words["desk"])
    stranger = replace(right, ca=None)
    desk = replace(right, user="desk", password=words["desk"])
    evening = Evening(tmp_path, right, desk, Topics())
    others = [
        Publisher(Place("x", TOPICS), to, evening.table.path, evening.words.append, lambda: WALL_S)
        for to in (wrong, stranger)
    ]
    try:
        for other in others:
            other.start()
        evening.win()
        until(evening.is_right)
        until(lambda: len(evening.words) == 2)
    finally:
        for other in others:
            other.stop()
        evening.close()
        broker.stop()
    assert sum("authoris" in word or "authoriz" in word or "password" in word for word in evening.words) == 1
    assert sum("certificate is not trusted" in word for word in evening.words) == 1
