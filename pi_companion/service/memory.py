"""What was seen since the last event, kept in the journal's file, so that a restart in mid-turn forgets nothing.

The events are the truth; this is only what the referee is still thinking about, and is believed only where it belongs
to the match's last event and to this very program. Without it a match goes on from the events alone.
"""

import hashlib
import io
import pickle
import zlib
from dataclasses import is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

import pi_companion.referee
import pi_companion.rules
from pi_companion.record.journal import Journal
from pi_companion.record.thoughts import Thought
from pi_companion.referee import State
from pi_companion.referee.history import History

_MOST_BYTES = 10_000_000
"""No thought is nearly so long."""

_ROOMS = ("pi_companion.referee.", "pi_companion.rules.")
_ARRAYS = {("numpy", "dtype"), ("numpy", "ndarray")} | {
    (f"numpy.{core}.{module}", name)
    for core in ("core", "_core")
    for module, name in (("multiarray", "_reconstruct"), ("multiarray", "scalar"), ("numeric", "_frombuffer"))
}


class Memory:
    """Writes the referee's state down, and knows it again.

    Args:
        journal: Where it is kept.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._program = _fingerprint()

    def thought(self, state: State) -> Thought:
        """Give what there is to keep of a state."""
        data = io.BytesIO()
        # The history is long and the journal tells it.
        _StateWriter(data, pickle.HIGHEST_PROTOCOL).dump(replace(state, history=History()))
        # A third of the size, so that a card wears out less.
        return Thought(self._program, zlib.compress(data.getvalue(), level=1))

    def recall(self, match: int, seq: int, resumed: State) -> State | None:
        """Give what was thought after that event of that match; None where nothing, or nothing of use, was kept.

        Args:
            match: The match's number.
            seq: The number of its last event.
            resumed: The state by the events, whose history holds.

        Raises:
            JournalError: The journal cannot be read.
        """
        kept = self._journal.thought(match, seq)
        if kept is None or kept.program != self._program:
            return None
        try:
            data = zlib.decompressobj().decompress(kept.data, _MOST_BYTES)
            state = _StateReader(io.BytesIO(data)).load()
        except Exception:  # noqa: BLE001 - what was damaged may raise anything
            return None
        if not isinstance(state, State):
            return None
        # Monotonic seconds begin anew with the machine, and an outage is charged to nobody.
        clock = None if state.clock is None else replace(state.clock, since_s=None)
        return replace(state, history=resumed.history, now_s=None, clock=clock)


class _StateWriter(pickle.Pickler):
    """Writes members of an enum by their value: Python 3.11 would name them by `getattr`, which opens every door."""

    def reducer_override(self, value: object) -> Any:  # noqa: ANN401 - as pickle has it: a call, or NotImplemented
        """See `pickle.Pickler`."""
        return (type(value), (value.value,)) if isinstance(value, Enum) else NotImplemented


class _StateReader(pickle.Unpickler):
    """Makes the referee's values and arrays, and nothing else, whoever wrote the file."""

    def find_class(self, module: str, name: str) -> object:
        """See `pickle.Unpickler`."""
        found: object = None
        if (module, name) in _ARRAYS or module.startswith(_ROOMS):
            found = super().find_class(module, name)
        if (module, name) in _ARRAYS or is_dataclass(found) or (isinstance(found, type) and issubclass(found, Enum)):
            return found
        raise pickle.UnpicklingError(f"wanted a value of the referee's, but {module}.{name} came; it is left alone")


def _fingerprint() -> str:
    """Know this program's referee, and what its arrays are written by, from every other version of them."""
    digest = hashlib.sha256(np.__version__.encode())
    for room in (pi_companion.referee, pi_companion.rules):
        for source in sorted(Path(room.__file__ or "").parent.glob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()
