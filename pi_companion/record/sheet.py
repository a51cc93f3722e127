"""The record of a match as a sheet of paper: its turns in two columns, to be kept, signed or handed to a director."""

from collections.abc import Iterator
from datetime import date

from pi_companion.paper.blocks import Block, Document, Heading, Table, Words
from pi_companion.record.summary import action_lines
from pi_companion.record.transcript import Action, GameRecord, MatchRecord
from pi_companion.rules import Side


def record_sheet(record: MatchRecord, day: date | None = None) -> Document:
    """Set a match, finished or not, as a document.

    Args:
        record: The match.
        day: When it was played; None where no clock was known to be right.
    """
    started = record.started
    kind = f"A match to {started.length}" if started.length else "Money play"
    when = f", {day:%Y-%m-%d}" if day else ""
    standing = f"{record.white}-{record.black}"
    end = f"{record.name(record.winner)} won, {standing}." if record.winner else f"It stands at {standing}."
    blocks: list[Block] = [Words(f"{kind}{when}. White is {started.white}, Black is {started.black}. {end}")]
    for game in record.games:
        blocks += _game(record, game)
    blocks.append(Words(f"Signed: {started.white} ____________________  {started.black} ____________________"))
    return Document(f"{started.white} against {started.black}", tuple(blocks), "Recorded by pi-companion.")


def _game(record: MatchRecord, game: GameRecord) -> Iterator[Block]:
    crawford = ", the Crawford game" if game.crawford else ""
    yield Heading(f"Game {game.number} at {game.white_before}-{game.black_before}{crawford}")
    rows = tuple(_rows(record, game))
    if rows:
        yield Table(("", record.started.white, record.started.black), rows)
    if game.result is not None:
        points = f"{game.result.points} point{'s' if game.result.points > 1 else ''}"
        yield Words(f"{record.name(game.result.winner)} wins {points} ({game.result.kind.value}).")


def _rows(record: MatchRecord, game: GameRecord) -> Iterator[tuple[str, str, str]]:
    """Number the actions two by two, White's left; a side that acts twice running leaves the other's cell empty."""
    number, left = 0, ""
    for action in game.actions:
        text = _cell(record, action)
        if action.side is Side.WHITE:
            if left:
                number += 1
                yield str(number), left, ""
            left = text
        else:
            number += 1
            yield str(number), left, text
            left = ""
    if left:
        yield str(number + 1), left, ""


def _cell(record: MatchRecord, action: Action) -> str:
    """Tell one action without its player's name, which stands above."""
    first, *why = action_lines(record, action)
    return " – ".join([first.removeprefix(f"{record.name(action.side)} "), *why])
