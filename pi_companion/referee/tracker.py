"""The referee's state machine: what comes in, one thing at a time, and the events that follow from it.

`step` is a pure function. The state is the course of the match, which its events say, and the window of what was
seen since the last of them. Every sighting has the whole window told anew; a turn is reported when it has ended and
nearly all the weight of the stories agrees on what became of it. Until then nothing is said, so nothing is taken back.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from pi_companion.referee import telling
from pi_companion.referee.course import Course, Phase
from pi_companion.referee.cube import CubeSeen, no_cube_seen
from pi_companion.referee.events import (
    BoardFound,
    BoardMoved,
    Clear,
    Corrected,
    Covered,
    Doubled,
    GameStarted,
    MatchStarted,
    Rolled,
    Stood,
    TableEvent,
    Taken,
    Unclear,
)
from pi_companion.referee.inputs import (
    Adopted,
    CubeDropped,
    CubeOffered,
    CubeTaken,
    GaveUp,
    Input,
    TurnEnded,
    ViewChange,
)
from pi_companion.referee.look import columns
from pi_companion.referee.sighting import Sighting
from pi_companion.referee.stories import Beginning, Story, tell
from pi_companion.referee.verdict import reached, rolled, what_is_unclear, winning_play
from pi_companion.referee.weigh import Kind, Outcome
from pi_companion.referee.window import SETTLED, Episode, Window
from pi_companion.rules import MatchScore, Position, Side, why_not_double

SET_UP_FIT = 8.0
"""Largest cost at which the start position is believed to be set up."""

SET_UP_PLACES = 6
"""Places in which the board must differ from the start position before setting it up means a new game."""

_LONGEST_WINDOW = 8
_STILL = 6


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """Everything the referee knows."""

    course: Course
    """Where the match stands, by its events."""

    window: Window = Window()  # noqa: RUF009 a frozen value
    """What was seen since the last turn that was told."""

    last: Sighting | None = None
    """The last sighting, to know a repeated one."""

    moved: bool = False
    """Whether the board was moved and not found again."""

    puzzled: str = ""
    """What was last said to be unclear; empty once something was clear again."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """What one input leads to."""

    state: State
    effects: tuple[TableEvent, ...]
    """What happened, in order."""


def start_match(length: int, white: str = "White", black: str = "Black", *, jacoby: bool = True) -> Step:
    """Begin a match; its first game begins with it.

    Args:
        length: Points to win; 0 is money play.
        white: Name of the player with the white checkers.
        black: Name of the player with the black checkers.
        jacoby: Whether gammons count only after the cube was turned; money play only.
    """
    course = Course(MatchScore(length), jacoby)
    return _told(State(course), [MatchStarted(length, white, black, jacoby), GameStarted(1, crawford=False)])


def resume(events: Iterable[TableEvent]) -> State:
    """Give the state after the events of a journal."""
    course = Course(MatchScore(0))
    for event in events:
        course = course.after(event)
    return State(course)


def step(state: State, event: Input) -> Step:
    """Take in one input."""
    match event:
        case Sighting():
            return _see(state, event)
        case TurnEnded(side=side):
            if state.course.on_roll is not None and side is not state.course.on_roll:
                return Step(state, ())
            return _think(replace(state, window=state.window.turn_ended()))
        case ViewChange():
            return _view(state, event)
        case Adopted(position=position, on_roll=on_roll):
            return _told(_over(state), [Corrected(on_roll.opponent, "", position)])
        case CubeOffered(side=side):
            return _offer(state, side)
        case CubeTaken():
            offer = state.course.offer
            return Step(state, ()) if offer is None else _told(state, [Taken(offer.by.opponent)])
        case CubeDropped():
            return _told(_over(state), telling.dropped(state.course))
        case GaveUp(side=side, times=times):
            return _told(_over(state), telling.resigned(state.course, side, times))


def _told(state: State, events: Iterable[TableEvent]) -> Step:
    """Let events happen."""
    told = tuple(events)
    course = state.course
    for event in told:
        course = course.after(event)
    clear = any(not isinstance(event, Unclear) for event in told)
    return Step(replace(state, course=course, puzzled="" if clear else state.puzzled), told)


def _over(state: State) -> State:
    """Forget what was seen of a game that ended, but for the dice that still lie there."""
    return replace(state, window=state.window.told_up_to(len(state.window.episodes)))


def _view(state: State, change: ViewChange) -> Step:
    match change:
        case ViewChange.COVERED:
            return Step(state, (Covered(),))
        case ViewChange.CLEAR:
            return Step(state, (Clear(),))
        case ViewChange.MOVED:
            return Step(state, ()) if state.moved else Step(replace(state, moved=True), (BoardMoved(),))
        case ViewChange.FOUND:
            return Step(replace(state, moved=False, last=None), (BoardFound(),)) if state.moved else Step(state, ())
        case _:
            assert_never(change)


def _offer(state: State, side: Side) -> Step:
    course = state.course
    if course.phase is not Phase.PLAYING or course.offer is not None or side is not course.on_roll:
        return Step(state, (Unclear(f"{side.label} offered a double, but it is not {side.label}'s turn to do so."),))
    reason = why_not_double(course.cube, side, course.score)
    if reason is not None:
        return Step(state, (Unclear(f"{side.label} offered a double, but that cannot be: {reason}"),))
    stood = [] if course.dispute is None else [Stood(course.dispute.side)]
    return _told(state, [*stood, Doubled(side, course.cube.value * 2)])


def _see(state: State, sighting: Sighting) -> Step:
    if state.moved or state.course.phase is Phase.MATCH_OVER:
        return Step(state, ())
    if state.last is not None and state.window.episodes and _says_the_same(state.last, sighting):
        window = state.window.repeated(sighting)
        seen = replace(state, window=window, last=sighting)
        return Step(seen, ()) if window.episodes[-1].scenes[-1].sightings > _STILL else _think(seen)
    window = state.window.with_sighting(sighting)
    if len(window.episodes) > _LONGEST_WINDOW:
        window = replace(window, episodes=window.episodes[-_LONGEST_WINDOW:])
    return _think(replace(state, window=window, last=sighting))


def _says_the_same(first: Sighting, second: Sighting) -> bool:
    return replace(first, t_s=second.t_s, frame=second.frame) == second


def _think(state: State) -> Step:
    """Report all that has become certain, one turn after the other."""
    effects: list[TableEvent] = []
    while state.window.episodes:
        told = _next_report(state)
        state = told.state
        effects += told.effects
        if all(isinstance(event, Unclear) for event in told.effects):
            break
    return Step(state, tuple(effects))


def _next_report(state: State) -> Step:
    course, window = state.course, state.window
    match course.phase:
        case Phase.MATCH_OVER:
            return Step(state, ())
        case Phase.SETTING_UP:
            return _next_game(state)
        case Phase.OPENING | Phase.PLAYING:
            pass
        case _:
            assert_never(course.phase)
    if _is_set_up(window) and _differs_from_start(course.position):
        return _set_up_again(state)
    stories = tell(_beginnings(course), window.episodes)
    verdict = reached(stories, window, course.dispute)
    if verdict is None:
        return _not_yet(state, stories)
    outcome, told = verdict.outcome, window.episodes[: verdict.episodes]
    events: list[TableEvent] = []
    if outcome.kind in (Kind.PLAY, Kind.NO_MOVE, Kind.ILLEGAL) and course.roll is None:
        events += telling.cube_before(course, outcome.side, _cube_seen(told))
        for event in events:
            course = course.after(event)
    dice = next((episode.dice for episode in reversed(told) if episode.dice), ())
    events += telling.events_of(course, outcome, dice)
    return _told(replace(state, window=window.told_up_to(verdict.episodes)), events)


def _not_yet(state: State, stories: list[Story]) -> Step:
    """Say what can be said of a turn that is not over: its roll, or that something is unclear."""
    course, window = state.course, state.window
    roll = rolled(stories, window)
    if roll is not None and course.phase is Phase.PLAYING and course.on_roll is not None and course.dispute is None:
        if roll == course.roll:
            return Step(state, ())
        cube = telling.cube_before(course, course.on_roll, _cube_seen(window.episodes)) if course.roll is None else ()
        return _told(state, [*cube, Rolled(course.on_roll, roll.dice)])
    puzzle = what_is_unclear(stories, window)
    if not puzzle or state.puzzled:
        return Step(state, ())
    return Step(replace(state, puzzled=puzzle), (Unclear(puzzle),))


def _beginnings(course: Course) -> list[Beginning]:
    """List where the window may begin."""
    position, side, dispute = course.position, course.on_roll, course.dispute
    if side is None or course.phase is Phase.OPENING:
        return [Beginning(position, side, math.log(0.5), first_turn=True) for side in Side]
    if dispute is None:
        return [Beginning(position, side)]
    stood = Outcome(0.0, Kind.STOOD, dispute.side, dispute.roll, position)
    beginnings = [Beginning(position, side, 0.0, (stood,), (0,))]
    for outcome in telling.corrections(course):
        also = (position, dispute.before)
        beginnings.append(Beginning(outcome.position, side, 0.0, (outcome,), (0,), also=also))
    return beginnings


def _cube_seen(episodes: Sequence[Episode]) -> CubeSeen:
    """Join what was seen of the cube while dice lay there."""
    joined = no_cube_seen()
    for episode in episodes:
        if episode.dice:
            joined = joined.joined(episode.cube)
    return joined


def _is_set_up(window: Window) -> bool:
    scene = window.episodes[-1].scenes[-1]
    start = Position.start()
    return scene.sightings >= SETTLED and scene.best == start and scene.look.cost(start) <= SET_UP_FIT


def _differs_from_start(position: Position) -> bool:
    return int((columns(position) != columns(Position.start())).sum()) >= SET_UP_PLACES


def _next_game(state: State) -> Step:
    if not _is_set_up(state.window):
        return Step(replace(state, window=replace(state.window, episodes=state.window.episodes[-1:])), ())
    started = GameStarted(state.course.game + 1, crawford=state.course.score.crawford)
    return _told(replace(state, window=replace(state.window, episodes=state.window.episodes[-1:])), [started])


def _set_up_again(state: State) -> Step:
    """Make out how a game ended that was not seen to end, when the next one is set up."""
    course = state.course
    if course.offer is not None:
        return _told(state, telling.dropped(course))
    won = winning_play(_beginnings(course), state.window)
    if won is not None:
        return _told(state, telling.events_of(course, won))
    if state.puzzled:
        return Step(state, ())
    puzzle = (
        "The start position is set up again, but how the last game ended was not seen; "
        "say who gave up and for how many points, or put the checkers back."
    )
    return Step(replace(state, puzzled=puzzle), (Unclear(puzzle),))
