"""What a position holds, in sentences a beginner can check on the board; every number in them is counted."""

from collections.abc import Iterator

from pi_companion.coach.features import Features, contact, features
from pi_companion.coach.words import counted, listed, points_of, rolls_that
from pi_companion.rules import CHECKERS, Position, Side, winner_of
from pi_companion.rules.position import HOME

_FULL = 6


def tell(position: Position, side: Side) -> tuple[str, ...]:
    """Tell what a position holds, `side`'s part first.

    >>> tell(Position.start(), Side.WHITE)[0]
    'Both sides have 167 pips to go.'

    Raises:
        InputError: A side has more or fewer than fifteen checkers.
    """
    if winner_of(position) is not None:
        return ()
    both = [features(position, side), features(position, side.opponent)]
    lines = [_race(position, *both)]
    for own in both:
        lines += _bar(own, both[0] if own is both[1] else both[1])
    if contact(position):
        for own in both:
            lines += [*_blots(own), *_points(own)]
    for own in both:
        lines += _bearing_off(own)
    return tuple(lines)


def _race(position: Position, own: Features, other: Features) -> str:
    past = "" if contact(position) else " The sides have passed each other, so the game is a race."
    if own.pips == other.pips:
        return f"Both sides have {counted(own.pips, 'pip')} to go.{past}"
    ahead, behind = (own, other) if own.pips < other.pips else (other, own)
    lead = behind.pips - ahead.pips
    return (
        f"{ahead.side.label} leads by {counted(lead, 'pip')}, with {ahead.pips} to go against "
        f"{behind.side.label}'s {behind.pips}.{past}"
    )


def _bar(own: Features, other: Features) -> Iterator[str]:
    if not own.on_bar:
        return
    name = own.side.label
    waits = f"{name} has {counted(own.on_bar, 'checker')} on the bar"
    if len(other.home) == _FULL:
        yield f"{waits} and cannot enter: all six points of {other.side.label}'s home board are made."
        return
    one = "it" if own.on_bar == 1 else "at least one of them"
    free = [25 - point for point in HOME if point not in other.home]
    where = points_of(own.side, sorted(free, reverse=True))
    yield f"{waits}; {rolls_that(own.entering, 'enters', 'enter')} {one}, on {where}."


def _blots(own: Features) -> Iterator[str]:
    rival = own.side.opponent.label
    if not own.blots:
        return
    hit = [f"{point} ({count})" for point, count in zip(own.blots, own.shots, strict=True) if count]
    where = points_of(own.side, own.blots)
    single = len(own.blots) == 1
    held = (
        f"{own.side.label} has a blot on {where}"
        if single
        else f"{own.side.label} has {len(own.blots)} blots, on {where}"
    )
    rolls = rolls_that(own.any_shot, "would let", "would let")
    if not hit:
        yield f"{held}; no roll of {rival}'s could hit {'it' if single else 'them'}."
    elif single:
        yield f"{held}; {rolls} {rival} hit it."
    else:
        yield f"{held}; {rolls} {rival} hit at least one. By point: {listed(hit)}."


def _points(own: Features) -> Iterator[str]:
    name, rival = own.side.label, own.side.opponent.label
    if own.home:
        yield f"{name} has made {counted(len(own.home), 'point')} of its home board: {_numbers(own.home)}."
    if own.anchors:
        word = "an anchor" if len(own.anchors) == 1 else f"{len(own.anchors)} anchors"
        yield f"{name} holds {word} in {rival}'s home board, on {points_of(own.side, own.anchors)}."
    if own.prime is not None:
        prime = own.prime
        full = ", a full prime: nothing can pass it" if prime.length >= _FULL else ""
        held = f" {rival} has {counted(prime.trapped, 'checker')} behind it." if prime.trapped else ""
        yield f"{name} has a prime of {prime.length} points, from {prime.low} to {prime.high}{full}.{held}"


def _numbers(points: tuple[int, ...]) -> str:
    return listed([f"{point}" for point in points])


def _bearing_off(own: Features) -> Iterator[str]:
    if own.off:
        yield f"{own.side.label} has borne off {own.off} of {CHECKERS} checkers."
    if own.finishing:
        rolls = rolls_that(own.finishing, "would bear", "would bear").capitalize()
        yield f"{rolls} off all that {own.side.label} has left."
