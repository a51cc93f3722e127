"""A match as its games, turns and cube actions: what the events say, folded once for every reader and export.

Only the events speak; nothing is judged anew. Events that are not of the game (a hand in view, a knocked board, an
unclear picture) leave no trace here; the journal keeps them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from pi_companion.referee.events import (
    AutomaticDouble,
    Beavered,
    Corrected,
    CubeSet,
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    NoMove,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    RollVoided,
    Scored,
    ScoreSet,
    Stood,
    TableEvent,
    Taken,
)
from pi_companion.referee.history import standing
from pi_companion.rules import Breach, Cube, Position, Side


class Outcome(Enum):
    """How a turn ended."""

    PLAYED = "played"
    """With a legal play."""

    NO_MOVE = "no move"
    """The roll could not be played."""

    CORRECTED = "corrected"
    """The first play was illegal and was put right."""

    STOOD = "stood"
    """The play was illegal and the opponent let it stand."""

    DISPUTED = "disputed"
    """The play was illegal and nothing has come of it yet."""

    UNPLAYED = "unplayed"
    """Rolled and not played: given up after the roll, or the record ends here."""


class CubeVerb(Enum):
    """What was done with the cube."""

    DOUBLE = "doubles"
    TAKE = "takes"
    DROP = "drops"
    BEAVER = "beavers"
    """Takes, doubles again at once and keeps the cube; in answer to a beaver it is a raccoon."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One side's roll and what became of it."""

    side: Side
    dice: tuple[int, int]
    before: Position
    after: Position
    """The board when the turn was over; of a corrected play the corrected board."""

    outcome: Outcome
    play: str = ""
    """The play in words, as it ended; empty where there is no such text."""

    breaches: tuple[Breach, ...] = ()
    """What was wrong with the first play; empty when it was legal."""

    explanation: str = ""
    """The referee's sentence about an illegal play."""


@dataclass(frozen=True, slots=True)
class CubeAction:
    """A double or an answer to it."""

    side: Side
    verb: CubeVerb
    value: int
    """The cube's value if the double is taken; after a beaver its value."""


@dataclass(frozen=True, slots=True)
class Resignation:
    """A side gave the game up."""

    side: Side
    multiple: int
    """1, 2 or 3 times the cube."""


Action = Turn | CubeAction | Resignation


@dataclass(frozen=True, slots=True)
class CubePut:
    """A person put the cube right."""

    after: int
    """How many actions of the game came before."""

    cube: Cube


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a match."""

    number: int
    """From 1 on."""

    crawford: bool
    white_before: int
    """White's points when the game began."""

    black_before: int
    openings: tuple[tuple[int, int], ...] = ()
    """White's and Black's opening dice, ties included; the last pair is no tie once the game has begun."""

    actions: tuple[Action, ...] = ()
    cubes_put: tuple[CubePut, ...] = ()
    """Where a person put the cube right, in order."""

    cube_start: int = 1
    """What the cube showed at the first play: more than 1 after automatic doubles."""

    cube_value: int = 1
    cube_owner: Side | None = None
    """Who may turn the cube; None while it is centred."""

    position: Position = field(default_factory=Position.start)
    """The board as the record last has it."""

    result: GameOver | None = None
    """None while the game is being played."""

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns alone, without cube actions and resignations."""
        return tuple(action for action in self.actions if isinstance(action, Turn))


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match from its events."""

    started: MatchStarted
    games: tuple[GameRecord, ...] = ()
    white: int = 0
    """White's points by the last finished game."""

    black: int = 0
    winner: Side | None = None

    def name(self, side: Side) -> str:
        """Give the player's name."""
        return self.started.white if side is Side.WHITE else self.started.black


