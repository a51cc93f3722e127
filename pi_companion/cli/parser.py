"""The arguments of `pi-companion`, and one line of help where they are wrong."""

import argparse
import difflib
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn

from pi_companion.errors import InputError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_POSITION_LIKE = re.compile(r"-[-A-Za-z0-9]{19,}(:.*)?|-[^:]*(:[^:]*){2,}|-\d+(\.\d*)?,-?\d+(\.\d*)?")
"""An XGID or a pair of coordinates that begins with a minus sign, which argparse would take for an option."""


class Parser(argparse.ArgumentParser):
    """An argparse parser whose complaint is one line and an `InputError`."""

    def error(self, message: str) -> NoReturn:
        """Raise the complaint instead of printing the usage.

        Raises:
            InputError: Always.
        """
        raise InputError(f"{message}; see {self.prog} --help")

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        """Print help; argparse itself would keep it to itself that a full disk did not take it."""
        (file or sys.stderr).write(message)


def nearest(word: str, known: Iterable[str]) -> str:
    """Give the known word most like `word` as a question to append, or an empty text."""
    found = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"; did you mean {found[0]}?" if found else ""


def protect(arguments: Sequence[str]) -> list[str]:
    """Put a blank before what looks like an option but is an XGID or a pair of coordinates; readers strip it."""
    return [f" {text}" if _POSITION_LIKE.fullmatch(text) else text for text in arguments]


def parse(parser: Parser, arguments: Sequence[str], commands: Iterable[str]) -> argparse.Namespace:
    """Read the arguments.

    Raises:
        InputError: A command or an option is unknown, or one that is needed is missing.
    """
    known = list(commands)
    command = _first_word(arguments)
    if command is not None and command not in known:
        hint = nearest(command, known) or f"; the commands are {', '.join(known)}"
        raise InputError(f"there is no command {command!r}{hint}")
    namespace, rest = parser.parse_known_args(protect(arguments))
    if rest:
        raise InputError(_explain_rest(parser, command, rest))
    return namespace


def _first_word(arguments: Sequence[str]) -> str | None:
    """Find the command: the first word that is neither an option nor the value of `--journal`."""
    skip = False
    for text in arguments:
        if skip:
            skip = False
        elif text in {"--journal", "--settings"}:
            skip = True
        elif not text.startswith("-"):
            return text
    return None


def _explain_rest(parser: Parser, command: str | None, rest: Sequence[str]) -> str:
    where = f"{parser.prog} {command}" if command else parser.prog
    option = next((text for text in rest if text.startswith("-")), None)
    if option is None:
        return f"{where} has no use for {rest[0].strip()!r} at that place; see {where} --help"
    hint = nearest(option.split("=")[0], _options(parser, command))
    return f"{where} has no option {option!r}{hint or f'; see {where} --help'}"


def _options(parser: argparse.ArgumentParser, command: str | None) -> list[str]:
    found: list[str] = []
    for action in parser._actions:  # noqa: SLF001 - argparse offers no list of its options
        found += action.option_strings
        if isinstance(action, argparse._SubParsersAction) and command in action.choices:  # noqa: SLF001
            found += _options(action.choices[command], None)
    return found
