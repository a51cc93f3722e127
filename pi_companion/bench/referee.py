"""How long a decision of the referee takes: a turn judged, explained from what was seen, and stepped to its report.

Half of the turns end with a legal play and half with an illegal one. Measured in processor time, with nothing kept
from one part to the next, so that each is timed as if it came first.
"""

import gc
import gzip
import json
import random
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from time import process_time

from pi_companion.bench.rules import ROLLS, self_play_positions
from pi_companion.errors import InputError
from pi_companion.referee import DieReading, Sighting, State, explain, resume, step
from pi_companion.referee.events import Corrected, GameStarted, MatchStarted
from pi_companion.referee.results import results_of
from pi_companion.rules import BAR, OFF, Position, Roll, Side, judge, legal_plays

SURE = 9.0
"""Nats by which a sighting prefers what stands there."""

LOOKS = 3
"""Sightings of each still board."""

_MIDDLE = 15
_FACES = 6
_HUNDREDTHS = 100


@dataclass(frozen=True, slots=True)
class Case:
    """White's turn: the board before it, the roll, and the board after it."""

    before: Position
    roll: Roll
    after: Position


@dataclass(frozen=True, slots=True)
class Took:
    """Processor time of one decision, in milliseconds."""

    judge_ms: float
    explain_ms: float
    step_ms: float
    """The longest step of the turn, which is the one that reports it."""

    @property
    def whole_ms(self) -> float:
        """All three together."""
        return self.judge_ms + self.explain_ms + self.step_ms


@dataclass(frozen=True, slots=True)
class RefereeSpeed:
    """What one run measured, in milliseconds."""

    decisions: int
    doubles: int
    """Decisions about a double."""

    told: int
    """Decisions that ended with the turn reported."""

    judge_ms: float
    """Median, as are the next two."""

    explain_ms: float
    step_ms: float
    median_ms: float
    """Of the whole decision, as are the rest."""

    of_a_hundred_ms: float
    """All but one in a hundred take less."""

    worst_ms: float
    worst_double_ms: float