def actions_with_cube(game: GameRecord) -> Iterator[tuple[Action, Cube]]:
    """Give each action of a game with the cube as it lay before it."""
    before = replace(game, actions=(), cube_value=game.cube_start, cube_owner=None)
    for number, action in enumerate(game.actions):
        for put in game.cubes_put:
            if put.after == number:
                before = replace(before, cube_value=put.cube.value, cube_owner=put.cube.owner)
        yield action, Cube(before.cube_value, before.cube_owner)
        if isinstance(action, CubeAction):
            before = _act_with_cube(before, action)


_UNKNOWN_MATCH = MatchStarted(length=0)


def transcribe(events: Iterable[TableEvent]) -> MatchRecord:
    """Fold a match's events, in their order, into games and turns; what was taken back or amended leaves no trace."""
    record = MatchRecord(_UNKNOWN_MATCH)
    for event in standing(events):
        record = advance(record, event)
    return record


def advance(record: MatchRecord, event: TableEvent) -> MatchRecord:
    """Add one event to the record."""
    match event:
        case MatchStarted():
            return replace(record, started=event)
        case GameStarted(number, crawford):
            game = GameRecord(number, crawford, record.white, record.black)
            return replace(record, games=(*record.games, game))
        case GameOver(winner, points):
            record = _in_game(record, event)
            if winner is Side.WHITE:
                return replace(record, white=record.white + points)
            return replace(record, black=record.black + points)
        case Scored(white, black):
            return replace(record, white=white, black=black)
        case MatchOver(winner):
            return replace(record, winner=winner)
        case ScoreSet(white, black, crawford):
            return _score_set(record, white, black, crawford=crawford)
        case _:
            return _in_game(record, event)


def _score_set(record: MatchRecord, white: int, black: int, *, crawford: bool) -> MatchRecord:
    """Take a person's word for the score before the game that is being played, or the next."""
    record = replace(record, white=white, black=black)
    if not record.games or record.games[-1].result is not None:
        return record
    *done, game = record.games
    game = replace(game, white_before=white, black_before=black, crawford=crawford)
    return replace(record, games=(*done, game))


def _in_game(record: MatchRecord, event: TableEvent) -> MatchRecord:
    if not record.games:
        return record
    *done, game = record.games
    return replace(record, games=(*done, _advance_game(game, event)))


def _advance_game(game: GameRecord, event: TableEvent) -> GameRecord:  # noqa: C901, PLR0911, PLR0912 -- one flat case an event
    match event:
        case OpeningRoll(white, black):
            game = replace(game, openings=(*game.openings, (white, black)))
            if white == black:
                return game
            side = Side.WHITE if white > black else Side.BLACK
            return _roll(game, side, (max(white, black), min(white, black)))
        case Rolled(side, dice):
            return _roll(game, side, dice)
        case Played(side, dice, play, position):
            turn = Turn(side, dice, game.position, position, Outcome.PLAYED, play)
            return _end_turn(game, turn)
        case NoMove(side, dice, position):
            return _end_turn(game, Turn(side, dice, game.position, position, Outcome.NO_MOVE))
        case IllegalPlay(side, dice, position, breaches, explanation):
            turn = Turn(side, dice, game.position, position, Outcome.DISPUTED, "", breaches, explanation)
            return _end_turn(game, turn)
        case Corrected(side, play, position):
            return _settle(game, side, Outcome.CORRECTED, play, position)
        case Stood(side):
            return _settle(game, side, Outcome.STOOD, "", None)
        case Doubled() | Taken() | Dropped() | Beavered():
            return _turn_cube(game, event)
        case CubeSet(value, owner):
            put = CubePut(len(game.actions), Cube(value, owner))
            return replace(game, cube_value=value, cube_owner=owner, cubes_put=(*game.cubes_put, put))
        case RollVoided(side):
            return _voided(game, side)
        case AutomaticDouble(value):
            return replace(game, cube_start=value, cube_value=value)
        case Resigned(side, points):
            return _add(game, Resignation(side, points))
        case GameOver():
            return replace(game, result=event)
        case _:
            return game


def _add(game: GameRecord, action: Action) -> GameRecord:
    return replace(game, actions=(*game.actions, action))


