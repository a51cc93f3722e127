"""Where settings and journal lie: as the command says, else as the settings say, else where the system keeps such."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the settings name the referee's terms, and the referee loads numpy: a second on a Pi
    from pi_companion.config import Settings

NAME = "pi-companion"
JOURNAL_NAME = "journal.sqlite"
BOARD_NAME = "board.toml"


def settings_of(options: argparse.Namespace) -> "Settings":
    """Read the settings that the command names, or the user's own where there are any.

    Raises:
        SettingsError: The file is broken, or the one that was named is missing.
    """
    from pi_companion.config import Settings, default_settings_path, load_settings  # noqa: PLC0415 - see above

    if options.settings is not None:
        return load_settings(options.settings)
    usual = default_settings_path(os.environ, Path.home())
    return load_settings(usual) if usual.exists() else Settings()


def journal_of(options: argparse.Namespace) -> Path:
    """Say where the journal lies; a folder that is named holds it under its usual name.

    Raises:
        SettingsError: The settings are broken.
    """
    named: Path | None = options.journal or settings_of(options).journal.path
    if named is None:
        from pi_companion.config import default_journal_path  # noqa: PLC0415 - see above

        return default_journal_path(os.environ, Path.home())
    return named / JOURNAL_NAME if named.is_dir() else named


def board_of(settings: "Settings", journal: Path) -> Path:
    """Say where the board's profile lies or will lie: where the settings say, else beside the matches."""
    return settings.board.profile or journal.with_name(BOARD_NAME)


def program() -> str:
    """Say how this program was called, so that a person can call it again in the same way."""
    called = Path(sys.argv[0])
    return str(called) if called.name == NAME else NAME
