"""What there is to tell of the matches in a journal, computed from their events and put into the outbox."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pi_companion.club.messages import Ending, Kind, dump, read_ending
from pi_companion.record.journal import Entry, Stamp
from pi_companion.record.outbox import TELLING, Outbox
from pi_companion.record.transcript import transcribe
from pi_companion.record.wire import kind_of
from pi_companion.referee.events import GameOver, GameStarted, MatchOver


def endings(name: str, entries: Sequence[Entry]) -> tuple[Ending, ...]:
    """Give the games and the match that have ended, as the events have it by now.

    Args:
        name: What the club calls the match.
        entries: All events of the match.
    """
    record = transcribe(entry.event for entry in entries)
    started = record.started
    when = _when(entries)
    found = []
    for game, after in zip(record.games, [*record.games[1:], None], strict=True):
        if game.result is None:
            continue
        score = (record.white, record.black) if after is None else (after.white_before, after.black_before)
        found.append(
            Ending(
                kind=Kind.GAME,
                match=name,
                game=game.number,
                white=started.white,
                black=started.black,
                length=started.length,
                winner=game.result.winner,
                points=game.result.points,
                how=game.result.kind,
                white_points=score[0],
                black_points=score[1],
                wall_s=when.get(game.number),
            )
        )
    if record.winner is not None and found:
        points = found[-1].white_points, found[-1].black_points
        whole = replace(found[-1], kind=Kind.MATCH, game=None, winner=record.winner, how=None, wall_s=when.get(None))
        found.append(replace(whole, points=max(points)))
    return tuple(found)


def fill(outbox: Outbox, source: str) -> bool:
    """Put into the outbox what has ended, or was put right, since it was last filled.

    Args:
        outbox: The outbox.
        source: Only matches from there count: those that were watched at this table.

    Returns:
        Whether anything was put in.

    Raises:
        JournalError: The journal cannot be read or written.
    """
    last, matches = outbox.touched(source)
    if not matches:
        outbox.hear(last, keep=False)
        return False
    before = outbox.last()
    for match in matches:
        entries = outbox.book.events(match)
        revision = max(entry.seq for entry in entries if kind_of(entry.event) in TELLING)
        with outbox.changing():
            _put(outbox, match, endings(outbox.match_name(match), entries), revision)
    with outbox.changing():
        outbox.hear(last, keep=True)
    return outbox.last() != before


def _put(outbox: Outbox, match: int, ended: Iterable[Ending], revision: int) -> None:
    told = outbox.told_of(match)
    for ending in ended:
        text = dump(ending.to_wire())
        standing = told.pop(ending.key, None)
        if standing is None or standing.text != text:
            outbox.put(ending.kind.value, ending.key, revision, text, match)
    for item in told.values():
        ending = read_ending(item.text, Kind(item.kind))
        if not ending.withdrawn:
            outbox.put(item.kind, item.key, revision, dump(replace(ending, withdrawn=True).to_wire()), match)


def _when(entries: Sequence[Entry]) -> dict[int | None, float]:
    """Give the time at which each game, and under None the match, was last said to be over."""
    when: dict[int | None, float] = {}
    game = 0
    for entry in entries:
        if isinstance(entry.event, GameStarted):
            game = entry.event.game
        if isinstance(entry.event, GameOver | MatchOver):
            at_s = known_time(entry.stamp)
            if at_s is not None:
                when[None if isinstance(entry.event, MatchOver) else game] = at_s
    return when


def known_time(stamp: Stamp) -> float | None:
    """Give the wall clock's time where the clock was known to be right."""
    return stamp.wall_s if stamp.clock_synced else None
