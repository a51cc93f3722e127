"""Players who wait for the companion: a moment stays until the panel shows what it should, then comes the next."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.hil.guest import bench
from tests.hil.guest.bench import ALARM, BLACK, READY, WHITE
from tests.hil.guest.game import Moment, Shown, last_roll, shown_after

BUTTON = {"white": WHITE, "black": BLACK}
PANEL_S = 8.0
"""How long players wait for the panel before they play on."""


@dataclass
class Seen:
    """What record, panel and log did while a game was played."""

    rolls: dict[int, list[bool]] = field(default_factory=dict)
    """Whether a turn's roll was told, for each picture from the first in which its dice lie in clear view."""

    asked: int = 0
    """How many times the panel was looked at."""

    wrong: list[str] = field(default_factory=list)
    """What the panel did not come to show."""

    answers_s: list[float] = field(default_factory=list)
    """From each finger on a button to the panel's answer."""

    rulings_s: list[float] = field(default_factory=list)
    """From each finger on a button to the line that tells how the turn ended."""

    @property
    def untold(self) -> list[int]:
        """Turns whose roll was told neither with the first picture that shows it nor with one after.

        The last picture has none after it, and what the referee is not sure of may wait for one.
        """
        return [turn for turn, told in self.rolls.items() if len(told) > 1 and not any(told)]

    @property
    def late(self) -> list[int]:
        """Turns whose roll was told with a picture after the first."""
        return [turn for turn, told in self.rolls.items() if any(told) and not told[0]]


def play(moments: Iterable[Moment], *, buttons: bool = True) -> Seen:
    """Play a game before the camera.

    Args:
        moments: The pictures.
        buttons: Whether every other turn is ended by its player's button; else by lifting the dice.
    """
    seen, thrown = Seen(), None
    for moment in moments:
        bench.show_and_wait(moment.image)
        before = time.monotonic()
        clear = moment.roller is not None and moment.kind in ("rolled", "played")
        thrown = moment if clear else thrown
        if thrown is not None:
            hear_roll(thrown, seen)
        if clear:
            look_at_panel(moment, seen)
        time.sleep(max(0.0, moment.seconds - (time.monotonic() - before)))
        if buttons and moment.kind == "played" and moment.roller and (moment.turn % 2 == 0 or moment.illegal):
            end_turn(moment, seen)
    return seen


def hear_roll(moment: Moment, seen: Seen) -> None:
    """Wait until the dice on the table are in the record, as players do; whether they come to be is noted."""
    lies = (moment.roller, moment.dice)
    told = bench.wait(lambda: last_roll(bench.recorded()) == lies, PANEL_S) is not None
    seen.rolls.setdefault(moment.turn, []).append(told)


def look_at_panel(moment: Moment, seen: Seen) -> None:
    """See whether the panel comes to show what the record has by now, be that what lies on the table or not."""
    wanted: Shown | None = None
    shown: Shown | None = None

    def agrees() -> bool:
        nonlocal wanted, shown
        wanted, shown = shown_after(bench.recorded()), bench.panel()
        return wanted == shown

    agreed = bench.wait(agrees, PANEL_S) is not None
    if wanted is None:
        return
    seen.asked += 1
    if not agreed:
        seen.wrong.append(f"{moment.image}: {shown} for {wanted}")


def end_turn(moment: Moment, seen: Seen) -> None:
    """Press the player's button, and see how soon the panel answers and the turn is told."""
    pin, told = BUTTON[moment.roller or "white"], len(bench.LOG.lines)
    bench.wait(lambda: bench.steady(READY), PANEL_S)
    begun_s = time.monotonic()
    bench.pull(pin, "pull-down")
    answered = bench.wait(lambda: not bench.driven(READY), PANEL_S)
    if answered is not None:
        seen.answers_s.append(answered)
    time.sleep(max(0.0, 0.15 - (time.monotonic() - begun_s)))
    bench.pull(pin, "pull-up")
    if bench.wait(lambda: len(bench.LOG.lines) > told, PANEL_S) is not None:
        seen.rulings_s.append(time.monotonic() - begun_s)
    if moment.illegal:
        seen.asked += 1
        if bench.wait(lambda: bench.steady(ALARM), PANEL_S) is None:
            seen.wrong.append(f"{moment.image} alarm: none for an illegal play")


def median(values: list[float]) -> str:
    """Say the middle of some times."""
    return f"{sorted(values)[len(values) // 2]:.2f} s of {len(values)}" if values else "none"
