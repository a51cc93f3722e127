"""The service as systemd has it: whether it runs on this machine, and how to let it rest for a while."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from pi_companion.errors import DeviceError

NAME = "pi-companion"
PROGRAM = "systemctl"
_PATIENCE_S = 90
"""Longer than the unit's own times to start and to stop."""


def status(program: str = PROGRAM) -> str | None:
    """Say how the service fares, in its own words; None where it does not run, or where there is no systemd."""
    done = _ask(program, "show", NAME, "--property=ActiveState,StatusText")
    if done is None or done.returncode != 0:
        return None
    words = dict(line.partition("=")[::2] for line in done.stdout.splitlines())
    if words.get("ActiveState") not in ("active", "activating", "reloading"):
        return None
    return words.get("StatusText") or "it says nothing of itself"


@contextmanager
def paused(program: str = PROGRAM) -> Iterator[None]:
    """Stop the service meanwhile, and start it again whatever happens; a match goes on where its record ends.

    Raises:
        DeviceError: It cannot be stopped, or does not start again.
    """
    _must(program, "stop")
    try:
        yield
    finally:
        _must(program, "start")


def _must(program: str, verb: str) -> None:
    done = _ask(program, verb, NAME)
    if done is None or done.returncode != 0:
        said = "there is no systemd" if done is None else done.stderr.strip() or f"it ended with {done.returncode}"
        raise DeviceError(
            f"wanted to {verb} the service, but {said}; run this with sudo, or see: systemctl status {NAME}"
        )


def _ask(program: str, *words: str) -> subprocess.CompletedProcess[str] | None:
    found = shutil.which(program)
    if found is None:
        return None
    try:
        return subprocess.run(  # noqa: S603 - a program of the system, with words of ours
            [found, *words], capture_output=True, text=True, check=False, timeout=_PATIENCE_S
        )
    except (OSError, subprocess.SubprocessError):
        return None
