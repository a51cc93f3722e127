"""Whether the stories agree well enough on what became of the next turn, and what to say while they do not."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pi_companion.referee.course import Dispute
from pi_companion.referee.rolls import ROLLS, roll_chances
from pi_companion.referee.stories import Beginning, Story
from pi_companion.referee.weigh import STRAY, Kind, Outcome, Shown, legal_outcomes
from pi_companion.referee.window import SETTLED, Window, beside_which
from pi_companion.rules import Position, Roll, winner_of

CERTAIN = 0.95
"""Share of the stories' weight that must agree on an outcome before it is reported."""

CERTAIN_ILLEGAL = 0.97
"""The same for an illegal play."""

CERTAIN_ROLL = 0.95
"""Share that a roll must have before it is reported ahead of its turn's end, where the board shows it played."""

CERTAIN_DICE = 0.99
"""The same where only the dice speak for it."""

ROLL_FIT = 4.0
"""Cost up to which the board fits the story of a roll; a tall stack that is counted short costs one or two."""

BELIEVED = 10.0
"""Cost that even a true story may have, besides half a stray look for every scene."""

PUZZLING = 13.0
"""Cost of the best story beyond which it is said that a turn was not understood."""

PATIENCE = 4
"""Sightings of one scene after which it is said that something is unclear."""

_DICE = 2

_Fate = tuple[Kind, Position] | None


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What became of a turn, certain enough to be reported."""

    outcome: Outcome
    episodes: int
    """How many episodes of the window it explains."""


def reached(
    stories: Sequence[Story], window: Window, dispute: Dispute | None, *, early: bool = False
) -> Verdict | None:
    """Give what is certain about the next turn, or None while there is nothing to report.

    Args:
        stories: What may have happened, the likeliest first.
        window: What was seen.
        dispute: An illegal play that is not settled.
        early: Whether the opponent rolled before that play's turn was over, which does not let it stand.
    """
    if not stories or not _is_believed(stories[0], window):
        return None
    shares = _shares(stories)
    fate, share = max(shares.items(), key=lambda item: item[1])
    if fate is None or share < CERTAIN:
        return None
    agreeing = [story for story in stories if _fate(story) == fate]
    story = agreeing[0]
    match fate[0]:
        case Kind.STOOD:
            ready = len(story.outcomes) > 1 or (not early and _opponent_rolled(window, dispute))
        case Kind.CORRECTED:
            ready = _stays_corrected(story, window)
        case Kind.TIE:
            ready = True
        case _:
            judged = _judged(agreeing, len(window.episodes))
            if judged is None or (judged.outcomes[0].kind is Kind.ILLEGAL and dice_lie_still(judged, window)):
                return None
            return Verdict(judged.outcomes[0], judged.ends[0])
    return Verdict(story.outcomes[0], story.ends[0]) if ready else None


def _judged(agreeing: Sequence[Story], episodes: int) -> Story | None:
    """Choose between legal and illegal ways to the one position that the stories agree on.

    An illegal play must outweigh all legal ones by far. Where it does not, the dice may have been misread, and the
    player has the benefit of the doubt as soon as the opponent has rolled; until then the play may yet be put right.
    """
    legal = [story for story in agreeing if story.outcomes[0].kind is not Kind.ILLEGAL]
    illegal = [story for story in agreeing if story.outcomes[0].kind is Kind.ILLEGAL]
    weights = [sum(math.exp(story.weight - agreeing[0].weight) for story in group) for group in (legal, illegal)]
    if weights[1] >= CERTAIN_ILLEGAL * sum(weights):
        return illegal[0]
    if weights[0] >= CERTAIN * sum(weights) or (legal and legal[0].ends[0] < episodes):
        return legal[0] if legal else None
    return None


def rolled(stories: Sequence[Story], window: Window) -> Roll | None:
    """Give the roll of the turn that is under way, where dice and board leave no doubt about it."""
    if not stories or not _is_believed(stories[0], window) or _shares(stories).get(None, 0.0) < CERTAIN:
        return None
    thrown = next((episode for episode in reversed(window.episodes) if episode.dice), None)
    if thrown is None or len(thrown.dice) != _DICE or thrown.sightings < SETTLED or thrown.is_cocked:
        return None
    story = next(story for story in stories if not story.outcomes)
    if story.weight < -ROLL_FIT:
        return None
    return story.roll if story.roll_share >= (CERTAIN_ROLL if story.moved else CERTAIN_DICE) else None


def _fate(story: Story) -> _Fate:
    """Give what a story says of the next turn; later sightings tell nothing more about its roll or its legality."""
    if not story.outcomes:
        return None
    outcome = story.outcomes[0]
    is_turn = outcome.kind in (Kind.PLAY, Kind.NO_MOVE, Kind.ILLEGAL)
    return Kind.PLAY if is_turn else outcome.kind, outcome.position


def _shares(stories: Sequence[Story]) -> dict[_Fate, float]:
    shares: dict[_Fate, float] = defaultdict(float)
    for story in stories:
        shares[_fate(story)] += math.exp(story.weight - stories[0].weight)
    total = sum(shares.values())
    return {fate: share / total for fate, share in shares.items()}


def _is_believed(story: Story, window: Window) -> bool:
    scenes = sum(len(episode.scenes) for episode in window.episodes)
    return -story.weight <= BELIEVED + scenes * STRAY / 2


def dice_lie_still(story: Story, window: Window) -> bool:
    """Say whether the next turn's dice lie there yet, beside others that fell too early: it may still be played."""
    end = story.ends[0] if story.ends else len(window.episodes)
    return window.episodes[-1].beside and beside_which(window.episodes, len(window.episodes) - 1) < end


