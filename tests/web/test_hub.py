"""Readers hear every event once, wherever they went in between."""

import asyncio
import json
from typing import Any

import pytest

from pi_companion.web.hub import KEPT, Hub


def told(hub: Hub, after: int | None) -> Any:
    return json.loads(hub.news(after).text)


def test_a_new_reader_gets_the_state_alone() -> None:
    hub = Hub("r")
    hub.publish({"n": 1}, [{"event": "a"}])
    assert told(hub, None) == {"seq": 1, "whole": False, "events": [], "state": {"n": 1}}


def test_a_reader_that_comes_back_gets_what_it_missed() -> None:
    hub = Hub("r")
    for number in range(1, 5):
        hub.publish({"n": number}, [{"event": f"a{number}"}, {"event": f"b{number}"}])
    news = told(hub, 2)
    assert news["whole"]
    assert [event["event"] for event in news["events"]] == ["a3", "b3", "a4", "b4"]
    assert news["state"] == {"n": 4}


def test_a_reader_that_was_away_too_long_is_told_so() -> None:
    hub = Hub("r")
    for number in range(KEPT + 20):
        hub.publish({"n": number}, [{"event": "a"}])
    news = told(hub, 5)
    assert not news["whole"]
    assert len(news["events"]) == KEPT


def test_states_without_events_leave_no_gap() -> None:
    hub = Hub("r")
    for number in range(10):
        hub.publish({"n": number}, [])
    assert told(hub, 3)["whole"]


@pytest.mark.parametrize("name", ["", "r", "r-", "r-x", "r--1", "other-1", "r-99", "r-" + "9" * 99, "r-٣"])
def test_a_number_of_another_run_or_none_is_not_believed(name: str) -> None:
    hub = Hub("r")
    hub.publish({}, [])
    assert hub.after(name) is None
    assert hub.after("r-1") == 1


def test_a_reader_that_waits_is_woken() -> None:
    async def scene() -> Any:
        hub = Hub("r")
        hub.attach(asyncio.get_running_loop())
        hub.publish({"n": 1}, [])
        assert await hub.wait(1, 0.01) is None
        waiting = asyncio.create_task(hub.wait(1, 10))
        await asyncio.sleep(0)
        await asyncio.to_thread(hub.publish, {"n": 2}, [{"event": "a"}])
        news = await waiting
        assert news is not None
        return json.loads(news.text)

    assert asyncio.run(scene())["state"] == {"n": 2}


def test_a_closed_hub_lets_its_readers_go() -> None:
    async def scene() -> None:
        hub = Hub("r")
        hub.attach(asyncio.get_running_loop())
        waiting = asyncio.create_task(hub.wait(0, 10))
        await asyncio.sleep(0)
        hub.close()
        await waiting

    with pytest.raises(EOFError):
        asyncio.run(scene())


def test_what_is_still_new_is_told_before_a_hub_lets_its_readers_go() -> None:
    async def scene() -> Any:
        hub = Hub("r")
        hub.attach(asyncio.get_running_loop())
        hub.publish({"n": 1}, [{"event": "a"}])
        hub.close()
        news = await hub.wait(0, 10)
        assert news is not None
        with pytest.raises(EOFError):
            await hub.wait(news.number, 10)
        return json.loads(news.text)

    assert [event["event"] for event in asyncio.run(scene())["events"]] == ["a"]
