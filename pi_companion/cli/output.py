"""What commands write on standard output: lines for a person, or one JSON object a line."""

import contextlib
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TextIO

_LONGEST = 600
"""A complaint that quotes more than this quotes too much; its middle is left out."""


class Form(Enum):
    """For whom a command writes."""

    PERSON = "person"
    JSON = "json"


class Status(IntEnum):
    """The exit status of a command."""

    DONE = 0
    NO = 1
    """A definite no: an illegal play, an unreadable picture."""

    WRONG_INPUT = 2


@dataclass(frozen=True, slots=True)
class Output:
    """Writes a result in the form that was asked for; each line is flushed, since a reader may follow along."""

    form: Form
    stream: TextIO

    def text(self, line: str) -> None:
        """Write a line for a person; nothing in JSON form."""
        if self.form is Form.PERSON:
            print(line, file=self.stream, flush=True)

    def json(self, value: Mapping[str, object]) -> None:
        """Write an object as one line; nothing in the form for a person."""
        if self.form is Form.JSON:
            print(json.dumps(value), file=self.stream, flush=True)


def complain(message: object) -> None:
    """Say on standard error, in one line, what was wrong."""
    words = " ".join(str(message).split())
    if len(words) > _LONGEST:
        words = f"{words[: _LONGEST // 2]} … {words[-_LONGEST // 2 :]}"
    with contextlib.suppress(OSError):  # nothing can be said of a standard error that takes nothing
        print(f"pi-companion: {words}", file=sys.stderr, flush=True)
