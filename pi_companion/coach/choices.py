"""What the legal plays of a roll can do, counted over all of them, and one thing to think about before playing."""

from dataclasses import dataclass

from pi_companion.coach.chances import ROLLS, shots
from pi_companion.coach.features import MADE, Features, contact, features
from pi_companion.coach.words import counted
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
        return f"{lead}every one leaves {rival} {least} shots out of {ROLLS}. Where would a hit cost least?"
    count = risks.count(least)
    leaves = "leaves" if count == 1 else "leave"
    safest = f"no shot, others up to {most}" if not least else f"{counted(least, 'shot')}, others up to {most}"
    return f"{lead}{count} {leaves} {rival} {safest} out of {ROLLS}. What does the risk of the others buy?"


def _in_a_race(found: tuple[Choice, ...], name: str) -> str:
    most = max(choice.borne_off for choice in found)
    count = sum(choice.borne_off == most for choice in found)
    lead = f"Of the {len(found)} legal plays, "
    if most:
        verb = "bears" if count == 1 else "bear"
        return f"{lead}{count} {verb} off {counted(most, 'checker')}, the most the roll allows."
    before = found[0].play.before.counts(found[0].play.side)
    if any(before[HOME.stop :]):
        return f"{name} is in a race: first bring every checker home, and waste no pips doing it."
    return f"{lead}none bears off a checker. Which one fills the gaps in the home board?"


def ahead(position: Position, side: Side) -> str:
    """Give one thing to think about before the roll, to the side whose turn it is.

    >>> ahead(Position.start(), Side.WHITE)
    'No roll of White can hit, and none of Black. Which point would White like to make next?'

    Raises:
        InputError: A side has more or fewer than fifteen checkers.
    """
    own, other = features(position, side), features(position, side.opponent)
    name, rival = side.label, side.opponent.label
    if own.on_bar:
        return _from_the_bar(own, other)
    if other.any_shot:
        rolls = "Every roll lets" if other.any_shot == ROLLS else f"{other.any_shot} of {ROLLS} rolls let"
        return f"{rolls} {name} hit {rival}. What would {name} do with the rest of such a roll?"
    if own.any_shot:
        which = "that blot" if len(own.blots) == 1 else "them"
        return f"{rival} could hit {name} with {own.any_shot} of {ROLLS} rolls. How can {name} make {which} safe?"
    if not contact(position):
        return _racing(own, other)
    if other.prime is not None and other.prime.trapped:
        behind = counted(other.prime.trapped, "checker")
        return f"{name} has {behind} behind {rival}'s {other.prime.length} points in a row. How can they get past?"
    return f"No roll of {name} can hit, and none of {rival}. Which point would {name} like to make next?"


def _from_the_bar(own: Features, other: Features) -> str:
    name, rival = own.side.label, other.side.label
    if not own.entering:
        return f"{name} cannot enter until {rival} opens a point. Which one will {rival} have to open first?"
    return f"{own.entering} of {ROLLS} rolls bring {name} in from the bar. On which point would {name} rather enter?"


def _racing(own: Features, other: Features) -> str:
    ahead_of = other.pips - own.pips
    if not ahead_of:
        return f"The race is even at {counted(own.pips, 'pip')}. Who has the turn, and how much is that worth?"
    leader, pips = (own, ahead_of) if ahead_of > 0 else (other, -ahead_of)
    share = 100 * pips / leader.pips
    return (
        f"{leader.side.label} leads the race by {counted(pips, 'pip')}, {share:.0f} % of its own {leader.pips}. "
        "Is that enough to double?"
    )
