"""Who is who: names that were written differently at the table and mean one player.

The journal keeps what was written; the renamings lie beside it in a file of their own and may be taken back.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pi_companion.errors import InputError, JournalError

FILE_NAME = "players.json"

UNNAMED = frozenset({"White", "Black", ""})
"""What stands where nobody gave a name; no player."""


@dataclass(frozen=True, slots=True)
class Players:
    """The renamings."""

    renamed: Mapping[str, str] = field(default_factory=dict)
    """From a name as written to the one that counts."""

    def name(self, written: str) -> str:
        """Give the name that counts.

        >>> Players({"Al": "Albert", "Albert": "Albert M."}).name(" Al ")
        'Albert M.'
        """
        name = tidy(written)
        while name in self.renamed:
            name = self.renamed[name]
        return name

    def rename(self, old: str, new: str) -> "Players":
        """Let a player be called otherwise; a name that another player has makes them one.

        Raises:
            InputError: A name is empty, or both mean the same player.
        """
        old, new = tidy(old), tidy(new)
        if old in UNNAMED or new in UNNAMED:
            raise InputError("a player wants a name that is not empty, White or Black; give both names")
        if self.name(old) == self.name(new):
            if old != new and self.renamed.get(new) == old:
                # Back to the older name: the renaming is turned round.
                return Players({**{name: to for name, to in self.renamed.items() if name != new}, old: new})
            raise InputError(f"{old} and {new} mean the same player already, so nothing is to be renamed")
        return Players({**self.renamed, self.name(old): new})

    def forget(self, old: str) -> "Players":
        """Take a renaming back.

        Raises:
            InputError: The name was not renamed.
        """
        old = tidy(old)
        if old not in self.renamed:
            known = ", ".join(sorted(self.renamed)) or "none"
            raise InputError(f"wanted to take back how {old} was renamed, but it was not; renamed are: {known}")
        return Players({name: to for name, to in self.renamed.items() if name != old})


def tidy(name: str) -> str:
    """Take out blanks that nobody sees.

    >>> tidy("  Ada   L. ")
    'Ada L.'
    """
    return " ".join(name.split())


def load_players(path: Path) -> Players:
    """Read the renamings; none where there is no file.

    Raises:
        JournalError: The file cannot be read or is not what `dump_players` writes.
    """
    if not path.exists():
        return Players()
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        renamed = {str(name): str(to) for name, to in told["renamed"].items()}
    except OSError as error:
        raise JournalError(f"wanted the players' names in {path}: {error.strerror}; check the file") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise JournalError(f"{path} wants renamings as JSON, but has something else; move it away") from error
    for name in renamed:
        seen = {name}
        while (name := renamed.get(name, "")) and name not in seen:
            seen.add(name)
        if name:
            raise JournalError(f"{path} renames {name} in a circle; take one of its lines out")
    return Players(renamed)


def dump_players(players: Players) -> str:
    """Write the renamings."""
    return json.dumps({"renamed": dict(players.renamed)}, indent=2, ensure_ascii=False) + "\n"
