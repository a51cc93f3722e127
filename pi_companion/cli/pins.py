"""`pins`: new PINs for the page, where the old ones are forgotten or too well known."""

import time
from pathlib import Path

from pi_companion.cli.output import Output, Status
from pi_companion.cli.page import pin_lines
from pi_companion.web.access import FILE_NAME, renew


def pins(journal: Path, output: Output) -> Status:
    """Draw new PINs; who was signed in by the old ones is so no longer.

    Raises:
        SettingsError: The file cannot be written.
    """
    _, drawn = renew(journal.with_name(FILE_NAME), time.monotonic, time.time)
    output.json({"player": drawn.player, "director": drawn.director})
    for line in pin_lines(drawn):
        output.text(line)
    output.text("A service that runs takes them at its next start.")
    return Status.DONE
