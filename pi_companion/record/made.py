"""Which legal play a turn of the record was: the exports write moves, and the record has boards."""

from pi_companion.record.transcript import Turn
from pi_companion.rules import Play, Roll, judge, legal_plays


def play_of(turn: Turn) -> Play | None:
    """Give the play that leads from the board before a turn to the one after it; None where no legal one does."""
    if turn.before.placing_faults():
        return None
    return judge(turn.before, turn.side, Roll(*turn.dice), turn.after).play


def choices_of(turn: Turn) -> tuple[Play, ...] | None:
    """List the legal plays of a turn; None where the board holds too many or too few checkers to say."""
    if turn.before.placing_faults():
        return None
    return legal_plays(turn.before, turn.side, Roll(*turn.dice))
