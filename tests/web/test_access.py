"""PINs: drawn once, never kept as they are, slow to guess, and good for a session that outlasts a restart."""

import stat
from pathlib import Path

import pytest

from pi_companion.errors import SettingsError
from pi_companion.web.access import (
    DIGITS,
    FREE_TRIES,
    LONGEST_WAIT_S,
    MOST_TRIES,
    SESSION_S,
    WINDOW_S,
    Access,
    Role,
    Wait,
    renew,
)
from tests.devices.fakes import Clock


class Wall:
    now_s = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_the_first_start_draws_two_pins_and_the_next_knows_them(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "state" / "access.json"
    _, pins = Access.open(path, clock, Wall())
    assert pins is not None
    assert len(pins.player) == len(pins.director) == DIGITS
    assert pins.player != pins.director
    again, none = Access.open(path, clock, Wall())
    assert none is None
    assert again.try_pin(pins.player, "a") is Role.PLAYER
    assert again.try_pin(pins.director, "a") is Role.DIRECTOR


def test_the_file_is_for_its_owner_alone_and_holds_no_pin(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "access.json"
    _, pins = Access.open(path, clock, Wall())
    assert pins is not None
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert pins.player not in path.read_text()
    assert pins.director not in path.read_text()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"salt": 1}', '{"salt":"a","player":"b","director":3,"secret":"c"}'])
def test_a_broken_file_is_refused_and_kept(tmp_path: Path, clock: Clock, text: str) -> None:
    path = tmp_path / "access.json"
    path.write_text(text)
    with pytest.raises(SettingsError, match="remove it"):
        Access.open(path, clock, Wall())
    assert path.read_text() == text


def test_guessing_gets_slower_with_every_wrong_pin(clock: Clock) -> None:
    access, pins = Access.new(clock, Wall())
    wrong = "x"
    for _ in range(FREE_TRIES):
        assert access.try_pin(wrong, "a") is Role.SPECTATOR
    waits = []
    for _ in range(5):
        found = access.try_pin(pins.player, "a")
        assert isinstance(found, Wait), "even the right PIN waits"
        waits.append(found.seconds)
        clock.now_s += found.seconds
        assert access.try_pin(wrong, "a") is Role.SPECTATOR
    assert waits == [2, 4, 8, 16, 32]
    assert access.try_pin(pins.player, "b") is Role.PLAYER


def test_many_addresses_together_are_slowed_too(clock: Clock) -> None:
    access, pins = Access.new(clock, Wall())
    for number in range(MOST_TRIES):
        assert access.try_pin("x", f"address {number}") is Role.SPECTATOR
    assert isinstance(access.try_pin(pins.director, "yet another"), Wait)
    clock.now_s += WINDOW_S + 1
    assert access.try_pin(pins.director, "yet another") is Role.DIRECTOR


def test_a_right_pin_is_forgiven_what_went_before(clock: Clock) -> None:
    access, pins = Access.new(clock, Wall())
    for _ in range(FREE_TRIES - 1):
        access.try_pin("x", "a")
    assert access.try_pin(pins.player, "a") is Role.PLAYER
    for _ in range(FREE_TRIES):
        assert access.try_pin("x", "a") is Role.SPECTATOR
    assert isinstance(access.try_pin("x", "a"), Wait)
    assert LONGEST_WAIT_S > 0


def test_a_session_outlasts_a_restart_but_not_its_time_nor_new_pins(tmp_path: Path, clock: Clock) -> None:
    path, wall = tmp_path / "access.json", Wall()
    access, _ = Access.open(path, clock, wall)
    session = access.session(Role.DIRECTOR)
    assert Access.open(path, clock, wall)[0].role(session) is Role.DIRECTOR
    wall.now_s += SESSION_S + 1
    assert access.role(session) is Role.SPECTATOR
    wall.now_s -= SESSION_S
    assert renew(path, clock, wall)[0].role(session) is Role.SPECTATOR


@pytest.mark.parametrize("change", ["", "x", "..", "...", "é", "2.1.x.y"])
def test_a_cookie_that_we_did_not_make_opens_nothing(clock: Clock, change: str) -> None:
    access, _ = Access.new(clock, Wall())
    assert access.role(change) is Role.SPECTATOR
    session = access.session(Role.PLAYER)
    body, _, signature = session.rpartition(".")
    assert access.role(f"2{body[1:]}.{signature}") is Role.SPECTATOR
    assert access.role(f"{body}.{signature[:-1]}") is Role.SPECTATOR
