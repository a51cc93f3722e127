"""How much of what was played was recognised, where the truth is known."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from pi_companion.referee.events import Corrected, IllegalPlay, NoMove, Played, Stood, TableEvent

_Turn = Played | NoMove | IllegalPlay | Corrected | Stood


@dataclass(frozen=True, slots=True)
class Comparison:
    """Plays as they were, beside plays as they were told."""

    plays: int
    recognised: int
    missed: tuple[TableEvent, ...]
    """Played, but not told, or told as something else."""

    invented: tuple[TableEvent, ...]
    """Told, but not played so."""

    @property
    def perfect(self) -> bool:
        """Whether all was told as it was, and nothing else."""
        return not self.missed and not self.invented


def compare(truth: Iterable[TableEvent], told: Iterable[TableEvent]) -> Comparison:
    """Lay the plays that were told beside the true ones, in order; words do not count, boards and dice do."""
    wanted = [event for event in truth if isinstance(event, _Turn)]
    came = [event for event in told if isinstance(event, _Turn)]
    matcher = SequenceMatcher(None, [_key(event) for event in wanted], [_key(event) for event in came], autojunk=False)
    hit_wanted: set[int] = set()
    hit_came: set[int] = set()
    for block in matcher.get_matching_blocks():
        hit_wanted.update(range(block.a, block.a + block.size))
        hit_came.update(range(block.b, block.b + block.size))
    return Comparison(
        plays=len(wanted),
        recognised=len(hit_wanted),
        missed=tuple(event for place, event in enumerate(wanted) if place not in hit_wanted),
        invented=tuple(event for place, event in enumerate(came) if place not in hit_came),
    )


def _key(event: _Turn) -> Hashable:
    match event:
        case Played(side, dice, _, position) | NoMove(side, dice, position):
            return type(event), side, tuple(sorted(dice)), position
        case IllegalPlay(side, dice, position):
            return type(event), side, tuple(sorted(dice)), position
        case Corrected(side, _, position):
            return type(event), side, position
        case Stood(side):
            return type(event), side
