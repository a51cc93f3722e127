"""What has been seen and not yet been told: sightings gathered into episodes, one for each time the dice came to lie.

An episode with dice is a roll (or the same roll, nudged or thrown again); an episode without dice is a board whose
dice were lifted, or could not be read. Sightings of an unchanged board are one scene, however many they are.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pi_companion.referee.cube import CubeSeen, no_cube_seen
from pi_companion.referee.events import Cocked
from pi_companion.referee.look import Look, averaged, best_position, look_at
from pi_companion.referee.rolls import RollChances, die_chances, roll_chances
from pi_companion.referee.sighting import DieReading, Sighting
from pi_companion.rules import Position

SAME_PLACE = 0.02
"""Largest distance, in board widths, between two readings of a die that was not moved."""

SEEN_AGAIN = 1.5
"""How much dice read in several scenes count, against one scene; the readings are not independent."""

LAST_SCENES = 3
"""Scenes kept at the end of an episode, beside its first."""

SETTLED = 2
"""Sightings of one scene after which it is no passing thing."""

_DICE = 2
_MOST_REPEATS = 20
_MOST_OLD_DICE = 4


@dataclass(frozen=True, slots=True)
class LyingDie:
    """One die that lies where it fell, with all its readings."""

    centre: tuple[float, float]
    """Where it lies, in board coordinates."""

    chances: tuple[float, ...]
    """6 mean log-probabilities over its readings."""

    readings: int
    cocked: int
    """In how many of the readings it leaned."""

    on_checker: int = 0
    """In how many of the readings it lay on a checker."""

    @classmethod
    def of(cls, reading: DieReading) -> "LyingDie":
        """Begin with one reading."""
        chances = die_chances(reading.log_likelihoods)
        return cls(reading.centre, chances, 1, int(reading.cocked), int(reading.on_checker))

    def lies_like(self, other: "LyingDie") -> bool:
        """Say whether the other reading is of a die at the same place."""
        return math.dist(self.centre, other.centre) <= SAME_PLACE

    def could_show(self, other: "LyingDie") -> bool:
        """Say whether both readings may be of one face."""
        joint = max(a + b for a, b in zip(self.chances, other.chances, strict=True))
        return joint > max(self.chances) + max(other.chances) - _CONTRADICTION

    def with_reading(self, other: "LyingDie") -> "LyingDie":
        """Take in one more reading of this die."""
        weight = min(self.readings, _MOST_REPEATS)
        mean = tuple((a * weight + b) / (weight + 1) for a, b in zip(self.chances, other.chances, strict=True))
        cocked, on_checker = self.cocked + other.cocked, self.on_checker + other.on_checker
        return LyingDie(other.centre, mean, self.readings + 1, cocked, on_checker)

    @property
    def is_cocked(self) -> bool:
        """Whether most readings say that it leans."""
        return 2 * self.cocked > self.readings

    @property
    def how_cocked(self) -> Cocked:
        """How it lies, where it is cocked."""
        return Cocked.ON_CHECKER if 2 * self.on_checker > self.readings else Cocked.LEANING


_CONTRADICTION = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """One or more sightings of an unchanged board."""

    look: Look
    best: Position
    """The position of fifteen checkers a side that fits best."""

    best_cost: float
    sightings: int
    first_s: float
    last_s: float
    frame: str
    """Name of the last frame."""

    @classmethod
    def of(cls, sighting: Sighting) -> "Scene":
        """Begin a scene with one sighting."""
        look = look_at(sighting)
        best, cost = best_position(look.costs)
        return cls(look, best, cost, 1, sighting.t_s, sighting.t_s, sighting.frame)

    def joined(self, later: "Scene") -> "Scene":
        """Take in one more sighting of the same board."""
        look = averaged(self.look, min(self.sightings, _MOST_REPEATS), later.look)
        best, cost = best_position(look.costs)
        return Scene(look, best, cost, self.sightings + 1, self.first_s, later.last_s, later.frame)

    def repeated(self, sighting: Sighting) -> "Scene":
        """Count a sighting that says exactly what the one before it said."""
        return replace(self, sightings=self.sightings + 1, last_s=sighting.t_s, frame=sighting.frame)


@dataclass(frozen=True, slots=True, eq=False)
class Episode:
    """The scenes from one fall of the dice to the next, or while no dice lay there."""

    dice: tuple[LyingDie, ...]
    scenes: tuple[Scene, ...]
    """The first scene and the last few."""

    cube: CubeSeen
    since_end: int | None = None
    """Sightings since the player said that the turn is over; None where nothing was said."""

    beside: bool = False
    """Whether the dice of the turn before still lie there: whoever threw these was too early."""

    seen_on: bool = False
    """Whether these are the dice of the episode before, since those beside which they fell were lifted."""

    @property
    def sightings(self) -> int:
        """How many sightings the kept scenes stand for."""
        return sum(scene.sightings for scene in self.scenes)

    @property
    def is_cocked(self) -> bool:
        """Whether a die leans, so that the roll does not count."""
        return any(die.is_cocked for die in self.dice)

    def chances(self) -> RollChances:
        """Weigh the rolls that the dice of this episode may be."""
        weight = SEEN_AGAIN if len(self.scenes) > 1 else 1.0
        return roll_chances([tuple(weight * chance for chance in die.chances) for die in self.dice])

    def with_scene(self, scene: Scene, cube: CubeSeen) -> "Episode":
        """Add what one sighting shows."""
        scenes = self.scenes
        if scenes[-1].look.places_unlike(scene.look) == 0:
            scenes = (*scenes[:-1], scenes[-1].joined(scene))
        else:
            scenes = (*scenes, scene)
            if len(scenes) > 1 + LAST_SCENES:
                scenes = (scenes[0], *scenes[-LAST_SCENES:])
        return replace(self, scenes=scenes, cube=self.cube.joined(cube), since_end=_one_more(self.since_end))

    def with_episode(self, later: "Episode") -> "Episode":
        """Take in a later episode that proved to be part of this one."""
        joined = self
        for scene in later.scenes:
            joined = joined.with_scene(scene, no_cube_seen())
        since_end = self.since_end if later.since_end is None else later.since_end
        return replace(joined, cube=joined.cube.joined(later.cube), since_end=since_end)

    def repeated(self, sighting: Sighting) -> "Episode":
        """Count a sighting whose evidence is exactly that of the one before."""
        scenes = (*self.scenes[:-1], self.scenes[-1].repeated(sighting))
        return replace(self, scenes=scenes, since_end=_one_more(self.since_end))

    def trimmed(self) -> "Episode":
        """Keep the last scene alone, as the beginning of the next turn."""
        return Episode((), self.scenes[-1:], no_cube_seen())


def _one_more(count: int | None) -> int | None:
    return None if count is None else count + 1


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """The episodes since the last turn that was told."""

    episodes: tuple[Episode, ...] = ()
    old_dice: tuple[LyingDie, ...] = ()
    """Dice of told turns that may still lie on the board."""

    def with_sighting(self, sighting: Sighting) -> "Window":
        """Take in one sighting."""
        scene, cube = Scene.of(sighting), CubeSeen.of(sighting.cube)
        fresh = _without(tuple(LyingDie.of(die) for die in sighting.dice), self.old_dice)
        index = self._last_with_dice()
        if index is None:
            return self._added((), fresh, scene, cube)
        earlier = self._earlier_dice(index)
        if earlier is not None and _same_dice(self.episodes[earlier].dice, fresh) is not None:
            index = earlier  # dice that showed up for one sighting were none
        current = self.episodes[index]
        passed = tuple(die for episode in self.episodes[:index] for die in episode.dice)
        seen, fresh = fresh, _without(fresh, passed, keep=current.dice)
        same = _same_dice(current.dice, fresh)
        if same is None:
            return self._added(current.dice, fresh, scene, cube, beside=self._falls_beside(index, seen))
        if current.beside and not self._falls_beside(index, seen):
            return replace(self, episodes=(*self.episodes, Episode(same, (scene,), cube, seen_on=True)))
        joined = replace(current, dice=same)
        for episode in self.episodes[index + 1 :]:
            joined = joined.with_episode(episode)
        return replace(self, episodes=(*self.episodes[:index], joined.with_scene(scene, cube)))

    def repeated(self, sighting: Sighting) -> "Window":
        """Count a sighting whose evidence is exactly that of the one before."""
        return replace(self, episodes=(*self.episodes[:-1], self.episodes[-1].repeated(sighting)))

    def turn_ended(self) -> "Window":
        """Note that the player said that the turn is over."""
        if not self.episodes:
            return self
        last = self.episodes[-1]
        next_turn: tuple[Episode, ...] = ()
        if last.beside:  # what was thrown too early is the next turn's, which the press begins
            next_turn = (Episode(last.dice, last.scenes[-1:], no_cube_seen(), seen_on=bool(last.dice)),)
        return replace(self, episodes=(*self.episodes[:-1], replace(last, since_end=0), *next_turn))

    def told_up_to(self, count: int, *, corrected: bool = False) -> "Window":
        """Forget the first episodes, whose turn was told; what still lies there begins the next one.

        Args:
            count: How many episodes.
            corrected: Whether a play was put right under dice that lie there already: what they lay beside before
                is no part of their turn.
        """
        told, rest = self.episodes[:count], self.episodes[count:]
        thrown = [episode for index, episode in enumerate(told) if not of_the_next(told, index, 0)]
        dice = tuple(die for episode in thrown for die in episode.dice)
        if not rest and told:
            rest = (told[-1].trimmed(),)
        elif corrected and rest[0].dice:
            rest = (replace(rest[0], scenes=rest[0].scenes[-1:]), *rest[1:])
        elif not told and rest and not rest[0].dice:
            rest = (rest[0].trimmed(), *rest[1:])
        old = (*_without(self.old_dice, dice), *dice)
        return Window(_on_their_own(rest), old[-_MOST_OLD_DICE:])

    def _falls_beside(self, index: int, seen: Sequence[LyingDie]) -> bool:
        """Say whether the whole roll still lies there that was made before whatever fell beside it."""
        own = next((each for each in range(index, -1, -1) if not self.episodes[each].beside), index)
        dice = self.episodes[own].dice
        over = self.episodes[own].since_end is not None or self.episodes[own].seen_on
        return len(dice) == _DICE and not over and all(any(die.lies_like(other) for other in seen) for die in dice)

    def _earlier_dice(self, index: int) -> int | None:
        """Find the episode with dice before the one at `index`, where that one lasted for a single sighting."""
        if self.episodes[index].sightings > 1:
            return None
        return next((earlier for earlier in range(index - 1, -1, -1) if self.episodes[earlier].dice), None)

    def _last_with_dice(self) -> int | None:
        return next((index for index in range(len(self.episodes) - 1, -1, -1) if self.episodes[index].dice), None)

    def _added(
        self,
        lying: tuple[LyingDie, ...],
        fresh: tuple[LyingDie, ...],
        scene: Scene,
        cube: CubeSeen,
        *,
        beside: bool = False,
    ) -> "Window":
        """Add a sighting that does not show the dice of the last episode that had some."""
        fresh = _without(fresh, lying)
        last = self.episodes[-1] if self.episodes else None
        if fresh or last is None or last.dice or last.beside is not beside:
            return replace(self, episodes=(*self.episodes, Episode(fresh, (scene,), cube, beside=beside)))
        grown = last.with_scene(scene, cube)
        return replace(self, episodes=(*self.episodes[:-1], *_split(grown)))


def of_the_next(episodes: Sequence[Episode], index: int, first: int) -> bool:
    """Say whether the dice of an episode fell too early, for the turn after the one that begins with `first`."""
    return first <= beside_which(episodes, index) < index


def beside_which(episodes: Sequence[Episode], index: int) -> int:
    """Give the episode of the dice beside which those of another fell; that one itself where they fell alone."""
    while index > 0 and (episodes[index].beside or episodes[index].seen_on):
        index -= 1
    return index


def _on_their_own(episodes: tuple[Episode, ...]) -> tuple[Episode, ...]:
    """Take dice that fell too early for the turn before, which is told now, as any other dice."""
    if not episodes or not (episodes[0].beside or episodes[0].seen_on):
        return episodes
    first, *rest = episodes
    first = replace(first, beside=False, seen_on=False)
    while rest and rest[0].seen_on:
        first = first.with_episode(rest.pop(0))
    return (first, *_on_their_own(tuple(rest)))


def _split(episode: Episode) -> tuple[Episode, ...]:
    """Part an episode without dice where the board changed for good: another turn may have been played unread."""
    last = episode.scenes[-1]
    if (
        last.sightings < SETTLED
        or len(episode.scenes) == 1
        or min(last.look.places_unlike(scene.look) for scene in episode.scenes[:-1]) < _DICE
    ):
        return (episode,)
    return replace(episode, scenes=episode.scenes[:-1]), Episode((), (last,), no_cube_seen().joined(episode.cube))


def _without(
    dice: Iterable[LyingDie], old: tuple[LyingDie, ...], keep: tuple[LyingDie, ...] = ()
) -> tuple[LyingDie, ...]:
    """Leave out the dice that lie where old ones lay, unless they lie where one of `keep` does.

    A die that surely shows another face than the old one did was thrown to the same place.
    """
    return tuple(
        die
        for die in dice
        if any(other.lies_like(die) for other in keep)
        or not any(other.lies_like(die) and other.could_show(die) for other in old)
    )


def _same_dice(lying: tuple[LyingDie, ...], fresh: tuple[LyingDie, ...]) -> tuple[LyingDie, ...] | None:
    """Take new readings into the dice that lie, or say None where these are not the same dice.

    One die of a pair may have been nudged, or may show up only now. Two new dice beside the old ones are a new roll.
    """
    rest = list(fresh)
    joined, unmatched = [], []
    for die in lying:
        match = next((other for other in rest if die.lies_like(other)), None)
        if match is None:
            unmatched.append(die)
        else:
            rest.remove(match)
            joined.append(die.with_reading(match))
    if not joined or len(rest) >= _DICE:
        return None
    if rest and unmatched:
        if not unmatched[0].could_show(rest[0]):
            return None
        return (*joined, unmatched[0].with_reading(rest[0]))
    if rest and len(joined) + len(unmatched) < _DICE:
        return (*joined, rest[0])
    return (*joined, *unmatched)
