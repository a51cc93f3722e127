"""Settings from TOML: defaults, what is refused, and where files lie."""

from pathlib import Path

import pytest

from pi_companion.config import Settings, default_journal_path, default_settings_path, load_settings
from pi_companion.errors import SettingsError
from pi_companion.referee.terms import ClockTerms, Mode, Terms

HOME = Path("/home/anyone")


def write(folder: Path, text: str) -> Path:
    path = folder / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_empty_file_gives_the_defaults(tmp_path: Path) -> None:
    assert load_settings(write(tmp_path, "")) == Settings()


def test_settings_are_read(tmp_path: Path) -> None:
    settings = load_settings(write(tmp_path, '[match]\nlength = 7\nwhite = "Ada"\n[board]\nprofile = "board.toml"\n'))
    assert settings.match.length == 7
    assert settings.match.white == "Ada"
    assert settings.board.profile == tmp_path / "board.toml"


def test_terms_are_read(tmp_path: Path) -> None:
    text = '[terms]\nmode = "teach"\nbeavers = true\nautomatic_doubles = 1\nclock = true\ndelay_s = 10\n'
    agreed = load_settings(write(tmp_path, text)).terms.agreed()
    assert agreed == Terms(mode=Mode.TEACH, beavers=True, automatic_doubles=1, clock=ClockTerms(10, 120))


def test_the_usual_terms_are_those_of_the_referee() -> None:
    assert Settings().terms.agreed() == Terms()


def test_an_absolute_path_stays(tmp_path: Path) -> None:
    assert load_settings(write(tmp_path, '[journal]\npath = "/srv/j.sqlite"\n')).journal.path == Path("/srv/j.sqlite")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[match]\nlenght = 7\n", r"no setting match\.lenght; did you mean match\.length\?"),
        ("[macth]\n", r"no setting macth; did you mean match\?"),
        ("[zzz]\n", "known are match, board, journal"),
        ('[terms]\nmode = "loud"\n', r"terms\.mode wants one of 'log', 'monitor', 'teach', but 'loud' came"),
        ("[terms]\nautomatic_doubles = 9\n", r"terms\.automatic_doubles wants 0 to 6, but 9 came"),
        ("[terms]\na_point_s = 0\n", r"terms\.a_point_s 1 or more"),
        ("[evidence]\nmost_mb = -1\n", r"evidence\.most_mb wants 0 or more megabytes, but -1 came"),
        ('[match]\nlength = "seven"\n', r"match\.length wants a whole number, but 'seven' came"),
        ("[match]\nlength = true\n", r"match\.length wants a whole number, but True came"),
        ("[match]\nlength = -1\n", r"match\.length wants 1 to 64"),
        ("[match]\nwhite = 3\n", r"match\.white wants a text"),
        ("[board]\nprofile = 3\n", r"board\.profile wants a path"),
        ('[board]\nprofile = ""\n', r"board\.profile wants a path"),
        ("match = 3\n", r"match wants a section \[match\]"),
        ("[match\n", "not TOML"),
    ],
)
def test_what_is_not_known_is_refused_by_name(tmp_path: Path, text: str, says: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(SettingsError, match=says) as caught:
        load_settings(path)
    assert str(path) in str(caught.value)


def test_a_missing_file_and_one_that_is_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="check the path"):
        load_settings(tmp_path / "none.toml")
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="UTF-8"):
        load_settings(path)


@pytest.mark.parametrize(
    ("environment", "journal"),
    [
        ({}, HOME / ".local/state/pi-companion/journal.sqlite"),
        ({"XDG_STATE_HOME": ""}, HOME / ".local/state/pi-companion/journal.sqlite"),
        ({"XDG_STATE_HOME": "/state"}, Path("/state/pi-companion/journal.sqlite")),
        (
            {"STATE_DIRECTORY": "/var/lib/pi-companion", "XDG_STATE_HOME": "/state"},
            Path("/var/lib/pi-companion/journal.sqlite"),
        ),
    ],
)
def test_the_journal_lies_where_the_system_keeps_state(environment: dict[str, str], journal: Path) -> None:
    assert default_journal_path(environment, HOME) == journal


def test_the_settings_lie_where_the_system_keeps_configuration() -> None:
    assert default_settings_path({}, HOME) == HOME / ".config/pi-companion/settings.toml"
    assert default_settings_path({"XDG_CONFIG_HOME": "/conf"}, HOME) == Path("/conf/pi-companion/settings.toml")
