"""What the legal plays of a roll can do, counted over all of them, and one thing to think about before playing."""

from dataclasses import dataclass

from pi_companion.coach.chances import ROLLS, shots
from pi_companion.coach.features import MADE, contact
from pi_companion.coach.words import counted, shots_told
from pi_companion.rules import BAR, OFF, Play, Position, Roll, Side, legal_plays, winner_of
from pi_companion.rules.position import HOME


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal play with what it does."""

    play: Play
    hits: int
    """Checkers of the opponent that it sends to the bar."""

    new_home: int
    """Points of the home board that it makes anew."""

    given_up: int
    """Points of the home board that it gives up."""

    anchors: int
    """Points in the opponent's home board that it makes anew."""

    borne_off: int
    pips: int
    """What the mover still has to go after it."""

    wins: bool


def choices(position: Position, side: Side, roll: Roll) -> tuple[Choice, ...]:
    """Look at every legal play of a roll.

    Raises:
        InputError: A side has more or fewer than fifteen checkers.
    """
    return tuple(_choice(position, side, play) for play in legal_plays(position, side, roll))


def _choice(position: Position, side: Side, play: Play) -> Choice:
    result = play.result
    before, after = position.counts(side), result.counts(side)
    new = [point for point in range(1, BAR) if after[point] >= MADE > before[point]]
    lost = [point for point in HOME if before[point] >= MADE > after[point]]
    return Choice(
        play=play,
        hits=result.counts(side.opponent)[BAR] - position.counts(side.opponent)[BAR],
        new_home=sum(point in HOME for point in new),
        given_up=len(lost),
        anchors=sum(BAR - point in HOME for point in new),
        borne_off=after[OFF] - before[OFF],
        pips=result.pip_count(side),
        wins=winner_of(result) is side,
    )


def risk(play: Play) -> int:
    """Count the rolls of 36 that let the opponent hit after a play; this takes a while where many plays are asked."""
    return shots(play.result, play.side)[1] if winner_of(play.result) is None else 0


def thought(position: Position, side: Side, roll: Roll) -> str:
    """Give one thing to think about before playing a roll; it names what the plays can do, not which one is best.

    >>> thought(Position.start(), Side.WHITE, Roll(3, 1))
    'Of the 16 legal plays, 1 makes a new point in the home board. Is it worth more than what else the roll can do?'

    Raises:
        InputError: A side has more or fewer than fifteen checkers.
    """
    found = choices(position, side, roll)
    name, rival = side.label, side.opponent.label
    if not found:
        return f"{name} has no legal play with {roll}."
    if len(found) == 1:
        return f"There is only one legal play with {roll}: {found[0].play}."
    if any(choice.wins for choice in found):
        return f"{name} can bear off its last checker with {roll}."
    if not contact(position):
        return _in_a_race(found, name)
    lead = f"Of the {len(found)} legal plays, "
    for count, one, many, question in (
        (sum(choice.hits > 0 for choice in found), "hits", "hit", f"What can {rival} hit in answer?"),
        (
            sum(choice.new_home > choice.given_up for choice in found),
            "makes a new point in the home board",
            "make a new point in the home board",
            "Is it worth more than what else the roll can do?",
        ),
        (
            sum(choice.anchors > 0 for choice in found),
            "makes an anchor",
            "make an anchor",
            f"How much would {name} risk without it?",
        ),
    ):
        if count:
            told = f"every one {one}" if count == len(found) else f"{count} {one if count == 1 else many}"
            return f"{lead}{told}. {question}"
    return _about_safety(found, lead, rival)


def _about_safety(found: tuple[Choice, ...], lead: str, rival: str) -> str:
    risks = [risk(choice.play) for choice in found]
    least, most = min(risks), max(risks)
    if least == most:
        if not least:
            return f"{lead}none leaves {rival} a shot. Which one keeps most room for the next roll?"
        return f"{lead}every one leaves {rival} {shots_told(least)}. Where would a hit cost least?"
    count = risks.count(least)
    leaves = "leaves" if count == 1 else "leave"
    safest = "no shot" if not least else counted(least, "shot")
    others = f"others up to {most} out of {ROLLS}"
    return f"{lead}{count} {leaves} {rival} {safest}, {others}. What does the risk of the others buy?"


def _in_a_race(found: tuple[Choice, ...], name: str) -> str:
    most = max(choice.borne_off for choice in found)
    count = sum(choice.borne_off == most for choice in found)
    lead = f"Of the {len(found)} legal plays, "
    if most:
        if count == len(found):
            return f"{lead}every one bears off {counted(most, 'checker')}. Which one leaves the fewest gaps?"
        verb = "bears" if count == 1 else "bear"
        return f"{lead}{count} {verb} off {counted(most, 'checker')}, the most the roll allows."
    outside = sum(found[0].play.before.counts(found[0].play.side)[HOME.stop :])
    if outside:
        return (
            f"{name} is in a race, with {counted(outside, 'checker')} still outside the home board. "
            "Which play brings most of them in and wastes fewest pips?"
        )
    return f"{lead}none bears off a checker. Which one fills the gaps in the home board?"
