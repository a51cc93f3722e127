"""What the page shows of the table, computed from what the referee knows; words are the page's own, in its language."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from pi_companion.coach.seat import SeatView
from pi_companion.devices.camera import CameraHealth
from pi_companion.record.json_export import action_to_wire
from pi_companion.record.transcript import GameRecord, MatchRecord, Outcome, Turn, transcribe
from pi_companion.record.wire import JsonObject, JsonValue, position_to_wire
from pi_companion.referee import State
from pi_companion.referee.course import Course, Dispute, Phase
from pi_companion.referee.terms import Mode
from pi_companion.rules import OFF, Play, Position, Roll, Side, can_double, judge, legal_plays
from pi_companion.web.lessons import lesson

SHOWN_ACTIONS = 40
"""How many of a game's last turns and acts with the cube the live page lists."""

MOST_PLAYS = 60


class Waiting(Enum):
    """What the companion waits for."""

    BOARD = "board"
    """Nobody has shown the companion its board yet."""

    SET_UP = "set up"
    OPENING = "opening"
    ROLL = "roll"
    PLAY = "play"
    ANSWER = "answer"
    """A double has to be taken or dropped."""

    CONSENT = "consent"
    """An offer to give up has to be answered."""

    CORRECTION = "correction"
    OVER = "over"


class Sight(Enum):
    """How the companion sees the board; all but the first two mean that the page may be behind the table."""

    CLEAR = "clear"
    COVERED = "covered"
    STARTING = "starting"
    CAMERA = "camera"
    """No picture, a black one, or one that never changes."""

    MOVED = "moved"
    OUT_OF_STEP = "out of step"


@dataclass(frozen=True, slots=True, eq=False)
class TableNow:
    """The table at this moment."""

    match: int
    """The journal's number of the match."""

    state: State
    camera: CameraHealth = CameraHealth.LIVE
    covered: bool = False
    """Whether a hand or a glare hides the board."""

    disk: bool = False
    """Whether the record cannot be written, or soon cannot."""

    power: bool = False
    """Whether the power is too weak."""

    button: bool = False
    """Whether a button is stuck."""

    seat: SeatView | None = None
    """The companion as a player; None where it only watches."""

    def looks_like(self, other: "TableNow | None") -> bool:
        """Tell whether a reader would see no difference."""
        return other is not None and self.shown() == other.shown()

    def shown(self) -> tuple[object, ...]:
        """Give what the page's look depends on, in a form that is quick to compare."""
        state = self.state
        clock = state.clock
        # The page counts the time on by itself, so that only starts, pauses and falls are news.
        ticks = None if clock is None else (clock.running, clock.paused, clock.fallen)
        referee = (id(state.course), id(state.history), state.moved, state.puzzled, ticks)
        ails = self.camera, self.covered, self.disk, self.power, self.button
        return (self.match, *referee, *ails, self.seat, seen(state))


def record_mark(match: int, state: State) -> str:
    """Name what the record says now: it is another after every act of the game and every order."""
    history = state.history
    return f"{match}.{len(history.keys)}.{history.undoable}"


def boardless(camera: CameraHealth) -> JsonObject:
    """Give all that there is to show before anybody has shown the companion its board, as JSON."""
    sight = {CameraHealth.LIVE: Sight.CLEAR, CameraHealth.STARTING: Sight.STARTING}.get(camera, Sight.CAMERA)
    return {"waiting": Waiting.BOARD.value, "sight": sight.value, "camera": camera.value, "troubles": []}


