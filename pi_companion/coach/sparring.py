"""The companion as a player: what it decides at each moment of a game, by the engine and by how strong it is to be.

It decides the same whenever it is asked the same, so that a restart in mid-game changes nothing.
"""

import random
from dataclasses import dataclass
from enum import Enum

from pi_companion.coach.engine import Engine, Level, Ranked
from pi_companion.coach.features import contact
from pi_companion.coach.situation import situation
from pi_companion.coach.strength import Strength
from pi_companion.referee.course import Course, Phase
from pi_companion.rules import Play, Roll, Side, Xgid, can_double, legal_plays

CERTAIN = 0.001
"""A chance that is smaller is none, and one that is as near to 1 is certain: so sure is whoever gives up."""

NOISE_OF_ENGINE = 0.005
"""Equities that differ by less are the same, when an offer to give up is weighed."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What makes a strength."""

    level: Level
    """How far the engine looks ahead."""

    slip: float
    """Standard deviation of the mistake in what each choice seems worth, in points for each point of the cube."""


SKILLS = {
    Strength.AVERAGE: Skill(Level.QUICK, 0.12),
    Strength.CLEVER: Skill(Level.QUICK, 0.06),
    Strength.RUTHLESS: Skill(Level.DEEP, 0.0),
}


@dataclass(frozen=True, slots=True)
class Moves:
    """It plays; None where it has no legal play."""

    play: Play | None


class Says(Enum):
    """What it says, or waits for."""

    ROLL = "roll"
    """Nothing: its dice are to be rolled."""

    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    AGREE = "agree"
    """To the other side's offer to give up."""

    REFUSE = "refuse"
    """The other side's offer to give up."""


@dataclass(frozen=True, slots=True)
class GivesUp:
    """It offers to give the game up."""

    times: int
    """1, 2 or 3 times the cube."""


Intent = Moves | Says | GivesUp


class Ask(Enum):
    """What a side is asked at a moment of the game."""

    BEFORE_ROLL = "before the roll"
    PLAY = "play"
    ANSWER = "answer"
    """A double of the other side's waits for it."""

    CONSENT = "consent"
    """The other side offers to give up."""


def asked(course: Course, side: Side) -> Ask | None:
    """Tell what a side is asked now; None where nothing is its to decide."""
    if course.phase not in (Phase.OPENING, Phase.PLAYING):
        return None
    if course.resigning is not None:
        return Ask.CONSENT if course.resigning.side is side.opponent else None
    if course.offer is not None:
        return Ask.ANSWER if course.offer.by is side.opponent else None
    if course.on_roll is not side or course.dispute is not None:
        return None
    return Ask.PLAY if course.roll is not None else Ask.BEFORE_ROLL


@dataclass(frozen=True, slots=True)
class Partner:
    """The companion's side of a game."""

    side: Side
    strength: Strength
    seed: int
    """The same seed makes the same mistakes."""

    def decide(self, course: Course, engine: Engine) -> Intent | None:
        """Decide what this side does now; None where nothing is its to decide.

        Raises:
            EngineError: The engine cannot answer.
            InputError: The position cannot arise in a game.
        """
        match asked(course, self.side):
            case Ask.PLAY if course.roll is not None:
                return Moves(self.choose(course, course.roll, engine))
            case Ask.BEFORE_ROLL:
                return self._before_roll(course, engine)
            case Ask.ANSWER if course.offer is not None:
                return self._answer(course, course.offer.by, engine)
            case Ask.CONSENT if course.resigning is not None:
                return self._consent(course, course.resigning.times, engine)
            case _:
                return None

    def choose(self, course: Course, roll: Roll, engine: Engine) -> Play | None:
        """Choose a play; None where the roll cannot be played.

        Raises:
            EngineError: The engine cannot answer.
            InputError: The position cannot arise in a game.
        """
        xgid = situation(course, self.side, roll)
        plays = legal_plays(course.position, self.side, roll)
        if len(plays) <= 1:
            return plays[0] if plays else None
        ranked = engine.plays(xgid, self._skill.level)
        chance = self._chance(xgid)
        return max(ranked, key=lambda each: self._seems(each, chance)).play

    def _seems(self, ranked: Ranked, chance: random.Random) -> float:
        return ranked.equity + chance.gauss(0, 1) * self._skill.slip

    def _before_roll(self, course: Course, engine: Engine) -> Intent:
        xgid = situation(course, self.side)
        times = self._lost(course, xgid, engine)
        if times:
            return GivesUp(times)
        if course.phase is Phase.OPENING or not can_double(course.cube, self.side, course.score):
            return Says.ROLL
        view = engine.cube(xgid, self._cube_level)
        gain = view.double - view.no_double + self._chance(xgid).gauss(0, 1) * self._skill.slip
        return Says.DOUBLE if gain > 0 else Says.ROLL

    def _lost(self, course: Course, xgid: Xgid, engine: Engine) -> int:
        """Give how many times the cube a game is surely lost for; 0 where it is not."""
        position = course.position
        if contact(position) or position.pip_count(self.side) <= position.pip_count(self.side.opponent):
            return 0
        outlook = engine.outlook(xgid, self._skill.level)
        if outlook.win >= CERTAIN:
            return 0
        if outlook.lose_gammon < CERTAIN or (xgid.jacoby and course.cube.owner is None):
            return 1
        if outlook.lose_backgammon < CERTAIN < 1 - CERTAIN < outlook.lose_gammon:
            return 2
        return 3 if outlook.lose_backgammon > 1 - CERTAIN else 0

    def _answer(self, course: Course, by: Side, engine: Engine) -> Intent:
        xgid = situation(course, by)
        view = engine.cube(xgid, self._cube_level)
        cost = view.take - view.drop + self._chance(xgid).gauss(0, 1) * self._skill.slip
        return Says.TAKE if cost <= 0 else Says.DROP

    def _consent(self, course: Course, times: int, engine: Engine) -> Intent:
        """Agree where playing on is worth no more than what is offered."""
        turn = course.on_roll
        if turn is None:
            return Says.AGREE if times > 1 else Says.REFUSE
        worth = self._worth(course, turn, engine)
        return Says.AGREE if times >= (worth if turn is self.side else -worth) - NOISE_OF_ENGINE else Says.REFUSE

    def _worth(self, course: Course, turn: Side, engine: Engine) -> float:
        """Say what the game is worth to the side on roll, for each point of the cube."""
        if course.roll is None:
            return engine.cube(situation(course, turn), self._cube_level).best
        ranked = engine.plays(situation(course, turn, course.roll), self._skill.level)
        if ranked:
            return ranked[0].equity
        return -engine.cube(situation(course, turn.opponent), self._cube_level).best

    @property
    def _skill(self) -> Skill:
        return SKILLS[self.strength]

    @property
    def _cube_level(self) -> Level:
        return Level.CAREFUL if self._skill.level is Level.QUICK else self._skill.level

    def _chance(self, xgid: Xgid) -> random.Random:
        return random.Random(f"{self.seed} {xgid}")  # noqa: S311 - slips, not secrets