def cases_of_play(count: int = 300, seed: int = 1) -> list[Case]:
    """Take turns from games of careless play, every third one a double."""
    rng = random.Random(seed)
    doubles = [roll for roll in ROLLS if roll.is_double]
    cases: list[Case] = []
    for number, (position, side) in enumerate(self_play_positions((count + 1) // 2, seed)):
        own, other = position.counts(side), position.counts(side.opponent)
        cases += _pair(Position(own, other), rng.choice(doubles if number % 3 == 0 else ROLLS))
    return cases[:count]


def cases_of_vectors(path: Path) -> list[Case]:
    """Read positions and rolls from a file of JSON lines, each with `pos` (26 characters of an XGID) and `dice`.

    Raises:
        InputError: The file cannot be read, or is no such file.
    """
    try:
        data = path.read_bytes()
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        turns = [(Position.from_xgid(line["pos"], on_roll=Side.WHITE), Roll(*line["dice"])) for line in lines]
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"wanted JSON lines with `pos` and `dice`, gzipped or not, but {path} gave {error}; give another file"
        ) from error
    return [case for before, roll in turns for case in _pair(before, roll)]


def _pair(before: Position, roll: Roll) -> list[Case]:
    """Make a legal turn of a roll, and one in which a checker was moved one point further, off Black's points."""
    plays = legal_plays(before, Side.WHITE, roll)
    after = plays[-1].result if plays else before
    counts = list(after.white)
    free = (
        place for place in range(BAR, OFF, -1) if counts[place] and not (place > 1 and after.black[BAR + 1 - place])
    )
    start = next(free, OFF)
    if start == OFF:
        return [Case(before, roll, after)]
    counts[start] -= 1
    counts[start - 1] += 1
    return [Case(before, roll, after), Case(before, roll, Position(tuple(counts), after.black))]


def decide(case: Case) -> tuple[Took, bool]:
    """Time one decision, and say whether it ended with the turn reported."""
    results_of.cache_clear()
    begun = process_time()
    judge(case.before, Side.WHITE, case.roll, case.after)
    judged = process_time()
    shown = [_sighting(float(time), case.after, case.roll) for time in range(LOOKS)]
    results_of.cache_clear()
    ready = process_time()
    explain(case.before, Side.WHITE, shown)
    explained = process_time()
    state, longest_s, told = _state(case.before), 0.0, False
    results_of.cache_clear()
    for sighting in _turn(case):
        start = process_time()
        done = step(state, sighting)
        longest_s = max(longest_s, process_time() - start)
        state, told = done.state, told or done.state.course.on_roll is not Side.WHITE
    return Took(1e3 * (judged - begun), 1e3 * (explained - ready), 1e3 * longest_s), told


def _state(before: Position) -> State:
    """Put White on roll with a board."""
    return resume((MatchStarted(0), GameStarted(1, crawford=False), Corrected(Side.BLACK, "", before)))


def _turn(case: Case) -> list[Sighting]:
    """See the dice fall, the play, and the dice lifted."""
    moments = [(case.before, case.roll), (case.after, case.roll), (case.after, None)]
    boards = [moment for moment in moments for _ in range(LOOKS)]
    return [_sighting(number / 2, position, roll) for number, (position, roll) in enumerate(boards)]


def _sighting(t_s: float, position: Position, roll: Roll | None) -> Sighting:
    points = tuple(
        _row(_MIDDLE + position.white[point] - position.black[BAR - point], 2 * _MIDDLE + 1) for point in range(1, BAR)
    )
    rest = [_row(counts[place], _MIDDLE + 1) for place in (BAR, OFF) for counts in (position.white, position.black)]
    faces = () if roll is None else roll.dice
    dice = tuple(DieReading(_row(face - 1, _FACES), (0.6 + 0.1 * place, 0.5)) for place, face in enumerate(faces))
    return Sighting(t_s, "", points, rest[0], rest[1], rest[2], rest[3], dice, None)


def _row(value: int, size: int) -> tuple[float, ...]:
    return tuple(0.0 if each == value else -SURE for each in range(size))


def run(cases: list[Case]) -> RefereeSpeed:
    """Measure the decisions.

    Raises:
        InputError: There are too few to say anything of.
    """
    if len(cases) < 2:  # noqa: PLR2004 -- a median of one is that one
        raise InputError(f"two turns at least are wanted, but {len(cases)} came; give a longer file")
    gc.freeze()  # the cases are thousands and not the referee's: no decision shall wait while they are swept
    measured = [(case, *decide(case)) for case in cases]
    gc.unfreeze()
    took = [each for _, each, _ in measured]
    whole = [each.whole_ms for each in took]
    return RefereeSpeed(
        decisions=len(cases),
        doubles=sum(case.roll.is_double for case in cases),
        told=sum(told for _, _, told in measured),
        judge_ms=median(each.judge_ms for each in took),
        explain_ms=median(each.explain_ms for each in took),
        step_ms=median(each.step_ms for each in took),
        median_ms=median(whole),
        of_a_hundred_ms=quantiles(whole, n=_HUNDREDTHS)[-1],
        worst_ms=max(whole),
        worst_double_ms=max((each.whole_ms for case, each, _ in measured if case.roll.is_double), default=0.0),
    )


def report_lines(speed: RefereeSpeed) -> list[str]:
    """Say in lines for a person what was measured.

    >>> report_lines(RefereeSpeed(300, 100, 299, 0.2, 1.5, 2.0, 3.7, 9.0, 12.5, 12.5))[0]
    'decisions of the referee: 300 turns, 100 doubles; 299 reported'
    """
    return [
        f"decisions of the referee: {speed.decisions:,} turns, {speed.doubles:,} doubles; {speed.told:,} reported",
        f"  judge    {speed.judge_ms:7.2f} ms (median)",
        f"  explain  {speed.explain_ms:7.2f} ms",
        f"  step     {speed.step_ms:7.2f} ms, the longest of the turn",
        f"  whole    {speed.median_ms:7.2f} ms; 99 of 100 under {speed.of_a_hundred_ms:.1f} ms",
        f"  worst    {speed.worst_ms:7.2f} ms, of doubles {speed.worst_double_ms:.1f} ms",
    ]
