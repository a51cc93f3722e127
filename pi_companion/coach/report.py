"""A match as a report for its players: the result, the worst errors on drawn boards, error and luck as it went on."""

from collections.abc import Iterator

from pi_companion.coach.engine import Level
from pi_companion.coach.review import Decision, Kind, Review
from pi_companion.paper.blocks import Block, Document, Figure, Figures, Heading, Table, Words
from pi_companion.paper.board import Scene, draw
from pi_companion.paper.plot import Curve, plot
from pi_companion.record.transcript import GameRecord, MatchRecord, Outcome
from pi_companion.rules import OFF, Position, Roll, Side, parse_play

WORST = 8
"""Errors that are drawn."""

_WORTH_DRAWING = 0.02
"""Smaller errors are noise of the engine."""

_COLOURS = {Side.WHITE: "#1b6ca8", Side.BLACK: "#b3261e"}
_LEVELS = {
    Level.QUICK: "quick: no roll ahead",
    Level.CAREFUL: "careful: one roll ahead",
    Level.DEEP: "deep: two rolls ahead",
}


def report(record: MatchRecord, review: Review | None, day: str = "", why_no_review: str = "") -> Document:
    """Make the report.

    Args:
        record: The match.
        review: What the engine found; None where there is none.
        day: When the match was played, in words.
        why_no_review: What to say where there is no review.
    """
    started = record.started
    kind = f"a match to {started.length}" if started.length else "money play"
    blocks = [*_result(record, kind, day)]
    if review is None:
        blocks.append(Words(f"No engine has judged this match. {why_no_review}"))
    else:
        blocks += [*_in_short(record, review), *_as_it_went(record, review), *_worst(record, review)]
    blocks += _illegal(record)
    return Document(f"{started.white} against {started.black}", tuple(blocks), "Made by pi-companion.")


def _result(record: MatchRecord, kind: str, day: str) -> Iterator[Block]:
    score = f"{record.white}-{record.black}"
    end = f"{record.name(record.winner)} won, {score}." if record.winner else f"It stands at {score}."
    yield Words(f"{kind[0].upper()}{kind[1:]}{f', {day}' if day else ''}. White is {record.started.white}, Black is "
                f"{record.started.black}. {end}")  # fmt: skip
    rows = tuple(
        (
            str(game.number) + (" (Crawford)" if game.crawford else ""),
            f"{game.white_before}-{game.black_before}",
            str(sum(turn.outcome is not Outcome.UNPLAYED for turn in game.turns)),
            *_ending(record, game),
        )
        for game in record.games
    )
    if rows:
        yield Table(("Game", "Score before", "Turns", "Won by", "Points", "How"), rows)


def _ending(record: MatchRecord, game: GameRecord) -> tuple[str, str, str]:
    if game.result is None:
        return "not finished", "", ""
    return record.name(game.result.winner), str(game.result.points), game.result.kind.value


def _in_short(record: MatchRecord, review: Review) -> Iterator[Block]:
    yield Heading("In short")
    rows = []
    for side in Side:
        own = review.of(side)
        plays = [each for each in own if each.kind is Kind.PLAY]
        cube = [each for each in own if each.kind is not Kind.PLAY]
        rate = review.error_rate(side)
        rows.append(
            (
                record.name(side),
                "-" if rate is None else f"{rate:.1f}",
                f"{sum(each.error for each in plays):.2f} in {len(plays)}",
                f"{sum(each.error for each in cube):.2f} in {len(cube)}",
                f"{review.luck_of(side):+.2f}",
            )
        )
    yield Table(("Player", "Error rate", "Given away by plays", "and with the cube", "Luck"), tuple(rows))
    yield Words(
        f"Judged by GNU Backgammon ({_LEVELS[review.level]}), by the score of the match. The error rate is what a "
        "decision gave away on average, in thousandths of a point; all numbers are for each point on the cube. "
        "Counted are plays with a choice, doubles, takes, drops, and doubles that were missed. Luck is how much better "
        "the rolls were than the mean of all 36; the first roll of a game is left out."
    )
    if review.stopped:
        yield Words(f"The judgement is not complete. {review.stopped}")


