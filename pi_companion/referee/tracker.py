"""The referee's state machine: what comes in, one thing at a time, and the events that follow from it.

`step` is a pure function. The state is the course of the match, which its events say, and the window of what was
seen since the last of them. Every sighting has the whole window told anew; a turn is reported when it has ended and
nearly all the weight of the stories agrees on what became of it. Until then nothing is said, so nothing is taken back.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from pi_companion.referee import telling
from pi_companion.referee.course import Course, Phase
from pi_companion.referee.cube import CubeSeen, no_cube_seen
from pi_companion.referee.events import (
    BoardFound,
    BoardMoved,
    Clear,
    CockedDice,
    Covered,
    Doubled,
    GameStarted,
    MatchStarted,
    Rolled,
    RolledEarly,
    Stood,
    TableEvent,
    TermsAgreed,
    Unclear,
)
from pi_companion.referee.inputs import Command, Condoned, Input, Moment, TurnEnded, ViewChange
from pi_companion.referee.listening import clock_follows, hear, moment_of, obey, pass_time
from pi_companion.referee.look import columns
from pi_companion.referee.out_of_step import SET_UP_FIT, lost_track, not_set_up, way_here
from pi_companion.referee.sighting import Sighting
from pi_companion.referee.state import State, Step, forget, resume, told
from pi_companion.referee.stories import Beginning, Story, tell
from pi_companion.referee.terms import DieOnChecker, Terms, TurnEnd
from pi_companion.referee.verdict import Verdict, dice_lie_still, reached, rolled, what_is_unclear, winning_play
from pi_companion.referee.weigh import Kind, Outcome
from pi_companion.referee.window import SETTLED, Episode, LyingDie, Scene, Window
from pi_companion.referee.words import differences
from pi_companion.rules import MatchScore, Position, Side, winner_of

__all__ = ["SET_UP_FIT", "State", "Step", "resume", "start_match", "step"]

SET_UP_PLACES = 6
"""Places in which the board must differ from the start position before setting it up means a new game."""

_LONGEST_WINDOW = 8
_STILL = 6
_DICE = 2
_TURNS = (Kind.PLAY, Kind.NO_MOVE, Kind.ILLEGAL)


def start_match(
    length: int, white: str = "White", black: str = "Black", *, jacoby: bool = True, terms: Terms | None = None
) -> Step:
    """Begin a match; its first game begins with it.

    Args:
        length: Points to win; 0 is money play.
        white: Name of the player with the white checkers.
        black: Name of the player with the black checkers.
        jacoby: Whether gammons count only after the cube was turned; money play only.
        terms: What else was agreed; None where nothing was, and the usual terms hold unsaid.
    """
    agreed = [] if terms is None else [TermsAgreed(terms)]
    started = MatchStarted(length, white, black, jacoby)
    return told(State(Course(MatchScore(length), jacoby)), [started, GameStarted(1, crawford=False), *agreed])


def step(state: State, event: Input) -> Step:
    """Take in one input."""
    before = pass_time(state, moment_of(event))
    now = _take_in(before.state, event)
    after = clock_follows(now.state)
    return Step(after.state, before.effects + now.effects + after.effects)


def _take_in(state: State, event: Input) -> Step:
    match event:
        case Sighting():
            return _see(state, event)
        case ViewChange():
            return _view(state, event)
        case Moment():
            return Step(state, ())
        case Command():
            heard = hear(state, event)
        case _:
            heard = obey(state, event)
    order = event.order if isinstance(event, Command) else event
    if not isinstance(order, TurnEnded | Condoned):
        return heard
    thought = _think(heard.state)
    return Step(thought.state, heard.effects + thought.effects)


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


def _see(state: State, sighting: Sighting) -> Step:
    if state.moved or state.course.phase is Phase.MATCH_OVER:
        return Step(state, ())
    if state.refrains:
        state = _changed_since(state, sighting)
        if state.refrains:
            return Step(state, ())
    state = _cube_watched(state, sighting)
    if state.last is not None and state.window.episodes and _says_the_same(state.last, sighting):
        window = state.window.repeated(sighting)
        seen = _in_step(replace(state, window=window, last=sighting))
        return _think(seen) if _says_more(window.episodes[-1]) else Step(seen, ())
    window = state.window.with_sighting(_as_agreed(sighting, state.course.terms))
    if len(window.episodes) > _LONGEST_WINDOW:
        window = replace(window, episodes=window.episodes[-_LONGEST_WINDOW:])
    return _think(_in_step(replace(state, window=window, last=sighting)))


def _cube_watched(state: State, sighting: Sighting) -> State:
    """Remember a cube that lies turned before the roll: should the next game be set up now, the double was dropped."""
    if state.turned >= SETTLED:
        return state
    offered = telling.shows_offer(state.course, CubeSeen.of(sighting.cube))
    return replace(state, turned=state.turned + 1 if offered else 0)


def _as_agreed(sighting: Sighting, terms: Terms) -> Sighting:
    """Take a die that lies on a checker as the players agreed."""
    if terms.die_on_checker is DieOnChecker.GOOD or not any(die.on_checker for die in sighting.dice):
        return sighting
    return replace(sighting, dice=tuple(replace(die, cocked=die.cocked or die.on_checker) for die in sighting.dice))


def _changed_since(state: State, sighting: Sighting) -> State:
    """Look again only once the board is as the record says, or is no longer as it was when a person put that right."""
    scene = Scene.of(sighting)
    if scene.best == state.course.position:
        return replace(state, refrains=False, aside=None)
    if state.aside is None:
        return replace(state, aside=scene, last=sighting)
    dice = 0 if state.last is None else len(state.last.dice)
    same = state.aside.look.places_unlike(scene.look) == 0 and len(sighting.dice) == dice
    return state if same else replace(state, refrains=False, aside=None)


def _in_step(state: State) -> State:
    """Forget what was not understood as soon as the board is again as the record has it."""
    scene = state.window.episodes[-1].scenes[-1]
    if not state.puzzled or scene.sightings < SETTLED or scene.best != state.course.position:
        return state
    return replace(state, puzzled="", window=replace(state.window, episodes=state.window.episodes[-1:]))


def _says_more(episode: Episode) -> bool:
    """Say whether one more sighting of a still board may tell something: the first few do, and those after a press."""
    return episode.scenes[-1].sightings <= _STILL or (episode.since_end is not None and episode.since_end <= _STILL)


def _says_the_same(first: Sighting, second: Sighting) -> bool:
    return replace(first, t_s=second.t_s, frame=second.frame) == second


def _think(state: State) -> Step:
    """Report all that has become certain, one turn after the other."""
    effects: list[TableEvent] = []
    while state.window.episodes:
        report = _next_report(state)
        state = report.state
        effects += report.effects
        if all(isinstance(event, Unclear) for event in report.effects):
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
    if _is_set_up(window) and _gave_way(state):
        return _set_up_again(state)
    early = course.dispute is not None and course.rolled_early is course.dispute.side.opponent
    stories = tell(_beginnings(course), window.episodes, early=early)
    verdict = reached(stories, window, course.dispute, early=early)
    if verdict is None:
        return _not_yet(state, stories)
    if not _may_end(course, window, verdict):
        return Step(state, ())
    outcome, ended = verdict.outcome, window.episodes[: verdict.episodes]
    events: list[TableEvent] = []
    if outcome.kind in _TURNS and course.roll is None:
        state, cube = _of_cube(state, outcome.side, ended)
        events += cube
        for event in events:
            course = course.after(event)
    dice = next((episode.dice for episode in reversed(ended) if episode.dice), ())
    events += telling.events_of(course, outcome, dice)
    if outcome.kind in _TURNS and _rolled_early(course, window, verdict):
        events.append(RolledEarly(outcome.side.opponent))
    after = window.told_up_to(verdict.episodes, corrected=outcome.kind is Kind.CORRECTED)
    return told(replace(state, window=after), events)


def _may_end(course: Course, window: Window, verdict: Verdict) -> bool:
    """Say whether the turn is over by what was agreed; a won game, or the opponent's roll, always ends it."""
    if course.terms.turn_end is not TurnEnd.BUTTON or verdict.outcome.kind not in _TURNS:
        return True
    pressed = any(episode.since_end is not None for episode in window.episodes[: verdict.episodes])
    won = winner_of(verdict.outcome.position) is not None
    return pressed or won or verdict.episodes < len(window.episodes)


