"""Hints in three steps, each telling more: something to think about, the idea of the best play, the play itself."""

from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from pi_companion.coach.choices import Choice, choices, risk, thought
from pi_companion.coach.deeds import deeds
from pi_companion.coach.engine import Engine, EngineError, Level, Ranked
from pi_companion.coach.features import contact
from pi_companion.coach.situation import situation
from pi_companion.coach.words import counted, listed, shots_told
from pi_companion.referee.course import Course
from pi_companion.referee.terms import Mode
from pi_companion.rules import Position, Roll, Side

NO_ENGINE = "No engine is here to say which play is best."

AS_GOOD = 0.005
"""Equities that differ by less are the same: an engine that looks farther may well turn them round."""

_MOST_NAMED = 3


class Hint(Enum):
    """How much a hint gives away."""

    NUDGE = "nudge"
    IDEA = "idea"
    PLAY = "play"


def why_no_coaching(mode: Mode) -> str | None:
    """Say why the coach keeps silent in a match; None where it may speak."""
    if mode is Mode.TEACH:
        return None
    return f"The match is played in mode {mode.value}; the coach speaks in mode {Mode.TEACH.value} only."


@dataclass(frozen=True, slots=True)
class Hinted:
    """What came of asking for a hint."""

    words: str = ""
    refused: str = ""
    """Why there is none, in one sentence; empty where there is one."""


def hint_at(course: Course, step: Hint, engine: Engine) -> Hinted:
    """Give a hint to the side on roll, where the match is one that teaches.

    An engine that cannot answer is no refusal: then only what can be counted is told.

    Raises:
        InputError: The position cannot arise in a game.
    """
    silent = why_no_coaching(course.terms.mode)
    if silent is not None:
        return Hinted(refused=silent)
    if course.roll is None or course.on_roll is None:
        return Hinted(refused="A hint is for a roll; nothing is rolled that waits to be played.")
    ranked: tuple[Ranked, ...] = ()
    if step is not Hint.NUDGE:
        with suppress(EngineError):
            ranked = engine.plays(situation(course, course.on_roll, course.roll), Level.DEEP)
    return Hinted(hint(course.position, course.on_roll, course.roll, step, ranked))


def hint(position: Position, side: Side, roll: Roll, step: Hint, ranked: tuple[Ranked, ...]) -> str:
    """Give a hint.

    Args:
        position: Before the play.
        side: Who plays.
        roll: What was rolled.
        step: How much to give away.
        ranked: The engine's ranking; empty where there is no engine, and then only what can be counted is told.

    Raises:
        InputError: A side has more or fewer than fifteen checkers.
    """
    found = choices(position, side, roll)
    if step is Hint.NUDGE or len(found) <= 1:
        return thought(position, side, roll)
    if not ranked:
        return f"{NO_ENGINE} {_safest(found, position, side)}"
    best = next(choice for choice in found if choice.play == ranked[0].play)
    if step is Hint.IDEA:
        return f"The best play {listed(deeds(best, position, side))}."
    if len(ranked) == 1:
        return f"{best.play}."
    behind = ranked[0].equity - ranked[1].equity
    if behind < AS_GOOD:
        return f"{best.play}. Another one, {ranked[1].play}, is worth as much here."
    return f"{best.play}. The next best, {ranked[1].play}, is worth {behind:.3f} points less."


def _safest(found: tuple[Choice, ...], position: Position, side: Side) -> str:
    rival = side.opponent.label
    if not contact(position):
        most = max(choice.borne_off for choice in found)
        named = [str(choice.play) for choice in found if choice.borne_off == most]
        return f"Most checkers, {most}, are borne off by {_some(named)}."
    risks = [risk(choice.play) for choice in found]
    least = min(risks)
    named = [str(choice.play) for choice, left in zip(found, risks, strict=True) if left == least]
    if len(named) == len(found):
        return f"Every legal play leaves {rival} {shots_told(least)}."
    return f"Safest for one roll, with {shots_told(least)} for {rival}: {_some(named)}."


def _some(named: list[str]) -> str:
    more = len(named) - _MOST_NAMED
    shown = " or ".join(named[:_MOST_NAMED])
    return f"{shown}, or {counted(more, 'other')}" if more > 0 else shown
