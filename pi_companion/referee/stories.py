"""The likeliest stories that explain everything seen since the last turn that was told.

The episodes of the window are parted into turns, sides alternating, in every way that makes sense; each turn is
weighed with all it may have led to. A story that one misread favours loses as soon as the next turn is seen, since
that must begin where the last one ended.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from pi_companion.referee.look import one_sided
from pi_companion.referee.rolls import ROLLS, RollChances, certain, roll_chances
from pi_companion.referee.weigh import (
    GOOD_FIT,
    STRAY,
    UNSEEN_AFTER_LIFTING,
    UNSEEN_PLAY,
    Kind,
    Outcome,
    Shown,
    illegal_outcomes,
    legal_outcomes,
    moved_few,
    stray_cost,
)
from pi_companion.referee.window import SETTLED, Episode, Scene, of_the_next
from pi_companion.rules import Position, Roll, Side, winner_of

NUDGED = 2.0
"""What it costs that dice with the same numbers at other places are the same roll."""

THROWN_AGAIN = 6.0
"""What it costs that dice with other numbers are a second throw of the same turn."""

THROWN_AGAIN_FIRST = 2.0
"""The same for the first turn of a game, when people throw again for many reasons."""

THROWN_AGAIN_COCKED = 1.0
"""The same where a die leaned."""

EARLY = 4.0
"""What it costs that dice which fell beside those of a turn were thrown too early, and the turn went on."""

HALF_MADE = 4.0
"""What it costs, besides, that an illegal play was over when the opponent rolled too early or the same numbers came:
it is likelier half made, and in the second case the dice were nudged."""

OTHER_HALF = 1.5
"""What it costs that the dice lie in the half at the player's left; they are to be thrown into the right one."""

UNREAD_TURN = 6.0
"""What it costs that a whole turn passed without its dice being read."""

UNSEEN_TURN = 7.0
"""What it costs that a whole turn passed between two sightings."""

HALF_PLAYED = 3.0
"""What it costs that the last look of a turn under way shows a few checkers moved, but no legal play."""

STILL_PLAYING = (0.0, 0.0, 5.0, 8.0, 9.0)
"""What it costs that a turn goes on although its dice are gone: by the number of sightings without dice."""

STILL_PLAYING_AFTER_END = 9.0
"""The same where the player said that the turn is over."""

NO_STORY = 6.0
"""Cost of the best story beyond which turns that nobody saw are considered, besides something for every scene."""

NO_STORY_SCENE = 2.0

_BEAM = 16
_KEPT_WITHIN = 10.0
_MOST_UNSEEN = 12
_MIDDLE = 0.5
_DICE = 2


@dataclass(frozen=True, slots=True, eq=False)
class Beginning:
    """A point of a story from which it goes on."""

    position: Position
    side: Side
    weight: float = 0.0
    outcomes: tuple[Outcome, ...] = ()
    ends: tuple[int, ...] = ()
    """For each outcome, the number of episodes that it and those before it explain."""

    first_turn: bool = False
    """Whether this is the first turn of a game, whose roll has one die of each player."""

    known: Roll | None = None
    """The roll of this turn where it was told already; it counts while its dice are not seen."""

    also: tuple[Position, ...] = ()
    """Positions that may have stood there before, besides `position`: an illegal play that was put right."""

    @property
    def starts(self) -> tuple[Position, ...]:
        """Every position that the first looks of the turn may show."""
        return (self.position, *self.also)

    def then(self, outcome: Outcome, end: int, *, tie: bool = False) -> "Beginning":
        """Go on after one more outcome."""
        side = self.side if tie else self.side.opponent
        weight = self.weight + outcome.weight
        return Beginning(outcome.position, side, weight, (*self.outcomes, outcome), (*self.ends, end), first_turn=tie)


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """One explanation of everything in the window."""

    weight: float
    """Logarithm of how well it explains what was seen, up to a constant."""

    outcomes: tuple[Outcome, ...]
    """What became of the turns that ended, in order."""

    ends: tuple[int, ...]
    """For each outcome, the number of episodes that it and those before it explain."""

    roll: Roll | None = None
    """What the side has rolled whose turn goes on, if anything."""

    roll_share: float = 0.0
    """How sure that roll is by dice and board, 0 to 1."""

    moved: bool = False
    """Whether the board shows a legal play of that roll already."""


