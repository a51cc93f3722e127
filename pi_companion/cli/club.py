"""`ladder`: how the players stand, and names that mean one player."""

from pathlib import Path

from pi_companion.cli.output import Output, Status
from pi_companion.cli.parser import nearest
from pi_companion.cli.writing import whole_file
from pi_companion.club.ladder import HEAD, Ladder, climb, ladder_document, results_of, rows
from pi_companion.club.players import FILE_NAME, Players, dump_players, load_players
from pi_companion.errors import InputError
from pi_companion.paper.html import to_html
from pi_companion.paper.pages import Paper, set_pages
from pi_companion.paper.pdf import to_pdf
from pi_companion.record.journal import Journal


def ladder(journal: Path, now_s: float, target: Path | None, output: Output) -> Status:
    """Show the ladder, or write it to a file.

    Raises:
        JournalError: The journal or the players' names cannot be read.
        InputError: The file has neither .html nor .pdf as its suffix, or cannot be written.
    """
    if target is not None and target.suffix.lower() not in {".html", ".pdf"}:
        came = target.suffix or "no suffix"
        raise InputError(f"a ladder is written as .html or .pdf, but {came} came; name the file so")
    with Journal.read(journal) as book:
        found = climb(results_of(book, load_players(journal.with_name(FILE_NAME))), now_s)
    if target is not None:
        document = ladder_document(found)
        html = target.suffix.lower() == ".html"
        content = to_html(document).encode() if html else to_pdf(set_pages(document, Paper.A4), document.title)
        with whole_file(target) as part:
            part.write_bytes(content)
    _show(found, output)
    if target is not None:
        output.text(f"Wrote the ladder to {target}.")
    return Status.DONE


def rename(journal: Path, old: str, new: str, output: Output) -> Status:
    """Let a player be called otherwise, or make two players one.

    Raises:
        JournalError: The journal or the players' names cannot be read.
        InputError: There is no such player, the names cannot be, or the file cannot be written.
    """
    path = journal.with_name(FILE_NAME)
    players = load_players(path)
    standing = players.name(old)
    with Journal.read(journal) as book:
        known = {name for result in results_of(book, players) for name in (result.winner, result.loser)}
    if standing not in known:
        raise InputError(f"there is no player {old!r} on the ladder{nearest(old, known)}")
    _keep(path, players.rename(old, new))
    output.json({"old": standing, "new": new})
    output.text(
        f"{standing} is {new} on the ladder from now on; `pi-companion ladder --forget {standing!r}` takes it back."
    )
    return Status.DONE


def forget(journal: Path, old: str, output: Output) -> Status:
    """Take a renaming back.

    Raises:
        JournalError: The players' names cannot be read.
        InputError: The name was not renamed, or the file cannot be written.
    """
    path = journal.with_name(FILE_NAME)
    _keep(path, load_players(path).forget(old))
    output.json({"forgotten": old})
    output.text(f"{old} is {old} again.")
    return Status.DONE


def _keep(path: Path, players: Players) -> None:
    with whole_file(path) as part:
        part.write_text(dump_players(players), encoding="utf-8")


def _show(found: Ladder, output: Output) -> None:
    for rung in found.rungs:
        standing = rung.standing
        output.json(
            {
                "place": rung.place,
                "player": standing.name,
                "rating": round(standing.rating, 2),
                "provisional": standing.provisional,
                "week": round(rung.week, 2),
                "won": standing.won,
                "lost": standing.lost,
                "experience": standing.experience,
            }
        )
    if not found.rungs:
        output.text("No finished match between two named players yet; [match] in the settings names who plays.")
        return
    table = [HEAD, *rows(found)]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEAD))]
    for row in table:
        output.text("  ".join(map(str.ljust, row, widths)).rstrip())
