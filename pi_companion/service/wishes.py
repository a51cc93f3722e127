"""What is asked for on the page, carried out by the loop: one wish after the other, each answered once."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import assert_never

from pi_companion.config import MatchSettings
from pi_companion.errors import CompanionError
from pi_companion.referee.inputs import Command
from pi_companion.referee.terms import Terms
from pi_companion.service.match import MatchKeeper
from pi_companion.table import Told, Watcher
from pi_companion.vision.profile import BoardProfile
from pi_companion.web.orders import Asked, MatchWish, ProfileWish, Reply
from pi_companion.web.page import OVERTAKEN, is_overtaken, replied

LATER = "The record cannot be written just now; it is done as soon as it can be."


@dataclass(frozen=True, slots=True)
class Desk:
    """What wishes are carried out with."""

    keeper: MatchKeeper
    watcher: Watcher
    keep_profile: Callable[[BoardProfile], None]
    """Writes a board profile to where the next start reads it."""


def carry_out(asked: Asked, desk: Desk, t_s: float, name: str) -> list[Told]:
    """Carry out a wish and answer it; tell what is in the journal now.

    Args:
        asked: The wish; where nobody waits for it any more it is left.
        desk: What it is carried out with.
        t_s: Monotonic seconds.
        name: A name that nothing else has.
    """
    if not asked.reply.set_running_or_notify_cancel():
        return []
    if is_overtaken(asked, desk.keeper.number, desk.keeper.state):
        asked.reply.set_result(Reply(refused=OVERTAKEN))
        return []
    told: list[Told] = []
    try:
        told = _done(asked.wish, desk, t_s, name)
    except CompanionError as error:
        asked.reply.set_result(Reply(refused=str(error)))
    else:
        waits = isinstance(asked.wish, Command) and desk.keeper.trouble is not None
        reply = replied(tuple(each.event for each in told))
        asked.reply.set_result(Reply(reply.events, LATER) if waits else reply)
    return told


def _done(wish: Command | MatchWish | ProfileWish, desk: Desk, t_s: float, name: str) -> list[Told]:
    match wish:
        case Command():
            return desk.keeper.hear(wish, t_s, name)
        case MatchWish():
            match = MatchSettings(wish.length, wish.white, wish.black, wish.jacoby)
            return desk.keeper.begin(match, lambda usual: _terms(wish, usual), wish.key)
        case ProfileWish(profile=profile):
            desk.keep_profile(profile)
            desk.watcher.use(profile)
            return []
        case _:
            assert_never(wish)


def _terms(wish: MatchWish, usual: Terms) -> Terms:
    """Give what the page asks for, and for all else what is usual at this table."""
    asked = wish.terms
    return replace(
        usual,
        mode=asked.mode,
        illegal_plays=asked.illegal_plays,
        beavers=asked.beavers,
        pictures=asked.pictures,
        clock=asked.clock,
    )