@dataclass(slots=True)
class Telling:
    """The work of one call of `tell`: what is known about each row of episodes, worked out once."""

    episodes: Sequence[Episode]
    early: bool = False
    """Whether a play may be put right after the opponent's dice fell, since they fell too early."""

    _shown: dict[tuple[int, int], Shown] = field(default_factory=dict)
    _costs: dict[tuple[Side, int, int], float] = field(default_factory=dict)

    def shown(self, first: int, last: int) -> Shown:
        """Give the looks of the episodes from `first` up to, not including, `last`."""
        if (first, last) not in self._shown:
            episodes = self.episodes[first:last]
            scenes = self._scenes(first, last)
            unseen = UNSEEN_PLAY if episodes[-1].dice else UNSEEN_AFTER_LIFTING
            if last == len(self.episodes):
                unseen = math.inf  # nothing but these looks speaks for an end of the turn
            thrown = next((index for index, episode in enumerate(episodes) if episode.dice), len(episodes))
            lead = len(scenes) if self.early else sum(len(episode.scenes) for episode in episodes[:thrown])
            best_costs = [scene.best_cost for scene in scenes]
            looks, bests = [scene.look for scene in scenes], [scene.best for scene in scenes]
            self._shown[first, last] = Shown.of(looks, best_costs, unseen, lead, bests)
        return self._shown[first, last]

    def _scenes(self, first: int, last: int) -> list[Scene]:
        """List the scenes of a turn; the board over which the opponent's dice fell too early is one scene still."""
        scenes = list(self.episodes[first].scenes)
        for index in range(first + 1, last):
            more = self.episodes[index].scenes
            same = scenes[-1].look.places_unlike(more[0].look) == 0
            scenes += more[1:] if same and of_the_next(self.episodes, index, first) else more
        return scenes

    def chances(self, first: int, last: int, known: Roll | None = None) -> RollChances:
        """Weigh the rolls of a turn that these episodes show; the last dice count most, before what was told."""
        thrown = self._thrown(first, last)
        if known is not None and all(len(episode.dice) < _DICE for episode in thrown):
            return certain(known)
        rolls = [episode.chances() for episode in thrown]
        if not rolls:
            return roll_chances([])
        joined = rolls[0]
        for later in rolls[1:]:
            joined = np.logaddexp(later, joined - HALF_PLAYED)
        scaled: RollChances = joined - np.logaddexp.reduce(joined)
        return scaled

    def dice_cost(self, first: int, last: int, beginning: "Beginning") -> float:
        """Give the cost of these episodes being one turn, from how often dice were thrown, and where."""
        first_turn = beginning.first_turn
        thrown = self._thrown(first, last)
        total = EARLY if any(of_the_next(self.episodes, index, first) for index in range(first, last)) else 0.0
        if not first_turn and any(_in_other_half(episode, beginning.side) for episode in thrown):
            total += OTHER_HALF
        for before, after in pairwise(thrown):
            if after.seen_on:
                continue
            if before.is_cocked or after.is_cocked:
                total += THROWN_AGAIN_COCKED
            elif _alike(before.chances(), after.chances()):
                total += NUDGED
            else:
                total += THROWN_AGAIN_FIRST if first_turn and not _is_tie(before) else THROWN_AGAIN
        return total

    def may_be_nudged(self, first: int, last: int) -> bool:
        """Say whether the dice that end a turn show the numbers of its own."""
        thrown, after = self._thrown(first, last), self.episodes[last]
        return bool(thrown and after.dice) and _alike(thrown[-1].chances(), after.chances())

    def has_dice(self, first: int, last: int) -> bool:
        """Say whether dice of a turn were seen in these episodes."""
        return bool(self._thrown(first, last))

    def _thrown(self, first: int, last: int) -> list[Episode]:
        """Give those of these episodes that show dice of the turn that they are."""
        return [
            self.episodes[index]
            for index in range(first, last)
            if self.episodes[index].dice and not of_the_next(self.episodes, index, first)
        ]

    def open_cost(self, first: int) -> float:
        """Give the cost of the last turn still going on: more when its dice are gone or its end was said."""
        last = self.episodes[-1]
        if last.since_end is not None:
            return STILL_PLAYING_AFTER_END
        if self._still_lie(first) or not self.has_dice(first, len(self.episodes)):
            return 0.0
        return STILL_PLAYING[min(last.sightings, len(STILL_PLAYING) - 1)]

    def may_end(self, first: int) -> bool:
        """Say whether the turn from `first` to the last episode may be over, though no new roll was seen."""
        last = self.episodes[-1]
        if last.since_end is not None:
            return True
        if last.seen_on and of_the_next(self.episodes, len(self.episodes) - 1, first):
            return False  # the next turn begins with these dice at the latest
        lifted = not self._still_lie(first) and last.sightings >= SETTLED
        return lifted and self.has_dice(first, len(self.episodes))

    def _still_lie(self, first: int) -> bool:
        """Say whether the dice of the turn that begins with `first` lie there in the end."""
        index = len(self.episodes) - 1
        last = self.episodes[index]
        return last.beside if of_the_next(self.episodes, index, first) else bool(last.dice)

    def look_ahead(self, beginning: Beginning, first: int) -> float:
        """Give the least that the next look costs if the story goes on so; used to drop hopeless ones early."""
        scene = self.episodes[first].scenes[0]
        key = (beginning.side, id(beginning.position), first)
        if key not in self._costs:
            costs = [scene.look.cost(start) for start in beginning.starts]
            stray = stray_cost(beginning.position, beginning.side, scene.best)
            self._costs[key] = min(scene.best_cost + stray, *costs)
        return self._costs[key]