def _roll(game: GameRecord, side: Side, dice: tuple[int, int]) -> GameRecord:
    """Add a roll; told anew before it was played it was read wrongly at first, and the later reading holds."""
    return _add(_without_roll(game, side), Turn(side, dice, game.position, game.position, Outcome.UNPLAYED))


def _voided(game: GameRecord, side: Side) -> GameRecord:
    """Forget a roll that did not count; at the first turn the opening dice with it."""
    last = game.actions[-1] if game.actions else None
    if not (isinstance(last, Turn) and last.outcome is Outcome.UNPLAYED and last.side is side):
        return game
    openings = game.openings[:-1] if len(game.turns) == 1 else game.openings
    return replace(_without_last(game), openings=openings)


def _end_turn(game: GameRecord, turn: Turn) -> GameRecord:
    """Put the turn in the place of its roll."""
    game = _without_roll(game, turn.side)
    return replace(_add(game, turn), position=turn.after)


def _without_roll(game: GameRecord, side: Side) -> GameRecord:
    """Take out a side's roll that was not played, where it stands last."""
    last = game.actions[-1] if game.actions else None
    if isinstance(last, Turn) and last.outcome is Outcome.UNPLAYED and last.side is side:
        return _without_last(game)
    return game


def _without_last(game: GameRecord) -> GameRecord:
    actions = game.actions[:-1]
    puts = tuple(replace(put, after=min(put.after, len(actions))) for put in game.cubes_put)
    return replace(game, actions=actions, cubes_put=puts)


def _settle(game: GameRecord, side: Side, outcome: Outcome, play: str, board: Position | None) -> GameRecord:
    """Say how the last illegal play of a side ended; `board` is the corrected one, None where the play stood."""
    place = max((place for place, action in enumerate(game.actions) if isinstance(action, Turn)), default=0)
    action = game.actions[place] if game.actions else None
    if isinstance(action, Turn) and action.side is side and action.outcome is Outcome.DISPUTED:
        settled = replace(action, outcome=outcome, play=play, after=board or action.after)
        actions = (*game.actions[:place], settled, *game.actions[place + 1 :])
        return replace(game, actions=actions, position=board or game.position)
    return game if board is None else replace(game, position=board)  # a person put the board right


def _turn_cube(game: GameRecord, event: Doubled | Taken | Dropped | Beavered) -> GameRecord:
    match event:
        case Doubled(side, value):
            return _act_with_cube(game, CubeAction(side, CubeVerb.DOUBLE, value))
        case Taken(side):
            return _act_with_cube(game, CubeAction(side, CubeVerb.TAKE, _offered(game)))
        case Dropped(side):
            return _act_with_cube(game, CubeAction(side, CubeVerb.DROP, _offered(game)))
        case Beavered(side, value):
            return _act_with_cube(game, CubeAction(side, CubeVerb.BEAVER, value))


def _act_with_cube(game: GameRecord, action: CubeAction) -> GameRecord:
    game = _add(game, action)
    match action.verb:
        case CubeVerb.DOUBLE | CubeVerb.DROP:
            return game
        case CubeVerb.TAKE:
            return replace(game, cube_value=action.value, cube_owner=action.side)
        case CubeVerb.BEAVER:
            doubler = _doubler(game)
            owner = action.side if doubler is None else doubler.opponent
            return replace(game, cube_value=action.value, cube_owner=owner)


def _doubler(game: GameRecord) -> Side | None:
    """Give the side that doubled last; its opponent has the cube then, also after a beaver and a raccoon."""
    for action in reversed(game.actions):
        if isinstance(action, CubeAction) and action.verb is CubeVerb.DOUBLE:
            return action.side
    return None


def _offered(game: GameRecord) -> int:
    """Give the value of the double that is answered."""
    for action in reversed(game.actions):
        if isinstance(action, CubeAction):
            return action.value
    return game.cube_value * 2
