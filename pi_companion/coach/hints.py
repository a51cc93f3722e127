"""Hints in three steps, each telling more: something to think about, the idea of the best play, the play itself."""

from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from pi_companion.coach.chances import ROLLS
from pi_companion.coach.choices import Choice, choices, risk, thought
from pi_companion.coach.engine import Engine, EngineError, Level, Ranked
from pi_companion.coach.features import contact
from pi_companion.coach.situation import situation
from pi_companion.coach.words import counted, listed
from pi_companion.referee.course import Course
from pi_companion.referee.terms import Mode
from pi_companion.rules import Position, Roll, Side

NO_ENGINE = "No engine is here to say which play is best."

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
        return f"The best play {listed(_deeds(best, position, side))}."
    if len(ranked) == 1:
        return f"{best.play}."
    behind = ranked[0].equity - ranked[1].equity
    return f"{best.play}. The next best, {ranked[1].play}, is worth {behind:.3f} less."


def _deeds(choice: Choice, position: Position, side: Side) -> list[str]:
    """Say what a play does, without naming its moves."""
    rival = side.opponent.label
    deeds = []
    if choice.wins:
        return ["bears off the last checker"]
    if choice.hits:
        deeds.append(f"hits {counted(choice.hits, 'checker')}")
    if choice.borne_off:
        deeds.append(f"bears off {counted(choice.borne_off, 'checker')}")
    if contact(position):
        if choice.new_home:
            deeds.append(f"makes {counted(choice.new_home, 'new point')} in the home board")
        if choice.anchors:
            deeds.append(f"makes {counted(choice.anchors, 'anchor')}")
        if choice.given_up:
            deeds.append(f"gives up {counted(choice.given_up, 'point')} of the home board")
        left = risk(choice.play)
        shots = f"{counted(left, 'shot')} out of {ROLLS}" if left else "no shot"
        deeds.append(f"leaves {rival} {shots}")
    elif not deeds:
        deeds.append(f"leaves {counted(choice.pips, 'pip')} to go")
    return deeds


def _safest(found: tuple[Choice, ...], position: Position, side: Side) -> str:
    rival = side.opponent.label
    if not contact(position):
        most = max(choice.borne_off for choice in found)
        named = [str(choice.play) for choice in found if choice.borne_off == most]
        return f"Most checkers, {most}, are borne off by {_some(named)}."
    risks = [risk(choice.play) for choice in found]
    least = min(risks)
    named = [str(choice.play) for choice, left in zip(found, risks, strict=True) if left == least]
    shots = f"{counted(least, 'shot')} out of {ROLLS}" if least else "no shot"
    return f"Safest for one roll, with {shots} for {rival}: {_some(named)}."


def _some(named: list[str]) -> str:
    if len(named) <= _MOST_NAMED:
        return " or ".join(named)
    return f"{' or '.join(named[:_MOST_NAMED])}, among {len(named)}"
