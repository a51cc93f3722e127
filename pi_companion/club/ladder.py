"""The ladder: computed anew from the journal each time, so that a corrected match corrects it."""

from collections.abc import Iterable
from dataclasses import dataclass

from pi_companion.club.players import UNNAMED, Players
from pi_companion.club.ratings import FIRST_RATING, Result, Standing, Step, rate
from pi_companion.club.results import known_time
from pi_companion.paper.blocks import Block, Document, Figure, Figures, Heading, Table, Words
from pi_companion.paper.ink import Drawing
from pi_companion.paper.plot import Curve, plot
from pi_companion.record.journal import Journal
from pi_companion.record.transcript import transcribe
from pi_companion.referee.events import MatchOver

WEEK_S = 7 * 24 * 3600.0

_COLOURS = ("#1b6ca8", "#b3261e", "#2e7d32", "#8e5bb5", "#c77700", "#00838f")
"""As many players have a line in the plot."""

_LONGEST_LABEL = 10


@dataclass(frozen=True, slots=True)
class Rung:
    """One player on the ladder."""

    place: int
    """From 1; players with equal ratings share it."""

    standing: Standing
    week: float
    """Change of the rating in the last week, as far as the clock was known to be right."""

    @property
    def shown(self) -> str:
        """The rating as it is shown, with ? while it is provisional."""
        return f"{self.standing.rating:.1f}{'?' if self.standing.provisional else ''}"


@dataclass(frozen=True, slots=True)
class Ladder:
    """All players and the matches that brought them there."""

    rungs: tuple[Rung, ...]
    steps: tuple[Step, ...]


def results_of(journal: Journal, players: Players) -> tuple[Result, ...]:
    """Give the finished matches between two named players, in the journal's order; money play has no end.

    Raises:
        JournalError: The journal cannot be read.
    """
    found = []
    for stored in journal.matches():
        entries = journal.events(stored.match)
        record = transcribe(entry.event for entry in entries)
        if record.winner is None or not record.started.length:
            continue
        winner, loser = (players.name(record.name(side)) for side in (record.winner, record.winner.opponent))
        if winner == loser or winner in UNNAMED or loser in UNNAMED:
            continue
        ended = [known_time(entry.stamp) for entry in entries if isinstance(entry.event, MatchOver)]
        found.append(Result(stored.match, winner, loser, record.started.length, ended[-1] if ended else None))
    return tuple(found)


def climb(results: Iterable[Result], now_s: float) -> Ladder:
    """Rate the results and put the players in order, best first.

    Args:
        results: Matches, oldest first.
        now_s: Seconds since 1970, from which the last week is counted back.
    """
    steps = rate(results)
    standings: dict[str, Standing] = {}
    week: dict[str, float] = {}
    for step in steps:
        recent = step.result.wall_s is not None and 0 <= now_s - step.result.wall_s <= WEEK_S
        for standing, gain in ((step.winner, step.winner_gain), (step.loser, step.loser_gain)):
            standings[standing.name] = standing
            week[standing.name] = week.get(standing.name, 0.0) + (gain if recent else 0.0)
    ordered = sorted(standings.values(), key=lambda each: (-each.rating, each.name))
    rungs = tuple(
        Rung(1 + sum(other.rating > each.rating for other in ordered), each, week[each.name]) for each in ordered
    )
    return Ladder(rungs, steps)


HEAD = ("", "Player", "Rating", "Last week", "Won", "Lost", "Experience")


def rows(ladder: Ladder) -> tuple[tuple[str, ...], ...]:
    """Give the ladder as rows under `HEAD`."""
    return tuple(
        (
            str(rung.place),
            rung.standing.name,
            rung.shown,
            f"{rung.week:+.1f}" if rung.week else "-",
            str(rung.standing.won),
            str(rung.standing.lost),
            str(rung.standing.experience),
        )
        for rung in ladder.rungs
    )


def ladder_document(ladder: Ladder) -> Document:
    """Set the ladder out with a plot of the best players' ratings."""
    blocks: list[Block] = []
    if ladder.rungs:
        blocks += [Table(HEAD, rows(ladder)), Heading("From match to match"), Figures((Figure(ladder_plot(ladder)),))]
    blocks.append(
        Words(
            "Ratings by the formula of FIBS: everyone starts at 1000; a longer match and a less expected result move "
            "them more, and they settle with experience, which is the points of all matches played. A rating with ? "
            "is a first guess."
        )
    )
    return Document("Ladder", tuple(blocks), "Made by pi-companion.")


def ladder_plot(ladder: Ladder, below: str = "matches") -> Drawing:
    """Draw the best players' ratings from match to match.

    Args:
        ladder: Whose.
        below: What to write below the axis; a page that is not English says it beside the drawing.
    """
    names = [rung.standing.name for rung in ladder.rungs[: len(_COLOURS)]]
    curves = []
    for name, colour in zip(names, _COLOURS, strict=False):
        line = [FIRST_RATING]
        for step in ladder.steps:
            own = next((each for each in (step.winner, step.loser) if each.name == name), None)
            line.append(line[-1] if own is None else own.rating)
        curves.append(Curve(_short(name), tuple(line), colour))
    return plot("Ratings from match to match", tuple(curves), below, base=FIRST_RATING)


def _short(name: str) -> str:
    """Give a name as short as the plot has room for beside five others."""
    return name if len(name) <= _LONGEST_LABEL else f"{name[: _LONGEST_LABEL - 1]}…"
