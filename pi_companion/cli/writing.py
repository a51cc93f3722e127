"""Writing a file that a command was told to make: whole or not at all, so that what stood there is never half lost."""

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pi_companion.errors import InputError, ProfileError


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """Give a path to write to; the file takes the target's place when all of it is on the disk.

    A link keeps pointing where it points, and a device or a pipe, such as /dev/stdout, is written to as it is.

    Raises:
        InputError: The file cannot be written; what stood at the target still stands there.
    """
    place = target.resolve()
    special = place.exists() and not place.is_file()
    part = place if special else place.with_name(f".{place.name}.part")
    try:
        yield part
        if not special:
            part.replace(place)
    except (OSError, ProfileError) as error:
        cause = error if isinstance(error, OSError) else error.__cause__
        if not isinstance(cause, OSError):
            raise
        raise InputError(
            f"wanted to write {target}, but the system says: {cause.strerror or cause}; make room there or choose "
            "another place with -o"
        ) from error
    finally:
        if not special:
            with contextlib.suppress(OSError):  # a folder that takes no file has none to remove
                part.unlink(missing_ok=True)