def snapshot(now: TableNow) -> JsonObject:
    """Give all that the live page shows, as JSON."""
    state, course = now.state, now.state.course
    record = transcribe(state.history.events())
    mode = course.terms.mode
    silent = mode is Mode.LOG
    game = record.games[-1] if record.games else None
    unlike = seen(state)
    return {
        "match": now.match,
        "length": record.started.length,
        "names": {"white": record.started.white, "black": record.started.black},
        "score": {"white": record.white, "black": record.black},
        "game": course.game,
        "crawford": course.score.crawford,
        "mode": mode.value,
        "illegal_plays": course.terms.illegal_plays.value,
        "beavers": course.terms.beavers,
        "waiting": _waiting(course, silent=silent).value,
        "deciding": _side(course.deciding),
        "on_roll": _side(course.on_roll),
        "dice": None if course.roll is None else [*course.roll.dice],
        "position": position_to_wire(course.position),
        "seen": None if unlike is None else position_to_wire(unlike),
        "cube": _cube(course),
        "resigning": None
        if course.resigning is None
        else {"side": course.resigning.side.value, "times": course.resigning.times},
        "winner": _side(record.winner),
        "sight": _sight(now).value,
        "camera": now.camera.value,
        "puzzle": state.puzzled,
        "troubles": [name for name, ails in _troubles(now) if ails],
        "ruling": None if silent or course.dispute is None else _ruling(record, course, course.dispute),
        "sparring": None if now.seat is None else _sparring(now.seat),
        "lesson": lesson(course),
        "plays": _plays(course) if mode is Mode.TEACH else None,
        "pips": {side.value: course.position.pip_count(side) for side in Side} if mode is Mode.TEACH else None,
        "actions": [] if game is None else actions(game, silent=silent)[-SHOWN_ACTIONS:],
        "clock": _clock(state),
        "mark": record_mark(now.match, state),
        "undo": state.history.undoable,
        "redo": state.history.redoable,
    }


def seen(state: State) -> Position | None:
    """Give what the camera sees while that, not the record, is what people want to know.

    That is while the start position is set up, until the first dice lie there, and while the two are out of step.
    """
    course = state.course
    is_set_up = course.phase is Phase.SETTING_UP or (course.phase is Phase.OPENING and course.on_roll is None)
    thrown = any(episode.dice for episode in state.window.episodes)
    return state.seen if state.puzzled or (is_set_up and not thrown) else None


def actions(game: GameRecord, *, silent: bool) -> list[JsonValue]:
    """List what was done in a game; a silent companion tells of no illegal play."""
    listed: list[JsonValue] = []
    for number, action in enumerate(game.actions, start=1):
        told = action_to_wire(action)
        if isinstance(told, dict):
            told = {"number": number, **told}
            if silent and isinstance(action, Turn):
                told |= {"breaches": [], "explanation": ""}
                if action.outcome in (Outcome.STOOD, Outcome.DISPUTED, Outcome.CORRECTED):
                    told["outcome"] = Outcome.PLAYED.value
        listed.append(told)
    return listed


def arrows(before: Position, after: Position, side: Side) -> list[JsonValue]:
    """Pair the places that a side's checkers left with those that they came to, highest with highest."""
    was, now = before.counts(side), after.counts(side)
    left = [place for place in range(25, OFF, -1) for _ in range(was[place] - now[place])]
    came = [place for place in range(25, OFF - 1, -1) for _ in range(now[place] - was[place])]
    return [[start, end] for start, end in zip(left, came, strict=False)]


def _waiting(course: Course, *, silent: bool) -> Waiting:
    if course.phase is Phase.MATCH_OVER:
        return Waiting.OVER
    if course.phase is Phase.SETTING_UP:
        return Waiting.SET_UP
    if course.resigning is not None:
        return Waiting.CONSENT
    if course.offer is not None:
        return Waiting.ANSWER
    if course.dispute is not None and not silent:
        return Waiting.CORRECTION
    if course.roll is not None:
        return Waiting.PLAY
    return Waiting.OPENING if course.phase is Phase.OPENING else Waiting.ROLL


def _sight(now: TableNow) -> Sight:
    if now.camera is CameraHealth.STARTING:
        return Sight.STARTING
    if now.camera is not CameraHealth.LIVE:
        return Sight.CAMERA
    if now.state.moved:
        return Sight.MOVED
    if now.state.puzzled:
        return Sight.OUT_OF_STEP
    return Sight.COVERED if now.covered else Sight.CLEAR