def tell(beginnings: Iterable[Beginning], episodes: Sequence[Episode], *, early: bool = False) -> list[Story]:
    """List the stories that explain the episodes, the likeliest first.

    Args:
        beginnings: Where the window may begin; more than one at the start of a game and after an illegal play.
        episodes: The window; at least one.
        early: Whether a play may be put right after the opponent's dice fell, since they fell too early.
    """
    listed = list(beginnings)
    telling = Telling(episodes, early)
    stories = _tell(telling, listed)
    scenes = sum(len(episode.scenes) for episode in episodes)
    if not stories or stories[0].weight < -NO_STORY - scenes * NO_STORY_SCENE:
        unseen = [later for beginning in listed for later in _unseen_turns(telling, beginning)]
        stories = sorted([*stories, *_tell(telling, unseen)], key=lambda story: -story.weight)
    return stories


def _tell(telling: Telling, beginnings: list[Beginning]) -> list[Story]:
    count = len(telling.episodes)
    frontier: list[list[Beginning]] = [[] for _ in range(count + 1)]
    frontier[0] = beginnings
    stories: list[Story] = []
    for first in range(count):
        for beginning in _likeliest(telling, frontier[first], first):
            best = max((story.weight for story in stories), default=-math.inf)
            if beginning.weight - telling.look_ahead(beginning, first) < best - _KEPT_WITHIN:
                break
            for last in range(first + 1, count):
                if _may_part(telling, first, last):
                    frontier[last] += _closed(telling, beginning, first, last)
            stories += _last_turn(telling, beginning, first)
    stories.sort(key=lambda story: -story.weight)
    return stories


def _likeliest(telling: Telling, beginnings: list[Beginning], first: int) -> list[Beginning]:
    """Keep the likeliest beginnings, in that order."""
    weighed = [(beginning.weight - telling.look_ahead(beginning, first), beginning) for beginning in beginnings]
    weighed.sort(key=lambda pair: -pair[0])
    return [beginning for weight, beginning in weighed[:_BEAM] if weight >= weighed[0][0] - _KEPT_WITHIN]


