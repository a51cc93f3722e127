"""One game of a .mat file replayed by our own rules.

What counts is what was played, as far as the board allows it:

- a play that cannot be made (no checker there, a point that is held) leaves the board as it was, as gnubg has it;
- nothing after a roll is a dance where nothing could be played, the play where only one was legal, and a resignation
  after the roll where the game ends there;
- a game that still ran at its `Wins` line was resigned: for a single game up to the cube's value, a gammon up to twice
  the cube, else a backgammon.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from pi_companion.errors import InputError
from pi_companion.record.mat_reader import (
    Cell,
    CubeCell,
    CubeWord,
    GaveUpCell,
    Made,
    RollCell,
    WinsCell,
)
from pi_companion.record.snowie import read_snowie_board
from pi_companion.referee.events import (
    AutomaticDouble,
    Beavered,
    Doubled,
    Dropped,
    GameOver,
    IllegalPlay,
    NoMove,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    Stood,
    TableEvent,
    Taken,
)
from pi_companion.rules import (
    Breach,
    Cube,
    MatchScore,
    Position,
    Roll,
    Side,
    WinKind,
    finished_game,
    judge,
    legal_plays,
    parse_play,
    why_not_double,
)

RESIGNED_MATCH = 1000
"""Some programs add this to the points where the whole match was resigned."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about a line of the file that a person should know."""

    line: int
    text: str