def _opponent_rolled(window: Window, dispute: Dispute | None) -> bool:
    """Say whether the opponent's roll was really seen, and not the disputed dice put down again."""
    thrown = [episode for episode in window.episodes if episode.dice]
    if not thrown or len(thrown[-1].dice) < _DICE or thrown[-1].sightings < SETTLED or dispute is None:
        return False
    return ROLLS[int(thrown[-1].chances().argmax())] != dispute.roll


def _stays_corrected(story: Story, window: Window) -> bool:
    return len(story.outcomes) > 1 or window.episodes[-1].scenes[-1].sightings >= SETTLED


def what_is_unclear(stories: Sequence[Story], window: Window) -> str:
    """Say in a sentence what cannot be told although a turn seems to be over; empty when all is well."""
    last = window.episodes[-1]
    thrown = sum(1 for episode in window.episodes if episode.dice)
    over = last.since_end is not None or thrown >= _DICE or (thrown and not last.dice)
    if not over or last.scenes[-1].sightings < PATIENCE or (stories and dice_lie_still(stories[0], window)):
        return ""
    if not stories or not _is_believed(stories[0], window) or stories[0].weight < -PUZZLING:
        return "What stands on the board cannot follow from the last position; the turn was not understood."
    shares = _shares(stories)
    if shares.get(None, 0.0) > 1 - CERTAIN or any(fate and fate[0] is Kind.STOOD for fate in shares):
        return ""
    likeliest = sorted((fate for fate in shares if fate is not None), key=lambda fate: -shares[fate])[:2]
    texts = [_in_words(next(story.outcomes[0] for story in stories if _fate(story) == fate)) for fate in likeliest]
    return f"The turn cannot be told for certain: {' or '.join(dict.fromkeys(texts))}."


def _in_words(outcome: Outcome) -> str:
    name = outcome.side.label
    match outcome.kind:
        case Kind.PLAY | Kind.CORRECTED:
            return f"{name} may have played {outcome.play} with {outcome.roll}"
        case Kind.NO_MOVE:
            return f"{name} may have had no move with {outcome.roll}"
        case _:
            return "something else may have happened"


def winning_play(beginnings: Sequence[Beginning], window: Window) -> Outcome | None:
    """Find the play that bore off the last checker, where only the next game's start shows that there was one."""
    thrown = [episode.chances() for episode in window.episodes if episode.dice]
    chances = thrown[0] if thrown else roll_chances([])
    nothing = Shown((), (), (), 0.0)
    for beginning in beginnings:
        position, side = beginning.position, beginning.side
        for outcome in legal_outcomes(position, side, chances, nothing, (position,)):
            if winner_of(outcome.position) is side:
                return outcome
    return None
