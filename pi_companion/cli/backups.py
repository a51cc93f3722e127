"""`backup` and `restore`: all matches in one file, and back."""

from pathlib import Path

from pi_companion.cli.output import Output, Status
from pi_companion.devices.lock import LOCK_NAME, only_one
from pi_companion.record.backup import back_up, restore


def save(journal: Path, target: Path, output: Output) -> Status:
    """Copy all matches into one file.

    Raises:
        JournalError: The journal cannot be read, or the copy cannot be written or is there already.
    """
    count = back_up(journal, target)
    output.json({"backup": str(target), "matches": count})
    output.text(
        f"{count} match{'' if count == 1 else 'es'} in {target}. To bring them back: pi-companion restore {target}"
    )
    return Status.DONE


def bring_back(copy: Path, journal: Path, output: Output) -> Status:
    """Put a copy in the journal's place.

    Raises:
        JournalError: The copy is no journal, or the place cannot be written.
        DeviceError: A service is writing to the journal.
    """
    with only_one(journal.absolute().with_name(LOCK_NAME)):
        count, aside = restore(copy, journal)
    output.json({"journal": str(journal), "matches": count, "aside": None if aside is None else str(aside)})
    output.text(f"{count} match{'' if count == 1 else 'es'} brought back to {journal}.")
    if aside is not None:
        output.text(f"What was there before is in {aside}.")
    return Status.DONE