@dataclass(slots=True)
class Replay:
    """A game in the course of being replayed."""

    score: MatchScore
    """Before the game."""

    jacoby: bool
    """Whether gammons count only once the cube was turned."""

    events: list[TableEvent] = field(default_factory=list)
    illegal: list[Remark] = field(default_factory=list)
    """Each illegal play."""

    remarks: list[Remark] = field(default_factory=list)
    """What else is wrong."""

    result: GameOver | None = None
    position: Position = field(default_factory=Position.start)
    cube: Cube = field(default_factory=Cube)
    """At first what automatic doubles made of it."""

    doubler: Side | None = None
    """Who doubled, until the answer is known."""

    offered: int = 0
    """The value of that double, or of the beaver that answered it."""

    disputed: Side | None = None
    """Whose illegal play has not stood yet."""

    begun: bool = False
    """Whether dice have been rolled."""

    def run(self, cells: Sequence[Cell]) -> None:
        """Replay the cells in their order."""
        value = 1
        while value < self.cube.value:
            value *= 2
            self.events.append(AutomaticDouble(value))
        for place, cell in enumerate(cells):
            match cell:
                case WinsCell():
                    self._wins(cell)
                case GaveUpCell():
                    # The winner's line says who won and what for.
                    continue
                case RollCell() | CubeCell() if self.result is not None:
                    self._remark(cell, "the game was over before this; it is left out")
                case RollCell():
                    self._roll(cell, cells[place + 1 :])
                case CubeCell():
                    self._turn_cube(cell)
                case _:
                    assert_never(cell)

    def resign(self, winner: Side, points: int) -> None:
        """End a game that still ran, so that the winner has these points, or what the cube makes of them."""
        self._stand()
        if self.doubler is winner and points == self.offered // 2:
            self._drop(winner.opponent)
            return
        whole_match = points >= RESIGNED_MATCH
        points -= RESIGNED_MATCH if whole_match else 0
        multiple = next((times for times in (1, 2) if points <= times * self.cube.value), 3)
        self.events.append(Resigned(winner.opponent, multiple))
        self.result = GameOver(winner, points if whole_match else multiple * self.cube.value, WinKind.RESIGN)

    def _remark(self, cell: Cell, text: str) -> None:
        self.remarks.append(Remark(cell.line, text))

    def _wins(self, cell: WinsCell) -> None:
        if self.result is None:
            self.resign(cell.side, cell.points)
        elif self.result.winner is not cell.side:
            self._remark(cell, f"{cell.side.label} is said to win, but {self.result.winner.label} has won")
        elif self.result.points != cell.points:
            self._remark(cell, f"a win of {cell.points} is said, but the game was played for {self.result.points}")

    def _stand(self) -> None:
        """Let what was illegal stand, since the game goes on."""
        if self.disputed is not None:
            self.events.append(Stood(self.disputed))
            self.disputed = None

    def _roll(self, cell: RollCell, rest: Sequence[Cell]) -> None:
        if cell.dice is None:
            return
        self._stand()
        self._settle_cube()
        roll = Roll(*cell.dice)
        if self.begun or roll.is_double:
            self.events.append(Rolled(cell.side, cell.dice))
        else:
            self.events.append(OpeningRoll(*(roll.dice if cell.side is Side.WHITE else roll.dice[::-1])))
        self.begun = True
        self._make_play(cell, cell.dice, rest)
        finished = finished_game(self.position, self.cube, jacoby=self.jacoby)
        if finished is not None:
            self._stand()
            self.result = GameOver(finished.winner, finished.points, finished.kind)

    def _make_play(self, cell: RollCell, dice: tuple[int, int], rest: Sequence[Cell]) -> None:
        match cell.made:
            case Made.UNKNOWN:
                return
            case Made.NOTHING | Made.CANNOT_MOVE:
                self._make_nothing(cell, dice, rest)
            case Made.MOVES:
                self._make_moves(cell, dice)
            case Made.BOARD:
                after = read_snowie_board(cell.text, cell.side, cell.line)
                self._come_to(cell, dice, after, "the board in the file")
            case _:
                assert_never(cell.made)

    def _make_nothing(self, cell: RollCell, dice: tuple[int, int], rest: Sequence[Cell]) -> None:
        whole = not self.position.placing_faults()
        plays = legal_plays(self.position, cell.side, Roll(*dice)) if whole else ()
        if not plays:
            self.events.append(NoMove(cell.side, dice, self.position))
        elif len(plays) == 1 and cell.made is Made.NOTHING:
            self._come_to(cell, dice, plays[0].result, str(plays[0]))
        elif any(isinstance(each, RollCell | CubeCell) for each in rest):
            self._come_to(cell, dice, self.position, "no move")

    def _make_moves(self, cell: RollCell, dice: tuple[int, int]) -> None:
        try:
            after = parse_play(cell.text, self.position, cell.side, Roll(*dice)).result
        except InputError:
            nobody = f"no checker of {cell.side.label} stands where one of these moves begins"
            self._refuse(cell, dice, Breach.CHECKER_COUNT_WRONG, nobody)
            return
        if set(after.placing_faults()) - set(self.position.placing_faults()):
            held = f"a checker would land on a point that {cell.side.opponent.label} holds"
            self._refuse(cell, dice, Breach.POINT_BLOCKED, held)
            return
        self._come_to(cell, dice, after, cell.text)

    def _come_to(self, cell: RollCell, dice: tuple[int, int], after: Position, text: str) -> None:
        """Judge the play that led to a board; the board counts, legal or not."""
        before, self.position = self.position, after
        if faults := before.placing_faults():
            self._remark(cell, f"{text} cannot be judged, since before it {faults[0]}")
            self.events.append(Played(cell.side, dice, cell.text, after))
            return
        ruling = judge(before, cell.side, Roll(*dice), after)
        if ruling.legal:
            self.events.append(Played(cell.side, dice, str(ruling.play or ""), after))
            return
        self.events.append(IllegalPlay(cell.side, dice, after, ruling.breaches, ruling.explanation))
        self.illegal.append(Remark(cell.line, f"{cell.side.label} {Roll(*dice)}, {text}: {ruling.explanation}"))
        self.disputed = cell.side

    def _refuse(self, cell: RollCell, dice: tuple[int, int], breach: Breach, why: str) -> None:
        """Leave the board as it was: what the file has cannot be made on it."""
        told = f"{cell.side.label} {Roll(*dice)}, {cell.text}: {why}; the board is left as it was."
        self.events.append(IllegalPlay(cell.side, dice, self.position, (breach,), told))
        self.illegal.append(Remark(cell.line, told))
        self.disputed = cell.side

    def _turn_cube(self, cell: CubeCell) -> None:
        self._stand()
        if cell.word is CubeWord.DOUBLE:
            self._double(cell)
        elif self.doubler is None:
            self._remark(cell, f"a {cell.word.value} where nobody has doubled; it is left out")
        elif cell.word is CubeWord.BEAVER:
            self._check_value(cell, 2 * self.offered)
            self.offered = cell.value
            self.cube = Cube(cell.value, self.doubler.opponent)
            self.events.append(Beavered(cell.side, cell.value))
        elif cell.word is CubeWord.TAKE:
            self._settle_cube()
        else:
            self._drop(cell.side)

    def _double(self, cell: CubeCell) -> None:
        self._settle_cube()
        reason = why_not_double(self.cube, cell.side, self.score)
        if reason is not None:
            self._remark(cell, f"a double against the rules, which stands: {reason}")
        self._check_value(cell, 2 * self.cube.value)
        self.doubler, self.offered = cell.side, cell.value
        self.events.append(Doubled(cell.side, cell.value))

    def _check_value(self, cell: CubeCell, due: int) -> None:
        """Take the file's word for the cube: a higher one comes of automatic doubles, which the format cannot say."""
        if cell.value != due:
            self._remark(cell, f"the cube is said to go to {cell.value}, but by what came before it goes to {due}")

    def _settle_cube(self) -> None:
        """Take a double that was answered by going on; after a beaver there is nothing left to take."""
        if self.doubler is not None and self.cube != Cube(self.offered, self.doubler.opponent):
            self.cube = Cube(self.offered, self.doubler.opponent)
            self.events.append(Taken(self.doubler.opponent))
        self.doubler = None

    def _drop(self, side: Side) -> None:
        self.events.append(Dropped(side))
        self.result = GameOver(side.opponent, self.offered // 2, WinKind.DROP)
