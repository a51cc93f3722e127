"""The pictures of turns, as the page shows them beside the record."""

from collections.abc import Iterable
from pathlib import Path

from pi_companion.record.evidence import EvidenceRing, Picture, When
from pi_companion.record.journal import Entry
from pi_companion.record.transcript import MatchRecord, Turn, advance, transcribe
from pi_companion.record.wire import JsonObject
from pi_companion.referee.events import Corrected, IllegalPlay, NoMove, Played
from pi_companion.referee.history import standing

Place = tuple[int, int]
"""A game's place in its match and an action's place in its game, both from 0 on."""


def ended_by(entries: Iterable[Entry]) -> dict[Place, tuple[int, ...]]:
    """Tell which events of the journal ended each turn: the illegal play first, then its correction.

    A turn that a person wrote anew was seen by no camera and is left out.
    """
    entries = tuple(entries)
    numbers = {id(entry.event): entry.seq for entry in entries}
    record = transcribe(())
    found: dict[Place, tuple[int, ...]] = {}
    for event in standing(entry.event for entry in entries):
        record = advance(record, event)
        seq = numbers.get(id(event))
        if seq is None or not isinstance(event, Played | NoMove | IllegalPlay | Corrected):
            continue
        place = _last_turn(record, event)
        if place is not None:
            found[place] = (*found.get(place, ()), seq)
    return found


def _last_turn(record: MatchRecord, event: Played | NoMove | IllegalPlay | Corrected) -> Place | None:
    """Find the last turn of the side that an event is about."""
    if not record.games:
        return None
    actions = record.games[-1].actions
    for place in range(len(actions) - 1, -1, -1):
        action = actions[place]
        if isinstance(action, Turn) and action.side is event.side:
            return len(record.games) - 1, place
    return None


class Evidence:
    """Reads the pictures that the table keeps.

    Args:
        folder: Where they lie; there may be none.
    """

    def __init__(self, folder: Path) -> None:
        self._ring = EvidenceRing(folder, 0)

    def of(self, match: int) -> dict[int, tuple[When, ...]]:
        """Tell which pictures there are of a match, by the number of the event that ended the turn."""
        found: dict[int, tuple[When, ...]] = {}
        for picture in self._ring.pictures():
            if picture.match == match:
                found[picture.seq] = (*found.get(picture.seq, ()), picture.when)
        return found

    def data(self, match: int, seq: int, when: When) -> bytes | None:
        """Read a picture; None where there is none, or none any more."""
        wanted = (match, seq, when)
        for picture in self._ring.pictures():
            if (picture.match, picture.seq, picture.when) == wanted:
                return _read(picture)
        return None


def _read(picture: Picture) -> bytes | None:
    try:
        return picture.path.read_bytes()
    except OSError:
        return None


def pictures_of(seqs: tuple[int, ...], kept: dict[int, tuple[When, ...]]) -> list[JsonObject]:
    """List the pictures of one turn as the page asks for them, in the order in which they were taken."""
    return [{"seq": seq, "when": when.value} for seq in seqs for when in kept.get(seq, ())]
