"""What a program was thinking after a match's last event: beside the events, for a restart in the middle of a turn.

The events are the truth; this is only what is not told yet, in the form of the program that wrote it. It stands in the
journal's file because then both are there together after a kill or a power cut, or neither is.
"""

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thought:
    """What was thought, and by whom."""

    program: str
    """Names the version of the program; another one cannot read it."""

    data: bytes


def write(connection: sqlite3.Connection, match: int, seq: int, thought: Thought) -> None:
    """Put a thought in the place of the one before, within a transaction."""
    # One match is watched at a time; what was thought of an earlier one is of no more use.
    connection.execute("DELETE FROM thoughts WHERE match <> ?", (match,))
    connection.execute(
        "INSERT INTO thoughts (match, seq, program, data) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (match) DO UPDATE SET seq = excluded.seq, program = excluded.program, data = excluded.data",
        (match, seq, thought.program, thought.data),
    )


def read(connection: sqlite3.Connection, match: int, seq: int) -> Thought | None:
    """Give what was thought after that event of that match; None where it is not known."""
    row = connection.execute("SELECT program, data FROM thoughts WHERE match = ? AND seq = ?", (match, seq)).fetchone()
    return None if row is None else Thought(row[0], row[1])
