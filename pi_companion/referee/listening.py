"""What people tell the referee: buttons, orders with their keys, and the time."""

from dataclasses import replace

from pi_companion.referee.course import Phase
from pi_companion.referee.events import FlagFell, Refused, Said, TableEvent
from pi_companion.referee.inputs import (
    Adopted,
    ClockGoesOn,
    ClockHeld,
    Command,
    CubeAnswerReplaced,
    CubeDropped,
    GaveUp,
    Input,
    Order,
    PlayReplaced,
    Redo,
    ResignationAnswered,
    RollCalledOff,
    RollReplaced,
    SeenAdopted,
    TurnEnded,
    TurnPutRight,
    Undo,
)
from pi_companion.referee.orders import Standing, carried_out, require_right
from pi_companion.referee.refusal import OrderRefusedError
from pi_companion.referee.sighting import Sighting
from pi_companion.referee.state import State, Step, forget, told
from pi_companion.referee.terms import TurnEnd
from pi_companion.referee.window import Window
from pi_companion.referee.words import order_in_words

_SETTLING = (Adopted, SeenAdopted, CubeDropped, GaveUp, ResignationAnswered, RollCalledOff, TurnPutRight)
"""Orders after which what was seen before is of no more use."""

_CORRECTING = (RollReplaced, PlayReplaced, CubeAnswerReplaced)


def hear(state: State, command: Command) -> Step:
    """Take in what a person said; the same word twice is once."""
    if command.key in state.history.keys:
        return Step(state, ())
    said = told(state, [Said(command.by, command.key, order_in_words(command.order))])
    try:
        require_right(state.course, command.by, command.order)
    except OrderRefusedError as error:
        done = told(said.state, [Refused(str(error))])
    else:
        done = obey(said.state, command.order)
    return Step(done.state, said.effects + done.effects)


def obey(state: State, order: Order) -> Step:
    """Carry an order out, or say why it cannot be."""
    match order:
        case TurnEnded():
            return press(state, order)
        case ClockHeld():
            held = None if state.clock is None else state.clock.held()
            state = replace(state, goes_on=False)
            return Step(state, ()) if held is None else told(state, [held])
        case ClockGoesOn():
            going = None if state.clock is None else state.clock.going_on()
            state = replace(state, goes_on=False)
            return Step(state, ()) if going is None else told(state, [going])
        case _:
            pass
    try:
        events = carried_out(Standing(state.course, state.history, state.seen), order)
    except OrderRefusedError as error:
        return told(state, [Refused(str(error))])
    if not events:
        return Step(state, ())
    match order:
        case Undo() | Redo():
            state = replace(state, window=Window(), last=None, refrains=True, aside=None)
        case _ if isinstance(order, _CORRECTING):
            state = replace(forget(state), refrains=True, aside=None)
        case _ if isinstance(order, _SETTLING):
            state = forget(state)
        case _:
            pass
    return told(state, events)


def press(state: State, pressed: TurnEnded) -> Step:
    """Take in a press at the end of a turn: of the button, and of the clock where there is one."""
    clocked = None
    if state.clock is not None and pressed.t_s is not None and state.course.phase is not Phase.MATCH_OVER:
        clocked = state.clock.pressed(pressed.side)
    done = Step(state, ()) if clocked is None else told(state, [clocked])
    course = done.state.course
    if course.terms.turn_end is TurnEnd.LIFTING or course.offer is not None or course.resigning is not None:
        return done
    if (course.on_roll is not None and pressed.side is not course.on_roll) or _nothing_was_done(done.state):
        return done
    return Step(replace(done.state, window=done.state.window.turn_ended()), done.effects)


def _nothing_was_done(state: State) -> bool:
    """Say whether neither dice nor another board have been seen in this turn, so that there is nothing to end."""
    dice = state.course.roll is not None or any(episode.dice for episode in state.window.episodes)
    return not dice and state.seen in (None, state.course.position)


def moment_of(event: Input) -> float | None:
    """Give the moment of an input, where it has one."""
    match event:
        case Sighting(t_s=t_s):
            return t_s
        case Command(order=order):
            return order.t_s if isinstance(order, TurnEnded) else None
        case _:
            return getattr(event, "t_s", None)


def pass_time(state: State, t_s: float | None) -> Step:
    """Let the clock run up to a moment; a flag that falls is reported, and ruled on by people."""
    if t_s is None:
        return Step(state, ())
    state = replace(state, now_s=t_s)
    if state.clock is None:
        return Step(state, ())
    state = replace(state, clock=state.clock.at(t_s))
    fell = state.clock.fell() if state.clock is not None else None
    return Step(state, ()) if fell is None else told(state, [FlagFell(fell)])


def clock_follows(state: State) -> Step:
    """Hold the clock during a dispute, let it go on after it, and stop it between games."""
    clock, course = state.clock, state.course
    if clock is None:
        return Step(state, ())
    event: TableEvent | None = None
    if course.phase in (Phase.SETTING_UP, Phase.MATCH_OVER):
        event = clock.stopped()
    elif course.dispute is not None and state.held_for != course.dispute:
        event = clock.held()
        state = replace(state, held_for=course.dispute, goes_on=event is not None or state.goes_on)
    elif course.dispute is None and state.held_for is not None:
        event = clock.going_on() if state.goes_on else None
        state = replace(state, held_for=None, goes_on=False)
    return Step(state, ()) if event is None else told(state, [event])