def _as_it_went(record: MatchRecord, review: Review) -> Iterator[Block]:
    """Plot what each side had given away, and how the luck lay, turn by turn."""
    clock = [(game.number, number) for game in record.games for number in range(1, len(game.turns) + 1)]
    if not clock:
        return
    place = {turn: at for at, turn in enumerate(clock, start=1)}
    games = tuple((place[game.number, 1] - 1, f"game {game.number}") for game in record.games if game.turns)

    def summed(found: list[tuple[tuple[int, int], float]]) -> tuple[float, ...]:
        steps = [0.0] * (len(clock) + 1)
        for turn, value in found:
            # A double that ended the game comes before a turn that was never rolled.
            steps[place.get(turn, place.get((turn[0], turn[1] - 1), len(clock)))] += value
        total, line = 0.0, []
        for step in steps:
            total += step
            line.append(total)
        return tuple(line)

    errors = tuple(
        Curve(record.name(side), summed([((each.game, each.number), each.error) for each in review.of(side)]), colour)
        for side, colour in _COLOURS.items()
    )
    luck = tuple(
        Curve(
            record.name(side),
            summed([((each.game, each.number), each.points) for each in review.luck if each.side is side]),
            colour,
        )
        for side, colour in _COLOURS.items()
    )
    yield Heading("As it went on")
    yield Figures((Figure(plot("Points given away so far", errors, "turns", games), "Points given away so far."),))
    yield Figures((Figure(plot("Luck so far", luck, "turns", games), "Luck so far."),))


def _worst(record: MatchRecord, review: Review) -> Iterator[Block]:
    worst = sorted((each for each in review.decisions if each.error >= _WORTH_DRAWING), key=lambda each: -each.error)
    if not worst:
        return
    yield Heading("What cost most")
    figures = [_figure(record, each) for each in worst[:WORST]]
    for first in range(0, len(figures), 2):
        yield Figures(tuple(figures[first : first + 2]))


def _figure(record: MatchRecord, decision: Decision) -> Figure:
    name = record.name(decision.side)
    roll = f" {decision.dice[0]}-{decision.dice[1]}" if decision.dice else ""
    where = f"Game {decision.game} {_score(record, decision.game)}"
    better = f"Better: {decision.best}, by {decision.error:.3f}."
    if decision.kind is Kind.PLAY:
        caption = f"{where}, turn {decision.number}. {name}{roll}: {decision.made}. {better} Arrows: the better play."
    else:
        to = f", doubled to {2 * decision.cube.value}" if decision.kind in (Kind.TAKE, Kind.DROP) else ""
        caption = f"{where}, before turn {decision.number}. {name}{to}: {decision.made}. {better}"
    arrows: tuple[tuple[int, int], ...] = ()
    if decision.kind is Kind.PLAY and decision.dice is not None:
        arrows = _moves(decision.position, decision.side, Roll(*decision.dice), decision.best)
    scene = Scene(decision.cube, decision.dice, decision.side, arrows, caption)
    return Figure(draw(decision.position, scene, seen_by=decision.side), caption)


def _score(record: MatchRecord, number: int) -> str:
    """Say at what score a game began, White's points first."""
    return next(f"at {game.white_before}-{game.black_before}" for game in record.games if game.number == number)


def _moves(position: Position, side: Side, roll: Roll, play: str) -> tuple[tuple[int, int], ...]:
    moves = parse_play(play, position, side, roll).moves
    return tuple((move.start, max(OFF, move.end)) for move in moves)


def _illegal(record: MatchRecord) -> Iterator[Block]:
    rows = tuple(
        (f"{game.number}", f"{number}", record.name(turn.side), turn.outcome.value, turn.explanation)
        for game in record.games
        for number, turn in enumerate(game.turns, start=1)
        if turn.breaches
    )
    if rows:
        yield Heading("Illegal plays")
        yield Table(("Game", "Turn", "Player", "What came of it", "Why it was illegal"), rows)