def _troubles(now: TableNow) -> Iterator[tuple[str, bool]]:
    yield "disk", now.disk
    yield "power", now.power
    yield "button", now.button


def _cube(course: Course) -> JsonValue:
    offer, side = course.offer, course.on_roll
    free = course.phase is Phase.PLAYING and course.resigning is None and offer is None and side is not None
    return {
        "value": course.cube.value,
        "owner": _side(course.cube.owner),
        "offered": None if offer is None else {"by": offer.by.value, "value": offer.value},
        "may": _side(side) if free and side and can_double(course.cube, side, course.score, course.roll) else None,
    }


def _ruling(record: MatchRecord, course: Course, dispute: Dispute) -> JsonValue:
    """Say what was wrong with the play that is disputed; what would have been right only to those who learn."""
    side, roll = dispute.side, dispute.roll
    ruling = judge(dispute.before, side, roll, course.position)
    allowed: list[JsonValue] = []
    nearest = _nearest(dispute, course.position) if course.terms.mode is Mode.TEACH else None
    if nearest is not None:
        allowed = [[move.start, move.end] for move in nearest.moves]
    return {
        "side": side.value,
        "name": record.name(side),
        "dice": [*roll.dice],
        "breaches": [breach.name for breach in ruling.breaches],
        "explanation": ruling.explanation,
        "before": position_to_wire(dispute.before),
        "done": arrows(dispute.before, course.position, side),
        "allowed": allowed,
        "play": "" if nearest is None else str(nearest),
    }


def _nearest(dispute: Dispute, after: Position) -> Play | None:
    """Find the legal play that comes closest to what was played."""
    plays = legal_plays(dispute.before, dispute.side, dispute.roll)
    return min(plays, key=lambda play: _distance(play.result, after), default=None)


def _distance(one: Position, other: Position) -> int:
    return sum(abs(a - b) for side in Side for a, b in zip(one.counts(side), other.counts(side), strict=True))


def _plays(course: Course) -> JsonValue:
    """List the legal plays of the roll, and where a checker from each place may end."""
    if course.roll is None or course.on_roll is None or course.phase not in (Phase.OPENING, Phase.PLAYING):
        return None
    plays = _legal(course.position, course.on_roll, course.roll)
    reach: dict[int, set[int]] = {}
    for play in plays:
        ends: dict[int, int] = {}
        for move in reversed(play.moves):
            # A checker that goes on from where it came may end there too.
            reach.setdefault(move.start, set()).update({move.end, ends.get(move.end, move.end)})
            ends[move.start] = ends.get(move.end, move.end)
    listed: JsonObject = {str(start): [*sorted(ends)] for start, ends in sorted(reach.items())}
    return {"count": len(plays), "texts": [str(play) for play in plays[:MOST_PLAYS]], "reach": listed}


def _legal(position: Position, side: Side, roll: Roll) -> tuple[Play, ...]:
    return () if position.faults() else legal_plays(position, side, roll)


def _clock(state: State) -> JsonValue:
    """Give the clock as it was last told; the page counts on by itself."""
    clock = state.clock
    if clock is None:
        return None
    return {
        "white_s": round(clock.white_s, 1),
        "black_s": round(clock.black_s, 1),
        "delay_s": round(clock.delay_s, 1),
        "running": _side(clock.running),
        "paused": clock.paused,
        "fallen": [side.value for side in clock.fallen],
    }


def _sparring(seat: SeatView) -> JsonValue:
    """Say what the companion wants as a player: `stand` names it for the page's own words, `moves` are its play."""
    return {
        "side": seat.side.value,
        "strength": seat.strength.value,
        "stand": seat.stand.value,
        "words": seat.words,
        "play": "" if seat.play is None else str(seat.play),
        "moves": [] if seat.play is None else [[move.start, move.end] for move in seat.play.moves],
    }


def _side(side: Side | None) -> str | None:
    return None if side is None else side.value
