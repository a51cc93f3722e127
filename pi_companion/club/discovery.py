"""What Home Assistant is told so that it finds a table by itself: a device with its score, its turn and its match."""

from collections.abc import Iterator
from dataclasses import dataclass

from pi_companion.club.link import QOS, Message
from pi_companion.club.messages import dump
from pi_companion.club.topics import OFFLINE, ONLINE, Topics
from pi_companion.record.fields import JsonObject


@dataclass(frozen=True, slots=True)
class _Sensor:
    """One thing that Home Assistant shows of a table."""

    word: str
    name: str
    template: str
    """Picks the value out of the table's state."""

    icon: str


_SENSORS = (
    _Sensor("score", "Score", "{{ value_json.score_text }}", "mdi:scoreboard"),
    _Sensor("turn", "Turn", "{{ value_json.turn }}", "mdi:account-arrow-right"),
    _Sensor("doing", "State", "{{ value_json.doing }}", "mdi:dice-multiple"),
    _Sensor("cube", "Cube", "{{ value_json.cube_value }}", "mdi:cube-outline"),
)


def discovery(prefix: str, table: str, topics: Topics, version: str) -> Iterator[Message]:
    """Give the messages by which Home Assistant finds a table; all are retained.

    Args:
        prefix: Where Home Assistant looks.
        table: The table's name.
        topics: Where the table tells.
        version: This program's version.
    """
    for sensor in _SENSORS:
        told = _config(sensor, table, topics, version)
        yield Message(f"{prefix}/sensor/{_device(table)}/{sensor.word}/config", dump(told), retain=True)


def _config(sensor: _Sensor, table: str, topics: Topics, version: str) -> JsonObject:
    told: JsonObject = {
        "name": sensor.name,
        "unique_id": f"{_device(table)}_{sensor.word}",
        "state_topic": topics.state(table),
        "value_template": sensor.template,
        "availability_topic": topics.online(table),
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        "qos": QOS,
        "icon": sensor.icon,
        "device": {
            "identifiers": [_device(table)],
            "name": f"Backgammon {table}",
            "manufacturer": "pi_companion",
            "sw_version": version,
        },
        "origin": {"name": "pi-companion", "sw_version": version},
    }
    if sensor.word == "score":
        # The players' names and all else, for those who want more than the number.
        told["json_attributes_topic"] = topics.state(table)
    return told


def _device(table: str) -> str:
    return f"pi_companion_{table}"