def _rolled_early(course: Course, window: Window, verdict: Verdict) -> bool:
    """Say whether it was not told yet that the opponent rolled while the dice of the turn still lay there."""
    told_already = course.rolled_early is verdict.outcome.side.opponent
    beside = any(episode.beside for episode in window.episodes[verdict.episodes : verdict.episodes + 1])
    return beside and course.phase is Phase.PLAYING and not told_already


def _rolling_early(state: State, stories: list[Story]) -> bool:
    """Say the same of a turn that is not over; dice that lie beside its own settle first."""
    course, last = state.course, state.window.episodes[-1]
    if course.phase is not Phase.PLAYING or course.on_roll is None or course.rolled_early is course.on_roll.opponent:
        return False
    lie = len(last.dice) == _DICE and last.sightings >= SETTLED and not last.is_cocked
    return lie and bool(stories) and dice_lie_still(stories[0], state.window)


def _of_cube(state: State, side: Side, episodes: Sequence[Episode]) -> tuple[State, list[TableEvent]]:
    """Say what the cube shows to have happened before a roll; what cannot be is said once."""
    events: list[TableEvent] = []
    for event in telling.cube_before(state.course, side, _cube_seen(episodes)):
        if isinstance(event, Unclear):
            if event.what == state.said_of_cube:
                continue
            state = replace(state, said_of_cube=event.what)
        events.append(event)
    return state, events