def _may_part(telling: Telling, first: int, last: int) -> bool:
    """Say whether a turn may end between two episodes: before new dice, or where the board changed without any."""
    if telling.episodes[last].seen_on:
        return of_the_next(telling.episodes, last, first)
    return bool(telling.episodes[last].dice) or not telling.episodes[last - 1].dice


def _closed(telling: Telling, beginning: Beginning, first: int, last: int) -> list[Beginning]:
    """Tell all that may have become of a turn that these episodes show from its beginning to its end."""
    cost = telling.dice_cost(first, last, beginning)
    if not telling.has_dice(first, last) and beginning.known is None:
        cost += UNREAD_TURN
    shown = telling.shown(first, last)
    chances = telling.chances(first, last, beginning.known)
    outcomes = _outcomes(beginning, chances, shown, unmoved=True)
    half_made = HALF_MADE if telling.episodes[last].beside or telling.may_be_nudged(first, last) else 0.0
    return [
        _after(beginning, outcome, cost + (half_made if outcome.kind is Kind.ILLEGAL else 0.0), last)
        for outcome in outcomes
    ]


def _after(beginning: Beginning, outcome: Outcome, cost: float, last: int) -> Beginning:
    following = beginning.then(outcome, last, tie=outcome.kind is Kind.TIE)
    return replace(following, weight=following.weight - cost)


def _outcomes(beginning: Beginning, chances: RollChances, shown: Shown, *, unmoved: bool) -> list[Outcome]:
    """Weigh legal and illegal outcomes of a turn; a first turn knows ties and no doubles."""
    position, side, starts = beginning.position, beginning.side, beginning.starts
    ties: list[Outcome] = []
    if beginning.first_turn:
        ties = _ties(beginning, chances, shown)
        chances = _without_doubles(chances)
    legal = legal_outcomes(position, side, chances, shown, starts)
    if legal and legal[0].weight > -GOOD_FIT:
        return [*legal, *ties]
    illegal = illegal_outcomes(position, side, chances, shown, starts)
    return [*legal, *ties, *(outcome for outcome in illegal if unmoved or outcome.position != position)]


def _ties(beginning: Beginning, chances: RollChances, shown: Shown) -> list[Outcome]:
    cost = shown.beginning(beginning.side, beginning.starts, len(shown.looks))
    index = max((index for index, roll in enumerate(ROLLS) if roll.is_double), key=lambda index: float(chances[index]))
    weight = float(chances[index]) - cost
    return [Outcome(weight, Kind.TIE, beginning.side, ROLLS[index], beginning.position)]


def _without_doubles(chances: RollChances) -> RollChances:
    """Take the chances of ties away, without scaling: what is left weighs against the tie."""
    return np.where([roll.is_double for roll in ROLLS], -np.inf, chances)


