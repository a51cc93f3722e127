"""What a play does, in words that name neither its checkers nor their points: the idea, and no more."""

from collections.abc import Iterator

from pi_companion.coach.choices import Choice, risk
from pi_companion.coach.features import Features, contact, features
from pi_companion.coach.words import counted, shots_told
from pi_companion.rules import BAR, Position, Side
from pi_companion.rules.position import HOME, POINTS

_IN_REACH = HOME[-1] + 6
"""From here a single die may bring a checker into the home board."""


def deeds(choice: Choice, position: Position, side: Side) -> list[str]:
    """Say what a play does, without naming its moves; what weighs most comes first."""
    if choice.wins:
        return ["bears off the last checker"]
    found = []
    if choice.hits:
        found.append(f"hits {counted(choice.hits, 'checker')}")
    if choice.borne_off:
        found.append(f"bears off {counted(choice.borne_off, 'checker')}")
    if contact(position):
        before, after = features(position, side), features(choice.play.result, side)
        found += [*_points_made(choice, before, after), *_back_checkers(before, after)]
        if not found and (brought := _in_reach(position, choice)):
            found.append(f"brings {counted(brought, 'checker')} within reach of the home board")
        if choice.given_up:
            found.append(f"gives up {counted(choice.given_up, 'point')} of the home board")
        found.append(f"leaves {side.opponent.label} {shots_told(risk(choice.play))}")
    elif not found:
        found.append(f"leaves {counted(choice.pips, 'pip')} to go")
    return found


def _points_made(choice: Choice, before: Features, after: Features) -> Iterator[str]:
    if choice.new_home:
        yield f"makes {counted(choice.new_home, 'new point')} in the home board"
    if choice.anchors:
        yield f"makes {counted(choice.anchors, 'anchor')}"
    outside = [point for point in POINTS if point not in HOME and BAR - point not in HOME]
    new = sum(point in after.made and point not in before.made for point in outside)
    if new:
        yield f"makes {counted(new, 'new point')} outside the home boards"
    if after.prime is not None and (before.prime is None or after.prime.length > before.prime.length):
        verb = "builds a prime of" if before.prime is None else "lengthens its prime to"
        yield f"{verb} {after.prime.length} points"


def _back_checkers(before: Features, after: Features) -> Iterator[str]:
    rival = before.side.opponent.label
    out = before.back - after.back
    if out > 0:
        yield f"brings {counted(out, 'checker')} out of {rival}'s home board"
    lost = [point for point in before.anchors if point not in after.made]
    if lost:
        yield "splits an anchor" if out <= 0 and lost[0] in after.blots else "gives up an anchor"


def _in_reach(position: Position, choice: Choice) -> int:
    """Count the checkers that come from afar to where one die may bring them home."""
    near = slice(0, _IN_REACH + 1)
    side = choice.play.side
    return sum(choice.play.result.counts(side)[near]) - sum(position.counts(side)[near])