def _not_yet(state: State, stories: list[Story]) -> Step:
    """Say what can be said of a turn that is not over: its roll, or that something is unclear."""
    course, window = state.course, state.window
    roll = rolled(stories, window)
    if roll is not None and course.phase is Phase.PLAYING and course.on_roll is not None and course.dispute is None:
        if roll == course.roll:
            return Step(state, ())
        cube: list[TableEvent] = []
        if course.roll is None:
            state, cube = _of_cube(state, course.on_roll, window.episodes)
        return told(state, [*cube, Rolled(course.on_roll, roll.dice)])
    if course.on_roll is not None and _rolling_early(state, stories):
        return told(state, [RolledEarly(course.on_roll.opponent)])
    cocked = _newly_cocked(state)
    if cocked is not None:
        return told(replace(state, cocked=cocked), [CockedDice(course.on_roll, cocked.how_cocked)])
    lost = lost_track(state)
    way = way_here(state) if lost else []
    if way:
        return told(forget(state), way)
    puzzle = not_set_up(state) or what_is_unclear(stories, window)
    if lost:
        there = differences(course.position, window.episodes[-1].scenes[-1].best)
        puzzle = f"The board is not as the record has it: {there}. Put it right, or adopt what is seen."
    if not puzzle or state.puzzled:
        return Step(state, ())
    return Step(replace(state, puzzled=puzzle), (Unclear(puzzle),))


def _newly_cocked(state: State) -> LyingDie | None:
    """Give a die that leans and lies still, once for each throw."""
    last = state.window.episodes[-1]
    leaning = next((die for die in last.dice if die.is_cocked), None)
    if leaning is None or last.sightings < SETTLED or state.course.roll is not None:
        return None
    return None if state.cocked is not None and state.cocked.lies_like(leaning) else leaning


def _beginnings(course: Course) -> list[Beginning]:
    """List where the window may begin."""
    position, side, dispute = course.position, course.on_roll, course.dispute
    if side is None or course.phase is Phase.OPENING:
        return [Beginning(position, side, math.log(0.5), first_turn=True) for side in Side]
    if dispute is None:
        return [Beginning(position, side, known=course.roll)]
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


def _gave_way(state: State) -> bool:
    """Say whether the board that is on record cannot have become the start position by a play or a correction."""
    places = int((columns(state.course.position) != columns(Position.start())).sum())
    offered = state.course.offer is not None or state.turned >= SETTLED
    return places >= (1 if offered else SET_UP_PLACES)


def _next_game(state: State) -> Step:
    if not _is_set_up(state.window):
        return Step(replace(state, window=replace(state.window, episodes=state.window.episodes[-1:])), ())
    started = GameStarted(state.course.game + 1, crawford=state.course.score.crawford)
    return told(replace(state, window=replace(state.window, episodes=state.window.episodes[-1:])), [started])


def _set_up_again(state: State) -> Step:
    """Make out how a game ended that was not seen to end, when the next one is set up."""
    course = state.course
    if course.offer is not None:
        return told(state, telling.dropped(course))
    if course.on_roll is not None and state.turned >= SETTLED:
        doubled = Doubled(course.on_roll, course.cube.value * 2)
        return told(state, [doubled, *telling.dropped(course.after(doubled))])
    if course.dispute is not None and winner_of(course.position) is course.dispute.side:
        return told(state, [Stood(course.dispute.side), *telling.end_of_game(course, course.position)])
    won = winning_play(_beginnings(course), state.window)
    if won is not None:
        return told(state, telling.events_of(course, won))
    if state.puzzled:
        return Step(state, ())
    puzzle = (
        "The start position is set up again, but how the last game ended was not seen; "
        "say who gave up and for how many points, or put the checkers back."
    )
    return Step(replace(state, puzzled=puzzle), (Unclear(puzzle),))
