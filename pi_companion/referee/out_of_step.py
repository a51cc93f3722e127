"""When the board is not as the record has it: what must have passed unseen, and what is wrong before the first roll."""

from collections.abc import Iterator
from itertools import product

from pi_companion.referee import telling
from pi_companion.referee.bridge import short_way
from pi_companion.referee.course import Phase
from pi_companion.referee.cube import CubeSeen
from pi_companion.referee.events import Inferred, Played, Rolled, TableEvent, Unclear
from pi_companion.referee.state import State
from pi_companion.referee.verdict import PATIENCE
from pi_companion.referee.weigh import FULL_ROW, moved_few
from pi_companion.referee.words import differences
from pi_companion.rules import BAR, CHECKERS, OFF, Position, Side

SET_UP_FIT = 8.0
"""Largest cost at which the start position is believed to be set up."""

CLEARLY_SEEN = 3.0
"""Largest cost of a board that is read without doubt, so that it may be said that it is not the expected one."""

CLEARLY_OTHER = 6.0
"""How much worse the expected board must fit: a tall stack that is counted a checker short does not say so."""


def lost_track(state: State) -> bool:
    """Say whether the board has lain still for a while as no single turn that goes on or went unseen can leave it."""
    course, scene = state.course, state.window.episodes[-1].scenes[-1]
    if course.phase is not Phase.PLAYING or course.on_roll is None or course.dispute is not None or state.puzzled:
        return False
    if scene.sightings <= PATIENCE or scene.best_cost > CLEARLY_SEEN:
        return False
    if scene.look.cost(course.position) <= scene.best_cost + CLEARLY_OTHER:
        return False
    both = product(*(_as_well(course.position.counts(side), scene.best.counts(side)) for side in Side))
    return not any(moved_few(course.position, course.on_roll, Position(*counts)) for counts in both)


def _as_well(known: tuple[int, ...], seen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Give what a side's checkers may be as well as they were seen: a tall stack is counted short from above.

    Either its stacks are as tall as they were, or no checker more was borne off and the rest lies on one of them.
    """
    yield seen
    tall = [point for point in range(1, BAR) if min(known[point], seen[point]) >= FULL_ROW]
    as_tall = list(seen)
    for point in tall:
        as_tall[point] = known[point]
    as_tall[OFF] = CHECKERS - sum(as_tall[1:])
    if as_tall[OFF] >= 0:
        yield tuple(as_tall)
    for point in tall:
        heaped = list(as_tall)
        heaped[OFF] = known[OFF]
        heaped[point] = CHECKERS - sum(heaped) + heaped[point]
        if heaped[point] >= FULL_ROW:
            yield tuple(heaped)


def way_here(state: State) -> list[TableEvent]:
    """Tell the turns that must have passed while nobody saw them, where a short row of legal ones leads here."""
    course, scene = state.course, state.window.episodes[-1].scenes[-1]
    if course.on_roll is None:
        return []
    way = short_way(course.position, course.on_roll, scene.best)
    if way is None:
        return []
    cube = CubeSeen.of(None if state.last is None else state.last.cube)
    events: list[TableEvent] = [Inferred(len(way))]
    for turn in way:
        told = [event for event in telling.cube_before(course, turn.side, cube) if not isinstance(event, Unclear)]
        told += [Rolled(turn.side, turn.roll.dice), Played(turn.side, turn.roll.dice, turn.play, turn.position)]
        for event in told:
            course = course.after(event)
        events += told
    return [*events, *telling.end_of_game(course, scene.best)]


def not_set_up(state: State) -> str:
    """Say what is wrong with the start position before the first roll; empty while nothing is, or dice lie there."""
    window, scene = state.window, state.window.episodes[-1].scenes[-1]
    start = Position.start()
    if state.course.phase is not Phase.OPENING or any(episode.dice for episode in window.episodes):
        return ""
    if scene.sightings < PATIENCE or scene.best_cost > SET_UP_FIT or scene.best == start:
        return ""
    if any(moved_few(start, side, scene.best) for side in Side if scene.look.cost(start) <= SET_UP_FIT):
        return ""
    return f"The start position is not set up yet: {differences(start, scene.best)}."
