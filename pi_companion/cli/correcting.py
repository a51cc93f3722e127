"""`correct`: what people say of a match, by the same orders as at the table; the first events stay in the journal."""

import secrets
import time
from pathlib import Path

from pi_companion.cli.matches import match_number
from pi_companion.cli.output import Output, Status
from pi_companion.cli.telling import tell
from pi_companion.devices.condition import clock_synced
from pi_companion.record.journal import Journal, Stamp
from pi_companion.record.json_export import entry_to_wire
from pi_companion.record.transcript import transcribe
from pi_companion.referee import Command, resume, step
from pi_companion.referee.events import Person, Refused
from pi_companion.referee.spoken import parse_order


def correct(path: Path, name: str, words: str, by: Person, key: str | None, output: Output) -> Status:
    """Carry one order out in a match of the journal; a service that runs takes it up with its next picture.

    Args:
        path: The journal.
        name: The match's number, or `last`.
        words: The order.
        by: Who gives it.
        key: Names the order, so that the same one given again counts once; None gives it a name of its own.
        output: Where to tell what came of it.

    Raises:
        JournalError: The journal cannot be read or written, or has no such match.
        InputError: The match's name is none, or the words are no order.
    """
    Journal.read(path).close()  # a journal that is not there is said, and not made
    with Journal.open(path) as journal:
        number = match_number(journal, name)
        entries = journal.events(number)
        state = resume(entry.event for entry in entries)
        command = Command(by, key or secrets.token_hex(8), parse_order(words, state.course.terms))
        effects = step(state, command).effects
        keyed = [(event, f"order {command.key} {place}") for place, event in enumerate(effects, start=1)]
        stamp = Stamp(time.monotonic(), time.time(), clock_synced(), "")
        written = journal.append_all(number, keyed, stamp) if keyed else ()
    record = transcribe(entry.event for entry in (*entries, *written))
    for entry in written:
        output.json(entry_to_wire(entry))
        line = tell(record, entry.event)
        if line is not None:
            output.text(line)
    if not written:
        output.text("That was said before, and counts once.")
    return Status.NO if any(isinstance(event, Refused) for event in effects) else Status.DONE
