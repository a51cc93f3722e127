"""One service at a time: the second one would take the camera and tell the same match twice."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pi_companion.errors import DeviceError

LOCK_NAME = "service.lock"
"""The lock lies beside the journal: whoever writes there holds it."""


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Hold a lock that goes with the process, however it ends.

    Args:
        path: The lock's file; it stays behind, empty of meaning.

    Raises:
        DeviceError: Another process holds it, or the file cannot be made.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise DeviceError(f"wanted the lock {path}: {error.strerror}; see to the disk and its folder") from error
    try:
        _give_to_the_folders_owner(file, path)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(file, 32).decode("ascii", "replace").strip()
            raise DeviceError(
                f"wanted to watch this table, but another pi-companion does already (process {holder}); "
                "stop it first: sudo systemctl stop pi-companion"
            ) from error
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(file)


def _give_to_the_folders_owner(file: int, path: Path) -> None:
    """Let the service have a lock that somebody made by sudo, such as to take a picture; it could not open it else."""
    if os.geteuid() == 0:
        folder = path.parent.stat()
        os.fchown(file, folder.st_uid, folder.st_gid)
