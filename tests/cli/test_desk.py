"""`desk` as a person starts it."""

from pathlib import Path

import pytest

from pi_companion.cli.broker import broker_of
from pi_companion.config import ClubSettings, load_settings
from pi_companion.errors import SettingsError
from tests.program import Run


def test_a_desk_without_a_broker_says_what_to_write(run: Run) -> None:
    outcome = run("desk")
    assert outcome.status == 2
    assert "write it under [club] as broker" in outcome.err


def test_the_broker_is_read_with_its_password_and_certificate(tmp_path: Path) -> None:
    (tmp_path / "word").write_text("a secret\nnot this\n")
    (tmp_path / "ca.pem").touch()
    (tmp_path / "settings.toml").write_text(
        '[club]\nbroker = "b"\nuser = "u"\npassword_file = "word"\nca = "ca.pem"\ntable = "t_1"\n'
    )
    broker = broker_of(load_settings(tmp_path / "settings.toml").club)
    assert (str(broker), broker.user, broker.password, broker.tls) == ("b:8883", "u", "a secret", True)
    assert broker_of(ClubSettings("b")).port == 1883


def test_a_missing_password_or_certificate_is_said(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="password_file"):
        broker_of(ClubSettings("b", password_file=tmp_path / "none"))
    with pytest.raises(SettingsError, match="the broker's certificate"):
        broker_of(ClubSettings("b", ca=tmp_path / "none"))


@pytest.mark.parametrize("line", ['table = "table 1"', 'table = "a/b"', 'prefix = "#"', "port = 70000", "broker = 1"])
def test_what_cannot_be_a_topic_or_a_port_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "settings.toml").write_text(f"[club]\n{line}\n")
    with pytest.raises(SettingsError, match="club"):
        load_settings(tmp_path / "settings.toml")
