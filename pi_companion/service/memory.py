"""What was seen since the last event, kept beside the journal, so that a restart in mid-turn forgets nothing.

The journal is the truth; this is only what the referee is still thinking about, and is believed only where it belongs
to the journal's last event and to this very program. Without it a match goes on from the journal alone.
"""

import contextlib
import hashlib
import pickle
from dataclasses import dataclass, replace
from pathlib import Path

import pi_companion.referee
from pi_companion.referee import State
from pi_companion.referee.history import History


@dataclass(frozen=True, slots=True)
class _Note:
    """What is in the file."""

    program: str
    match: int
    seq: int
    state: State


class Memory:
    """A file that is replaced whole at each thought.

    Args:
        path: The file; it is the program's own and lies in a folder that nobody else may write to.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(f".{path.name}.part")
        self._program = _fingerprint()

    def keep(self, match: int, seq: int, state: State) -> None:
        """Keep a thought; where the disk refuses, the next restart goes on from the journal alone."""
        # The history is long and the journal tells it.
        thought = replace(state, history=History())
        note = pickle.dumps(_Note(self._program, match, seq, thought), pickle.HIGHEST_PROTOCOL)
        # Not forced to the disk: a killed program loses nothing by it, and a power cut no more than this thought.
        with contextlib.suppress(OSError):
            self._part.write_bytes(note)
            self._part.replace(self._path)

    def recall(self, match: int, seq: int, resumed: State) -> State | None:
        """Give what was thought after that event of that match; None where nothing, or nothing of use, was kept.

        Args:
            match: The match's number.
            seq: The number of its last event.
            resumed: The state by the journal, whose history holds.
        """
        try:
            note = pickle.loads(self._path.read_bytes())  # noqa: S301 - the program's own file in its own folder
        except Exception:  # noqa: BLE001 - a file that was cut or written by another version may raise anything
            return None
        if not isinstance(note, _Note) or (note.program, note.match, note.seq) != (self._program, match, seq):
            return None
        return replace(note.state, history=resumed.history)


def _fingerprint() -> str:
    """Know this program's referee from every other version of it."""
    digest = hashlib.sha256()
    for source in sorted(Path(pi_companion.referee.__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()
