"""What is said in a club, as the manual shows it, and what is refused."""

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest

from pi_companion.club import topics
from pi_companion.club.messages import Call, Ending, Kind, dump, read_ask, read_item, read_state
from pi_companion.errors import InputError
from pi_companion.rules import Side

DOCS = (Path(__file__).parents[2] / "docs" / "club.md").read_text(encoding="utf-8")
STATE, RESULT = (json.loads(text) for text in re.findall(r"```json\n(.*?)```", DOCS, re.DOTALL))


def test_the_manuals_messages_are_what_is_said() -> None:
    assert read_state(dump(STATE)).to_wire() == STATE
    heard = read_item(dump(RESULT))
    assert isinstance(heard.told, Ending)
    assert {key: value for key, value in RESULT.items() if key in heard.told.to_wire()} == heard.told.to_wire()
    assert (heard.kind, heard.number, heard.told.name(Side.WHITE)) == (Kind.MATCH, 16, "Ada")


def test_every_topic_of_the_manual_is_one_of_ours() -> None:
    club = topics.Topics()
    for topic in (
        club.online("TABLE"),
        club.state("TABLE"),
        club.result("TABLE"),
        club.call("TABLE"),
        club.ask("JOURNAL"),
    ):
        assert f"`{topic}`" in DOCS


def test_a_call_needs_no_side() -> None:
    told: dict[str, Any] = {"side": None, "name": "", "wall_s": None}
    head = {name: RESULT[name] for name in ("table", "journal", "number", "mark", "revision")}
    assert read_item(json.dumps({**head, "kind": "call", "key": "k", **told})).told == Call("k", None, "", None)


@pytest.mark.parametrize(
    "change",
    [
        {"winner": "nobody"},
        {"points": -1},
        {"length": 10**9},
        {"number": 1.5},
        {"key": "another"},
        {"kind": "song"},
        {"withdrawn": 0},
        {"wall_s": "noon"},
        {"journal": None},
    ],
)
def test_a_result_of_another_form_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(InputError):
        read_item(json.dumps({**RESULT, **change}))


@pytest.mark.parametrize("text", ["", "[]", "null", "[" * 100_000, '{"have": true}', '{"have": -1}'])
def test_what_is_no_message_is_refused(text: str) -> None:
    for reader in (read_ask, read_item, read_state):
        with pytest.raises(InputError):
            reader(text)


def test_a_time_that_is_none_and_half_a_letter_do_no_harm() -> None:
    heard = read_item(json.dumps({**RESULT, "wall_s": float("inf"), "white": "A\ud800"}))
    assert isinstance(heard.told, Ending)
    assert (heard.told.wall_s, heard.told.white) == (None, "A?")


def test_examples_hold() -> None:
    assert doctest.testmod(topics).failed == 0