def _last_turn(telling: Telling, beginning: Beginning, first: int) -> list[Story]:
    """Tell the turn that the last episodes show: it may go on, or be over."""
    count = len(telling.episodes)
    shown = telling.shown(first, count)
    dice_cost = telling.dice_cost(first, count, beginning)
    but_last = shown.beginning(beginning.side, beginning.starts, len(shown.looks) - 1)
    on_the_way = -but_last - _last_look_cost(telling, beginning)
    if not telling.has_dice(first, count) and telling.episodes[-1].since_end is None:
        return [Story(beginning.weight + on_the_way, beginning.outcomes, beginning.ends)]
    if not telling.has_dice(first, count) and beginning.known is None:
        dice_cost += UNREAD_TURN
    chances = telling.chances(first, count, beginning.known)
    said = telling.episodes[-1].since_end
    if on_the_way > -GOOD_FIT and said is None and not telling.may_end(first):
        outcomes = []
    else:
        outcomes = _outcomes(beginning, chances, shown, unmoved=said is not None)
    kinds = (Kind.PLAY, Kind.NO_MOVE)
    legal = [outcome for outcome in outcomes if outcome.kind in kinds and not _wins(telling, outcome)]
    going_on = max([on_the_way, *(outcome.weight for outcome in legal)])
    weight = beginning.weight + going_on - telling.open_cost(first) - dice_cost
    moved = on_the_way < going_on
    roll, share = _likeliest_roll(legal) if moved else (ROLLS[int(chances.argmax())], math.exp(chances.max()))
    stories = [Story(weight, beginning.outcomes, beginning.ends, roll, share, moved)]
    for outcome in outcomes:
        if outcome.kind is Kind.TIE or not (telling.may_end(first) or _wins(telling, outcome)):
            continue
        later = _after(beginning, outcome, dice_cost, count)
        if outcome.kind is Kind.ILLEGAL and said == 0:
            # Nobody is accused by a look from before the press; but it keeps the turn open for the next one.
            stories.append(Story(later.weight, beginning.outcomes, beginning.ends, roll, share, moved))
        else:
            stories.append(Story(later.weight, later.outcomes, later.ends))
    return stories


def _is_tie(episode: Episode) -> bool:
    """Say whether the dice show a double, which for the first turn is a tie and no throw to be taken back."""
    return ROLLS[int(episode.chances().argmax())].is_double


def _likeliest_roll(legal: list[Outcome]) -> tuple[Roll, float]:
    """Give the roll that the likeliest play was made with, and its share among all rolls."""
    shares: dict[Roll, float] = {}
    for outcome in legal:
        shares[outcome.roll] = shares.get(outcome.roll, 0.0) + math.exp(outcome.weight - legal[0].weight)
    roll = max(shares, key=lambda roll: shares[roll])
    return roll, shares[roll] / sum(shares.values())


def _in_other_half(episode: Episode, side: Side) -> bool:
    """Say whether all dice lie in the half of the board at the player's left hand."""
    right = [die.centre[0] > _MIDDLE for die in episode.dice]
    return bool(right) and not any(right if side is Side.WHITE else [not is_right for is_right in right])


def _last_look_cost(telling: Telling, beginning: Beginning) -> float:
    scene = telling.episodes[-1].scenes[-1]
    stray = HALF_PLAYED if moved_few(beginning.position, beginning.side, scene.best) else STRAY
    return min(scene.best_cost + stray, scene.look.cost(beginning.position))


def _wins(telling: Telling, outcome: Outcome) -> bool:
    """Say whether the last checker was borne off, which ends the game at once."""
    is_last = winner_of(outcome.position) is outcome.side
    return outcome.kind is Kind.PLAY and is_last and telling.episodes[-1].scenes[-1].sightings >= SETTLED


def _alike(first: RollChances, second: RollChances) -> bool:
    """Say whether two readings of dice may be of one roll."""
    joint = float(np.max(first + second))
    return joint > float(np.max(first)) + float(np.max(second)) - THROWN_AGAIN


def _unseen_turns(telling: Telling, beginning: Beginning) -> list[Beginning]:
    """Tell a turn that passed between two sightings: any play of any roll that the next look does not exclude."""
    if beginning.first_turn:
        return []
    scenes = [scene for episode in telling.episodes for scene in episode.scenes]
    scene = next((scene for scene in scenes if scene.look.cost(beginning.position) > STRAY), scenes[0])
    shown = Shown.of([one_sided(scene.look, beginning.side)], [0.0], math.inf)
    chances = roll_chances([])
    outcomes = legal_outcomes(beginning.position, beginning.side, chances, shown, beginning.starts)
    turns = []
    for outcome in outcomes[:_MOST_UNSEEN]:
        weight = float(chances[ROLLS.index(outcome.roll)]) - UNSEEN_TURN
        unseen = Outcome(weight, outcome.kind, outcome.side, outcome.roll, outcome.position, outcome.play)
        turns.append(replace(_after(beginning, unseen, 0.0, 0), also=beginning.starts))
    return turns
